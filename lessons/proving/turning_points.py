"""On what one thing an action turns: the rule or the number without which it would be allowed.

Shown, not said: the number of the rule set is changed, or the one condition of the position (a frozen pile, the answer
of the partner, a side that has not opened), and the engine judges the same actions there once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, Card, copies_in_deck
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position
from engine.law.verdict import Verdict
from lessons.parting.probing import under_rules

Changed = tuple[Position, tuple[Action, ...]]
"""A position in which one thing is otherwise, and the actions that are judged there."""

MANY: Final = 20
"""More cards than any limit forbids."""
PARAMETERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "turn.keep-a-card": {"canastas_to_go_out": 0},
    "out.canastas-needed": {"canastas_to_go_out": 0},
    "wild.max-per-meld": {"max_wilds": MANY},
    "wild.majority": {"naturals_must_outnumber": False},
    "wild.add-to-canasta": {"wilds_on_canasta": True},
    "meld.min-natural": {"min_naturals": 1},
    "meld.one-per-rank": {"several_melds_per_rank": True},
    "meld.merge": {"merge_melds": True, "several_melds_per_rank": True},
    "pickup.natural-plus-wild": {"pickup_natural_plus_wild": True},
    "pickup.add-to-meld": {"pickup_add_to_meld": True},
    "pickup.add-to-canasta": {"pickup_add_to_canasta": True},
    "pickup.top-wild": {"wild_top_takeable": "with_pair"},
    "pickup.one-card-rule": {"one_card_pile": "allowed"},
    "black3.meld-size": {"black_three_meld_max": 8},
    "samba.sequence-max-seven": {"sequence_max": 11},
    "stock.forced-take": {"empty_stock_forced_take": "fits_own_meld"},
    "stock.last-red-three": {"last_stock_red_three": "meld_no_discard"},
}
"""With these values the rule no longer stands in the way."""
_FIRST_MELDS: Final = ("initial.", "samba.initial-")


def broken_rule(verdict: Verdict) -> str:
    """The one rule that is broken, by one finding; empty where none is, or several are."""
    return verdict.broken[0].rule if verdict.legal is False and len(verdict.broken) == 1 else ""


def turns_on_one(position: Position, actions: tuple[Action, ...], *, unfinished: bool = False) -> str:
    """The rule without which these actions would be allowed; empty where there is not exactly one, or none is shown."""
    try:
        rule = broken_rule(judge(position, actions, unfinished=unfinished, remedy=False))
    except EngineError:
        return ""
    return rule if rule and without(rule, position, actions, unfinished=unfinished) is not None else ""


def without(
    rule: str, position: Position, actions: tuple[Action, ...], *, unfinished: bool = False
) -> Verdict | None:
    """The verdict where this one thing is otherwise and the actions are allowed; None where nothing shows it."""
    for other, done in changed(rule, position, actions):
        try:
            verdict = judge(other, done, unfinished=unfinished, remedy=False)
        except EngineError:
            continue
        if verdict.legal:
            return verdict
    return None


def changed(rule: str, position: Position, actions: tuple[Action, ...]) -> Iterator[Changed]:
    """The position, or what is done there, with one thing changed so that the rule stands in the way no more."""
    parameters = PARAMETERS.get(rule)
    if rule.startswith(_FIRST_MELDS):
        parameters = {"initial_steps": [{"from": None, "minimum": 0}]}
    if parameters is not None:
        with suppress(EngineError):  # no such table, or no such rule set
            yield under_rules(position, position.rules.changed(parameters)), actions
    if rule in _CONDITIONS:
        with suppress(EngineError):
            yield _CONDITIONS[rule](position, actions)


def _thawed(position: Position, actions: tuple[Action, ...]) -> Changed:
    """No card in the pile freezes it."""
    fillers = _strangers(position, len(position.pile))
    pile = tuple(next(fillers) if card.is_wild or card.is_red_three else card for card in position.pile[:-1])
    return replace(position, pile=(*pile, *position.pile[-1:]), frozen=False), actions


def _opened(position: Position, actions: tuple[Action, ...]) -> Changed:
    """A meld of a rank that nobody plays with lies there already, so the side has opened."""
    used = {card.rank for action in actions for card in action.cards} | {card.rank for card in position.hand}
    used |= {card.rank for card in position.pile[-1:]}
    here = Counter(position.seen())
    for rank in (rank for rank in NATURAL_RANKS if rank not in used):
        cards = _left_of(rank, position, here)[:3]
        if len(cards) == 3:
            own = replace(position.own, melds=(*position.own.melds, Meld(tuple(cards))))
            return replace(position, own=own), actions
    return position, actions


def _unasked(position: Position, actions: tuple[Action, ...]) -> Changed:
    """Nobody has asked, so no answer binds."""
    return replace(position, permission=None), tuple(one for one in actions if one.verb != "ask")


def _answered_otherwise(position: Position, actions: tuple[Action, ...]) -> Changed:
    """The partner has said the other thing."""
    return replace(position, permission="no" if position.permission == "yes" else "yes"), actions


_CONDITIONS: Final[Mapping[str, Callable[[Position, tuple[Action, ...]], Changed]]] = {
    "freeze.take-natural-pair-only": _thawed,
    "pickup.before-initial": _opened,
    "out.ask-binding": _answered_otherwise,
    "out.ask-timing": _unasked,
}


def _strangers(position: Position, count: int) -> Iterator[Card]:
    """Natural cards that lie nowhere in sight, low ones first."""
    here = Counter(position.seen())
    found = [card for rank in NATURAL_RANKS for card in _left_of(rank, position, here)]
    return iter(found[: max(count, 1)])


def _left_of(rank: str, position: Position, here: Counter[Card]) -> list[Card]:
    rules = position.rules
    found = []
    for suit in "cdhs":
        card = CARDS[rank + suit]
        found += [card] * (copies_in_deck(card, packs=rules.packs, jokers=rules.jokers) - here[card])
    return found
