"""A kind of exercise that is made up here: registering it is all that it takes to be worked on everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from lessons.content import reading, tasks
from lessons.content.base import PositionText, Task
from lessons.content.reading import ContentError, Item
from lessons.fresh.sisters import sister_of
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import ChoiceForm, Option
from lessons.kinds.common.options import check_button
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import still
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Fault, Kind, forget, kind_names, register
from lessons.proving.checks import item_faults
from lessons.saying.base import Sentence
from lessons.saying.verdicts import Explanation
from tests.lessons.content_folder import SMALL, changed, copied
from tests.lessons.pages import Learner, Page
from tutor.classroom.paper.moodle import export
from tutor.classroom.paper.sets import PaperSet
from tutor.learning.models import Attempt, Skill

pytestmark = pytest.mark.django_db
SLUG = "puzzle/early/odd-or-even"
ADDRESS = "/en/puzzles/early/odd-or-even/"
PUZZLE = """
[[puzzle]]
slug = "odd-or-even"
kind = "parity"
difficulty = 1
goal = {de = "Ungerade oder gerade?", en = "Odd or even?"}
position = "classic | draw | hand 4c 5h 6d Kc Kd | own 980 | pile 3: 7c 8h Ks | stock 54"
rules = ["pickup.natural-pair"]
look = {de = "Sieh auf dein Blatt.", en = "Look at your hand."}
"""


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
        form = ChoiceForm(kind=self.name, check=check_button(), question="Which is it?", options=options)
        return still(item.position) | {"form": form}

    def _right(self, item: Item) -> str:
        return "odd" if len(self.task(item).position.hand) % 2 else "even"


@pytest.fixture
def parity(settings: Any, tmp_path: Path) -> Iterator[Item]:
    """The kind is registered, and the content has one exercise of it: an entry in a file, and no code."""
    register(Parity)
    settings.SEEDS_DIR = copied(tmp_path)
    with (settings.SEEDS_DIR / "puzzles" / "01-early.toml").open("a", encoding="utf-8") as file:
        file.write(PUZZLE)
    item = reading.load(settings.SEEDS_DIR).item(SLUG)
    assert item is not None
    yield item
    forget("parity")


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
    assert "Look again" in learner.press("check", choice=wrong).verdict
    assert learner.press("place:show").verdict.startswith("Count once more.")
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


def test_other_cards_make_another_exercise_of_it(parity: Item) -> None:
    sister = sister_of(parity, 1)
    assert sister is not None
    assert sister.position != parity.position
    assert str(sister.goal) == "Is the hand odd or even?"
    assert solution(sister) == solution(parity)


def test_a_learning_platform_can_mark_it(parity: Item) -> None:
    chosen = PaperSet(title="Early", note="", items=((1, parity),))
    with override("en"):
        exported = export(chosen, host="testserver")
    question = ElementTree.fromstring(exported.xml).findall("question")[1]
    shares = {one.findtext("text"): float(one.get("fraction", "")) for one in question.findall("answer")}
    right, wrong = answers(parity)
    assert shares == {f"<p>{right} number</p>": 100.0, f"<p>{wrong} number</p>": 0.0}
    assert exported.by_hand == ()


def test_its_name_is_listed_and_its_author_hears_of_faults(parity: Item) -> None:
    assert list(kind_names())[-1] == "parity"
    assert list(item_faults(parity)) == []
    assert parity.position is not None
    empty = parity.task.model_copy(update={"position": replace(parity.position, hand=())})
    assert list(item_faults(replace(parity, task=empty))) == [("position", "there is no card to count")]


def test_a_kind_that_lacks_something_is_refused_by_name() -> None:
    class Unfinished(Parity):
        grade = Kind.grade

    class Nameless(Kind[ParityTask]):
        model = ParityTask

    with pytest.raises(TypeError, match=r"Unfinished.*grade"):
        register(Unfinished)
    with pytest.raises(TypeError, match=r"Nameless says nothing of name, title, place"):
        register(Nameless)
    assert "parity" not in kind_names()


def test_a_task_of_a_kind_that_is_not_registered_is_refused_by_name(tmp_path: Path) -> None:
    root = changed(tmp_path, "puzzles/01-early.toml", 'kind = "turn"', 'kind = "parity"')
    with pytest.raises(
        ContentError, match=r"puzzle\[0\]: “parity” does not match any kind of exercise; there are"
    ):
        reading.load(root)


def test_content_cannot_be_read_before_any_kind_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "MODELS", {})
    with pytest.raises(LookupError, match=r"import lessons\.kinds"):
        reading.read(SMALL)
