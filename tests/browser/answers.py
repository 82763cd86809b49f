"""What to answer: found with the engine, so that no test holds an answer key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.law.cards import Card, sort_cards
from engine.notation.text import format_cards, parse_actions
from lessons.content.base import SHEET_ROWS
from lessons.content.reading import Item, Stage, library
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError, ticked_values
from lessons.kinds.common.result import Result
from lessons.kinds.order import shown_order
from lessons.kinds.registry import kind_of
from lessons.table.staging import stage

Answer = dict[str, Any]
KINDS = (
    "legal", "cards", "melds", "turn", "number", "sheet", "find-all", "predict", "mistake", "sheet-mistake", "order",
    "compare",
)  # fmt: skip


def path_of(item: Item, language: str) -> str:
    """The address of the item's page, without the host."""
    return (
        f"/{language}/puzzles/{item.group}/{item.name}/"
        if item.is_puzzle
        else f"/{language}/course/{item.slug}/"
    )


def items(*kinds: str) -> list[Item]:
    """The items of these kinds in the order of the content."""
    return [item for item in library().items.values() if item.kind in kinds]


def richest_stage() -> Stage:
    """The stage that asks in the most different ways."""
    return max(library().stages, key=lambda stage: len({step.kind for step in stage.steps}))


def turn_with(*verbs: str, puzzles: bool = True) -> Item:
    """The first whole turn whose solution takes all these verbs."""
    return next(
        item
        for item in items("turn")
        if item.is_puzzle >= puzzles
        and set(verbs) <= {action.verb for action in parse_actions(right_answer(item)["actions"])}
    )


def largest(kind: str) -> Item:
    """The item of this kind with the most cards to show: hand first, then melds."""

    def size(item: Item) -> tuple[int, int]:
        side = getattr(item.task, "side", None)
        if side is not None:
            return sum(len(meld) for meld in side.melds), 0
        if item.position is None:
            return len(getattr(item.task, "cards", None) or ()), 0
        sides = (item.position.own, *item.position.opponents)
        return len(item.position.hand), sum(len(side.melds) for side in sides)

    return max(items(kind), key=size)


def right_answer(item: Item) -> Answer:
    answer = solution(item)
    assert answer is not None, f"no answer found for {item.slug}"
    return answer


def result_of(item: Item, answer: Answer) -> Result:
    return grade(item, answer)


def wrong_answer(item: Item) -> Answer:
    """An answer that the engine finds wrong, if possible one that it marks cards for."""
    wrong = [answer for answer in _first_few(item) if _outcome(item, answer) == "wrong"]
    assert wrong, f"no wrong answer found for {item.slug}"
    return next((answer for answer in wrong if result_of(item, answer).marked_cards), wrong[0])


def ticks(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> tuple[str, ...]:
    """The values of the check boxes of these cards."""
    return ticked_values(cards, shown=hand)


def hand_of(item: Item, actions: tuple[Any, ...] = ()) -> tuple[Card, ...]:
    """The cards that can be ticked after these actions."""
    if item.kind == "cards":
        return item.task.cards or item.position.hand
    return stage(item.position, actions, next_cards=getattr(item.task, "next_cards", ())).hand


def _outcome(item: Item, answer: Answer) -> str:
    try:
        return result_of(item, answer).outcome
    except AnswerError:
        return "refused"


def _first_few(item: Item) -> Iterator[Answer]:
    for _, answer in zip(range(60), beginners_answers(item), strict=False):
        yield answer


def beginners_answers(item: Item) -> Iterator[Answer]:
    """Answers that beginners might give."""
    right = right_answer(item)
    match item.kind:
        case "legal":
            other = "yes" if right["legal"] == "no" else "no"
            offered = kind_of(item).offered(item)
            yield from ({"legal": one.said, "reason": one.rule} for one in offered if one.said == other)
            yield {"legal": other, "reason": ""}
        case "number":
            yield {"number": str(int(right["number"]) + 5)}
        case "sheet":
            row = SHEET_ROWS[0]
            yield {"rows": right["rows"] | {row: str(int(right["rows"][row]) + 10)}}
        case "cards":
            hand = hand_of(item)
            for size in (3, 2, 1):
                yield from ({"cards": format_cards(cards)} for cards in combinations(hand, size))
        case "find-all":
            others = [
                str(place) for place in range(len(item.task.options)) if str(place) not in right["ticks"]
            ]
            yield {"ticks": others or right["ticks"][:1]}
        case "predict":
            yield from ({"choice": str(place)} for place in range(len(item.task.options)))
        case "mistake":
            last = kind_of(item).reasons(item)[-1].rule
            yield from ({"choice": str(place), "reason": last} for place in range(3))
        case "sheet-mistake":
            last = kind_of(item).reasons(item)[-1].rule
            yield {"choice": "going-out", "reason": last}
            yield {"choice": "hand-cards", "reason": last}
        case "order":
            yield {"order": [str(place) for place in shown_order(item)]}
        case "compare" if item.task.side:
            yield {"first": right["second"], "second": right["first"]}
            yield {"first": "5", "second": right["second"]}
        case "compare":
            yield from ({"first": one, "second": other} for one in ("yes", "no") for other in ("yes", "no"))
        case "melds":
            yield from _melds_of_two_ranks(item, ())
            yield from _adding_to_another_rank(item)
        case "turn":
            first = right["actions"][:1] if right["actions"][0].startswith(("draw", "take")) else []
            for answer in _melds_of_two_ranks(item, parse_actions(first)):
                done = parse_actions(answer["actions"])
                left = hand_of(item, done)
                if left:
                    yield {"actions": [*answer["actions"], f"discard {left[0]}"]}
            if (
                item.position.phase == "draw" and item.task.next_cards
            ):  # with few cards: nothing but the discard
                drawn = hand_of(item, parse_actions(["draw"]))
                yield from ({"actions": ["draw", f"discard {card}"]} for card in drawn)
            elif not first:
                yield from ({"actions": [f"discard {card}"]} for card in hand_of(item))


def _melds_of_two_ranks(item: Item, before: tuple[Any, ...]) -> Iterator[Answer]:
    naturals = [card for card in hand_of(item, before) if card.is_natural]
    for cards in combinations(sort_cards(naturals), 3):
        if len({card.rank for card in cards}) == 2:
            yield {"actions": [*map(str, before), f"meld {format_cards(cards)}"]}


def _adding_to_another_rank(item: Item) -> Iterator[Answer]:
    """Where there are too few cards for a meld: a card is added where it does not belong."""
    for card in hand_of(item):
        others = (meld for meld in item.position.own.melds if not meld.is_sequence)
        yield from (
            {"actions": [f"add {card} to {meld.naturals[0].rank}"]}
            for meld in others
            if card.is_natural and meld.naturals and meld.naturals[0].rank != card.rank
        )
