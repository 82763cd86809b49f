"""The itemised score sheet of a deal, a rule on every line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from engine.law.cards import (
    BLACK_THREE_KIND,
    FIRST_CARDS,
    JOKER,
    KIND_POINTS,
    RED_THREE_KIND,
    Card,
    sort_cards,
)
from engine.law.errors import EngineError
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS, Meld
from engine.law.rule_ids import RuleId
from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet
from engine.law.verdict import WentOut
from engine.notation.text import format_cards

Item = Literal[
    "melded-cards", "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta", "red-threes",
    "forgotten-red-three", "going-out", "hand-cards",
]  # fmt: skip

_VALUE_RULES: Final[dict[int, RuleId]] = {50: "value.joker", 20: "value.ace-two", 10: "value.eight-to-king"}
_ITEM_ORDER: Final[tuple[Item, ...]] = (
    "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta",
)  # fmt: skip
_CANASTAS_FOR_PLUS: Final = {"one_canasta": 1, "two_canastas": 2}


def value_rule(card: Card) -> RuleId:
    """Id of the rule that gives this card its value."""
    if card.is_black_three:
        return "value.black-three"
    return "value.red-three" if card.is_red_three else _VALUE_RULES.get(card.points, "value.four-to-seven")


# The rules of card values in the order of their lines, with the value.
_VALUE_ORDER: Final[tuple[tuple[RuleId, int], ...]] = (
    ("value.joker", 50),
    ("value.ace-two", 20),
    ("value.eight-to-king", 10),
    ("value.four-to-seven", 5),
    ("value.black-three", 5),
)
# Tables for many cards at once, as bytes of kinds: the place of the rule of their value, and their points.
_VALUE_PLACES: Final = bytes(
    next((place for place, (rule, _) in enumerate(_VALUE_ORDER) if rule == value_rule(c)), len(_VALUE_ORDER))
    for c in FIRST_CARDS
).ljust(256)
_POINTS: Final = bytes(KIND_POINTS).ljust(256)
_VALUE_LINES: Final = tuple((place, rule, points) for place, (rule, points) in enumerate(_VALUE_ORDER))


def _counts_value(rule: RuleId) -> Callable[[Card], bool]:
    return lambda card: value_rule(card) == rule


_COUNTED: Final[dict[RuleId, Callable[[Card], bool]]] = {
    **{rule: _counts_value(rule) for rule, _ in _VALUE_ORDER},
    **dict.fromkeys(
        ("red3.sign-condition", "red3.all-bonus", "red3.value-each", "red3.forgotten-penalty"),
        attrgetter("is_red_three"),
    ),
    "black3.in-hand": attrgetter("is_black_three"),
    "score.hand-minus": lambda card: not card.is_black_three and not card.is_red_three,
}
"""Which cards of its groups a line with this rule counts; all of them where no rule is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSide:
    """What a side is scored by at the end of a deal.

    ``hands`` are the cards left in the player's hand, then in the partners'. ``went_out`` says whether
    somebody of this side went out.
    """

    melds: tuple[Meld, ...] = ()
    red_threes: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    went_out: WentOut = "no"
    score_before: int = 0


