"""The engine's four questions over HTTP."""
