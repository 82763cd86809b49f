"""An answer that somebody gave, in words: for reports and for who looks at answers later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.notation.text import parse_actions, parse_cards
from lessons.content.choices import CompareTask, FindAllTask, MistakeTask, OrderTask, PredictTask
from lessons.content.reading import Item
from lessons.content.schema import CardsTask
from lessons.counting.sheet_rows import TOTAL, labelled_rows
from lessons.kinds.answers import AnswerError
from lessons.kinds.choosing import columns
from lessons.kinds.feedback import rule_title
from lessons.kinds.grading import action_of
from lessons.saying.verdicts import actions_in_words
from lessons.words import naming


def answer_in_words(item: Item, answer: Mapping[str, Any]) -> str:
    """The answer in the active language, with the marks of authored text; empty where it is none of this item's.

    ``answer`` has the keys of the item's kind, as attempts keep them.
    """
    try:
        return _TELLERS.get(item.kind, _actions)(item, answer)
    except (AnswerError, EngineError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return ""  # kept before the exercise was changed


def _legal(item: Item, answer: Mapping[str, Any]) -> str:
    return _with_reason(_verdicts()[answer["legal"]], item, answer)


def _cards(item: Item, answer: Mapping[str, Any]) -> str:
    task, cards = item.task, parse_cards(answer["cards"])
    assert isinstance(task, CardsTask)
    if task.do and task.position is not None:
        return actions_in_words([action_of(task.do, cards, task.position)])
    return f"{{{answer['cards']}}}" if cards else gettext("None of them.")


def _number(item: Item, answer: Mapping[str, Any]) -> str:
    return naming.number(int(answer["number"]))


def _sheet(item: Item, answer: Mapping[str, Any]) -> str:
    rows = answer["rows"]
    labels = [(row.key, row.label) for row in labelled_rows(item.rules)] + [(TOTAL, gettext("This deal"))]
    return "; ".join(
        f"{label} {naming.number(int(rows[key]))}" for key, label in labels if str(rows.get(key, "")).strip()
    )


def _ticks(item: Item, answer: Mapping[str, Any]) -> str:
    assert isinstance(item.task, FindAllTask)
    chosen = [item.task.options[int(place)] for place in answer["ticks"]]
    return _listed(chosen) or gettext("None of them.")


def _predicted(item: Item, answer: Mapping[str, Any]) -> str:
    assert isinstance(item.task, PredictTask)
    return actions_in_words(item.task.options[int(answer["choice"])])


def _mistake(item: Item, answer: Mapping[str, Any]) -> str:
    assert isinstance(item.task, MistakeTask)
    return _with_reason(actions_in_words([item.task.actions[int(answer["choice"])]]), item, answer)


def _sheet_mistake(item: Item, answer: Mapping[str, Any]) -> str:
    labels = {row.key: row.label for row in labelled_rows(item.rules)}
    return _with_reason(f"{labels[answer['choice']]}.", item, answer)


def _order(item: Item, answer: Mapping[str, Any]) -> str:
    assert isinstance(item.task, OrderTask)
    return actions_in_words(item.task.actions[int(place)] for place in answer["order"])


def _both(item: Item, answer: Mapping[str, Any]) -> str:
    assert isinstance(item.task, CompareTask)
    said = _verdicts()
    return " ".join(
        f"{naming.rule_set_name(column.rules)}: {said.get(str(answer[side])) or f'{naming.number(int(answer[side]))}.'}"
        for side, column in zip(("first", "second"), columns(item.task), strict=True)
    )


def _verdicts() -> dict[str, str]:
    return {
        "yes": gettext("It is allowed."),
        "no": gettext("It is not allowed."),
        "undecided": gettext("The text does not decide."),
    }


def _actions(item: Item, answer: Mapping[str, Any]) -> str:
    return actions_in_words(parse_actions(answer["actions"]))


def _listed(lists: Iterable[Iterable[Action]]) -> str:
    return " ".join(actions_in_words(actions) for actions in lists)


def _with_reason(said: str, item: Item, answer: Mapping[str, Any]) -> str:
    title = rule_title(answer["reason"], item.rules)
    return f"{said} {gettext('The reason: %(rule)s.') % {'rule': title}}" if title else said


_TELLERS = {
    "legal": _legal,
    "cards": _cards,
    "number": _number,
    "sheet": _sheet,
    "find-all": _ticks,
    "predict": _predicted,
    "mistake": _mistake,
    "sheet-mistake": _sheet_mistake,
    "order": _order,
    "compare": _both,
}
