"""Rounds of puzzles: beginning one, the first answer to each question, skipping, ending, and what came of it.

Of each question the first answer counts. A round is written only under its lock, so that two tabs, a reload and a form
sent twice neither lose nor double anything; what is open is found in the database, so a restart loses nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION
from lessons.parting.families import FAMILIES
from tutor.learning.models import Attempt, Draft, Learner
from tutor.learning.review import note_told
from tutor.puzzles import ratings
from tutor.puzzles.choosing import LEVELS, NOT_LONG, Candidate, choose, own_target, pool_of
from tutor.puzzles.models import Round
from tutor.puzzles.statistics import START
from tutor.puzzles.usual import usual_families

SKIPPED: Final = "skipped"
STORM: Final = timedelta(minutes=3)
GRACE: Final = timedelta(seconds=2)
"""An answer on its way when the clock runs out still counts."""
SECOND_CLICK: Final = timedelta(seconds=5)
"""A clock that was started longer ago is not meant by another click on Begin."""
MOST_QUESTIONS: Final = 300
"""A round that is never ended ends after so many."""
STREAK_STEP: Final = 60.0
STORM_STEP: Final = 40.0
"""So much harder each next question is where the difficulty rises. It begins with the easiest."""
TIMED: Final = (Round.Mode.STORM,)
RISING: Final[Mapping[str, float]] = {Round.Mode.STREAK: STREAK_STEP, Round.Mode.STORM: STORM_STEP}
ENDLESS: Final = (Round.Mode.THEME, Round.Mode.MIXED)
"""Rounds at the learner's own level, which go on until the learner ends them, with hints and more tries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a round asks about: families of rule sets, and the level beside one's own where it is of several themes."""

    families: tuple[str, ...] = ("classic",)
    level: str = "same"

    def to_json(self) -> dict[str, Any]:
        return {"families": list(self.families), "level": self.level}


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A question that was not right; ``base`` is the exercise whose sister it may be."""

    item: Item
    base: Item


def choice_of(stored: Mapping[str, Any]) -> Choice:
    """A choice as it is kept; what is not known is left out."""
    families = tuple(family for family in FAMILIES if family in stored.get("families", ()))
    level = str(stored.get("level", ""))
    return Choice(families=families or Choice().families, level=level if level in LEVELS else Choice().level)


def choice_for(played: Round) -> Choice:
    """What a round asks about. One about a theme that was begun without a choice asks about all rule sets."""
    if played.theme and not played.choice:
        return Choice(families=tuple(FAMILIES))
    return choice_of(played.choice)


# Finding


def kept_choice(learner: Learner | None, mode: str, theme: str = "") -> Choice:
    """What is chosen beforehand: the rule sets of the latest round of any mode, the level of the last of this one.

    Whoever has chosen Samba for a storm finds it chosen everywhere; a theme that has none of it asks about all it has.
    Who has chosen nothing yet plays by the rules of their class.
    """
    chosen = _with_choice(learner)
    own = chosen.filter(mode=mode, theme=theme).first()
    families = kept_families(learner) or (() if theme else Choice().families)
    if theme:
        there = families_of(theme)
        families = tuple(family for family in families if family in there) or there
    return Choice(families=families, level=choice_of(own.choice).level if own else Choice().level)


def kept_families(learner: Learner | None) -> tuple[str, ...]:
    """The rule sets that were chosen last, else those by which the learner plays; none where nothing is known."""
    latest = _with_choice(learner).first()
    return choice_of(latest.choice).families if latest else usual_families(learner)


def _with_choice(learner: Learner | None) -> QuerySet[Round]:
    if learner is None:
        return Round.objects.none()
    return Round.objects.filter(learner=learner).exclude(choice={})


def families_of(theme: str) -> tuple[str, ...]:
    """The families of rule sets that a theme has puzzles of, in their order."""
    there = {one.family for one in pool_of(theme=theme)}
    return tuple(family for family in FAMILIES if family in there)


def open_round(learner: Learner | None, mode: str, theme: str = "") -> Round | None:
    """The round of this mode, and about this theme, that can be gone on with."""
    if learner is None:
        return None
    found = Round.objects.filter(learner=learner, mode=mode, theme=theme, finished=None).first()
    return None if found is None or is_over(found) else found


def last_over(learner: Learner | None, mode: str, theme: str = "", *, but: int = 0) -> Round | None:
    """The last round of this mode that is over; another one than ``but``."""
    if learner is None:
        return None
    rounds = Round.objects.filter(learner=learner, mode=mode, theme=theme).exclude(pk=but)
    return next((one for one in rounds[:3] if is_over(one)), None)


