"""Somebody at the table of the editor, with the eyes of a reader and the hands of a form."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from tests.markup import flat
from tutor.learning.models import User

TABLE = "classic | draw | hand 5s 9c Kd 2c 4h | own 620: Q=Qc Qd Qs | opp 480: ; | pile 5h 2d Kh | stock 42"


class Editor:
    """A visit to the editor. Forms are sent as a browser would send them, without scripts."""

    def __init__(self, language: str, *, path: str = "", status: int = 200, **query: str | list[str]) -> None:
        self.client = Client()
        self.path = path or f"/{language}/ask/"
        self.typed: dict[str, str] = {}
        self._open(f"{self.path}?{urlencode(query, doseq=True)}" if query else self.path, status)

    def _open(self, url: str, status: int) -> None:
        response = self.client.get(url, follow=True)
        assert response.status_code == status, response.content.decode()[:2000]
        self.source = flat(response.content.decode())
        self.url = response.redirect_chain[-1][0] if response.redirect_chain else url
        self.path = urlsplit(self.url).path

    def go(self, url: str) -> Self:
        """Follow a link of the page."""
        self._open(url, 200)
        return self

    @property
    def query(self) -> dict[str, list[str]]:
        """What the address carries."""
        return parse_qs(urlsplit(self.url).query)

    @property
    def text(self) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.source)).split())

    @property
    def verdict(self) -> str:
        found = re.search(r'<section class="verdict[^>]*>(.*?)</section>', self.source, re.DOTALL)
        assert found is not None
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())

    def fields(self, name: str) -> list[str]:
        """The values of all inputs with this name."""
        inputs = re.findall(r"<input[^>]*>", self.source)
        return [
            unescape(value[1])
            for one in inputs
            if f' name="{name}"' in one and (value := re.search(r' value="([^"]*)"', one))
        ]

    def fill(self, **typed: str) -> Self:
        """Type into fields."""
        self.typed |= typed
        return self

    choose = fill

    def press(self, do: str, *, status: int = 200, **ticked: Any) -> Self:
        """Send the form by the button with this value."""
        form = {
            **{key: values for key, values in self.query.items() if key != "do"},
            **({"v": "2"} if 'name="v" value="2"' in self.source else {}),
            **self.typed,
            **ticked,
            "do": do,
        }
        self._open(f"{self.path}?{urlencode(form, doseq=True)}", status)
        self.typed = {}
        return self


def signed_in(name: str) -> Client:
    """A browser in which somebody with an account is signed in."""
    client = Client()
    client.force_login(User.objects.create_user(username=name, password="long enough 1"))
    return client
