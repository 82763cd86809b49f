"""Further exercises of a stage: about its rules, for those who want more, and no part of its way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lessons.content.reading import library, read
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.solving import solution
from tests.factories import AttemptFactory
from tests.lessons.content_folder import changed
from tests.lessons.pages import Learner
from tests.returns import FEWEST, returns
from tutor.learning.attempts import item_row
from tutor.learning.models import Learner as LearnerRow
from tutor.learning.progress import current_step, progress_of

STAGE = "canastas"


def test_every_rule_comes_back_in_three_later_places() -> None:
    told = returns()
    assert {rule: one.places for rule, one in told.items() if one.places < FEWEST} == {}


def test_a_quarter_of_the_steps_with_all_the_rules_are_whole_turns() -> None:
    steps = [step for stage in library().branch("main") for step in stage.steps]
    assert 4 * sum(step.kind == "turn" for step in steps) >= len(steps)


def test_every_stage_has_a_whole_turn_once_a_turn_was_taught() -> None:
    without = [
        stage.slug for stage in library().stages if not any(step.kind == "turn" for step in stage.steps)
    ]
    assert without == ["deck", "melds", "wild-cards", "red-threes"]


def test_name_that_stands_twice_in_a_stage_is_told(tmp_path: Path) -> None:
    root = changed(tmp_path, "lessons/03-third/stage.toml", "[[step]]", "[[more]]")
    text = (root / "lessons/03-third/stage.toml").read_text(encoding="utf-8")
    name = text.partition('slug = "')[2].partition('"')[0]
    later = text.rpartition('slug = "')[2].partition('"')[0]
    doubled = text.replace(f'slug = "{later}"', f'slug = "{name}"')
    (root / "lessons/03-third/stage.toml").write_text(doubled, encoding="utf-8")
    assert f"“{name}” stands twice in this file" in [problem.message for problem in read(root)[1]]


@pytest.mark.django_db
@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("language", "place", "onward", "back"),
    [
        ("de", "Weitere Aufgabe", "Nächste Aufgabe", "Zurück zur Lektion"),
        ("en", "Further exercise", "Next exercise", "Back to the stage"),
    ],
)
def test_one_leads_to_the_next_and_the_last_to_the_stage(
    language: str, place: str, onward: str, back: str
) -> None:
    stage = library().stage(STAGE)
    assert stage is not None
    learner = Learner()
    for number, item in enumerate(stage.more, start=1):
        page = learner.open(f"/{language}/course/{item.slug}/")
        count = len(stage.more)
        assert f"{place} {number} " in page.text
        answered = learner.press("check", **_filled(item.slug))
        assert (back if number == count else onward) in answered.text


def _filled(slug: str) -> dict[str, str | list[str]]:
    item = find_item(slug)
    assert item is not None
    right = solution(item)
    assert right is not None
    if "cards" in right:
        copies: dict[str, int] = {}
        ticked = []
        for card in str(right["cards"]).split():
            copies[card] = copies.get(card, -1) + 1
            ticked.append(f"{card}#{copies[card]}")
        return {"card": ticked}
    return {key: value for key, value in right.items() if key != "kind"}


@pytest.mark.django_db
@pytest.mark.anywhere
def test_stage_lists_them_and_is_finished_without_them() -> None:
    stage = library().stage(STAGE)
    assert stage is not None
    learner = Learner()
    page = learner.open(f"/en/course/{STAGE}/")
    assert "The stage counts as finished without these exercises." in page.text
    assert f'href="/en/course/{stage.more[0].slug}/"' in page.source
    learner.open(f"/en/course/{stage.steps[0].slug}/")
    learner.press("hint")
    row = LearnerRow.objects.get()
    for step in stage.steps:
        AttemptFactory(learner=row, item=item_row(step))
    assert current_step(stage, progress_of(row)) is None
    assert "Stage finished" in learner.open(f"/en/course/{STAGE}/").text


@pytest.mark.django_db
@pytest.mark.anywhere
def test_who_answered_it_as_a_step_before_finds_it_answered() -> None:
    """What a learner did is kept by the exercise, wherever it stands in its stage now."""
    learner = Learner()
    learner.open("/en/course/canastas/onto-the-nines/")
    learner.press("check", card=["9h#0", "9s#0", "2d#0"])
    entry = learner.open(f"/en/course/{STAGE}/").source.partition("onto-the-nines")[2]
    assert "right on the first try" in entry.partition("</li>")[0]


@pytest.mark.django_db
@pytest.mark.anywhere
def test_one_that_was_missed_is_asked_again_with_other_cards_before_the_next() -> None:
    stage = library().stage("one-natural-is-enough")
    assert stage is not None
    item = next(one for one in stage.more if one.kind == "legal")
    learner = Learner()
    learner.open(f"/en/course/{item.slug}/")
    other = "no" if (solution(item) or {})["legal"] == "yes" else "yes"
    wrong = next(
        one for one in re.findall(r'name="answer" value="([^"]+)"', learner.page.source) if other in one
    )
    page = learner.press("check", answer=wrong)
    assert page.finish == "Again with other cards"
    learner.press("next")
    assert f"/en/course/{item.slug}/missed/now/" in learner.sent_to
    number = learner.sent_to.rstrip("/#goal").rpartition("/")[2]
    page = learner.press("check", **_filled(f"{item.slug}~{number}"))
    assert "Next exercise" in page.finish
