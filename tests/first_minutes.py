"""How long it takes from nothing to thirty pupils at work, without paper: ``python -m tests.first_minutes``.

Goes along the pages as they are, as a teacher at a laptop and as a pupil with a phone, and adds up what a keystroke-
level model says of each step (Card, Moran and Newell 1983): a key of the laptop takes 0.28 s, pointing 1.1 s, a click
0.2 s, the hand between mouse and keys 0.4 s, making up one's mind 1.35 s. On a phone people type 36 words of five
letters a minute (Palin and others 2019). Everything in the main part of a page is read once, up to what is pressed,
lists of names aside: by the teacher 238 words a minute (Brysbaert 2019), by pupils 150, as in the seventh grade
(Hasbrouck and Tindal 2017). Assumed is that a page takes a second to come, that the teacher speaks for ten seconds
before the pupils begin, does nothing else while they come in, and that the class has gone on when the slowest has,
who takes twice as long as the model says. The teacher takes an account without name and password; nobody scans the
code on the wall, which would be faster than typing it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from types import MappingProxyType
from typing import Final

from django.http import HttpResponse
from django.test import Client

KEY, POINT, CLICK, HOME, MIND = 0.28, 1.1, 0.2, 0.4, 1.35
LETTER_ON_PHONE: Final = 60 / (36 * 5)
WORDS_A_MINUTE, WORDS_A_MINUTE_OF_PUPILS = 238, 150
PAGE_COMES, SAYING, SLOWEST = 1.0, 10.0, 2.0
MOST_TO_COME_IN, MOST_TO_BE_AT_WORK = 120.0, 300.0
PUPILS: Final = 30
PLAN: Final = "first-lesson"
HOST = "canasta.example.org"
NEWS_COME = 5.0
"""A page of a pupil asks every five seconds."""
LANGUAGES: Final = ("de", "en")


@dataclass
class Person:
    """Somebody at pages: ``seconds`` are those that the model says, ``acts`` counts what was pressed or filled in."""

    language: str
    on_phone: bool = False
    seconds: float = 0.0
    acts: int = 0
    client: Client = field(default_factory=Client)
    page: str = ""
    url: str = ""

    def types_address(self, address: str, leads_to: str) -> None:
        """Open an address that is typed; where it leads to."""
        self._types(address)
        self._shows(self.client.get(leads_to, follow=True, headers={"Accept-Language": self.language}))

    def follows(self, ends: str) -> None:
        """Read up to the link whose address ends so, and press it."""
        for found in re.finditer(r'<a\b[^>]*\bhref="([^"]+)"', self.page):
            url = unescape(found[1])
            if url.partition("#")[0].endswith(ends):
                self._reads_and_presses(found.start())
                self._shows(self.client.get(url, follow=True))
                return
        raise AssertionError(f"no link to …{ends} on {self.url}")

    def presses(
        self, button: str, value: str = "", *, to: str = "", typed: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Fill in fields and press the button with this name and value; without a name the one of the form ``to``."""
        at, form = self._form_with(button, value, to)
        for one in typed:
            assert re.search(rf'\bname="{one}"', form), f"no field “{one}” on {self.url}"
        self._reads_and_presses(at)
        for text in typed.values():
            self._types(text)
        action = re.search(r'\baction="([^"]+)"', form.partition(">")[0])
        sent = _as_it_stands(form) | dict(typed) | ({button: value} if button else {})
        self._shows(self.client.post(unescape(action[1]) if action else self.url, sent, follow=True))

    def asks(self, name: str, text: str) -> None:
        """Fill in the field of a form that is sent with GET, and press its button."""
        found = re.search(rf'<form method="get" action="([^"]+)".*?name="{name}"', self.page, re.DOTALL)
        assert found is not None, f"no field “{name}” on {self.url}"
        self._reads_and_presses(found.end())
        self._types(text)
        self._shows(self.client.get(unescape(found[1]), {name: text}, follow=True))

    def looks_again(self) -> None:
        """At the same page, which asks by itself for what is new."""
        self.page = self.client.get(self.url).content.decode()

    def waits(self, seconds: float) -> None:
        self.seconds += seconds

    def _form_with(self, name: str, value: str, to: str) -> tuple[int, str]:
        for found in re.finditer(r"<form\b.*?</form>", self.page, re.DOTALL):
            wanted = rf'<button[^>]*\bname="{name}"[^>]*\bvalue="{value}"' if name else r"<button"
            button = re.search(wanted, found[0])
            if button and to in found[0].partition(">")[0]:  # such as a part of its address or its class
                return found.start() + button.start(), found[0]
        outside = re.search(
            rf'<button[^>]*\bform="(\w+)"[^>]*\bname="{name}"[^>]*\bvalue="{value}"', self.page
        )
        assert outside is not None, f"no button {name} {value} {to} on {self.url}"
        form = re.search(rf'<form\b[^>]*\bid="{outside[1]}".*?</form>', self.page, re.DOTALL)
        assert form is not None
        return outside.start(), form[0]

    def _reads_and_presses(self, at: int) -> None:
        main = self.page.find("<main")
        above = self.page[main:at] if 0 <= main < at else ""
        read = re.sub(r"<(ul|table|svg|select|script)\b.*?</\1>", " ", above, flags=re.DOTALL)
        words = len(re.sub(r"<[^>]*>", " ", read).split())
        self.seconds += 60 * words / (WORDS_A_MINUTE_OF_PUPILS if self.on_phone else WORDS_A_MINUTE)
        self.seconds += MIND + POINT + CLICK
        self.acts += 1

    def _types(self, text: str) -> None:
        self.seconds += MIND + POINT + CLICK
        self.seconds += len(text) * LETTER_ON_PHONE if self.on_phone else 2 * HOME + len(text) * KEY
        self.acts += 1

    def _shows(self, response: HttpResponse) -> None:
        assert response.status_code == 200, (self.url, response.status_code)
        self.seconds += PAGE_COMES
        self.page = response.content.decode()
        self.url = response.request["PATH_INFO"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """Seconds from the code on the wall to the last one in, and from nothing to all at work, with what was pressed."""

    coming_in: float
    at_work: float
    acts_of_teacher: int
    acts_of_pupil: int

    @property
    def are_few(self) -> bool:
        return self.coming_in <= MOST_TO_COME_IN and self.at_work <= MOST_TO_BE_AT_WORK


def first_minutes(language: str, *, count: int = PUPILS) -> Minutes:
    """From the start page to thirty pupils at an exercise; all that is pressed is there, and does what is needed."""
    teacher = Person(language)
    teacher.types_address(HOST, f"/{language}/")
    teacher.follows("/class/")
    teacher.follows(f"/account/?next=/{language}/class/")
    teacher.presses("", to="/account/link/")
    teacher.follows("/class/")
    teacher.presses("", to="classform", typed={"name": "7b"})
    home = teacher.url.partition("?")[0]
    teacher.follows("/lobby/")
    teacher.presses("do", "open")
    link, code = re.findall(r'class="lobby-(?:link|code)"[^>]*>(.*?)</p>', teacher.page)
    open_at, code = teacher.seconds, "".join(code.split())
    teacher.waits(SAYING)

    pupils = [_come_in(language, re.sub(r"<[^>]*>", "", link), code) for _ in range(count)]
    teacher.waits(SLOWEST * max(one.seconds for one in pupils))
    teacher.looks_again()
    teacher.presses("do", "all")
    coming_in = teacher.seconds - open_at
    assert not re.findall(r'name="in"', teacher.page)

    teacher.follows(home)
    teacher.follows("/plans/")
    teacher.follows(f"/plans/{PLAN}/")
    teacher.presses("put", "1")
    (part,) = re.findall(r'name="begin"\s+value="([\w-]+)"\s+class="primary"', teacher.page)
    teacher.presses("begin", part)
    before = max(one.seconds for one in pupils)
    for one in pupils:
        _begin(one, f"/{language}{home.removeprefix('/' + language)}my/")
    teacher.waits(NEWS_COME + SLOWEST * (max(one.seconds for one in pupils) - before))
    return Minutes(
        coming_in=coming_in,
        at_work=teacher.seconds,
        acts_of_teacher=teacher.acts,
        acts_of_pupil=pupils[0].acts,
    )


def _come_in(language: str, address: str, code: str) -> Person:
    """The address and the code from the wall are typed, and a name is tapped."""
    pupil = Person(language, on_phone=True)
    pupil.types_address(address.split("://")[-1], "/in/")
    pupil.asks("code", code)
    alias = re.findall(r'name="alias" value="([^"]+)"', pupil.page)[0]
    pupil.presses("alias", alias)
    return pupil


def _begin(pupil: Person, mine: str) -> None:
    """From the page of the class into the live round that is on."""
    response = pupil.client.get(pupil.url, follow=True)  # the page on which one waits goes on by itself
    assert response.request["PATH_INFO"] == mine, response.request["PATH_INFO"]
    pupil.page, pupil.url = response.content.decode(), mine
    pupil.follows("/live/")
    assert 'name="do"' in pupil.page, "there is no exercise"


def _as_it_stands(form: str) -> dict[str, str]:
    """What the form holds already."""
    held = {}
    for one in re.findall(r"<input[^>]*>", form):
        values = dict(re.findall(r'\b(name|value|type)="([^"]*)"', one))
        if "name" in values and (values.get("type") not in ("radio", "checkbox") or " checked" in one):
            held[values["name"]] = unescape(values.get("value", ""))
    for name, options in re.findall(r'<select[^>]*\bname="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)"\s+selected', options) or re.search(r'value="([^"]*)"', options)
        held[name] = chosen[1] if chosen else ""
    return held


def main() -> None:
    for language in LANGUAGES:
        took = first_minutes(language)
        print(
            f"{language}: thirty in {took.coming_in:.0f} s after the code stands on the wall (at most "
            f"{MOST_TO_COME_IN:.0f}), at work {took.at_work:.0f} s after nothing (at most {MOST_TO_BE_AT_WORK:.0f}); "
            f"the teacher pressed or filled in {took.acts_of_teacher} times, a pupil {took.acts_of_pupil} times"
        )


if __name__ == "__main__":
    from tests import own_database

    own_database.begin()
    main()
