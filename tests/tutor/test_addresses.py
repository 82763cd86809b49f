"""The addresses outside the areas of the site: the bare address, health, and pages for what went wrong."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.views.decorators.http import require_POST

import tutor.urls

handler400, handler403 = tutor.urls.handler400, tutor.urls.handler403
handler404, handler500 = tutor.urls.handler404, tutor.urls.handler500


def unreadable(request: HttpRequest) -> HttpResponse:
    raise BadRequest


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


def form(request: HttpRequest) -> HttpResponse:
    return HttpResponse("received")


@require_POST
def posted(request: HttpRequest) -> HttpResponse:
    return HttpResponse("received")


urlpatterns = [
    *(
        path(f"{language}/{view.__name__}/", view)
        for language in ("de", "en")
        for view in (unreadable, forbidden, broken, form, posted)
    ),
    *tutor.urls.urlpatterns,
]


@pytest.mark.parametrize(
    ("wish", "address"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "/de/"),
        ("en-GB,en;q=0.9,de;q=0.3", "/en/"),
        ("fr-FR,en;q=0.5", "/en/"),
        ("fr-FR,fr;q=0.9", "/de/"),
        ("*", "/de/"),
        ("", "/de/"),
        ("nonsense;;q=x", "/de/"),
    ],
)
def test_bare_address_follows_the_browser_else_german(client: Client, wish: str, address: str) -> None:
    response = client.get("/", headers={"accept-language": wish})
    assert response.status_code == 302
    assert response["Location"] == address
    assert "Accept-Language" in response["Vary"]


@pytest.mark.django_db
def test_health_is_good_with_a_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json().items() >= {"status": "ok", "database": "ok", "writing": "ok"}.items()
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_health_is_bad_without_our_tables(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE lessons_item RENAME TO lessons_item_away")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["status"] == "error"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/de/nirgends/", 404, "Diese Seite gibt es nicht"),
        ("/en/nowhere/", 404, "There is no such page"),
        ("/de/unreadable/", 400, "Diese Anfrage ist nicht lesbar"),
        ("/en/unreadable/", 400, "This request cannot be read"),
        ("/de/forbidden/", 403, "Diese Seite ist für dich nicht zugänglich"),
        ("/en/forbidden/", 403, "This page is not open to you"),
        ("/de/broken/", 500, "Bei uns ist etwas schiefgegangen"),
        ("/de/broken/", 500, "Die Seite konnte nicht angezeigt werden."),
        ("/en/broken/", 500, "The page could not be shown."),
        ("/en/broken/", 500, "Something went wrong on our side"),
    ],
)
def test_what_went_wrong_is_said_in_the_language_of_the_address(
    client: Client, address: str, status: int, title: str
) -> None:
    client.raise_request_exception = False
    response = client.get(address, headers={"accept-language": "en" if "/de/" in address else "de"})
    page = response.content.decode()
    assert response.status_code == status
    assert title in page
    assert f'lang="{address[1:3]}"' in page
    assert "Traceback" not in page
    assert "a fault of ours" not in page


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/de/broken/", "Es ist nicht sicher, ob gespeichert ist, was du abgeschickt hast."),
        ("/en/broken/", "It is not certain that what you sent was saved."),
    ],
)
def test_fault_of_ours_in_the_middle_of_a_form_promises_nothing(
    client: Client, address: str, said: str
) -> None:
    client.raise_request_exception = False
    page = client.post(address, {"answer": "yes"}).content.decode()
    assert said in page
    assert 'id="resend"' not in page  # sent twice, it might count twice


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/de/form/", "Diese Seite war zu lange offen"),
        ("/en/form/", "This page was open for too long"),
        ("/de/form/", "Was du eben abgeschickt hast, ist nicht gespeichert."),
        ("/en/form/", "What you have just sent was not saved."),
    ],
)
def test_form_without_a_valid_token_is_explained(address: str, title: str) -> None:
    response = Client(enforce_csrf_checks=True).post(address, {"answer": "yes"})
    assert response.status_code == 403
    assert title in response.content.decode()


def test_foreign_host_name_is_a_readable_error(client: Client) -> None:
    response = client.get("/de/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "Unter diesem Namen ist die Seite nicht" in response.content.decode()


@pytest.mark.django_db
def test_error_page_needs_no_template(client: Client) -> None:
    """Even then there is a page, with a way home."""
    engines = [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {})]},
        }
    ]
    with override_settings(TEMPLATES=engines):
        response = client.get("/en/nowhere/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
    assert 'href="/en/"' in response.content.decode()


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Hier gibt es nichts zu lesen"), ("en", "There is nothing to read here")],
)
def test_address_of_a_form_of_nobody_knows_which_page_is_no_blank_page(
    client: Client, language: str, title: str
) -> None:
    response = client.get(f"/{language}/posted/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    page = response.content.decode()
    assert f"<h1>{title}</h1>" in page
    assert f'href="/{language}/"' in page


@pytest.mark.django_db
def test_switch_on_a_page_that_was_shown_for_a_button_leads_to_the_page_with_the_button() -> None:
    """The form was open for too long, say: the page that says so stands at the address of the button."""
    client = Client(enforce_csrf_checks=True)
    page = client.post("/de/review/switch/", {"review": "off"}).content.decode()
    switch = re.search(r'href="([^"]+)" lang="en"', page)
    assert switch is not None
    response = client.get(switch[1], follow=True)
    assert response.redirect_chain == [("/en/review/", 302)]
    assert response.status_code == 200
