"""The page on how a learner stands: skills, rating with its plot, numbers, the next best thing, the switch."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from fsrs import Card, State

from lessons.content.bank import themes
from lessons.fresh.sisters import find_item
from tests.lessons import pages
from tests.tutor.puzzles.test_ratings import SLUG, answer
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Item, Learner, Skill
from tutor.learning.progress import Progress, progress_of
from tutor.puzzles import dashboard, ratings
from tutor.puzzles.models import LearnerRating, RatedAnswer
from tutor.puzzles.notebook import Notebook, notebook_of
from tutor.puzzles.plot import MOST_MARKS, plot_of
from tutor.puzzles.ratings import Standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
STEP = "first/sum"
DAY = date(2026, 11, 2)


def visitor(path: str = f"/en/course/{STEP}/") -> tuple[pages.Learner, Learner]:
    """A visitor who has missed one exercise."""
    learner = pages.Learner()
    learner.open(path)
    learner.press("check", number="5")
    return learner, Attempt.objects.latest("pk").learner


def skill(learner: Learner, rule: str, *, stability: float = 30, reviews: int = 5, **changed: Any) -> Skill:
    now = timezone.now()
    card = Card(state=State.Review, stability=stability, difficulty=5, due=now, last_review=now)
    item = Item.objects.first() or item_row(find_item(SLUG))  # type: ignore[arg-type]
    values = {
        "card": card.to_json(),
        "due": now + timedelta(days=30),
        "item": item,
        "reviews": reviews,
    } | changed
    return Skill.objects.create(learner=learner, rule=rule, **values)


def test_answers_that_say_nothing_of_skills_yet_are_not_denied() -> None:
    learner, _ = visitor()
    assert "There are not enough answers for that yet." in learner.open("/en/practice/").text
    assert "So far there are no answers." in pages.Learner().open("/en/practice/").text


# The plot


def test_plot_of_no_answer_is_none_and_of_one_has_two_marks() -> None:
    assert plot_of([1500.0], first_day=DAY, last_day=DAY) is None
    one = plot_of([1500.0, 1327.2], first_day=DAY, last_day=DAY)
    assert one is not None
    assert (one.count, one.start, one.end, len(one.segments)) == (1, 1500, 1327, 1)
    assert one.marks[0].y < one.marks[1].y  # it fell
    level = plot_of([1500.0, 1500.0], first_day=DAY, last_day=DAY)
    assert level is not None
    assert level.marks[0].y == level.marks[1].y


def test_plot_of_many_keeps_the_ends_and_its_lines_inside() -> None:
    values = [1500.0 + (number * 37) % 400 for number in range(1000)]
    plot = plot_of(values, first_day=DAY, last_day=DAY)
    assert plot is not None
    assert (plot.count, plot.start, plot.end) == (999, 1500, round(values[-1]))
    assert len(plot.marks) == MOST_MARKS
    assert len(plot.dots) == 1
    assert 2 <= len(plot.lines) <= 4
    assert all(0 < line.y < plot.height and line.value % 10 == 0 for line in plot.lines)
    assert (plot.lowest, plot.highest) == (min(values), max(values))
    across = [mark.x for mark in plot.marks]
    assert across == sorted(across)
    assert 0 <= across[0] < across[-1] <= 100


# The page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Wo du stehst", "Noch keine Antwort wurde gewertet", "Ohne Wertung üben")),
        ("en", ("Where you stand", "No answer has been rated yet", "Practise unrated")),
    ],
)
def test_page_of_nobody_is_friendly_and_has_one_thing_to_do(language: str, words: tuple[str, ...]) -> None:
    page = pages.Learner().open(f"/{language}/practice/")
    assert page.status == 200
    assert all(one in page.text for one in words)
    assert page.source.count("button primary") == 1
    assert '<svg class="plot"' not in page.source
    assert Learner.objects.count() == 0


@pytest.mark.parametrize(("language", "start"), [("de", "1.500"), ("en", "1,500")])
def test_page_shows_rating_plot_table_and_numbers(language: str, start: str) -> None:
    learner, row = visitor()
    answer(row, right=False)
    page = learner.open(f"/{language}/practice/")
    rating = LearnerRating.objects.get().rating
    shown = f"{rating:,.0f}"
    shown = shown.replace(",", ".") if language == "de" else shown
    assert f"{shown}?" in page.text
    assert "Fragezeichen" in page.text or "question mark" in page.text
    assert start in page.part('<desc id="plot-desc"', "</desc>")
    assert f"{shown} (−{1500 - round(rating)})" in page.text
    drawn = page.source.partition('<svg class="plot"')[2].partition("</svg>")[0]
    assert re.search(r'[xy]\d?="[0-9]+,', drawn) is None  # lengths have a decimal point in German too
    assert "style=" not in page.source
    table = page.part("<tfoot>", "</tfoot>")
    assert "2" in table
    assert "0 von 2" in table or "0 of 2" in table


def test_number_of_queries_does_not_depend_on_the_number_of_answers() -> None:
    learner, row = visitor()
    answer(row, right=False)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert learner.open("/en/practice/").status == 200
        return len(queries)

    few = count()
    rows = [item_row(find_item(slug)) for slug in (SLUG, f"{SLUG}~2", STEP)]  # type: ignore[arg-type]
    Attempt.objects.bulk_create(
        Attempt(
            learner=row, item=rows[number % 3], content_hash="", answer={}, rule_set="classic", rule_set_version=1,
            outcome="wrong" if number % 4 else "right", try_number=number + 2, language="en", token=uuid4(),
        )
        for number in range(300)
    )  # fmt: skip
    RatedAnswer.objects.bulk_create(
        RatedAnswer(attempt=one, learner=row, weight=1, before=1500, after=1500 + one.pk % 90)
        for one in Attempt.objects.filter(rated=None)
    )
    for number, rule in enumerate(("pickup.natural-pair", "meld.min-size", "wild.no-swap", "deck.size")):
        skill(row, rule, stability=number * 5 + 1)
    assert count() == few <= 15


def test_skills_stand_as_solid_shaky_and_unclear() -> None:
    learner, row = visitor()
    skill(row, "wild.identity")
    skill(row, "meld.min-size", stability=2)
    skill(row, "freeze.take-natural-pair-only", reviews=1)
    page = learner.open("/en/practice/")
    assert "1 solid 1 shaky 1 still open" in page.part('<ul class="tally"', "</ul>")


def act(**changed: Any) -> dashboard.Action:
    values = {
        "standing": Standing(), "due": 0, "notebook": Notebook(), "skills": {}, "progress": Progress(),
    } | changed  # fmt: skip
    return dashboard.next_action(**values)


@pytest.mark.usefixtures("in_english")
def test_next_best_thing_is_review_then_notebook_then_shaky_then_new_then_the_day(settings: Any) -> None:
    del settings.SEEDS_DIR
    learner = Learner.objects.create()
    answer(learner, "puzzle/open-pile/open-pile-9ebc", right=False)
    notebook, progress = notebook_of(learner), progress_of(learner)
    shaky = {"pickup.natural-pair": skill(learner, "pickup.natural-pair", missed=True)}
    assert act(due=2, notebook=notebook, skills=shaky).url == "/en/review/"
    assert "2 rules are due" in act(due=2).why
    assert act(notebook=notebook, skills=shaky).url.endswith(
        "/practice/notebook/puzzle/open-pile/open-pile-9ebc/"
    )
    of_rule = act(skills=shaky)
    assert of_rule.url.startswith("/en/puzzles/")
    assert "Not sure yet: " in of_rule.why
    weak, strong = (act(standing=Standing(rating=rating, deviation=60)) for rating in (1100, 1800))
    assert weak.url != strong.url
    assert "/open-pile/" not in act(progress=progress, standing=Standing(rating=1200, deviation=60)).url
    everything = Progress({f"puzzle/{theme.slug}/x": object() for theme in themes()})  # type: ignore[misc]
    assert act(progress=everything).url == "/en/practice/daily/"


# The line under the verdict, and the switch


def check(learner: pages.Learner, path: str, **fields: Any) -> str:
    learner.open(path)
    return learner.press("check", **fields).verdict


def test_line_says_what_an_answer_did_and_why_nothing_without_noise() -> None:
    learner, path = pages.Learner(), "/de/puzzles/late/a-deal/"
    first = check(learner, path, row_total="5")
    assert re.search(r"Deine Wertungszahl: 1\.2\d\d\? \(−2\d\d\)", first)
    assert "Was das Fragezeichen sagt" in first
    assert "Deine Wertungszahl: 1.2" in learner.open(path).verdict
    assert "Für deine Wertungszahl zählt die erste Antwort" in check(learner, path, row_total="10")
    third = check(learner, path, row_total="15")
    assert "Wertung" not in third
    assert "Wertung" not in check(learner, f"/de/course/{STEP}/", number="5")


def test_switch_works_by_form_from_the_page_and_is_said_under_the_verdict() -> None:
    learner = pages.Learner()
    response = learner.client.post("/en/practice/rating/", {"rated": "off"})
    assert response["Location"] == "/en/practice/?switched=1#rating"
    page = learner.open(response["Location"])
    assert "From now on your answers will not be rated." in page.text
    assert "Switch the rating back on" in page.text
    said = check(learner, "/en/puzzles/late/a-deal/", row_total="5")
    assert "Unrated." in said
    assert "Switch the rating on" in said
    assert not RatedAnswer.objects.exists()
    learner.client.post("/en/practice/rating/", {"rated": "on"})
    assert "Your rating" not in check(learner, "/en/puzzles/late/a-deal/", row_total="10")
    assert ratings.strength_of(Learner.objects.get()) == Standing()
    assert learner.client.get("/en/practice/rating/")["Location"] == "/en/practice/"


def test_hints_are_told_to_count_less() -> None:
    learner, path = pages.Learner(), "/en/puzzles/late/a-deal/"
    learner.open(path)
    learner.press("hint")
    said = learner.press("check", row_total="5").verdict
    assert "With hints an answer counts for less." in said
    assert RatedAnswer.objects.get().weight == 0.75
