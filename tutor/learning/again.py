"""After a miss: the same rule with other cards, at once and once more at the end of the stage.

What is owed is read from the answers, so nothing is kept besides. A step was missed where an answer was wrong or the
worked answer had been shown; a sister counts as asked once it was answered rightly or its answer was told.

Where the answer is picked from answers that are offered, a wrong pick tells the answer and closes the position, and the
next sister follows: until one is right, or three answers in a row were wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from lessons.content.providers import provider_of
from lessons.content.reading import Item, Library, Stage
from lessons.fresh.sisters import MARK, base_item, base_slug, sister_number, sister_of
from lessons.fresh.variants import FIRST_SISTER, fresh_variant
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.registry import kind_of
from tutor.learning.addresses import item_url, next_place, stage_url
from tutor.learning.companions import left_out
from tutor.learning.models import Attempt, Learner
from tutor.learning.untold import told_to

When = Literal["now", "end"]
_TIMES: Final[dict[When, int]] = {"now": 1, "end": 2}
"""How many sisters of a missed step are to have been asked by then."""


NextPlace = tuple[str, str, str, Item | None]
"""Where Next leads, as ``next_place`` says it: kind of place, label, address, and the item if it is one."""
AGAIN: Final = "again"
"""The kind of place where a step that was missed is asked again."""


@dataclass(slots=True)
class _Answered:
    """What is known of a step: what was seen, whether it was missed, and what was answered since by sister.

    ``since`` are the outcomes of sisters since the miss, in their order.
    """

    seen: set[str] = field(default_factory=set)
    missed: bool = False
    sisters: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    since: list[str] = field(default_factory=list)

    def miss(self) -> None:
        """The step itself was missed: what was asked before counts no more."""
        self.missed, self.sisters, self.since = True, defaultdict(list), []

    def asked(self, step: Item) -> int:
        """How many times it was asked again since the miss, until right or told."""
        if not closes(step):
            return sum(is_settled(step, outcomes) for outcomes in self.sisters.values())
        times, wrong = 0, 1  # the step's own answer is the first of a row
        for outcome in self.since:
            wrong += outcome == Attempt.Outcome.WRONG
            if outcome == Attempt.Outcome.RIGHT or wrong >= MISSES_BEFORE_SOLUTION:
                times, wrong = times + 1, 0
        return times


def closes(item: Item) -> bool:
    """Whether a wrong answer closes a position of this exercise, because other cards can follow it."""
    base = base_item(base_slug(item.slug))
    return (
        base is not None
        and kind_of(base).is_picked(base)
        and provider_of(base.slug) is None
        and sister_of(base, FIRST_SISTER) is not None
    )


def is_settled(item: Item, outcomes: Sequence[str]) -> bool:
    """Whether an exercise with these answers is done with: right, or its answer was told."""
    enough = 1 if closes(item) else MISSES_BEFORE_SOLUTION
    return Attempt.Outcome.RIGHT in outcomes or outcomes.count(Attempt.Outcome.WRONG) >= enough


def follows(item: Item, learner: Learner) -> bool:
    """Whether other cards follow this answer at once: it was wrong, and not the third of the day in a row."""
    if not closes(item):
        return False
    slug = base_slug(item.slug)
    rows = Attempt.objects.filter(
        Q(item__slug=slug) | Q(item__slug__startswith=f"{slug}{MARK}"), learner=learner,
        created__gte=timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0),
    ).exclude(outcome=Attempt.Outcome.UNDECIDED)  # fmt: skip
    last = list(rows.order_by("-created", "-id").values_list("outcome", flat=True)[:MISSES_BEFORE_SOLUTION])
    wrong = next((place for place, one in enumerate(last) if one == Attempt.Outcome.RIGHT), len(last))
    return 0 < wrong < MISSES_BEFORE_SOLUTION


def with_other_cards() -> str:
    """What Next says where the same is asked again."""
    return gettext("Again with other cards")


def next_or_again(item: Item, *, library: Library, learner: Learner | None) -> NextPlace:
    """Where Next leads from an exercise on its own page: of a step that was missed first to the same rule again."""
    if MARK in item.slug and learner is not None:
        another = _another(item, learner)
        return (
            ("step", with_other_cards(), item_url(another), another) if another else next_place(item, library)
        )
    stage = _stage_of(item, library)
    if stage is not None and learner is not None:
        answered = _answered(learner, stage)
        never_right = closes(item) and Attempt.Outcome.RIGHT not in answered[item.slug].since
        again = _again(item, "now", answered, always=never_right) or (
            _first_at_end(stage, answered) if item == stage.steps[-1] else None
        )
        if again is not None:
            return again
    return next_place(item, library)


def next_after_again(
    step: Item, when: When, *, library: Library, learner: Learner, skipping: bool = False
) -> NextPlace:
    """Where Next leads from a sister of this step: to another one while it is still owed, on where the learner was, or
    to the next step that was missed. With ``skipping`` this step is left as it is.
    """
    stage = _stage_of(step, library)
    if stage is None:  # not asked again there
        return next_place(step, library)
    answered = _answered(learner, stage)
    another = _again(step, when, answered) if closes(step) and not skipping else None
    if another is not None:
        return another
    if when == "now" and step != stage.steps[-1]:
        return next_place(step, library)
    found = _first_at_end(stage, answered, behind=step if when == "end" else None)
    return found or ("stage", gettext("Finish the stage"), stage_url(stage), None)


def again_url(step: Item, sister: Item, when: When) -> str:
    """Where a step that was missed is asked again with the cards of this sister."""
    return reverse("lessons:step-missed", args=[step.group, step.name, when, sister_number(sister.slug)])


def _stage_of(item: Item, library: Library) -> Stage | None:
    """The stage of a step or a further exercise; None for puzzles, sisters and what the content has no more."""
    if item.is_puzzle or MARK in item.slug:
        return None
    group = library.stage(item.group)
    return group if group is not None and item in group.exercises else None


def _answered(learner: Learner, stage: Stage) -> dict[str, _Answered]:
    """What was answered of this stage, by step; one query and those of `untold`."""
    rows = (
        told_to(learner)
        .filter(item__slug__startswith=f"{stage.slug}/")
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
            one.since.append(outcome)
        elif outcome == Attempt.Outcome.WRONG or hints >= HINT_COUNT:
            one.miss()
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
            kind, _, url, sister = found
            label = gettext("On to step %(number)s") % {"number": step.number}
            return kind, label, url, sister
    return None


def _again(
    step: Item, when: When, answered: dict[str, _Answered], *, always: bool = False
) -> NextPlace | None:
    """The step with cards that were not seen, where it is still owed by now; None where no cards make another.

    With ``always`` it is owed as soon as it was missed.
    """
    one = answered[step.slug]
    if not one.missed or (one.asked(step) >= _TIMES[when] and not always):
        return None
    begun = {slug for slug, outcomes in one.sisters.items() if not is_settled(step, outcomes)}
    sister = fresh_variant(step, (one.seen - begun) | left_out())
    if sister is None or base_slug(sister.slug) != step.slug:
        return None
    return AGAIN, with_other_cards(), again_url(step, sister, when), sister


def _another(sister: Item, learner: Learner) -> Item | None:
    """Other cards after a sister that was closed by a wrong answer; None after any other."""
    slug = base_slug(sister.slug)
    rows = Attempt.objects.filter(learner=learner, item__slug__startswith=f"{slug}{MARK}")
    answered = list(rows.order_by("created", "id").values_list("item__slug", "outcome"))
    last = next((outcome for one, outcome in reversed(answered) if one == sister.slug), None)
    if last != Attempt.Outcome.WRONG or not closes(sister):
        return None
    found = fresh_variant(sister, {one for one, _ in answered} | left_out())
    return found if found is not None and base_slug(found.slug) == slug else None
