"""Find everything that is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Literal

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext

from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.choosing import (
    OptionsTask,
    allowed_or_not,
    faults_of_options,
    judged_options,
    legal_options,
    option_verdict,
    options_in_words,
    place_of,
    rule_to_hint_at,
)
from lessons.kinds.common.forms import AnswerForm, ChoiceForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button, option_of
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import RowResult
from lessons.kinds.common.shown import rows_in, still
from lessons.kinds.common.turning import turned_options
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Fault, Judged, Kind, register
from lessons.saying.base import Sentence
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import Explanation, explain
from lessons.words import naming


class FindAllTask(OptionsTask):
    """Tick all that are allowed. Every option is a list of actions, judged by itself as an unfinished turn."""

    kind: Literal["find-all"]


@register
class FindAll(Kind[FindAllTask]):
    """All that are allowed are ticked, each judged by itself; "none" is an answer of its own."""

    name = KindName("find-all")
    title = gettext_lazy("Find everything that is allowed")
    place = 3
    model = FindAllTask
    effort = 0.8
    pace = "seconds"

    def chance_of_guessing(self, item: Item) -> float:
        return float(0.5 ** len(self.task(item).options))

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        ticked = frozenset(place_of(tick, len(task.options)) for tick in answer.get("ticks", ()))
        nothing = bool(answer.get("none"))
        if not ticked and not nothing:
            raise AnswerError("ticks", gettext("First tick what is allowed, or “None of them”."))
        if ticked and nothing:
            raise AnswerError("ticks", gettext("Tick answers or choose “None of them”, not both."))
        legal = frozenset(legal_options(task))
        right = ticked == legal
        if right:
            headline, why = gettext("Right, that is all of them."), _how_many_are_right(len(legal))
        else:
            headline, why = gettext("Not right yet."), _what_differs(len(ticked - legal), len(legal - ticked))
        shown = range(len(task.options)) if right or reveal else sorted(ticked)
        return Result(
            outcome="right" if right else "wrong",
            answer={"ticks": [str(place) for place in sorted(ticked)], **({"none": True} if nothing else {})},
            rows={
                str(place): _row(task, place, fits=(place in ticked) == (place in legal)) for place in shown
            },
            explanation=Explanation(headline=headline, deciding=Sentence(why), rule_id=task.rules[0]),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        task, ticked = self.task(item), result.answer["ticks"]
        found = []
        for place, actions in enumerate(task.options):
            legal = option_verdict(task.position, actions).legal is True
            if legal != (str(place) in ticked):
                rule = _row(task, place, fits=False).rule_id
                found.append(diagnoses.doubts(rule) if legal else diagnoses.overlooks(rule))
        return tuple(found)

    def solution(self, item: Item) -> dict[str, Any] | None:
        legal = legal_options(self.task(item))
        return {"ticks": [str(place) for place in legal], **({} if legal else {"none": True})}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return options_in_words(self.task(item)) or gettext("None of them.")

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        options = self.task(item).options
        ticked = (actions_in_words(options[int(place)]) for place in answer["ticks"])
        return " ".join(ticked) or gettext("None of them.")

    def rule_to_hint_at(self, item: Item) -> str:
        return rule_to_hint_at(self.task(item))

    def concerned(self, item: Item) -> str:
        return _how_many_are_allowed(self.task(item))

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Tick everything that is allowed here.")

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        ticks, rows = work.entered.get("ticks", ()), rows_in(result)
        form = ChoiceForm(
            kind=self.name,
            check=check_button(),
            question=gettext("What is allowed here? Tick everything that is."),
            several=True,
            none_offered=True,
            none_checked=bool(work.entered.get("none")),
            options=tuple(
                option_of(place, actions, checked=str(place) in ticks, row=rows.get(str(place)))
                for place, actions in enumerate(self.task(item).options)
            ),
        )
        return still(item.position) | {"form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"ticks": list(work.entered.get("ticks", ())), "none": bool(work.entered.get("none"))}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        return {
            "ticks": tuple(tick[:10] for tick in form.getlist("tick")[:20]),
            "none": bool(form.get("none")),
        }

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"ticks": tuple(str(tick) for tick in data.get("ticks", ())), "none": bool(data.get("none"))}

    def judged(self, item: Item) -> Iterator[Judged]:
        return judged_options(self.task(item))

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        return turned_options(self.task(item), rng)

    def faults(self, item: Item) -> Iterator[Fault]:
        return faults_of_options(self.task(item))

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(question=form.question, counted=True)


def _row(task: FindAllTask, place: int, *, fits: bool) -> RowResult:
    """The verdict on an option, whether it was ticked or not."""
    actions = task.options[place]
    verdict = option_verdict(task.position, actions)
    told = explain(verdict, position=task.position, actions=actions, about=task.rules)
    allowed = allowed_or_not(legal=verdict.legal is True)
    return RowResult(
        key=str(place),
        mark="ok" if fits else "no",
        given=None,
        comment=f"{allowed} {told.deciding.text if told.deciding else ''}".strip(),
        rule_id=told.rule_id,
    )


def _how_many_are_right(count: int) -> str:
    if not count:
        return gettext("None of them is allowed.")
    return ngettext("One of them is allowed.", "%(count)s of them are allowed.", count) % {
        "count": naming.first_upper(naming.number_word(count))
    }


def _what_differs(extra: int, missing: int) -> str:
    parts = []
    if extra:
        parts.append(
            ngettext(
                "One of your choices is not allowed.", "%(count)s of your choices are not allowed.", extra
            )
            % {"count": naming.first_upper(naming.number_word(extra))}
        )
    if missing:
        parts.append(
            ngettext(
                "One allowed option is not ticked.", "%(count)s allowed options are not ticked.", missing
            )
            % {"count": naming.first_upper(naming.number_word(missing))}
        )
    return " ".join(parts)


def _how_many_are_allowed(task: FindAllTask) -> str:
    count = len(legal_options(task))
    if not count:
        return gettext("Perhaps none of these is allowed: “None of them” can be the right answer, too.")
    told = ngettext(
        "One of the %(all)s possibilities is allowed.",
        "%(count)s of the %(all)s possibilities are allowed.",
        count,
    )
    return naming.first_upper(
        told % {"all": naming.number_word(len(task.options)), "count": naming.number_word(count)}
    )
