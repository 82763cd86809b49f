"""Coming in without paper: the code on the wall, an alias of the own choice, and the teacher who lets in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.factories import UserFactory
from tests.lessons.pages import Page
from tests.tutor.classroom.makers import come_in, make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.strangers import TEACHER, is_closed_to_strangers
from tutor.classroom import services as classes
from tutor.classroom.keeping import export_of
from tutor.classroom.lobby import services
from tutor.classroom.lobby.models import Lobby, LobbySeat
from tutor.classroom.lobby.urls import urlpatterns
from tutor.classroom.models import Classroom
from tutor.classroom.wordlists import is_alias
from tutor.learning.models import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def url(name: str, classroom: Classroom | None = None, *, language: str = "en") -> str:
    with override(language):
        return reverse(f"lobby:{name}", args=[classroom.token] if classroom else [])


def opened(classroom: Classroom, *, seats: int = 30) -> str:
    """The code of the lobby, which the teacher has opened."""
    teacher = teacher_client(owner_of(classroom))
    response = teacher.post(url("lobby", classroom), {"do": "open", "seats": str(seats)})
    assert response.status_code == 303, Page(response).text
    return Lobby.objects.get(classroom=classroom).code


def offered(client: Client, code: str, *, language: str = "en") -> list[str]:
    page = client.get(url("enter", language=language), {"code": code})
    assert page.status_code == 200
    return re.findall(r'name="alias" value="([^"]+)"', page.content.decode())


def come(code: str, *, alias: str = "", language: str = "en") -> tuple[Client, str]:
    """A browser in the lobby, and under which alias."""
    client = Client()
    alias = alias or offered(client, code, language=language)[0]
    response = client.post(url("enter", language=language), {"code": code, "alias": alias})
    assert response.status_code == 303, Page(response).text
    assert response["Location"] == url("wait", language=language)
    return client, alias


def test_thirty_come_in_without_paper_with_three_presses_each_and_two_of_the_teacher() -> None:
    classroom = make_class(pupils=0)
    code = opened(classroom)
    browsers = [come(code) for _ in range(30)]
    assert len({alias for _, alias in browsers}) == 30
    assert not classroom.pupils.exists()  # nobody is in before the teacher says so
    assert browsers[0][0].get(url("wait-poll")).status_code == 204
    teacher = teacher_client(owner_of(classroom))
    page = Page(teacher.get(url("lobby", classroom)))
    assert "30 are waiting (30 seats)" in page.text
    assert teacher.post(url("lobby", classroom), {"do": "all"}).status_code == 303
    for client, alias in browsers:
        assert client.get(url("wait-poll"))["HX-Refresh"] == "true"
        mine = Page(client.get(url("wait"), follow=True))
        assert f"Hello, {alias}" in mine.text
    assert {pupil.alias for pupil in classroom.pupils.all()} == {alias for _, alias in browsers}
    assert "30 are in the class" in Page(teacher.get(url("lobby", classroom))).text
    late = Client().post(url("enter"), {"code": code, "alias": offered(Client(), code)[0]})
    assert "All seats are taken." in Page(late).text  # they stay taken while the lobby is open
    assert browsers[0][0].get(url("wait")).status_code == 422  # the secret has been used up


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Wer willst du in 7b sein?", "Du bist", "1 wartet (2 Plätze)", "Alle einlassen")),
        ("en", ("Who will you be in 7b?", "You are", "1 is waiting (2 seats)", "Let everybody in")),
    ],
)
def test_address_on_the_wall_leads_in_without_scripts(language: str, words: tuple[str, ...]) -> None:
    classroom = make_class(pupils=2, language=language)
    code = opened(classroom, seats=2)
    client = Client(headers={"accept-language": language})
    wall = teacher_client(owner_of(classroom)).get(url("lobby", classroom, language=language))
    assert f"testserver/in/{code}" in Page(wall).text.replace(" ", "")
    assert 'class="qr"' in Page(wall).source
    response = client.get(f"/in/{code}/")
    assert response["Location"] == f"{url('enter', language=language)}?code={code}"
    choose = Page(client.get(response["Location"]))
    assert words[0] in choose.text
    aliases = offered(client, code.upper(), language=language)
    assert all(is_alias(alias, language) for alias in aliases)
    assert set(classroom.pupils.values_list("alias", flat=True)) <= set(aliases)
    assert not LobbySeat.objects.exists()  # looking takes no seat
    client.post(url("enter", language=language), {"code": code, "alias": aliases[0]})
    assert words[1] in Page(client.get(url("wait", language=language))).text
    page = Page(teacher_client(owner_of(classroom)).get(url("lobby", classroom, language=language)))
    assert words[2] in page.text
    assert words[3] in page.text


def test_alias_of_a_pupil_who_has_not_come_in_yet_is_that_pupil() -> None:
    classroom = make_class(pupils=2)
    waiting, came = classroom.pupils.all()
    pupil_client(came)
    code = opened(classroom)
    client, _ = come(code, alias=waiting.alias)
    taken = Client().post(url("enter"), {"code": code, "alias": came.alias})
    assert "Somebody was quicker" in Page(taken).text
    teacher_client(owner_of(classroom)).post(url("lobby", classroom), {"do": "all"})
    assert f"Hello, {waiting.alias}" in Page(client.get(url("wait"), follow=True)).text
    assert classroom.pupils.count() == 2


@pytest.mark.parametrize(
    ("language", "ready", "kept"),
    [
        ("de", "Zeig ihren Code an der Wand: mit „Ohne Zettel einlassen“.", "2 Schüler haben Zettel"),
        ("en", "Show its code on the wall with “Let pupils in without paper”.", "2 pupils have slips"),
    ],
)
def test_class_for_the_wall_alone_has_nobody_before_somebody_comes(
    language: str, ready: str, kept: str
) -> None:
    user = UserFactory()
    teacher = teacher_client(user)
    form = {"name": "7b", "language": language, "who": "aliases", "aliases": "0"}
    made = Page(teacher.post(f"/{language}/class/", form, follow=True))
    assert ready in made.text
    classroom = Classroom.objects.get()
    assert not classroom.pupils.exists()
    code = opened(classroom)
    come(code, language=language)
    teacher.post(url("lobby", classroom), {"do": "all"})
    assert classroom.pupils.count() == 1
    assert kept not in Page(teacher.get(url("lobby", classroom, language=language))).text
    classes.add_pupils(classroom=classroom, user=user, aliases=2)
    teacher.get(f"/{language}/class/{classroom.token}/slips/")  # now somebody may have them
    assert kept in Page(teacher.get(url("lobby", classroom, language=language))).text


def test_labels_of_a_teacher_are_not_offered_to_who_has_the_code() -> None:
    classroom = make_class(pupils=0)
    classes.add_pupils(classroom=classroom, user=owner_of(classroom), labels=["Ada L.", "Bo"])
    code = opened(classroom)
    assert not {"Ada L.", "Bo"} & set(offered(Client(), code))
    refused = Client().post(url("enter"), {"code": code, "alias": "Ada L."})
    assert "Choose one of these names." in Page(refused).text


def test_teacher_lets_one_in_and_sends_another_away() -> None:
    classroom = make_class(pupils=0)
    code = opened(classroom, seats=2)
    (one, first), (other, second) = come(code), come(code)
    full = Client().post(url("enter"), {"code": code, "alias": offered(Client(), code)[0]})
    assert "All seats are taken." in Page(full).text
    seats = {seat.alias: seat.pk for seat in LobbySeat.objects.all()}
    teacher = teacher_client(owner_of(classroom))
    teacher.post(url("lobby", classroom), {"in": str(seats[first])})
    teacher.post(url("lobby", classroom), {"out": str(seats[second])})
    assert Page(one.get(url("wait"), follow=True)).text.count(first)
    away = other.get(url("wait"))
    assert away.status_code == 422
    assert "You are not in the lobby" in Page(away).text
    assert [pupil.alias for pupil in classroom.pupils.all()] == [first]
    come(code)  # the seat is free again


def test_closed_lobby_and_old_code_lead_nowhere() -> None:
    classroom = make_class(pupils=0)
    teacher = teacher_client(owner_of(classroom))
    old = opened(classroom)
    client, _ = come(old)
    teacher.post(url("lobby", classroom), {"do": "renew"})
    new = Lobby.objects.get().code
    assert new != old
    assert client.get(url("wait-poll")).status_code == 204  # who is in the lobby stays
    for code in (old, "zzzzzz", "²", "x" * 300):
        response = Client().get(url("enter"), {"code": code})
        assert response.status_code == 422, code
        assert classroom.name not in Page(response).text
    teacher.post(url("lobby", classroom), {"do": "close"})
    assert Client().get(url("enter"), {"code": new}).status_code == 422
    assert client.get(url("wait")).status_code == 422
    again = opened(classroom)
    Lobby.objects.update(closes=timezone.now() - timedelta(seconds=1))
    assert Client().get(url("enter"), {"code": again}).status_code == 422
    opened(classroom)
    classes.set_archived(classroom=classroom, archived=True)
    assert Client().get(url("enter"), {"code": Lobby.objects.get().code}).status_code == 422
    refused = teacher.post(url("lobby", classroom), {"do": "open", "seats": "30"})
    assert refused.status_code == 422


@pytest.mark.parametrize("seats", ["0", "-1", "201", "x", ""])
def test_lobby_has_a_limit_of_seats(seats: str) -> None:
    classroom = make_class(pupils=0)
    response = teacher_client(owner_of(classroom)).post(
        url("lobby", classroom), {"do": "open", "seats": seats}
    )
    assert response.status_code == 422
    assert "A lobby has at least one seat and at most 200." in Page(response).text
    assert not Lobby.objects.exists()


def test_who_only_waits_sees_nothing_of_the_class_and_leaves_nothing() -> None:
    classroom = make_class(pupils=1)
    learners = Learner.objects.count()
    client, _ = come(opened(classroom))
    assert client.get(f"/en/class/{classroom.token}/my/").status_code == 404
    assert Learner.objects.count() == learners
    assert services.forget_old() == 0
    LobbySeat.objects.update(came=timezone.now() - timedelta(days=2))
    assert services.forget_old() == 1


def test_seats_of_another_class_are_not_reached_through_the_own_one() -> None:
    classroom, other = make_class(pupils=0), make_class(pupils=0)
    opened(classroom)
    come(opened(other))
    seat = LobbySeat.objects.get()
    teacher = teacher_client(owner_of(classroom))
    for name in ("in", "out"):
        assert teacher.post(url("lobby", classroom), {name: str(seat.pk)}).status_code == 303
    assert LobbySeat.objects.get().pupil is None
    assert not classroom.pupils.exists()


def test_list_has_a_blank_line_for_each_alias_and_slips_remain() -> None:
    classroom = make_class(pupils=0)
    client, alias = come(opened(classroom))
    teacher = teacher_client(owner_of(classroom))
    teacher.post(url("lobby", classroom), {"do": "all"})
    client.get(url("wait"))
    assert f'<th scope="row">{alias}</th><td></td>' in Page(teacher.get(url("list", classroom))).source
    assert alias in Page(teacher.get(f"/en/class/{classroom.token}/slips/")).text
    assert f"Hello, {alias}" in Page(
        pupil_client(classroom.pupils.get()).get(f"/en/class/{classroom.token}/my/")
    ).text  # fmt: skip
    assert [one["seats"] for one in export_of(classroom)["lobby"]] == [30]


def test_lobby_asks_with_as_many_queries_for_many_as_for_one() -> None:
    counts = []
    for size in (1, 6):
        classroom = make_class(pupils=0)
        code = opened(classroom)
        for _ in range(size):
            come(code)
        teacher = teacher_client(owner_of(classroom))
        with CaptureQueriesContext(connection) as caught:
            assert teacher.get(url("poll", classroom)).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] < 10


METHODS = {"lobby": "GET POST", "poll": "GET", "list": "GET"}


def test_addresses_of_teachers_are_closed_to_strangers() -> None:
    classroom = make_class()
    of_a_class = {one.name for one in urlpatterns if "token" in one.pattern.converters}
    assert of_a_class == set(METHODS)
    for name, methods in METHODS.items():
        is_closed_to_strangers(url(name, classroom), classroom, who=TEACHER, methods=methods)
        response = teacher_client(owner_of(classroom)).get(url(name, classroom))
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    ("language", "without", "with_slip", "asked"),
    [
        (
            "de",
            "Du bist ohne Zettel hereingekommen",
            "Mit deinem Zettel kommst du wieder hinein",
            "Abmelden?",
        ),
        ("en", "You came in without a slip", "Your slip lets you in again", "Sign out?"),
    ],
)
def test_who_came_in_without_a_slip_is_told_so_and_asked_before_signing_out(
    language: str, without: str, with_slip: str, asked: str
) -> None:
    classroom = make_class(pupils=0)
    client, _ = come(opened(classroom))
    teacher_client(owner_of(classroom)).post(url("lobby", classroom), {"do": "all"})
    client.get(url("wait"), follow=True)
    here = f"/{language}/class/{classroom.token}/my/"
    mine = Page(client.get(here))
    assert without in mine.text
    assert with_slip not in mine.text
    leave = f"{here}out/"
    assert f'<a class="button" href="{leave}">' in mine.source
    page = Page(client.post(leave, follow=True))  # a page that is older
    assert asked in page.text
    assert without in page.text
    assert client.get(here).status_code == 200
    assert client.post(leave, {"sure": "1"}).status_code == 303
    assert client.get(here).status_code == 404
    back = come_in(classroom.pupils.get(), language=language)
    mine = Page(back.get(here))
    assert with_slip in mine.text
    assert without not in mine.text
    assert back.post(leave)["Location"] == f"/{language}/class/join/"
