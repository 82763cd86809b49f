"""What a player can do in a turn: actions with their cards, the same as moves in counts of kinds, melds by number.

The searches work on moves. A set is its kind plus sixteen for each earlier set of that rank, a meld of wild cards has
the kind of the twos, and a sequence has a number of its own made from suit, lowest and highest card. Cards that are
only meant as a sequence are numbered by their lowest and highest natural card too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

from engine.law.cards import (
    BLACK_THREE_KIND,
    CARDS,
    FINE_CARDS,
    FIRST_CARDS,
    JOKER_KIND,
    NATURAL_RANKS,
    SUITS,
    TWO_KIND,
    Card,
    sort_cards,
)
from engine.law.ruleset import RuleSet

Verb = Literal["draw", "take", "meld", "add", "merge", "move", "swap", "expose", "ask", "discard", "end"]
VERBS: Final[tuple[Verb, ...]] = (
    "draw", "take", "expose", "ask", "meld", "add", "merge", "move", "swap", "discard", "end",
)  # fmt: skip
"""All verbs in the order in which a list of possible actions shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action of interchange notation, read but not judged.

    ``cards`` are the cards the player uses (for ``draw`` the cards that come, in order; for ``expose`` the
    red three). ``target`` names the meld it goes to, ``source`` the other meld of ``merge`` and ``move``,
    ``others`` the card swapped out or the replacement that ``expose`` names. ``top_only`` marks ``take top``.
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    target: str = ""
    source: str = ""
    others: tuple[Card, ...] = ()
    top_only: bool = False

    def __post_init__(self) -> None:
        if self.verb not in ("draw", "expose"):
            object.__setattr__(self, "cards", sort_cards(self.cards))

    @property
    def laid_cards(self) -> tuple[Card, ...]:
        """The cards that leave the player's hand with this action."""
        return () if self.verb in ("draw", "move") else self.cards

    def __str__(self) -> str:
        cards = " ".join(map(str, self.cards))
        match self.verb:
            case "take":
                words = [
                    "take",
                    "top" if self.top_only else "",
                    cards,
                    f"onto {self.target}" if self.target else "",
                ]
            case "add":
                words = ["add", cards, "to", self.target]
            case "merge":
                words = ["merge", self.target, "and", self.source]
            case "move":
                words = ["move", cards, "from", self.source, "to", self.target]
            case "swap":
                words = ["swap", cards, "for", " ".join(map(str, self.others)), "in", self.target]
            case "expose":
                words = ["expose", cards, " ".join(map(str, self.others))]
            case _:
                words = [self.verb, cards]
        return " ".join(word for word in words if word)


WILD_KINDS: Final = (TWO_KIND, JOKER_KIND)
WILD_MELD: Final = TWO_KIND

NATURAL_KINDS = range(BLACK_THREE_KIND)
KIND_OF_NAME: Final = {rank: kind for kind, rank in enumerate(NATURAL_RANKS)} | {
    "3": BLACK_THREE_KIND,
    "W": WILD_MELD,
}
NAME_OF_KIND: Final = {kind: name for name, kind in KIND_OF_NAME.items()}
RANK_COUNT: Final = len(NATURAL_RANKS)
NEXT_OF_RANK: Final = 16
KIND_MASK: Final = NEXT_OF_RANK - 1
FIRST_SEQUENCE: Final = 1024
OPPONENTS: Final = "opp:"
"""What the name of an opponents' meld begins with."""
THEIRS: Final = -2
"""The target of a move that is an opponents' meld: a turn tells none of them apart."""
_FIRST_MIXED: Final = 2048  # lowest and highest card are of two suits
_FINE_COUNT: Final = RANK_COUNT * len(SUITS)


class Move(NamedTuple):
    """An action in kinds instead of cards. ``target`` is the number of the meld it goes to, -1 for none.

    ``source`` and ``others`` are the meld a card is moved from (or merged with) and the cards swapped out. ``fine``
    are the natural cards by suit, where suits matter.
    """

    verb: Verb
    kinds: tuple[int, ...] = ()
    target: int = -1
    top_only: bool = False
    source: int = -1
    others: tuple[int, ...] = ()
    fine: tuple[int, ...] = ()

    @property
    def wilds(self) -> int:
        return self.kinds.count(TWO_KIND) + self.kinds.count(JOKER_KIND)


def move_of(action: Action, rules: RuleSet) -> Move:
    """The action in kinds. A target that is not an own meld but an opponent's becomes :data:`THEIRS`."""
    return Move(
        action.verb,
        tuple([c.kind for c in action.cards]),
        _target_number(action.target),
        action.top_only,
        meld_number(action.source) if action.source else -1,
        tuple([c.kind for c in action.others]),
        tuple([c.fine for c in action.cards if c.fine >= 0]) if rules.sequences else (),
    )


def _target_number(name: str) -> int:
    return THEIRS if name.startswith(OPPONENTS) else meld_number(name) if name else -1


def sequence_number(suit: int, low: int, high: int) -> int:
    """The number of the sequence from ``low`` to ``high`` (kinds) in this suit (place in ``SUITS``)."""
    return FIRST_SEQUENCE + (suit * RANK_COUNT + low) * RANK_COUNT + high


