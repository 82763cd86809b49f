"""Numbers in what a browser sends."""

from __future__ import annotations

from typing import Final

MOST_DIGITS: Final = 15
"""What every database takes for the number of a row."""


def number_in(text: str) -> int | None:
    """The whole number that a field or an address holds; None for anything else."""
    fits = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if fits else None
