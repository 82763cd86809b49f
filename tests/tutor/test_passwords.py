"""Changing a password, and coming back with the recovery code where it is forgotten."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.markup import flat
from tests.tutor.classroom.makers import make_class
from tutor.accounts import recovery
from tutor.learning.models import User
from tutor.site.throttling import FREE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
OLD, NEW = "neun-und-joker", "zehn-und-joker"
PASSWORD, CODE, RECOVER = "/en/account/password/", "/en/account/recovery/", "/en/account/recover/"


@pytest.fixture(autouse=True)
def small_content(settings: Any) -> None:
    from tests.lessons.content_folder import SMALL

    settings.SEEDS_DIR = SMALL


def teacher(name: str = "Weber") -> User:
    """With a class, and so with a recovery code."""
    user = User.objects.create_user(username=name, password=OLD)
    make_class(user=user)
    return user


def signed_in(name: str = "Weber", password: str = OLD) -> Client:
    client = Client()
    assert client.post("/en/account/in/", {"username": name, "password": password}).status_code == 303
    return client


def is_signed_in(client: Client) -> bool:
    return "You are signed in" in client.get("/en/account/").content.decode()


def change(client: Client, **changed: str) -> Any:
    data = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW} | changed
    return client.post(PASSWORD, data)


def test_new_password_signs_other_browsers_out_and_keeps_this_one() -> None:
    teacher()
    here, there = signed_in(), signed_in()
    response = change(here)
    assert response["Location"] == "/en/account/?changed=1"
    assert "The password has been changed." in here.get(response["Location"]).content.decode()
    assert is_signed_in(here)
    assert not is_signed_in(there)
    signed_in(password=NEW)
    assert Client().post("/en/account/in/", {"username": "Weber", "password": OLD}).status_code == 422


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"old_password": "wrong"}, "Your old password was entered incorrectly"),
        ({"new_password2": "otherwise-9"}, "didn’t match"),
        ({"new_password1": "12345678", "new_password2": "12345678"}, "entirely numeric"),
    ],
)
def test_password_is_not_changed_and_it_says_why(changed: dict[str, str], said: str) -> None:
    teacher()
    response = change(signed_in(), **changed)
    assert response.status_code == 422
    assert said in response.content.decode()
    signed_in()


def test_old_password_is_not_guessed_on_a_device_that_was_left_alone() -> None:
    teacher()
    client = signed_in()
    for _ in range(FREE):
        change(client, old_password="wrong")
    assert "Too many wrong passwords" in change(client).content.decode()


def test_who_is_not_signed_in_is_asked_to() -> None:
    for path in (PASSWORD, CODE):
        assert Client().get(path)["Location"].startswith("/en/account/?next=")


def test_first_class_brings_a_code_and_no_further_one_another() -> None:
    user = User.objects.create_user(username="Weber", password=OLD)
    client = signed_in()
    assert recovery.code_of(user) not in client.get(CODE).content.decode()
    form = {"name": "7b", "language": "en", "who": "aliases", "aliases": "2"}
    page = client.get(client.post("/en/class/", form)["Location"]).content.decode()
    assert "only your recovery code gets you back to your classes" in page
    assert f'href="{CODE}"' in page
    user.refresh_from_db()
    code = recovery.code_of(user)
    assert re.fullmatch(r"(?:[a-z2-9]{4}-){3}[a-z2-9]{4}", code)
    client.post("/en/class/", form)
    assert code in client.get(CODE).content.decode()


@pytest.mark.parametrize(
    ("language", "asked", "kept"),
    [
        ("de", "Hast du ihn notiert?", "Gut. Der Code wird nicht noch einmal gezeigt."),
        ("en", "Have you saved it?", "Good. The code will not be shown again."),
    ],
)
def test_code_is_shown_until_it_is_kept_and_then_never_again(language: str, asked: str, kept: str) -> None:
    user = teacher()
    client, url = signed_in(), f"/{language}/account/recovery/"
    code = recovery.code_of(user)
    response = client.get(url)
    assert code in response.content.decode()
    assert asked in response.content.decode()
    assert "Weber" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    said = client.get(client.post(url, {"do": "kept"})["Location"]).content.decode()
    assert kept in said
    assert code not in said
    home = user.taught.get().classroom.token
    assert url not in client.get(f"/{language}/class/{home}/").content.decode()


def test_first_code_says_nothing_of_one_before() -> None:
    teacher()
    assert "This is a new one" not in signed_in().get(CODE).content.decode()


def test_new_code_asks_for_the_password_and_ends_the_old_one() -> None:
    user = teacher()
    client, old = signed_in(), recovery.code_of(user)
    client.post(CODE, {"do": "kept"})
    response = client.post(CODE, {"do": "new", "password": "wrong"})
    assert response.status_code == 422
    assert "This is not your password. Nothing was changed." in response.content.decode()
    client.post(CODE, {"do": "new", "password": OLD})
    user.refresh_from_db()
    assert recovery.code_of(user) != old
    page = flat(client.get(CODE).content.decode())
    assert recovery.code_of(user) in page
    assert "The code that you had before no longer works. This is a new one" in page


def test_password_is_not_guessed_where_a_new_code_is_made() -> None:
    user = teacher()
    recovery.keep(user)
    client = signed_in()
    for _ in range(FREE):
        client.post(CODE, {"do": "new", "password": "wrong"})
    said = client.post(CODE, {"do": "new", "password": OLD}).content.decode()
    assert "Too many wrong passwords for this name." in said


def come_back(client: Client, code: str, name: str = "Weber", *, path: str = RECOVER, **changed: str) -> Any:
    data = {"username": name, "code": code, "password1": NEW, "password2": NEW} | changed
    return client.post(path, data)


@pytest.mark.parametrize(
    "typed", [("Weber", "{}"), (" weber ", "  {} "), ("ＷＥＢＥＲ", "{upper}"), ("Weber", "{plain}")]
)
def test_code_sets_a_new_password_however_it_is_typed(typed: tuple[str, str]) -> None:
    user = teacher()
    before, code = signed_in(), recovery.code_of(user)
    recovery.keep(user)
    client = Client()
    written = typed[1].format(code, upper=code.upper(), plain=code.replace("-", " "))
    response = come_back(client, written, typed[0])
    assert response["Location"] == f"{CODE}?used=1"
    assert is_signed_in(client)
    assert not is_signed_in(before)
    signed_in(password=NEW)
    user.refresh_from_db()
    assert recovery.code_of(user) != code
    page = flat(client.get(response["Location"]).content.decode())
    assert recovery.code_of(user) in page
    assert "the code that you have used is used up. This is a new one; throw the old one away." in page
    assert come_back(Client(), code).status_code == 422


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Dieser Name und dieser Notfallcode gehören nicht zusammen."),
        ("en", "This name and this recovery code do not go together."),
    ],
)
def test_wrong_code_says_so_and_many_of_them_wait(language: str, said: str) -> None:
    user = teacher()
    path = f"/{language}/account/recover/"
    for _ in range(FREE):
        response = come_back(Client(), "bbbb-bbbb-bbbb-bbbb", path=path)
        assert response.status_code == 422
        assert said in response.content.decode()
        assert 'value="bbbb-bbbb-bbbb-bbbb"' in response.content.decode()
    assert come_back(Client(), recovery.code_of(user), path=path).status_code == 429
    assert come_back(Client(REMOTE_ADDR="192.0.2.9"), recovery.code_of(user), path=path).status_code == 303
    signed_in(password=NEW)  # a name’s wrong codes are no wrong passwords of it


def test_account_without_a_code_is_not_recovered() -> None:
    user = User.objects.create_user(username="Ada", password=OLD)
    for name in ("Ada", "Nobody"):
        response = come_back(Client(), recovery.code_of(user), name)
        assert response.status_code == 422
        assert "This name and this recovery code do not go together." in response.content.decode()


def test_password_that_is_refused_uses_no_code_up() -> None:
    user = teacher()
    code = recovery.code_of(user)
    response = come_back(Client(), code, password1="12345678", password2="12345678")
    assert response.status_code == 422
    assert "entirely numeric" in response.content.decode()
    assert come_back(Client(), code).status_code == 303


def test_other_language_keeps_name_and_code() -> None:
    page = come_back(Client(), "kwm7", path="/de/account/recover/", do="language").content.decode()
    assert 'value="Weber"' in page
    assert 'value="kwm7"' in page
    assert "Passwort vergessen?" in page
    assert NEW not in page
