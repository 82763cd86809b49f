"""Try each plan for a lesson through with thirty simulated pupils: ``python -m tests.tried_plans [plan …]``.

Between them they show, at each exercise, every misconception that it can show: who has one gives the answer that shows
it at every try, the others are right at once. A question of the live round, which takes one answer, is asked live again
from the cockpit. In a mini-deal who has a misconception tries three times what it allows and the rules do not, the
others play it to its point. Printed are for each plan its minutes, how many misconceptions were shown in how many wrong
answers, and how many of them the cockpit named for the pupil who showed them. ``--bank`` does so with an exercise for
each misconception that course and bank know.
"""

from __future__ import annotations

import argparse
import os
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from typing import Final

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.db import connection, transaction
from django.utils import timezone

from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from lessons.content import bank
from lessons.content.deals import MiniDeal, mini_deals
from lessons.content.plans import Live, Plan, plans
from lessons.content.reading import Item, library
from lessons.deals.putting_up import start as put_up
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common import diagnoses
from lessons.kinds.common.result import Result
from tests.factories import UserFactory
from tests.misconceptions_shown import misconceptions_of
from tests.tutor.classroom.makers import owner_of
from tutor.classroom import services as classes
from tutor.classroom.assigning import create_assignment, record_answer
from tutor.classroom.dealing import services as dealing
from tutor.classroom.dealing.models import AssignedDeal, DealTry
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.cockpit.acting import ask_live
from tutor.cockpit.standing import standing_of
from tutor.cockpit.sticking import MISSES
from tutor.editor.items import verdict_on
from tutor.learning.attempts import record_attempt
from tutor.learning.models import Attempt
from tutor.live import services as rounds
from tutor.live.models import LiveRound
from tutor.plans import services
from tutor.plans.models import ClassLesson
from tutor.play import services as playing
from tutor.play.models import PlayedGame
from tutor.play.sitting import NotAllowedError

PUPILS = 30
MOST_QUESTIONS = 200
DRAW: Final = Action(verb="draw")
A_LESSON = 20
"""So many exercises of the bank are gone through by one class."""


@dataclass(kw_only=True)
class Tried:
    """What came of a plan: the misconceptions that were shown, and those of them that the cockpit named."""

    title: str
    minutes: int = 0
    shown: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    wrong: int = 0

    @property
    def missed(self) -> set[str]:
        return self.shown - self.named


