"""What remains of a question when suits and ranks of equal value do not count: to find two puzzles that are the same.

Where sequences are played the ranks stay and the suits change places; else suits are dropped and ranks change places
within their value. A rank (or suit) is known by the question as it looks with this rank marked; ranks of one value are
put in the order of these looks, and the question is written with their places instead of their names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, SUITS, Card
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.notation.text import parse_cards
from lessons.content.base import Task
from lessons.kinds.registry import given

_CLASSES: Final = ("4567", "89TJQK", "A")
_PLAIN: Final = ("kind", "find", "compute", "count", "unfinished", "player", "against", "opened")


def canonical(task: Task, rules: RuleSet) -> str:
    """A short text that two tasks share if one is the other with other cards of the same value."""
    if rules.sequences:
        labels: dict[str, str] = dict.fromkeys(SUITS, ".")
        order = sorted(SUITS, key=lambda suit: _look(task, rules, labels | {suit: "x"}))
        found = {suit: str(place) for place, suit in enumerate(order)}
    else:
        labels = {rank: f"{number}." for number, group in enumerate(_CLASSES) for rank in group}
        found = {}
        for number, group in enumerate(_CLASSES):
            order = sorted(group, key=lambda rank: _look(task, rules, labels | {rank: "x"}))
            found |= {rank: f"{number}{place}" for place, rank in enumerate(order)}
    return hashlib.sha256(_look(task, rules, found).encode()).hexdigest()


def pattern(task: Task, rules: RuleSet) -> str:
    """What is put forward, without the table: the rule that decides and each action by the values of its cards.

    Tasks that put nothing forward are as different as :func:`canonical` finds them.
    """
    shown = given(task)
    lists = [*shown.lists, *((shown.tempting,) if shown.tempting else ())]
    if not lists:
        return canonical(task, rules)
    said = sorted([_values(actions) for actions in lists])
    return repr((task.kind, task.rules[0], said))


def _values(actions: tuple[Action, ...]) -> list[str]:
    """A list of actions with the values of cards in place of their ranks, each in the order of their values."""

    def card(card: Card) -> str:
        if card.rank == "3":
            return "r3" if card.is_red_three else "b3"
        return card.rank if card.is_wild else str(card.points)

    return [f"{action.verb} {' '.join(sorted(map(card, action.cards)))}" for action in actions]


def _look(task: Task, rules: RuleSet, labels: Mapping[str, str]) -> str:
    one = _Writer(rules, labels)
    shown = given(task)
    own = {name: getattr(task, name) for name in type(task).model_fields}
    parts: list[Any] = [rules.name, [(name, str(own.get(name, ""))) for name in _PLAIN]]
    if shown.position is not None:
        parts += one.position(shown.position)
    parts.append([one.action(action) for action in shown.actions])
    parts.append(sorted([one.action(action) for action in option] for option in shown.options))
    parts.append(one.cards(shown.cards))
    parts.append([one.card(card) for card in shown.next_cards])
    for side in shown.sides.values():
        parts += [
            sorted(one.cards(parse_cards(meld)) for meld in side.melds), len(parse_cards(side.red_threes)),
            sorted(one.cards(parse_cards(hand)) for hand in side.hands), side.went_out, side.score_before,
        ]  # fmt: skip
    parts.append(one.target(own.get("do") or ""))
    parts += [str(own.get(name, "")) for name in ("wrong", "score")]
    accept = shown.accept
    if accept is not None and accept.keeps_pair is not None:
        parts.append(one.target(accept.keeps_pair))
        accept = accept.model_copy(update={"keeps_pair": None})
    parts.append(str(accept or ""))
    return repr(parts)


class _Writer:
    """Writes cards and actions with labels in place of ranks, or of suits where they count."""

    def __init__(self, rules: RuleSet, labels: Mapping[str, str]) -> None:
        self.suits_count = rules.sequences
        self.colours_count = rules.sperr_canasta
        self.labels = labels

    def card(self, card: Card) -> str:
        if card.rank == "3":
            return "r3" if card.is_red_three else "b3"
        if card.is_wild:
            return card.rank + (str(card.suit in "dh") if self.colours_count and card.suit else "")
        return card.rank + self.labels[card.suit] if self.suits_count else self.labels[card.rank]

    def cards(self, cards: tuple[Card, ...]) -> list[str]:
        return sorted(map(self.card, cards))

    def target(self, name: str) -> str:
        if self.suits_count:
            return "".join(self.labels.get(letter, letter) for letter in name)
        return "".join(self.labels[letter] if letter in NATURAL_RANKS else letter for letter in name)

    def action(self, action: Action) -> list[str]:
        return [
            action.verb, *self.cards(action.cards), self.target(action.target), self.target(action.source),
            *self.cards(action.others), str(action.top_only),
        ]  # fmt: skip

    def position(self, position: Position) -> list[Any]:
        """What a learner has to look at: the own hand and melds, the pile, and what the score asks for."""
        return [
            position.phase, self.cards(position.hand), sorted(self.cards(meld.cards) for meld in position.own.melds),
            [self.card(card) for card in position.pile] if position.phase == "draw" else position.is_frozen,
            None if position.own.opened else position.initial_minimum, position.permission, position.stock == 0,
            position.player_has_melded,
        ]  # fmt: skip
