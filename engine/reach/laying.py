"""Every single step that lays cards: new melds, cards added to a meld, the pile taken. Listed, never in sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from engine.law.actions import (
    KIND_MASK,
    NATURAL_KINDS,
    RANK_COUNT,
    WILD_MELD,
    Move,
    Verb,
    sequence_grown,
    sequence_of,
)
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS
from engine.law.ruleset import NATURAL_PAIR, RuleSet
from engine.reach.layouts import wild_room
from engine.turn.turn import Turn

SUIT_COUNT = 4
_NEW_MOVE: Final = partial(tuple.__new__, Move)
"""Makes a move of all its fields in half the time."""


def usable_cards(turn: Turn) -> list[int]:
    """Cards by kind that may be laid now: until the first meld's minimum is reached, none that came with the pile.

    Whoever has laid one of those all the same has fewer than none of its kind left.
    """
    if turn.held is None or turn.opened:
        return turn.hand
    return [max(0, min(held, there)) for held, there in zip(turn.held, turn.hand, strict=True)]


def usable_suited(turn: Turn) -> list[int] | None:
    """The same by suit, None where suits do not matter."""
    if turn.suited is None or turn.held_suited is None or turn.opened:
        return turn.suited
    return [max(0, min(held, there)) for held, there in zip(turn.held_suited, turn.suited, strict=True)]


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
    firsts = _spread(counts, number)
    return tuple([tuple([first + kind for first in chosen]) for chosen in firsts])


@lru_cache(maxsize=10_000)
def _spread(counts: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """The same for the first rank of each suit: few hands differ in this, whatever the rank."""
    found: list[tuple[int, ...]] = []

    def choose(suit: int, missing: int, chosen: tuple[int, ...]) -> None:
        if suit == SUIT_COUNT:
            if not missing:
                found.append(chosen)
            return
        for here in range(min(counts[suit], missing), -1, -1):
            choose(suit + 1, missing - here, (*chosen, *(suit * RANK_COUNT,) * here))

    choose(0, number, ())
    return tuple(found)


def suit_choices(suited: list[int] | None, kind: int, number: int) -> tuple[tuple[int, ...], ...]:
    """Ways to choose so many cards of a rank by suit (``Card.fine``); naming none where suits do not matter."""
    if suited is None or not number:
        return ((),)
    return _suit_choices(kind, tuple(suited[kind::RANK_COUNT]), number)


def meld_and_add_moves(turn: Turn) -> list[Move]:
    """Every step that lays cards from the hand."""
    return [*meld_moves(turn), *add_moves(turn)]


def meld_moves(turn: Turn) -> list[Move]:
    """Every new meld that the hand allows."""
    rules = turn.rules
    usable = usable_cards(turn)
    suited = usable_suited(turn)
    twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
    least, smallest = rules.min_naturals, rules.meld_min_size
    several = rules.several_melds_per_rank
    found: list[Move] = []
    for kind in NATURAL_KINDS:
        count = usable[kind]
        if count >= least and count + twos + jokers >= smallest and (several or kind not in turn.melds):
            held = count if suited is None else tuple(suited[kind::RANK_COUNT])
            found += new_sets(rules, kind, held, twos, jokers)
    if usable[BLACK_THREE_KIND] >= smallest and rules.black_three_meld == "going_out":
        if several or BLACK_THREE_KIND not in turn.melds:
            for threes in range(smallest, min(usable[BLACK_THREE_KIND], rules.black_three_meld_max) + 1):
                found.append(Move("meld", (BLACK_THREE_KIND,) * threes))
        found += blocking_moves(turn)
    if rules.wild_only_melds != "no" and twos + jokers >= smallest:
        found += _wild_melds(turn, twos, jokers)
    if suited is not None:
        longest = rules.sequence_max or 0
        for suit in range(SUIT_COUNT):
            found += new_runs(
                suit, tuple(suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]), smallest, longest
            )
    return found


# Which steps a rank allows depends on a handful of small numbers, so the lists are kept.
@lru_cache(maxsize=50_000)
def new_sets(
    rules: RuleSet, kind: int, held: int | tuple[int, ...], twos: int, jokers: int
) -> tuple[Move, ...]:
    """Every new set of a rank; ``held`` are its cards at hand, by suit where suits matter."""
    count = held if isinstance(held, int) else sum(held)
    rooms = _rooms(rules, (0, 0), max(count, rules.min_naturals - 1))
    most = max(rooms)
    sizes = rules.min_naturals, rules.meld_min_size
    return _with_rooms("meld", kind, held, rooms, sizes, min(twos, most), min(jokers, most))


@lru_cache(maxsize=10_000)
def _rooms(rules: RuleSet, lying: tuple[int, int], count: int) -> tuple[int, ...]:
    """The room for wild cards in a set of so many naturals and wild cards with none to so many naturals more."""
    there, wilds = lying
    more = range(count + 1)
    return tuple([wild_room(rules, there + naturals, wilds, before=there + wilds) for naturals in more])


def _with_rooms(
    verb: Verb,
    number: int,
    held: int | tuple[int, ...],
    rooms: tuple[int, ...],
    least: tuple[int, int],
    twos: int,
    jokers: int,
) -> tuple[Move, ...]:
    """Every way to lay cards of a rank with wild cards; ``rooms`` says for how many, by the number of natural ones.

    ``least`` are the fewest natural cards and the fewest cards.
    """
    kind = number & KIND_MASK
    target = number if verb == "add" else -1
    found: list[Move] = []
    for naturals in range(least[0], len(rooms)):
        choices = _choices(held, kind, naturals)
        for kinds in with_wilds((kind,) * naturals, twos, jokers, rooms[naturals]):
            if len(kinds) >= least[1]:
                found += [_NEW_MOVE((verb, kinds, target, False, -1, (), fine)) for fine in choices]
    return tuple(found)


def _choices(held: int | tuple[int, ...], kind: int, number: int) -> tuple[tuple[int, ...], ...]:
    return ((),) if isinstance(held, int) or not number else _suit_choices(kind, held, number)


def blocking_possible(turn: Turn, hand: list[int]) -> bool:
    """Whether these cards hold a blocking canasta: four black threes and three wild cards of one sort."""
    if (
        not turn.rules.sperr_canasta
        or hand[BLACK_THREE_KIND] != BLOCKING_THREES
        or BLACK_THREE_KIND in turn.melds
    ):
        return False
    reds = min(turn.red_twos, hand[TWO_KIND])
    return max(hand[JOKER_KIND], reds, hand[TWO_KIND] - reds) >= BLOCKING_WILDS


def blocking_moves(turn: Turn) -> list[Move]:
    """Every blocking canasta that may be laid."""
    usable = usable_cards(turn)
    if not blocking_possible(turn, usable):
        return []
    reds = min(turn.red_twos, usable[TWO_KIND])
    found = []
    if max(reds, usable[TWO_KIND] - reds) >= BLOCKING_WILDS:
        found.append(Move("meld", (BLACK_THREE_KIND,) * BLOCKING_THREES + (TWO_KIND,) * BLOCKING_WILDS))
    if usable[JOKER_KIND] >= BLOCKING_WILDS:
        found.append(Move("meld", (BLACK_THREE_KIND,) * BLOCKING_THREES + (JOKER_KIND,) * BLOCKING_WILDS))
    return found


def _wild_melds(turn: Turn, twos: int, jokers: int) -> list[Move]:
    rules = turn.rules
    if WILD_MELD in turn.melds and not rules.several_melds_per_rank:
        return []
    least = rules.meld_min_size if rules.wild_only_melds == "any" else rules.canasta_size
    most = twos + jokers if rules.wilds_on_canasta else rules.canasta_size
    return [Move("meld", kinds) for kinds in with_wilds((), twos, jokers, most) if len(kinds) >= least]


@lru_cache(maxsize=50_000)
def new_runs(suit: int, counts: tuple[int, ...], shortest: int, longest: int) -> tuple[Move, ...]:
    """Every new run of one suit."""
    return runs_of(suit, bytes([count > 0 for count in counts]), shortest, longest)


@lru_cache(maxsize=50_000)
def runs_of(suit: int, held: bytes, shortest: int, longest: int) -> tuple[Move, ...]:
    """The same from whether there are cards of each rank."""
    found: list[Move] = []
    if b"\1" * shortest not in held:
        return ()
    for low in range(RANK_COUNT - shortest + 1):
        if not all(held[low : low + shortest]):
            continue
        for high in range(low + shortest - 1, min(low + longest, RANK_COUNT)):
            if not held[high]:
                break
            found.append(_run_move("meld", suit * RANK_COUNT, range(low, high + 1)))
    return tuple(found)


@lru_cache(maxsize=10_000)
def _run_move(verb: Verb, first: int, kinds: range | tuple[int, ...], target: int = -1) -> Move:
    ranks = tuple(kinds)
    return Move(verb, ranks, target, fine=tuple([first + kind for kind in ranks]))


def add_moves(turn: Turn) -> list[Move]:
    """Everything that can be added to a meld of the own side."""
    rules = turn.rules
    usable = usable_cards(turn)
    suited = usable_suited(turn)
    own_twos, own_jokers = usable[TWO_KIND], usable[JOKER_KIND]
    found: list[Move] = []
    for number in sorted(turn.melds):
        there, twos, jokers = turn.melds[number]
        kind = number & KIND_MASK
        if kind == BLACK_THREE_KIND:
            if not twos + jokers:
                for threes in range(1, min(usable[kind], rules.black_three_meld_max - there) + 1):
                    found.append(Move("add", (kind,) * threes, number))
        elif kind == WILD_MELD:
            found += _add_wilds(turn, number, own_twos, own_jokers)
        elif usable[kind] or own_twos or own_jokers:
            held = usable[kind] if suited is None else tuple(suited[kind::RANK_COUNT])
            found += additions(rules, number, (there, twos + jokers), held, own_twos, own_jokers)
    if suited is not None and turn.sequences:
        found += _extend_runs(turn, suited)
    return found


@lru_cache(maxsize=50_000)
def additions(
    rules: RuleSet, number: int, lying: tuple[int, int], held: int | tuple[int, ...], twos: int, jokers: int
) -> tuple[Move, ...]:
    """Everything that can be added to the set with this number, which holds so many naturals and wild cards."""
    rooms = _rooms(rules, lying, held if isinstance(held, int) else sum(held))
    most = max(rooms)
    return _with_rooms("add", number, held, rooms, (0, 1), min(twos, most), min(jokers, most))


def _add_wilds(turn: Turn, number: int, twos: int, jokers: int) -> list[Move]:
    rules = turn.rules
    size = sum(turn.melds[number])
    if rules.wild_only_melds == "canasta_only" and size < rules.canasta_size:
        return []  # whether such a meld may grow is open
    most = twos + jokers if rules.wilds_on_canasta else max(0, rules.canasta_size - size)
    return [Move("add", kinds, number) for kinds in with_wilds((), twos, jokers, most) if kinds]


def _extend_runs(turn: Turn, suited: list[int]) -> Iterator[Move]:
    for number in dict.fromkeys(turn.sequences):
        first = sequence_of(number)[0] * RANK_COUNT
        yield from longer_runs(number, suited[first : first + RANK_COUNT], turn.rules.sequence_max or 0)


def longer_runs(number: int, row: Sequence[int], longest: int) -> Iterator[Move]:
    """Every way to lengthen the sequence with this number; ``row`` counts the cards of its suit at hand."""
    suit, low, high = sequence_of(number)
    for down in range(low + 1):
        if down and not row[low - down]:
            break
        for up in range(RANK_COUNT - high):
            if (up and not row[high + up]) or high - low + 1 + down + up > longest:
                break
            if down + up:
                ranks = (*range(low - down, low), *range(high + 1, high + up + 1))
                yield _run_move("add", suit * RANK_COUNT, ranks, number)


# Taking the pile: with what, and where its top card goes


def take_moves(turn: Turn) -> Iterator[Move]:
    """Every way to take the pile that the top card, the freeze and the side's first meld allow."""
    rules = turn.rules
    if not turn.pile or turn.one_card_pile_barred:
        return
    if not turn.opened and rules.pickup_before_initial == "never":
        return
    top = turn.pile[-1]
    if top.is_wild and rules.wild_top_takeable == "with_pair":
        yield from _take_wild(turn)
        return
    if not top.is_natural:
        return
    kind = top.kind
    own = turn.numbers_of(kind)
    several = rules.several_melds_per_rank
    if turn.hand[kind] and (several or not own):
        yield from _take_with(turn, kind, -1)
    for number in own:
        yield from _take_with(turn, kind, number)
    if turn.sequences and turn.freeze_cause is None and turn.opened:
        for number in dict.fromkeys(turn.sequences):
            same_suit = sequence_of(number)[0] == top.fine // RANK_COUNT
            if same_suit and not turn.is_canasta(number) and sequence_grown(number, kind) >= 0:
                yield Move("take", (), number)


