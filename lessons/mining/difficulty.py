"""How difficult an item is, from 1 to 5, by features that can be counted."""

from __future__ import annotations

from typing import Final

from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.rulebook import RULES
from engine.notation.text import parse_cards
from lessons.content.reading import Item
from lessons.counting.computing import sheet_of
from lessons.kinds.registry import given, kind_of
from lessons.table.staging import stage

_RARE: Final = frozenset(
    {
        "pickup.one-card-rule", "pickup.whole-pile", "wild.no-swap", "meld.merge", "stock.forced-take",
        "out.ask-binding",
        "black3.meld-size", "concealed.minimum", "freeze.opening-card", "meld.stays-on-table", "stock.last-red-three",
        "out.canasta-same-turn", "initial.threshold-negative", "samba.sequence-max-seven", "samba.sequence-ace-high",
        "samba.initial-7000", "red3.all-bonus", "concealed.bonus", "concealed.definition",
    }
)  # fmt: skip
_COMMON: Final = frozenset(
    {
        "meld.min-size", "meld.same-rank", "turn.draw-or-take", "turn.discard-one", "pickup.natural-pair",
        "initial.threshold-low", "meld.add-own-partner", "value.joker", "value.ace-two", "canasta.natural-bonus",
    }
)  # fmt: skip
_LEVELS: Final = (0.8, 1.3, 1.85, 2.5)


def difficulty(item: Item) -> int:
    """From 1 to 5: the effort, cut at the levels above."""
    found = effort(item)
    return 1 + sum(found >= level for level in _LEVELS)


def effort(item: Item) -> float:
    """The sum of these features.

    * kind: from 0 (legal or not, cards, a number) over 0.4 (a wrong row) and 0.8 (find all, score sheets) to 1 (a whole
      turn);
    * cards to look at (hand, pile): 0.05 for each beyond eight, at most 0.9; on the table at the end of a deal 0.02 for
      each beyond fifteen, at most 0.7;
    * wild cards among them: 0.15 each, at most 0.6; at the end of a deal 0.04 each, at most 0.3;
    * different card values, where cards are counted or picked: 0.25 for each beyond one;
    * near misses: 0.2 for each offered reason of the deciding rule's own section, 0.15 for each option beyond three,
      0.25 for each condition besides being legal;
    * distance to the minimum of the initial meld: 0.9 at exactly the minimum or five points off, 0.5 up to 20;
    * rarity of the deciding rule: 0 for a common one, 0.3 for others, 0.8 for a rare one (0.5 on score sheets);
    * length: 0.2 for each action beyond the first, at most 0.8; for sheets 0.15 for each row beyond three.
    """
    task = item.task
    cards = _cards(item)
    wild = sum(card.is_wild for card in cards)
    rare = task.rules[0] in _RARE
    if given(task).side is not None:
        value = min(0.7, 0.02 * max(0, len(cards) - 15)) + min(0.3, 0.04 * wild) + (0.5 if rare else 0.3)
    else:
        value = min(0.9, 0.05 * max(0, len(cards) - 8)) + min(0.6, 0.15 * wild)
        value += 0.0 if task.rules[0] in _COMMON else 0.8 if rare else 0.3
    if given(task).cards:
        value += 0.25 * max(0, len({card.points for card in cards}) - 1)
    return value + kind_of(item).effort + _near_misses(item) + _distance(item) + _length(item)


def _cards(item: Item) -> list[Card]:
    position = item.position
    found = list(given(item.task).cards)
    if position is not None:
        found += position.hand
        if position.phase == "draw":
            found += position.pile[-3:]
    for side in given(item.task).sides.values():
        for text in (*side.melds, *side.hands):
            found += parse_cards(text)
    return found


def _near_misses(item: Item) -> float:
    main, shown = item.task.rules[0], given(item.task)
    section = RULES[main].section
    value = 0.2 * sum(RULES[rule].section == section for rule in shown.reasons if rule != main)
    value += 0.15 * max(0, len(shown.options) - 3)
    accept = shown.accept
    return value + (0.25 * len(accept.model_fields_set) if accept is not None else 0)


def _distance(item: Item) -> float:
    position, actions = item.position, given(item.task).actions
    if position is None or not actions or position.own.opened or position.initial_minimum is None:
        return 0.0
    try:
        laid = stage(position, actions).laid
    except EngineError:
        return 0.0
    off = abs(laid - position.initial_minimum)
    if not laid:
        return 0.0
    return 0.9 if off <= 5 else 0.5 if off <= 20 else 0.0


def _length(item: Item) -> float:
    kind, sides = kind_of(item), given(item.task).sides.values()
    if sides:
        rows = sum(len({line.item for line in sheet_of(side, item.rules).lines}) for side in sides)
        return 0.15 * max(0, rows + kind.total_is_asked - 3)
    return min(0.8, 0.2 * max(0, kind.length(item) - 1))
