"""Two tests: the placement, which finds where in the course to begin, and the readiness test after it.

Every question is an exercise of the course with cards that the learner has not seen, answered once, without hints.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from lessons.content.reading import Item, Library, Stage
from lessons.fresh.sisters import MARK, base_slug, find_item
from lessons.fresh.variants import fresh_variant
from tutor.learning import placement, readiness
from tutor.learning.learner import hold_learner
from tutor.learning.models import Attempt, Learner, Sitting

READINESS_QUESTIONS: Final = 20
READINESS_PERCENT: Final = 75


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One question of a finished test."""

    item: Item
    base: Item
    right: bool


def open_sitting(learner: Learner | None, kind: str) -> Sitting | None:
    """The test of this kind that is not finished yet."""
    if learner is None:
        return None
    return Sitting.objects.filter(learner=learner, kind=kind, finished=None).first()


def last_finished(learner: Learner | None, kind: str) -> Sitting | None:
    """The test of this kind that was finished last."""
    if learner is None:
        return None
    return Sitting.objects.filter(learner=learner, kind=kind).exclude(finished=None).first()


def last_passed(learner: Learner | None) -> Sitting | None:
    """The readiness test that was passed last: a later one that is not passed takes nothing away."""
    if learner is None:
        return None
    done = Sitting.objects.filter(learner=learner, kind=Sitting.Kind.READINESS).exclude(finished=None)
    return next(filter(is_passed, done), None)


@transaction.atomic
def begin(*, learner: Learner, kind: str, library: Library, rng: Random) -> Sitting:
    """A new test, or the one that is still open."""
    hold_learner(learner)
    sitting = open_sitting(learner, kind)
    if sitting is not None:
        return sitting
    sitting = Sitting(learner=learner, kind=kind)
    if kind == Sitting.Kind.READINESS:
        sitting.questions = [_question(item) for item in _readiness(learner, library, rng=rng)]
    else:
        _ask_on(sitting, library=library, rng=rng)
    sitting.save()
    return sitting


@transaction.atomic
def answer(*, sitting: Sitting, number: int, outcome: str, library: Library, rng: Random) -> None:
    """Note the outcome of a question, counted from one; only the first answer counts. Ends a test that is done."""
    row = Sitting.objects.select_for_update().get(pk=sitting.pk)
    question = row.questions[number - 1]
    if question["outcome"] is None and row.finished is None:
        question["outcome"] = outcome
        if row.kind == Sitting.Kind.PLACEMENT:
            _ask_on(row, library=library, rng=rng)
        if all(one["outcome"] for one in row.questions):
            row.finished = timezone.now()
        row.save()
    sitting.questions, sitting.finished = row.questions, row.finished


def next_number(sitting: Sitting) -> int | None:
    """The first open question, counted from one; None where the test is done."""
    for number, question in enumerate(sitting.questions, start=1):
        if question["outcome"] is None:
            return number
    return None


def item_of(sitting: Sitting, number: int) -> Item | None:
    """The exercise of a question, None where there is no such question or the content has it no more."""
    if not 1 <= number <= len(sitting.questions):
        return None
    return find_item(sitting.questions[number - 1]["slug"])


def answered(sitting: Sitting) -> list[Answered]:
    """The questions with their outcome; those that the content has no more are left out."""
    found = []
    for question in sitting.questions:
        item, base = find_item(question["slug"]), find_item(base_slug(question["slug"]))
        if item is not None and base is not None:
            found.append(Answered(item=item, base=base, right=question["outcome"] == Attempt.Outcome.RIGHT))
    return found


def percent(sitting: Sitting) -> int:
    """How much of a test is right, in whole per cent, rounded down."""
    outcomes = [question["outcome"] for question in sitting.questions]
    return 100 * outcomes.count(str(Attempt.Outcome.RIGHT)) // max(1, len(outcomes))


def is_passed(sitting: Sitting) -> bool:
    return sitting.finished is not None and percent(sitting) >= READINESS_PERCENT


def placed_stage(sitting: Sitting | None, library: Library) -> Stage | None:
    """The stage to begin with after a placement; None where nothing was known or there was none."""
    if sitting is None or sitting.finished is None:
        return None
    main = library.branch("main")
    known = placement.known_stages(sitting.questions, library)
    return main[min(known, len(main) - 1)] if known else None


def _ask_on(sitting: Sitting, *, library: Library, rng: Random) -> None:
    """One more question of a placement, if it is not clear yet where to begin. An earlier sort of test ends here."""
    if not all("block" in question for question in sitting.questions):
        return
    step = placement.next_step(sitting.questions, library)
    if step is None:
        return
    item = _with_new_cards(step, seen=_seen(sitting.learner), rng=rng)
    block = placement.reached(sitting.questions, library).blocks
    sitting.questions = [*sitting.questions, _question(item) | {"block": block}]


def _readiness(learner: Learner, library: Library, *, rng: Random) -> list[Item]:
    """Positions that the learner has not worked on; steps with other cards where there is no bank."""
    seen = set(Attempt.objects.filter(learner=learner).values_list("item__slug", flat=True).distinct())
    return readiness.questions(seen=seen, rng=rng) or readiness_items(library, seen=seen, rng=rng)


def readiness_items(library: Library, *, seen: set[str], rng: Random) -> list[Item]:
    """Questions from every stage of the main path, as evenly as their number allows, in the order of the course."""
    main = library.branch("main")
    rounds: list[list[Item]] = []
    decks = [rng.sample(stage.steps, len(stage.steps)) for stage in main]
    while sum(map(len, rounds)) < READINESS_QUESTIONS and any(decks):
        turn = [deck.pop() for deck in decks if deck]
        missing = READINESS_QUESTIONS - sum(map(len, rounds))
        rounds.append(turn if len(turn) <= missing else rng.sample(turn, missing))
    order = {step.slug: place for place, step in enumerate(s for stage in main for s in stage.steps)}
    chosen = sorted((step for turn in rounds for step in turn), key=lambda step: order[step.slug])
    return [_with_new_cards(step, seen=seen, rng=rng) for step in chosen]


def _with_new_cards(item: Item, *, seen: set[str], rng: Random) -> Item:
    """A sister that the learner has not worked on; the exercise itself where other cards make no other question."""
    return fresh_variant(item, seen, rng=rng) or item


def _seen(learner: Learner) -> set[str]:
    slugs = Attempt.objects.filter(learner=learner, item__slug__contains=MARK)
    return set(slugs.values_list("item__slug", flat=True).distinct())


def _question(item: Item) -> dict[str, Any]:
    return {"slug": item.slug, "outcome": None}
