"""Rules that a query names, by their numbers or by their ids."""

from __future__ import annotations

from functools import lru_cache

from engine.law.rulebook import RULES
from lessons.words.forms import WORD


def rules_named(query: str) -> tuple[str, ...]:
    """The rules with the numbers that stand in a query ("Rule 10.4", "§ 13.4"), or with the id that it is, in order.

    A number is meant as a rule's wherever it is one: points and counts of cards have no part after a full stop.
    """
    by_number = _by_number()
    found = [by_number[word] for word in WORD.findall(query) if word in by_number]
    word = query.strip().lower()
    return tuple(dict.fromkeys([*found, *([word] if word in RULES else [])]))


@lru_cache(maxsize=1)
def _by_number() -> dict[str, str]:
    return {rule.number: id for id, rule in RULES.items()}
