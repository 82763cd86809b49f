"""Ready plans for lessons: reading them, putting one into a class, printing it."""
