"""Can the turn still be finished? Tried out, not calculated: every way to lay the rest of the hand.

The cards of each suit go into sequences first, in every way; what is left of each rank goes to sets with wild
cards, then wild cards alone, black threes and the blocking canasta. Each of these parts is tried card by card in
tests/oracle_ways.py.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.oracle_cards import NATURAL_RANKS, SUITS, is_wild, kind, points
from tests.oracle_position import Meld, Table
from tests.oracle_ways import Run, Set, frozen_rules, ways_of_rank, ways_of_suit, ways_of_wilds

BLOCKING = [
    ["3c", "3c", "3s", "3s", *wilds]
    for wilds in (
        [["JK"] * 3]
        + [["2d"] * n + ["2h"] * (3 - n) for n in range(4)]
        + [["2c"] * n + ["2s"] * (3 - n) for n in range(4)]
    )
]


@dataclass
class Layout:
    """Hand and table while ways are tried. `reserve` is what may be laid before the minimum is reached (None: all)."""

    hand: Counter
    unknown: int
    runs: tuple[Run, ...]
    sets: dict[str, tuple[Set, ...]]
    wild_melds: tuple[Set, ...]
    threes: int | None
    blocking: int
    points: int
    touched_partner: bool
    reserve: Counter | None = None
    facts: dict = field(default_factory=dict)

    @property
    def left(self) -> int:
        return self.hand.total() + self.unknown

    def canastas(self) -> list[bool]:
        """For each canasta whether the player alone laid it in this turn."""
        size = self.facts["rules"]["canasta_size"]
        sets = [each for group in self.sets.values() for each in group] + list(self.wild_melds)
        found = [each.fresh for each in sets if each.naturals + each.wilds >= size]
        found += [run.fresh for run in self.runs if run.length >= self.facts["rules"]["sequence_max"]]
        return found + [True] * self._counted_blocking

    @property
    def _counted_blocking(self) -> int:
        return self.blocking if self.facts["rules"]["blocking_counts"] else 0

    def has_own_canasta(self) -> bool:
        """Whether the player alone laid a canasta in this turn; a blocking canasta is none of these."""
        return any(self.canastas()[: len(self.canastas()) - self._counted_blocking])

    def without(self, cards: list[str], **changes) -> "Layout":
        """This layout with these cards gone from the hand to the table."""
        used = Counter(cards)
        reserve = None if self.reserve is None else self.reserve - used
        worth = self.points + sum(points(card) for card in cards)
        return replace(self, hand=self.hand - used, reserve=reserve, points=worth, **changes)


def layout_of(table: Table) -> Layout:
    """The table as a layout; red threes still in the hand are taken as exposed and replaced."""
    hand = Counter({card: number for card, number in table.hand.items() if kind(card) != "3r" and number})
    red = sum(number for card, number in table.hand.items() if kind(card) == "3r")
    replaced = red if table.stock is None else min(red, table.stock)
    sets: dict[str, tuple[Set, ...]] = {}
    for meld in table.melds:
        if meld.sort == "set":
            sets[meld.rank] = (*sets.get(meld.rank, ()), _as_set(meld))
    blocking = [
        meld.sort == "3" and table.rules["sperr_canasta"] and meld.is_blocking for meld in table.melds
    ]
    threes = [
        len(each.cards)
        for each, whole in zip(table.melds, blocking, strict=True)
        if each.sort == "3" and not whole
    ]
    facts = {
        "rules": table.rules,
        "minimum": 0 if table.opened else table.minimum,
        "drew": table.drew,
        "has_melded": table.has_melded,
        "may_not_go_out": answer_in_force(table) == "no",
        "laid": table.laid,
    }
    return Layout(
        hand,
        table.unknown + replaced,
        runs=tuple(_as_run(meld) for meld in table.melds if meld.sort == "sequence"),
        sets=sets,
        wild_melds=tuple(_as_set(meld) for meld in table.melds if meld.sort == "W"),
        threes=threes[0] if threes else None,
        blocking=sum(blocking),
        points=table.counted_points,
        touched_partner=table.touched_partner,
        reserve=_reserve(table),
        facts=facts,
    )


def _as_set(meld: Meld) -> Set:
    return Set(len(meld.naturals), len(meld.wilds), meld.fresh)


def _as_run(meld: Meld) -> Run:
    places = sorted(NATURAL_RANKS.index(card[0]) for card in meld.naturals if card[0] in NATURAL_RANKS)
    suits = {card[1] for card in meld.naturals}
    sound = len(suits) == 1 and len(places) == len(meld.cards)
    sound = sound and places == list(range(places[0], places[0] + len(places)))
    return Run(meld.cards[0][-1] if sound else "", places[0], len(meld.cards), meld.fresh)


def _reserve(table: Table) -> Counter | None:
    if table.held_before_take is None or table.minimum_reached:
        return None
    left = Counter(table.held_before_take)
    reserve: Counter = Counter()
    for card, number in table.hand.items():
        name = card if table.rules["sequences"] else kind(card)
        reserve[card] = min(number, left[name])
        left[name] -= reserve[card]
    return Counter({card: number for card, number in reserve.items() if kind(card) != "3r"})


def answer_in_force(table: Table) -> str | None:
    """The partner's answer, if the question has been asked in this turn; without the question a yes or a no is talk."""
    if table.rules["permission"] == "none" or not table.asked:
        return None
    return table.permission


