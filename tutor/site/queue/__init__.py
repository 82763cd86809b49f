"""The job queue: work that nobody waits for in a request, done by worker processes and kept in the database."""