@dataclass(kw_only=True)
class Lesson:
    """Thirty pupils at work. ``misses`` counts at how many exercises each was wrong, by number."""

    classroom: Classroom
    tried: Tried
    pupils: list[Pupil]
    misses: Counter[int] = field(default_factory=Counter)

    def ask(self, item: Item, *, assignment: Assignment, number: int) -> None:
        """Everybody at a question of an assignment: three tries for who holds a misconception, one for the others."""
        for holders in self._held(item):
            for pupil in self.pupils:
                result = holders[pupil.pk][1] if pupil.pk in holders else _right(item)
                for _ in range(MISSES if pupil.pk in holders else 1):
                    attempt = self._attempt(item, pupil, result)
                    record_answer(attempt=attempt, assignment=assignment, pupil=pupil, number=number)
            self._look({pk: shown for pk, (shown, _) in holders.items()})

    def ask_live(self, lesson: ClassLesson, plan: Plan, name: str, items: Sequence[Item]) -> None:
        """The live round of a part; then each of its questions is asked live once more, as often as it takes misses."""
        held = [list(self._held(item)) for item in items]
        live = services.begin_round(lesson=lesson, plan=plan, name=name, teacher=owner_of(self.classroom))
        for question, (item, groups) in enumerate(zip(items, held, strict=True), start=1):
            self._answer_live(live, question, item, groups[0])
        for item, groups in zip(items, held, strict=True):
            for holders in groups:
                for _ in range(MISSES):
                    live = ask_live(
                        classroom=self.classroom, teacher=owner_of(self.classroom), slug=item.slug
                    )
                    self._answer_live(live, 1, item, holders)
                self._look({pk: shown for pk, (shown, _) in holders.items()})

    def _answer_live(
        self, live: LiveRound, question: int, item: Item, holders: dict[int, tuple[str, Result]]
    ) -> None:
        for pupil in self.pupils:
            result = holders[pupil.pk][1] if pupil.pk in holders else _right(item)
            with transaction.atomic():
                attempt = self._attempt(item, pupil, result)
                rounds.record_answer(live=live, pupil=pupil, place=question, attempt=attempt)
        for step in ("close", "next"):
            rounds.step(live=live, do=step, place=question)

    def play(self, assigned: AssignedDeal, mini: MiniDeal) -> None:
        """Everybody plays a mini-deal; ``tries`` that are not allowed are found at its first position."""
        tries = refused_at(mini)
        assert len(tries) <= len(self.pupils), mini.slug
        free = sorted(self.pupils, key=lambda pupil: self.misses[pupil.pk])
        held = {pupil.pk: shown for pupil, shown in zip(free, sorted(tries), strict=False)}
        self.misses.update(held.keys())
        for pupil in self.pupils:
            game = dealing.begin(assigned=assigned, pupil=pupil)
            if pupil.pk not in held:
                play_model(game, mini)
                continue
            before, action = tries[held[pupil.pk]]
            for one in before:
                playing.act(game=game, stamp=playing.sitting_of(game).stamp, action=one)
            for _ in range(MISSES):
                self.tried.wrong += 1
                with suppress(NotAllowedError):
                    playing.act(game=game, stamp=playing.sitting_of(game).stamp, action=action)
        reached = DealTry.objects.filter(assigned=assigned, outcome=PlayedGame.Outcome.REACHED).count()
        assert reached == len(self.pupils) - len(held), (mini.slug, reached)
        self._look(held)

    def _held(self, item: Item) -> Iterator[dict[int, tuple[str, Result]]]:
        """Who shows what at this exercise: what was not named yet first, each by somebody who was right so far.

        Where it can show more than there are pupils, it is asked more than once.
        """
        known = misconceptions_of(item)
        ordered = sorted(known, key=lambda shown: (shown in self.tried.named, shown))
        for first in range(0, max(1, len(ordered)), len(self.pupils)):
            free = sorted(self.pupils, key=lambda pupil: self.misses[pupil.pk])
            some = ordered[first : first + len(self.pupils)]
            held = {pupil.pk: (shown, known[shown]) for pupil, shown in zip(free, some, strict=False)}
            self.misses.update(held.keys())
            yield held

    def _attempt(self, item: Item, pupil: Pupil, result: Result) -> Attempt:
        if result.outcome == "wrong":
            self.tried.wrong += 1
        return record_attempt(
            learner=pupil.learner, item=item, result=result, hints=0, language="en", token=uuid.uuid4()
        )

    def _look(self, holders: dict[int, str]) -> None:
        """Look at the cockpit, and note which misconceptions it names for the pupils who have them."""
        for line in standing_of(self.classroom).lines:
            shown = holders.get(line.pupil.pk)
            if shown is not None:
                self.tried.shown.add(shown)
                if line.stuck is not None and line.stuck.id == shown and line.stuck.text:
                    self.tried.named.add(shown)


def refused_at(mini: MiniDeal) -> dict[str, tuple[tuple[Action, ...], Action]]:
    """What somebody can try on the first turn that the rules do not allow, by the misconception that it shows.

    Each with what is done before it; of several that show the same, that which breaks the fewest rules.
    """
    first = put_up(mini)
    drawn = first.play(DRAW)
    found: dict[str, tuple[int, tuple[Action, ...], Action]] = {}
    for deal, before in ((first, ()), (drawn, (DRAW,))):
        for action in _tries(deal.hands[mini.seat]):
            rules = [str(one.rule) for one in verdict_on(deal.position(), (*deal.actions, action)).broken]
            if rules:
                shown = diagnoses.overlooks(rules[0])
                one = (len(rules), before, action)
                found[shown] = min(found.get(shown, one), one, key=lambda one: one[0])
    return {shown: (before, action) for shown, (_, before, action) in found.items()}


def _tries(hand: Sequence[Card]) -> Iterator[Action]:
    """What beginners reach for: a discard, a meld of too few or of mixed cards, the pile with any two cards."""
    cards = sort_cards(set(hand))
    yield from (Action(verb="discard", cards=(card,)) for card in cards)
    yield from (Action(verb="meld", cards=pair) for pair in combinations(cards, 2))
    yield from (Action(verb="meld", cards=three) for three in combinations(cards, 3))
    yield from (Action(verb="take", cards=pair) for pair in combinations(cards, 2))


def play_model(game: PlayedGame, mini: MiniDeal) -> None:
    """The turns that reach the point; the others play in between."""
    for action in chain.from_iterable(mini.model):
        while game.finished is None and playing.sitting_of(game).state == "theirs":
            playing.go_on(game=game, stamp=playing.sitting_of(game).stamp, through=True)
        if game.finished is None:
            playing.act(game=game, stamp=playing.sitting_of(game).stamp, action=action)
    while game.finished is None and playing.sitting_of(game).state == "theirs":
        playing.go_on(game=game, stamp=playing.sitting_of(game).stamp, through=True)


