"""After a miss: the same rule with other cards, at once and once more at the end of the stage.

What is owed is read from the answers, so nothing is kept besides. A step was missed where an answer was wrong or the
worked answer had been shown; a sister counts as asked once it was answered rightly or its answer was told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from django.urls import reverse
from django.utils.translation import gettext

from lessons.content.reading import Item, Library, Stage
from lessons.fresh.sisters import MARK, base_slug, sister_number
from lessons.fresh.variants import FIRST_SISTER, fresh_variant
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION
from lessons.kinds.asking.hints import HINT_COUNT
from tutor.learning.addresses import next_place, stage_url
from tutor.learning.companions import left_out
from tutor.learning.models import Attempt, Learner

When = Literal["now", "end"]
_TIMES: Final[dict[When, int]] = {"now": 1, "end": 2}
"""How many sisters of a missed step are to have been asked by then."""


NextPlace = tuple[str, str, str, Item | None]
"""Where Next leads, as ``next_place`` says it: kind of place, label, address, and the item if it is one."""
AGAIN: Final = "again"
"""The kind of place where a step that was missed is asked again."""


@dataclass(slots=True)
class _Answered:
    """What is known of a step: what was seen, whether it was missed, and what was answered since by sister."""

    seen: set[str] = field(default_factory=set)
    missed: bool = False
    sisters: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def asked(self) -> int:
        """How many sisters were answered rightly, or were told, since the miss."""
        return sum(map(is_settled, self.sisters.values()))


def is_settled(outcomes: Sequence[str]) -> bool:
    """Whether an exercise with these answers is done with: right, or its answer was told."""
    wrong = outcomes.count(Attempt.Outcome.WRONG)
    return Attempt.Outcome.RIGHT in outcomes or wrong >= MISSES_BEFORE_SOLUTION


def next_or_again(item: Item, *, library: Library, learner: Learner | None) -> NextPlace:
    """Where Next leads from an exercise on its own page: of a step that was missed first to the same rule again."""
    stage = _stage_of(item, library)
    if stage is not None and learner is not None:
        answered = _answered(learner, stage)
        again = _again(item, "now", answered) or (
            _first_at_end(stage, answered) if item == stage.steps[-1] else None
        )
        if again is not None:
            return again
    return next_place(item, library)


def next_after_again(step: Item, when: When, *, library: Library, learner: Learner) -> NextPlace:
    """Where Next leads from a sister of this step: on where the learner was, or to the next one that was missed."""
    stage = _stage_of(step, library)
    if stage is None:  # not asked again there
        return next_place(step, library)
    answered = _answered(learner, stage)
    if when == "now" and step != stage.steps[-1]:
        return next_place(step, library)
    found = _first_at_end(stage, answered, behind=step if when == "end" else None)
    return found or ("stage", gettext("Finish the stage"), stage_url(stage), None)


def again_url(step: Item, sister: Item, when: When) -> str:
    """Where a step that was missed is asked again with the cards of this sister."""
    return reverse("lessons:step-missed", args=[step.group, step.name, when, sister_number(sister.slug)])


def _stage_of(item: Item, library: Library) -> Stage | None:
    """The stage of a step of the course; None for puzzles, sisters and what the content has no more."""
    if item.is_puzzle or MARK in item.slug:
        return None
    group = library.stage(item.group)
    return group if group is not None and item in group.steps else None


def _answered(learner: Learner, stage: Stage) -> dict[str, _Answered]:
    """What was answered of this stage, by step; one query."""
    rows = (
        Attempt.objects.filter(learner=learner, item__slug__startswith=f"{stage.slug}/")
        .order_by("created", "id")
        .values_list("item__slug", "outcome", "hints")
    )
    found: dict[str, _Answered] = defaultdict(_Answered)
    for slug, outcome, hints in rows:
        one = found[base_slug(slug)]
        one.seen.add(slug)
        if sister_number(slug) in range(FIRST_SISTER):
            continue  # its answer is shown worked out
        if MARK in slug:
            one.sisters[slug].append(outcome)
        elif outcome == Attempt.Outcome.WRONG or hints >= HINT_COUNT:
            one.missed, one.sisters = True, defaultdict(list)
    return found


def _first_at_end(
    stage: Stage, answered: dict[str, _Answered], *, behind: Item | None = None
) -> NextPlace | None:
    """The first missed step of a stage that is still owed once more, of those behind a step.

    The last step is not among them: it was asked again only just now.
    """
    first = stage.steps.index(behind) + 1 if behind is not None else 0
    for step in stage.steps[first:-1]:
        found = _again(step, "end", answered)
        if found is not None:
            return found
    return None


def _again(step: Item, when: When, answered: dict[str, _Answered]) -> NextPlace | None:
    """The step with cards that were not seen, where it is still owed by now; None where no cards make another."""
    one = answered[step.slug]
    if not one.missed or one.asked >= _TIMES[when]:
        return None
    begun = {slug for slug, outcomes in one.sisters.items() if not is_settled(outcomes)}
    sister = fresh_variant(step, (one.seen - begun) | left_out())
    if sister is None or base_slug(sister.slug) != step.slug:
        return None
    return AGAIN, gettext("Again with other cards"), again_url(step, sister, when), sister
