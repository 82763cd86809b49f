"""The cards themselves while the actions of a turn are done: they follow what :class:`engine.turn.turn.Turn` decides.

Which meld cards went to, whether a top card was melded, whether two melds were joined: all that is decided in counts,
once; here the cards are moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from engine.law.actions import Action
from engine.law.cards import BLACK_THREE_KIND, FINE_CARDS, FIRST_CARDS, TWO_KIND, Card, parted, sort_cards
from engine.law.kinds import FIRST_SEQUENCE, NEXT_OF_RANK, Move, meld_name
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS

By = TypeVar("By")  # who laid a meld: a seat, or an owner as a player sees it
BLOCKING_TWOS = (BLACK_THREE_KIND,) * BLOCKING_THREES + (TWO_KIND,) * BLOCKING_WILDS


class Step(NamedTuple):
    """One action of a turn: the move and, where they were named or once the turn is over, its cards.

    ``come`` are the cards that came from the stock, or out of a meld in exchange; ``laid_on`` is the number of the meld
    to which cards went, as it is afterwards, -1 where they went to none; ``answer`` the partner's.
    """

    move: Move
    cards: tuple[Card, ...] | None = None
    come: tuple[Card, ...] = ()
    laid_on: int = -1
    answer: str = ""

    def to_action(self) -> Action:
        """The action of interchange notation, with the cards that came; only once the cards are known."""
        verb, cards = self.move.verb, self.cards or ()
        return action_of(self.move, self.come if verb == "draw" else cards, self.come)


def action_of(move: Move, cards: Iterable[Card], others: tuple[Card, ...] = ()) -> Action:
    """The move with these cards as an action; ``others`` replace a red three that is exposed."""
    return Action(
        verb=move.verb,
        cards=tuple(cards),
        others=others if move.verb == "expose" else (),
        target=meld_name(move.target) if move.target >= 0 else "",
        source=meld_name(move.source) if move.source >= 0 else "",
        top_only=move.top_only,
    )


def first_cards(move: Move) -> tuple[Card, ...]:
    """The move's cards where it does not matter which are held: those of its suits, else the first of each kind."""
    suited = [FINE_CARDS[fine] for fine in move.fine]
    return (*suited, *(FIRST_CARDS[kind] for kind in move.kinds[len(suited) :]))


class LaidMeld(Generic[By]):
    """A meld while actions are done: its number in the turn, its cards and who laid it first."""

    __slots__ = ("by", "cards", "number")

    def __init__(self, number: int, cards: Iterable[Card], by: By) -> None:
        self.number, self.cards, self.by = number, list(cards), by

    @property
    def name(self) -> str:
        return meld_name(self.number)