def _take_with(turn: Turn, kind: int, target: int) -> tuple[Move, ...]:
    """Take a natural top card onto this meld (-1: as a new one) with cards of its rank and wild cards."""
    rules, hand, adds, lying = turn.rules, turn.hand, False, (0, 0)
    if target >= 0:
        naturals, twos, jokers = turn.melds[target]
        lying = naturals, twos + jokers
        adds = rules.pickup_add_to_canasta if turn.is_canasta(target) else rules.pickup_add_to_meld
    closed = turn.freeze_cause is not None or not turn.opened
    held = hand[kind] if turn.suited is None else tuple(turn.suited[kind::RANK_COUNT])
    least = NATURAL_PAIR if closed else 0 if adds else 1 if rules.pickup_natural_plus_wild else NATURAL_PAIR
    return takes(rules, kind, target, lying, held, least, adds, hand[TWO_KIND], hand[JOKER_KIND])


@lru_cache(maxsize=50_000)
def takes(
    rules: RuleSet,
    kind: int,
    target: int,
    lying: tuple[int, int],
    held: int | tuple[int, ...],
    least: int,
    adds: bool,
    twos: int,
    jokers: int,
) -> tuple[Move, ...]:
    """The same from what decides it: ``least`` are the fewest natural cards of the hand.

    Without a natural pair, a wild card goes along but where the top card ``adds`` to the meld by itself.
    """
    there, wilds = lying
    count = held if isinstance(held, int) else sum(held)
    found = []
    for naturals in range(least, count + 1):
        needs_wild = naturals < NATURAL_PAIR and not adds
        if there + naturals + 1 < rules.min_naturals:
            continue
        room = wild_room(rules, there + naturals + 1, wilds, before=there + wilds)
        for kinds in with_wilds((kind,) * naturals, twos, jokers, room):
            if needs_wild and len(kinds) == naturals:
                continue
            if target >= 0 or len(kinds) + 1 >= rules.meld_min_size:
                choices = _choices(held, kind, naturals)
                found += [_NEW_MOVE(("take", kinds, target, False, -1, (), fine)) for fine in choices]
    return tuple(found)


def _take_wild(turn: Turn) -> Iterator[Move]:
    """Take a wild top card with a natural pair of any rank, as a new meld or onto one. Ledger 10.8."""
    rules, hand = turn.rules, turn.hand
    for kind in range(BLACK_THREE_KIND):
        targets = turn.numbers_of(kind)
        if not targets or rules.several_melds_per_rank:
            targets = [-1, *targets]
        for target in targets:
            there = turn.melds[target] if target >= 0 else (0, 0, 0)
            for naturals in range(NATURAL_PAIR, hand[kind] + 1):
                room = wild_room(rules, there[0] + naturals, there[1] + there[2], before=sum(there)) - 1
                if room >= 0:
                    with_others = with_wilds((kind,) * naturals, hand[TWO_KIND], hand[JOKER_KIND], room)
                    choices = suit_choices(turn.suited, kind, naturals)
                    yield from (
                        Move("take", kinds, target, fine=fine) for kinds in with_others for fine in choices
                    )
