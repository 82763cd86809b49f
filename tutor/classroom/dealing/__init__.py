"""Deals that a class is asked to play, and what came of them."""
