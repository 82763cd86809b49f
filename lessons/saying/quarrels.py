"""What a rule set says to a quarrel, in a word and the sentences that decide."""

from __future__ import annotations

from lessons.content.quarrels import QuarrelEntry
from lessons.parting.probing import Judged, Scored
from lessons.parting.settling import lines_asked, points_asked
from lessons.saying.base import some_points
from lessons.saying.comparing import Outcome, lines_told, outcome_of


def told_of(entry: QuarrelEntry, rule: str, found: Judged | Scored) -> Outcome:
    """The outcome of a quarrel; of a score sheet only what was asked for, so that the same answers look the same."""
    if isinstance(found, Judged):
        return outcome_of(rule, found)
    word = some_points(points_asked(entry, found))
    return Outcome(state="points", word=word, sentences=lines_told(lines_asked(entry, found)))
