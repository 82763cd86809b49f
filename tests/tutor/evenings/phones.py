"""Phones at a table: each has the pages of an evening open and sends what its forms hold."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client

from tests.lessons.pages import Page
from tutor.evenings.models import Evening

FOUR = ("Agnes", "Ursula", "Carola", "Ingo")


@dataclass
class Phone:
    """A browser without scripts; ``page`` is what it shows."""

    client: Client = field(default_factory=Client)
    language: str = "en"
    page: Page = field(default_factory=lambda: Page(HttpResponse()))

    def begin(self, names: Sequence[str] = FOUR, **chosen: str) -> Evening:
        fields = {f"name-{place}": name for place, name in enumerate(names)}
        response = self.client.post(f"/{self.language}/evenings/new/", {**fields, **chosen}, follow=True)
        self.page = Page(response)
        return Evening.objects.latest("id")

    @property
    def evening(self) -> Evening:
        return Evening.objects.latest("id")

    def url(self, evening: Evening, rest: str = "") -> str:
        return f"/{self.language}/evenings/{evening.entering}/{rest}"

    def open(self, evening: Evening, rest: str = "") -> Page:
        self.page = Page(self.client.get(self.url(evening, rest)))
        return self.page

    def post(self, evening: Evening, rest: str = "", **fields: object) -> Page:
        """Send these with what the form on the page holds; what it shows afterwards."""
        held = {name: value for name, value in self.page.fields if name in ("token", "deal", "sequence")}
        held["parent"] = self.page.values("parent")
        self.page = Page(self.client.post(self.url(evening, rest), {**held, **fields}, follow=True))
        return self.page

    def enter(
        self, evening: Evening, *points: int | str, do: str = "save", rest: str = "", **more: str
    ) -> Page:
        fields = {f"points-{side}": str(one) for side, one in enumerate(points)}
        return self.post(evening, rest, do=do, **fields, **more)

    def press(self, evening: Evening, do: str) -> Page:
        """Press the first button whose value begins so."""
        found = re.search(rf'name="do" value="({do}[^"]*)"', self.page.source)
        assert found, f"no button {do}"
        form = self.page.source[: found.start()].rpartition("<form")[2]
        parents = re.findall(r'name="parent" value="([^"]+)"', form)
        data = {"token": str(uuid.uuid4()), "parent": parents, "do": found[1]}
        self.page = Page(self.client.post(self.url(evening), data, follow=True))
        return self.page


def standing(page: Page) -> list[str]:
    """The totals as they stand at the head of the sheet, with what each side needs to open."""
    return [
        " ".join(re.sub(r"<[^>]+>", " ", one).split())
        for one in re.findall(r'id="standing-\d"[^>]*>(.*?)</p>', page.source, re.DOTALL)
    ]


def deals(page: Page) -> list[str]:
    """The rows of the table, the last deal first, as they can be read."""
    body = page.source.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.sub(r"<[^>]+>", " ", row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]
    return [" ".join(row.split()).replace(" ,", ",") for row in rows]
