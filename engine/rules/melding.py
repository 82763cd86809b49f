"""What lies in a meld: its shape, wild cards, threes, adding to it, and what cannot be changed once it lies there."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.cards import Card
from engine.melds import black_three_faults, set_faults
from engine.moves import NATURAL_PAIR
from engine.rules.registry import Facts, judges
from engine.turn import NAME_OF_KIND, Move, Turn


class Shape:
    """The cards that would lie together after an action: those of a new meld, or of one on the table with more.

    ``naturals`` and ``wilds`` count all of them; ``strangers`` are black threes among other naturals,
    ``ranks`` the different ranks among the natural cards four to ace.
    """

    __slots__ = (
        "before",
        "cards",
        "is_threes",
        "naturals",
        "ranks",
        "reds",
        "strangers",
        "wilds",
        "wilds_added",
    )

    def __init__(self, turn: Turn, cards: Sequence[Card], *, kind: int = -1) -> None:
        naturals, twos, jokers = turn.melds.get(kind, (0, 0, 0))
        self.cards = tuple(cards)
        self.reds = [c for c in cards if c.is_red_three]
        self.wilds_added = sum(c.is_wild for c in cards)
        self.wilds = twos + jokers + self.wilds_added
        self.naturals = naturals + len(cards) - self.wilds_added - len(self.reds)
        on_table = {NAME_OF_KIND[kind]} if kind >= 0 and kind in turn.melds else set()
        ranks = {c.rank for c in cards if c.is_natural} | (on_table - {"3"})
        threes = [c for c in cards if c.is_black_three]
        self.is_threes = not ranks and bool(threes or on_table)
        self.strangers = [] if self.is_threes else threes
        if "3" in on_table and ranks:
            self.is_threes, self.strangers = False, threes or [c for c in cards if c.is_natural]
        self.ranks = sorted(ranks, key="456789TJQKA".index)
        self.before = naturals + twos + jokers

    def set_faults(self, turn: Turn) -> tuple[str, ...]:
        """Shape faults of a set of one rank; none for black threes, which have rules of their own."""
        if self.is_threes or not (self.naturals or self.wilds):
            return ()
        return set_faults(turn.rules, naturals=self.naturals, wilds=self.wilds)

    def facts(self, **more: object) -> Facts:
        return {"naturals": self.naturals, "wilds": self.wilds, **more}


def shape_of(turn: Turn, action: Action, move: Move) -> Shape | None:
    """What would lie together after this action; None where nothing is put on an own meld."""
    match action.verb:
        case "meld":
            return Shape(turn, action.cards)
        case "add":
            return Shape(turn, action.cards, kind=move.target) if move.target in turn.melds else None
        case "take" if takeable_top(turn) and (action.cards or action.target):
            top = turn.pile[-1]
            kind = move.target if move.target >= 0 else top.kind
            return Shape(turn, (*action.cards, top), kind=kind)
    return None


def takeable_top(turn: Turn) -> bool:
    """Whether the pile shows a natural card, the only kind that can be taken."""
    return bool(turn.pile) and turn.pile[-1].is_natural


def is_sequence(cards: Sequence[Card]) -> bool:
    """Whether the cards are three or more consecutive natural cards of one suit, four low and ace high."""
    if len(cards) < 3 or len({c.suit for c in cards}) > 1 or not all(c.is_natural for c in cards):
        return False
    kinds = sorted(c.kind for c in cards)
    return kinds == list(range(kinds[0], kinds[0] + len(kinds)))


@judges("red3.not-a-meld", "meld", "add", "take")
def red3_not_a_meld(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Red threes are never part of a meld. Official laws; ledger 4.4."""
    reds = [c for c in action.cards if c.is_red_three]
    return {"cards": " ".join(map(str, reds))} if reds else None


