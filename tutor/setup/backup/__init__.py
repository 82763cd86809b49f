"""Back-up and restore: one file with the database and the keys of an installation."""
