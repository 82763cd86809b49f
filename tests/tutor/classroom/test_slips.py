"""Slips: nobody else is offered the alias on one, and none is printed that lets nobody in."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.lessons.pages import Page
from tests.tutor.classroom.makers import come_in, make_class, owner_of, teacher_client
from tests.tutor.classroom.test_lobby import come, offered, opened, url
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.taking import take_into_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])


def slips(classroom: Classroom, *pupils: Pupil, language: str = "en") -> str:
    """The page of the slips as their teacher sees it."""
    query = {"pupil": [one.pk for one in pupils]}
    client = teacher_client(owner_of(classroom))
    return Page(client.get(f"/{language}/class/{classroom.token}/slips/", query)).text


def test_lobby_offers_no_alias_of_which_a_slip_has_been_shown() -> None:
    classroom = make_class(pupils=6)
    printed, *others = classroom.pupils.all()
    code = opened(classroom)
    assert {one.alias for one in classroom.pupils.all()} < set(offered(Client(), code))
    slips(classroom, printed)
    again = offered(Client(), code)
    assert printed.alias not in again
    assert {one.alias for one in others} < set(again)
    slips(classroom)
    assert not {one.alias for one in classroom.pupils.all()} & set(offered(Client(), code))


def test_owner_of_a_slip_and_whoever_has_the_name_from_an_older_page_stay_two() -> None:
    classroom = make_class(pupils=2)
    printed = classroom.pupils.first()
    assert printed is not None
    code = opened(classroom)
    slips(classroom)
    refused = Client().post(url("enter"), {"code": code, "alias": printed.alias})
    assert "Somebody was quicker" in Page(refused).text
    come(code)
    teacher_client(owner_of(classroom)).post(url("lobby", classroom), {"do": "all"})
    come_in(printed)
    assert classroom.pupils.exclude(joined=None).count() == 2


def test_whoever_waits_already_gets_the_slip_that_is_printed_now() -> None:
    classroom = make_class(pupils=1)
    code = opened(classroom)
    first = classroom.pupils.get()
    client, alias = come(code, alias=first.alias)
    slips(classroom)
    teacher_client(owner_of(classroom)).post(url("lobby", classroom), {"do": "all"})
    assert f"Hello, {alias}" in Page(client.get(url("wait"), follow=True)).text
    assert classroom.pupils.count() == 1


def test_export_says_of_whom_a_slip_has_been_shown() -> None:
    classroom = make_class(pupils=2)
    slips(classroom, classroom.pupils.all()[1])
    assert [one["slip_shown"] for one in export_of(classroom)["pupils"]] == [False, True]


@LANGUAGES
def test_slips_leave_out_who_has_an_account_and_say_why(language: str) -> None:
    classroom = make_class(pupils=2)
    gone, stays = classroom.pupils.all()
    take_into_account(pupil=gone, user=UserFactory())
    text = slips(classroom, language=language)
    assert text.count(stays.alias) == 1
    said = {
        "de": f"Ohne Zettel: {gone.alias}. Dieser Schüler kommt mit einem eigenen Konto herein und braucht keinen.",
        "en": f"Left out: {gone.alias}. This pupil comes in with an account of their own and needs no slip.",
    }
    assert said[language] in text
    assert text.count(gone.alias) == 1


@LANGUAGES
def test_no_new_code_for_who_has_an_account(language: str) -> None:
    classroom = make_class(pupils=2)
    gone, stays = classroom.pupils.all()
    take_into_account(pupil=gone, user=UserFactory())
    client, here = teacher_client(owner_of(classroom)), f"/{language}/class/{classroom.token}/pupils/"
    alone = client.post(here, {"do": "renew", "days": "0", "pupil": [gone.pk]})
    said = {
        "de": "Wer mit einem eigenen Konto hereinkommt, braucht keinen Zettel.",
        "en": "Who comes in with an account of their own needs no slip.",
    }
    assert alone.status_code == 422
    assert said[language] in Page(alone).text
    assert client.post(here, {"do": "renew", "days": "0", "all": "1"}).status_code == 303
    versions = dict(classroom.pupils.values_list("pk", "code_version"))
    assert versions == {gone.pk: 1, stays.pk: 2}
