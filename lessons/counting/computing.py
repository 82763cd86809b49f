"""The numbers that items ask for. Everything comes from the engine: no rule and no point value is written here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.law.cards import CARDS, Card, copies_in_deck, full_deck, points_of
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.score.questions import score_side_from_json
from engine.score.sheet import Item as LineItem
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.content.base import SideTable
from lessons.content.reading import Item
from lessons.content.schema import NumberTask
from lessons.table.staging import stage

CANASTAS: Final[tuple[LineItem, ...]] = (
    "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta",
)  # fmt: skip


POINT_STEP: Final = min(card.points for card in CARDS.values() if card.points)
"""All points and scores are multiples of this."""


def compute(item: Item) -> int:
    """The right answer of an item of kind number. Raises EngineError or ValueError where it cannot be computed."""
    task = item.task
    assert isinstance(task, NumberTask)
    return computed(task, item.rules)


def computed(task: NumberTask, rules: RuleSet) -> int:
    """What the task asks for, under these rules."""
    return _COMPUTATIONS[task.compute](task, rules)


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


def laid_points(task: NumberTask) -> int:
    """Card values that the actions lay, the top card of a taken pile included: what counts towards the minimum."""
    assert task.position is not None
    assert task.actions is not None
    return stage(task.position, task.actions).laid


def _missing(task: NumberTask, rules: RuleSet) -> int:
    assert task.position is not None
    return max(0, _named(task.position.initial_minimum) - laid_points(task))


def _last_score(task: NumberTask, rules: RuleSet) -> int:
    """The highest score before the deal at which what the actions lay is enough for the initial meld."""
    laid = laid_points(task)
    too_few = [low for low, minimum in rules.initial_steps or () if minimum > laid]
    if not too_few or too_few[0] is None:
        raise ValueError("no score is the last at which this is enough")
    return too_few[0] - POINT_STEP


def _hand_size(task: NumberTask, rules: RuleSet) -> int:
    return dict(rules.hand_size)[rules.default_players]


def _max_wilds(task: NumberTask, rules: RuleSet) -> int:
    if rules.max_wilds is None:
        raise ValueError("this rule set has no limit of wild cards")
    return rules.max_wilds


def _next_minimum(task: NumberTask, rules: RuleSet) -> int:
    return _named(side_sheet(task, rules).next_minimum)


def _named(minimum: int | None) -> int:
    if minimum is None:
        raise ValueError("this rule set names no minimum at this score")
    return minimum


def _canasta_bonus(task: NumberTask, rules: RuleSet) -> int:
    return compute_bonus(task.cards, rules)


def side_sheet(task: NumberTask, rules: RuleSet) -> ScoreSheet:
    """The score sheet of the item's side."""
    assert task.side is not None
    return sheet_of(task.side, rules)


def _some_canasta(rules: RuleSet, rank: str = "4") -> Meld:
    """A canasta to stand for what a side has melded; its points are of no interest."""
    naturals = [c for c in CARDS.values() if c.rank == rank]
    copies = [c for c in naturals for _ in range(copies_in_deck(c, packs=rules.packs, jokers=rules.jokers))]
    return Meld(tuple(copies[: rules.canasta_size]))


_COMPUTATIONS: Final[dict[str, Callable[[NumberTask, RuleSet], int]]] = {
    "card-points": lambda task, rules: points_of(task.cards),
    "meld-points": lambda task, rules: meld_lines(task.cards, rules).total,
    "canasta-bonus": _canasta_bonus,
    "initial-minimum": lambda task, rules: _named(rules.initial_minimum(task.score or 0)),
    "points-laid": lambda task, rules: laid_points(task),
    "missing-points": _missing,
    "last-score": _last_score,
    "deck-count": lambda task, rules: len(counted_cards(task.count or "", rules)),
    "hand-size": _hand_size,
    "max-wild-in-meld": _max_wilds,
    "canasta-size": lambda task, rules: rules.canasta_size,
    "red-three-points": lambda task, rules: red_three_lines(
        task.red_threes or (), rules, opened=bool(task.opened)
    ).points_of("red-threes"),
    "side-total": lambda task, rules: side_sheet(task, rules).total,
    "score-after": lambda task, rules: side_sheet(task, rules).score_after,
    "next-minimum": _next_minimum,
}
