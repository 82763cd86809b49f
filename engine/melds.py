"""A meld and what it is: a set of one rank or black threes, a natural or a mixed canasta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import BLACK_THREE_KIND, Card, points_of, sort_cards
from engine.ruleset import RuleSet

Owner = Literal["self", "partner", "opponent"]


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards lying together on the table; ``by`` says who laid them first.

    The cards are kept in canonical order.
    """

    cards: tuple[Card, ...]
    by: Owner = "self"

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards that are not wild; in a meld of black threes the threes."""
        return tuple(c for c in self.cards if not c.is_wild)

    @property
    def wilds(self) -> tuple[Card, ...]:
        return tuple(c for c in self.cards if c.is_wild)

    @property
    def kind(self) -> int:
        """Count-vector index of the meld's rank; -1 for cards without a natural one."""
        return next((c.kind for c in self.cards if not c.is_wild), -1)

    @property
    def rank(self) -> str:
        """The rank letter that names the meld: ``4`` to ``A``, ``3`` for black threes, ``W`` for wild cards only."""
        return next((c.rank for c in self.cards if not c.is_wild), "W")

    @property
    def points(self) -> int:
        """Sum of the card values, without any bonus."""
        return points_of(self.cards)

    @property
    def is_natural(self) -> bool:
        return not self.wilds

    def is_canasta(self, rules: RuleSet) -> bool:
        return len(self.cards) >= rules.canasta_size and self.kind != BLACK_THREE_KIND


def set_faults(rules: RuleSet, *, naturals: int, wilds: int) -> tuple[str, ...]:
    """Ids of the rules that a set of one rank with so many natural and wild cards breaks, in the ledger's order."""
    faults = []
    if not naturals:
        faults.append("wild.only-with-naturals")
    if rules.max_wilds is not None and wilds > rules.max_wilds:
        faults.append("wild.max-per-meld")
    if naturals and rules.naturals_must_outnumber and wilds >= naturals:
        faults.append("wild.majority")
    if naturals + wilds < rules.meld_min_size:
        faults.append("meld.min-size")
    if naturals and wilds and naturals < rules.min_naturals:
        faults.append("meld.min-natural")
    return tuple(faults)


def black_three_faults(rules: RuleSet, *, threes: int, wilds: int) -> tuple[str, ...]:
    """Ids of the rules that a meld of so many black threes breaks by its shape alone, in the ledger's order."""
    faults = []
    if rules.black_three_meld == "never":
        faults.append("black3.meld-only-going-out")
    elif not rules.meld_min_size <= threes + wilds <= rules.black_three_meld_max:
        faults.append("black3.meld-size")
    if wilds:
        faults.append("black3.no-wild")
    return tuple(faults)


def table_fault(rules: RuleSet, cards: tuple[Card, ...]) -> str:
    """Id of the first rule that keeps these cards from lying on the table as a meld, or an empty string."""
    naturals = [c for c in cards if not c.is_wild]
    wilds = len(cards) - len(naturals)
    if any(c.is_red_three for c in cards):
        return "red3.not-a-meld"
    if naturals and all(c.is_black_three for c in naturals):
        faults = black_three_faults(rules, threes=len(naturals), wilds=wilds)
    elif len({c.kind for c in naturals}) > 1:
        return "meld.same-rank"
    else:
        faults = set_faults(rules, naturals=len(naturals), wilds=wilds)
    return faults[0] if faults else ""
