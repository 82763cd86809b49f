"""Positions out of played deals: somewhat sensible players, seeded, so that melds, frozen piles and canastas occur."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action, Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND, Card
from engine.law.melds import Meld
from engine.law.position import Position, freeze_cause, seating
from engine.law.ruleset import RuleSet
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.player import RulePlayer
from engine.play.players.style import BEGINNER, CAREFUL, QUICK, SLOW
from engine.play.view import Memory, view_of_deal
from engine.score.sheet import ScoreSide

MOST_TURNS: Final = 120
LISTED: Final = 4
"""So many cards of the pile are named where the player has drawn already."""
LONGEST_PILE: Final = 9
"""A pile that may be taken is shown whole, up to so many cards."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning of a turn in a played deal.

    ``position`` is what the player sees, ``drawn`` the same after drawing (None where nothing could be drawn or a last
    red three ended the deal), ``next_cards`` what the stock gives, ``played`` the whole turn as it was played then.
    """

    position: Position
    drawn: Position | None
    next_cards: tuple[Card, ...]
    played: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Temper:
    """How gladly a player lays cards down, freezes the pile and takes it."""

    lays: float
    freezes: float
    takes: float = 1.0


def moments(rules: RuleSet, rng: Random, *, temper: str = "") -> Iterator[Moment | ScoreSide]:
    """Every turn of one deal in order, and what its sides are scored by at the end.

    ``temper`` is how all players are: ``freezing``, ``slow``, or any of several sorts where it is empty.
    """
    count = rules.default_players
    seats = seating(count)
    hands = len(seats.at_table(0))
    dealt = deal_cards(shuffled_deck(rules, rng), rules, players=count, hands=hands)
    deal = Deal.begin(dealt, rules, scores=[_score(rng, rules) for _ in seats.sides], players=count)
    tempers = [_temper(rng, temper) for _ in deal.hands]
    while not deal.over and len(deal.played) < MOST_TURNS:
        begun = deal
        while len(deal.played) == len(begun.played):
            move = _chosen(deal, rng, tempers[begun.seat])
            deal = deal.play_move(move, answer=_answer(rng) if move.verb == "ask" else None)
        yield moment_of(begun, tuple(step.to_action() for step in deal.played[-1]))
    if deal.over:
        yield from _sides(deal)


def moments_of_players(rules: RuleSet, rng: Random) -> Iterator[Moment]:
    """Every turn of one deal that players with reasons play, each in a style of its own."""
    count = rules.default_players
    seats = seating(count)
    dealt = deal_cards(shuffled_deck(rules, rng), rules, players=count, hands=len(seats.at_table(0)))
    deal = Deal.begin(dealt, rules, scores=[_score(rng, rules) for _ in seats.sides], players=count)
    styles = [RulePlayer(rng.choice((CAREFUL, QUICK, SLOW, BEGINNER))) for _ in deal.hands]
    memory = Memory.of_table(len(deal.hands))
    while not deal.over and len(deal.played) < MOST_TURNS:
        begun = deal
        while len(deal.played) == len(begun.played):
            seat = deal.seat
            move = styles[seat].choose(view_of_deal(deal, memory), deal.legal_moves()).move
            memory.note(seat, move, [card.kind for card in deal.turn.pile])
            deal = deal.play_move(move, answer=_answer(rng) if move.verb == "ask" else None)
        yield moment_of(begun, tuple(step.to_action() for step in deal.played[-1]))


def _temper(rng: Random, name: str) -> Temper:
    if name == "slow":
        return Temper(rng.choice((0.02, 0.1)), 0.02, takes=0.05)
    if name == "freezing":
        return Temper(rng.choice((0.2, 0.6)), 2.0)
    return Temper(rng.choice((0.05, 0.2, 0.6, 1.0)), rng.choice((0.02, 0.1, 0.6)))


def _score(rng: Random, rules: RuleSet) -> int:
    """Any score in steps of five, often near one at which the minimum changes."""
    steps = [low for low, _ in rules.initial_steps or () if low is not None]
    if steps and rng.random() < 0.3:
        return rng.choice(steps) + 5 * rng.randint(-4, 4)
    return 5 * rng.randint(-40, (rules.target - 200) // 5)


def _answer(rng: Random) -> str:
    return "yes" if rng.random() < 0.6 else "no"


def _chosen(deal: Deal, rng: Random, temper: Temper) -> Move:
    """What a player who likes to lay down, and keeps pairs and wild cards, may do."""
    moves = deal.legal_moves()
    hand = deal.turn.hand
    mine = {number & 15 for number in deal.turn.melds}
    return rng.choices(moves, [_weight(move, hand, mine, temper) for move in moves])[0]


def _weight(move: Move, hand: list[int], mine: set[int], temper: Temper) -> float:
    match move.verb:
        case "take":
            return 14 * temper.takes * max(temper.lays, 0.3) / (1 + 2 * move.wilds)
        case "meld":
            return 10 * temper.lays * len(move.kinds) / (1 + 1.5 * move.wilds)
        case "add":
            return 12 * temper.lays * len(move.kinds) / (1 + 1.5 * move.wilds)
        case "draw":
            return 4
        case "discard":
            kind = move.kinds[0]
            if kind in (TWO_KIND, JOKER_KIND):
                return temper.freezes
            if kind == BLACK_THREE_KIND:
                return 1.5
            return (0.15 if kind in mine else 1.2) / (hand[kind] ** 2)
        case "ask":
            return 0.5
    return 2


def moment_of(deal: Deal, actions: tuple[Action, ...]) -> Moment:
    """The beginning of a turn, which was played so. The deal is as it stood then, before any action."""
    position = deal.position()
    if deal.rules.permission == "none" or not any(action.verb == "ask" for action in actions):
        position = position.with_known(permission=None)
    drawn: Position | None = None
    come: tuple[Card, ...] = ()
    if deal.stock:
        come = _coming(deal.stock, deal.rules.draw_count)
        verdict = judge(position, [Action(verb="draw", cards=come)], unfinished=True, remedy=False)
        if verdict.legal and verdict.after.my_turn:
            drawn = shortened(verdict.after)
    return Moment(position, drawn, come, actions)


def _coming(stock: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    place = 0
    while number and place < len(stock):
        number -= not stock[place].is_red_three
        place += 1
    return tuple(stock[:place])


def shortened(position: Position) -> Position:
    """The position with only the top of the pile named: what lies below no longer matters in this turn."""
    if len(position.pile) <= LISTED:
        return position
    top = position.pile[-LISTED:]
    # A red three can only lie at the bottom of a pile, so it is never among those that stay named.
    frozen = position.freeze_cause is not None and freeze_cause(position.rules, top, unlisted=False) is None
    return replace(position, pile=top, frozen=frozen)


def _sides(deal: Deal) -> Iterator[ScoreSide]:
    for side, before in enumerate(deal.scores):
        out = deal.out_seat is not None and deal.side_of(deal.out_seat) == side
        yield ScoreSide(
            melds=tuple(Meld(meld.cards) for meld in deal.melds[side]),
            red_threes=deal.red_threes[side],
            hands=tuple(hand for seat, hand in enumerate(deal.hands) if deal.side_of(seat) == side),
            went_out=deal.went_out if out else "no",
            score_before=before,
        )
