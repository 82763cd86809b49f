"""The cards of a turn that is over: what was decided in counts is done with the cards themselves."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.law.actions import Action
from engine.law.cards import BLACK_THREE_KIND, FINE_CARDS, JOKER_KIND, TWO_KIND, Card, parted, sort_cards
from engine.law.kinds import FIRST_SEQUENCE, NEXT_OF_RANK, Move, meld_name

Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PlayerMeld:
    """A meld on the table, the seat that laid it first, and its number and counts in a turn."""

    cards: tuple[Card, ...]
    seat: int
    number: int
    counts: Counts


class Step(NamedTuple):
    """One action of a turn: the move and, where they were named or once the turn is over, its cards.

    ``come`` are the cards that came from the stock, ``laid_on`` is the number of the meld to which the cards went, as
    it is afterwards, ``answer`` the partner's.
    """

    move: Move
    cards: tuple[Card, ...] | None = None
    come: tuple[Card, ...] = ()
    laid_on: int = -1
    answer: str = ""

    def to_action(self) -> Action:
        """The action of interchange notation, with the cards that came; only once the cards are known."""
        move, cards = self.move, self.cards or ()
        return Action(
            verb=move.verb,
            cards=self.come if move.verb == "draw" else cards,
            others=self.come if move.verb == "expose" else (),
            target=meld_name(move.target) if move.target >= 0 else "",
            source=meld_name(move.source) if move.source >= 0 else "",
            top_only=move.top_only,
        )


LAYING = frozenset({"meld", "add", "take", "merge"})


def play_without_laying(
    hand: tuple[Card, ...], pile: tuple[Card, ...], steps: tuple[Step, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...], list[Card], tuple[Step, ...]]:
    """Hand, pile, exposed red threes and the steps with cards after a turn in which nothing was laid.

    Most turns are of this sort, so they take no detour.
    """
    cards = list(hand)
    reds: list[Card] = []
    done: list[Step] = []
    for step in steps:
        move = step.move
        for card in step.come:
            if card.is_red_three:
                reds.append(card)
            else:
                insort(cards, card, key=_order)
        used = step.cards
        if used is None:
            if move.fine:
                used = (FINE_CARDS[move.fine[0]],)
            else:
                used = tuple([next(c for c in cards if c.kind == kind) for kind in move.kinds])
        if move.verb == "discard":
            cards.remove(used[0])
            pile = (*pile, used[0])
        elif move.verb == "expose":
            cards.remove(used[0])
            reds.append(used[0])
        done.append(Step(move, used, step.come, step.laid_on, step.answer))
    return tuple(cards), pile, reds, tuple(done)


class TableCards:
    """The hand of the player, the melds of the side and the pile while the steps of a turn are done with cards.

    ``done`` are the steps with their cards, ``laid`` and ``merged`` whether anything
    was laid or joined. ``came`` are twos and black threes that came with the pile to a side that had not ``opened``:
    they are laid last.
    """

    __slots__ = ("came", "done", "hand", "laid", "melds", "merged", "opened", "pile", "red_threes", "seat")

    def __init__(
        self, hand: tuple[Card, ...], melds: tuple[PlayerMeld, ...], pile: tuple[Card, ...], seat: int
    ) -> None:
        self.hand = list(hand)
        self.pile = list(pile)
        self.seat = seat
        self.red_threes: list[Card] = []
        self.laid = self.merged = False
        self.opened = bool(melds)
        self.came: tuple[Card, ...] = ()
        self.done: list[Step] = []
        # Equal sequences have one number, so each number has a list of melds.
        self.melds: dict[int, list[PlayerMeld]] = {}
        for meld in melds:
            self.melds.setdefault(meld.number, []).append(meld)

    def do(self, step: Step) -> None:
        move = step.move
        verb = move.verb
        if verb in ("draw", "expose"):
            for card in step.come:
                (self.red_threes if card.is_red_three else self.hand).append(card)
        cards = step.cards if step.cards is not None else self._find(move)
        if verb == "discard":
            self.hand.remove(cards[0])
            self.pile.append(cards[0])
        elif verb in ("meld", "add"):
            self._lay(cards, move.target, step.laid_on)
        elif verb == "take":
            top = self.pile.pop()
            self.hand.append(top)
            self._lay((*cards, top), move.target, step.laid_on)
            if not self.opened:
                self.came = tuple([card for card in self.pile if card.is_loose])
            for card in self.pile:
                (self.red_threes if card.is_red_three else self.hand).append(card)
            self.pile = []
        elif verb == "expose":
            self.hand.remove(cards[0])
            self.red_threes.append(cards[0])
        elif verb == "merge":
            self._merge(min(move.target, move.source), max(move.target, move.source))
        self.done.append(Step(move, cards, step.come, step.laid_on, step.answer))

    def _find(self, move: Move) -> tuple[Card, ...]:
        """The first held cards of each kind, in the order c d h s."""
        if not move.kinds:
            return ()
        found = [FINE_CARDS[fine] for fine in move.fine]
        kinds = move.kinds[len(found) :]
        if not kinds:
            return tuple(found)
        supply = sorted(self.hand, key=_order)
        if self.came:
            held, came = parted(self.hand, self.came)
            supply = [*held, *came]
        blocking = BLACK_THREE_KIND in move.kinds and TWO_KIND in move.kinds
        if blocking:
            black = sum(c.kind == TWO_KIND and c.suit in "cs" for c in supply) >= 3
            supply.sort(key=lambda c: c.kind == TWO_KIND and (c.suit in "cs") != black)
        for kind in kinds:
            found.append(next(c for c in supply if c.kind == kind))
            supply.remove(found[-1])
        return tuple(found)

    def _lay(self, cards: Iterable[Card], target: int, number: int) -> None:
        self.laid = True
        there: PlayerMeld | None = None
        if target >= 0 and target != number:
            there = self.melds[target].pop(0)  # a sequence that grows gets another number
            if not self.melds[target]:
                del self.melds[target]
        elif number in self.melds and number < FIRST_SEQUENCE:
            there = self.melds[number].pop()
        laid = tuple(cards)
        for card in laid:
            self.hand.remove(card)
        lying, seat = (there.cards, there.seat) if there is not None else ((), self.seat)
        self.melds.setdefault(number, []).append(_player_meld((*lying, *laid), seat, number))

    def _merge(self, first: int, second: int) -> None:
        self.merged = True
        joined, (meld,) = self.melds.pop(second), self.melds[first]
        self.melds[first] = [_player_meld((*meld.cards, *joined[0].cards), meld.seat, first)]
        while second + NEXT_OF_RANK in self.melds:
            (moved,) = self.melds.pop(second + NEXT_OF_RANK)
            self.melds[second] = [replace(moved, number=second)]
            second += NEXT_OF_RANK

    def player_melds(self) -> tuple[PlayerMeld, ...]:
        """The melds in the order of their numbers."""
        return tuple([meld for number in sorted(self.melds) for meld in self.melds[number]])


def _player_meld(cards: tuple[Card, ...], seat: int, number: int) -> PlayerMeld:
    kinds = [card.kind for card in cards]
    twos, jokers = kinds.count(TWO_KIND), kinds.count(JOKER_KIND)
    return PlayerMeld(sort_cards(cards), seat, number, (len(cards) - twos - jokers, twos, jokers))


def _order(card: Card) -> int:
    return card.order
