"""What just happened where a turn completes a canasta: which one it is, what it brings, and why."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext

from engine.law.melds import Meld
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.score.sheet import canasta_bonus
from lessons.saying.base import Sentence
from lessons.words import naming

_SIZE = "canasta.size"
"""The rule that a completed canasta may be about as well as the rule of its bonus."""


def completed_canastas(verdict: Verdict, position: Position, about: tuple[str, ...]) -> list[Sentence]:
    """A sentence for each canasta that lies there after the turn and did not before. ``about`` as for the verdict."""
    rules = position.rules
    before = Counter(_place(meld) for meld in position.own.melds if meld.is_canasta(rules))
    found = []
    # A canasta that only grew comes first of its rank, so what is left over is new.
    grown = sorted(verdict.after.own.melds, key=lambda meld: not _has_grown(meld, position))
    for meld in grown:
        if not meld.is_canasta(rules):
            continue
        if before[_place(meld)]:
            before[_place(meld)] -= 1
            continue
        rule, told = _told(meld, position)
        if told:
            found.append(Sentence(told, next((one for one in about if one in (rule, _SIZE)), rule)))
    return found


def _place(meld: Meld) -> str:
    """What keeps apart melds that cannot become one another."""
    return f"{meld.cards[0].suit}-sequence" if meld.is_sequence else meld.rank


def _has_grown(meld: Meld, position: Position) -> bool:
    """Whether a canasta that lay there before is part of this meld."""
    cards = Counter(meld.cards)
    return any(
        old.is_canasta(position.rules) and not Counter(old.cards) - cards for old in position.own.melds
    )


def _told(meld: Meld, position: Position) -> tuple[str, str]:
    """The rule of the bonus and the sentence; an empty one where the canasta brings no bonus of its own."""
    rules = position.rules
    if meld.cards[0].rank == "3":
        return "", ""  # a blocking canasta counts as a whole, and its own sentence says so
    item, rule, points = canasta_bonus(meld, rules)
    text = {
        "samba": gettext("That completes the sequence and makes it a samba, which scores %(points)s points."),
        "wild-canasta": gettext("That makes the wild cards a canasta, with a bonus of %(points)s points."),
        "natural-canasta": gettext(
            "That makes the %(ranks)s a natural canasta; it holds no wild card, so its bonus is "
            "%(points)s points."
        ),
        "mixed-canasta": gettext(
            "That makes the %(ranks)s a mixed canasta; it holds at least one wild card, so its bonus is "
            "%(points)s points."
        ),
    }.get(item, "")
    if not text or not points:
        return rule, ""
    ranks = "" if item in ("samba", "wild-canasta") else naming.meld_name(meld.rank)
    return rule, text % {"ranks": ranks, "points": naming.number(points)}