def going_out_faults(layout: Layout) -> list[str]:
    """What forbids going out with this layout and no card left over; the minimum comes last."""
    facts = layout.facts
    broken = []
    if len(layout.canastas()) < facts["rules"]["canastas_to_go_out"]:
        broken.append("out.canastas-needed")
    if facts["may_not_go_out"]:
        broken.append("out.ask-binding")
    waiver = facts["rules"]["concealed_waives_minimum"] and facts["drew"] == "stock"
    waived = waiver and is_concealed(layout) and layout.has_own_canasta()
    something_laid = facts["laid"] or layout.points
    if facts["minimum"] and something_laid and layout.points < facts["minimum"] and not waived:
        broken.append("minimum")
    return broken


def is_concealed(layout: Layout) -> bool:
    """Whether going out so is concealed: never melded before, own canasta, partner's melds untouched."""
    rules = layout.facts["rules"]
    if layout.facts["has_melded"] or (layout.touched_partner and rules["concealed_forbids_partner_add"]):
        return False
    return layout.has_own_canasta() or not rules["concealed_needs_own_canasta"]


def can_go_out(table: Table) -> bool:
    """Whether some way of laying the rest leaves one card or none and everything is legal then."""
    spare = 0 if table.no_discard else 1
    start = layout_of(table)
    if start.facts["may_not_go_out"] or start.unknown > spare or not _canastas_possible(start):
        return False
    if _certainly_left(start) > spare:
        return False
    return any(not going_out_faults(end) for end in _ways(start, spare) if end.left <= spare)


def _canastas_possible(start: Layout) -> bool:
    """Cheap: whether hand and open melds hold cards enough for the canastas that are still missing."""
    rules = start.facts["rules"]
    missing = rules["canastas_to_go_out"] - len(start.canastas())
    size, whole = rules["canasta_size"], rules["sequence_max"]
    sets = [each for group in start.sets.values() for each in group] + list(start.wild_melds)
    sizes = [each.naturals + each.wilds for each in sets]
    small = sum(each for each in sizes if each < size)
    small += sum(run.length for run in start.runs if run.length < whole)
    least = min(size, whole) if rules["sequences"] else size
    return missing <= (small + start.hand.total()) // least


def _certainly_left(start: Layout) -> int:
    """Cheap: cards that neither a set nor a sequence nor anything else can take up."""
    rules = start.facts["rules"]
    wilds = sum(number for card, number in start.hand.items() if is_wild(card))
    ranks = Counter(kind(card) for card in start.hand.elements())
    left = start.unknown
    for card, number in start.hand.items():
        what = kind(card)
        if what not in NATURAL_RANKS or what in start.sets or ranks[what] + wilds >= 3:
            continue
        if rules["sequences"] and _has_neighbours(start, card):
            continue
        left += number
    return left


