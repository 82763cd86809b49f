"""Deals to play among the assignments of a class: counted, copied, not in files, and gone on with after a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from lessons.content.deals import mini_deals
from tests.tutor.classroom.assigned import SUM, WILD
from tests.tutor.classroom.assigned import assigned as exercises
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_dealing import MINI, WHOLE, assigned
from tests.tutor.play.at_the_table import AtTable, readable
from tests.tutor.play.test_mini_deals import miss, play_along
from tutor.classroom.dealing import services as dealing
from tutor.classroom.grouping import add_level
from tutor.classroom.models import Classroom

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.fixture
def classroom() -> Classroom:
    """A class with two assignments, one of which has two levels, and two deals, one of which is for one pupil."""
    classroom = make_class()
    pupil = classroom.pupils.first()
    exercises(pupil, WILD)
    first = exercises(pupil, SUM)
    add_level(assignment=first, questions=[WILD], source={"items": [WILD]}, only=[pupil])
    assigned(classroom, WHOLE, title="Friday’s deal")
    assigned(classroom, MINI, only=[pupil])
    return classroom


@pytest.mark.parametrize(("language", "words"), [("de", "4 Aufträge"), ("en", "4 assignments")])
def test_list_of_classes_counts_what_the_class_page_lists(
    language: str, words: str, classroom: Classroom
) -> None:
    teacher = teacher_client(owner_of(classroom))
    assert words in readable(teacher.get(f"/{language}/class/").content.decode())


def test_copy_of_a_class_has_its_deals_without_those_for_single_pupils(classroom: Classroom) -> None:
    teacher = teacher_client(owner_of(classroom))
    page = f"/en/class/{classroom.token}/settings/"
    said = readable(teacher.get(page).content.decode())
    assert "assignments and deals to play" in said
    assert "nor what you gave to some pupils only" in said
    teacher.post(page, {"do": "copy", "copy-name": "8b"})
    new = Classroom.objects.get(name="8b")
    copied, whole = new.deals.get(), classroom.deals.get(title="Friday’s deal")
    assert (copied.title, copied.rules, copied.seed) == (whole.title, whole.rules, whole.seed)
    assert (copied.opens, copied.due, copied.games.count()) == (None, None, 0)
    assert [one.questions for one in new.assignments.order_by("id")] == [[WILD], [SUM]]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Runden zum Spielen haben keine Spalte und in Moodle keine Note"),
        ("en", "Deals to play have no column and no grade in Moodle"),
    ],
)
def test_page_of_files_says_that_deals_are_not_in_them(
    language: str, words: str, classroom: Classroom
) -> None:
    teacher = teacher_client(owner_of(classroom))
    assert words in readable(teacher.get(f"/{language}/class/{classroom.token}/paper/").content.decode())
    table = teacher.get(reverse("paper:class-csv", args=[classroom.token])).content.decode()
    assert len(table.splitlines()) == 1 + classroom.pupils.count()
    assert "Friday’s deal" not in table


def primary(source: str) -> list[str]:
    """The buttons that are to be pressed first at the end of a game."""
    finish = source.partition('class="buttons finish"')[2].partition("</form>")[0]
    found = re.findall(r"<(?:button|a)\s[^>]*primary[^>]*>(.*?)</(?:button|a)>", finish, re.DOTALL)
    return [readable(one).strip() for one in found]


@pytest.mark.parametrize(
    ("language", "again", "back"),
    [("de", "Noch einmal spielen", "Zurück zum Auftrag"), ("en", "Play it again", "Back to the assignment")],
)
def test_after_a_missed_deal_the_first_button_begins_a_game_that_counts(
    language: str, again: str, back: str, settings: Any
) -> None:
    del settings.SEEDS_DIR
    pupil = make_class().pupils.first()
    one = assigned(pupil.classroom, MINI, tries=2)
    at = AtTable(client=pupil_client(pupil), language=language)
    for left in (1, 0):
        game = dealing.begin(assigned=one, pupil=pupil)
        at.open(game)
        miss(at, game)
        at.open(game)
        if left:
            assert primary(at.source) == [again]
            assert f'<form id="assigned" method="post" action="/{language}/class/' in at.source
        else:
            assert [text.partition(" “")[0].partition(" „")[0] for text in primary(at.source)] == [back]


def test_after_a_reached_deal_the_first_button_leads_back_to_the_assignment(settings: Any) -> None:
    del settings.SEEDS_DIR
    pupil = make_class().pupils.first()
    at = AtTable(client=pupil_client(pupil))
    game = dealing.begin(assigned=assigned(pupil.classroom, MINI), pupil=pupil)
    at.open(game)
    play_along(at, game, mini_deals()["open-with-fifty"])
    at.open(game)
    assert [text.partition(" “")[0] for text in primary(at.source)] == ["Back to the assignment"]
