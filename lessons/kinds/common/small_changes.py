"""Small changes of a position and of what is done in it: a two less in the pile, a second king in the hand.

Each is what somebody at the table would have to look at twice. What a change makes of the verdict only the engine
tells; whoever asks for them takes those that turn it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, SUITS, Card
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position, Side

Changed = tuple[Position, tuple[Action, ...]]
_Way = Callable[[], Changed]
_PLAYED: Final = ("take", "meld", "add", "discard")
"""Actions of whose cards another may stand in a place."""
_SOME: Final = 12
"""Cards of a stock that is not empty."""
_WITHIN: Final = 300
"""So many points above the beginning of a step of the initial meld a score is put."""


def small_changes(position: Position, actions: tuple[Action, ...], rng: Random) -> Iterator[Changed]:
    """Positions and actions with one small change each, in an order by lot; what no deal could produce is left out."""
    pairs = [("played", way) for way in _other_cards(position, actions, rng)]
    pairs += [("pile", way) for way in _other_pile(position, actions, rng)]
    pairs += [("hand", way) for way in _other_hand(position, actions, rng)]
    pairs += [("table", way) for way in _other_table(position, actions, rng)]
    pairs += [("actions", way) for way in _other_actions(position, actions)]
    pairs += [("moment", way) for way in _other_moment(position, actions)]
    by_group: dict[str, list[_Way]] = {}
    for group, way in pairs:
        by_group.setdefault(group, []).append(way)
    groups = list(by_group.values())
    for group_ways in groups:
        rng.shuffle(group_ways)
    # In turn from each group, so that the many ways to change a hand do not crowd out the few to change a pile.
    while groups:
        rng.shuffle(groups)
        for ways in groups:
            try:
                yield ways.pop()()
            except EngineError:  # a card more often than the deck has it, a meld that cannot lie there
                continue
        groups = [ways for ways in groups if ways]


def _way(position: Position, actions: Sequence[Action], **values: Any) -> _Way:
    return lambda: (replace(position, **values), tuple(actions))


def _other_pile(position: Position, actions: Sequence[Action], rng: Random) -> Iterator[_Way]:
    """A wild card less or more below the top, or another card on top."""
    pile = position.pile
    if position.phase != "draw" or not pile:
        return
    for place, card in enumerate(pile[:-1]):
        if card.is_wild:
            rest = (*pile[:place], *pile[place + 1 :])
            yield _way(position, actions, pile=rest, pile_size=position.pile_size - 1, frozen=False)
    if not position.is_frozen:
        for wild in (CARDS["JK"], CARDS["2" + rng.choice(SUITS)]):
            more = (*pile[:-1], wild, pile[-1])
            yield _way(position, actions, pile=more, pile_size=position.pile_size + 1)
    elif position.freeze_cause == "unlisted":
        yield _way(position, actions, frozen=False)
    ranks = {card.rank for card in position.hand if card.is_natural}
    ranks |= {meld.rank for meld in position.own.melds if meld.rank in NATURAL_RANKS}
    tops = [_any(rank, rng) for rank in sorted(ranks)]
    for top in (*tops, CARDS["3" + rng.choice("cs")], CARDS["JK"]):
        if top.kind != pile[-1].kind:
            yield _way(position, actions, pile=(*pile[:-1], top))


def _other_hand(position: Position, actions: Sequence[Action], rng: Random) -> Iterator[_Way]:
    """A card more in the hand that might matter, or one less that is not played."""
    hand = position.hand
    ranks = {card.rank for action in actions for card in action.cards if card.is_natural}
    ranks |= {meld.rank for meld in position.own.melds if meld.rank in NATURAL_RANKS}
    if position.upcard is not None and position.upcard.is_natural:
        ranks.add(position.upcard.rank)
    more = [_any(rank, rng) for rank in sorted(ranks)]
    for card in (*more, CARDS["JK"], CARDS["2" + rng.choice(SUITS)], CARDS["3" + rng.choice("cs")]):
        yield _way(position, actions, hand=(*hand, card))
        yield _way(position, actions, hand=(*hand, card, card))
    free = list(hand)
    for card in _laid(actions):
        if card in free:
            free.remove(card)
    for card in sorted(set(free), key=lambda one: one.order):
        yield _way(position, actions, hand=_without(hand, card))
    for count in (1, 0):
        if len(free) > count + 1:
            kept = list(hand)
            for card in free[count:]:
                kept.remove(card)
            yield _way(position, actions, hand=tuple(kept))


def _other_cards(position: Position, actions: Sequence[Action], rng: Random) -> Iterator[_Way]:
    """Another card in the place of one that is played, one card more or less in an action."""
    for place, action in enumerate(actions):
        if action.verb not in _PLAYED:
            continue
        ranks = {card.rank for card in action.cards if card.is_natural} | {action.target.partition("#")[0]}
        if action.verb == "take" and position.upcard is not None:
            ranks.add(position.upcard.rank)
        near = [_any(rank, rng) for rank in sorted(ranks & set(NATURAL_RANKS))]
        near.append(_any(rng.choice(NATURAL_RANKS), rng))
        if position.rules.sequences:
            suits = sorted({card.suit for card in action.cards if card.is_natural})
            near += [CARDS[rank + suit] for rank in NATURAL_RANKS for suit in suits]
        for old in dict.fromkeys(action.cards):
            for new in (*near, CARDS["JK"], CARDS["2" + rng.choice(SUITS)]):
                if new is not old and old in position.hand:
                    swapped = replace(action, cards=(*_without(action.cards, old), new))
                    hand = (*_without(position.hand, old), new)
                    yield _way(position, _with(actions, place, swapped), hand=hand)
            if len(action.cards) > 1:
                fewer = replace(action, cards=_without(action.cards, old))
                yield _way(position, _with(actions, place, fewer))
        yield from _with_card_of_hand(position, actions, place)
        yield from _laid_anew(position, actions, place, rng)


def _with_card_of_hand(position: Position, actions: Sequence[Action], place: int) -> Iterator[_Way]:
    """One more card of the hand laid with an action, or another one discarded."""
    action = actions[place]
    free = list(position.hand)
    for card in _laid(actions):
        if card in free:
            free.remove(card)
    for card in dict.fromkeys(free):
        if card.is_red_three:
            continue
        cards = (card,) if action.verb == "discard" else (*action.cards, card)
        yield _way(position, _with(actions, place, replace(action, cards=cards)))


def _laid_anew(position: Position, actions: Sequence[Action], place: int, rng: Random) -> Iterator[_Way]:
    """Cards of one rank with more or fewer wild ones in the place of all that are melded, or added to a meld."""
    action = actions[place]
    if action.verb == "add":
        targets = [(meld.rank, f"{of}{meld.rank}") for of, side in _sides(position) for meld in side.melds]
    elif action.verb == "meld":
        held = {card.rank for card in (*action.cards, *position.hand) if card.is_natural}
        targets = [(rank, "") for rank in sorted(held)]
    else:
        return
    hand = list(position.hand)
    for card in action.cards:
        if card not in hand:  # it comes from the stock or the pile
            return
        hand.remove(card)
    count = len(action.cards)
    for rank, target in targets:
        for wilds in range(min(count, 3) + 1) if rank in NATURAL_RANKS else ():
            kept = [card for card in action.cards if card.is_wild][:wilds]
            kept += [CARDS["2" + rng.choice(SUITS)] for _ in range(wilds - len(kept))]
            cards = (*_cards_of(rank, count - wilds), *kept)
            anew = replace(action, cards=cards, target=target)
            if anew != action:
                yield _way(position, _with(actions, place, anew), hand=(*hand, *cards))


def _sides(position: Position) -> Iterator[tuple[str, Side]]:
    """The sides with what stands before the names of their melds; of the opponents' only the first is named so."""
    yield "", position.own
    for side in position.opponents[:1]:
        yield "opp:", side


