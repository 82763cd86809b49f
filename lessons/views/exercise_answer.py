"""What an exercise shows of the table, and the answer form with the hand that belongs to it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from django.utils.translation import gettext

from engine.law.cards import Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.providers import provider_of
from lessons.content.reading import Item
from lessons.content.schema import CardsTask, LegalTask, MeldsTask, NumberTask, SheetTask, TurnTask
from lessons.counting.computing import score_side_of
from lessons.kinds import answer_form, answer_form_choice
from lessons.kinds.answers import AnswerError
from lessons.kinds.choosing import columns
from lessons.kinds.feedback import rule_short, rule_title
from lessons.kinds.form_models import AnswerForm
from lessons.kinds.reasons import offered_reasons
from lessons.kinds.registry import kind_of
from lessons.kinds.result import Result
from lessons.kinds.sheets import RowResult
from lessons.kinds.working import Work, shown_cards, staged_of
from lessons.saying.comparing import agreed
from lessons.table import position_words, presenting
from lessons.table.view_models import TableView

MAY_BE_NEGATIVE: Final = frozenset({"red-three-points", "side-total", "score-after", "last-score"})
ChoiceTask = FindAllTask | PredictTask | MistakeTask | SheetMistakeTask | OrderTask | CompareTask


def table_context(item: Item, work: Work) -> dict[str, Any]:
    """The table before the staged actions, or the side whose deal is scored."""
    side = getattr(item.task, "side", None)
    if side is not None:
        scored = score_side_of(side, item.rules)
        titles = (gettext("Left in your hand"), gettext("Left in your partner’s hand"))
        hands = [{"title": title, "cards": cards} for title, cards in zip(titles, scored.hands, strict=False)]
        return {
            "table": None,
            "score_side": presenting.score_table(scored.melds, scored.red_threes, item.rules),
            "score_hands": hands,
        }
    if isinstance(item.task, CompareTask) and item.position is not None:
        return {"table": neutral_table(item.task), "score_side": None, "score_hands": ()}
    table = (
        presenting.table(
            item.position, staged=work.actions, seat=kind_of(item).seat(item), asked=_asked(item, work)
        )
        if item.position
        else None
    )
    return {"table": table, "score_side": None, "score_hands": ()}


def neutral_table(task: CompareTask) -> TableView | None:
    """The table of a comparison with only what both rule sets say of it."""
    one, other = (column.position for column in columns(task))
    if one is None or other is None:
        return None
    return agreed(presenting.table(one), presenting.table(other))


def answer_context(
    item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
) -> dict[str, Any]:
    """The answer form with the hand that belongs to it."""
    marked = result.marked_cards if result and result.outcome == "wrong" else ()
    match item.task:
        case LegalTask() as task:
            return _still(task.position, marked) | {"form": _legal_form(item, task, work)}
        case CardsTask() as task:
            return _cards_answer(item, task, work, result, marked)
        case MeldsTask() | TurnTask() as task:
            return _staged_answer(item, task, work, marked)
        case NumberTask() as task:
            shown = task.cards or task.red_threes or ()
            values = {"number": work.number}
            hand = (
                _still(task.position, ())
                if task.position
                else {"hand": None, "selection_words": "", "tray": None}
            )
            signed = task.compute in MAY_BE_NEGATIVE
            form = answer_form.number_form(values, signed=signed)
            return hand | {"form": form, "shown": sort_cards(shown) or None}
        case (
            FindAllTask() | PredictTask() | MistakeTask() | SheetMistakeTask() | OrderTask() | CompareTask()
        ) as task:
            return _chosen_answer(item, task, work, result, focus=focus)
        case SheetTask():
            rows = result.rows if result else {}
            invalid = error.where.removeprefix("row-") if error and error.where.startswith("row-") else ""
            form = answer_form.sheet_form(
                work.rows, {key: _row(row) for key, row in rows.items()}, rules=item.rules, invalid=invalid
            )
            return {"hand": None, "selection_words": "", "tray": None, "form": form, "shown": None}


def _still(position: Position, marked: tuple[Card, ...], *, title: str = "") -> dict[str, Any]:
    """The hand of a position, to look at."""
    hand = presenting.hand(
        position.hand, marked=marked, selectable=False, unknown=position.unknown_cards, title=title
    )
    return {"hand": hand, "selection_words": "", "tray": None, "shown": None}


def _told_reasons(item: Item) -> list[tuple[str, str, str]]:
    """The rules to choose the reason from: the id, the title and the rule in one sentence."""
    return [
        (rule, rule_title(rule, item.rules) or rule, rule_short(rule, item.rules))
        for rule in offered_reasons(item)
    ]


def _legal_form(item: Item, task: LegalTask, work: Work) -> AnswerForm:
    reasons = _told_reasons(item)
    # Somebody's own exercise may be one that a text does not decide; those of the content and the bank never are.
    own = provider_of(item.slug) is not None
    answer = {"legal": work.legal, "reason": work.reason}
    return answer_form.legal_form(task.actions, reasons, answer, undecided=own)


def _cards_answer(
    item: Item, task: CardsTask, work: Work, result: Result | None, marked: tuple[Card, ...]
) -> dict[str, Any]:
    cards = shown_cards(item, work)
    title = gettext("Cards") if task.cards else ""
    unknown = task.position.unknown_cards if task.position else 0
    top = task.position.upcard if task.position else None
    # Groups and gold edges say which cards are wild or threes: not before the question that asks it is answered.
    plain_cards = bool(task.find) and (result is None or result.outcome != "right")
    hand = presenting.hand(
        cards, selected=work.selected, marked=marked, title=title, unknown=unknown, plain=plain_cards
    )
    return {
        "hand": hand,
        "selection_words": answer_form.selection_words(cards),
        "tray": None,
        "shown": None,
        "form": answer_form.cards_form(
            do=task.do or "",
            top=top,
            typed=work.typed,
            suits_count=item.rules.sequences and not task.find,
            none_offered=bool(task.find),
            none_checked=work.none,
        ),
    }


def _staged_answer(
    item: Item, task: MeldsTask | TurnTask, work: Work, marked: tuple[Card, ...]
) -> dict[str, Any]:
    position = task.position
    try:
        staged = staged_of(item, work.actions)
    except EngineError:  # a draft of an exercise that has changed
        work = Work()
        staged = staged_of(item, ())
    opening = not position.own.opened
    # The verdict points at cards that are staged first of all, and at the rest of them in the hand.
    laid = Counter(card for action in staged.actions for card in action.cards)
    hand = presenting.hand(
        staged.hand,
        selected=work.selected,
        marked=(Counter(marked) - laid).elements(),
        new=staged.new,
        unknown=staged.unknown,
    )
    if isinstance(task, TurnTask):
        form = answer_form.turn_form(position, staged.actions, hand=staged.hand, typed=work.typed)
    else:
        form = answer_form.melds_form(position, staged.actions, typed=work.typed)
    return {
        "hand": hand,
        "selection_words": answer_form.selection_words(staged.hand),
        "tray": presenting.tray(
            staged.actions,
            have=staged.laid if opening else None,
            need=position.initial_minimum if opening else None,
            marked=marked,
        ),
        "shown": None,
        "form": form,
    }


def _chosen_answer(
    item: Item, task: ChoiceTask, work: Work, result: Result | None, *, focus: str
) -> dict[str, Any]:
    """The form of a task in which something shown is chosen, and the hand to look at."""
    rows = result.rows if result else {}
    reasons = _told_reasons(item)
    match task:
        case FindAllTask():
            form = answer_form_choice.find_all_form(task, work, rows)
        case PredictTask():
            form = answer_form_choice.predict_form(task, work)
        case MistakeTask():
            form = answer_form_choice.mistake_form(task, work, reasons)
        case SheetMistakeTask():
            form = answer_form_choice.sheet_mistake_form(item, task, work, reasons)
        case OrderTask():
            form = answer_form_choice.order_form(item, task, work, rows, focus=focus)
        case CompareTask():
            form = answer_form_choice.compare_form(task, work, columns(task), rows)
    still = {"hand": None, "selection_words": "", "tray": None, "shown": None}
    if item.position is not None:
        still = _still(item.position, (), title=_whose_hand(item))
    return still | {"form": form}


def _whose_hand(item: Item) -> str:
    return {
        "you": "",
        "partner": gettext("Your partner’s hand"),
        "opponent": gettext("The opponent’s hand"),
    }[kind_of(item).seat(item)]


def _asked(item: Item, work: Work) -> position_words.Asked:
    """Whether the partner has answered before the turn of this exercise, answers in it, or is still to be asked."""
    actions = (*(getattr(item.task, "actions", None) or ()), *work.actions)
    if isinstance(item.task, TurnTask):
        begun = item.position is not None and item.position.phase == "play"
        return "yes" if begun or any(action.verb == "ask" for action in actions) else "hidden"
    return "if" if any(action.verb == "ask" for action in actions) else "yes"


def _row(row: RowResult) -> dict[str, str]:
    return {"mark": row.mark, "comment": row.comment, "rule_id": row.rule_id}