def _has_neighbours(start: Layout, card: str) -> bool:
    place = NATURAL_RANKS.index(card[0])
    there = {
        NATURAL_RANKS.index(each[0])
        for each in start.hand
        if kind(each) in NATURAL_RANKS and each[1] == card[1]
    }
    for run in start.runs:
        if run.suit == card[1]:
            there |= set(range(run.first, run.first + run.length))
    return any({low, low + 1, low + 2} <= there for low in range(place - 2, place + 1))


def can_finish(table: Table, *, must_go_out: bool) -> bool:
    """Whether the turn can be brought to a legal end, with or without going out."""
    if must_go_out:
        return can_go_out(table)
    return _can_stay(table) or can_go_out(table)


def _can_stay(table: Table) -> bool:
    """Whether some way of laying the rest, or nothing more, leaves a discard and a card to keep."""
    start = layout_of(table)
    keep = 1 if table.no_discard else 2
    if start.left < keep:
        return False
    if (not start.facts["laid"] and not start.points) or start.points >= start.facts["minimum"]:
        return True
    reserve = start.hand if start.reserve is None else start.reserve
    if start.points + sum(points(card) for card in reserve.elements()) < start.facts["minimum"]:
        return False
    return any(
        end.points >= end.facts["minimum"]
        and end.left >= keep
        and end.threes == start.threes
        and not _blocked(end, start)
        for end in _fill(start, reserve, None)
    )


def _blocked(end: Layout, start: Layout) -> bool:
    return end.blocking != start.blocking


def _ways(start: Layout, most_left: int) -> Iterator[Layout]:
    """Every layout that can be reached and leaves at most so many cards, each at least once.

    Until the minimum is reached only the reserve may be laid; from a layout that reaches it everything may.
    """
    if start.reserve is None:
        yield from _fill(start, start.hand, most_left - start.unknown)
        return
    for first in _fill(start, start.reserve, None):
        if first.points >= first.facts["minimum"]:
            opened = replace(first, reserve=None)
            yield from _fill(opened, opened.hand, most_left - opened.unknown)


def _fill(start: Layout, available: Counter, most_left: int | None) -> Iterator[Layout]:
    """Lay some of the available cards in every way; with `most_left` at most so many of the hand may stay."""
    for layout, rest in _with_blocking(start, Counter({c: n for c, n in available.items() if n > 0})):
        for after, remaining in _runs_of(layout, rest, SUITS):
            ranks = [rank for rank in NATURAL_RANKS if _count(remaining, rank) or after.sets.get(rank)]
            stuck = after.hand.total() - remaining.total()
            bound = None if most_left is None else most_left - stuck
            if bound is None or (bound >= 0 and _canastas_in_reach(after, remaining)):
                yield from _sets_of(after, remaining, ranks, bound)


def _canastas_in_reach(layout: Layout, available: Counter) -> bool:
    """Cheap: whether sets and wild cards can make up the canastas that the sequences leave missing."""
    rules = layout.facts["rules"]
    size, wilds = rules["canasta_size"], _count(available, "2") + _count(available, "JK")
    found = len(layout.canastas())
    for rank in NATURAL_RANKS:
        small = [each for each in layout.sets.get(rank, ()) if each.naturals + each.wilds < size]
        naturals = _count(available, rank) + sum(each.naturals for each in small)
        helping = wilds + sum(each.wilds for each in small)
        most = helping if rules["max_wilds"] is None else min(helping, rules["max_wilds"])
        most = max([most, *(each.wilds for each in small)])  # also where too many lie already
        if naturals + most >= size:
            found += (naturals + helping) // size
    if rules["wild_only_melds"] != "no":
        found += (wilds + sum(each.wilds for each in layout.wild_melds)) // size
    return found >= rules["canastas_to_go_out"]


def _stranded(layout: Layout, available: Counter, ranks: list[str]) -> int:
    """Cheap: the natural cards of so few of their rank that, without a set there, wild cards do not help."""
    rules = layout.facts["rules"]
    wilds = _count(available, "2") + _count(available, "JK")
    least = max(rules["min_naturals"], 3 - wilds)
    numbers = [_count(available, rank) for rank in ranks if not layout.sets.get(rank)]
    pairs = [number for number in numbers if least <= number == 2]  # each needs a wild card
    return sum(number for number in numbers if number < least) + 2 * max(0, len(pairs) - wilds)


