"""From kinds back to cards: which of the held cards an action of the search names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.law.actions import Action
from engine.law.cards import BLACK_THREE_KIND, TWO_KIND, Card, parted, sort_cards
from engine.law.kinds import Move, meld_name
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS
from engine.turn.table import Table


def realise(table: Table, move: Move, *, reserved: Iterable[Card] = ()) -> Action:
    """The move as an action with the first held cards of each kind, in the order c d h s.

    ``reserved`` cards are used only where no others are left: later actions name them. Cards that came with the pile
    to a side that had not opened come last of all.
    """
    kept = Counter(reserved)
    free: list[Card] = []
    last: list[Card] = []
    held, came = parted(table.hand, table.came) if table.came else (sort_cards(table.hand), ())
    for card in held:
        if kept[card]:
            kept[card] -= 1
            last.append(card)
        else:
            free.append(card)
    supply = _one_colour_first(move, [*free, *last, *came])
    cards: list[Card] = []
    for fine in move.fine:
        cards.append(next(c for c in supply if c.fine == fine))
        supply.remove(cards[-1])
    named = Counter(c.kind for c in cards)
    for kind in move.kinds:
        if named[kind]:
            named[kind] -= 1
            continue
        cards.append(next(c for c in supply if c.kind == kind))
        supply.remove(cards[-1])
    return _action(move, cards)


def _action(move: Move, cards: Iterable[Card]) -> Action:
    target = meld_name(move.target) if move.target >= 0 else ""
    source = meld_name(move.source) if move.source >= 0 else ""
    return Action(verb=move.verb, cards=tuple(cards), target=target, source=source, top_only=move.top_only)


def _one_colour_first(move: Move, supply: list[Card]) -> list[Card]:
    """For a blocking canasta of twos, the twos of the colour of which there are enough come first."""
    blocking = (BLACK_THREE_KIND,) * BLOCKING_THREES + (TWO_KIND,) * BLOCKING_WILDS
    if move.verb != "meld" or move.kinds != blocking:
        return supply
    black = sum(c.kind == TWO_KIND and c.suit in "cs" for c in supply) >= BLOCKING_WILDS
    return sorted(supply, key=lambda c: c.kind == TWO_KIND and (c.suit in "cs") != black)


def realisations(table: Table, move: Move, *, early: bool) -> Iterator[Action]:
    """Every action that the move stands for: where suits matter, its twos and threes of every suit that is held.

    ``early`` leaves out those that came with the pile: the first meld's minimum is not reached.
    """
    first = realise(table, move)
    loose = [c for c in first.cards if c.is_loose or c.is_red_three]
    hand = parted(table.hand, table.came)[0] if early and move.verb != "discard" else table.hand
    if not table.position.rules.suits_matter or not loose:
        yield first
        return
    rest = [c for c in first.cards if c not in loose]
    choices: list[list[tuple[Card, ...]]] = []
    for kind in sorted({c.kind for c in loose}):
        held = sorted((c for c in hand if c.kind == kind), key=lambda c: c.order)
        number = sum(c.kind == kind for c in loose)
        choices.append(list(dict.fromkeys(combinations(held, number))))
    chosen: list[tuple[Card, ...]] = [()]
    for choice in choices:
        chosen = [(*before, *cards) for before in chosen for cards in choice]
    for cards in chosen:
        yield _action(move, (*rest, *cards))
