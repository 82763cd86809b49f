"""Accounts: name and password or a personal link, progress taken along, export, deletion, no way into another's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories import LearnerFactory, UserFactory
from tests.lessons import pages
from tests.markup import flat
from tutor.accounts.services import take_along
from tutor.learning.models import Attempt, Learner, Sitting, Skill, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
PASSWORD = "neun-und-joker"


@pytest.fixture(autouse=True)
def small_content(settings: Any) -> None:
    from tests.lessons.content_folder import SMALL

    settings.SEEDS_DIR = SMALL


def somebody(number: str = "90") -> pages.Learner:
    """A visitor who has answered one exercise."""
    learner = pages.Learner()
    learner.open("/en/course/first/sum/")
    learner.press("check", number=number)
    return learner


def register(client: Client, name: str = "Ada", **changed: str) -> Any:
    data = {"username": name, "password1": PASSWORD, "password2": PASSWORD} | changed
    return client.post("/en/account/new/", data)


def sign_in(client: Client, name: str = "Ada", password: str = PASSWORD) -> Any:
    return client.post("/en/account/in/", {"username": name, "password": password})


def test_new_account_takes_along_what_was_done_before() -> None:
    visitor = somebody()
    assert register(visitor.client).status_code == 303
    assert Attempt.objects.get().learner.user == User.objects.get(username="Ada")
    assert "You are signed in: Ada. One answer is saved." in visitor.open("/en/account/").text
    assert "sofort richtig" in visitor.open("/de/course/first/").text


def test_signing_in_elsewhere_joins_both(django_assert_num_queries: object) -> None:
    register(somebody().client)
    other = somebody("80")
    Sitting.objects.create(learner=Learner.objects.get(user=None), kind="placement")
    assert sign_in(other.client).status_code == 303
    learner = Learner.objects.get()
    assert learner.attempts.count() == 2
    assert learner.sittings.count() == 1


def test_of_two_skills_in_a_rule_the_later_one_stays() -> None:
    one, other = somebody(), somebody("80")
    first, second = Learner.objects.order_by("created")
    Skill.objects.all().delete()
    item, now = Attempt.objects.first().item, timezone.now()  # type: ignore[union-attr]
    for learner, rule, reviews in (
        (first, "meld.min-size", 1),
        (second, "meld.min-size", 5),
        (second, "wild.no-swap", 2),
    ):
        Skill.objects.create(learner=learner, item=item, rule=rule, card="{}", due=now, reviews=reviews)
    register(one.client)
    sign_in(other.client)
    assert sorted(Skill.objects.values_list("rule", "reviews")) == [("meld.min-size", 5), ("wild.no-swap", 2)]


def test_who_signs_out_leaves_nothing_in_the_browser() -> None:
    visitor = somebody()
    register(visitor.client)
    visitor.client.post("/en/account/out/")
    assert "You do not need an account" in visitor.open("/en/account/").text
    assert "right on the first try" not in visitor.open("/en/course/first/").text
    sign_in(visitor.client)
    assert "right on the first try" in visitor.open("/en/course/first/").text


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password2": "etwas-anderes"}, "didn’t match"),
        ({"password1": "12345678", "password2": "12345678"}, "entirely numeric"),
        ({"username": "nicht erlaubt!"}, "There must be no space in the name."),
        ({"username": "nicht\u00a0erlaubt"}, "There must be no space in the name."),
        ({"username": "verboten!"}, "A name has only letters, digits and @ . + - _ in it."),
    ],
)
def test_bad_registration_says_why_and_keeps_the_name(changed: dict[str, str], said: str) -> None:
    response = register(Client(), **changed)
    text = response.content.decode()
    assert response.status_code == 422
    assert said in text
    assert f'value="{changed.get("username", "Ada")}"' in text
    assert User.objects.count() == 0


@pytest.mark.parametrize("form", ["new", "in"])
def test_other_language_keeps_the_name_that_was_typed_and_no_password(form: str) -> None:
    client = Client()
    typed = {
        "username": "Ada Love",
        "password": PASSWORD,
        "password1": PASSWORD,
        "password2": "etwas-anderes",
    }
    before = flat(client.post(f"/en/account/{form}/", typed).content.decode())
    switch = re.search(r'form="([^"]*)" name="do" value="language" formaction="([^"]*)"', before)
    assert switch
    assert switch.groups() == (f"{form}-form", f"/de/account/{form}/")
    response = client.post(switch[2], typed | {"do": "language"})
    text = response.content.decode()
    assert response.status_code == 200
    assert "Sichere deinen Fortschritt" in text
    assert re.search(rf'id="{form}-username"[^>]* value="Ada Love"', flat(text))
    assert ("Im Namen darf kein Leerzeichen stehen." in text) == (form == "new")
    assert PASSWORD not in text
    assert User.objects.count() == 0
    assert "Keep your progress" in client.get(f"/en/account/{form}/").content.decode()


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("new", "Ada Love", "Im Namen darf kein Leerzeichen stehen. Lass es weg, oder setz dafür - oder _."),
        (
            "new",
            "Ada!",
            "In einem Namen stehen nur Buchstaben, Ziffern und @ . + - _. Lass andere Zeichen weg.",
        ),
        ("new", "Berta", "Diesen Namen gibt es schon. Wähle einen anderen."),
        ("in", "Berta", "Dieser Name und dieses Passwort gehören nicht zusammen."),
    ],
)
def test_refused_name_is_told_in_the_words_of_the_page(path: str, name: str, said: str) -> None:
    register(Client(), name="Berta")
    typed = {"username": name, "password": "falsch", "password1": PASSWORD, "password2": PASSWORD}
    response = Client().post(f"/de/account/{path}/", typed)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "Benutzername" not in response.content.decode()


def test_name_that_is_taken_is_refused() -> None:
    register(Client())
    assert register(Client()).status_code == 422
    assert User.objects.count() == 1


@pytest.mark.parametrize("typed", ["Ada", " Ada ", "ada", "ADA", "Ａｄａ"])
def test_name_may_be_typed_in_any_way_that_registration_takes_for_the_same(typed: str) -> None:
    register(Client())
    client = Client()
    sign_in(client, name=typed)
    assert "You are signed in: Ada." in flat(client.get("/en/account/").content.decode())


def test_name_in_composed_and_in_single_signs_is_the_same() -> None:
    register(Client(), name="Jo\u0308rg")
    assert User.objects.get().username == "J\u00f6rg"
    client = Client()
    sign_in(client, name="Jo\u0308rg")
    assert "You are signed in: J\u00f6rg." in flat(client.get("/en/account/").content.decode())


def test_ways_of_typing_a_name_are_no_further_tries() -> None:
    register(Client())
    for typed in ("Ada", "ada", "ADA", "Ａｄａ", " aDa"):
        assert sign_in(Client(), name=typed, password="falsch").status_code == 422
    assert "Too many wrong passwords" in sign_in(Client(), name="adA").content.decode()


def test_two_names_do_not_differ_by_capitals_alone() -> None:
    register(Client())
    assert "This name is taken already." in register(Client(), name="ada").content.decode()
    User.objects.create_user(username="ADA", password="another-one-9")  # from before
    assert sign_in(Client()).status_code == 303
    assert sign_in(Client(), name="ADA", password="another-one-9").status_code == 303
    assert sign_in(Client(), name="ada").status_code == 422


def test_administrator_is_named_as_the_account_is(capsys: pytest.CaptureFixture[str]) -> None:
    register(Client())
    call_command("make_admin", "Ａda ")
    assert User.objects.get().is_staff
    assert "Ada" in capsys.readouterr().out


def test_personal_link_signs_in_after_asking() -> None:
    visitor = somebody()
    visitor.client.post("/en/account/link/")
    key = User.objects.get().link_key
    assert f"http://testserver/en/me/#{key}" in visitor.client.get("/en/account/").content.decode()
    other = Client()
    assert "Your personal link signs you in here." in other.get("/en/me/").content.decode()
    assert "_auth_user_id" not in other.session
    assert other.post("/en/me/", {"link": key}).status_code == 303
    assert "right on the first try" in pages.Learner(client=other).open("/en/course/first/").text


def test_new_link_ends_the_old_one_and_empty_keys_open_nothing() -> None:
    visitor = somebody()
    visitor.client.post("/en/account/link/")
    old = User.objects.get().link_key
    visitor.client.post("/en/account/link/")
    assert User.objects.count() == 1
    User.objects.create(username="without")
    for link in (old, "", " ", "#", "\x01", "http://testserver/en/me/#"):
        refused = Client().post("/en/me/", {"link": link})
        assert refused.status_code == 422
        assert "This link does not sign anybody in." in refused.content.decode()
    assert f'value="{old}"' in Client().post("/en/me/", {"link": old}).content.decode()


def test_export_holds_everything_of_the_learner_and_nothing_of_others() -> None:
    somebody("80")
    visitor = somebody()
    register(visitor.client)
    data = json.loads(visitor.client.get("/en/account/export/").content)
    assert data["account"]["name"] == "Ada"
    assert [attempt["answer"] for attempt in data["attempts"]] == [{"number": "90"}]
    assert set(data) == {
        "account",
        "learner",
        "attempts",
        "drafts",
        "review",
        "tests",
        "practice",
        "games",
        "reviews_of_deals",
        "met_rules",
        "evenings",
        "own_exercises",
        "basket",
    }
    assert PASSWORD not in json.dumps(data)
    assert json.loads(Client().get("/en/account/export/").content)["attempts"] == []


def test_deletion_asks_once_and_leaves_nothing() -> None:
    stranger = somebody("80")
    visitor = somebody()
    register(visitor.client)
    page = visitor.open("/en/account/delete/").text
    assert "One answer, your review, your tests and your rating" in page
    assert "This goes too" not in page
    assert "The rules of a table stay" in page
    assert User.objects.count() == 1
    assert visitor.client.post("/en/account/delete/").status_code == 303
    assert User.objects.count() == 0
    assert Attempt.objects.count() == 1
    assert "Everything has been deleted." in visitor.open("/en/account/?deleted=1").text
    assert "right later" not in stranger.open("/en/course/first/").text


def test_visitor_without_account_can_delete_too() -> None:
    visitor = somebody()
    visitor.client.post("/en/play/", {"do": "begin"})
    assert "This goes too: 1 game that you have played" in visitor.open("/en/account/delete/").text
    visitor.client.post("/en/account/delete/")
    assert Learner.objects.count() == 0


@pytest.mark.parametrize("path", ["out", "link"])
def test_address_of_a_button_read_does_nothing_and_leads_to_the_account(path: str) -> None:
    visitor = somebody()
    register(visitor.client)
    for method in (visitor.client.get, visitor.client.head):
        answer = method(f"/en/account/{path}/")
        assert (answer.status_code, answer["Location"]) == (302, "/en/account/")
    assert User.objects.get().link_key == ""
    assert "Sign out" in visitor.open("/en/account/").text


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Sichere deinen Fortschritt"), ("en", "Keep your progress")]
)
def test_page_in_its_language_with_every_field_labelled(language: str, said: str) -> None:
    source = Client().get(f"/{language}/account/").content.decode()
    assert said in source
    for field in ("new-username", "new-password1", "new-password2", "in-username", "in-password"):
        assert f'label for="{field}"' in source
        assert f'id="{field}"' in source


def test_pass_of_a_class_is_not_taken_along_by_signing_in() -> None:
    user, learner = UserFactory(), LearnerFactory(pass_number=3)
    own = take_along(user=user, learner=learner)
    assert own is not None
    assert own != learner
    assert own.user == user
    assert Learner.objects.get(pk=learner.pk).user is None
