"""Which misconceptions an exercise can show, and for each an answer that shows it, found by grading wrong answers.

Answers that are offered are tried one by one; numbers and rows of sheets with every known slip; cards and options with
one too many or too few; and what beginners might do in a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations

from engine.notation.text import format_cards, parse_cards
from lessons.content.reading import Item
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import TOTAL
from lessons.kinds.asking.grading import grade
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import right_rows, rows_with
from lessons.kinds.number import quantity_of
from lessons.kinds.registry import kind_of
from lessons.miscounts.known import SLIPS, asked_by, asked_in_row
from tests.browser.answers import Answer, beginners_answers, hand_of, right_answer

MOST_ORDERS = 24


@cache
def misconceptions_of(item: Item) -> dict[str, Result]:
    """A graded wrong answer for each id that the exercise can show; rather one that shows nothing else.

    What no known way of thinking explains (another answer, a number that comes from nowhere) is none.
    """
    found: dict[str, Result] = {}
    for answer in _tried(item):
        try:
            result = grade(item, answer)
        except AnswerError:
            continue
        for shown in result.diagnoses if result.outcome == "wrong" else ():
            known = found.get(shown)
            if known is None or len(result.diagnoses) < len(known.diagnoses):
                found[shown] = result
    return {shown: found[shown] for shown in sorted(found) if _is_known(shown)}


def _is_known(shown: str) -> bool:
    return shown != diagnoses.OTHER and not shown.startswith("number:")


def _tried(item: Item) -> Iterator[Answer]:
    yield from _offered(item)
    yield from islice(beginners_answers(item), 60)


def _offered(item: Item) -> Iterator[Answer]:
    right, kind = right_answer(item), kind_of(item)
    match item.kind:
        case "legal":
            yield from ({"legal": one.said, "reason": one.rule} for one in kind.offered(item))
        case "mistake" | "sheet-mistake":
            rows = right_rows(item.task.side, item.rules) if item.kind == "sheet-mistake" else ()
            choices = rows or range(len(item.task.actions))
            for choice in map(str, choices):
                yield from ({"choice": choice, "reason": one.rule} for one in kind.reasons(item))
        case "find-all":
            every = {str(place) for place in range(len(item.task.options))}
            for one in sorted(every):
                ticks = sorted(set(right["ticks"]) ^ {one})
                yield {"ticks": ticks, "none": not ticks}
        case "cards":
            yield from _other_cards(item, right)
        case "order":
            yield from ({"order": list(order)} for order in islice(permutations(right["order"]), MOST_ORDERS))
        case "number":
            asked = asked_by(quantity_of(item), rule=item.task.rules[0])
            yield from (
                {"number": str(wrong)} for slip in SLIPS for wrong in sorted(slip.wrong_numbers(asked))
            )
        case "sheet":
            yield from _miscounted(item)


def _other_cards(item: Item, right: Answer) -> Iterator[Answer]:
    """The right cards with one too many, or one too few."""
    cards, hand = list(parse_cards(right["cards"])), list(hand_of(item))
    yield {"cards": "", "none": True}
    for place in range(len(cards)):
        yield {"cards": format_cards(tuple(cards[:place] + cards[place + 1 :]))}
    for card in cards:
        hand.remove(card)
    yield from ({"cards": format_cards((*cards, card))} for card in dict.fromkeys(hand))


def _miscounted(item: Item) -> Iterator[Answer]:
    side, rules = item.task.side, item.rules
    sheet, scored = sheet_of(side, rules), score_side_of(side, rules)
    for row in right_rows(side, rules):
        if row == TOTAL:
            continue
        asked = asked_in_row(row, scored, sheet, rules)
        for slip in SLIPS:
            for wrong in sorted(slip.wrong_numbers(asked)):
                rows = rows_with(side, rules, {row: wrong})
                yield {"rows": {key: str(value) for key, value in rows.items()}}
