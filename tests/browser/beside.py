"""What a test needs to be there but does not look at, made over HTTP: no browser draws these pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import APIRequestContext, APIResponse

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class MadeClass:
    """A class of somebody who has just made it."""

    home: str
    """Its address, without the host."""
    codes: list[tuple[str, str]]
    """The letters and words of its slips."""


def made_class(http: APIRequestContext, address: str, language: str, *, pupils: int = 1) -> MadeClass:
    """A class whose teacher signs in by a personal link. A browser whose requests these are is signed in then."""
    classes = f"{address}/{language}/class/"
    sent(http, f"{address}/{language}/account/", to=f"{address}/{language}/account/link/")
    new = sent(http, classes, name="7b", language=language, who="aliases", aliases=str(pupils))
    home = new.url.partition("?")[0]
    slips = http.get(f"{home}slips/").text()
    found = re.findall(r"<b>([^<]+)</b><br>\s*<b>([^<]+)</b>", slips)
    assert len(found) == pupils
    return MadeClass(home.removeprefix(address), found)


def sent(http: APIRequestContext, page: str, *, to: str = "", **fields: str) -> APIResponse:
    """Send a form of this page, to another address where that is said; the page to which it leads."""
    token = TOKEN.search(http.get(page).text())
    assert token is not None, page
    answer = http.post(to or page, form={"csrfmiddlewaretoken": token[1], **fields})
    assert answer.ok, (page, answer.status)
    return answer


def link_on(page: APIResponse) -> str:
    """The link that the page shows to copy."""
    found = re.search(r'class="link-text">(?:<a href="[^"]+">)?([^<]+)<', page.text())
    assert found is not None, page.url
    return found[1]
