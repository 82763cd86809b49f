"""What lay in front of a side at the end of a deal, as people count it who have shoved the cards together already: how
many canastas of each sort, how many cards of each rank. From it come the melds that the engine scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import Final, NamedTuple

from engine.law.cards import CARDS, JOKER, NATURAL_RANKS, SUITS, TWO, Card, copies_in_deck
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS, Meld, set_faults
from engine.law.ruleset import MELD_MIN_SIZE, RuleSet
from engine.law.verdict import WentOut
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.words.naming import word_key

BLACK_THREE: Final = "3b"
RED_THREE: Final = "3r"
KINDS: Final = (JOKER, TWO, "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", BLACK_THREE)
"""The kinds of cards on the table, the dearest first, by the keys of :func:`lessons.words.naming.word_key`."""
HAND_KINDS: Final = (*KINDS, RED_THREE)
MOST_RUNS: Final = 12
"""Three packs hold no more complete sequences of seven."""
MOST_WILD_CANASTAS: Final = 3
RED_TWOS: Final = "dh"
MOST_WILDS: Final = 12
"""No meld has more; without a limit of its own a rule set must be tried up to somewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A side as it was counted: canastas by sort, cards on the table and left in hand by kind, those in canastas too.

    ``own_sum`` is what somebody has added up already, None where nobody has.
    """

    canastas: Mapping[str, int] = field(default_factory=dict)
    cards: Mapping[str, int] = field(default_factory=dict)
    red_threes: int = 0
    hand: Mapping[str, int] = field(default_factory=dict)
    went_out: WentOut = "no"
    own_sum: int | None = None

    @property
    def complete(self) -> int:
        """How many canastas, of every sort."""
        return sum(self.canastas.values())


def sorts_of(rules: RuleSet) -> tuple[str, ...]:
    """The sorts of canastas that these rules tell apart."""
    aces = ("natural-aces", "mixed-aces") if rules.bonus_aces is not None else ()
    wild: tuple[str, ...] = ()
    if rules.bonus_wild is not None:
        wild = ("jokers", "twos", "wild") if len(set(rules.bonus_wild)) > 1 else ("wild",)
    samba = ("samba",) if rules.sequences else ()
    blocking = ("blocking",) if rules.sperr_canasta else ()
    return ("natural", "mixed", *aces, *samba, *wild, *blocking)


class _Heap(NamedTuple):
    """A meld in counts: its natural cards, and how many wild cards it may hold at least and at most."""

    rank: str
    sort: str
    naturals: int
    least: int
    most: int


def melds_of(tally: Tally, rules: RuleSet, deck: Deck | None = None) -> tuple[Meld, ...] | None:
    """Melds that hold just these cards and are just these canastas; None where no table can look like that.

    The cards are taken out of ``deck``. Suits are chosen as they are left.
    """
    deck = deck or Deck(rules)
    for special, cards in _specials(tally, rules):
        heaps = _heaps(cards, _wanted(tally), rules)
        if heaps is None:
            continue
        try:
            return (*(deck.take(group) for group in special), *deck.take_heaps(heaps, cards))
        except LookupError:
            return None
    return None


def _wanted(tally: Tally) -> dict[str, int]:
    sorts = ("natural", "mixed", "natural-aces", "mixed-aces")
    return {sort: tally.canastas.get(sort, 0) for sort in sorts}


def _specials(tally: Tally, rules: RuleSet) -> Iterator[tuple[list[tuple[str, ...]], dict[str, int]]]:
    """Ways to put up the canastas that are no sets, each with the cards that are left then."""
    size, count = rules.canasta_size, tally.canastas.get
    if count("samba", 0) > MOST_RUNS or count("wild", 0) > MOST_WILD_CANASTAS:
        return
    wild: list[tuple[str, ...]] = [(JOKER,) * size] * count("jokers", 0) + [(TWO,) * size] * count("twos", 0)
    mixed = [((JOKER,) * one + (TWO,) * (size - one)) for one in range(size + 1)]
    if "jokers" in sorts_of(rules):
        mixed = mixed[1:-1]
    threes = (BLACK_THREE,) * BLOCKING_THREES
    blocking = [threes + (one,) * BLOCKING_WILDS for one in (JOKER, TWO)]
    long = rules.sequence_max or 0
    runs = [tuple(NATURAL_RANKS[start : start + long]) for start in range(len(NATURAL_RANKS) - long + 1)]
    ways = product(
        combinations_with_replacement(runs, count("samba", 0)),
        combinations_with_replacement(mixed, count("wild", 0)),
        combinations_with_replacement(blocking, count("blocking", 0)),
    )
    for some, others, blocked in ways:
        groups = [*wild, *some, *others, *blocked]
        left = {kind: tally.cards.get(kind, 0) for kind in KINDS}
        for kind in chain.from_iterable(groups):
            left[kind] -= 1
        if min(left.values()) >= 0:
            yield groups, left


def _heaps(cards: Mapping[str, int], wanted: Mapping[str, int], rules: RuleSet) -> list[_Heap] | None:
    """The sets that these cards lie in, if there are just the wanted canastas among them; None where that cannot be."""
    wilds = cards[JOKER] + cards[TWO]
    threes = cards[BLACK_THREE]
    if threes and (rules.black_three_meld == "never" or not 3 <= threes <= rules.black_three_meld_max):
        return None
    ranks = [rank for rank in NATURAL_RANKS if cards[rank]]

    def search(place: int, heaps: list[_Heap], left: Mapping[str, int]) -> list[_Heap] | None:
        if place == len(ranks):
            fits = not any(left.values()) and _holds(heaps, wilds, rules)
            return heaps if fits else None
        rank = ranks[place]
        for option in _options(cards[rank], rank == "A" and rules.bonus_aces is not None, rules):
            after = dict(left)
            for heap in option:
                if heap.sort:
                    after[heap.sort] = after.get(heap.sort, 0) - 1
            if min(after.values(), default=0) < 0:
                continue
            found = search(place + 1, [*heaps, *(heap._replace(rank=rank) for heap in option)], after)
            if found is not None:
                return found
        return None

    return search(0, [], wanted)


def _holds(heaps: Sequence[_Heap], wilds: int, rules: RuleSet) -> bool:
    """Whether the wild cards find their places in these melds, or in one of their own where there is such a meld."""
    least, most = sum(heap.least for heap in heaps), sum(heap.most for heap in heaps)
    if least <= wilds <= most:
        return True
    own = range(rules.meld_min_size, rules.canasta_size) if rules.wild_only_melds == "any" else range(0)
    return any(least <= wilds - alone <= most for alone in own)


@cache
def _options(naturals: int, is_aces: bool, rules: RuleSet) -> tuple[tuple[_Heap, ...], ...]:
    """Ways in which so many cards of a rank lie: in one meld, or in several where a side may have them."""
    found: list[tuple[_Heap, ...]] = [(one,) for one in _single(naturals, is_aces, rules)]
    if rules.several_melds_per_rank:
        for part in range(rules.min_naturals, naturals // 2 + 1):
            for one in _single(part, is_aces, rules):
                found += [
                    (one, *rest)
                    for rest in _options(naturals - part, is_aces, rules)
                    if all(other.naturals >= part for other in rest)
                ]
    return tuple(found)


def _single(naturals: int, is_aces: bool, rules: RuleSet) -> Iterator[_Heap]:
    """What one meld with so many natural cards may be: unfinished, a natural canasta, or a mixed one."""
    size, aces = rules.canasta_size, "-aces" if is_aces else ""
    allowed = [
        wilds
        for wilds in range(MOST_WILDS + 1)
        if not set(set_faults(rules, naturals=naturals, wilds=wilds)) - {"meld.min-size"}
    ]
    small = [wilds for wilds in allowed if rules.meld_min_size <= naturals + wilds < size]
    mixed = [wilds for wilds in allowed if wilds and naturals + wilds >= size]
    if small:
        yield _Heap("", "", naturals, small[0], small[-1])
    if naturals >= size:
        yield _Heap("", f"natural{aces}", naturals, 0, 0)
    if mixed:
        yield _Heap("", f"mixed{aces}", naturals, mixed[0], mixed[-1])


class Deck:
    """The cards that nobody has counted yet, by kind. Taking one that is not there raises LookupError."""

    def __init__(self, rules: RuleSet) -> None:
        self._left = {
            card: copies_in_deck(card, packs=rules.packs, jokers=rules.jokers) for card in CARDS.values()
        }

    def some(self, wanted: Iterable[tuple[str, str]]) -> tuple[Card, ...]:
        """Take a card of each kind, of one of these suits if they are named, and of that of which most are left."""
        taken = []
        for kind, suits in wanted:
            fitting = [
                card for card in self._left if word_key(card) == kind and (not suits or card.suit in suits)
            ]
            card = max(fitting, key=self._left.__getitem__)
            if not self._left[card]:
                raise LookupError("not in the deck")
            self._left[card] -= 1
            taken.append(card)
        return tuple(taken)

    def take(self, kinds: Sequence[str]) -> Meld:
        """A meld of these kinds; where they all differ it is a sequence, of one suit."""
        is_run = len(set(kinds)) == len(kinds) and set(kinds) <= set(NATURAL_RANKS)
        suits = next((suit for suit in SUITS if self._has(kinds, suit)), None) if is_run else ""
        if suits is None:
            raise LookupError("not in the deck")
        # The twos of a blocking canasta are of one colour.
        twos = RED_TWOS if BLACK_THREE in kinds else suits
        return Meld(self.some([(kind, twos if kind == TWO else suits) for kind in kinds]))

    def take_heaps(self, heaps: Sequence[_Heap], cards: Mapping[str, int]) -> list[Meld]:
        """Sets with their wild cards, black threes, and what is left of the wild cards as a meld of its own."""
        wilds = [JOKER] * cards[JOKER] + [TWO] * cards[TWO]
        held = [heap.least for heap in heaps]
        spare = len(wilds) - sum(held)
        room = sum(heap.most - heap.least for heap in heaps)
        alone = 0 if spare <= room else max(MELD_MIN_SIZE, spare - room)
        spare -= alone
        for place, heap in enumerate(heaps):
            more = min(spare, heap.most - heap.least)
            held[place] += more
            spare -= more
        melds = []
        for heap, count in zip(heaps, held, strict=True):
            taken, wilds = wilds[:count], wilds[count:]
            melds.append(self.take([heap.rank] * heap.naturals + taken))
        melds += [self.take(wilds)] if wilds else []
        threes = cards[BLACK_THREE]
        return [*melds, self.take([BLACK_THREE] * threes)] if threes else melds

    def _has(self, kinds: Sequence[str], suit: str) -> bool:
        return all(self._left[CARDS[kind + suit]] for kind in kinds)


def side_of(tally: Tally, rules: RuleSet, *, before: int = 0, deck: Deck | None = None) -> ScoreSide | None:
    """The side as the engine scores it; None where no table can look like that, or the packs have no such cards."""
    deck = deck or Deck(rules)
    melds = melds_of(tally, rules, deck)
    if melds is None:
        return None
    try:
        hand = deck.some((kind, "") for kind, count in tally.hand.items() for _ in range(count))
        threes = deck.some([(RED_THREE, "")] * tally.red_threes)
    except LookupError:
        return None
    return ScoreSide(
        melds=melds,
        red_threes=threes,
        hands=(hand,) if hand else (),
        went_out=tally.went_out,
        score_before=before,
    )


def sides_of(tallies: Sequence[Tally], rules: RuleSet, *, before: Sequence[int]) -> list[ScoreSide | None]:
    """The sides of a deal, whose cards come out of one deck."""
    deck = Deck(rules)
    return [
        side_of(tally, rules, before=score, deck=deck) for tally, score in zip(tallies, before, strict=True)
    ]


def sheet_of_tally(tally: Tally, rules: RuleSet, side: ScoreSide | None) -> ScoreSheet:
    """The engine's sheet of the side; for a tally of which there is none, line by line what was counted.

    Then the cards lie in heaps too small for a bonus, and of each sort of canasta one is scored that stands for all.
    """
    if side is not None:
        return score_side(side, rules)
    cards = dict(tally.cards)
    for _ in range(tally.canastas.get("blocking", 0)):  # its value has its cards in it
        wild = JOKER if cards.get(JOKER, 0) >= BLOCKING_WILDS else TWO
        for kind, count in ((BLACK_THREE, BLOCKING_THREES), (wild, BLOCKING_WILDS)):
            cards[kind] = max(0, cards.get(kind, 0) - count)
    heaps = tuple(Meld((_first(kind),) * count) for kind, count in cards.items() if count)
    loose = tuple(Meld(heap.cards[at : at + 2]) for heap in heaps for at in range(0, len(heap.cards), 2))
    hand = tuple(_first(kind) for kind, count in tally.hand.items() for _ in range(count))
    lines = [*score_side(ScoreSide(melds=loose), rules).lines]
    examples: list[Meld] = []
    for sort, count in tally.canastas.items():
        example = _example(sort, rules)
        found = score_side(ScoreSide(melds=(example,) * count), rules).lines
        lines += [line._replace(groups=()) for line in found if line.item != "melded-cards"]
        examples += [example] * count
    threes = (_first(RED_THREE),) * tally.red_threes
    reds = score_side(ScoreSide(melds=(*loose, *examples), red_threes=threes), rules).lines
    lines += [line for line in reds if line.item == "red-threes"]
    lines += score_side(ScoreSide(hands=(hand,) if hand else (), went_out=tally.went_out), rules).lines
    total = sum(line.points for line in lines)
    return score_side(ScoreSide(), rules)._replace(lines=tuple(lines), total=total)


def _first(kind: str) -> Card:
    return next(card for card in CARDS.values() if word_key(card) == kind)


def _example(sort: str, rules: RuleSet) -> Meld:
    """A canasta of this sort."""
    size = rules.canasta_size
    rank = "A" if sort.endswith("-aces") else "4"
    kinds = {
        "samba": NATURAL_RANKS[: rules.sequence_max],
        "jokers": (JOKER,) * size,
        "twos": (TWO,) * size,
        "wild": (JOKER,) + (TWO,) * (size - 1),
        "blocking": (BLACK_THREE,) * BLOCKING_THREES + (JOKER,) * BLOCKING_WILDS,
    }.get(sort, (rank,) * (size if sort.startswith("natural") else size - 1))
    cards = [CARDS[kind + "h"] if kind in NATURAL_RANKS else _first(kind) for kind in kinds]
    return Meld(tuple(cards + [CARDS[JOKER]] * (size - len(cards) if sort.startswith("mixed") else 0)))
