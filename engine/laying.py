"""Every single step that lays cards: new melds, cards added to a meld, melds joined. Listed, never in sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.fitting import blocking_possible
from engine.layouts import wild_room
from engine.numbering import (
    FIRST_SEQUENCE,
    KIND_MASK,
    RANK_COUNT,
    WILD_MELD,
    Move,
    sequence_number,
    sequence_of,
)
from engine.points import NATURAL_KINDS
from engine.turn import Turn

SUIT_COUNT = 4


def usable_cards(turn: Turn) -> list[int]:
    """Cards by kind that may be laid now: until the first meld's minimum is reached, none that came with the pile."""
    if turn.held is None or turn.opened:
        return turn.hand
    return [min(held, there) for held, there in zip(turn.held, turn.hand, strict=True)]


def usable_suited(turn: Turn) -> list[int] | None:
    """The same by suit, None where suits do not matter."""
    if turn.suited is None or turn.held_suited is None or turn.opened:
        return turn.suited
    return [min(held, there) for held, there in zip(turn.held_suited, turn.suited, strict=True)]


@lru_cache(maxsize=10_000)
def with_wilds(kinds: tuple[int, ...], twos: int, jokers: int, most: int) -> tuple[tuple[int, ...], ...]:
    """These kinds alone and with up to ``most`` wild cards, twos before jokers."""
    return tuple(
        (*kinds, *(TWO_KIND,) * (wilds - with_jokers), *(JOKER_KIND,) * with_jokers)
        for wilds in range(min(most, twos + jokers) + 1)
        for with_jokers in range(min(jokers, wilds) + 1)
        if wilds - with_jokers <= twos
    )


