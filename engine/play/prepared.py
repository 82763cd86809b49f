"""A table put up from prepared cards, where a deal goes on or begins; and its line in a record.

::

    prepared 0 | hand Kh Kd | hand 7c 8d | hand 9h | hand Jc | side 1480: 2=Qc Qd Qs; 3h | side 0 | pile 9c | stock 4d

The number is the seat whose turn begins. There is a ``hand`` for each seat in the order of play and a ``side`` for each
side: its total before the deal, after a colon its melds, each with the seat that laid it first, and its red threes. The
``pile`` runs from bottom to top, the ``stock`` from the first card that will be drawn. ``melded 1 3`` names seats that
have only added to melds of others. Cards of the deck that are nowhere to be seen are out of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.law.cards import Card, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Side, cards_of_side, check_copies, check_pile, check_side, seating
from engine.law.ruleset import RuleSet
from engine.notation.text import format_cards, parse_cards
from engine.play.deal import Deal
from engine.turn.state import meld_numbers
from engine.turn.table import LaidMeld

WORD: Final = "prepared"
"""What the line begins with."""
UNSEEN: Final = "?"
"""A card that the reader of a record has not seen."""


@dataclass(frozen=True, slots=True)
class PreparedMeld:
    """A meld on the table and the seat that laid it first."""

    seat: int
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", sort_cards(self.cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedSide:
    """A side's total before the deal, and what lies in front of it."""

    score: int = 0
    melds: tuple[PreparedMeld, ...] = ()
    red_threes: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        ordered = sorted(self.melds, key=lambda meld: _order(meld.cards))
        object.__setattr__(self, "melds", tuple(ordered))
        object.__setattr__(self, "red_threes", sort_cards(self.red_threes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A checked table at the beginning of a turn: every player of the game sits at it, in the order of play.

    ``seat`` is whose turn it is. ``melded`` are seats that have added to melds without having laid one. Raises
    EngineError of kind ``position``, naming the key, for what no deal could produce.
    """

    rules: RuleSet
    hands: tuple[tuple[Card, ...], ...]
    sides: tuple[PreparedSide, ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    seat: int = 0
    melded: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(map(sort_cards, self.hands)))
        _check(self)

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple([side.score for side in self.sides])

    def deal(self) -> Deal:
        """The deal from here on."""
        laid = {meld.seat for side in self.sides for meld in side.melds}
        return Deal.put_up(
            rules=self.rules,
            players=self.players,
            scores=self.scores,
            hands=self.hands,
            melds=[_laid(side) for side in self.sides],
            red_threes=tuple([side.red_threes for side in self.sides]),
            has_melded=tuple([seat in laid or seat in self.melded for seat in range(self.players)]),
            pile=self.pile,
            stock=self.stock,
            seat=self.seat,
        )


def prepared_of(deal: Deal, *, first: int = 0) -> Prepared:
    """The table of a deal at the beginning of a turn, the seats counted from ``first`` on.

    Raises EngineError where it cannot be put up: what players remember is not on the table, but every card is.
    """
    count, sides = len(deal.hands), len(deal.scores)

    def side(place: int) -> PreparedSide:
        old = (place + first) % sides
        melds = [PreparedMeld((meld.seat - first) % count, meld.cards) for meld in deal.melds[old]]
        return PreparedSide(score=deal.scores[old], melds=tuple(melds), red_threes=deal.red_threes[old])

    return Prepared(
        rules=deal.rules,
        hands=tuple([deal.hands[(seat + first) % count] for seat in range(count)]),
        sides=tuple([side(place) for place in range(sides)]),
        pile=deal.pile,
        stock=deal.stock,
        seat=(deal.seat - first) % count,
        melded=tuple([seat for seat in range(count) if deal.has_melded[(seat + first) % count]]),
    )


def _order(cards: tuple[Card, ...]) -> int:
    return meld_numbers([Meld(cards)])[0]


def _laid(side: PreparedSide) -> list[LaidMeld[int]]:
    numbers = meld_numbers([Meld(meld.cards) for meld in side.melds])
    return [LaidMeld(number, meld.cards, meld.seat) for number, meld in zip(numbers, side.melds, strict=True)]


def _fail(where: str, code: str, **facts: object) -> None:
    raise EngineError("position", where, code, **facts)


def _check(table: Prepared) -> None:
    rules = table.rules
    if table.players not in rules.player_counts:
        _fail("players", "wrong-players", name=rules.name, players=table.players)
    seats = seating(table.players)
    if len(table.sides) != len(seats.sides) or len(seats.at_table(0)) != table.players:
        _fail("sides", "wrong-table", hands=table.players, sides=len(table.sides))
    for place, hand in enumerate(table.hands):
        if not hand:
            _fail(f"hands[{place}]", "empty-hand")
    if table.seat not in range(table.players):
        _fail("seat", "not-a-seat", seat=table.seat)
    _check_sides(table)
    if not table.pile:
        _fail("pile", "empty-pile")
    check_pile(table.pile)


def _check_sides(table: Prepared) -> None:
    count = len(table.sides)
    places = [(f"hands[{place}]", hand) for place, hand in enumerate(table.hands)]
    for place, side in enumerate(table.sides):
        where = f"sides[{place}]"
        own = range(place, table.players, count)
        for number, meld in enumerate(side.melds):
            if meld.seat not in own:
                _fail(f"{where}.melds[{number}]", "not-a-seat", seat=meld.seat)
        lying = Side(melds=tuple([Meld(meld.cards) for meld in side.melds]), red_threes=side.red_threes)
        check_side(table.rules, lying, where=where)
        places += cards_of_side(lying, where=where)
    for seat in table.melded:
        if seat not in range(table.players) or not table.sides[seat % count].melds:
            _fail("melded", "not-a-seat", seat=seat)
    check_copies(table.rules, [*places, ("pile", table.pile), ("stock", table.stock)])


def format_prepared(table: Prepared, *, seat: int | None = None) -> str:
    """The line of a record; with ``seat`` as this seat sees it: every hidden card is ``?``, and it cannot be read."""
    parts = [f"{WORD} {table.seat}"]
    parts += [f"hand {_hidden(hand, seat in (None, at))}" for at, hand in enumerate(table.hands)]
    parts += [_side_text(side) for side in table.sides]
    parts += [f"pile {format_cards(table.pile)}", f"stock {_hidden(table.stock, seat is None)}".strip()]
    if table.melded:
        parts.append(f"melded {' '.join(map(str, table.melded))}")
    return " | ".join(parts)


def _hidden(cards: tuple[Card, ...], is_seen: bool) -> str:
    return format_cards(cards) if is_seen else " ".join([UNSEEN] * len(cards))


def _side_text(side: PreparedSide) -> str:
    lying = [f"{meld.seat}={format_cards(meld.cards)}" for meld in side.melds]
    lying += [format_cards(side.red_threes)] if side.red_threes else []
    return f"side {side.score}: {'; '.join(lying)}" if lying else f"side {side.score}"


def parse_prepared(text: str, rules: RuleSet, *, where: str) -> Prepared:
    """The table of a line of a record. Raises EngineError naming ``where``, or the key that no deal could produce."""
    first, *parts = [part.strip() for part in text.split("|")]
    found: dict[str, list[str]] = {"hand": [], "side": [], "pile": [], "stock": [], "melded": []}
    for part in parts:
        key, _, rest = part.partition(" ")
        if key not in found:
            raise EngineError("notation", where, "unknown-section", text=part[:40])
        if found[key] and key not in ("hand", "side"):
            raise EngineError("notation", where, "repeated-section", text=key)
        found[key].append(rest)
    return Prepared(
        rules=rules,
        seat=_number(first.removeprefix(WORD), where),
        hands=tuple([parse_cards(hand, where=where) for hand in found["hand"]]),
        sides=tuple([_side(side, where) for side in found["side"]]),
        pile=_cards(found["pile"], where),
        stock=_cards(found["stock"], where),
        melded=tuple([_number(seat, where) for seat in " ".join(found["melded"]).split()]),
    )


def _cards(parts: Iterable[str], where: str) -> tuple[Card, ...]:
    return parse_cards(" ".join(parts), where=where)


def _side(text: str, where: str) -> PreparedSide:
    score, _, rest = text.partition(":")
    melds: list[PreparedMeld] = []
    reds: tuple[Card, ...] = ()
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        seat, equals, cards = part.partition("=")
        if equals:
            melds.append(PreparedMeld(_number(seat, where), parse_cards(cards, where=where)))
        else:
            reds += parse_cards(part, where=where)
    return PreparedSide(score=_number(score, where), melds=tuple(melds), red_threes=reds)


def _number(text: str, where: str) -> int:
    plain = text.strip()
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 6:
        raise EngineError("notation", where, "bad-number", text=plain[:40])
    return int(plain)
