"""What happens in a class at this moment, on one screen for its teachers."""
