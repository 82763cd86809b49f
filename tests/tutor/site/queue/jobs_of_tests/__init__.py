"""An app that brings jobs for tests of the queue."""
