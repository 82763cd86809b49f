"""What is secret in an address reaches no log, no history and no other page; links of before still lead in."""

from __future__ import annotations

import http.client
import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path as route

import tutor.urls
from tests.factories import UserFactory
from tests.markup import flat
from tests.running import prepared_site, serving
from tests.tutor.classroom.makers import code_of, make_class, owner_of, teacher_client
from tutor.accounts.services import with_link
from tutor.classroom import services
from tutor.classroom.codes import folded
from tutor.classroom.models import Pupil
from tutor.classroom.slips import slips_of
from tutor.learning.models import User
from tutor.site.carrying import secret_of
from tutor.site.masking import masked
from tutor.site.qr import qr_code

handler400, handler403 = tutor.urls.handler400, tutor.urls.handler403
handler404, handler500 = tutor.urls.handler404, tutor.urls.handler500
LANGUAGES = ("de", "en")
SEPARATE_LOGGERS = (None, "django", "django.request", "django.security.DisallowedHost", "django.server")
"""Loggers that hand nothing on, and the root of all others."""


def broken(request: HttpRequest, code: str) -> HttpResponse:
    raise RuntimeError(f"a fault of ours at {request.build_absolute_uri()}")


urlpatterns = [route("en/me/<path:code>", broken), *tutor.urls.urlpatterns]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, down to the least, as a handler of anybody's writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    before = {name: logging.getLogger(name).level for name in SEPARATE_LOGGERS}
    for name in SEPARATE_LOGGERS:
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield stream
    for name, level in before.items():
        logging.getLogger(name).removeHandler(handler)
        logging.getLogger(name).setLevel(level)


def first_pupil(language: str = "en") -> Pupil:
    return make_class(language=language).pupils.first()


def slug_of(pupil: Pupil) -> str:
    """The words as they stand in links."""
    return "-".join(map(folded, code_of(pupil)["words"].split()))


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Not Found: /j/kwm7-4xtp/igel-lampe/", "Not Found: /j/…"),
        ("Not Found: /j/kwm7 4xtp/igel lampe/", "Not Found: /j/…"),
        ('"GET /J/kwm7-4xtp/igel-lampe HTTP/1.1" 302 0', '"GET /J/… HTTP/1.1" 302 0'),
        ('"GET /j/kwm7%204xtp/igel%20lampe/?x=1 HTTP/1.1" 302', '"GET /j/… HTTP/1.1" 302'),
        ("https://canasta.example:8000/de/me/Ab_c-igel/", "https://canasta.example:8000/de/me/…"),
        ("Forbidden (CSRF): //en//me//igel", "Forbidden (CSRF): //en//me//…"),
        ("'/en/class/join/kwm7-4xtp/igel-lampe/' is", "'/en/class/join/…' is"),
        ("/en/account/?next=%2Fen%2Fclass%2Finvited%2Figel%2F", "/en/account/?next=%2Fen%2Fclass%2Finvited%2F…"),
        ("/de/settings/?next=/de/class/invited/igel/", "/de/settings/?next=/de/class/invited/…"),
        ("a?next=%252Fde%252Fme%252Figel", "a?next=%252Fde%252Fme%252F…"),
        ("GET /lti/choose/igel HTTP/1.1", "GET /lti/choose/… HTTP/1.1"),
        ("/lti/login/?iss=a&login_hint=igel&lti_message_hint=lampe&client_id=7",
         "/lti/login/?iss=a&login_hint=…&lti_message_hint=…&client_id=7"),
        ("/en/items/igel_lampe-1/again/3/", "/en/items/…/again/3/"),
        ('"GET /de/evenings/igel_lampe-1/deals/0/ HTTP/1.1"', '"GET /de/evenings/…/deals/0/ HTTP/1.1"'),
        ("Not Found: /en/evenings/read/igel-lampe/news/", "Not Found: /en/evenings/read/…/news/"),
        ("{'tried': [], 'path': 'class/join/kwm7-4xtp/igel-lampe/'}", "{'tried': [], 'path': 'class/join/…'}"),
        ("/en/practice/report/?item=own%2Figel-lampe", "/en/practice/report/?item=own%2F…"),
    ],
)  # fmt: skip
def test_line_of_the_log_ends_before_the_secret(line: str, left: str) -> None:
    assert masked(line) == left
    assert masked(left) == left


@pytest.mark.parametrize(
    "line",
    [
        "Not Found: /en/class/AbCdEf123456/my/",
        "/x/abcdefg/ /en/class/join/ /de/me/ /j/",
        "/en/items/new/?p=hand:+K+K",
        "/en/evenings/new/ /de/evenings/",
        '  File "/home/me/canasta/tutor/views.py", line 20, in start',
        '  File "/srv/j/site/items/lessons.py", line 20',
        "laying.state=full, nonce=3",
        "/en/practice/sheet/melds/?seed=12&key=none",
    ],
)
def test_other_lines_of_the_log_stay(line: str) -> None:
    assert masked(line) == line


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/j/kwm7-4xtp/igel-lampe/", "/j/kwm7-4xtp/igel-lampe", "/j/kwm7 4xtp/igel lampe/more/",
        "/en/class/join/kwm7-4xtp/igel-lampe/", "/class/join/kwm7-4xtp/igel-lampe/", "/en/me/igel-lampe/",
        "/me/igel-lampe/", "/de/class/invited/igel-lampe/", "/lti/choose/igel-lampe/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("failure", ["none", "no form token", "foreign host", "a fault of ours"])
