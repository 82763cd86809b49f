"""What somebody could try at the beginning of a turn: ways to the pile, first meetings with red threes, openings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.judging.best_play import turns
from engine.law.actions import Action
from engine.law.position import Position
from lessons.mining.offers_base import (
    Tried,
    by_rank,
    discard,
    meld,
    names,
    pairs_of,
    some,
    take,
    wilds_of,
)


def takes(position: Position, rng: Random) -> Iterator[Tried]:
    """Ways to the pile that somebody may think of, each by itself."""
    top = position.upcard
    if position.phase != "draw" or top is None:
        return
    wilds, ranks = wilds_of(position), by_rank(position)
    mine = ranks.get(top.rank, []) if top.is_natural else []
    own = {found.rank: name for name, found in names(position)}
    onto = own.get(top.rank, "")
    for naturals in range(min(len(mine), 3) + 1):
        for wild in range(min(len(wilds), 2) + 1):
            cards = (*mine[:naturals], *some(wilds, wild, rng))
            if onto:
                yield (take(*cards, onto=onto),)
            if cards and (not onto or position.rules.several_melds_per_rank):
                yield (take(*cards),)
    if mine[1:]:
        yield (take(*mine[:2], top_only=True, onto=onto),)
    if not top.is_natural:
        threes = [card for card in position.hand if card.rank == top.rank and not card.is_wild]
        if len(threes) > 1 and top.is_black_three:
            yield (take(*threes[:2]),)
        for pair in pairs_of(ranks, rng)[:2]:
            yield (take(*pair),)
            if wilds:
                yield (take(*pair[:1], wilds[0]),)
        if top.is_black_three and len(wilds) > 1:
            yield (take(*wilds[:2]),)
    elif top.is_natural:
        others = [pair for pair in pairs_of(ranks, rng) if pair[0].rank != top.rank]
        if others:
            yield (take(*others[0]),)
        for name, found in names(position):
            if found.is_sequence:
                yield (take(onto=name),)
        if position.rules.sequences:
            row = [card for card in position.hand if card.suit == top.suit and card.is_natural]
            near = sorted(row, key=lambda card: abs(card.kind - top.kind))
            if len(near) > 1 and near[0].kind != top.kind and near[1].kind not in (top.kind, near[0].kind):
                yield (take(*near[:2]),)


def openings(position: Position, rng: Random) -> Iterator[Tried]:
    """First melds: enough, a little short, and with a card too many."""
    if position.own.opened:
        return
    if position.phase == "draw":
        yield from takes(position, rng)
    ways = list(turns(position, most=60).turns)
    rng.shuffle(ways)
    for way in ways[:6]:
        yield way
        if len(way) > 1:
            yield way[:-1]
        yield from _thinner(way, rng)
    if position.phase == "play":
        yield from _almost(position, rng)


def _almost(position: Position, rng: Random) -> Iterator[Tried]:
    """What can be laid although it may not be enough: up to three sets of the hand, wild cards with pairs."""
    wilds = wilds_of(position)
    rng.shuffle(wilds)
    sets = []
    for cards in by_rank(position).values():
        if len(cards) > 2:
            sets.append(tuple(cards))
        elif len(cards) == 2 and wilds:
            sets.append((*cards, wilds.pop()))
    rng.shuffle(sets)
    for number in (1, 2, 3):
        if len(sets) >= number:
            yield tuple(meld(*cards) for cards in sets[:number])


def _thinner(way: Tried, rng: Random) -> Iterator[Tried]:
    """The same with one wild card less somewhere: often a few points short."""
    places = [place for place, action in enumerate(way) if len(action.cards) > 3 - (action.verb == "take")]
    if places:
        place = rng.choice(places)
        action = way[place]
        fewer = Action(
            verb=action.verb, cards=action.cards[:-1], target=action.target, top_only=action.top_only
        )
        yield (*way[:place], fewer, *way[place + 1 :])


def beginnings(position: Position, rng: Random) -> Iterator[Tried]:
    """Ways to begin a turn, the wrong ones too: nothing drawn, red threes left in the hand, drawing and taking."""
    if position.phase != "draw":
        return
    red = [card for card in position.hand if card.is_red_three]
    loose = [card for card in position.hand if not card.is_red_three]
    if position.stock:
        yield (Action(verb="draw"),)
    if red:
        yield (Action(verb="expose", cards=tuple(red[:1])),)
    if loose:
        yield (discard(rng.choice(loose)),)
    for cards in by_rank(position).values():
        if len(cards) > 2:
            yield (meld(*cards[:3]),)
            break
    yield (Action(verb="end"),)
    yield from list(takes(position, rng))[:3]


def red_threes(position: Position, rng: Random) -> Iterator[Tried]:
    """What somebody may do with a red three in the hand."""
    red = [card for card in position.hand if card.is_red_three]
    if not red:
        return
    yield (Action(verb="expose", cards=tuple(red[:1])),)
    loose = [card for card in position.hand if not card.is_red_three]
    wilds = wilds_of(position)
    if position.phase == "play":
        yield (discard(red[0]),)
        if loose:
            yield (discard(rng.choice(loose)),)
        if len(wilds) > 1:
            yield (meld(red[0], *wilds[:2]),)
        black = [card for card in position.hand if card.is_black_three]
        if len(black) > 1:
            yield (meld(red[0], *black[:2]),)
        for cards in by_rank(position).values():
            if len(cards) > 2:
                yield (meld(*cards[:3]),)
                yield (Action(verb="expose", cards=tuple(red[:1])), meld(*cards[:3]))
                break
    elif position.stock:
        yield (Action(verb="draw"),)