def best(learner: Learner | None, mode: str, *, but: int = 0) -> int:
    """The most right answers in a round of this mode."""
    if learner is None:
        return 0
    rounds = Round.objects.filter(learner=learner, mode=mode).exclude(pk=but)
    return rounds.aggregate(most=Max("right"))["most"] or 0


def is_over(played: Round, now: datetime | None = None) -> bool:
    """Whether no further answer counts: it was ended, or its clock has run out."""
    if played.finished is not None:
        return True
    return played.ends is not None and (now or timezone.now()) > played.ends + GRACE


def next_number(played: Round) -> int | None:
    """The first open question, counted from one; None where the round is over."""
    if is_over(played):
        return None
    for number, question in enumerate(played.questions, start=1):
        if question["outcome"] is None:
            return number
    return None


def outcome_of(played: Round, number: int) -> str | None:
    """What came of a question: right, wrong, undecided or skipped; None while it is open."""
    outcome: str | None = played.questions[number - 1]["outcome"]
    return outcome


def is_told(played: Round, number: int, *, misses: int) -> bool:
    """Whether a miss is explained by now: its tries are used up, it was asked for, or the round is over."""
    shown: bool = played.questions[number - 1].get("shown", False)
    return shown or misses >= MISSES_BEFORE_SOLUTION or is_over(played)


def item_of(played: Round, number: int) -> Item | None:
    """The exercise of a question, None where the content has it no more."""
    return find_item(played.questions[number - 1]["slug"])


def answered(played: Round) -> int:
    """How many questions have been answered, rightly or not."""
    return sum(question["outcome"] not in (None, SKIPPED) for question in played.questions)


def may_skip(played: Round) -> bool:
    """Whether a question may be left out: in a streak one of them."""
    if is_over(played):
        return False
    skipped = any(question["outcome"] == SKIPPED for question in played.questions)
    return played.mode != Round.Mode.STREAK or not skipped


def skip_costs(played: Round, number: int) -> bool:
    """Whether leaving a question out costs points of the rating: at the learner's own level, while that is rated."""
    return played.rated and played.mode in ENDLESS and _is_open(played, number)


def missed(played: Round) -> list[Missed]:
    """The questions that were answered wrongly, in order."""
    found = []
    for question in played.questions:
        if question["outcome"] != Attempt.Outcome.WRONG:
            continue
        item, base = find_item(question["slug"]), find_item(base_slug(question["slug"]))
        if item is not None and base is not None:
            found.append(Missed(item=item, base=base))
    return found


def is_unrated(*, learner: Learner, slug: str) -> bool:
    """Whether a running round asks this exercise without rating: a storm, or one that was begun so."""
    running = Round.objects.filter(learner=learner, rated=False, finished=None)
    return any(
        question["slug"] == slug and question["outcome"] is None
        for played in running
        if not is_over(played)
        for question in played.questions
    )


# Writing


@transaction.atomic
def begin(
    *,
    learner: Learner,
    mode: str,
    rng: Random,
    theme: str = "",
    choice: Choice | None = None,
    rated: bool = True,
    anew: bool = False,
) -> Round | None:
    """A new round, or the one that is still open; ``anew`` ends that one first. None where no puzzle fits.

    An open one to which nothing was answered yet, and which asks for the same, is taken for the new one.
    """
    Learner.objects.select_for_update().get(pk=learner.pk)  # two at the same moment come one after the other
    kept = choice.to_json() if choice and _says_something(choice, theme) else {}
    before = open_round(learner, mode, theme)
    if before is not None and (not anew or _is_untouched(before, kept, rated=rated)):
        return before
    lapsed = Round.objects.filter(learner=learner, mode=mode, finished=None, ends__lt=timezone.now() - GRACE)
    lapsed.update(finished=F("ends"))
    made = Round(
        learner=learner, mode=mode, theme=theme, choice=kept, rated=rated and mode not in TIMED,
        ends=timezone.now() + STORM if mode in TIMED else None,
    )  # fmt: skip
    if not _ask(made, rng=rng):
        return None
    if before is not None:
        before.finished = timezone.now()
        before.save(update_fields=["finished"])
    made.save()
    return made


@transaction.atomic
def answer(*, played: Round, number: int, attempt: Attempt, rng: Random) -> None:
    """Note the outcome of a question, counted from one, and ask the next. Only the first answer in time counts."""
    row = _locked(played)
    if _is_open(row, number) and not is_over(row) and _counts(row, attempt):
        row.questions[number - 1]["outcome"] = str(attempt.outcome)
        row.right += attempt.outcome == Attempt.Outcome.RIGHT
        missed_streak = row.mode == Round.Mode.STREAK and attempt.outcome == Attempt.Outcome.WRONG
        if missed_streak or not _ask(row, rng=rng):
            row.finished = timezone.now()
        row.save()
    _copy(row, played)


