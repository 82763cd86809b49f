"""Every link of the site leads somewhere: pages, places on a page, what labels and descriptions point to."""

from __future__ import annotations

from collections import Counter, deque
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from django.utils.translation import override

from lessons.content.reading import library
from tests.samples import sample, share
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom.assigning import create_assignment

PAGES_OF_A_KIND = sample(1, 25)
VISITORS = (("en", "teacher"), ("de", "pupil"), ("de", "nobody"))
POINTERS = ("aria-labelledby", "aria-describedby", "aria-controls")


class Markup(HTMLParser):
    """What a page points to, and what can be pointed to on it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pointers: set[str] = set()
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids += [values["id"]] if "id" in values else []
        if tag == "a":
            self.links += [values["href"]] if "href" in values else []
        if tag == "label":
            self.pointers |= {values["for"]} if "for" in values else set()
        for name in POINTERS:
            self.pointers |= set(values.get(name, "").split())


def kind_of(path: str) -> str:
    """What the page of an address is for."""
    path = path.partition("?")[0]
    with override(path.split("/")[1] if path.startswith(("/de/", "/en/")) else None):
        return resolve(path).view_name


def crawl(client: Client, start: str) -> tuple[dict[str, Markup], list[str]]:
    """A few pages of each kind that can be reached from here, and what is wrong with them."""
    pages: dict[str, Markup] = {}
    wrong: list[str] = []
    of_a_kind: Counter[str] = Counter()
    met, waiting = {start}, deque([start])
    while waiting:
        path = waiting.popleft()
        response = client.get(path, follow=True)
        if response.status_code != 200:
            wrong.append(f"{path} answers {response.status_code}")
        elif "html" in response["Content-Type"]:
            page = pages[path] = Markup(response.content.decode())
            wrong += [f"{path} has {each} twice" for each, n in Counter(page.ids).items() if n > 1]
            wrong += [f"{path} points to {each}" for each in page.pointers - set(page.ids)]
            for link in page.links:
                to = link.partition("#")[0]
                if not to.startswith("/") or to in met:
                    continue
                met.add(to)
                kind = kind_of(to)
                of_a_kind[kind] += 1
                if of_a_kind[kind] <= PAGES_OF_A_KIND and to.startswith(start):
                    waiting.append(to)
    return pages, wrong


def visitor(who: str) -> Client:
    """Somebody unknown, or the teacher or a pupil of a class that has something to do."""
    if who == "nobody":
        return Client()
    classroom = make_class()
    slugs = list(library().items)[:3]
    create_assignment(classroom=classroom, kind="items", source={"items": slugs}, opens=timezone.now())
    return teacher_client(owner_of(classroom)) if who == "teacher" else pupil_client(classroom.pupils.first())


@pytest.mark.anywhere
@pytest.mark.django_db
@pytest.mark.parametrize(("language", "who"), share(VISITORS, 0, of=len(VISITORS)))
def test_every_link_leads_to_a_page_and_to_a_place_on_it(language: str, who: str) -> None:
    pages, wrong = crawl(visitor(who), f"/{language}/")
    assert wrong == []
    assert len(pages) > sample(30, 60)
    for path, page in pages.items():
        for link in page.links:
            to, _, place = link.partition("#")
            target = pages.get(to or path)
            if place and target is not None:
                assert place in target.ids, f"{path} leads to {link}"
