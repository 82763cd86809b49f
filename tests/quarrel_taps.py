"""How many taps, or seconds of typing, a quarrel takes on its pages: ``python -m tests.quarrel_taps``.

Begins where everybody is who opens “At the table”, and goes along the links of the pages as they are. By taps: the
list of quarrels, the quarrel, and a choice for each thing that is asked. By typing: the field, the words, the button,
and the choices. On a phone people type 36 words of five letters a minute (Palin and others, 2019), so a letter takes a
third of a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Final
from urllib.parse import urlencode

MOST_TAPS: Final = 8
MOST_SECONDS: Final = 10.0
LETTERS_A_SECOND: Final = 36 * 5 / 60
LANGUAGES: Final = ("de", "en")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One of the ledger's quarrels: who asked, the quarrel, their words, and what was the case."""

    who: str
    slug: str
    words: Mapping[str, str]
    case: Mapping[str, str]


FIVE: Final = (
    Asked(
        who="Agnes", slug="second-joker-to-go-out", case={"wilds": "one", "canastas": "no"},
        words={"de": "zweiter joker ans canasta", "en": "second joker on the canasta"},
    ),
    Asked(
        who="Carola", slug="canasta-bonus-to-open", case={"besides": "nothing"},
        words={"de": "zählt canasta zum rauskommen", "en": "does a canasta count to open"},
    ),
    Asked(
        who="Ursula", slug="three-wild-cards-left", case={"how": "tens", "canasta": "one"},
        words={"de": "zwei zweien und joker übrig", "en": "two twos and a joker left"},
    ),
    Asked(
        who="Claudia", slug="wild-card-in-the-pile", case={"lies": "below", "with": "wild"},
        words={"de": "sperrt ein joker alle", "en": "joker blocks everybody"},
    ),
    Asked(
        who="Ingo", slug="pile-for-our-canasta", case={"with": "none", "frozen": "no"},
        words={"de": "passt ans canasta", "en": "fits our canasta"},
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to an answer: how many taps, how many seconds of typing, and the page where it stands."""

    taps: int
    seconds: float
    page: str

    @property
    def is_short(self) -> bool:
        return self.taps <= MOST_TAPS and self.seconds <= MOST_SECONDS


class Visitor:
    """Somebody with a phone who sees only the pages."""

    def __init__(self, language: str) -> None:
        from django.test import Client

        self.client, self.language = Client(), language

    def by_taps(self, asked: Asked) -> Way:
        """From the list of quarrels."""
        hub = self._open(f"/{self.language}/table/")
        everything = self._open(_link(hub, f"/{self.language}/quarrel/"))
        page = self._open(_link(everything, f"/{self.language}/quarrel/{asked.slug}/"))
        return self._choosing(page, asked, taps=2, seconds=0.0)

    def by_typing(self, asked: Asked) -> Way:
        """From the field: a tap into it, the words, a tap on its button."""
        hub = self._open(f"/{self.language}/table/")
        assert 'name="q"' in hub, "there is no field"
        words = asked.words[self.language]
        page = self._open(f"/{self.language}/quarrel/?{urlencode({'q': words})}")
        assert f"/quarrel/{asked.slug}/" in page, f"“{words}” does not lead to {asked.slug}"
        return self._choosing(page, asked, taps=2, seconds=len(words) / LETTERS_A_SECOND)

    def _choosing(self, page: str, asked: Asked, *, taps: int, seconds: float) -> Way:
        """Tap what is asked, in the order of the page, until the verdict stands there."""
        while 'id="verdict"' not in page:
            first = re.search(r'id="decide-([a-z-]+)"', page)
            assert first, f"{asked.slug}: neither an answer nor a question"
            name = first[1]
            here = page[first.end() :].partition("</section>")[0]
            wanted = re.compile(rf"[?&]{name}={asked.case[name]}(?=&|#|$)")
            page = self._open(next(url for url in _links(here) if wanted.search(url)))
            taps += 1
        return Way(taps=taps, seconds=seconds, page=page)

    def _open(self, url: str) -> str:
        response = self.client.get(url)
        assert response.status_code == 200, url
        return str(response.content.decode())


def _links(page: str) -> Iterator[str]:
    return (unescape(url) for url in re.findall(r'href="([^"]+)"', page))


def _link(page: str, url: str) -> str:
    return next(one for one in _links(page) if one == url)


def main() -> None:
    for language in LANGUAGES:
        visitor = Visitor(language)
        for asked in FIVE:
            taps, typing = visitor.by_taps(asked), visitor.by_typing(asked)
            print(
                f"{language} {asked.who:8} {taps.taps} taps from the list (at most {MOST_TAPS}); typed: "
                f"{typing.seconds:4.1f} s (at most {MOST_SECONDS:g}) and {typing.taps} taps"
            )


if __name__ == "__main__":
    from tests import own_database

    own_database.begin()
    main()
