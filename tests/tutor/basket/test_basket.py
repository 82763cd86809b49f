"""The basket: what is put in and from where, its page, and giving it to a class, a group or some pupils."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.factories import UserFactory
from tests.lessons.pages import Page
from tests.samples import share
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.strangers import TEACHER, is_closed_to_strangers
from tests.tutor.classroom.test_results import SUM, WILD
from tutor.basket.models import BasketEntry
from tutor.basket.services import MOST_ENTRIES
from tutor.basket.urls import urlpatterns
from tutor.classroom.grouping import save_group
from tutor.classroom.models import Classroom
from tutor.editor.models import OwnItem
from tutor.live.models import LiveRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
FROZEN = "first/frozen"
BASKET, ADD = "/en/class/basket/", "/en/class/basket/add/"
KINGS = "classic | play | hand 5s 9c Kd Kh Ks 2c | stock 42"
WORDS = {"de": "+ für meine Klasse", "en": "+ for my class"}


@dataclass(frozen=True, slots=True)
class Teacher:
    """A class of three, and the browser of its owner."""

    classroom: Classroom
    client: Client

    def puts(self, *named: str) -> None:
        for one in named:
            assert self.client.post(ADD, {"add": one}).status_code == 303, one

    @property
    def basket(self) -> list[str]:
        return [str(one) for one in BasketEntry.objects.filter(owner=owner_of(self.classroom))]

    def page(self) -> Page:
        return Page(self.client.get(BASKET))

    def give(self, **form: object) -> Page:
        return Page(self.client.post(f"/en/class/{self.classroom.token}/basket/", {**SETTINGS, **form}))


SETTINGS = {
    "do": "assign",
    "tries": "0",
    "counts": "best",
    "feedback": "at-once",
    "variant": "same",
    "title": "",
}


@pytest.fixture
def teacher() -> Teacher:
    classroom = make_class(pupils=3)
    return Teacher(classroom, teacher_client(owner_of(classroom)))


def opened() -> str:
    return f"{timezone.localtime():%Y-%m-%dT%H:%M}"


def table(actions: str = "meld Kd Kh Ks") -> str:
    return f"table:{urlencode({'p': KINGS, 'action': actions})}"


@pytest.mark.parametrize("language", share(WORDS, 0, of=2))
def test_button_stands_at_everything_that_can_be_given_for_who_teaches_only(
    teacher: Teacher, language: str
) -> None:
    own = OwnItem.objects.create(owner=owner_of(teacher.classroom), token="mine", record={})
    ask = urlencode({"p": KINGS, "action": "meld Kd Kh Ks"})
    pages = {
        "course/first/sum/": 1, "course/first/": 7, "puzzles/early/": 1, f"ask/turn/?{ask}": 1,
        f"position/?{urlencode({'p': KINGS})}": 1, "search/?q=wild": 1,
    }  # fmt: skip
    for page, least in pages.items():
        shown = teacher.client.get(f"/{language}/{page}")
        assert shown.status_code == 200, page
        assert Page(shown).text.count(WORDS[language]) >= least, page
        for stranger in (
            Client(),
            teacher_client(UserFactory()),
            pupil_client(teacher.classroom.pupils.first()),
        ):
            assert WORDS[language] not in Page(stranger.get(f"/{language}/{page}")).text, page
    own.delete()


def test_buttons_ask_for_the_basket_once_whatever_the_length_of_the_list(teacher: Teacher) -> None:
    with CaptureQueriesContext(connection) as caught:
        page = Page(teacher.client.get("/en/course/first/"))
    assert page.text.count(WORDS["en"]) >= 7
    asked = [query for query in caught if "basket_basketentry" in query["sql"]]
    assert len(asked) == 1


def test_button_tells_where_it_was_put_and_leads_back(teacher: Teacher) -> None:
    here = "/en/course/first/sum/"
    sent = teacher.client.post(ADD, {"add": f"item:{SUM}", "back": here})
    assert sent["Location"] == here
    assert "In my basket" in Page(teacher.client.get(here)).text
    assert teacher.client.post(ADD, {"add": f"item:{SUM}", "back": "//evil.example/"})["Location"] == BASKET
    assert teacher.basket == [f"item:{SUM}"]
    part = teacher.client.post(ADD, {"add": f"item:{WILD}"}, headers={"HX-Request": "true"}).content.decode()
    assert "In my basket" in part
    assert "<html" not in part
    refused = teacher.client.post(ADD, {"add": "item:no/such"}, headers={"HX-Request": "true"})
    assert "no longer there" in refused.content.decode()
    assert teacher.client.post(ADD, {"add": "what?"}).status_code == 422


def test_laid_table_becomes_an_exercise_of_ones_own_once(teacher: Teacher) -> None:
    teacher.puts(table(), table())
    made = OwnItem.objects.get()
    assert teacher.basket == [f"item:own/{made.token}"]
    assert made.owner == owner_of(teacher.classroom)
    bare = teacher.client.post(ADD, {"add": f"table:{urlencode({'p': 'classic | draw | hand Kh'})}"})
    assert bare.status_code == 422
    assert "say which cards come from the stock, or what the player does" in Page(bare).text
    broken = teacher.client.post(ADD, {"add": "table:p=nonsense"})
    assert broken.status_code == 422
    assert teacher.client.post(ADD, {"add": "table:"}).status_code == 422


def test_whole_lesson_is_put_in_order_taken_out_and_emptied(teacher: Teacher) -> None:
    teacher.puts(f"item:{FROZEN}", "stage:first")
    before = teacher.basket
    assert before[0] == f"item:{FROZEN}"
    assert len(before) == len(set(before)) == 6
    rows = {str(one): one.pk for one in BasketEntry.objects.all()}
    teacher.client.post(BASKET, {"do": f"down:{rows[before[0]]}"})
    assert teacher.basket == [before[1], before[0], *before[2:]]
    teacher.client.post(BASKET, {"do": f"up:{rows[before[1]]}"})
    teacher.client.post(BASKET, {"do": f"up:{rows[before[5]]}"})
    assert teacher.basket == [before[1], before[0], before[2], before[3], before[5], before[4]]
    teacher.client.post(BASKET, {"do": f"remove:{rows[before[3]]}"})
    assert before[3] not in teacher.basket
    assert "5 exercises · about" in teacher.page().text
    other = make_class()
    theirs = BasketEntry.objects.create(owner=owner_of(other), sort="item", what=SUM, place=1)
    for do in (f"remove:{theirs.pk}", f"up:{theirs.pk}", "remove:x", "nonsense", "empty"):
        teacher.client.post(BASKET, {"do": do})
    assert teacher.basket == []
    assert BasketEntry.objects.get() == theirs
    assert "There is nothing in your basket." in teacher.page().text


def test_basket_has_an_end(teacher: Teacher) -> None:
    BasketEntry.objects.bulk_create(
        BasketEntry(owner=owner_of(teacher.classroom), sort="item", what=f"gone/{number}", place=number)
        for number in range(MOST_ENTRIES)
    )
    full = teacher.client.post(ADD, {"add": f"item:{SUM}"})
    assert full.status_code == 422
    assert f"The basket has room for {MOST_ENTRIES} entries." in Page(full).text
    assert "no longer there" in Page(full).text


def test_basket_is_assigned_to_a_class_a_group_and_some(teacher: Teacher) -> None:
    one, two, three = teacher.classroom.pupils.all()
    group = save_group(classroom=teacher.classroom, name="Foxes", pupils=[one])
    teacher.puts(f"item:{WILD}", f"item:{SUM}")
    assert "To 7b" in teacher.page().text
    teacher.give(opens=opened())
    teacher.give(opens=opened(), **{"pupil-group": [group.pk], "pupil": [three.pk]})
    for_all, for_some = teacher.classroom.assignments.all()
    assert (for_all.questions, for_all.only.count()) == ([WILD, SUM], 0)
    assert set(for_some.only.all()) == {one, three}
    listed = pupil_client(two).get(f"/en/class/{teacher.classroom.token}/my/").content.decode()
    assert f"/my/{for_all.pk}/" in listed
    assert f"/my/{for_some.pk}/" not in listed


def test_basket_is_given_on_two_levels_under_one_title(teacher: Teacher) -> None:
    three = teacher.classroom.pupils.all()[2]
    teacher.puts(f"item:{SUM}", f"item:{WILD}", f"item:{FROZEN}")
    rows = {one.what: one.pk for one in BasketEntry.objects.all()}
    levels = {f"level-{rows[SUM]}": "first", f"level-{rows[FROZEN]}": "second"}
    refused = teacher.give(second=[three.pk], **{f"level-{pk}": "second" for pk in rows.values()})
    assert refused.status == 422
    assert "Each level needs at least one exercise." in refused.text
    assert not teacher.classroom.assignments.exists()
    teacher.give(opens=opened(), title="Pile", second=[three.pk], **levels)
    first, level = teacher.classroom.assignments.all()
    assert (first.questions, level.questions) == ([SUM, WILD], [WILD, FROZEN])
    assert (first.name, level.name, level.level_of, list(level.only.all())) == (
        "Pile",
        "Pile",
        first,
        [three],
    )


def test_basket_is_asked_live_printed_and_taken_to_moodle(teacher: Teacher) -> None:
    teacher.puts(f"item:{SUM}")
    teacher.give(do="live")
    live = LiveRound.objects.get()
    assert (live.questions, live.classroom) == ([SUM], teacher.classroom)
    with override("de"):
        assert live.name == "Aus dem Korb"
    for name, media in (("worksheet.pdf", "pdf"), ("key.pdf", "pdf"), ("moodle.xml", "xml")):
        file = teacher.client.get(f"{BASKET}{name}")
        assert media in file["Content-Type"]
        assert len(file.content) > 500
    teacher.client.post(BASKET, {"do": "empty"})
    assert teacher.client.get(f"{BASKET}key.pdf").status_code == 404
    nothing = teacher.give(opens=opened())
    assert "There is nothing in the basket that could be assigned." in nothing.text


def test_basket_is_in_the_file_of_the_account_and_goes_with_it(teacher: Teacher) -> None:
    teacher.puts(f"item:{SUM}", table())
    exported = json.loads(b"".join(teacher.client.get("/en/account/export/")))
    assert exported["basket"][0]["what"] == SUM
    assert len(exported["own_exercises"]) == 1
    owner_of(teacher.classroom).delete()
    assert not BasketEntry.objects.exists()


def test_pages_of_the_basket_are_for_teachers_and_those_of_a_class_for_its_own(teacher: Teacher) -> None:
    teacher.puts(f"item:{SUM}")
    for pattern in urlpatterns:
        methods = "GET" if "." in str(pattern.pattern) else "GET POST"
        with override("en"):
            if "token" in pattern.pattern.converters:
                url = reverse(f"basket:{pattern.name}", args=[teacher.classroom.token])
                is_closed_to_strangers(url, teacher.classroom, who=TEACHER, methods=methods)
                continue
            url = reverse(f"basket:{pattern.name}")
        pupil = pupil_client(teacher.classroom.pupils.first())
        for method in methods.split():
            assert Client().generic(method, url)["Location"].startswith("/en/account/")
            assert pupil.generic(method, url)["Location"].startswith("/en/account/")
            assert teacher_client(UserFactory()).generic(method, url).status_code == 404
    assert teacher.basket == [f"item:{SUM}"]
    other = teacher_client(owner_of(make_class()))
    assert "There is nothing in your basket." in Page(other.get(BASKET)).text
