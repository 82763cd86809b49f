"""The position of the day: the same for everybody, stable, without repeats, and a result that gives nothing away."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from tests.browser.answers import right_answer, wrong_answer
from tests.lessons import pages
from tests.tutor.puzzles.playing import fields_of, is_explained
from tutor.learning.models import Attempt, Learner
from tutor.puzzles import circulation, daily
from tutor.puzzles.choosing import Candidate, candidates
from tutor.puzzles.models import ItemRating, Round

pytestmark = pytest.mark.django_db


def item_today() -> Item:
    found = daily.item_of_day(localdate())
    assert found is not None
    return found


def answer(learner: pages.Learner, *, right: bool, on: pages.Page | None = None) -> pages.Page:
    item = item_today()
    given = right_answer(item) if right else wrong_answer(item)
    return learner.press("check", on=on, **fields_of(item, given))


# The page


@pytest.mark.parametrize(("language", "htmx"), [("de", False), ("en", False), ("de", True)])
def test_position_is_solved_at_the_second_try_and_told_without_spoiling(language: str, htmx: bool) -> None:
    learner = pages.Learner(htmx=htmx)
    today = localdate()
    page = learner.open(f"/{language}/practice/daily/")
    assert page.action == f"/{language}/practice/daily/{today.isoformat()}/"
    assert Round.objects.count() == 0
    page = answer(learner, right=False)
    assert 'class="verdict wrong"' in page.source
    assert ("2 Versuche" if language == "de" else "2 tries") in page.text
    answer(learner, right=True)
    learner.press("next")
    assert learner.sent_to == f"/{language}/practice/daily/{today.isoformat()}/result/"
    page = learner.page
    how = "beim zweiten Versuch gelöst" if language == "de" else "solved on the second try"
    shared = page.part('<textarea id="share"', "</textarea>")
    assert how in shared
    assert f"http://testserver/{language}/practice/daily/{today.isoformat()}/" in shared
    assert shared.count("·") == 3
    assert f"{today.day}. " in shared if language == "de" else f"{today.day} " in shared
    assert item_today().goal.in_language(language) not in shared
    assert f'href="/{language}/practice/theme/{item_today().group}/"' in page.source
    assert ("ein Tag in Folge" if language == "de" else "one day in a row") in page.text
    home = learner.open(f"/{language}/").text
    assert ("Heute gelöst." if language == "de" else "Solved today.") in home


def test_three_misses_end_it_and_later_answers_change_nothing() -> None:
    learner = pages.Learner()
    learner.open("/en/practice/daily/")
    first = answer(learner, right=False)
    for _ in range(2):
        page = answer(learner, right=False)
    assert is_explained(page.verdict)
    row = Round.objects.get()
    assert row.questions[0]["outcome"] == "wrong"
    answer(learner, right=True, on=first)
    row.refresh_from_db()
    assert (row.right, len(row.questions[0]["tries"])) == (0, 3)
    assert Attempt.objects.count() == 4
    assert "Not solved this time" in learner.open(f"/en/practice/daily/{localdate()}/result/").text


def test_form_sent_twice_and_two_tabs_make_one_try() -> None:
    learner = pages.Learner()
    first = learner.open("/de/practice/daily/")
    tab = learner.open("/de/practice/daily/")
    answer(learner, right=False, on=first)
    answer(learner, right=False, on=first)
    assert len(Round.objects.get().questions[0]["tries"]) == 1
    answer(learner, right=True, on=tab)
    answer(learner, right=True, on=tab)
    row = Round.objects.get()
    assert [one["outcome"] for one in row.questions[0]["tries"]] == ["wrong", "right"]
    assert row.right == 1
    assert "2. Versuch" not in learner.open("/de/practice/daily/").text
    assert "beim zweiten Versuch gelöst" in learner.page.text  # a reload still says so


def test_hints_are_told_with_the_result() -> None:
    learner = pages.Learner()
    learner.open("/en/practice/daily/")
    learner.press("hint")
    answer(learner, right=True)
    page = learner.open(f"/en/practice/daily/{localdate()}/result/")
    assert "solved on the first try, with one hint" in page.text


@pytest.mark.parametrize(
    ("days", "said"),
    [(1, "Tomorrow’s position is not open yet."), (40, "is not open yet"), (-20_000, "no position yet")],
)
def test_day_without_a_position_is_a_friendly_page(days: int, said: str) -> None:
    day = localdate() + timedelta(days=days)
    for path in (f"/en/practice/daily/{day}/", f"/en/practice/daily/{day}/result/"):
        page = pages.Page(Client().get(path))
        assert page.status == 404
        assert said in page.text
        assert 'href="/en/practice/daily/"' in page.source
    assert Client().get("/en/practice/daily/2026-02-30/").status_code == 404
    assert Client().post(f"/en/practice/daily/{day}/", {"do": "check"}).status_code == 404


def test_earlier_day_can_be_solved_later_and_does_not_count_for_the_row() -> None:
    learner = pages.Learner()
    day = max(daily.FIRST_DAY, localdate() - timedelta(days=1))
    item = daily.item_of_day(day)
    assert item is not None
    learner.open(f"/en/practice/daily/{day}/")
    learner.press("check", **fields_of(item, right_answer(item)))
    row = Round.objects.get()
    assert (row.day, row.right) == (day, 1)
    assert daily.standing(row.learner).in_a_row == 0


def test_result_of_an_open_day_leads_to_the_position(django_assert_max_num_queries: Any) -> None:
    today = localdate()
    assert Client().get(f"/de/practice/daily/{today}/result/")["Location"] == f"/de/practice/daily/{today}/"
    learner = pages.Learner()
    learner.open("/de/practice/daily/")
    answer(learner, right=True)
    with django_assert_max_num_queries(14):
        learner.open("/de/practice/daily/")
    with django_assert_max_num_queries(6):
        learner.open(f"/de/practice/daily/{today}/result/")


# Which position it is


def days(count: int, start: date = daily.FIRST_DAY) -> list[date]:
    return [start + timedelta(days=number) for number in range(count)]


def test_position_is_the_same_for_two_learners_in_both_languages() -> None:
    day = localdate()
    hands = [
        sorted(pages.Learner().open(f"/{language}/practice/daily/{day}/").hand) for language in ("de", "en")
    ]
    tables = {pages.Learner().open(f"/en/practice/daily/{day}/").part("<h1", "</h1>") for _ in range(2)}
    assert hands[0] == hands[1]
    assert len(tables) == 1


def test_nothing_comes_twice_within_half_a_year_and_the_week_gets_harder() -> None:
    start = date(2026, 10, 26)
    slugs = [daily.base_slug_of(day) for day in days(7 * daily.WEEKS, start)]
    assert None not in slugs
    assert len(set(slugs)) == len(slugs)
    levels = {one.slug: one.difficulty for one in candidates() if not one.is_drill}
    by_day = [sum(levels[slug] for slug in slugs[day::7]) / daily.WEEKS for day in range(7)]  # type: ignore[index]
    assert by_day == sorted(by_day)
    assert by_day[0] == 1
    assert by_day[6] >= 4
    following = [daily.base_slug_of(day) for day in days(7, start + timedelta(weeks=daily.WEEKS))]
    assert following != slugs[:7]


def test_added_puzzles_and_withheld_ones_change_few_days(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = days(140)
    before = [daily.base_slug_of(day) for day in wanted]
    some = candidates()
    added = [
        Candidate(
            slug=f"puzzle/new/{number}", theme="new", kind="legal", rule_set="classic",
            difficulty=1 + number % 4, has_position=True,
        )
        for number in range(20)
    ]  # fmt: skip
    monkeypatch.setattr(daily, "candidates", lambda: (*some, *added))
    daily._plan.cache_clear()
    after = [daily.base_slug_of(day) for day in wanted]
    daily._plan.cache_clear()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) < 20
    assert all(new and new.startswith("puzzle/new/") for new in changed)


def test_withheld_puzzle_makes_place_for_another_but_stays_with_who_has_begun() -> None:
    learner = pages.Learner()
    item = item_today()
    learner.open("/en/practice/daily/")
    answer(learner, right=False)
    base = find_item(base_slug(item.slug))
    assert base is not None
    circulation.withhold(item=base, why=ItemRating.Withheld.BY_HAND)
    other = item_today()
    assert other.slug != item.slug
    row = Round.objects.get()
    found = daily.item_for(row, localdate())
    assert found is not None
    assert found.slug == item.slug


def test_days_in_a_row_are_counted_up_to_today_or_yesterday() -> None:
    learner, today = Learner.objects.create(), date(2026, 12, 10)

    def solve(day: date, *, later: int = 0) -> None:
        finished = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + timedelta(days=later)
        Round.objects.create(
            learner=learner, mode="daily", day=day, right=1, finished=finished,
            questions=[{"slug": "x", "outcome": "right", "tries": [], "hints": 0}],
        )  # fmt: skip

    assert daily.standing(learner, today).in_a_row == 0
    for back in (1, 2, 3, 5):
        solve(today - timedelta(days=back))
    assert daily.standing(learner, today).in_a_row == 3
    solve(today - timedelta(days=4), later=1)
    assert daily.standing(learner, today).in_a_row == 3
    solve(today)
    assert daily.standing(learner, today).in_a_row == 4
    assert [daily.standing(learner, today).of(day) for day in daily.days_until(today, 2)] == ["right"] * 2
    assert daily.standing(learner, today).of(today + timedelta(days=1)) == "open"


def test_midnight_is_that_of_berlin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 23, 30, tzinfo=UTC))
    assert daily.is_day(date(2026, 12, 1))
    assert not daily.is_day(date(2026, 12, 2))
