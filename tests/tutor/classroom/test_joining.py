"""In within three minutes: a class, its slips, and pupils who come in by them, and nobody else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from tests.factories import LearnerFactory, UserFactory
from tests.tutor.classroom.makers import (
    code_of,
    come_in,
    make_class,
    owner_of,
    pupil_client,
    teacher_client,
)
from tutor.classroom import services
from tutor.classroom.codes import folded, typed, words_of
from tutor.classroom.models import Classroom, Pupil
from tutor.learning.models import Attempt, Learner
from tutor.site.throttling import Source

pytestmark = pytest.mark.django_db
JOIN = "/en/class/join/"


def greeted(code: dict[str, str]) -> str:
    """By which name the page speaks to who comes in by this code."""
    return greeting(Client().post(JOIN, code, follow=True))


def greeting(response: Any) -> str:
    """By which name a page of the class speaks to its pupil."""
    found = re.search(r"Hello,? ([^<.!]+)", response.content.decode())
    assert found is not None
    return found[1].replace("\xad", "").strip()


@pytest.mark.parametrize(
    ("language", "made", "come_in"),
    [("de", "Die Klasse ist angelegt.", "Hallo"), ("en", "The class is ready.", "Hello")],
)
def test_class_from_account_to_first_pupil(language: str, made: str, come_in: str) -> None:
    teacher = Client()
    asked = teacher.get(f"/{language}/class/")
    account = re.search(r'href="(/\w\w/account/\?next=[^"]+)"', asked.content.decode())
    assert account
    page = teacher.get(account[1]).content.decode()
    assert f'name="next" value="/{language}/class/"' in page
    data = {"username": "frau-weber", "password1": "neun-und-joker", "password2": "neun-und-joker"}
    response = teacher.post(f"/{language}/account/new/", {**data, "next": f"/{language}/class/"})
    assert response["Location"] == f"/{language}/class/"
    form = {"name": "7b", "language": language, "who": "aliases", "aliases": "30"}
    response = teacher.post(f"/{language}/class/", form)
    page = teacher.get(response["Location"]).content.decode()
    assert made in page
    classroom = Classroom.objects.get()
    assert classroom.pupils.count() == 30
    slips = teacher.get(f"/{language}/class/{classroom.token}/slips/").content.decode()
    assert slips.count('<svg viewBox="0 0 ') == 30
    pupil = classroom.pupils.first()
    code = code_of(pupil)
    assert code["letters"] in slips
    assert code["words"] in slips
    assert pupil.alias in slips.replace("\xad", "")
    browser = Client()
    short = browser.get("/j/", headers={"accept-language": language})
    assert short["Location"] == f"/{language}/class/join/"
    assert 'id="letters"' in browser.get(short["Location"]).content.decode()
    response = browser.post(f"/{language}/class/join/", code)
    mine = browser.get(response["Location"]).content.decode()
    assert f"{come_in}, {pupil.alias}" in mine
    pupil.refresh_from_db()
    assert pupil.joined is not None


@pytest.mark.parametrize(
    ("host", "is_only_here"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]", True),
        ("192.0.2.7:8000", False),
        ("testserver", False),
    ],
)
def test_teacher_is_told_where_pupils_cannot_open_the_address(
    host: str, is_only_here: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    classroom = make_class()
    client = teacher_client(owner_of(classroom))
    slips = client.get(f"/en/class/{classroom.token}/slips/", headers={"host": host}).content.decode()
    assert ("Only this computer can open this address." in slips) == is_only_here
    assert ("manage.py up --lan" in slips) == is_only_here


def test_pasted_list_makes_pupils_in_its_order() -> None:
    client = teacher_client(UserFactory())
    text = "1. A. B.\n\n  C   D \n3) Özil\n"
    client.post("/en/class/", {"name": "7b", "language": "en", "who": "labels", "labels": text})
    assert [pupil.alias for pupil in Pupil.objects.all()] == ["A. B.", "C D", "Özil"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"who": "labels", "labels": "Ada\nada"}, "“ada” appears twice in the list."),
        ({"who": "labels", "labels": " \n"}, "The list is empty."),
        ({"aliases": "201"}, "200"),
        ({"aliases": "many"}, "Enter a whole number."),
        ({"language": "fr"}, "fr"),
    ],
)
def test_wrong_form_makes_no_class_and_keeps_what_was_typed(change: dict[str, str], said: str) -> None:
    client = teacher_client(UserFactory())
    form = {"name": "Thursday <club>", "language": "en", "who": "aliases", "aliases": "30"} | change
    response = client.post("/en/class/", form)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "Thursday &lt;club&gt;" in response.content.decode() or not form["name"]
    assert not Classroom.objects.exists()


def test_code_is_read_however_it_is_typed() -> None:
    pupil = make_class(language="de").pupils.first()
    pupil.letters = "4xtp"
    pupil.save()
    letters, words = pupil.classroom.letters, words_of(pupil, pupil.classroom)
    for given in (
        {"letters": f"{letters}4xtp", "words": "-".join(words)},
        {"letters": f" {letters.upper()} 4XTP ", "words": "  ".join(words).upper()},
        {"letters": f"{letters}-4xtp {words[0]} {words[1]}", "words": ""},
        {"letters": f"{letters}-4xtp", "words": folded("".join(words))},
    ):
        assert greeted(given) == pupil.alias, given


def test_umlauts_may_be_typed_in_three_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    pupil = make_class(language="de").pupils.first()
    monkeypatch.setattr("tutor.classroom.codes.words_of", lambda *_: ("süßkartoffel", "möwe"))
    letters = code_of(pupil)["letters"]
    for words in ("Süßkartoffel Möwe", "suesskartoffel-moewe", "süsskartoffel möwe", "sußkartoffel mowe"):
        assert services.pupil_by_code(typed(letters, words), source=Source(address="")) == pupil, words


def test_words_of_another_pupil_let_nobody_in() -> None:
    one, other, _ = make_class().pupils.all()
    client = Client()
    response = client.post(JOIN, {**code_of(one), "words": code_of(other)["words"]})
    assert response.status_code == 422
    assert "This code is not right." in response.content.decode()
    assert code_of(one)["letters"] in response.content.decode()
    assert "learner" not in client.cookies


@pytest.mark.parametrize("nonsense", ["", "ß" * 100, "kwm7", "'; drop", "\x01\x02", "kwm7-4xtp-9999"])
def test_nonsense_is_a_wrong_code(nonsense: str) -> None:
    refused = Client().post(JOIN, {"letters": nonsense, "words": nonsense})
    assert refused.status_code == 422
    said = "This code is not right." if nonsense else "Sign in with your slip"
    assert said in refused.content.decode()
    assert Client().get(f"/j/{nonsense.strip() or 'x'}/").status_code in (302, 404)


def test_browser_that_tests_let_in_is_like_one_in_which_the_code_was_typed() -> None:
    typed_in, let_in = (make_class(pupils=1).pupils.get() for _ in range(2))
    for pupil, client in ((typed_in, come_in(typed_in)), (let_in, pupil_client(let_in))):
        pupil.refresh_from_db()
        assert pupil.joined is not None
        assert set(client.cookies) == {"learner", "slips"}
        assert client.cookies["learner"].value.startswith(f"{pupil.learner_id}:1:")
        assert f"|{pupil.classroom.letters}-{pupil.letters}|" in client.cookies["slips"].value
        assert greeting(client.get(f"/en/class/{pupil.classroom.token}/my/")) == pupil.alias


def test_old_code_is_worthless_after_renewal_and_the_session_goes_on() -> None:
    classroom = make_class()
    pupil = classroom.pupils.first()
    old, client = code_of(pupil), come_in(pupil)
    services.renew_codes(classroom=classroom, pupils=[pupil], user=owner_of(classroom), days=14)
    assert "This code is not right." in Client().post(JOIN, old).content.decode()
    assert greeted(code_of(pupil)) == pupil.alias
    assert greeting(client.get(f"/en/class/{classroom.token}/my/")) == pupil.alias


def test_expired_code_says_so_only_to_who_has_it() -> None:
    pupil = make_class().pupils.first()
    Pupil.objects.update(code_expires=timezone.now() - timedelta(seconds=1))
    said = Client().post(JOIN, code_of(pupil)).content.decode()
    assert "This code has expired." in said
    wrong = Client().post(JOIN, {**code_of(pupil), "words": "apple pear"}).content.decode()
    assert "expired" not in wrong


def test_teacher_sees_whose_code_has_run_out() -> None:
    classroom = make_class()
    client = teacher_client(owner_of(classroom))
    home = f"/en/class/{classroom.token}/"
    assert "expired" not in client.get(f"{home}pupils/").content.decode()
    pupil = classroom.pupils.first()
    Pupil.objects.filter(pk=pupil.pk).update(code_expires=timezone.now())
    assert client.get(f"{home}pupils/").content.decode().count("expired") == 1
    assert "The code of 1 pupil has expired" in client.get(f"{home}slips/").content.decode()


def test_code_never_lives_longer_than_the_class() -> None:
    classroom = make_class()
    end = services.code_end(classroom, days=10_000)
    assert timezone.localdate(end) <= classroom.delete_on


@pytest.mark.parametrize(("language", "said"), [("de", "Gültig bis"), ("en", "Valid until")])
def test_slip_says_in_the_language_of_the_class_until_when_it_holds(language: str, said: str) -> None:
    classroom = make_class(language=language)
    with override(language):
        day = date_format(classroom.delete_on - timedelta(days=1), "DATE_FORMAT")
    for reader in ("de", "en"):
        page = teacher_client(owner_of(classroom)).get(f"/{reader}/class/{classroom.token}/slips/")
        assert page.content.decode().count(f"{said} {day}") == 3


def test_slip_divides_long_words_between_syllables_and_the_address_between_its_parts() -> None:
    classroom = make_class(name="Kartenspielgemeinschaft", pupils=1)
    classroom.pupils.update(alias="Donaudampfschifffahrt")
    page = teacher_client(owner_of(classroom)).get(
        f"/de/class/{classroom.token}/slips/", headers={"host": "127.0.0.1"}
    )
    said = page.content.decode().replace("\N{SOFT HYPHEN}", "-")
    assert ">Kar-ten-spiel-gemein-schaft<" in said
    assert ">Donau-dampf-schiff-fahrt<" in said
    assert "127.<wbr>0.<wbr>0.<wbr>1" in said


def test_codes_hold_as_long_as_the_class_and_move_with_its_day() -> None:
    classroom = make_class()
    teacher, chosen, usual = owner_of(classroom), classroom.pupils.first(), classroom.pupils.last()
    assert usual.code_until == classroom.delete_on - timedelta(days=1)
    services.renew_codes(classroom=classroom, pupils=[chosen], user=teacher, days=14)
    today = timezone.localdate()
    assert classroom.pupils.get(pk=chosen.pk).code_until == today + timedelta(days=14)
    later = today + timedelta(days=700)
    services.set_retention(classroom=classroom, delete_on=later, user=teacher)
    assert classroom.pupils.get(pk=usual.pk).code_until == later - timedelta(days=1)
    assert classroom.pupils.get(pk=chosen.pk).code_until == today + timedelta(days=14)
    sooner = today + timedelta(days=3)
    services.set_retention(classroom=classroom, delete_on=sooner, user=teacher)
    assert {pupil.code_until for pupil in classroom.pupils.all()} == {sooner - timedelta(days=1)}


def test_teacher_signs_pupils_out_at_once() -> None:
    classroom = make_class()
    one, other, _ = classroom.pupils.all()
    first, second = come_in(one), come_in(other)
    services.sign_out(classroom=classroom, pupils=[one], user=owner_of(classroom))
    mine = f"/en/class/{classroom.token}/my/"
    assert "Sign in with your slip" in first.get(mine).content.decode()
    assert greeting(second.get(mine)) == other.alias
    assert greeting(come_in(one).get(mine)) == one.alias


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Komm mit deinem Zettel herein"), ("en", "Sign in with your slip")]
)
def test_pupil_who_is_signed_out_or_follows_an_old_link_finds_the_way(language: str, said: str) -> None:
    classroom = make_class()
    home = f"/{language}/class/{classroom.token}/my/"
    outside = Client().get(f"{home}1/")
    assert outside.status_code == 404
    page = outside.content.decode()
    assert said in page
    assert f'href="/{language}/class/join/"' in page
    assert classroom.name not in page.split("<main")[1]
    inside = come_in(classroom.pupils.first()).get(f"{home}999/")
    assert inside.status_code == 404
    assert f'href="{home}"' in inside.content.decode()


def test_leaving_gives_the_browser_back_to_who_it_was() -> None:
    classroom = make_class()
    client = Client()
    client.post("/en/course/deck/which-are-wild/", {"do": "reset"})
    before = Learner.objects.get(pass_number=None)
    client.post(JOIN, code_of(classroom.pupils.first()))
    assert client.get(f"/en/class/{classroom.token}/my/").status_code == 200
    client.post(f"/en/class/{classroom.token}/my/out/")
    assert client.get(f"/en/class/{classroom.token}/my/").status_code == 404
    assert str(before.pk) in client.cookies["learner"].value
    assert ":" not in client.cookies["learner"].value.partition(str(before.pk))[0]


def test_coming_in_signs_out_of_an_account_and_keeps_both_apart() -> None:
    user = UserFactory()
    own = LearnerFactory(user=user)
    client = teacher_client(user)
    classroom = make_class()
    client.post(JOIN, code_of(classroom.pupils.first()))
    assert "_auth_user_id" not in client.session
    assert client.get(f"/en/class/{classroom.token}/my/").status_code == 200
    client.force_login(user)
    assert client.get(f"/en/class/{classroom.token}/my/").status_code == 404
    assert list(Learner.objects.filter(user=user)) == [own]
    assert Attempt.objects.count() == 0


def test_code_is_read_in_wide_letters_too() -> None:
    """As some keyboards write them; the same signs to whoever reads."""
    pupil = make_class().pupils.first()
    code = code_of(pupil)
    wide = {
        name: "".join(chr(ord(one) + 0xFEE0) if one.isalnum() else one for one in text)
        for name, text in code.items()
    }
    assert greeted(wide) == pupil.alias
    assert greeted({"letters": f"{wide['letters']} {wide['words']}", "words": ""}) == pupil.alias
