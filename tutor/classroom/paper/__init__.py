"""Classes on paper and in files: worksheets with a key, results as tables, exercises for a learning platform."""
