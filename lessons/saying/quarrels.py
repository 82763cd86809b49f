"""What a rule set says to a quarrel: the answer in a word, why, and the rule to read on.

A verdict cites all that it stands on: what makes a canasta, what brings a bonus. Told is what the table quarrels about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.law.rule_ids import STEP_RULES
from engine.law.variants import CLASSIC
from lessons.content.quarrels import QuarrelEntry
from lessons.parting.probing import Judged, Scored, differing
from lessons.parting.settling import Standing, lines_asked, points_asked, refusal_of, was_over
from lessons.saying.base import Sentence, some_points
from lessons.saying.comparing import WORDS_OF_STATE, Outcome, lines_told, word_of
from lessons.saying.engine_errors import error_in_words
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_on_card

MOST: Final = 2
"""So many sentences tell why something is allowed."""
_WHAT_COUNTS: Final = "initial.card-values-only"
"""Where the quarrel is about what counts towards the minimum, a minimum that is missed is missed by this rule."""

_RULE_OF_ERROR: Final = {
    "two-melds-of-a-rank": "meld.one-per-rank",
    "red-three-in-meld": "red3.not-a-meld",
    "no-canasta-when-out": "out.canastas-needed",
    "concealed-needs-canasta": "concealed.own-canasta",
}
"""The rule behind an error of the engine that names none."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the answer is what it is, and the rule to read on; an empty one where it is no rule."""

    rule: str
    sentences: tuple[Sentence, ...]


def outcome_in(now: Standing) -> Outcome | None:
    """The answer in a word, and the sentence that decides; of a score sheet the lines that were asked for.

    None where such a position cannot come up.
    """
    found = now.found
    if found is None:
        return None
    told = reason_for(now).sentences
    if isinstance(found, Judged):
        legal = found.verdict.legal
        return Outcome(state=WORDS_OF_STATE[legal], word=word_of(legal), sentences=told[:1])
    return Outcome(state="points", word=some_points(points_asked(now.entry, found)), sentences=told)


def reason_for(now: Standing) -> Reason:
    """Why this is so. What was not chosen because it changes nothing is left out of it."""
    found = now.found
    if found is None:
        return _of_what_cannot_come_up(now)
    if isinstance(found, Scored):
        return _of_points(now.entry, found)
    ways = [one for one in now.all_found if isinstance(one, Judged)]
    in_all = set.intersection(*(set(_cited(now.entry, one)) for one in ways))
    told = [
        _of_verdict(now, one, [rule for rule in _cited(now.entry, one) if rule in in_all]) for one in ways
    ]
    plainest = told[0]
    if len({one.rule for one in told}) == 1 and len(set(told)) > 1:
        return _by_its_card(plainest.rule, now)
    return plainest


def _cited(entry: QuarrelEntry, found: Judged) -> Sequence[str]:
    """The rules of the quarrel that the verdict stands on: what allows it by their weight, what is broken in order."""
    verdict = found.verdict
    if verdict.legal:
        cited = {finding.rule for finding in verdict.findings}
        return [rule for rule in entry.rules if rule in cited]
    return [finding.rule for finding in verdict.broken if finding.rule in entry.rules]


def _of_verdict(now: Standing, found: Judged, about: Sequence[str]) -> Reason:
    verdict = found.verdict
    told = explain(verdict, position=found.position, actions=found.actions, about=about, reveal=False)
    sentences = [one for one in (told.deciding, *told.further) if one is not None]
    if not verdict.legal:
        missed = verdict.legal is False and told.rule_id in STEP_RULES
        rule = _WHAT_COUNTS if missed and _WHAT_COUNTS in now.entry.rules else told.rule_id
        return Reason(rule, tuple(sentences[:1]))
    sentences = [one for one in sentences if one.rule_id in about][:MOST]
    if sentences:
        return Reason(sentences[0].rule_id, tuple(sentences))
    return _by_its_card(_played_otherwise(now) or now.entry.rules[0], now)


def _played_otherwise(now: Standing) -> str:
    """The rule of the quarrel that this table plays otherwise than is usual; empty without one.

    Where the verdict cites none of its rules, something is allowed because of that one.
    """
    apart = differing(CLASSIC, now.rules)
    return next((rule for rule in now.entry.rules if rule in apart), "")


def _by_its_card(rule: str, now: Standing) -> Reason:
    return Reason(rule, (Sentence(rule_on_card(rule, now.rules), rule),))


def _of_what_cannot_come_up(now: Standing) -> Reason:
    """The rule that keeps the cards from lying so; where it is no rule, the engine's reason."""
    error = refusal_of(now)
    if error is None:
        is_over = was_over(now.entry, now.rules, now.way)
        return _by_its_card("game.target" if is_over else now.entry.rules[0], now)
    rule = error.facts.get("rule") or _RULE_OF_ERROR.get(error.code, "")
    return _by_its_card(rule, now) if rule else Reason("", (Sentence(error_in_words(error)),))


def _of_points(entry: QuarrelEntry, found: Scored) -> Reason:
    lines = lines_told(lines_asked(entry, found))
    named = [line.rule_id for line in lines]
    rule = next((rule for rule in named if rule in entry.rules), entry.rules[0])
    return Reason(rule, lines)