class ScoreLine(NamedTuple):
    """One line of a score sheet: signed points, how many cards or canastas, the rule, and the cards.

    ``groups`` hold the cards, perhaps with others that another line counts. A sheet is needed more often than its
    cards, so these are picked out when they are read.
    """

    item: Item
    count: int  # type: ignore[assignment]  # a sheet's line counts; that every tuple can count is not meant here
    points: int
    rule: RuleId
    groups: tuple[tuple[Card, ...], ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the line counts; those of canastas meld by meld, others in canonical order."""
        cards = [card for group in self.groups for card in group]
        counts = _COUNTED.get(self.rule)
        return tuple(cards) if counts is None else sort_cards([card for card in cards if counts(card)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreLine):
            return NotImplemented
        return self[:4] == other[:4] and self.cards == other.cards

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:4])

    def to_json(self) -> dict[str, Any]:
        return {
            "item": self.item, "count": self.count, "points": self.points, "rule": self.rule,
            "cards": format_cards(self.cards),
        }  # fmt: skip


_line: Final[Callable[[tuple[Any, ...]], ScoreLine]] = partial(tuple.__new__, ScoreLine)
"""A line from its five entries. The class's own constructor takes twice as long, a fifth of the whole sheet."""


class ScoreSheet(NamedTuple):
    """The lines of one side's deal, their total and what follows from it.

    ``next_minimum`` is the first meld's minimum in the next deal, ``game_over`` whether the side has reached
    the target.
    """

    lines: tuple[ScoreLine, ...]
    total: int
    score_after: int
    next_minimum: int | None
    game_over: bool

    def points_of(self, item: Item) -> int:
        """Sum of the lines of this item."""
        return sum(line.points for line in self.lines if line.item == item)

    def to_json(self) -> dict[str, Any]:
        return {
            "lines": [line.to_json() for line in self.lines], "total": self.total, "score_after": self.score_after,
            "next_minimum": self.next_minimum, "game_over": self.game_over,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameScore:
    """The sheets of all sides after a deal.

    ``winner`` is the index of the side that has won, None for none or a tie.
    """

    sheets: tuple[ScoreSheet, ...]
    game_over: bool
    winner: int | None

    def to_json(self) -> dict[str, Any]:
        return {
            "sides": [sheet.to_json() for sheet in self.sheets], "game_over": self.game_over, "winner": self.winner
        }  # fmt: skip


def score_side(side: ScoreSide, rules: RuleSet) -> ScoreSheet:
    """The score sheet of one side. Official laws; ledger section 15."""
    lines: list[ScoreLine] = []
    _add_values(lines, side, rules)
    _add_canastas(lines, side, rules)
    if side.red_threes:
        lines.append(_red_threes_line(side, rules))
    if side.went_out != "no":
        lines.append(_going_out_line(side, rules))
    _add_hands(lines, side, rules)
    total = 0
    for line in lines:
        total += line.points
    after = side.score_before + total
    return ScoreSheet(tuple(lines), total, after, _next_minimum(rules, after), after >= rules.target)


@lru_cache(maxsize=4096)
def _next_minimum(rules: RuleSet, score: int) -> int | None:
    return rules.initial_minimum(score)


def score_sides(sides: Sequence[ScoreSide], rules: RuleSet) -> GameScore:
    """Both sides' sheets after a complete deal, and who has won: the higher total at or above the target.

    Raises EngineError if both sides are said to have gone out.
    """
    if sum(side.went_out != "no" for side in sides) > 1:
        raise EngineError("position", "sides", "both-out")
    sheets = tuple(score_side(side, rules) for side in sides)
    over = any(sheet.game_over for sheet in sheets)
    best = max((sheet.score_after for sheet in sheets), default=0)
    first = [index for index, sheet in enumerate(sheets) if sheet.score_after == best]
    return GameScore(sheets, over, first[0] if over and len(first) == 1 else None)


def _add_values(lines: list[ScoreLine], side: ScoreSide, rules: RuleSet) -> None:
    """All melded cards count their value, those in canastas too. Ledger 2 and 8.4."""
    melds = side.melds
    if rules.sperr_canasta:  # a blocking canasta has one total value, its cards included
        melds = tuple([meld for meld in melds if not meld.is_blocking])
    groups = tuple([meld.cards for meld in melds])
    places = b"".join([meld.kinds for meld in melds]).translate(_VALUE_PLACES)
    for place, rule, points in _VALUE_LINES:
        if count := places.count(place):
            lines.append(_line(("melded-cards", count, count * points, rule, groups)))


BLOCKING_BONUS: Final[tuple[Item, RuleId, int]] = (
    "blocking-canasta",
    "house.sperr-canasta-1500",
    BLOCKING_CANASTA_TOTAL,
)


def _add_canastas(lines: list[ScoreLine], side: ScoreSide, rules: RuleSet) -> None:
    """A canasta brings a bonus, a complete sequence too, one line for each item and rule in the order of the items.

    Ledger 8.2, 8.3, 18.5, 19.3, 19.4, 20.1 and 20.2.
    """
    least = min(rules.canasta_size, rules.sequence_max or rules.canasta_size)
    if rules.sperr_canasta:
        least = min(least, BLOCKING_THREES + BLOCKING_WILDS)
    found: dict[tuple[Item, RuleId], tuple[int, tuple[tuple[Card, ...], ...]]] = {}
    for meld in side.melds:
        if len(meld.cards) < least:
            continue
        if rules.sperr_canasta and meld.is_blocking:
            bonus = BLOCKING_BONUS
        elif meld.is_canasta(rules):
            bonus = canasta_bonus(meld, rules)
        else:
            continue
        item, rule, points = bonus
        so_far, groups = found.get((item, rule), (0, ()))
        found[item, rule] = so_far + points, (*groups, meld.cards)
    for key in found if len(found) < 2 else sorted(found, key=_place_of_item):
        points, groups = found[key]
        lines.append(_line((key[0], len(groups), points, key[1], groups)))


def _place_of_item(key: tuple[Item, RuleId]) -> int:
    return _ITEM_ORDER.index(key[0])


def canasta_bonus(meld: Meld, rules: RuleSet) -> tuple[Item, RuleId, int]:
    """What kind of canasta this is, the rule that gives its bonus, and the bonus in points."""
    if rules.sequences and meld.is_sequence:
        return "samba", "samba.bonus", rules.bonus_samba or 0
    first, natural = meld.cards[0], meld.is_natural
    if first.is_wild:  # naturals would come before
        jokers = sum(c.rank == JOKER for c in meld.cards)
        place = 0 if jokers == len(meld.cards) else 2 if jokers else 1
        whole = rules.wild_only_melds == "canasta_only"
        rule: RuleId = "house.joker-canasta-1000" if whole else "sambaopt.wild-canasta-bonus"
        return "wild-canasta", rule, rules.bonus_wild[place] if rules.bonus_wild else 0
    item: Item = "natural-canasta" if natural else "mixed-canasta"
    if rules.bonus_aces is not None and first.rank == "A":
        return item, "sambaopt.ace-canasta", rules.bonus_aces[0 if natural else 1]
    if natural:
        return item, "canasta.natural-bonus", rules.bonus_natural
    return item, "canasta.mixed-bonus", rules.bonus_mixed


def red_threes_count_plus(side: ScoreSide, rules: RuleSet) -> bool:
    """Whether the side's red threes count in its favour. Ledger 4.7."""
    needed = _CANASTAS_FOR_PLUS.get(rules.red_three_plus_if)
    if needed is None:
        return bool(side.melds)
    return sum(meld.is_canasta(rules) for meld in side.melds) >= needed


def _red_threes_line(side: ScoreSide, rules: RuleSet) -> ScoreLine:
    """Red threes on the table count for the side, or against it; all of them together count more.

    Ledger 4.5 to 4.7.
    """
    count = len(side.red_threes)
    whole_set, total = rules.red_three_set
    points = total if count == whole_set else count * rules.red_three_value
    if not red_threes_count_plus(side, rules):
        return ScoreLine("red-threes", count, -points, "red3.sign-condition", (side.red_threes,))
    rule: RuleId = "red3.all-bonus" if count == whole_set else "red3.value-each"
    return ScoreLine("red-threes", count, points, rule, (side.red_threes,))


def _going_out_line(side: ScoreSide, rules: RuleSet) -> ScoreLine:
    """Going out brings a bonus, going out concealed a larger one in its place. Ledger 12.5 and 13.4."""
    if side.went_out == "yes":
        return ScoreLine("going-out", 1, rules.going_out_bonus, "out.bonus")
    return ScoreLine("going-out", 1, rules.concealed_total, "concealed.bonus")


def _add_hands(lines: list[ScoreLine], side: ScoreSide, rules: RuleSet) -> None:
    """All cards left in the hands of both partners count minus, and red threes among them are a penalty.

    Ledger 15.2, 5.6 and 4.8.
    """
    hands = side.hands
    kinds = bytes([card.kind for hand in hands for card in hand])
    if not kinds:
        return
    forgotten, threes = kinds.count(RED_THREE_KIND), kinds.count(BLACK_THREE_KIND)
    if forgotten:
        # Where the cards left over are counted, this stands before the bonus for going out.
        place = len(lines) - (side.went_out != "no")
        points = -forgotten * rules.red_three_forgotten
        lines.insert(
            place, ScoreLine("forgotten-red-three", forgotten, points, "red3.forgotten-penalty", hands)
        )
    of_threes = threes * KIND_POINTS[BLACK_THREE_KIND]
    if threes:
        lines.append(_line(("hand-cards", threes, -of_threes, "black3.in-hand", hands)))
    others = len(kinds) - threes - forgotten
    if others:
        points = of_threes - sum(kinds.translate(_POINTS))
        lines.append(_line(("hand-cards", others, points, "score.hand-minus", hands)))
