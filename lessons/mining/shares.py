"""Of what rule sets the bank is made, and whether the rules of an item's table decide anything in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import ValidationError

from engine.law.errors import EngineError
from lessons.content.bank import Entry, item_of
from lessons.kinds.asking.solving import solution
from lessons.mining.proving import faults_of
from lessons.mining.spec import Record

CLASSIC: Final = "classic"
REST: Final = "others"
WANTED: Final[Mapping[str, tuple[float, float]]] = {
    CLASSIC: (0.48, 0.52),
    "samba": (0.15, 0.18),
    "classic-2p": (0.15, 0.18),
    REST: (0.14, 0.20),
}
"""The least and the most of each: half classic, a sixth Samba and two players each, a sixth what parts other tables."""
MOST_OF_ONE_OTHER: Final = 0.06
"""No other rule set has more of them."""
LEAST_PARTING: Final = 0.85
"""So many of the other rule sets' items have another answer than under the classic rules, at least."""
_SAID: Final = {"de": "-", "en": "-"}
TEXTS: Final = {"goal": _SAID, "look": _SAID, "accept_text": _SAID}
"""In place of the texts of a theme: what is proved needs none."""


def counted(entries: Iterable[Entry]) -> Counter[str]:
    """How many items there are of each rule set."""
    return Counter(entry.rule_set for entry in entries)


def shares(counts: Mapping[str, int]) -> dict[str, float]:
    """The shares that :data:`WANTED` is about."""
    total = sum(counts.values()) or 1
    named = {name: counts.get(name, 0) / total for name in WANTED if name != REST}
    return {**named, REST: 1 - sum(named.values())}


def off(counts: Mapping[str, int]) -> dict[str, float]:
    """Those shares that are too small or too large; empty where all is well."""
    total = sum(counts.values()) or 1
    found = {
        name: share
        for name, share in shares(counts).items()
        if not WANTED[name][0] <= share <= WANTED[name][1]
    }
    others = {name: count / total for name, count in counts.items() if name not in WANTED}
    return found | {name: share for name, share in others.items() if share > MOST_OF_ONE_OTHER}


def parts_from_classic(record: Record, theme: str) -> bool:
    """Whether an item has another answer, or none, under the classic rules with the same cards."""
    if "against" in record:  # it asks for that itself
        return True
    here = _read(record, theme)
    try:
        there = _read(_classic(record), theme)
        if there.task.rules != here.task.rules or faults_of(there, None):
            return True
        return solution(there) != solution(here)
    except (EngineError, ValidationError):
        return True


def _read(record: Record, theme: str):  # type: ignore[no-untyped-def]
    return item_of(record, TEXTS, theme=theme, number=1, source=(theme, record["slug"]))


def _classic(record: Record) -> Record:
    """The same line at the classic table, which nobody else shares with it."""
    slug = {"slug": f"{record['slug']}-classic"}
    if "position" in record:
        _, bar, rest = str(record["position"]).partition(" | ")
        return record | slug | {"position": f"{CLASSIC}{bar}{rest}"}
    return record | slug | {"rule_set": CLASSIC}
