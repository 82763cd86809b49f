"""The itemised score sheet of a deal, a rule on every line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from engine.cards import (
    BLACK_THREE_KIND,
    FIRST_CARDS,
    JOKER,
    KIND_POINTS,
    RED_THREE_KIND,
    Card,
    sort_cards,
)
from engine.errors import EngineError
from engine.json_position import Reader, cards_from_json, meld_from_json, rules_from_json
from engine.melds import Meld
from engine.position import Position, Side, check_meld
from engine.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet
from engine.text_actions import format_cards
from engine.verdict import WentOut

Item = Literal[
    "melded-cards", "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta", "red-threes",
    "forgotten-red-three", "going-out", "hand-cards",
]  # fmt: skip

_VALUE_RULES: Final = {50: "value.joker", 20: "value.ace-two", 10: "value.eight-to-king"}
_ITEM_ORDER: Final[tuple[Item, ...]] = (
    "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta",
)  # fmt: skip
_CANASTAS_FOR_PLUS: Final = {"one_canasta": 1, "two_canastas": 2}


def value_rule(card: Card) -> str:
    """Id of the rule that gives this card its value."""
    if card.is_black_three:
        return "value.black-three"
    return "value.red-three" if card.is_red_three else _VALUE_RULES.get(card.points, "value.four-to-seven")


# The rules of card values in the order of their lines, with the value.
_VALUE_ORDER: Final = (
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


def _counts_value(rule: str) -> Callable[[Card], bool]:
    return lambda card: value_rule(card) == rule


_COUNTED: Final[dict[str, Callable[[Card], bool]]] = {
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
    count: int
    points: int
    rule: str
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
    if rules.sperr_canasta:  # a blocking canasta has one total value, its cards included
        groups = tuple([meld.cards for meld in side.melds if not meld.is_blocking])
    else:
        groups = tuple([meld.cards for meld in side.melds])
    places = bytes([card.kind for group in groups for card in group]).translate(_VALUE_PLACES)
    for place, rule, points in _VALUE_LINES:
        if count := places.count(place):
            lines.append(ScoreLine("melded-cards", count, count * points, rule, groups))


def _add_canastas(lines: list[ScoreLine], side: ScoreSide, rules: RuleSet) -> None:
    """A canasta brings a bonus, a complete sequence too. Ledger 8.2, 8.3, 18.5, 19.3, 19.4, 20.1 and 20.2."""
    least = rules.canasta_size if rules.sequence_max is None else min(rules.canasta_size, rules.sequence_max)
    found: list[ScoreLine] = []
    for meld in side.melds:
        if len(meld.cards) < least:
            continue
        if rules.sperr_canasta and meld.is_blocking:
            item, rule, points = "blocking-canasta", "house.sperr-canasta-1500", BLOCKING_CANASTA_TOTAL
        elif meld.is_canasta(rules):
            item, rule, points = canasta_bonus(meld, rules)
        else:
            continue
        found.append(ScoreLine(item, 1, points, rule, (meld.cards,)))
    lines += found if len(found) < 2 else _joined(found)


def _joined(found: list[ScoreLine]) -> Iterator[ScoreLine]:
    """One line for each item and rule, in the order of the items."""
    by_rule: dict[tuple[Item, str], list[ScoreLine]] = {}
    for line in found:
        by_rule.setdefault((line.item, line.rule), []).append(line)
    for item, rule in sorted(by_rule, key=_place_of_item):
        lines = by_rule[item, rule]
        groups = tuple([group for line in lines for group in line.groups])
        yield ScoreLine(item, len(lines), sum([line.points for line in lines]), rule, groups)


def _place_of_item(key: tuple[Item, str]) -> int:
    return _ITEM_ORDER.index(key[0])


def canasta_bonus(meld: Meld, rules: RuleSet) -> tuple[Item, str, int]:
    """What kind of canasta this is, the rule that gives its bonus, and the bonus in points."""
    if rules.sequences and meld.is_sequence:
        return "samba", "samba.bonus", rules.bonus_samba or 0
    first, natural = meld.cards[0], meld.is_natural
    if first.is_wild:  # naturals would come before
        jokers = sum(c.rank == JOKER for c in meld.cards)
        place = 0 if jokers == len(meld.cards) else 2 if jokers else 1
        whole = rules.wild_only_melds == "canasta_only"
        rule = "house.joker-canasta-1000" if whole else "sambaopt.wild-canasta-bonus"
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
    rule = "red3.all-bonus" if count == whole_set else "red3.value-each"
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
        lines.append(ScoreLine("hand-cards", threes, -of_threes, "black3.in-hand", hands))
    others = len(kinds) - threes - forgotten
    if others:
        points = of_threes - sum(kinds.translate(_POINTS))
        lines.append(ScoreLine("hand-cards", others, points, "score.hand-minus", hands))


# Reading a question


_SIDE_KEYS: Final = ("melds", "red_threes", "hands", "went_out", "score_before")


def score_side_from_json(data: Any, rules: RuleSet, *, where: str = "side") -> ScoreSide:
    """A side from its JSON object, checked: its melds can lie on the table, and it could have gone out.

    Raises EngineError naming the key.
    """
    reader = Reader(data, where=where, keys=_SIDE_KEYS)
    melds = tuple(meld_from_json(item, where=at) for item, at in reader.items("melds"))
    went_out = reader.choice("went_out", ("no", "yes", "concealed"), default="no")
    for index, meld in enumerate(melds):
        check_meld(rules, meld, where=f"{where}.melds[{index}]")
    red_threes = reader.cards("red_threes")
    for card in red_threes:
        if not card.is_red_three:
            raise EngineError("position", f"{where}.red_threes", "not-a-red-three", card=str(card))
    hands = tuple(cards_from_json(item, where=at) for item, at in reader.items("hands"))
    side = ScoreSide(
        melds=melds,
        red_threes=red_threes,
        hands=hands,
        went_out=went_out,
        score_before=reader.number("score_before", default=0, lowest=-1_000_000),
    )
    _check_out(side, rules, where)
    return side


def _check_out(side: ScoreSide, rules: RuleSet, where: str) -> None:
    if side.went_out == "no":
        if any(meld.rank == "3" for meld in side.melds):
            # Black threes are melded by nobody but a player who goes out.
            cards = next(format_cards(meld.cards) for meld in side.melds if meld.rank == "3")
            raise EngineError(
                "position", f"{where}.melds", "impossible-meld", cards=cards, rule="black3.meld-only-going-out"
            )  # fmt: skip
        return
    have = sum(meld.is_canasta(rules) or (rules.sperr_canasta and meld.is_blocking) for meld in side.melds)
    if have < rules.canastas_to_go_out:
        raise EngineError(
            "position", f"{where}.went_out", "no-canasta-when-out", needed=rules.canastas_to_go_out, have=have
        )  # fmt: skip
    if side.hands and all(side.hands):
        raise EngineError("position", f"{where}.hands", "hand-when-out")


def check_score_cards(sides: Sequence[ScoreSide], rules: RuleSet, *, names: Sequence[str]) -> None:
    """Raise EngineError, naming the key, if the sides together hold cards that the deck does not have."""
    sides_of_table = []
    for name, side in zip(names, sides, strict=True):
        seen: set[str] = set()
        for index, meld in enumerate(side.melds):
            if meld.rank in seen and not rules.several_melds_per_rank:
                raise EngineError("position", f"{name}.melds[{index}]", "two-melds-of-a-rank", rank=meld.rank)
            seen.add(meld.rank)
        melds = tuple(meld for meld in side.melds if meld.rank != "3")
        sides_of_table.append(Side(melds=melds, red_threes=side.red_threes))
    loose = [c for side in sides for hand in side.hands for c in hand]
    loose += [c for side in sides for meld in side.melds if meld.rank == "3" for c in meld.cards]
    try:
        Position(
            rules=rules,
            players=rules.default_players,
            phase="draw",
            hand=tuple(loose),
            own=sides_of_table[0],
            opponents=tuple(sides_of_table[1:]),
        )
    except EngineError as error:
        where = error.where.replace("own", names[0], 1)
        for index, name in enumerate(names[1:]):
            where = where.replace(f"opponents[{index}]", name, 1)
        where = f"{names[0]}.hands" if error.where == "hand" else where
        raise EngineError(error.kind, where, error.code, **error.facts) from None


_REQUEST_KEYS: Final = ("rules", "version", "players", "side", "sides")


def score_request(data: Any) -> dict[str, Any]:
    """Answer a ``score`` question of the command line: one side's sheet, or all sides' with the winner."""
    reader = Reader(data, where="", keys=_REQUEST_KEYS)
    rules = rules_from_json(reader.data.get("rules"), version=reader.data.get("version"))
    players = reader.number("players", default=rules.default_players)
    if players not in rules.player_counts:
        raise EngineError("position", "players", "wrong-players", name=rules.name, players=players)
    if "sides" in reader.data:
        names = [where for _, where in reader.items("sides")]
        sides = [score_side_from_json(item, rules, where=where) for item, where in reader.items("sides")]
        if not sides:
            raise EngineError("position", "sides", "missing-key", key="side")
        check_score_cards(sides, rules, names=names)
        return score_sides(sides, rules).to_json()
    if reader.data.get("side") is None:
        raise EngineError("position", "side", "missing-key", key="side")
    side = score_side_from_json(reader.data["side"], rules)
    check_score_cards([side], rules, names=["side"])
    return score_side(side, rules).to_json()