def _count(cards: Counter, what: str) -> int:
    return sum(number for card, number in cards.items() if kind(card) == what)


def _some(cards: Counter, what: str, number: int) -> list[str]:
    return [card for card in cards.elements() if kind(card) == what][:number]


def _some_wilds(cards: Counter, number: int) -> list[str]:
    """Wild cards, those that count most first: nothing else sets jokers and twos apart here."""
    return (_some(cards, "JK", number) + _some(cards, "2", number))[:number]


def _with_blocking(layout: Layout, available: Counter) -> Iterator[tuple[Layout, Counter]]:
    yield layout, available
    if not layout.facts["rules"]["sperr_canasta"]:
        return
    for cards in BLOCKING:
        if not Counter(cards) - available:
            yield layout.without(cards, blocking=layout.blocking + 1), available - Counter(cards)


def _runs_of(layout: Layout, available: Counter, suits: str) -> Iterator[tuple[Layout, Counter]]:
    """Sequences of the suits, one suit after the other."""
    rules = layout.facts["rules"]
    if not suits or not rules["sequences"]:
        yield layout, available
        return
    suit = suits[0]
    there = tuple(sorted(run for run in layout.runs if run.suit == suit))
    others = tuple(run for run in layout.runs if run.suit != suit)
    counts = tuple(available[rank + suit] for rank in NATURAL_RANKS)
    for runs, used, touched in ways_of_suit(suit, there, counts, rules["sequence_max"]):
        cards = [NATURAL_RANKS[place] + suit for place, number in enumerate(used) for _ in range(number)]
        after = layout
        if cards:
            after = layout.without(
                cards, runs=others + runs, touched_partner=layout.touched_partner or touched
            )
        yield from _runs_of(after, available - Counter(cards), suits[1:])


def _sets_of(layout: Layout, available: Counter, ranks: list[str], most_left: int | None) -> Iterator[Layout]:
    """Sets of the ranks, one rank after the other, then wild cards and black threes."""
    if not ranks:
        yield from _the_others(layout, available, most_left)
        return
    if most_left is not None and _stranded(layout, available, ranks) > most_left:
        return
    rank, rules = ranks[0], layout.facts["rules"]
    held, wilds = _count(available, rank), _count(available, "2") + _count(available, "JK")
    for sets, naturals, wild, touched in ways_of_rank(
        layout.sets.get(rank, ()), held, wilds, frozen_rules(rules)
    ):
        bound = most_left if most_left is None else most_left - (held - naturals)
        if bound is not None and bound < 0:
            continue
        cards = _some(available, rank, naturals) + _some_wilds(available, wild)
        after = layout.without(
            cards,
            sets=layout.sets | {rank: sets},
            touched_partner=layout.touched_partner or touched,
        )
        yield from _sets_of(after, available - Counter(cards), ranks[1:], bound)


def _the_others(layout: Layout, available: Counter, most_left: int | None) -> Iterator[Layout]:
    rules = layout.facts["rules"]
    wilds, threes = _count(available, "2") + _count(available, "JK"), _count(available, "3b")
    never = rules["black_three_meld"] == "never"
    there = layout.threes or 0
    amounts = [0] + [
        n for n in range(1, threes + 1) if not never and 3 <= there + n <= rules["black_three_meld_max"]
    ]
    for melds, used, touched in ways_of_wilds(layout.wild_melds, wilds, frozen_rules(rules)):
        for black in amounts:
            if most_left is not None and wilds - used + threes - black > most_left:
                continue
            cards = _some_wilds(available, used) + _some(available, "3b", black)
            if not cards and len(melds) == len(layout.wild_melds):  # nothing laid and nothing joined
                yield layout
                continue
            yield layout.without(
                cards,
                wild_melds=melds,
                threes=there + black if black else layout.threes,
                touched_partner=layout.touched_partner or touched,
            )
