"""Texts that say less where room is short."""

from __future__ import annotations

from collections.abc import Iterable


class InBrief(str):
    """A text, and what stands for it where room is short: nothing where something else there says it already."""

    brief: str

    def __new__(cls, text: str, brief: str | None = None) -> InBrief:
        one = super().__new__(cls, text)
        one.brief = text if brief is None else brief
        return one


def briefly(texts: Iterable[str]) -> str:
    """What the texts say where room is short, in one line; without those that have no short form."""
    return " · ".join(one.brief for one in texts if isinstance(one, InBrief) and one.brief)


def in_figures(pattern: str, *, number: int, count: int) -> InBrief:
    """A place among several, such as "Step 3 of 8", which is "3/8" in brief."""
    return InBrief(pattern % {"number": number, "count": count}, f"{number}/{count}")