@transaction.atomic
def skip(*, played: Round, number: int, rng: Random) -> None:
    """Leave out a question; the next is as difficult. Nothing happens the second time, in a streak to a second one."""
    row = _locked(played)
    if _is_open(row, number) and may_skip(row):
        item = item_of(row, number) if skip_costs(row, number) else None
        if item is not None:
            ratings.skip(learner=row.learner, item=item)
        row.questions[number - 1]["outcome"] = SKIPPED
        if not _ask(row, rng=rng):
            row.finished = timezone.now()
        row.save()
    _copy(row, played)


@transaction.atomic
def show(*, played: Round, number: int) -> None:
    """Keep that the explanation of a missed question was asked for, so that it comes back. Before a miss is none."""
    row = _locked(played)
    missed_it = 1 <= number <= len(row.questions) and outcome_of(row, number) == Attempt.Outcome.WRONG
    item = item_of(row, number) if missed_it else None
    if item is not None:
        row.questions[number - 1]["shown"] = True
        row.save(update_fields=["questions"])
        note_told(learner=row.learner, item=item)
    _copy(row, played)


@transaction.atomic
def end(*, played: Round) -> None:
    """End a round; ending it once more changes nothing."""
    row = _locked(played)
    if row.finished is None:
        row.finished = timezone.now()
        row.save(update_fields=["finished"])
    _copy(row, played)


@transaction.atomic
def replace_gone(*, played: Round, number: int, rng: Random) -> None:
    """Ask another question in place of an open one that the content has no more; end the round if there is none."""
    row = _locked(played)
    if _is_open(row, number) and not is_over(row) and item_of(row, number) is None:
        row.questions = row.questions[: number - 1]
        if not _ask(row, rng=rng):
            row.finished = timezone.now()
        row.save()
    _copy(row, played)


def target_of(played: Round) -> float:
    """The rating of the next puzzle: it rises with each question, or it is near the learner's own."""
    step = RISING.get(played.mode)
    if step is not None:
        return START[1] + step * sum(1 for one in played.questions if one["outcome"] != SKIPPED)
    return own_target(played.learner, choice_of(played.choice).level)


def pool_for(mode: str, *, theme: str = "", choice: Choice | None = None) -> tuple[Candidate, ...]:
    """The puzzles that a round may ask. Drills come by their theme, and in a storm, which names no theme."""
    families = (choice or Choice()).families
    if mode == Round.Mode.STORM:
        return pool_of(families=families, one_step=True)
    if mode == Round.Mode.STREAK:
        return pool_of(families=families, paces=NOT_LONG, drills=False)
    if theme:
        pool = pool_of(theme=theme)
        return tuple(one for one in pool if choice is None or one.family in families) or pool
    return pool_of(families=families, drills=False)


def _ask(played: Round, *, rng: Random) -> bool:
    """Append a question; False, and the round is as it was, where there is none."""
    if len(played.questions) >= MOST_QUESTIONS:
        return False
    item = choose(
        pool_for(played.mode, theme=played.theme, choice=choice_for(played)),
        learner=played.learner,
        target=target_of(played),
        asked=[base_slug(question["slug"]) for question in played.questions],
        rng=rng,
    )
    if item is None:
        return False
    # What was begun elsewhere, if all was seen, is begun once more: a question starts without an answer.
    Draft.objects.filter(learner=played.learner, item__slug=item.slug).delete()
    played.questions = [*played.questions, {"slug": item.slug, "outcome": None}]
    return True


def _counts(played: Round, attempt: Attempt) -> bool:
    """Where one may try again, an answer on which the rules do not decide leaves the question open."""
    return played.mode not in ENDLESS or attempt.outcome != Attempt.Outcome.UNDECIDED


def _is_open(played: Round, number: int) -> bool:
    return 1 <= number <= len(played.questions) and outcome_of(played, number) is None


def _says_something(choice: Choice, theme: str) -> bool:
    """Whether a choice leaves anything out: all rule sets that a theme has are no choice."""
    return not theme or not set(families_of(theme)) <= set(choice.families)


def _is_untouched(played: Round, choice: Mapping[str, Any], *, rated: bool) -> bool:
    """Whether an open round is what a second click on Begin would make."""
    if played.ends is not None and timezone.now() - played.created > SECOND_CLICK:
        return False
    is_same = played.choice == choice and (played.rated == rated or played.mode in TIMED)
    return is_same and all(question["outcome"] is None for question in played.questions)


def _locked(played: Round) -> Round:
    return Round.objects.select_for_update().select_related("learner").get(pk=played.pk)


def _copy(row: Round, played: Round) -> None:
    """Let the round that the caller holds be as it is now."""
    played.questions, played.right, played.finished = row.questions, row.right, row.finished
