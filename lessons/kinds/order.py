"""Put a turn in order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any, Final, Literal, Self

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from pydantic import model_validator

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.verdict import Verdict
from engine.notation.text import parse_actions
from lessons.content.base import ActionTexts, PositionText, Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.choosing import MOST_OPTIONS, place_of
from lessons.kinds.common.forms import AnswerForm, Option
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button, option_lines
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import RowResult
from lessons.kinds.common.shown import rows_in, still
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Fault, Judged, Kind, register
from lessons.saying.base import Sentence
from lessons.saying.engine_errors import error_in_words
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import Explanation, explain
from lessons.words import naming

MOST_SHUFFLES = 200
MOST_ORDERS: Final = 1 / 2
"""Of the orders of what stands between drawing and discarding, at most so many are allowed in one worth asking."""
BEGINNING: Final = frozenset({"draw", "take"})


class OrderTask(Task):
    """Put the actions of a turn in order. They are given in a legal order and shown in another one."""

    kind: Literal["order"]
    position: PositionText
    actions: ActionTexts

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if not 3 <= len(self.actions) <= MOST_OPTIONS:
            raise ValueError(f"three to {MOST_OPTIONS} actions are put in order")
        return self


@register
class Order(Kind[OrderTask]):
    """The actions of a turn are shown in another order than a legal one."""

    name = KindName("order")
    title = gettext_lazy("Put the actions of a turn in order")
    place = 11
    model = OrderTask
    effort = 0.7
    order_is_asked = True

    def chance_of_guessing(self, item: Item) -> float:
        return 1 / math.factorial(len(self.task(item).actions))

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        count = len(task.actions)
        order = tuple(place_of(place, count) for place in answer.get("order", ())) or shown_order(item)
        if sorted(order) != list(range(count)):
            raise AnswerError(
                "order",
                gettext("The form did not arrive intact: the order of your actions cannot be read."),
            )
        kept = {"order": [str(place) for place in order]}
        actions = [task.actions[place] for place in order]
        verdict = order_verdict(task, order)
        if verdict is not None and verdict.legal and not verdict.after.my_turn:
            told = explain(verdict, position=task.position, actions=actions, about=task.rules)
            return Result(
                outcome="right",
                answer=kept,
                verdict=verdict,
                explanation=told.with_headline(gettext("Right, in this order.")),
            )
        place, told = _first_out_of_order(task, actions)
        return Result(
            outcome="wrong",
            answer=kept,
            rows=_rows(order, place),
            verdict=verdict,
            explanation=told.with_headline(gettext("Not in this order.")),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        rule = result.explanation.rule_id
        return (diagnoses.overlooks(rule) if rule else diagnoses.ORDER,)

    def has_many_answers(self, item: Item) -> bool:
        return True

    def solution(self, item: Item) -> dict[str, Any] | None:
        return {"order": [str(place) for place in range(len(self.task(item).actions))]}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return actions_in_words(self.task(item).actions)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return actions_in_words(self.task(item).actions[int(place)] for place in answer["order"])

    def concerned(self, item: Item) -> str:
        first = naming.action_in_words(self.task(item).actions[0])
        return gettext("**The first action:** %(action)s.") % {"action": first}

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Put the actions of your turn in order.")

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        order = self.order(item, work)
        form = AnswerForm(
            kind=self.name,
            template="lessons/_answer_order.html",
            check=check_button(gettext("Check the order")),
            question=gettext("Put the actions in an order in which the turn is allowed."),
            options=_options(self.task(item), order, rows_in(result), focus=focus),
        )
        return still(item.position) | {"form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"order": [str(place) for place in self.order(item, work)]}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        order = _whole(self.task(item), form.getlist("order"))
        return {"order": order or tuple(draft.entered.get("order", ()))}

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"order": _whole(self.task(item), [str(place) for place in data.get("order", ())])}

    def order(self, item: Item, work: Work) -> tuple[int, ...]:
        return tuple(int(place) for place in work.entered.get("order", ())) or shown_order(item)

    def needs_a_person(self, item: Item) -> bool:
        return True

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        yield task.position, task.actions, False

    def undecided(self, item: Item) -> str:
        """Drawing comes first and discarding last, as everybody knows: what is between has to have an order."""
        task = self.task(item)
        last = len(task.actions) - 1
        verdicts = (order_verdict(task, (0, *order, last)) for order in permutations(range(1, last)))
        fitting = sum(verdict is not None and bool(verdict.legal) for verdict in verdicts)
        return "" if fitting <= MOST_ORDERS * math.factorial(last - 1) else "the order hardly matters"

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
        verdict = order_verdict(task, range(len(task.actions)))
        if verdict is None or not verdict.legal or verdict.after.my_turn:
            broken = (
                ", ".join(finding.rule for finding in verdict.broken) if verdict else "impossible actions"
            )
            yield (
                "actions",
                f"the order in the file must be a whole legal turn: {broken or 'it has not ended'}",
            )
            return
        try:
            shown_order(item)
        except ValueError as error:
            yield "actions", str(error)

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(question=gettext("Number the actions so that the turn is allowed."), by_number=True)


@lru_cache(maxsize=256)
def shown_order(item: Item) -> tuple[int, ...]:
    """The order in which the actions are shown first: always the same for an item, and never a right one."""
    task = item.task
    assert isinstance(task, OrderTask)
    rng = Random(item.slug)
    order = list(range(len(task.actions)))
    for _ in range(MOST_SHUFFLES):
        rng.shuffle(order)
        verdict = order_verdict(task, order)
        if verdict is None or not verdict.legal:
            return tuple(order)
    raise ValueError("every order of these actions is legal, so there is nothing to put in order")


def order_verdict(task: OrderTask, order: Iterable[int]) -> Verdict | None:
    """The verdict on the actions in this order; None where one of them is not possible at its place."""
    try:
        return judge(task.position, [task.actions[place] for place in order], remedy=False)
    except EngineError:
        return None


def _rows(order: Sequence[int], wrong: int) -> dict[str, RowResult]:
    """The marks of the actions from the first wrong place on."""
    after = order[wrong + 1 :]
    rows = {str(key): RowResult(key=str(key), mark="open", given=None) for key in after}
    comment = (
        gettext("Not in this place yet. What comes after it has not been judged.")
        if after
        else gettext("Not in this place.")
    )
    key = str(order[wrong])
    return rows | {key: RowResult(key=key, mark="no", given=None, comment=comment)}


def _first_out_of_order(task: OrderTask, actions: Sequence[Action]) -> tuple[int, Explanation]:
    """The first place at which an action is wrong, and why; what comes after it would follow from that."""
    for place in range(len(actions)):
        so_far = tuple(actions[: place + 1])
        last = place == len(actions) - 1
        try:
            verdict = judge(task.position, so_far, unfinished=not last, remedy=False)
        except EngineError as error:
            return place, _impossible(task, actions, place, error)
        if verdict.legal is False:
            told = explain(verdict, position=task.position, actions=so_far, about=task.rules, reveal=False)
            return place, told
    return len(actions) - 1, Explanation(deciding=Sentence(gettext("The turn has not ended yet.")))


def _impossible(task: OrderTask, actions: Sequence[Action], place: int, error: EngineError) -> Explanation:
    """Why an action cannot be done at this place: its card or its meld comes with one that stands behind it.

    The rule is the one that the order breaks so far, if it breaks any, and not what the exercise is about.
    """
    position, before = task.position, actions[:place]
    if position.phase == "draw" and position.hand and not any(one.verb in BEGINNING for one in before):
        early = parse_actions([f"discard {position.hand[0]}"])
        verdict = judge(position, early, unfinished=True, remedy=False)
        told = explain(verdict, position=position, actions=early, about=("turn.draw-or-take",), reveal=False)
        return replace(told, further=())  # that would speak of the discard, which nobody made
    why = gettext("“%(action)s” is not possible at this point: %(reason)s") % {
        "action": naming.first_upper(naming.action_in_words(actions[place])),
        "reason": error_in_words(error),
    }
    waits = any(one.verb == "expose" for one in actions[place:])
    rule = "red3.expose-at-once" if waits and error.code == "card-not-held" else ""
    return Explanation(deciding=Sentence(why, rule), rule_id=rule)


def _options(
    task: OrderTask, order: Sequence[int], rows: Mapping[str, RowResult], *, focus: str
) -> tuple[Option, ...]:
    """The actions in the order in which they stand, each with what moves it; ``focus`` is such as ``up-2``."""
    verb, _, there = focus.partition("-")
    return tuple(
        Option(
            value=str(place),
            lines=option_lines((task.actions[place],)),
            first=number == 0,
            last=number == len(order) - 1,
            focused=_focused(verb, number, len(order)) if there == str(number) else "",
            mark=rows[str(place)].mark if str(place) in rows else "",
            comment=rows[str(place)].comment if str(place) in rows else "",
        )
        for number, place in enumerate(order)
    )


def _focused(verb: str, number: int, count: int) -> str:
    """The button that takes the focus after a move: the same again, the other one at an end of the list."""
    if verb == "up":
        return "down" if number == 0 else "up"
    return "up" if number == count - 1 else "down"


def _whole(task: OrderTask, places: Sequence[str]) -> tuple[str, ...]:
    """The order as it was sent or kept; empty where it is none of these actions, so that the first one stands."""
    whole = sorted(places) == sorted(str(place) for place in range(len(task.actions)))
    return tuple(places) if whole else ()