def test_no_request_leaves_a_secret_in_the_log(
    address: str, failure: str, log: io.StringIO, settings: Any
) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    headers = {"host": "evil.example"} if failure == "foreign host" else {}
    if failure == "a fault of ours":
        settings.ROOT_URLCONF = __name__
    post = {"link": "igel-lampe", "letters": "kwm7-4xtp", "words": "igel lampe", "password": "igel"}
    responses = [client.get(address, headers=headers), client.post(address, post, headers=headers)]
    for response in responses:
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "no-referrer"
    assert "igel" not in log.getvalue()
    assert "lampe" not in log.getvalue()
    if failure != "none":
        assert log.getvalue()


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_traceback_of_a_fault_is_logged_without_the_secret(log: io.StringIO) -> None:
    response = Client(raise_request_exception=False).get("/en/me/igel-lampe/")
    assert response.status_code == 500
    assert "a fault of ours at http://testserver/en/me/…" in log.getvalue()
    assert "in broken" in log.getvalue()
    assert "igel" not in log.getvalue()


@pytest.mark.parametrize("name", ["django.server", "granian.access", "gunicorn.access", "waitress"])
def test_lists_of_requests_hold_no_secret_whoever_writes_them(name: str, log: io.StringIO) -> None:
    """A server's list passes the path as an argument of the line, or as one of several with names."""
    logger = logging.getLogger(name)
    logger.warning('"%s" %s', "GET /j/kwm7-4xtp/igel-lampe/ HTTP/1.1", 302)
    logger.warning('"%(method)s %(path)s %(protocol)s" %(status)d',
                   {"method": "GET", "path": "/en/me/igel", "protocol": "HTTP/1.1", "status": 200})  # fmt: skip
    assert '"GET /j/… HTTP/1.1" 302' in log.getvalue()
    assert '"GET /en/me/… HTTP/1.1" 200' in log.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_slip_shows_and_codes_a_link_whose_secret_no_server_gets(language: str) -> None:
    pupil = first_pupil(language)
    classroom, code = pupil.classroom, code_of(pupil)
    [slip] = slips_of(classroom, [pupil], site="https://canasta.example")
    assert slip.full_link == f"https://canasta.example/j/#{code['letters']}-{slug_of(pupil)}"
    page = teacher_client(owner_of(classroom)).get(f"/{language}/class/{classroom.token}/slips/")
    assert qr_code(f"http://testserver/j/#{code['letters']}-{slug_of(pupil)}") in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["/j/{letters}/{words}/", "/{language}/class/join/{letters}/{words}/"])
