"""What a teacher gathers for classes: exercises and deals, to assign, ask live, print or take out."""
