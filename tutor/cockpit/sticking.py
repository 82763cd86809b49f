"""Who is stuck, and on what: three misses on one rule, or three minutes in which nothing was done."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext, ngettext

from lessons.content.reading import library
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.common import diagnoses
from tutor.classroom.given import Given
from tutor.learning.models import Attempt

MISSES: Final = 3
IDLE: Final = timedelta(minutes=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck:
    """``id`` is what most of the last misses show, empty where nothing was done for a while; ``last`` is the last."""

    id: str
    text: str
    misses: int
    last: Given | None


def missed_too_often(given: Sequence[Given], about: Mapping[int, Set[str]]) -> Stuck | None:
    """What a pupil misses again and again; ``given`` are the pupil's answers in order.

    ``about`` has the rules of each exercise, by its number. An answer that is right on the first try, and for which no
    hint was asked, ends the misses on the rules of its exercise.
    """
    misses: dict[str, list[Given]] = defaultdict(list)
    for one in given:
        if one.outcome == Attempt.Outcome.WRONG:
            for rule in dict.fromkeys(one.rules):
                misses[rule].append(one)
        elif one.outcome == Attempt.Outcome.RIGHT and one.first and not one.hints:
            for rule in about.get(one.item, ()):
                misses.pop(rule, None)
    often = [(rule, found) for rule, found in misses.items() if len(found) >= MISSES]
    if not often:
        return None
    rule, found = max(often, key=lambda one: (one[1][-1].at, len(one[1])))
    shown = _most_shown(found[-MISSES:], rule)  # what is missed now, whatever it was before
    return Stuck(id=shown, text=_in_words(shown, rule), misses=len(found), last=found[-1])


def idle_since(acted: datetime, *, now: datetime) -> Stuck | None:
    """That nothing was done for so long, if it is long."""
    minutes = int((now - acted).total_seconds() // 60)
    if now - acted < IDLE:
        return None
    text = ngettext("nothing done for %(count)s minute", "nothing done for %(count)s minutes", minutes)
    return Stuck(id="", text=text % {"count": minutes}, misses=0, last=None)


def _most_shown(found: Iterable[Given], rule: str) -> str:
    """What these misses show most often, the latest of equals; that which is about the rule before all else."""
    shown = Counter[str]()
    for one in found:
        shown.update(diagnoses.distinct(one.shown))  # in their order, so that every look names the same
    ordered = list(shown)
    return max(
        shown,
        key=lambda one: (
            one not in diagnoses.UNEXPLAINED,
            diagnosis(one).rule == rule,
            shown[one],
            ordered.index(one),
        ),
        default=diagnoses.about(rule),
    )


def _in_words(shown: str, rule: str) -> str:
    if shown == diagnoses.OTHER:
        page = library().rules.get(rule)  # its answers may be by several rule sets
        return gettext("misses the rule “%(rule)s”") % {"rule": str(page.about) if page else rule}
    return diagnosis(shown).text