@pytest.mark.parametrize(
    ("language", "asked"), [("de", "Steht dieser Code auf deinem Zettel?"), ("en", "Is this the code on your slip?")]
)  # fmt: skip
def test_printed_slip_of_before_leads_to_its_code_in_the_form(form: str, language: str, asked: str) -> None:
    pupil = first_pupil(language)
    code, browser = code_of(pupil), Client(headers={"accept-language": language})
    link = form.format(language=language, letters=code["letters"], words=slug_of(pupil))
    led = browser.get(link)
    assert led["Location"] == f"/{language}/class/join/"
    page = browser.get(led["Location"])
    shown = flat(page.content.decode())
    assert "no-store" in page["Cache-Control"]
    assert f'value="{code["letters"]}"' in shown
    assert f'value="{slug_of(pupil).replace("-", " ")}"' in shown
    assert f'<p class="lead" id="asked" data-once-filled>{asked}</p>' in shown
    assert "learner" not in browser.cookies  # opening the link has signed nobody in
    again = flat(browser.get(led["Location"]).content.decode())  # the next pupil at this device
    assert code["letters"] not in again
    assert f'<p class="lead" id="asked" data-once-filled hidden>{asked}</p>' in again
    typed = {"letters": code["letters"], "words": slug_of(pupil).replace("-", " ")}
    assert pupil.alias in browser.post(led["Location"], typed, follow=True).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_code_is_kept_and_told_and_the_other_language_keeps_it_too(language: str) -> None:
    other = {"de": "en", "en": "de"}[language]
    typed = {"letters": "kwm7-4xtp", "words": "igel <lampe>"}
    refused = Client().post(f"/{language}/class/join/", typed)
    told = {"de": "Dieser Code stimmt nicht.", "en": "This code is not right."}
    assert refused.status_code == 422
    assert told[language] in refused.content.decode()
    for page in (refused, Client().post(f"/{other}/class/join/", {**typed, "do": "language"})):
        assert 'value="kwm7-4xtp"' in page.content.decode()
        assert 'value="igel &lt;lampe&gt;"' in page.content.decode()
    assert f'lang="{other}"' in page.content.decode()
    assert told[other] not in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_personal_link_of_before_leads_to_its_secret_in_the_form(language: str) -> None:
    user = with_link(UserFactory())
    browser = Client()
    for method in (
        browser.get,
        browser.post,
    ):  # a page that was open at the time of the change sends its form
        led = method(f"/{language}/me/{user.link_key}/")
        assert led["Location"] == f"/{language}/me/"
    page = browser.get(led["Location"])
    assert f'value="{user.link_key}"' in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert "_auth_user_id" not in browser.session
    assert user.link_key not in browser.get(led["Location"]).content.decode()
    assert browser.post(led["Location"], {"link": user.link_key}).status_code == 303
    assert browser.session["_auth_user_id"] == str(user.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("start", "page"),
    [
        ("/me/", "/me/"),
        ("/class/join/", "/class/join/"),
        ("/class/invited/", "/class/invited/"),
        ("/j/", "/class/join/"),
    ],
)
@pytest.mark.parametrize("end", ["", "/"])
def test_older_link_without_its_language_is_led_on_at_once_and_without_its_secret(
    language: str, start: str, page: str, end: str
) -> None:
    browser = Client(headers={"accept-language": language})
    led = browser.get(f"{start}kwm7-4xtp/igel-lampe{end}")
    assert (led.status_code in (302, 303), led["Location"]) == (True, f"/{language}{page}")
    assert "igel-lampe" in browser.get(led["Location"], follow=True).content.decode().replace(
        "igel lampe", "igel-lampe"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_older", [True, False])
def test_invitation_outlives_signing_in_without_standing_in_an_address(language: str, is_older: bool) -> None:
    classroom = make_class()
    services.invite(classroom=classroom)
    page, browser = f"/{language}/class/invited/", Client()
    if is_older:
        opened = browser.get(f"{page}{classroom.invite_key}/")
    else:
        opened = browser.post(page, {"link": f"https://testserver{page}#{classroom.invite_key}"})
    assert opened["Location"] == page
    assert "7b" in browser.get(page).content.decode()
    asked = browser.post(page, {"link": classroom.invite_key, "do": "accept"})
    assert asked["Location"] == f"/{language}/account/?next=%2F{language}%2Fclass%2Finvited%2F"
    account = {"username": "herr-maier", "password1": "neun-und-joker", "password2": "neun-und-joker"}
    led = browser.post(f"/{language}/account/new/", {**account, "next": page})
    assert led["Location"] == page
    confirmed = browser.get(page)
    assert "no-store" in confirmed["Cache-Control"]
    assert {"de": "Die Klasse 7b mitunterrichten?", "en": "Teach the class 7b too?"}[language] in (
        confirmed.content.decode()
    )
    assert classroom.teachers.count() == 1
    accepted = browser.post(page, {"link": classroom.invite_key, "do": "accept"})
    assert accepted["Location"] == f"/{language}/class/{classroom.token}/"
    assert classroom.teachers.filter(user=User.objects.get(username="herr-maier")).exists()


@pytest.mark.django_db
def test_cookie_that_carries_a_secret_is_hidden_from_scripts_and_soon_gone(settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = True
    cookie = Client().get("/en/me/igel-lampe/").cookies["carried"]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax")
    assert cookie["max-age"] <= 120
    forged = Client()
    forged.cookies["carried"] = cookie.value.replace("igel", "lampe")
    assert "lampe" not in forged.get("/en/me/").content.decode()


@pytest.mark.django_db
@pytest.mark.anywhere
def test_running_site_logs_requests_without_their_secrets(tmp_path: Path) -> None:
    """What `up` prints until it ends, whatever serves the requests."""
    with prepared_site(tmp_path) as database, serving(tmp_path, **database) as site:
        server = http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=60)
        for method in ("GET", "POST"):
            for address in (
                "/j/kwm7-4xtp/igel-lampe/",
                "/de/me/igel-lampe/",
                "/en/class/invited/igel-lampe/",
            ):
                server.request(method, address, headers={"Referer": f"{site.address}{address}"})
                assert server.getresponse().read() is not None
        server.close()
        site.process.terminate()
        assert site.process.stdout is not None
        said = site.process.stdout.read()
    assert "/de/me/…" in said  # the form without its token was told
    assert "igel" not in said
    assert "lampe" not in said


def test_secret_is_found_in_whatever_part_of_the_link_is_pasted() -> None:
    for link in ("Ab_c-9", " https://a.example/de/me/#Ab_c-9 ", "#Ab_c-9", "a.example/me/Ab_c-9/"):
        assert secret_of(link) == "Ab_c-9", link
    for nothing in ("", "#", "https://a.example/de/me/#", "ä", "a b", "\x00"):
        assert secret_of(nothing) == "", nothing
