"""What is asked of an exercise whatever its kind: grading, solving, hints, feedback. Each asks the registry."""
