"""The privacy page tells everything that is stored, and nothing that is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import AutoField, Model
from django.test import Client

from tutor.accounts import devices
from tutor.learning import learner
from tutor.lti.library import OurCookies
from tutor.privacy import stored
from tutor.site import carrying, display
from tutor.tables import remembering

ROOT = Path(__file__).resolve().parents[3]
LTI = f"{OurCookies._cookie_prefix}-…"
SET_BY_DJANGO = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
SET_BY_US = {
    "tutor/site/display.py": display.COOKIE,
    "tutor/learning/learner.py": learner.COOKIE,
    "tutor/site/carrying.py": carrying.COOKIE,
    "tutor/tables/remembering.py": remembering.COOKIE,
    "tutor/accounts/devices.py": devices.COOKIE,
    "tutor/lti/library.py": LTI,
}


def stored_fields(model: type[Model]) -> list[str]:
    """Every field of a model in the database, but for the number of its row."""
    found = [field for field in model._meta.get_fields() if getattr(field, "concrete", False)]
    return sorted(field.name for field in found if not (field.name == "id" and isinstance(field, AutoField)))


def test_every_stored_field_is_told_and_nothing_else() -> None:
    told = {
        table.name: sorted(field.name for field in table.fields)
        for group in stored.groups()
        for table in group.tables
    }
    there = {model._meta.label: stored_fields(model) for model in apps.get_models(include_auto_created=True)}
    assert told == there
    assert sum(len(group.tables) for group in stored.groups()) == len(told), "a table is told twice"


def test_every_cookie_is_told_and_nothing_else() -> None:
    """A module that sets a cookie is named above with its cookie; Django's own are those of the settings."""
    told = {cookie.name for cookie in stored.cookies()}
    assert set(cookie_setters()) == set(SET_BY_US)
    assert told == {*SET_BY_US.values(), *SET_BY_DJANGO}
    assert "messages" not in " ".join(settings.MIDDLEWARE), "messages may set a cookie of their own"


def cookie_setters() -> Iterator[str]:
    for package in ("lessons", "tutor"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = ("set_cookie", "set_signed_cookie")
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in names:
                    yield path.relative_to(ROOT).as_posix()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("de", "Rechtsgrundlage"), ("en", "Legal basis")])
def test_page_tells_fields_cookies_and_what_a_school_must_document(language: str, words: str) -> None:
    response = Client().get(f"/{language}/privacy/")
    page = response.content.decode()
    assert response.status_code == 200
    assert not response.cookies
    assert words in page
    for group in stored.groups():
        for table in group.tables:
            assert f">{table.name}</code>" in page
            for text in (
                table.what,
                table.why,
                table.kept,
                table.seen,
                *(field.what for field in table.fields),
            ):
                assert text.in_language(language) in page, text
    for cookie in stored.cookies():
        assert cookie.why.in_language(language) in page
    assert 'id="record"' in page


@pytest.mark.django_db
def test_page_says_where_a_platform_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "None is connected to this server." in Client().get("/en/privacy/").content.decode()
    monkeypatch.setattr("tutor.privacy.views.is_on", lambda: True)
    assert "A learning platform is connected to this server." in Client().get("/en/privacy/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/en/privacy/", "deletes all this at every start and once a day"),
        ("/de/privacy/", "löscht all das bei jedem Start und einmal am Tag"),
        ("/en/privacy/", "the report is deleted with them"),
        ("/en/about/", "unless your school has connected its learning platform"),
        ("/de/about/", "es sei denn, deine Schule hat ihre Lernplattform angebunden"),
    ],
)
def test_pages_say_what_the_program_does_by_itself_and_where_data_go(path: str, said: str) -> None:
    assert said in " ".join(Client().get(path).content.decode().split())
