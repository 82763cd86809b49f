"""The cards that would lie together after an action, and what is wrong with their shape: sequences, wild cards alone.

Ledger sections 18 to 20.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.law.actions import FIRST_SEQUENCE, KIND_MASK, NAME_OF_KIND, WILD_MELD, Action, Move, Run
from engine.law.cards import BLACK_THREE_KIND, Card
from engine.law.melds import (
    Sort,
    black_three_faults,
    is_blocking,
    sequence_faults,
    set_faults,
    sort_of,
    wild_faults,
)
from engine.law.rule_ids import RuleId
from engine.rules.registry import Facts, judges
from engine.turn.turn import Turn, takes_with_meld


class Shape:
    """The cards that would lie together after an action: those of a new meld, or of one on the table with more.

    ``sort`` is what the meld is or is meant to be. ``naturals`` and ``wilds`` count all of its cards;
    ``strangers`` are black threes among other naturals, ``ranks`` the different ranks among the natural cards four to
    ace, ``before`` how many cards lie there already, ``cards`` those of the action.
    """

    __slots__ = (
        "before", "cards", "naturals", "ranks", "reds", "rules", "sequence", "sort", "strangers", "wilds",
        "wilds_added",
    )  # fmt: skip

    def __init__(
        self, turn: Turn, cards: Sequence[Card], *, number: int = -1, top: Card | None = None
    ) -> None:
        self.rules = turn.rules
        self.cards = tuple(cards)
        self.reds = [c for c in cards if c.is_red_three]
        self.wilds_added = sum(c.is_wild for c in cards)
        self.sequence: tuple[Card, ...] = ()
        kind = number & KIND_MASK if 0 <= number < FIRST_SEQUENCE else -1
        if number in turn.broken_runs:
            self.sequence = turn.broken_runs[number].cards
        elif number in turn.sequences:
            self.sequence = Run.lying(number).cards
        naturals, twos, jokers = turn.melds.get(number, (0, 0, 0))
        self.before = naturals + twos + jokers + len(self.sequence)
        self.wilds = twos + jokers + self.wilds_added
        self.naturals = naturals + len(self.sequence) + len(cards) - self.wilds_added - len(self.reds)
        on_table = {NAME_OF_KIND[kind]} if kind >= 0 and number in turn.melds and kind != WILD_MELD else set()
        ranks = {c.rank for c in cards if c.is_natural} | (on_table - {"3"})
        threes = [c for c in cards if c.is_black_three]
        self.ranks = sorted(ranks, key="456789TJQKA".index)
        self.sort = self._sort(cards, number, ranks, bool(threes) or "3" in on_table)
        self.strangers = [] if self.sort != "set" else threes
        if self.sort == "set" and kind == BLACK_THREE_KIND:
            self.strangers = threes or [c for c in cards if c.is_natural]

    def _sort(self, cards: Sequence[Card], number: int, ranks: set[str], threes: bool) -> Sort:
        if number >= FIRST_SEQUENCE:
            return "sequence"
        # Where wild cards alone are no meld, others that join them make a set or black threes of them.
        alone = self.rules.wild_only_melds != "no" or not (ranks or threes)
        if number >= 0 and number & KIND_MASK == WILD_MELD and alone:
            return "wild"
        if number < 0 and sort_of(cards, self.rules) == "sequence":
            return "sequence"
        if ranks:
            return "set"
        return "threes" if threes else "wild"

    def faults_as(self, *sorts: Sort) -> tuple[RuleId, ...]:
        """Shape faults of a set, black threes or wild cards if it is of one of these sorts; none for another."""
        if self.sort not in sorts:
            return ()
        if self.sort == "set":
            return set_faults(self.rules, naturals=self.naturals, wilds=self.wilds)
        if self.sort == "wild":
            return wild_faults(self.rules, wilds=self.wilds) if self.wilds else ()
        if self.sort == "threes":
            if self.rules.sperr_canasta and not self.before and is_blocking(self.cards):
                return ()
            return black_three_faults(self.rules, threes=self.naturals, wilds=self.wilds)
        return ()

    def sequence_faults(self) -> dict[RuleId, str]:
        """What is wrong with it as a sequence, each rule with the reason in a word."""
        if self.sort != "sequence":
            return {}
        return sequence_faults(self.rules, [*self.sequence, *self.cards])

    def facts(self, **more: object) -> dict[str, object]:
        return {"naturals": self.naturals, "wilds": self.wilds, **more}


def new_shape(turn: Turn, action: Action, move: Move) -> Shape:
    """The new meld that a ``meld`` lays."""
    shape = shape_of(turn, action, move)
    assert shape is not None
    return shape


def shape_of(turn: Turn, action: Action, move: Move) -> Shape | None:
    """What would lie together after this action; None where nothing is put on an own meld.

    Many rules look at the same action, so the turn remembers the last answer.
    """
    if turn.memo is None or turn.memo[0] is not action:
        turn.memo = (action, _shape_of(turn, action, move))
    return turn.memo[1]  # type: ignore[return-value]


def _shape_of(turn: Turn, action: Action, move: Move) -> Shape | None:
    match action.verb:
        case "meld":
            return Shape(turn, action.cards)
        case "add":
            return Shape(turn, action.cards, number=move.target) if turn.has_meld(move.target) else None
        case "take" if takes_with_meld(turn, move) and not action.target.startswith("opp:"):
            top = turn.pile[-1]
            number = turn.taken_onto(move)
            shape = Shape(turn, (*action.cards, top), number=number)
            if number < 0 and top.is_wild and shape.sort == "wild":
                return None  # nothing but wild cards: the ways to take the pile speak
            return shape
    return None


def _faults(turn: Turn, action: Action, move: Move) -> tuple[Shape | None, dict[RuleId, str]]:
    """What is wrong with the sequence that the action makes or extends.

    Cards of the hand that are combined with the top card of the pile break another rule, whatever they would make.
    """
    shape = shape_of(turn, action, move)
    if shape is None or (action.verb == "take" and action.cards):
        return None, {}
    return shape, shape.sequence_faults()


def _texts(shape: Shape | None) -> str:
    return " ".join(map(str, (*shape.sequence, *shape.cards))) if shape else ""


@judges("samba.sequence-shape", "meld", "add", "take")
def samba_sequence_shape(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence is three to seven consecutive cards of one suit without duplicates. Ledger 18.1."""
    shape, faults = _faults(turn, action, move)
    reason = faults.get("samba.sequence-shape")
    return {"cards": _texts(shape), "reason": reason} if reason else None