class CardsInPlay(Generic[By]):
    """The player's hand, the melds of the side and the pile. Changes with :meth:`follow`.

    ``red_threes`` are those on the table. ``came`` are twos and black threes that came with the pile to a side that had
    not opened, where their suits matter: they are laid last. ``laid`` and ``joined`` say whether cards were laid on own
    melds, and melds joined.
    """

    def __init__(
        self,
        hand: Iterable[Card],
        melds: Iterable[LaidMeld[By]],
        pile: Iterable[Card],
        *,
        player: By,
        keeps_what_came_apart: bool,
    ) -> None:
        self.hand = list(hand)
        self.melds = list(melds)
        self.pile = list(pile)
        self.red_threes: list[Card] = []
        self.player = player
        self.keeps_what_came_apart = keeps_what_came_apart
        self.came: tuple[Card, ...] = ()
        self.laid = self.joined = False

    def follow(self, step: Step) -> Step:
        """Move the cards of a step that the turn has done, legal or not; the step with its cards."""
        move = step.move
        cards = step.cards if step.cards is not None else self.choose(move)
        match move.verb:
            case "draw":
                self._gain(step.come)
            case "expose":
                self.hand.remove(cards[0])
                self.red_threes.append(cards[0])
                self._gain(step.come)
            case "discard":
                self.hand.remove(cards[0])
                self.pile.append(cards[0])
            case "meld" | "add":
                self._lay(cards, move.target, step.laid_on)
            case "take":
                self._take(cards, move, step.laid_on)
            case "swap":
                self._lay(cards, move.target, step.laid_on)
                self._pull(step.come, step.laid_on)
            case "move":
                self._pull(cards, move.source)
                self._lay(cards, move.target, step.laid_on)
            case "merge" if step.laid_on >= 0:
                self._join(min(move.target, move.source), max(move.target, move.source))
        return step if step.cards is not None else step._replace(cards=cards)

    def choose(self, move: Move, *, reserved: Iterable[Card] = ()) -> tuple[Card, ...]:
        """The first held cards of each kind that the move names, in the order c d h s.

        ``reserved`` cards are used only where no others are left: later actions name them. Cards that came with the
        pile to a side that had not opened come last of all.
        """
        found = [FINE_CARDS[fine] for fine in move.fine]
        kinds = move.kinds[len(found) :]
        if not kinds:
            return tuple(found)
        supply = self._supply(Counter(reserved))
        for card in found:
            supply.remove(card)
        if move.verb == "meld" and move.kinds == BLOCKING_TWOS:
            # The twos of the colour of which there are enough come first.
            black = sum(c.kind == TWO_KIND and c.suit in "cs" for c in supply) >= BLOCKING_WILDS
            supply.sort(key=lambda c: c.kind == TWO_KIND and (c.suit in "cs") != black)
        for kind in kinds:
            found.append(next(c for c in supply if c.kind == kind))
            supply.remove(found[-1])
        return tuple(found)

    def _supply(self, reserved: Counter[Card]) -> list[Card]:
        """The hand in the order in which its cards are used."""
        held, came = parted(self.hand, self.came) if self.came else (sort_cards(self.hand), ())
        if not reserved:
            return [*held, *came]
        free: list[Card] = []
        last: list[Card] = []
        for card in held:
            kept = reserved[card] > 0
            reserved[card] -= kept
            (last if kept else free).append(card)
        return [*free, *last, *came]

    def _gain(self, cards: Iterable[Card]) -> None:
        for card in cards:
            (self.red_threes if card.is_red_three else self.hand).append(card)

    def _take(self, cards: tuple[Card, ...], move: Move, laid_on: int) -> None:
        top = self.pile.pop()
        if laid_on >= 0:
            self.hand.append(top)
            self._lay((*cards, top), move.target, laid_on)
        else:
            self._gain((top,))
        if move.top_only:
            return
        if self.keeps_what_came_apart:
            self.came = tuple([card for card in self.pile if card.is_loose])
        self._gain(self.pile)
        self.pile = []

    def find(self, number: int) -> LaidMeld[By] | None:
        """The first own meld of this number: equal sequences share one."""
        return next((meld for meld in self.melds if meld.number == number), None)

    def _lay(self, cards: Iterable[Card], target: int, number: int) -> None:
        """Lay cards of the hand on the meld ``target`` (-1: on none that is named), which then has this number."""
        laid = tuple(cards)
        for card in laid:
            self.hand.remove(card)
        if number < 0:
            return  # an opponents' meld is looked at but never changed
        meld = None
        if target >= 0 or number < FIRST_SEQUENCE:
            meld = self.find(target if target >= 0 else number)
        if meld is None:
            meld = LaidMeld(number, (), self.player)
            self.melds.append(meld)
        meld.number = number  # a sequence that grows gets another one
        meld.cards += laid
        self.laid = True

    def _pull(self, cards: Iterable[Card], number: int) -> None:
        """Take cards out of a meld into the hand; an opponents' meld (-1) keeps its own."""
        meld = self.find(number)
        for card in cards:
            self.hand.append(card)
            if meld is not None:
                meld.cards.remove(card)

    def _join(self, first: int, second: int) -> None:
        """Join two sets: the later one of a rank goes, and the ones behind it move up."""
        meld, joined = self.find(first), self.find(second)
        if meld is None or joined is None:
            return
        meld.cards += joined.cards
        self.melds.remove(joined)
        while (later := self.find(second + NEXT_OF_RANK)) is not None:
            later.number = second
            second += NEXT_OF_RANK
        self.joined = True
