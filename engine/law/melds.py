"""A meld and what it is: a set of one rank, a sequence, black threes, wild cards; a natural or a mixed canasta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.law.actions import meant_as_run
from engine.law.cards import JOKER_KIND, NATURAL_RANKS, Card, points_of, sort_cards
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet

Owner = Literal["self", "partner", "opponent"]
Sort = Literal["set", "sequence", "threes", "wild"]

BLOCKING_THREES = 4
BLOCKING_WILDS = 3


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards lying together on the table; ``by`` says who laid them first.

    The cards are kept in canonical order; ``kinds`` are their count-vector indices in the same order.
    """

    cards: tuple[Card, ...]
    by: Owner = "self"
    kinds: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = sort_cards(self.cards)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "kinds", bytes([card.kind for card in cards]))

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards that are not wild; in a meld of black threes the threes."""
        return tuple(c for c in self.cards if not c.is_wild)

    @property
    def wilds(self) -> tuple[Card, ...]:
        return tuple(c for c in self.cards if c.is_wild)

    @property
    def is_sequence(self) -> bool:
        """Whether these are consecutive cards of one suit."""
        return is_run(self.cards)

    @property
    def kind(self) -> int:
        """Count-vector index of the meld's rank; -1 for a sequence and for cards without a natural one."""
        return -1 if self.is_sequence else next((c.kind for c in self.cards if not c.is_wild), -1)

    @property
    def rank(self) -> str:
        """What names the meld: a rank letter, ``3`` black threes, ``W`` wild cards, ``5h-7h`` a sequence."""
        if self.is_sequence:
            return f"{self.cards[0]}-{self.cards[-1]}"
        return next((c.rank for c in self.cards if not c.is_wild), "W")

    @property
    def points(self) -> int:
        """Sum of the card values, without any bonus."""
        return points_of(self.cards)

    @property
    def is_natural(self) -> bool:
        return not self.cards or not self.cards[-1].is_wild  # wild cards stand last

    @property
    def is_blocking(self) -> bool:
        """Whether these are all four black threes with three wild cards of one sort."""
        return is_blocking(self.cards)

    def is_canasta(self, rules: RuleSet) -> bool:
        """Whether the meld is complete: a canasta, or a sequence of full length. A blocking canasta stands apart."""
        size = len(self.cards)
        if rules.sequences and self.is_sequence:
            return size == rules.sequence_max
        return size >= rules.canasta_size and not self.cards[0].is_black_three


def is_run(cards: Sequence[Card]) -> bool:
    """Whether the cards are three or more consecutive natural cards of one suit, four low and ace high."""
    if len(cards) < 3 or cards[0].kind == cards[1].kind or not all(c.is_natural for c in cards):
        return False
    if len({c.suit for c in cards}) > 1:
        return False
    kinds = sorted(c.kind for c in cards)
    return kinds == list(range(kinds[0], kinds[0] + len(kinds)))


def turns_the_corner(cards: Sequence[Card]) -> bool:
    """Whether the cards are one suit in a row only if the four follows the ace."""
    kinds = {c.kind for c in cards}
    if len(cards) < 3 or len(kinds) < len(cards) or len({c.suit for c in cards}) > 1 or is_run(cards):
        return False
    around = len(NATURAL_RANKS)
    steps = sum((kind + 1) % around in kinds for kind in kinds)
    return all(c.is_natural for c in cards) and steps == len(cards) - 1


def is_blocking(cards: Sequence[Card]) -> bool:
    """Whether the cards are four black threes with three jokers, three red twos or three black twos. Ledger 20.2."""
    threes = [c for c in cards if c.is_black_three]
    wilds = [c for c in cards if c.is_wild]
    if len(threes) != BLOCKING_THREES or len(wilds) != BLOCKING_WILDS or len(cards) != 7:
        return False
    return len({wild_sort(c) for c in wilds}) == 1


def wild_sort(card: Card) -> str:
    """``joker``, ``red two`` or ``black two``."""
    if card.kind == JOKER_KIND:
        return "joker"
    return "red two" if card.suit in "dh" else "black two"


def sort_of(cards: Sequence[Card], rules: RuleSet) -> Sort:
    """What kind of meld these cards are meant to be, whether they make a good one or not.

    Natural cards of several ranks are meant as a sequence, where there are sequences, if they are of one suit or no
    rank comes twice.
    """
    naturals = [c.fine for c in cards if c.is_natural]
    if not naturals:
        return "threes" if any(c.is_black_three for c in cards) else "wild"
    return "sequence" if rules.sequences and meant_as_run(naturals) else "set"


