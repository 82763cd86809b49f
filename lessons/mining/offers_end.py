"""What somebody could try to end a turn with: the last cards, the discard, the question to the partner."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from lessons.mining.offers_base import (
    Tried,
    add,
    by_rank,
    discard,
    meld,
    names,
    wilds_of,
)


def endings(position: Position, rng: Random) -> Iterator[Tried]:
    """Whole lay-downs to the last cards: all laid, all but one, with and without the discard."""
    if position.phase != "play" or len(position.hand) > 9:
        return
    laid = _lay_everything(position, rng)
    for actions, left in laid:
        if not actions and len(left) > 2:
            continue
        if not left:
            yield tuple(actions)
        elif len(left) == 1:
            yield (*actions, discard(left[0]))
            yield tuple(actions)
        elif len(left) <= 3:
            yield (*actions, discard(rng.choice(left)))
        if len(actions) > 1:
            last = actions[-1]
            if last.cards:
                yield (*actions[:-1], discard(last.cards[0]))
    if len(position.hand) < 3:
        yield (discard(position.hand[0]),)


def _lay_everything(position: Position, rng: Random) -> Iterator[tuple[list[Action], list[Card]]]:
    """Ways to lay as much as goes, whether it is legal or not: actions and what is left."""
    for _ in range(3):
        wilds = wilds_of(position)
        rng.shuffle(wilds)
        left = [card for card in position.hand if not card.is_natural and not card.is_wild]
        actions: list[Action] = []
        own = {lying.rank: name for name, lying in names(position)}
        for rank, cards in by_rank(position).items():
            if rank in own:
                actions.append(add(own[rank], *cards))
            elif len(cards) > 2:
                actions.append(meld(*cards))
            elif len(cards) == 2 and wilds:
                actions.append(meld(*cards, wilds.pop()))
            else:
                left += cards
        threes = [card for card in left if card.is_black_three]
        if len(threes) > 2:
            left = [card for card in left if not card.is_black_three]
            actions.append(meld(*threes))
        sets_ = [name for name, lying in names(position) if not lying.is_sequence]
        while wilds and sets_:
            actions.append(add(rng.choice(sets_), wilds.pop()))
        yield actions, left + wilds


def discards(position: Position, rng: Random) -> Iterator[Tried]:
    """One discard, and what people forget about it."""
    if position.phase != "play":
        return
    for card in rng.sample(position.hand, min(4, len(position.hand))):
        yield (discard(card),)
    for card in position.hand:
        if not card.is_natural:
            yield (discard(card),)


def asking(position: Position, rng: Random) -> Iterator[Tried]:
    """Asking the partner at the right and at the wrong moment, and what binds afterwards."""
    if position.phase != "play":
        return
    ask = Action(verb="ask")
    yield (ask,)
    for actions, left in _lay_everything(position, rng):
        if not actions:
            continue
        yield (actions[0], ask)
        end = [discard(left[0])] if len(left) == 1 else []
        if len(left) <= 1:
            yield (ask, *actions, *end)
            yield (*actions, *end)
        elif len(left) > 1:
            yield (ask, *actions[:1], discard(left[0]))
        if position.hand:
            yield (ask, discard(rng.choice(position.hand)))
