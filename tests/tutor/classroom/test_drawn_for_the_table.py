"""What is drawn fits the table of the class: for four no exercises for two, and each says by which rules it is."""

from __future__ import annotations

from random import Random

import pytest

from lessons.fresh.sisters import find_item
from tests.lessons.pages import Page
from tests.tutor.classroom.drawing import drawn_in
from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tutor.classroom.choosing import FOR_TWO, drawn_for, questions_for

pytestmark = pytest.mark.django_db


def names_drawn(family: str) -> set[str]:
    found = set()
    for theme in ("take-the-pile", "how-a-turn-begins", "frozen-pile"):
        source = {"theme": theme, "count": 60, "easiest": 1, "hardest": 5, "family": family}
        items = [find_item(slug) for slug in questions_for("theme", source, rng=Random(1))]
        found |= {item.rules.base or item.rules.name for item in items if item is not None}
    return found


def test_classic_draws_for_four_and_for_two_only_where_that_is_chosen() -> None:
    assert names_drawn("classic") == {"classic"}
    assert names_drawn(FOR_TWO) == {"classic-2p"}


def test_theme_about_two_players_is_drawn_by_whoever_chooses_it() -> None:
    source = {"theme": "two-players", "count": 2, "family": "classic"}
    assert len(questions_for("theme", source, rng=Random(1))) == 2


def test_class_for_two_draws_for_two() -> None:
    classroom = make_class()
    assert drawn_for(classroom) == "classic"
    classroom.plays = "classic-2p"
    assert drawn_for(classroom) == FOR_TWO


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("page", ["assign/", "live/new/"])
def test_each_drawn_exercise_names_its_rule_set(page: str, language: str) -> None:
    classroom = make_class(language=language)
    client = teacher_client(owner_of(classroom))
    form = {"kind": "theme", "what": "theme", "theme": "take-the-pile", "count": "5", "easiest": "1",
            "hardest": "5", "do": "draw",
            "family": FOR_TWO, "tries": "0", "counts": "best", "feedback": "at-once", "variant": "same"}  # fmt: skip
    found = Page(client.post(f"/{language}/class/{classroom.token}/{page}", form))
    named = {"de": "Klassisch zu zweit", "en": "Classic for two"}[language]
    assert len(drawn_in(found)) == 5
    assert found.source.count(f"· {named} ·") == 5
