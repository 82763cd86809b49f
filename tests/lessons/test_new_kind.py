"""A kind of exercise that is made up here: registering it is all that it takes to be worked on everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

import pytest
from django.test import Client
from django.utils import timezone

from lessons.content import reading
from lessons.content.base import PositionText, Task, Text
from lessons.content.reading import Item, Library
from lessons.kinds.answers import AnswerError
from lessons.kinds.form_models import AnswerForm, Option
from lessons.kinds.options import check_button
from lessons.kinds.registry import KINDS, Fault, Kind, kind_names, register
from lessons.kinds.result import Result
from lessons.kinds.shown import still
from lessons.kinds.work import Work
from lessons.models import Attempt, Skill
from lessons.proving.checks import item_faults
from lessons.saying.base import Sentence
from lessons.saying.verdicts import Explanation
from tests.lessons.pages import Learner, Page

pytestmark = pytest.mark.django_db
SLUG = "puzzle/early/take-it"
ADDRESS = "/en/puzzles/early/take-it/"


class ParityTask(Task):
    """Whether the number of cards in the hand is odd."""

    kind: Literal["parity"]
    position: PositionText


class Parity(Kind[ParityTask]):
    """One of two is chosen."""

    name = "parity"
    title = "Odd or even"
    place = 99
    model = ParityTask
    fields = {"choice": 10}

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        if answer.get("choice") not in ("odd", "even"):
            raise AnswerError("choice", "Say which of the two.")
        right = answer["choice"] == self._right(item)
        told = Explanation(
            headline="You counted well." if right else "Count once more.",
            deciding=Sentence(f"There are {len(self.task(item).position.hand)} cards."),
            rule_id=item.task.rules[0],
        )
        return Result(outcome="right" if right else "wrong", answer=dict(answer), explanation=told)

    def solution(self, item: Item) -> dict[str, Any] | None:
        return {"choice": self._right(item)}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return self.answer_in_words(item, answer)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return f"The hand is {answer['choice']}."

    def concerned(self, item: Item) -> str:
        return "Put the cards in pairs."

    def goal(self, item: Item, *, alone: bool) -> str:
        return "Is the hand odd or even?"

    def faults(self, item: Item) -> Iterator[Fault]:
        if not self.task(item).position.hand:
            yield "position", "there is no card to count"

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        options = tuple(
            Option(value=value, lines=((f"{value} number", ()),), checked=work.text("choice") == value)
            for value in ("odd", "even")
        )
        form = AnswerForm(kind=self.name, check=check_button(), question="Which is it?", options=options)
        return still(item.position) | {"form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"choice": work.text("choice")}

    def _right(self, item: Item) -> str:
        return "odd" if len(self.task(item).position.hand) % 2 else "even"


@pytest.fixture
def parity(small_content: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[Item]:
    """The kind is registered, and the content has one exercise of it."""
    register(Parity)
    theme = small_content.themes[0]
    before = next(one for one in theme.puzzles if one.slug == SLUG)
    same = {name: getattr(before.task, name) for name in ("slug", "rules", "look", "position", "difficulty")}
    goal = Text(de="Ungerade oder gerade?", en="Odd or even?")
    task = ParityTask.model_construct(kind="parity", goal=goal, intro=None, right=None, **same)
    item = replace(before, task=task)
    puzzles = tuple(item if one.slug == SLUG else one for one in theme.puzzles)
    changed = replace(small_content, themes=(replace(theme, puzzles=puzzles), *small_content.themes[1:]))
    monkeypatch.setattr(reading, "load", lambda root: changed)
    yield item
    del KINDS["parity"]


def answers(item: Item) -> tuple[str, str]:
    """The right one and the wrong one."""
    assert item.position is not None
    return ("odd", "even") if len(item.position.hand) % 2 else ("even", "odd")


def test_it_is_played_with_a_miss_hints_and_a_right_answer(parity: Item) -> None:
    right, wrong = answers(parity)
    learner = Learner()
    page = learner.open(ADDRESS)
    assert "Odd or even?" in page.text
    assert "Which is it?" in page.text
    assert "Say which of the two." in learner.press("check").problem
    assert learner.press("check", choice=wrong).verdict.startswith("Count once more.")
    assert learner.page.values("choice") == [wrong]
    for _ in range(4):
        learner.press("hint")
    assert learner.page.hints[2] == "Put the cards in pairs."
    assert f"The hand is {right}." in learner.page.hints[3]
    assert learner.press("check", choice=right).verdict.startswith("You counted well.")
    kept = Attempt.objects.latest("pk")
    assert (kept.item.kind, kept.answer, kept.outcome) == ("parity", {"choice": right}, "right")


def test_it_comes_back_in_the_review(parity: Item) -> None:
    learner = Learner()
    learner.open(ADDRESS)
    for _ in range(3):
        learner.press("check", choice=answers(parity)[1])
    assert "This comes back in your review" in learner.page.verdict
    assert f"The hand is {answers(parity)[0]}." in learner.page.verdict
    Skill.objects.update(due=timezone.now())
    assert f"/review/{Skill.objects.get().pk}/" in learner.open("/en/review/").source


def test_it_is_printed_with_its_key(parity: Item) -> None:
    page = Page(Client().get("/en/practice/sheet/early/?seed=7"))
    assert "Which is it?" in page.text
    assert "odd number" in page.text
    assert f"The hand is {answers(parity)[0]}." in page.text


def test_a_report_about_it_tells_the_answer(parity: Item) -> None:
    learner = Learner()
    learner.open(ADDRESS)
    learner.press("check", choice=answers(parity)[1])
    page = Page(learner.client.get("/en/practice/report/", {"item": SLUG}))
    assert f"The hand is {answers(parity)[1]}." in page.text
    assert "checked, not right" in page.text


def test_its_name_is_listed_and_its_author_hears_of_faults(parity: Item) -> None:
    assert list(kind_names())[-1] == "parity"
    assert list(item_faults(parity)) == []
    assert parity.position is not None
    empty = ParityTask.model_construct(
        kind="parity", position=replace(parity.position, hand=()), rules=("x",)
    )
    assert list(item_faults(replace(parity, task=empty))) == [("position", "there is no card to count")]


def test_a_kind_that_lacks_something_is_refused_by_name() -> None:
    class Unfinished(Parity):
        grade = Kind.grade

    with pytest.raises(TypeError, match=r"Unfinished.*grade"):
        register(Unfinished)
    assert "parity" not in kind_names()
