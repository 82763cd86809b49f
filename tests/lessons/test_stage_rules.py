"""What a stage says of its rules: true in the rule sets by which its steps are played."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from lessons.content.reading import Library, load
from tests.lessons.pages import Learner
from tutor.learning.stage_rules import told_of


@pytest.fixture(scope="module")
def course() -> Library:
    return load(Path(settings.BASE_DIR) / "seeds")


@pytest.mark.parametrize(
    ("stage", "rule", "title", "short"),
    [
        ("deck", "deck.total", "108 cards", "There are 108 cards in all."),
        ("samba-deck-and-turn", "deck.total", "Cards in the game", "Samba: 162 cards."),
        ("samba-deck-and-turn", "turn.draw-count", "Drawing from the stock", "Samba: two cards."),
        (
            "samba-melds-and-wild-cards", "wild.max-per-meld", "Wild cards in a meld",
            "Samba: at most two wild cards. Classic: at most three wild cards.",
        ),
        (
            "samba-going-out-and-scoring", "concealed.bonus", "Bonus for going out concealed",
            "Samba: 200 points, the same as for any other way of going out.",
        ),
        ("vienna-and-house-rules", "house.joker-canasta-1000", "Joker canasta",
         "House rule: joker canasta: 1,000 points."),
    ],
)  # fmt: skip
def test_rule_is_told_as_the_stage_plays_it(
    course: Library, stage: str, rule: str, title: str, short: str
) -> None:
    found = course.stage(stage)
    assert found is not None
    with override("en"):
        told = told_of(course.rules[rule], found)
    assert (told.title, told.short.replace("\xa0", " ")) == (title, short)


@pytest.mark.django_db
def test_stage_about_samba_ends_with_its_own_numbers(
    course: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.learning.views.pages.library", lambda: course)
    page = Learner().open("/de/course/samba-deck-and-turn/")
    assert "162 Karten" in page.text
    assert "108 Karten" not in page.text
