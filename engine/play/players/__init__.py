"""Players who make sense: they see only a view, choose action by action, and say which reason fired."""
