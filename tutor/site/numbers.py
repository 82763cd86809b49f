"""Numbers in what a browser sends."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

MOST_DIGITS: Final = 15
"""What every database takes for the number of a row."""


def number_in(text: str) -> int | None:
    """The whole number that a field or an address holds; None for anything else."""
    fits = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if fits else None


def row_numbered(text: str, rows: QuerySet[Row]) -> Row | None:
    """The one of these rows whose number a field or an address holds; None for no number and for another's."""
    number = number_in(text)
    return None if number is None else rows.filter(pk=number).first()