def set_faults(rules: RuleSet, *, naturals: int, wilds: int) -> tuple[RuleId, ...]:
    """Ids of the rules that a set of one rank with so many natural and wild cards breaks, in the ledger's order."""
    faults: list[RuleId] = []
    if rules.max_wilds is not None and wilds > rules.max_wilds:
        faults.append("wild.max-per-meld")
    if rules.naturals_must_outnumber and wilds >= naturals:
        faults.append("wild.majority")
    if naturals + wilds < rules.meld_min_size:
        faults.append("meld.min-size")
    if wilds and naturals < rules.min_naturals:
        faults.append("meld.min-natural")
    return tuple(faults)


def wild_faults(rules: RuleSet, *, wilds: int) -> tuple[RuleId, ...]:
    """Ids of the rules that so many wild cards alone break as a meld, in the ledger's order.

    Where only whole canastas of wild cards are known, a smaller meld is an open point: house.joker-canasta-1000.
    """
    if rules.wild_only_melds == "no":
        too_many = rules.max_wilds is not None and wilds > rules.max_wilds
        faults: list[RuleId] = ["wild.only-with-naturals"]
        if too_many:
            faults.append("wild.max-per-meld")
        if wilds < rules.meld_min_size:
            faults.append("meld.min-size")
        return tuple(faults)
    if wilds < rules.meld_min_size:
        return ("meld.min-size",)
    if rules.wild_only_melds == "canasta_only" and wilds < rules.canasta_size:
        return ("house.joker-canasta-1000",)
    return ("wild.add-to-canasta",) if not rules.wilds_on_canasta and wilds > rules.canasta_size else ()


def black_three_faults(rules: RuleSet, *, threes: int, wilds: int) -> tuple[RuleId, ...]:
    """Ids of the rules that a meld of so many black threes breaks by its shape alone, in the ledger's order."""
    faults: list[RuleId] = []
    if rules.black_three_meld == "never":
        faults.append("black3.meld-only-going-out")
    elif not rules.meld_min_size <= threes + wilds <= rules.black_three_meld_max:
        faults.append("black3.meld-size")
    if wilds:
        faults.append("black3.no-wild")
    return tuple(faults)


def sequence_faults(rules: RuleSet, cards: Sequence[Card]) -> dict[RuleId, str]:
    """The rules that these cards break as a sequence, each with the reason in a word, in the ledger's order.

    A red three among them is for red3.not-a-meld to name.
    """
    others = [c for c in cards if not c.is_natural]
    naturals = sorted((c for c in cards if c.is_natural), key=lambda c: c.kind)
    faults: dict[RuleId, str] = {}
    corner = not others and turns_the_corner(naturals)
    gaps = bool(naturals) and naturals[-1].kind - naturals[0].kind != len(naturals) - 1
    if len({c.suit for c in naturals}) > 1:
        faults["samba.sequence-shape"] = "suits"
    elif len({c.kind for c in naturals}) < len(naturals):
        faults["samba.sequence-shape"] = "duplicate"
    elif not others and gaps and not corner:
        faults["samba.sequence-shape"] = "gap"
    elif not others and len(naturals) < rules.meld_min_size:
        faults["samba.sequence-shape"] = "short"
    if any(not c.is_red_three for c in others):
        faults["samba.sequence-no-wild-no-three"] = "wild" if any(c.is_wild for c in others) else "three"
    if corner:
        faults["samba.sequence-ace-high"] = "corner"
    if rules.sequence_max is not None and len(cards) > rules.sequence_max and not faults:
        faults["samba.sequence-max-seven"] = "long"
    return faults


def table_fault(rules: RuleSet, cards: tuple[Card, ...]) -> RuleId | None:
    """Id of the first rule that keeps these cards from lying on the table as a meld, None where none does."""
    naturals = [c for c in cards if not c.is_wild]
    wilds = len(cards) - len(naturals)
    if any(c.is_red_three for c in cards):
        return "red3.not-a-meld"
    faults: tuple[RuleId, ...]
    match sort_of(cards, rules):
        case "wild":
            open_size = ("house.joker-canasta-1000",)
            faults = tuple(f for f in wild_faults(rules, wilds=wilds) if f not in open_size)
        case "threes":
            if rules.sperr_canasta and is_blocking(cards):
                return None
            faults = black_three_faults(rules, threes=len(naturals), wilds=wilds)
        case "sequence":
            faults = tuple(sequence_faults(rules, cards))
        case _:
            if len({c.kind for c in naturals}) > 1:
                return "meld.same-rank"
            faults = set_faults(rules, naturals=len(naturals), wilds=wilds)
    return faults[0] if faults else None