def begun(title: str, *, minutes: int = 0) -> Lesson:
    """A class of thirty."""
    classroom = classes.create_class(user=UserFactory(), name="7b", language="en", aliases=PUPILS)
    pupils = list(classroom.pupils.select_related("learner"))
    return Lesson(classroom=classroom, tried=Tried(title=title, minutes=minutes), pupils=pupils)


def tried_through(
    plan: Plan, *, parts: Sequence[str] = ("live", "stage", "deal", "exit"), most: int = MOST_QUESTIONS
) -> Tried:
    """A plan put into a class by one press, and its parts of these kinds gone through; ``most`` questions of each."""
    lesson = begun(plan.title.en, minutes=plan.minutes)
    put = services.put(classroom=lesson.classroom, plan=plan)
    put.classroom = lesson.classroom
    for name, part in plan.named.items():
        if part.kind not in parts:
            continue
        if isinstance(part, Live):
            lesson.ask_live(put, plan, name, [_item(slug) for slug in part.items])
            continue
        made = services.open_part(lesson=put, plan=plan, name=name)
        made.classroom = lesson.classroom
        if isinstance(made, AssignedDeal):
            lesson.play(made, mini_deals()[made.mini])
        else:
            for number, slug in enumerate(made.questions[:most], start=1):
                lesson.ask(_item(slug), assignment=made, number=number)
    return lesson.tried


def all_of_bank() -> Tried:
    """What course and bank can show: an exercise for each misconception, gone through by classes of thirty."""
    known: dict[str, tuple[int, Item]] = {}
    slugs = [*library().items, *(entry.slug for entry in bank.bank().offered)]
    for slug in slugs:
        item = _item(slug)
        for shown, result in misconceptions_of.__wrapped__(item).items():
            beside = len(result.diagnoses)  # rather where it shows alone
            if shown not in known or beside < known[shown][0]:
                known[shown] = beside, item
    tried = Tried(title="all of course and bank")
    items = list({item.slug: item for _, item in known.values()}.values())
    for first in range(0, len(items), A_LESSON):
        _worked_on(items[first : first + A_LESSON], tried)
    return tried


def _worked_on(items: Sequence[Item], tried: Tried) -> None:
    """A class of its own works on these, in one assignment."""
    lesson = begun(tried.title)
    lesson.tried = tried
    made = create_assignment(
        classroom=lesson.classroom, kind=Assignment.Kind.ITEMS, source={"items": [one.slug for one in items]},
        opens=timezone.now(),
    )  # fmt: skip
    made.classroom = lesson.classroom
    for number, item in enumerate(items, start=1):
        lesson.ask(item, assignment=made, number=number)


def _item(slug: str) -> Item:
    item = find_item(slug)
    assert item is not None, slug
    return item


def _right(item: Item) -> Result:
    return grade(item, solution(item) or {})


def _told(tried: Tried, seconds: float) -> str:
    missed = f"  not named: {', '.join(sorted(tried.missed))}" if tried.missed else ""
    return (
        f"{tried.title[:58]:58} {tried.minutes or '':>4} {len(tried.shown):>7} {len(tried.named):>7} "
        f"{tried.wrong:>7} {seconds:>6.0f}{missed}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan", nargs="*", help="slugs of plans; all of them without any")
    parser.add_argument("--bank", action="store_true", help="instead of plans all that course and bank know")
    wanted = parser.parse_args()
    if unknown := sorted(set(wanted.plan) - set(plans())):
        parser.error(f"there is no plan {', '.join(unknown)}")
    connection.creation.create_test_db(verbosity=0)
    shown: set[str] = set()
    print(f"{'plan':58} {'min':>4} {'shown':>7} {'named':>7} {'wrong':>7} {'s':>6}")
    chosen = [one for slug, one in plans().items() if not wanted.plan or slug in wanted.plan]
    for tried, seconds in _timed(
        [all_of_bank] if wanted.bank else [partial(tried_through, one) for one in chosen]
    ):
        shown |= tried.shown
        print(_told(tried, seconds), flush=True)
    print(f"{len(shown)} misconceptions in all")


def _timed(tries: Iterable[Callable[[], Tried]]) -> Iterator[tuple[Tried, float]]:
    for one in tries:
        start = time.perf_counter()
        yield one(), time.perf_counter() - start


if __name__ == "__main__":
    main()
