"""What somebody could try to lay: new melds, cards for melds on the table, mischief with cards that lie already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, Card
from engine.law.melds import Meld
from engine.law.position import Position
from lessons.mining.offers_base import (
    Tried,
    add,
    by_rank,
    meld,
    names,
    pairs_of,
    some,
    wilds_of,
)


def sets(position: Position, rng: Random) -> Iterator[Tried]:
    """New melds, good and bad: sets, pairs and too many with wild cards, rows, mixed ranks, wild cards alone."""
    if position.phase != "play":
        return
    wilds, ranks = wilds_of(position), by_rank(position)
    for cards in ranks.values():
        for naturals in range(1, min(len(cards), 4) + 1):
            for wild in range(min(len(wilds), 5) + 1):
                if 2 <= naturals + wild <= 7:
                    yield (meld(*cards[:naturals], *some(wilds, wild, rng)),)
    for number in range(2, 9):
        if len(wilds) >= number:
            yield (meld(*some(wilds, number, rng)),)
    yield from ((meld(*cards),) for cards in _mixed(ranks, wilds, rng))
    yield from ((meld(*cards),) for cards in _rows(position, rng))
    threes = [card for card in position.hand if card.is_black_three]
    for number in (2, 3, 4):
        if len(threes) >= number:
            yield (meld(*threes[:number]),)
    if len(threes) > 1 and wilds:
        yield (meld(*threes[:2], wilds[0]),)


def _mixed(ranks: dict[str, list[Card]], wilds: Sequence[Card], rng: Random) -> list[tuple[Card, ...]]:
    """A pair with a stranger, perhaps of the next rank or with a wild card."""
    pairs = pairs_of(ranks, rng)
    single = [cards[0] for cards in ranks.values()]
    rng.shuffle(single)
    found = []
    for pair in pairs[:2]:
        stranger = next((card for card in single if card.rank != pair[0].rank), None)
        if stranger is not None:
            found.append((*pair, stranger))
            if wilds:
                found.append((pair[0], stranger, wilds[0]))
    return found


def _rows(position: Position, rng: Random) -> Iterator[tuple[Card, ...]]:
    """Three or more consecutive cards: of one suit if there are, else as they come."""
    found = []
    for suit in "cdhs":
        mine = {card.kind: card for card in position.hand if card.is_natural and card.suit == suit}
        found += _runs(mine)
    anyway = {card.kind: card for card in rng.sample(position.hand, len(position.hand)) if card.is_natural}
    found += _runs(anyway)[:1]
    yield from dict.fromkeys(found)
    wilds = wilds_of(position)
    if found and wilds:
        yield (*found[0][:2], wilds[0])


def _runs(cards: dict[int, Card]) -> list[tuple[Card, ...]]:
    found = []
    for low in range(len(NATURAL_RANKS)):
        row = []
        for kind in range(low, len(NATURAL_RANKS)):
            if kind not in cards:
                break
            row.append(cards[kind])
            if len(row) > 2:
                found.append(tuple(row))
    if {len(NATURAL_RANKS) - 1, 0, 1} <= set(cards):
        found.append((cards[len(NATURAL_RANKS) - 1], cards[0], cards[1]))
    if {len(NATURAL_RANKS) - 1, len(NATURAL_RANKS) - 2, 0} <= set(cards):
        found.append((cards[len(NATURAL_RANKS) - 2], cards[len(NATURAL_RANKS) - 1], cards[0]))
    return found


def blocking(position: Position, rng: Random) -> Iterator[Tried]:
    """Black threes with wild cards: all four with three of one sort, and what comes near."""
    if position.phase != "play":
        return
    threes = [card for card in position.hand if card.is_black_three]
    wilds = wilds_of(position)
    sorts = (
        [c for c in wilds if not c.suit],
        [c for c in wilds if c.suit and c.suit in "dh"],
        [c for c in wilds if c.suit and c.suit in "cs"],
    )
    for sort in sorts:
        if len(threes) > 3 and len(sort) > 2:
            yield (meld(*threes[:4], *sort[:3]),)
    for number in (3, 2, 1):
        if len(wilds) >= number and len(threes) > 1:
            yield (meld(*threes[:4], *some(wilds, number, rng)),)


def adds(position: Position, rng: Random) -> Iterator[Tried]:
    """Cards added to melds of the own side: of the rank, wild, strange; and what people try with lying cards."""
    if position.phase != "play":
        return
    wilds, ranks = wilds_of(position), by_rank(position)
    for name, lying in names(position):
        if lying.is_sequence:
            yield from _run_adds(position, name, lying)
            continue
        fitting = ranks.get(lying.rank, [])
        for naturals in range(min(len(fitting), 3) + 1):
            for wild in range(min(len(wilds), 4) + 1):
                if naturals + wild:
                    yield (add(name, *fitting[:naturals], *some(wilds, wild, rng)),)
        strange = [cards[0] for rank, cards in ranks.items() if rank != lying.rank]
        if strange:
            yield (add(name, rng.choice(strange)),)
        if fitting and len(fitting) > 2:
            yield (meld(*fitting[:3]),)


def _run_adds(position: Position, name: str, lying: Meld) -> Iterator[Tried]:
    cards = lying.cards
    near = [card for card in position.hand if card.is_natural and card.suit == cards[0].suit]
    for card in dict.fromkeys(near):
        if card.kind - cards[-1].kind in (1, 2) or cards[0].kind - card.kind in (1, 2) or card.kind == 0:
            yield (add(name, card),)
    above = {card.kind: card for card in near}
    two = [above[kind] for kind in (cards[-1].kind + 1, cards[-1].kind + 2) if kind in above]
    if len(two) == 2:
        yield (add(name, *two),)
    wilds = wilds_of(position)
    if wilds:
        yield (add(name, wilds[0]),)


def mischief(position: Position, rng: Random) -> Iterator[Tried]:
    """What players try with cards that lie already: opponents' melds, swapping, moving, joining."""
    if position.phase != "play":
        return
    wilds, ranks = wilds_of(position), by_rank(position)
    for side in position.opponents:
        for lying in side.melds:
            for card in [*ranks.get(lying.rank, [])[:1], *wilds[:1]]:
                yield (add(f"opp:{lying.rank}", card),)
    own = names(position)
    for name, lying in own:
        fitting = ranks.get(lying.rank, [])
        for wild in dict.fromkeys(lying.wilds):
            if fitting:
                yield (Action(verb="swap", cards=tuple(fitting[:1]), others=(wild,), target=name),)
            other = next((one for one, meld_ in own if one != name and not meld_.is_sequence), None)
            if other and not lying.is_sequence:
                yield (Action(verb="move", cards=(wild,), source=name, target=other),)
    for (one, first), (two, second) in combinations(own, 2):
        if first.rank == second.rank or rng.random() < 0.1:
            yield (Action(verb="merge", target=one, source=two),)
