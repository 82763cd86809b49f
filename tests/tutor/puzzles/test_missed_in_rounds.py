"""The list of what was missed in a round: the rule that the verdict named, and the stage that teaches it."""

from __future__ import annotations

import re

import pytest

from engine.law.rulebook import RULES
from lessons.content import bank
from lessons.kinds.asking.grading import grade
from tests.browser.answers import wrong_answer
from tests.tutor.puzzles.playing import Player, fields_of
from tutor.learning.to_read import stage_of
from tutor.puzzles.round_words import lesson_for

pytestmark = pytest.mark.django_db


def test_result_names_the_rule_of_the_verdict() -> None:
    """Not the rule that the puzzle is mainly about: the answer may have missed another one."""
    player = Player()
    player.begin("/en/practice/streak/", choosing="1", family=["classic"])
    item, answer = next(
        (item, answer)
        for item in bank.items_of("cards-for-the-pile")
        for answer in [wrong_answer(item)]
        if grade(item, answer).explanation.rule_id not in ("", item.task.rules[0])
    )
    row = player.row
    row.questions[0]["slug"] = item.slug
    row.save()
    page = player.press("check", on=player.look(), **fields_of(item, answer))
    told = re.findall(r"Rule (\d+\.\d+)", page.verdict)
    result = player.open(f"/en/practice/rounds/{row.pk}/")
    assert re.findall(r"Rule (\d+\.\d+)", result.part('<ul class="failed"', "</ul>")) == told[:1]
    assert RULES[item.task.rules[0]].number not in told[:1]


@pytest.mark.parametrize(
    ("theme", "family", "rule", "stage"),
    [
        ("wild-cards-alone", "classic", "wild.only-with-naturals", "wild-cards"),
        ("wild-cards-alone", "samba-wild", "sambaopt.wild-melds", "samba-options"),
        ("two-melds-of-a-rank", "classic", "meld.one-per-rank", "partners"),
        ("how-many-wild-cards", "samba", "wild.max-per-meld", "samba-melds-and-wild-cards"),
        ("how-many-wild-cards", "classic", "wild.max-per-meld", "wild-cards"),
    ],
)
def test_puzzle_leads_to_the_stage_about_its_own_rule_set(
    theme: str, family: str, rule: str, stage: str
) -> None:
    found = [
        item for item in bank.items_of(theme) if item.rules.name == family and rule in item.task.rules[:1]
    ]
    assert found
    for item in found:
        taught = stage_of(item)
        assert taught is not None
        assert taught.slug == stage
        lesson = lesson_for(item)
        assert lesson is not None
        assert lesson["url"].endswith(f"/course/{stage}/")
