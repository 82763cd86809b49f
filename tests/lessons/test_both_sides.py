"""The score sheet of both sides: every row of each, and what each needs for its next initial meld."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project

from lessons.content import bank
from lessons.content.reading import Item
from lessons.content.tasks import read_task
from lessons.fresh.sisters import sister_of
from lessons.kinds.asking.feedback import feedback_on
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.proving.checks import item_faults
from tests.lessons.pages import Learner
from tutor.learning.models import Attempt

OWN = {"melds": ["Kc Kd Kh Ks Kc Kd Kh"], "red_threes": "3h", "hands": ["", "8h 4c"], "went_out": "yes",
       "score_before": 1100}  # fmt: skip
OTHER = {"melds": ["9c 9d 2c"], "red_threes": "", "hands": ["Ah 5d", "3c"], "score_before": 1490}
RIGHT = {
    "melded-cards": "70", "natural-canasta": "500", "mixed-canasta": "0", "red-threes": "100", "going-out": "100",
    "hand-cards": "-15", "total": "755", "next-minimum": "90", "other-melded-cards": "40",
    "other-natural-canasta": "0", "other-mixed-canasta": "0", "other-red-threes": "0", "other-going-out": "0",
    "other-hand-cards": "-30", "other-total": "10", "other-next-minimum": "90",
}  # fmt: skip


def both(**changed: Any) -> Item:
    raw = {
        "slug": "a-deal", "kind": "sheet", "goal": {"de": "Rechne ab.", "en": "Score the deal."},
        "look": {"de": "Zähle.", "en": "Count."}, "rules": ["score.formula"], "side": OWN, "other": OTHER, **changed,
    }  # fmt: skip
    task = read_task(raw)
    return Item(
        slug="x/a-deal", task=task, content_hash="", group="x", number=1, is_puzzle=False, source=("", "")
    )


def test_all_rows_of_both_sides_come_from_the_engine(in_english: None) -> None:
    answer = solution(both())
    assert answer is not None
    assert {key: value for key, value in answer["rows"].items() if key in RIGHT} == RIGHT
    result = grade(both(), answer)
    assert result.outcome == "right"
    assert result.explanation.headline == "Right in every row."
    told = feedback_on(both(), result, misses=0).lines
    assert told[0] == "**Your side**"
    assert "**Opponents**" in told
    told_next = (
        "With 1,490 points before the deal and 10 in it, the score is 1,500 points, so the next initial "
        "meld needs 90 points."
    )
    assert told_next in told


def test_minimum_read_before_the_deal_is_told_as_that_slip(in_english: None) -> None:
    result = grade(both(), {"rows": RIGHT | {"other-next-minimum": "50"}})
    assert [key for key, row in result.rows.items() if row.mark == "no"] == ["other-next-minimum"]
    assert result.slips["other-next-minimum"][0] == "minimum-before-the-deal"
    assert str(result.explanation.deciding).startswith(
        "Opponents, next initial meld: That is the minimum for the"
    )


def test_minimum_that_no_slip_explains_is_answered_with_what_decides(in_english: None) -> None:
    result = grade(both(), {"rows": RIGHT | {"next-minimum": "70"}})
    assert result.rows["next-minimum"].comment.startswith("What matters is the side’s total after this deal")


def test_minimum_that_follows_from_a_wrong_total_is_carried(in_english: None) -> None:
    rows = RIGHT | {"natural-canasta": "0", "total": "255", "next-minimum": "50"}
    result = grade(both(), {"rows": rows})
    assert result.rows["total"].mark == "carried"
    assert result.rows["next-minimum"].mark == "carried"
    assert result.rows["natural-canasta"].slips == ("canasta-bonus-forgotten",)


def test_rows_of_the_two_sides_are_apart() -> None:
    result = grade(both(), {"rows": {"melded-cards": "40", "other-melded-cards": "70"}})
    assert (result.rows["melded-cards"].mark, result.rows["other-melded-cards"].mark) == ("no", "no")
    assert result.rows["other-total"].mark == "open"
    assert set(result.answer["rows"]) >= set(RIGHT)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (
            {"other": {**OTHER, "melds": ["9c 9d 9h 9s 9c 9d 2c"], "hands": ["", "3c"], "went_out": "yes"}},
            "sides",
        ),
        ({"other": {**OTHER, "melds": ["Kc Kd Kh"]}}, "other.melds"),
        ({"other": {**OTHER, "hands": ["3h", ""]}}, "other.hands"),
        ({"rule_set": "overview"}, "side"),
    ],
)
def test_deal_that_cannot_be_scored_is_refused(changed: dict[str, Any], fault: str) -> None:
    assert any(key.startswith(fault) for key, _ in item_faults(both(**changed)))


def test_sister_changes_the_cards_of_both_sides() -> None:
    sister = sister_of(bank.items_of("score-both-sides")[0], 2)
    base = bank.items_of("score-both-sides")[0]
    assert sister is not None
    assert sister.task.other != base.task.other  # type: ignore[union-attr]
    assert grade(sister, solution(sister) or {}).outcome == "right"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "name"), [("de", "Gegner"), ("en", "Opponents")])
def test_page_has_a_sheet_for_each_side_and_keeps_both(settings: Any, language: str, name: str) -> None:
    settings.SEEDS_DIR = Path(project.BASE_DIR) / "seeds"
    item = bank.items_of("score-both-sides")[0]
    learner = Learner()
    page = learner.open(f"/{language}/puzzles/score-both-sides/{item.slug.rpartition('/')[2]}/")
    assert page.source.count('<table class="sheet">') == 2
    assert f'<h2 class="sheet-title">{name}</h2>' in page.source
    rows = {f"row_{key.replace('-', '_')}": value for key, value in (solution(item) or {})["rows"].items()}
    page = learner.press("check", **rows | {"row_other_total": "7"})
    assert page.values("row-other-total") == ["7"]
    assert page.values("row-other-next-minimum") == [rows["row_other_next_minimum"]]
    kept = Attempt.objects.get()
    assert kept.verdict is not None
    assert kept.verdict["rows"]["other-total"] == "no"
    assert learner.press("check", **rows).verdict.startswith({"de": "Alles richtig", "en": "Right"}[language])
