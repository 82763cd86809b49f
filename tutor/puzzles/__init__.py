"""Puzzles as practice: ratings, rounds, the position of the day, reports."""
