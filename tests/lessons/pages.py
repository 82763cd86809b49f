"""Pages as a learner reads them: a client that posts what the form on the last page holds."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import Client

from tests.markup import flat, tags
from tutor.learning.learner import LearnerMiddleware, remember_learner
from tutor.learning.models import Learner as LearnerRow


@dataclass(slots=True)
class _Form:
    """The fields that a browser would send with the form ``answer``, and the buttons it shows."""

    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    action: str = ""


def _form(source: str) -> _Form:
    form, inside = _Form(), False
    for tag, values in tags(source, "form", "button", "input"):
        belongs = inside or values.get("form") == "answer"
        name = values.get("name", "")
        if tag in ("form", "/form"):
            inside = values.get("id") == "answer"
            form.action = values["action"] if inside else form.action
        elif tag == "button" and belongs and name == "do":
            form.buttons.append(values["value"])
        elif tag == "input" and belongs and name and is_sent(values):
            form.fields.append((name, values.get("value", "")))
    return form


def is_sent(values: Mapping[str, str]) -> bool:
    return values.get("type") not in ("checkbox", "radio") or "checked" in values


def be(client: Client, learner: LearnerRow) -> None:
    """Let this browser be that of this learner, by the cookie that the site gives whom it remembers."""
    request = HttpRequest()
    remember_learner(request, learner)
    client.cookies.update(LearnerMiddleware(lambda _: HttpResponse())(request).cookies)


NO_SUCH_PAGE = {"de": "Diese Seite gibt es nicht", "en": "There is no such page"}


def is_not_found(response: HttpResponse, language: str = "en") -> bool:
    """Whether somebody reads that there is nothing at this address."""
    return response.status_code == 404 and f"<h1>{NO_SUCH_PAGE[language]}</h1>" in response.content.decode()


class Page:
    """One answer of the server."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response
        self.status = response.status_code
        self.source = flat(response.content.decode())
        form = _form(self.source)
        self.fields, self.buttons, self.action = form.fields, form.buttons, form.action

    def values(self, name: str) -> list[str]:
        """What the form sends under this name."""
        return [value for field, value in self.fields if field == name]

    @property
    def text(self) -> str:
        return _plain(self.source)

    def part(self, start: str, end: str) -> str:
        """The text of the part of the page between two marks, empty where it is not there."""
        match = re.search(f"{start}.*?{end}", self.source, re.DOTALL)
        return _plain(match[0]) if match else ""

    @property
    def verdict(self) -> str:
        return self.part('<section class="verdict', "</section>")

    @property
    def finish(self) -> str:
        """The buttons at the end of the form: Next where there is one, Check, and what the place has of its own."""
        return self.part('<div class="buttons finish">', "</div>")

    @property
    def problem(self) -> str:
        return self.part('id="problem"', "</p>").partition(">")[2].strip()

    @property
    def hints(self) -> list[str]:
        return [_plain(hint) for hint in re.findall(r'<li id="hint-\d+".*?</li>', self.source, re.DOTALL)]

    @property
    def tray(self) -> list[str]:
        return [_plain(one) for one in re.findall(r'<span class="what">(.*?)</span>', self.source, re.DOTALL)]

    @property
    def hand(self) -> list[str]:
        """Notation of the cards that can be ticked."""
        return [value.partition("#")[0] for value in re.findall(r'name="card" value="([^"]+)"', self.source)]


class Learner:
    """A browser without scripts, or with htmx: it sends the whole form, changed as the test says."""

    def __init__(self, *, htmx: bool = False, client: Client | None = None) -> None:
        self.client = client or Client()
        self.htmx = htmx
        self.page = Page(HttpResponse())
        self.sent_to = ""  # where the answer to the last form has sent the browser

    def open(self, path: str, **headers: str) -> Page:
        self.page = Page(self.client.get(path, headers=headers or None))
        return self.page

    def press(
        self, do: str, *, on: Page | None = None, without: tuple[str, ...] = (), **changed: Any
    ) -> Page:
        """Press the button with this value, after filling in ``changed`` fields (a list for several values)."""
        page = on or self.page
        names = {
            name.replace("_", "-") if name.startswith("row_") else name: value
            for name, value in changed.items()
        }
        data: dict[str, list[str]] = {}
        for name, value in page.fields:
            if name not in names and name not in without:
                data.setdefault(name, []).append(value)
        for name, value in names.items():
            data[name] = value if isinstance(value, list) else [value]
        data["do"] = [do]
        headers = {"hx-request": "true"} if self.htmx else None
        response = self.client.post(page.action, data, headers=headers)
        located = json.loads(response.get("HX-Location", "{}")).get("path")
        self.sent_to = response.get("Location") or response.get("HX-Redirect") or located or ""
        self.page = Page(self.client.get(self.sent_to) if self.sent_to else response)
        return self.page


def _plain(source: str) -> str:
    text = re.sub(r"<(svg|script|style)\b.*?</\1>", " ", source, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
