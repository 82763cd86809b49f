"""Can the turn still be finished? Tried out, not calculated: every way to lay the rest of the hand.

Suits do not matter here, so a way of laying is written as numbers: for each rank how many naturals, twos and
jokers go to it. Going once through the ranks is enough: whatever several actions lay on a rank one can lay.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from tests.oracle_cards import NATURAL_RANKS, POINTS, kind
from tests.oracle_position import Table

LAYABLE = NATURAL_RANKS + "3"
KIND_OF = {"3": "3b"}
KIND_POINTS = POINTS | {"3b": 5}


@dataclass
class Pack:
    """The cards on one rank: naturals, wild cards, and whether the player alone laid them in this turn."""

    naturals: int = 0
    wilds: int = 0
    fresh: bool = True


@dataclass
class Layout:
    """Hand and table in numbers. `reserve` is what may be laid before the minimum is reached (None: all)."""

    hand: Counter
    unknown: int
    packs: dict[str, Pack]
    points: int
    touched_partner: bool
    reserve: Counter | None = None
    facts: dict = field(default_factory=dict)

    @property
    def left(self) -> int:
        return self.hand.total() + self.unknown

    def laid(self, rank: str, naturals: int, twos: int, jokers: int) -> "Layout":
        """This layout with that many more cards on the rank."""
        after = Layout(
            Counter(self.hand),
            self.unknown,
            dict(self.packs),
            self.points,
            self.touched_partner,
            None,
            self.facts,
        )
        if self.reserve is not None:
            after.reserve = Counter(self.reserve)
        used = {KIND_OF.get(rank, rank): naturals, "2": twos, "JK": jokers}
        for what, number in used.items():
            after.hand[what] -= number
            after.points += number * KIND_POINTS[what]
            if after.reserve is not None:
                after.reserve[what] -= number
        pack = self.packs.get(rank, Pack())
        if not pack.fresh:
            after.touched_partner = True
        after.packs[rank] = Pack(pack.naturals + naturals, pack.wilds + twos + jokers, pack.fresh)
        return after


def layout_of(table: Table) -> Layout:
    """The table in numbers; red threes still in the hand are taken as exposed and replaced."""
    hand = Counter(kind(card) for card in table.hand.elements())
    red = hand.pop("3r", 0)
    replaced = red if table.stock is None else min(red, table.stock)
    packs: dict[str, Pack] = {}
    for meld in table.melds:
        pack = packs.setdefault(meld.rank, Pack(fresh=meld.fresh))
        pack.naturals += len(meld.naturals)
        pack.wilds += len(meld.wilds)
    facts = {
        "rules": table.rules,
        "minimum": 0 if table.opened else table.minimum,
        "drew": table.drew,
        "has_melded": table.has_melded,
        "may_not_go_out": answer_in_force(table) == "no",
        "laid": table.laid,
    }
    reserve = None
    if table.held_before_take is not None and not table.minimum_reached:
        reserve = Counter(table.held_before_take)
        reserve.pop("3r", None)
    return Layout(
        hand, table.unknown + replaced, packs, table.counted_points, table.touched_partner, reserve, facts
    )


def answer_in_force(table: Table) -> str | None:
    """The partner's answer, if the question has been asked in this turn."""
    return table.permission if table.asked else None


def going_out_faults(layout: Layout) -> list[str]:
    """What forbids going out with this layout and no card left over; the minimum comes last."""
    facts = layout.facts
    broken = []
    if not _canastas(layout):
        broken.append("out.canastas-needed")
    if facts["may_not_go_out"]:
        broken.append("out.ask-binding")
    waiver = facts["rules"]["concealed_waives_minimum"] and facts["drew"] == "stock"
    waived = waiver and is_concealed(layout) and _own_canasta(layout)
    something_laid = facts["laid"] or layout.points
    if something_laid and layout.points < facts["minimum"] and not waived:
        broken.append("minimum")
    return broken


def _canastas(layout: Layout) -> int:
    size = layout.facts["rules"]["canasta_size"]
    found = sum(pack.naturals + pack.wilds >= size for rank, pack in layout.packs.items() if rank != "3")
    return found if found >= layout.facts["rules"]["canastas_to_go_out"] else 0


