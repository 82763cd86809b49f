"""The set of the week: the same for everybody, harder and harder, and a result that gives nothing away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.timezone import localdate, make_aware

from lessons.fresh.sisters import base_slug, find_item
from tests.browser.answers import right_answer, wrong_answer
from tests.factories import LearnerFactory
from tests.lessons import pages
from tests.samples import share
from tests.tutor.puzzles.playing import fields_of
from tutor.puzzles import circulation, rounds, weekly
from tutor.puzzles.choosing import candidates
from tutor.puzzles.models import ItemRating, Round

pytestmark = pytest.mark.django_db

BY_SLUG = {one.slug: one for one in candidates()}


class Solver(pages.Learner):
    """Somebody who works on the set of this week."""

    def __init__(self, language: str = "en", **more: Any) -> None:
        super().__init__(**more)
        year, number, _ = weekly.this_week().isocalendar()
        self.path = f"/{language}/practice/weekly/{year}-W{number:02}/"
        # By question the fields of the last answer, which the form keeps.
        self.sent: dict[int, tuple[str, ...]] = {}

    @property
    def row(self) -> Round:
        return Round.objects.get(mode="weekly", day=weekly.this_week())

    def begin(self) -> None:
        self.client.post(self.path)

    def have_answered(self, numbers: Iterable[int]) -> None:
        """Let these questions be answered rightly, as they were some days ago."""
        row = self.row
        for number in numbers:
            row.questions[number - 1]["outcome"] = "right"
            row.right += 1
        row.save()

    def answer(self, number: int, *, right: bool = True) -> pages.Page:
        item = rounds.item_of(self.row, number)
        assert item is not None
        self.open(f"{self.path}{number}/")
        fields = fields_of(item, right_answer(item) if right else wrong_answer(item))
        before, self.sent[number] = self.sent.get(number, ()), tuple(fields)
        return self.press("check", without=before, **fields)


# The set


def test_set_gets_harder_mixes_topics_and_rule_sets_and_asks_no_drill() -> None:
    found = [BY_SLUG[base_slug(slug)] for slug in weekly.slugs_of(weekly.FIRST_WEEK)]
    assert len(found) == len(weekly.PLACES) == 10
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
    assert found[0].difficulty == 1
    assert found[-1].difficulty == 5
    assert len({one.theme for one in found}) == 10
    assert 5 <= sum(one.rule_set == "classic" for one in found) <= 6
    assert {"classic-2p", "samba"} <= {one.rule_set for one in found}
    assert not any(one.is_drill for one in found)
    assert sum(one.has_idea for one in found) >= len(weekly.WITH_IDEA)


def test_little_comes_twice_within_half_a_year() -> None:
    weeks = [weekly.FIRST_WEEK + timedelta(days=7 * number) for number in range(weekly.WEEKS)]
    asked = Counter(base_slug(slug) for week in weeks for slug in weekly.slugs_of(week))
    assert asked.total() == 260
    assert sum(count - 1 for count in asked.values()) < 13


def test_withheld_puzzle_changes_its_place_and_next_to_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    week = weekly.this_week()
    before = [base_slug(slug) for slug in weekly.slugs_of(week)]
    monkeypatch.setattr(weekly, "withheld_slugs", lambda: frozenset({before[4]}))
    after = [base_slug(slug) for slug in weekly.slugs_of(week)]
    assert before[4] not in after
    assert len(set(before) & set(after)) >= 8


def test_set_is_the_same_for_everybody_in_both_languages() -> None:
    one, other = Solver("de"), Solver("en")
    one.begin()
    first = one.row.questions
    Round.objects.all().delete()
    other.begin()
    assert [question["slug"] for question in other.row.questions] == [question["slug"] for question in first]


# Working on it


@pytest.mark.parametrize(("language", "htmx"), share([("de", False), ("en", True)], 0, of=2))
def test_whole_set_is_done_and_told_without_spoiling(language: str, htmx: bool) -> None:
    solver = Solver(language, htmx=htmx)
    page = solver.open(solver.path)
    assert not Round.objects.exists()
    assert page.source.count('class="open"') == 10
    assert page.part("<h1>", "</h1>") not in page.part('class="days"', "</ul>"), (
        "it is none of the other weeks"
    )
    solver.begin()
    assert ("Klassisch" if language == "de" else "Classic") in solver.open(f"{solver.path}1/").text
    assert ("Schau dir noch einmal" if language == "de" else "Look again") in solver.answer(
        1, right=False
    ).verdict
    solver.answer(1)
    solver.answer(2, right=False)
    for number in range(3, 11):
        solver.answer(number)
    solver.press("next")
    assert solver.sent_to == solver.path
    page = solver.open(solver.path)
    shared = page.part('<textarea id="share"', "</textarea>")
    assert "◧□■■■■■■■■ " + ("8 von 10" if language == "de" else "8 of 10") in shared
    assert f"http://testserver{solver.path}" in shared
    for question in solver.row.questions:
        item = find_item(question["slug"])
        assert item is not None
        assert item.goal.in_language(language) not in shared
    assert ("1 Woche in Folge" if language == "de" else "1 week in a row") in page.text


def test_what_is_left_for_later_comes_back_and_the_set_can_be_ended() -> None:
    solver = Solver()
    solver.begin()
    page = solver.open(f"{solver.path}1/")
    assert "Leave it for later" in page.text
    solver.press("place:later")
    assert solver.sent_to.partition("#")[0] == f"{solver.path}2/"
    solver.have_answered(range(2, 10))
    solver.answer(10)
    solver.press("next")
    assert solver.sent_to.partition("#")[0] == f"{solver.path}1/"
    assert "Leave it for later" not in solver.open(f"{solver.path}1/").text
    solver.press("place:end")
    assert solver.sent_to == solver.path
    assert solver.row.finished is not None
    assert "□■■■■■■■■■ 9 of 10" in solver.open(solver.path).text


def test_last_miss_can_be_mended_or_left_and_then_the_set_is_over() -> None:
    solver = Solver()
    solver.begin()
    solver.have_answered(range(1, 10))
    solver.answer(10, right=False)
    assert solver.row.finished is None
    solver.open(f"{solver.path}10/")
    solver.press("place:on")
    assert solver.row.finished is not None
    solver.answer(10)
    assert weekly.marks_of(solver.row)[-1] == "wrong"


def test_told_answer_is_not_right_later() -> None:
    solver = Solver()
    solver.begin()
    solver.answer(1, right=False)
    solver.press("place:show")
    solver.answer(1)
    assert weekly.marks_of(solver.row)[0] == "wrong"
    assert solver.row.right == 0


def test_puzzle_that_leaves_circulation_is_replaced_where_it_is_open_and_kept_where_it_is_answered() -> None:
    solver = Solver()
    solver.begin()
    solver.answer(1)
    slugs = [question["slug"] for question in solver.row.questions]
    for slug in slugs[:2]:
        item = find_item(slug)
        assert item is not None
        circulation.withhold(item=item, why=ItemRating.Withheld.BY_HAND)
    solver.open(f"{solver.path}2/")
    after = [question["slug"] for question in solver.row.questions]
    assert after[0] == slugs[0]
    assert after[1] != slugs[1]
    assert after[2:] == slugs[2:]
    assert solver.row.right == 1


def test_looking_at_a_question_writes_nothing(django_assert_max_num_queries: Any) -> None:
    solver = Solver()
    solver.begin()
    with django_assert_max_num_queries(10) as asked:
        solver.open(f"{solver.path}1/")
    assert asked.captured_queries
    assert all(query["sql"].startswith("SELECT") for query in asked.captured_queries)


# Weeks


def test_weeks_in_a_row_count_what_was_finished_in_its_week() -> None:
    learner, monday = LearnerFactory(), date(2026, 11, 2)

    def finish(week: date, on: date) -> None:
        finished = make_aware(datetime(on.year, on.month, on.day, 12))
        Round.objects.create(learner=learner, mode="weekly", day=week, right=7, finished=finished)

    assert weekly.in_a_row(learner, monday) == (0, 0)
    finish(monday, monday + timedelta(days=6))
    finish(monday + timedelta(days=7), monday + timedelta(days=9))
    assert weekly.in_a_row(learner, monday + timedelta(days=10)) == (2, 2)
    assert weekly.in_a_row(learner, monday + timedelta(days=14)) == (2, 2)  # this week is still open
    finish(monday + timedelta(days=14), monday + timedelta(days=21))  # late: it does not count
    assert weekly.in_a_row(learner, monday + timedelta(days=21)) == (0, 2)


@pytest.mark.parametrize("language", ["de", "en"])
def test_closed_week_can_still_be_done_and_tells_what_others_reached(language: str) -> None:
    week = weekly.this_week() - timedelta(days=7)
    in_time = timezone.now() - timedelta(days=timezone.localdate().weekday() + 1)
    for right in (4, 5, 6, 8, 9):
        Round.objects.create(
            learner=LearnerFactory(), mode="weekly", day=week, right=right, finished=in_time, questions=[]
        )
    year, number, _ = week.isocalendar()
    learner = pages.Learner()
    page = learner.open(f"/{language}/practice/weekly/{year}-W{number:02}/")
    said = (
        "5 Personen haben diese Aufgaben in der Woche selbst beendet"
        if language == "de"
        else "5 people have finished this set in its week"
    )
    assert said in page.text
    assert ("geschlossen" if language == "de" else "It closed on") in page.text
    this_week = learner.open(Solver(language).path).part("<h1>", "</h1>")
    assert this_week in page.part('class="days"', "</ul>"), "it is another week than the closed one"
    Round.objects.first().delete()  # type: ignore[union-attr]
    assert weekly.others_of(week) is None
    learner.client.post(f"/{language}/practice/weekly/{year}-W{number:02}/")
    assert len(Round.objects.get(mode="weekly", day=week, finished=None).questions) == 10


@pytest.mark.parametrize(
    ("week", "said"),
    [("2026-W40", "There was no set yet in that week."), ("2099-W01", "This set is not open yet.")],
)
def test_week_without_a_set_is_a_friendly_page(week: str, said: str) -> None:
    page = pages.Learner().open(f"/en/practice/weekly/{week}/", status=404)
    assert said in page.text
    assert localdate().year == 2026 or said


def test_question_before_the_set_was_begun_leads_to_the_set() -> None:
    solver = Solver()
    response = solver.client.get(f"{solver.path}3/")
    assert response["Location"] == solver.path
