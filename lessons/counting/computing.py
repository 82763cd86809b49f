"""Numbers that can be asked for. Everything comes from the engine: no rule and no point value is written here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.law.actions import Action
from engine.law.cards import CARDS, Card, copies_in_deck, full_deck, points_of
from engine.law.melds import Meld
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.score.questions import score_side_from_json
from engine.score.sheet import Item as LineItem
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.content.base import SideTable
from lessons.table.staging import stage

CANASTAS: Final[tuple[LineItem, ...]] = (
    "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta",
)  # fmt: skip


POINT_STEP: Final = min(card.points for card in CARDS.values() if card.points)
"""All points and scores are multiples of this."""

Compute = Literal[
    "card-points",
    "meld-points",
    "canasta-bonus",
    "initial-minimum",
    "points-laid",
    "missing-points",
    "last-score",
    "deck-count",
    "unseen",
    "first-stock",
    "hand-size",
    "max-wild-in-meld",
    "canasta-size",
    "red-three-points",
    "side-total",
    "score-after",
    "next-minimum",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number that can be asked for: what is computed, by which rules, and from what.

    ``score`` is that of a side before a deal, ``count`` which cards of the deck are counted, ``opened`` whether the
    side that has the red threes has met the condition for counting them plus. What is not needed is empty.
    """

    compute: Compute
    rules: RuleSet
    cards: tuple[Card, ...] = ()
    position: Position | None = None
    actions: tuple[Action, ...] = ()
    score: int = 0
    count: str = ""
    red_threes: tuple[Card, ...] = ()
    opened: bool = False
    side: SideTable | None = None

    @property
    def on_table(self) -> Position:
        """The position, where it is counted from one."""
        assert self.position is not None
        return self.position


def computed(one: Quantity) -> int:
    """The right number. Raises EngineError or ValueError where it cannot be computed."""
    return _COMPUTATIONS[one.compute](one)


def sheet_of(side: SideTable, rules: RuleSet) -> ScoreSheet:
    """The engine's score sheet. Raises EngineError naming the key."""
    return score_side(score_side_of(side, rules), rules)


def score_side_of(side: SideTable, rules: RuleSet, *, where: str = "side") -> ScoreSide:
    """The side as the engine scores it. Raises EngineError naming the key."""
    return score_side_from_json(side.to_json(), rules, where=where)


def meld_lines(cards: tuple[Card, ...], rules: RuleSet) -> ScoreSheet:
    """The score sheet of a side that has this one meld and nothing else."""
    return score_side(ScoreSide(melds=(Meld(cards),)), rules)


def compute_bonus(cards: tuple[Card, ...], rules: RuleSet) -> int:
    """The canasta bonus of this one meld, 0 where it is no canasta."""
    return canasta_points(meld_lines(cards, rules))


def canasta_points(sheet: ScoreSheet) -> int:
    """What canastas of every sort bring on this sheet, besides the values of their cards."""
    return sum(sheet.points_of(item) for item in CANASTAS)


def red_three_lines(red_threes: tuple[Card, ...], rules: RuleSet, *, opened: bool) -> ScoreSheet:
    """The score sheet of a side with these red threes that has met the condition for counting them plus, or has not."""
    return score_side(side_with_red_threes(red_threes, rules, opened=opened), rules)


def side_with_red_threes(red_threes: tuple[Card, ...], rules: RuleSet, *, opened: bool) -> ScoreSide:
    """A side to stand for one that has these red threes and has met the condition for a plus, or has not."""
    melds = (_some_canasta(rules), _some_canasta(rules, rank="5")) if opened else ()
    return ScoreSide(melds=melds, red_threes=red_threes)


def counted_cards(count: str, rules: RuleSet) -> tuple[Card, ...]:
    """The cards of the deck that ``deck-count`` counts."""
    name, _, rank = count.partition(":")
    belongs: dict[str, Callable[[Card], bool]] = {
        "total": lambda card: True,
        "jokers": lambda card: not card.suit,
        "wild": lambda card: card.is_wild,
        "red-threes": lambda card: card.is_red_three,
        "black-threes": lambda card: card.is_black_three,
        "rank": lambda card: card.rank == rank,
    }
    return tuple(card for card in full_deck(packs=rules.packs, jokers=rules.jokers) if belongs[name](card))


