"""Positions of one's own: put the cards on the table, ask the rules, and make an exercise of it."""