def is_concealed(layout: Layout) -> bool:
    """Whether going out so is concealed: never melded before, own canasta, partner's melds untouched."""
    rules = layout.facts["rules"]
    if layout.facts["has_melded"] or (layout.touched_partner and rules["concealed_forbids_partner_add"]):
        return False
    return _own_canasta(layout) or not rules["concealed_needs_own_canasta"]


def _own_canasta(layout: Layout) -> bool:
    size = layout.facts["rules"]["canasta_size"]
    return any(
        pack.fresh and pack.naturals + pack.wilds >= size
        for rank, pack in layout.packs.items()
        if rank != "3"
    )


def can_go_out(table: Table) -> bool:
    """Whether some way of laying the rest leaves one card or none and everything is legal then."""
    spare = 0 if table.no_discard else 1
    return any(not going_out_faults(end) for end in _ways(layout_of(table), spare) if end.left <= spare)


def can_finish(table: Table, *, must_go_out: bool) -> bool:
    """Whether the turn can be brought to a legal end, with or without going out."""
    return can_go_out(table) or (not must_go_out and _can_stay(table))


def _can_stay(table: Table) -> bool:
    """Whether some way of laying the rest, or nothing more, leaves a discard and a card to keep."""
    start = layout_of(table)
    for end in _ways(start):
        nothing_laid = not end.facts["laid"] and not end.points
        enough = nothing_laid or end.points >= end.facts["minimum"]
        if (
            enough
            and end.left >= (1 if table.no_discard else 2)
            and end.packs.get("3") == start.packs.get("3")
        ):
            return True
    return False


def _ways(start: Layout, most_left: int | None = None) -> Iterator[Layout]:
    """Every layout that can be reached, each at least once.

    Until the minimum is reached only the reserve may be laid; from a layout that reaches it everything may.
    Layouts that leave more than `most_left` cards need not be listed.
    """
    if most_left is not None:
        most_left -= start.unknown
    if start.reserve is None:
        yield from _fill(start, LAYABLE, start.hand, most_left)
        return
    for first in _fill(start, LAYABLE, start.reserve, None):
        if first.points >= first.facts["minimum"]:
            first.reserve = None
            yield from _fill(first, LAYABLE, first.hand, most_left)


def _fill(layout: Layout, ranks: str, available: Counter, most_left: int | None) -> Iterator[Layout]:
    """Lay cards on the first of the ranks in every way, then go on with the others."""
    if not ranks:
        yield layout
        return
    rank, others = ranks[0], ranks[1:]
    name = KIND_OF.get(rank, rank)
    pack = layout.packs.get(rank)
    for naturals, twos, jokers in product(
        range(available[name] + 1), range(available["2"] + 1), range(available["JK"] + 1)
    ):
        most_left_after = most_left
        if most_left is not None:
            most_left_after = most_left - (layout.hand[name] - naturals)
            if most_left_after < 0:
                continue
        if naturals == twos == jokers == 0:
            yield from _fill(layout, others, available, most_left_after)
        elif _allowed(rank, pack, naturals, twos + jokers, layout.facts["rules"]):
            after = layout.laid(rank, naturals, twos, jokers)
            remaining = after.hand if after.reserve is None else after.reserve
            yield from _fill(after, others, remaining, most_left_after)


def _allowed(rank: str, pack: Pack | None, naturals: int, wilds: int, rules: dict) -> bool:
    """Whether laying these cards on the rank breaks nothing that is not broken there already."""
    before = pack or Pack()
    after = Pack(before.naturals + naturals, before.wilds + wilds)
    if wilds and not rules["wilds_on_canasta"]:
        there = before.naturals + before.wilds
        if there + wilds > rules["canasta_size"]:
            return False
    return _wrong(rank, after, rules) <= (_wrong(rank, before, rules) if pack else set())


def _wrong(rank: str, pack: Pack, rules: dict) -> set[str]:
    """What is wrong with so many cards as one meld."""
    size = pack.naturals + pack.wilds
    if rank == "3":
        tests = {
            "size": 3 <= size <= rules["black_three_meld_max"],
            "wild": pack.wilds == 0,
            "never": rules["black_three_meld"] == "going_out",
        }
    else:
        tests = {
            "size": size >= 3,
            "naturals": not pack.wilds or pack.naturals >= rules["min_naturals"],
            "wilds": rules["max_wilds"] is None or pack.wilds <= rules["max_wilds"],
            "majority": not rules["naturals_must_outnumber"] or pack.wilds < max(1, pack.naturals),
        }
    return {name for name, right in tests.items() if not right}