@judges("samba.sequence-no-wild-no-three", "meld", "add", "take")
def samba_sequence_no_wild_no_three(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence contains no wild card and no three. Ledger 18.2."""
    shape, faults = _faults(turn, action, move)
    if shape is None or "samba.sequence-no-wild-no-three" not in faults:
        return None
    cards = [str(c) for c in shape.cards if not c.is_natural and not c.is_red_three]
    return {"cards": " ".join(cards)} if cards else None  # what lies there already was told before


@judges("samba.sequence-ace-high", "meld", "add", "take")
def samba_sequence_ace_high(turn: Turn, action: Action, move: Move) -> Facts | None:
    """In sequences the ace is high and the four low, with no turning the corner. Official Samba books; ledger 18.3."""
    shape, faults = _faults(turn, action, move)
    return {"cards": _texts(shape)} if "samba.sequence-ace-high" in faults else None


@judges("samba.sequence-max-seven", "meld", "add", "take")
def samba_sequence_max_seven(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence has at most seven cards; a complete samba is closed. Ledger 18.4."""
    shape, faults = _faults(turn, action, move)
    if shape is None or "samba.sequence-max-seven" not in faults:
        return None
    return {"have": len(shape.sequence) + len(shape.cards), "max": turn.rules.sequence_max}


@judges("sambaopt.wild-melds", "add", "take")
def sambaopt_wild_melds(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld of wild cards holds nothing else. Ledger 19.1."""
    shape = shape_of(turn, action, move)
    if shape is None or shape.sort != "wild":
        return None
    others = [c for c in shape.cards if not c.is_wild and not c.is_red_three]
    return {"cards": " ".join(map(str, others))} if others else None


@judges("house.joker-canasta-1000", "meld", "add")
def house_joker_canasta_1000(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Seven wild cards laid at once are a canasta; whether one may grow from fewer nobody says. Ledger 20.1."""
    shape = shape_of(turn, action, move)
    if shape is None or shape.sort != "wild" or turn.rules.wild_only_melds != "canasta_only":
        return None
    size = turn.rules.canasta_size
    grows = 0 < shape.before < size or (not shape.before and turn.rules.meld_min_size <= shape.wilds < size)
    return {"have": shape.wilds, "needed": size, "open": True} if grows and shape.wilds_added else None