@judges("black3.meld-only-going-out", "meld")
def black3_meld_only_going_out(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Where a rule set knows no melds of black threes, none may be laid.

    Whether the player goes out is judged last.
    """
    shape = Shape(turn, action.cards)
    never = turn.rules.black_three_meld == "never"
    return {"reason": "never"} if never and shape.is_threes and not shape.reds else None


@judges("black3.meld-size", "meld", "add")
def black3_meld_size(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld of black threes has three or four cards. Official laws; ledger 5.4."""
    shape = shape_of(turn, action, move)
    if shape is None or not shape.is_threes:
        return None
    if "black3.meld-size" in black_three_faults(turn.rules, threes=shape.naturals, wilds=shape.wilds):
        most = turn.rules.black_three_meld_max
        return {"min": turn.rules.meld_min_size, "max": most, "have": shape.naturals + shape.wilds}
    return None


@judges("black3.no-wild", "meld", "add")
def black3_no_wild(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Black threes are never combined with wild cards. Official laws; ledger 5.5."""
    shape = shape_of(turn, action, move)
    return {"wilds": shape.wilds} if shape and shape.is_threes and shape.wilds else None


@judges("wild.only-with-naturals", "meld")
def wild_only_with_naturals(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Wild cards alone are not a meld. Official laws; ledger 6.2."""
    shape = Shape(turn, action.cards)
    if shape.reds or not shape.wilds or "wild.only-with-naturals" not in shape.set_faults(turn):
        return None
    return shape.facts(needed=turn.rules.min_naturals)


@judges("wild.max-per-meld", "meld", "add", "take")
def wild_max_per_meld(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld, canastas included, holds at most this many wild cards. Official laws; ledger 6.3."""
    shape = shape_of(turn, action, move)
    if shape is None or not shape.wilds_added or "wild.max-per-meld" not in shape.set_faults(turn):
        return None
    return {"have": shape.wilds, "max": turn.rules.max_wilds}


@judges("wild.majority", "meld", "add", "take")
def wild_majority(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Where a rule set asks for it, naturals outnumber wild cards in every meld. Ledger 6.4."""
    shape = shape_of(turn, action, move)
    if shape is None or not shape.wilds_added or "wild.majority" not in shape.set_faults(turn):
        return None
    return shape.facts()


@judges("wild.no-swap", "move", "swap")
def wild_no_swap(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A wild card in a meld is never exchanged for a natural card nor moved to another meld. Ledger 6.5."""
    leaving = action.others if action.verb == "swap" else action.cards
    wilds = [c for c in leaving if c.is_wild]
    return {"cards": " ".join(map(str, wilds)), "verb": action.verb} if wilds else None


@judges("wild.add-to-canasta", "add", "take")
def wild_add_to_canasta(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A wild card may be added to a completed canasta only where the rule set allows it. Ledger 6.6."""
    shape = shape_of(turn, action, move)
    if shape is None or turn.rules.wilds_on_canasta or not shape.wilds_added or shape.is_threes:
        return None
    if shape.before + shape.wilds_added <= turn.rules.canasta_size:
        return None  # laid first, the wild cards complete the canasta at most
    return shape.facts()


@judges("meld.min-size", "meld")
def meld_min_size(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld has at least three cards. Official laws; ledger 7.1."""
    shape = Shape(turn, action.cards)
    if shape.is_threes or shape.reds or len(action.cards) >= turn.rules.meld_min_size:
        return None
    return {"needed": turn.rules.meld_min_size, "have": len(action.cards)}


@judges("meld.same-rank", "meld", "add", "take")
def meld_same_rank(turn: Turn, action: Action, move: Move) -> Facts | None:
    """All natural cards of a set have one rank. Official laws; ledger 7.2."""
    shape = shape_of(turn, action, move)
    if shape is None or len(shape.ranks) < 2 or (action.verb == "meld" and is_sequence(action.cards)):
        return None
    return {"ranks": shape.ranks}


@judges("meld.min-natural", "meld", "take")
def meld_min_natural(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A set contains at least two natural cards. Official laws; ledger 7.3.

    A pile taken without any natural card from the hand is judged by the ways to take it.
    """
    shape = shape_of(turn, action, move)
    if shape is None or shape.reds or shape.strangers or "meld.min-natural" not in shape.set_faults(turn):
        return None
    if action.verb == "take" and shape.naturals < NATURAL_PAIR:
        return None
    return shape.facts(needed=turn.rules.min_naturals, have=shape.naturals)


@judges("meld.natural-ranks", "meld", "add", "take")
def meld_natural_ranks(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Natural cards of a set are four to ace; a black three never joins them. Official laws; ledger 7.4."""
    shape = shape_of(turn, action, move)
    if shape is None or not shape.strangers:
        return None
    return {"cards": " ".join(map(str, shape.strangers))}


@judges("meld.no-sequence", "meld")
def meld_no_sequence(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Sequences are not melds. Official laws; ledger 7.5."""
    return {"cards": " ".join(map(str, action.cards))} if is_sequence(action.cards) else None


@judges("meld.one-per-rank", "meld")
def meld_one_per_rank(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A side keeps only one meld of each rank; further cards join it. Official laws; ledger 7.6."""
    shape = Shape(turn, action.cards)
    kinds = {c.kind for c in action.cards if not c.is_wild}
    if len(kinds) != 1 or shape.reds:
        return None
    kind = kinds.pop()
    return {"rank": NAME_OF_KIND[kind]} if kind in turn.melds else None


@judges("meld.merge", "merge")
def meld_merge(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Two melds are joined only where a rule set allows several of one rank. Ledger 7.7."""
    return {"melds": [action.target, action.source]}


@judges("meld.no-opponent", "add", "take", "move", "swap")
def meld_no_opponent(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Cards may never be added to the opponents' melds. Official laws; ledger 7.9."""
    return {"meld": action.target.removeprefix("opp:")} if action.target.startswith("opp:") else None


@judges("meld.stays-on-table", "move", "swap")
def meld_stays_on_table(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A melded card stays in its meld until the deal ends. Official laws; ledger 7.10."""
    leaving = action.others if action.verb == "swap" else action.cards
    naturals = [c for c in leaving if not c.is_wild]
    return {"cards": " ".join(map(str, naturals)), "verb": action.verb} if naturals else None


@judges("initial.top-card-counts", "meld", "add")
def initial_top_card_counts(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Until the first meld's minimum is reached, of the taken pile only its top card may be laid.

    Ledger 9.11.
    """
    if turn.held is None or turn.opened or turn.laid >= turn.minimum:
        return None
    short: list[str] = []
    for kind in sorted(set(move.kinds)):
        missing = move.kinds.count(kind) - max(0, turn.held[kind])
        if missing > 0:
            cards = [c for c in action.cards if c.kind == kind]
            short += [str(c) for c in sorted(cards, key=lambda c: c in turn.taken)][-missing:]
    if not short:
        return None
    facts: Facts = {"cards": " ".join(short), "needed": turn.minimum, "have": turn.laid}
    # Where no minimum is named nobody knows whether it was reached before.
    return facts if turn.rules.initial_steps is not None else facts | {"needed": None, "open": True}
