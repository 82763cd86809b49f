"""Exercises of which something else is right: small changes of the position after which the engine says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice, permutations
from random import Random
from typing import Any, Final, Protocol

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, SUITS
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.text import format_cards, parse_cards
from lessons.content.base import SideTable
from lessons.kinds.common.choosing import OptionsTask, ends, option_verdict
from lessons.kinds.common.reasons import fitting_reasons, reasons_of
from lessons.kinds.common.small_changes import small_changes
from lessons.saying.verdicts import explain

_FAR: Final = 7
"""From this distance on a verdict has nothing to do with what an exercise is about."""
_MOST_CHANGES: Final = 120
_SHUFFLES: Final = 10


class Reasoned(Protocol):
    """What a task has with reasons to choose from."""

    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


class Played(Reasoned, Protocol):
    """What a task has that shows a turn in which one action breaks a rule."""

    @property
    def position(self) -> Position: ...
    @property
    def actions(self) -> tuple[Action, ...]: ...


class Claim(Played, Protocol):
    """What a task has that puts actions forward to be judged."""

    @property
    def unfinished(self) -> bool: ...


def turned_verdicts(task: Claim, rng: Random) -> Iterator[dict[str, Any]]:
    """Small changes that turn the verdict: those where the first rule of the task decides alone come first.

    Last come those that another rule decides, as where what was forbidden is so no more.
    """
    legal = judge(task.position, task.actions, unfinished=task.unfinished, remedy=False).legal
    later = []
    for position, actions in small_changes(task.position, task.actions, rng):
        try:
            verdict = judge(position, actions, unfinished=task.unfinished, remedy=False)
        except EngineError:  # a card or a meld that is not there any more
            continue
        if verdict.legal is None or verdict.legal == legal:
            continue
        told = explain(verdict, position=position, actions=actions, about=task.rules).rule_id
        fitting = fitting_reasons(verdict)
        far = _distance(task, told, fitting, legal=legal) + len({one.rule for one in verdict.broken})
        parts = {"position": position, "actions": actions} | reasons_told(task, told, fitting)
        if far < 2:
            yield parts
        elif far < _FAR:
            later.append((far, parts))
    yield from (parts for _, parts in sorted(later, key=lambda pair: pair[0]))


def turned_options(task: OptionsTask, rng: Random) -> Iterator[dict[str, Any]]:
    """Options in another order, first those of which others are allowed after a small change of the position."""
    legal = _allowed(task.options, task.position)
    for position, _ in islice(small_changes(task.position, (), rng), _MOST_CHANGES):
        if not is_same_moment(task.position, position, task.rules):
            continue
        try:
            found = _allowed(task.options, position)
        except EngineError:  # a card or a meld that is not there any more
            continue
        if found is not None and found != legal:
            yield {"position": position, "options": _shuffled(task.options, rng)}
    for _ in range(_SHUFFLES):
        yield {"options": _shuffled(task.options, rng)}


def turned_mistakes(task: Played, rng: Random) -> Iterator[dict[str, Any]]:
    """Turns with the same mistake at another place: the actions in another order, one less or one more."""
    first = 1 if task.actions[0].verb in ("draw", "take") else 0
    last = len(task.actions) - (1 if ends(task.actions) else 0)
    middle = task.actions[first:last]
    orders = [order for order in islice(permutations(middle), _MOST_CHANGES) if order != middle]
    orders += [(*middle[:place], *middle[place + 1 :]) for place in range(len(middle))]
    ways = [(task.position, order) for order in orders]
    ways += _with_one_more(task.position, middle, rng)
    for position, order in rng.sample(ways, len(ways)):
        yield {"position": position, "actions": (*task.actions[:first], *order, *task.actions[last:])}
    for position, actions in islice(small_changes(task.position, task.actions, rng), _MOST_CHANGES):
        try:
            verdict = judge(position, actions, unfinished=not ends(actions), remedy=False)
        except EngineError:
            continue
        if verdict.legal is False:
            told = explain(verdict, position=position, actions=actions, about=task.rules).rule_id
            yield {"position": position, "actions": actions} | reasons_told(
                task, told, reasons_of(verdict.broken)
            )


def is_same_moment(before: Position, after: Position, rules: Sequence[str]) -> bool:
    """Whether the turn has begun after a change as before it, or that is what these rules are about.

    Else all that is offered would be right or wrong for a reason that has nothing to do with the exercise.
    """
    return before.phase == after.phase or any(rule.startswith("turn.") for rule in rules)


def _with_one_more(
    position: Position, middle: tuple[Action, ...], rng: Random
) -> Iterator[tuple[Position, tuple[Action, ...]]]:
    """A turn with one more action that breaks no rule by itself: a card added to a meld, or three of a rank laid."""
    melds = [meld.rank for meld in position.own.melds if meld.rank in NATURAL_RANKS]
    ranks = [rank for rank in NATURAL_RANKS if rank not in melds]
    more = [Action(verb="add", cards=(CARDS[rank + rng.choice(SUITS)],), target=rank) for rank in melds]
    three = rng.choice(ranks) if ranks else "A"
    more.append(Action(verb="meld", cards=tuple(CARDS[three + suit] for suit in rng.sample(SUITS, 3))))
    for action in more:
        try:
            there = replace(position, hand=(*position.hand, *action.cards))
        except EngineError:  # a card more often than the deck has it
            continue
        for place in range(len(middle) + 1):
            yield there, (*middle[:place], action, *middle[place:])


def turned_sides(side: SideTable, rng: Random) -> Iterator[SideTable]:
    """The same deal with a card more or less in a meld, or in a hand that holds some: another number comes out."""
    ways = [("melds", place) for place in range(len(side.melds))]
    ways += [("hands", place) for place, hand in enumerate(side.hands) if hand]
    rng.shuffle(ways)
    for part, place in ways:
        texts = list(getattr(side, part))
        cards = parse_cards(texts[place])
        naturals = [card for card in cards if card.is_natural]
        if not naturals:
            continue
        one = rng.choice(naturals)
        more = (*cards, *parse_cards(naturals[0].rank + rng.choice(SUITS)))
        place_of_one = cards.index(one)
        fewer = (*cards[:place_of_one], *cards[place_of_one + 1 :])
        for anew in rng.sample((more, fewer), 2):
            if len(anew) >= (3 if part == "melds" else 1):
                texts[place] = format_cards(anew)
                yield side.model_copy(update={part: tuple(texts)})


def _allowed(options: Sequence[tuple[Action, ...]], position: Position) -> frozenset[int] | None:
    """The places of the options that are allowed; None where one of them is not decided. Raises EngineError."""
    verdicts: list[Verdict] = [option_verdict(position, actions) for actions in options]
    if any(verdict.legal is None for verdict in verdicts):
        return None
    return frozenset(place for place, verdict in enumerate(verdicts) if verdict.legal)


def _shuffled(options: Sequence[tuple[Action, ...]], rng: Random) -> tuple[tuple[Action, ...], ...]:
    return tuple(rng.sample(options, len(options)))


def _distance(task: Claim, told: str, fitting: Set[str], *, legal: bool | None) -> int:
    """How far the other verdict is from what a task is about, 0 where its first rule decides.

    What was forbidden and is not any more is about the rule that forbade it, whatever allows it now.
    """
    if task.rules[0] in fitting:
        return 0
    if not fitting.isdisjoint(task.rules):
        return 2
    topics = {rule.partition(".")[0] for rule in (*task.rules, *task.reasons)}
    return 4 if not legal or told.partition(".")[0] in topics else _FAR


def reasons_told(task: Reasoned, told: str, fitting: Set[str]) -> dict[str, Any]:
    """The reasons with the one that is told among them, and the rules with it where none of them decides."""
    reasons: tuple[str, ...] = task.reasons
    rules: tuple[str, ...] = task.rules
    if told not in reasons:
        place = max((place for place, rule in enumerate(reasons) if rule not in fitting), default=-1)
        if place >= 0:
            reasons = (*reasons[:place], told, *reasons[place + 1 :])
    return {"reasons": reasons, "rules": rules if not fitting.isdisjoint(rules) else (*rules, told)}