@cache  # there are few
def sequence_of(number: int) -> tuple[int, int, int]:
    """Suit, lowest and highest kind of the sequence with this number."""
    rest, high = divmod(number - FIRST_SEQUENCE, RANK_COUNT)
    suit, low = divmod(rest, RANK_COUNT)
    return suit, low, high


def sequence_grown(number: int, kind: int) -> int:
    """The number of the sequence when the next card of its suit is laid at one end, -1 where it does not fit."""
    suit, low, high = sequence_of(number)
    if kind == low - 1:
        return sequence_number(suit, kind, high)
    return sequence_number(suit, low, kind) if kind == high + 1 and kind < RANK_COUNT else -1


def sequence_length(number: int) -> int:
    _, low, high = sequence_of(number)
    return high - low + 1


def run_number(cards: Iterable[int], *, least: int = 3) -> int:
    """The number of the sequence that these natural cards (``Card.fine``) make, at least so many; -1 for none."""
    fine = sorted(cards)
    if len(fine) < least or fine != list(range(fine[0], fine[0] + len(fine))):
        return -1
    suit, low = divmod(fine[0], RANK_COUNT)
    return sequence_number(suit, low, low + len(fine) - 1) if low + len(fine) <= RANK_COUNT else -1


def ends_number(cards: Iterable[int]) -> int:
    """The number of natural cards (``Card.fine``) that are meant as a sequence: by the lowest and the highest."""
    ranked = sorted(cards, key=lambda fine: (fine % RANK_COUNT, fine))
    (low_suit, low), (high_suit, high) = divmod(ranked[0], RANK_COUNT), divmod(ranked[-1], RANK_COUNT)
    if low_suit == high_suit:
        return sequence_number(low_suit, low, high)
    return _FIRST_MIXED + ranked[0] * _FINE_COUNT + ranked[-1]


def meld_number(name: str) -> int:
    """The number of the own meld of this name; -1 for an opponents' meld."""
    if "-" in name and not name.startswith(OPPONENTS):
        ends = [CARDS[end].fine for end in name.split("-")]
        return ends_number(ends) if min(ends) >= 0 else -1
    rank, _, place = name.partition("#")
    kind = KIND_OF_NAME.get(rank, -1)
    return kind + NEXT_OF_RANK * (int(place or 1) - 1) if kind >= 0 else -1


def meld_name(number: int) -> str:
    """The inverse of :func:`meld_number`."""
    if number >= _FIRST_MIXED:
        ends = divmod(number - _FIRST_MIXED, _FINE_COUNT)
        return "-".join(NATURAL_RANKS[fine % RANK_COUNT] + SUITS[fine // RANK_COUNT] for fine in ends)
    if number >= FIRST_SEQUENCE:
        suit, low, high = sequence_of(number)
        return f"{NATURAL_RANKS[low]}{SUITS[suit]}-{NATURAL_RANKS[high]}{SUITS[suit]}"
    name = NAME_OF_KIND[number & KIND_MASK]
    return f"{name}#{number // NEXT_OF_RANK + 1}" if number >= NEXT_OF_RANK else name


class Run(NamedTuple):
    """Cards that lie as a sequence, whether they make one or not: by kind, and the natural ones by suit."""

    kinds: tuple[int, ...]
    fine: tuple[int, ...]

    @classmethod
    def laid(cls, move: Move, top: Card | None) -> Run:
        """What a move lays, with the top card of the pile where there is one."""
        if top is None:
            return cls(move.kinds, move.fine)
        return cls((*move.kinds, top.kind), (*move.fine, top.fine) if top.fine >= 0 else move.fine)

    @classmethod
    def lying(cls, number: int) -> Run:
        """What the sequence of this number holds."""
        suit, low, high = sequence_of(number)
        kinds = tuple(range(low, high + 1))
        return cls(kinds, tuple([suit * RANK_COUNT + kind for kind in kinds]))

    def with_more(self, more: Run) -> Run:
        return Run(self.kinds + more.kinds, self.fine + more.fine)

    def without(self, kinds: Iterable[int], fine: Iterable[int]) -> Run:
        rest, rest_fine = list(self.kinds), list(self.fine)
        for kind in kinds:
            rest.remove(kind)
        for one in fine:
            rest_fine.remove(one)
        return Run(tuple(rest), tuple(rest_fine))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards; for twos and black threes the first of their kind."""
        others = [kind for kind in self.kinds if kind >= BLACK_THREE_KIND]
        return tuple(FINE_CARDS[fine] for fine in self.fine) + tuple(FIRST_CARDS[kind] for kind in others)


def meant_as_run(cards: Sequence[int]) -> bool:
    """Whether a new meld with these natural cards (``Card.fine``) is meant as a sequence.

    That is so if they have several ranks and are of one suit, or no rank comes twice.
    """
    ranks = {fine % RANK_COUNT for fine in cards}
    if len(ranks) < 2:
        return False
    return len(ranks) == len(cards) or len({fine // RANK_COUNT for fine in cards}) == 1


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
