"""What no form of the site sends: damaged addresses, fields, headers and cookies. Each gets a page that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import override

from tests.samples import share, some
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom.models import Classroom

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

PARTS = {
    "str": ["a%00b", "%FF%ZZ", "%F0%9F%82%A1" * 60],
    "slug": ["x" * 4000],
    "int": ["9" * 19, "9" * 400],
    "uuid": ["00000000-0000-0000-0000-000000000000"],
}
"""Values for the parts of addresses, by converter."""


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every address of the site as Django writes it, with its parts in angle brackets."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif isinstance(one, URLPattern) and "(" not in route:
            yield "/" + route.removesuffix("$")


def damaged(token: str) -> list[str]:
    """Each address with parts, once for every damaged value, with what may lead on in all other parts."""
    found = []
    with override("de"):
        for route in dict.fromkeys(routes(get_resolver())):
            parts = re.findall(r"<(?:(\w+):)?(\w+)>", route)
            for place, (kind, _) in enumerate(parts):
                for value in PARTS.get(kind or "str", ["%00"]):
                    rest = iter(
                        value if at == place else token if name == "token" else "1"
                        for at, (_, name) in enumerate(parts)
                    )
                    found.append(re.sub(r"<[^>]*>", lambda _, rest=rest: next(rest), route))
    return found


USUAL = {
    "int": "1",
    "day": "2026-11-21",
    "week": "2026-W48",
    "mode": "mixed",
    "sitting": "placement",
    "when": "now",
    "entries": "1",
}
"""Values that fit into the parts of addresses, by converter; "x" fits into the others."""


def plausible(route: str, token: str) -> str:
    """The address with parts as a link may have them, below the class of that token."""
    return re.sub(
        r"<(?:(\w+):)?(\w+)>",
        lambda part: token if part[2] == "token" else USUAL.get(part[1], "x"),
        route,
    )


def unreadable(response: HttpResponse) -> str:
    """What is wrong with an answer to a request that no form of the site sends, or an empty text."""
    if response.status_code >= 500:
        return str(response.status_code)
    if response.status_code < 400 or response.status_code == 405:
        return ""
    if not response["Content-Type"].startswith("text/html"):
        return ""
    source = response.content.decode()
    return "" if re.search(r'<html\s+lang="(de|en)"', source) and "<h1" in source else "not a page"


@pytest.fixture
def visitors() -> list[Client]:
    """Somebody who is not known, a pupil and a teacher."""
    classroom = make_class(pupils=1)
    there = [Client(), pupil_client(classroom.pupils.get()), teacher_client(owner_of(classroom))]
    for client in there:
        client.raise_request_exception = False
    return there


COOKIES = {
    "learner": ["x", "x" * 7000, "a:b:c", "1:1tabc:" + "A" * 43, "\u00ff\u00fe"],
    "sessionid": ["x" * 7000, "..", "0" * 32],
    "csrftoken": ["x", "x" * 7000, "0" * 32],
    "display": ["x" * 7000, "{", "dark:dark:dark"],
    "language": ["xx", "x" * 7000],
}
"""Values that no answer of the site has set."""
HEADERS = {
    "accept-language": [
        "x" * 9000,
        "de" + ",de;q=0.1" * 2000,
        "de;q=nan",
        "de;q=1e999",
        "*;q=-1",
        "-_-",
        "\u00ff",
    ],
    "hx-request": ["true", "nonsense"],
    "hx-current-url": ["http://[", "\u00ff", "x" * 9000, "//"],
    "referer": ["http://[", "\u00ff", "javascript:1"],
    "if-modified-since": ["yesterday", "Mon, 99 Foo 99999999 99:99:99 GMT"],
    "if-none-match": ['W/"', "x" * 9000],
    "x-forwarded-for": ["\u00ff", "1" * 9000, ",,,"],
    "x-forwarded-proto": ["gopher"],
    "range": ["bytes=-", "bytes=99999999999999999999-"],
    "content-length": ["x"],
    "content-type": ["multipart/form-data", "x/y; charset=klingon", "multipart/form-data; boundary=\u00ff"],
}
PAGES = ("/", "/en/course/", "/de/class/")


def test_damaged_cookies_are_no_cookies() -> None:
    found = set()
    for name, values in COOKIES.items():
        for value in values:
            client = Client(raise_request_exception=False)
            for page in PAGES:
                client.cookies.clear()
                client.cookies[name] = value
                found.add((name, value[:20], page, unreadable(client.get(page, follow=True))))
    assert [one for one in sorted(found) if one[3]] == []


def test_damaged_headers_change_no_page_into_an_error(visitors: list[Client]) -> None:
    found = set()
    for name, values in HEADERS.items():
        for value in values:
            for page in some(PAGES, 1):
                response = visitors[-1].get(page, headers={name: value}, follow=True)
                found.add((name, value[:20], page, unreadable(response)))
    assert [one for one in sorted(found) if one[3]] == []


def test_ten_thousand_parameters_get_a_page_that_says_so(visitors: list[Client]) -> None:
    many = "&".join(f"a{number}=b" for number in range(10_000))
    form = "application/x-www-form-urlencoded"
    for client in visitors:
        for page in PAGES:
            assert unreadable(client.get(f"{page.partition('?')[0]}?{many}")) == ""
        for page in ("/de/ask/", "/en/account/in/", "/en/class/join/", "/en/search/"):
            assert unreadable(client.post(page, many, content_type=form)) == ""


NASTY = ["a\0b", "x" * 100_000, "\u202e\U0001f0a1" * 500, "%"]
FORMS = {
    "/en/account/in/": ("username", "password", "next"),
    "/en/account/new/": ("username", "password", "password1", "password2", "next"),
    "/en/class/join/": ("letters", "words", "code"),
    "/en/settings/": ("language", "display", "next", "q", "p", "theme", "deck", "rules"),
    "/en/search/": ("q",),
    "/en/ask/": ("p", "n", "do", "hand", "pile", "own", "opp", "stock", "rules", "zone", "own_score"),
    "/en/ask/turn/": ("p", "n", "do", "card", "action", "target"),
    "/en/items/new/": ("p", "n", "action", "do", "goal_de", "goal_en"),
    "/en/class/": ("name", "aliases", "language", "until"),
    "/en/rules/": ("rules", "with"),
    "/en/puzzles/": ("rules", "theme", "n"),
}
"""Addresses that take a form, and names that one of its fields has."""


def test_damaged_fields_get_a_readable_page(visitors: list[Client]) -> None:
    found = set()
    for turn, client in enumerate(visitors[::2]):
        for page, fields in share(FORMS.items(), turn, of=2):
            for value in NASTY:
                data = dict.fromkeys(fields, value)
                short = {name: one[:900] for name, one in data.items()}
                found.add((page, "GET", value[:9], unreadable(client.get(page, short))))
                found.add((page, "POST", value[:9], unreadable(client.post(page, data))))
    assert [one for one in sorted(found) if one[3]] == []


@pytest.mark.parametrize("address", ["/de/class/a%00b/live/", "/de/search/?q=a%00b", "/de/search/?a%00b=q"])
def test_an_address_with_a_null_cannot_be_read(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 400
    assert "Diese Anfrage ist nicht lesbar" in response.content.decode()


@pytest.mark.parametrize("fields", [{"letters": "a\0b", "words": "x"}, {"letters": "a", "wo\0rds": "x"}])
@pytest.mark.parametrize("in_parts", [False, True])
def test_a_field_with_a_null_cannot_be_read(client: Client, fields: dict[str, str], in_parts: bool) -> None:
    """As browsers send forms, and as they send those with files."""
    if in_parts:
        response = client.post("/en/class/join/", fields)
    else:
        kind = "application/x-www-form-urlencoded"
        response = client.post("/en/class/join/", urlencode(fields), content_type=kind)
    assert response.status_code == 400
    assert "This request cannot be read" in response.content.decode()


def test_addresses_with_damaged_parts_get_a_readable_page(visitors: list[Client]) -> None:
    addresses = damaged(Classroom.objects.get().token)
    assert len(addresses) > 100
    found = set()
    for turn, (who, client) in enumerate(zip(("nobody", "teacher"), visitors[::2], strict=True)):
        for address in share(addresses, turn, of=4):
            found.add((who, address, "GET", unreadable(client.get(address))))
            found.add((who, address, "POST", unreadable(client.post(address, {"do": "\0"}))))
    assert [one for one in sorted(found) if one[3]] == []


def test_every_page_address_can_be_read(visitors: list[Client]) -> None:
    """By the switch of the language, a reload or a bookmark; only platforms send forms to addresses of no language."""
    token, teacher = Classroom.objects.get().token, visitors[-1]
    with override("de"):
        known = [route for route in dict.fromkeys(routes(get_resolver())) if route.startswith("/de/")]
    found = {route: teacher.get(plausible(route, token)).status_code for route in known}
    assert len(found) > 100
    assert [route for route, status in found.items() if status == 405] == []