def _other_actions(position: Position, actions: Sequence[Action]) -> Iterator[_Way]:
    """Added instead of exchanged, the whole pile instead of the top card, the question before or after the rest."""
    for place, action in enumerate(actions):
        if action.verb == "swap":
            yield _way(position, _with(actions, place, replace(action, verb="add", others=())))
        if action.verb == "take" and action.top_only:
            yield _way(position, _with(actions, place, replace(action, top_only=False)))
        if action.verb == "ask" and len(actions) > 1:
            rest = (*actions[:place], *actions[place + 1 :])
            yield _way(position, (action, *rest))
            yield _way(position, (*rest, action))
            yield _way(position, rest)


def _other_moment(position: Position, actions: Sequence[Action]) -> Iterator[_Way]:
    """Before the draw instead of after it, or after it; with an empty stock, or with one that is not."""
    begins = any(action.verb in ("draw", "take") for action in actions)
    if position.phase == "play" and not begins and position.drew == "stock":
        yield _way(position, actions, phase="draw")
    if position.phase == "draw" and not any(action.verb == "take" for action in actions):
        yield _way(position, actions, phase="play")
    if not position.my_turn:
        yield _way(position, actions, my_turn=True)
    if position.stock is not None:
        yield _way(position, actions, stock=0 if position.stock else _SOME)


