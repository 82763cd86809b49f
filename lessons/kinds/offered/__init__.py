"""The answers that a question of legal or not offers: each a verdict with its reason in the words of the position."""