def seen_cards(one: Quantity) -> tuple[Card, ...]:
    """Of the cards that are counted those that the player can name."""
    wanted = {str(card) for card in counted_cards(one.count, one.rules)}
    return tuple(card for card in one.on_table.seen() if str(card) in wanted)


def _unseen(one: Quantity) -> int:
    return len(counted_cards(one.count, one.rules)) - len(seen_cards(one))


def dealt_cards(rules: RuleSet) -> int:
    """How many cards are dealt to all who play, of a table of the usual size."""
    return rules.default_players * dict(rules.hand_size)[rules.default_players]


def _first_stock(one: Quantity) -> int:
    """What is left for the stock once everybody has cards and one is turned up."""
    return len(counted_cards("total", one.rules)) - dealt_cards(one.rules) - 1


def laid_points(one: Quantity) -> int:
    """Card values that the actions lay, the top card of a taken pile included: what counts towards the minimum."""
    return stage(one.on_table, one.actions).laid


def _missing(one: Quantity) -> int:
    return max(0, _named(one.on_table.initial_minimum) - laid_points(one))


def _last_score(one: Quantity) -> int:
    """The highest score before the deal at which what the actions lay is enough for the initial meld."""
    laid = laid_points(one)
    too_few = [low for low, minimum in one.rules.initial_steps or () if minimum > laid]
    if not too_few or too_few[0] is None:
        raise ValueError("no score is the last at which this is enough")
    return too_few[0] - POINT_STEP


def _hand_size(one: Quantity) -> int:
    return dict(one.rules.hand_size)[one.rules.default_players]


def _max_wilds(one: Quantity) -> int:
    if one.rules.max_wilds is None:
        raise ValueError("this rule set has no limit of wild cards")
    return one.rules.max_wilds


def _next_minimum(one: Quantity) -> int:
    return _named(side_sheet(one).next_minimum)


def _named(minimum: int | None) -> int:
    if minimum is None:
        raise ValueError("this rule set names no minimum at this score")
    return minimum


def _canasta_bonus(one: Quantity) -> int:
    return compute_bonus(one.cards, one.rules)


def side_sheet(one: Quantity) -> ScoreSheet:
    """The score sheet of the item's side."""
    assert one.side is not None
    return sheet_of(one.side, one.rules)


def _some_canasta(rules: RuleSet, rank: str = "4") -> Meld:
    """A canasta to stand for what a side has melded; its points are of no interest."""
    naturals = [c for c in CARDS.values() if c.rank == rank]
    copies = [c for c in naturals for _ in range(copies_in_deck(c, packs=rules.packs, jokers=rules.jokers))]
    return Meld(tuple(copies[: rules.canasta_size]))


_COMPUTATIONS: Final[dict[Compute, Callable[[Quantity], int]]] = {
    "card-points": lambda one: points_of(one.cards),
    "meld-points": lambda one: meld_lines(one.cards, one.rules).total,
    "canasta-bonus": _canasta_bonus,
    "initial-minimum": lambda one: _named(one.rules.initial_minimum(one.score)),
    "points-laid": lambda one: laid_points(one),
    "missing-points": _missing,
    "last-score": _last_score,
    "deck-count": lambda one: len(counted_cards(one.count, one.rules)),
    "unseen": _unseen,
    "first-stock": _first_stock,
    "hand-size": _hand_size,
    "max-wild-in-meld": _max_wilds,
    "canasta-size": lambda one: one.rules.canasta_size,
    "red-three-points": lambda one: red_three_lines(one.red_threes, one.rules, opened=one.opened).points_of(
        "red-threes"
    ),
    "side-total": lambda one: side_sheet(one).total,
    "score-after": lambda one: side_sheet(one).score_after,
    "next-minimum": _next_minimum,
}