def _other_table(position: Position, actions: Sequence[Action], rng: Random) -> Iterator[_Way]:
    """A meld longer or shorter, complete or gone, or one more; another score; another answer of the partner."""
    own = position.own
    for place, meld in enumerate(own.melds):
        for cards in _other_melds(meld, position, rng):
            melds = [
                *own.melds[:place],
                *([Meld(cards, by=meld.by)] if cards else []),
                *own.melds[place + 1 :],
            ]
            yield _way_of_melds(position, actions, melds)
    if own.melds and not position.rules.sequences:
        taken = {meld.rank for side in (own, *position.opponents) for meld in side.melds}
        rank = rng.choice([rank for rank in NATURAL_RANKS if rank not in taken] or ["A"])
        for size in (3, position.rules.canasta_size):
            yield _way_of_melds(position, actions, [*own.melds, Meld(_cards_of(rank, size), by="partner")])
    if not own.opened:
        for first, _ in position.rules.initial_steps or ():
            score = _WITHIN if first == 0 else first + _WITHIN if first is not None else -_WITHIN
            if position.rules.initial_step(score) != position.rules.initial_step(own.score):
                yield _way(position, actions, own=replace(own, score=score))
    if position.permission is not None:
        yield _way(position, actions, permission="no" if position.permission == "yes" else "yes")


def _way_of_melds(position: Position, actions: Sequence[Action], melds: Sequence[Meld]) -> _Way:
    """Other own melds; the side stays one that has melded, or one that has not."""
    return lambda: (
        replace(position, own=replace(position.own, melds=tuple(melds), opened=position.own.opened)),
        tuple(actions),
    )


def _other_melds(meld: Meld, position: Position, rng: Random) -> Iterator[tuple[Card, ...]]:
    """The cards of a meld of one rank with one more or less, another card, so many as a canasta has, or none."""
    if meld.rank not in NATURAL_RANKS:
        return
    size, wild = position.rules.canasta_size, CARDS["2" + rng.choice(SUITS)]
    natural = _any(meld.rank, rng)
    yield ()
    yield (*meld.cards, natural)
    yield (*meld.cards, wild)
    if len(meld.cards) < size:
        missing = size - len(meld.cards)
        yield (*meld.cards, *_cards_of(meld.rank, missing))
        yield (*meld.cards, *_cards_of(meld.rank, missing - 1))
    else:
        yield meld.naturals[: size - 1] if len(meld.naturals) >= size - 1 else meld.cards[: size - 1]
    for card in dict.fromkeys(meld.cards):
        rest = _without(meld.cards, card)
        yield rest
        yield (*rest, natural if card.is_wild else wild)


def _cards_of(rank: str, count: int) -> tuple[Card, ...]:
    """So many cards of a rank, of the suits in turn."""
    return tuple(CARDS[rank + SUITS[place % len(SUITS)]] for place in range(count))


def _any(rank: str, rng: Random) -> Card:
    return CARDS[rank + rng.choice(SUITS)]


def _laid(actions: Sequence[Action]) -> Iterator[Card]:
    return (card for action in actions for card in action.laid_cards)


def _without(cards: Sequence[Card], one: Card) -> tuple[Card, ...]:
    """The cards without one copy of this one. Raises EngineError where it is not among them."""
    if one not in cards:
        raise EngineError("position", "hand", "card-not-held", card=str(one))
    place = list(cards).index(one)
    return (*cards[:place], *cards[place + 1 :])


def _with(actions: Sequence[Action], place: int, action: Action) -> tuple[Action, ...]:
    return (*actions[:place], action, *actions[place + 1 :])
