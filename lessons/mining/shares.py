"""Of what rule sets the bank is made, and whether the rules of an item's table decide anything in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.bank import Entry, item_of
from lessons.content.reading import Item
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
LEAST_PARTING: Final = 0.95
"""So many of the other rule sets' items have another answer than under the classic rules, at least."""
_SAID: Final = {"de": "-", "en": "-"}
_LAW: Final = RULE_SETS[CLASSIC]
_CARDS: Final = ("packs", "jokers")
_TWO_FIT: Final = "reasons: exactly one"
"""A fault that is none here: what else fits is no other answer."""
_OTHERS_LAID: Final = re.compile(r"(\| opp -?\d+)[^|]*(?= \|)")
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
    """Whether an item has another answer, or none, under the classic rules with the same cards.

    That more cards are in play is no other answer: the classic rules are asked with as many packs and jokers.
    """
    if "against" in record:  # it asks for that itself
        return True
    here = _read(record, theme)
    there = _there(record, here, theme)
    if there is None or there.task.rules != here.task.rules:
        return True
    try:
        if any(not fault.startswith(_TWO_FIT) for fault in faults_of(there, None)):
            return True
        return _that_counts(solution(there)) != _that_counts(solution(here))
    except EngineError:  # what is done there cannot be done
        return True


def _there(record: Record, here: Item, theme: str) -> Item | None:
    """The same item at a classic table; without what the others have laid, if only that cannot lie there."""
    for one in (record, record | {"position": _OTHERS_LAID.sub(r"\1", str(record.get("position", "")))}):
        try:
            return _read(_classic(one if "position" in record else record, here.rules), theme)
        except (EngineError, ValidationError):
            continue
    return None


def _that_counts(answer: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """An answer without the rows of a sheet that are nought: a row that a table has more is no other answer yet."""
    if answer is None or not isinstance(answer.get("rows"), Mapping):
        return answer
    return {**answer, "rows": {row: points for row, points in answer["rows"].items() if points != "0"}}


def _read(record: Record, theme: str) -> Item:
    return item_of(record, TEXTS, theme=theme, number=1, source=(theme, record["slug"]))


def _classic(record: Record, rules: RuleSet) -> Record:
    """The same line at the classic table with the cards of this one, which nobody else shares with it."""
    slug = {"slug": f"{record['slug']}-classic"}
    changes = [
        f"{name}={getattr(rules, name)}" for name in _CARDS if getattr(rules, name) != getattr(_LAW, name)
    ]
    table = f"{CLASSIC}{{{', '.join(changes)}}}" if changes else CLASSIC
    if "position" in record:
        _, bar, rest = str(record["position"]).partition(" | ")
        return record | slug | {"position": f"{table}{bar}{rest}"}
    return record | slug | {"rule_set": table}