@lru_cache(maxsize=10_000)
def _suit_choices(kind: int, counts: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Ways to choose so many cards of a rank by suit; ``counts`` are those at hand in the four suits."""
    found: list[tuple[int, ...]] = []

    def choose(suit: int, missing: int, chosen: tuple[int, ...]) -> None:
        if suit == SUIT_COUNT:
            if not missing:
                found.append(chosen)
            return
        for here in range(min(counts[suit], missing), -1, -1):
            choose(suit + 1, missing - here, (*chosen, *(suit * RANK_COUNT + kind,) * here))

    choose(0, number, ())
    return tuple(found)


def suit_choices(suited: list[int] | None, kind: int, number: int) -> tuple[tuple[int, ...], ...]:
    """Ways to choose so many cards of a rank by suit (``Card.fine``); naming none where suits do not matter."""
    if suited is None or not number:
        return ((),)
    return _suit_choices(kind, tuple(suited[kind::RANK_COUNT]), number)


def meld_and_add_moves(turn: Turn) -> Iterator[Move]:
    """Every step that lays cards from the hand."""
    yield from meld_moves(turn)
    yield from add_moves(turn)


def meld_moves(turn: Turn) -> Iterator[Move]:
    """Every new meld that the hand allows."""
    rules = turn.rules
    usable = usable_cards(turn)
    suited = usable_suited(turn)
    twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
    least, smallest = rules.min_naturals, rules.meld_min_size
    for kind in NATURAL_KINDS:
        count = usable[kind]
        if count < least or (kind in turn.melds and not rules.several_melds_per_rank):
            continue
        if count + twos + jokers < smallest:
            continue
        for naturals in range(least, count + 1):
            room = wild_room(rules, naturals, 0, before=0)
            for kinds in with_wilds((kind,) * naturals, twos, jokers, room):
                if len(kinds) >= smallest:
                    for fine in suit_choices(suited, kind, naturals):
                        yield Move("meld", kinds, fine=fine)
    if usable[BLACK_THREE_KIND] >= smallest and rules.black_three_meld == "going_out":
        if BLACK_THREE_KIND not in turn.melds or rules.several_melds_per_rank:
            for threes in range(smallest, min(usable[BLACK_THREE_KIND], rules.black_three_meld_max) + 1):
                yield Move("meld", (BLACK_THREE_KIND,) * threes)
        yield from _blocking_moves(turn, usable)
    if rules.wild_only_melds != "no" and twos + jokers >= smallest:
        yield from _wild_melds(turn, twos, jokers)
    if suited is not None:
        yield from _run_melds(turn, suited)


def _blocking_moves(turn: Turn, usable: list[int]) -> Iterator[Move]:
    if not blocking_possible(turn, usable):
        return
    reds = min(turn.red_twos, usable[TWO_KIND])
    if max(reds, usable[TWO_KIND] - reds) >= 3:
        yield Move("meld", (BLACK_THREE_KIND,) * 4 + (TWO_KIND,) * 3)
    if usable[JOKER_KIND] >= 3:
        yield Move("meld", (BLACK_THREE_KIND,) * 4 + (JOKER_KIND,) * 3)


def _wild_melds(turn: Turn, twos: int, jokers: int) -> Iterator[Move]:
    rules = turn.rules
    if WILD_MELD in turn.melds and not rules.several_melds_per_rank:
        return
    least = rules.meld_min_size if rules.wild_only_melds == "any" else rules.canasta_size
    most = twos + jokers if rules.wilds_on_canasta else rules.canasta_size
    for kinds in with_wilds((), twos, jokers, most):
        if len(kinds) >= least:
            yield Move("meld", kinds)


def _run_melds(turn: Turn, suited: list[int]) -> Iterator[Move]:
    shortest, longest = turn.rules.meld_min_size, turn.rules.sequence_max or 0
    for suit in range(SUIT_COUNT):
        first = suit * RANK_COUNT
        for low in range(RANK_COUNT - shortest + 1):
            for high in range(low, min(low + longest, RANK_COUNT)):
                if not suited[first + high]:
                    break
                if high - low + 1 >= shortest:
                    yield _run_move("meld", first, range(low, high + 1))


def _run_move(verb: str, first: int, kinds: range | tuple[int, ...], target: int = -1) -> Move:
    ranks = tuple(kinds)
    return Move(verb, ranks, target, fine=tuple([first + kind for kind in ranks]))  # type: ignore[arg-type]


def add_moves(turn: Turn) -> Iterator[Move]:
    """Everything that can be added to a meld of the own side."""
    rules = turn.rules
    usable = usable_cards(turn)
    suited = usable_suited(turn)
    own_twos, own_jokers = usable[TWO_KIND], usable[JOKER_KIND]
    for number in sorted(turn.melds):
        there, twos, jokers = turn.melds[number]
        kind = number & KIND_MASK
        if kind == BLACK_THREE_KIND:
            if not twos + jokers:
                for threes in range(1, min(usable[kind], rules.black_three_meld_max - there) + 1):
                    yield Move("add", (kind,) * threes, number)
            continue
        if kind == WILD_MELD:
            yield from _add_wilds(turn, number, own_twos, own_jokers)
            continue
        for naturals in range(usable[kind] + 1):
            room = wild_room(rules, there + naturals, twos + jokers, before=there + twos + jokers)
            for kinds in with_wilds((kind,) * naturals, own_twos, own_jokers, room):
                if kinds:
                    for fine in suit_choices(suited, kind, naturals):
                        yield Move("add", kinds, number, fine=fine)
    if suited is not None and turn.sequences:
        yield from _extend_runs(turn, suited)


def _add_wilds(turn: Turn, number: int, twos: int, jokers: int) -> Iterator[Move]:
    rules = turn.rules
    size = sum(turn.melds[number])
    if rules.wild_only_melds == "canasta_only" and size < rules.canasta_size:
        return  # whether such a meld may grow is open
    most = twos + jokers if rules.wilds_on_canasta else max(0, rules.canasta_size - size)
    for kinds in with_wilds((), twos, jokers, most):
        if kinds:
            yield Move("add", kinds, number)


def _extend_runs(turn: Turn, suited: list[int]) -> Iterator[Move]:
    longest = turn.rules.sequence_max or 0
    for number in dict.fromkeys(turn.sequences):
        suit, low, high = sequence_of(number)
        first = suit * RANK_COUNT
        for down in range(low + 1):
            if down and not suited[first + low - down]:
                break
            for up in range(RANK_COUNT - high):
                if (up and not suited[first + high + up]) or high - low + 1 + down + up > longest:
                    break
                if down + up:
                    ranks = (*range(low - down, low), *range(high + 1, high + up + 1))
                    yield _run_move("add", first, ranks, number)


def merge_moves(turn: Turn) -> Iterator[Move]:
    """Every two sets of a rank that may be joined."""
    if not turn.rules.merge_melds:
        return
    for number in sorted(turn.melds):
        for other in turn.numbers_of(number & KIND_MASK):
            if other > number and merge_fault(turn, number, other) is None:
                yield Move("merge", target=number, source=other)


def merge_fault(turn: Turn, one: int, other: int) -> str | None:
    """Id of the rule that keeps these two melds apart, None where they may be joined. Ledger 7.7."""
    rules = turn.rules
    same = (one ^ other) & KIND_MASK == 0 and one != other and max(one, other) < FIRST_SEQUENCE
    if not rules.merge_melds or not same or one & KIND_MASK == BLACK_THREE_KIND:
        return "meld.merge"
    a, b = turn.melds[one], turn.melds[other]
    naturals, wilds = a[0] + b[0], a[1] + a[2] + b[1] + b[2]
    if one & KIND_MASK == WILD_MELD:
        too_large = not rules.wilds_on_canasta and wilds > rules.canasta_size
        return "wild.add-to-canasta" if too_large else None
    if rules.max_wilds is not None and wilds > rules.max_wilds:
        return "wild.max-per-meld"
    if rules.naturals_must_outnumber and wilds >= naturals:
        return "wild.majority"
    if not rules.wilds_on_canasta:
        for canasta, joining in ((a, b), (b, a)):
            if sum(canasta) >= rules.canasta_size and joining[1] + joining[2]:
                return "wild.add-to-canasta"
    return None


def sequence_grown(number: int, kind: int) -> int:
    """The number of the sequence when the next card of its suit is laid at one end, -1 where it does not fit."""
    suit, low, high = sequence_of(number)
    if kind == low - 1:
        return sequence_number(suit, kind, high)
    return sequence_number(suit, low, kind) if kind == high + 1 and kind < RANK_COUNT else -1
