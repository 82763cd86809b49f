"""Classes: pupils without accounts, assignments, and what was not understood."""
