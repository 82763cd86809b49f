"""Two processes of the server on one database, and a class that answers at once: nothing is lost or counted twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest
from django.http import HttpResponse

from lessons.content import library
from tests.lessons.pages import Learner, Page
from tests.running import manage, own_database, serving

pytestmark = pytest.mark.usefixtures("site")
LEARNERS = 20
ANSWERS = 5  # of each learner
DOUBLE = {0: 0, 1: 3}  # which answer of which learner is sent to both processes at the same moment
STAND = """
from lessons.models import Attempt, Learner, Skill
print(Learner.objects.count(), Attempt.objects.count(), sum(Skill.objects.values_list("reviews", flat=True)))
"""


class _Stay(HTTPRedirectHandler):
    """The pages follow redirects themselves."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Visitor:
    """A browser at one of the addresses, in the place of Django's test client. Cookies can be shared."""

    def __init__(self, address: str, cookies: CookieJar | None = None) -> None:
        self.address = address
        self.cookies = CookieJar() if cookies is None else cookies
        self._opener = build_opener(HTTPCookieProcessor(self.cookies), _Stay)

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
        return self._send(Request(self.address + path))

    def post(
        self, path: str, data: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> HttpResponse:
        return self._send(Request(self.address + path, data=urlencode(data, doseq=True).encode()))

    def _send(self, request: Request) -> HttpResponse:
        try:
            answer = self._opener.open(request, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            location = answer.headers.get("Location")
            response = HttpResponse(answer.read(), status=answer.status)
            if location:
                response["Location"] = location
            return response


@dataclass(frozen=True, slots=True)
class Server:
    """Two processes with one folder and one database."""

    addresses: tuple[str, str]
    folder: Path
    database: Mapping[str, str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("processes")
    with (
        own_database() as database,
        serving(folder, **database) as one,
        serving(folder, **database) as two,
    ):
        yield Server((one.address, two.address), folder, database)


def at_once(jobs: list[Any]) -> list[Any]:
    """Results of functions that begin at the same moment."""
    start = Barrier(len(jobs))

    def begin(job: Any) -> Any:
        start.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [done.result() for done in [threads.submit(begin, job) for job in jobs]]


def test_class_that_answers_at_once_loses_nothing(site: Server) -> None:
    item = next(one for one in library().items.values() if one.kind == "number" and not one.is_puzzle)
    path = f"/en/course/{item.group}/{item.name}/"

    def learn(number: int) -> tuple[CookieJar, list[int]]:
        cookies, statuses = CookieJar(), []
        here, there = (Visitor(address, cookies) for address in site.addresses[:: -1 if number % 2 else 1])
        for answer in range(ANSWERS):
            page = Learner(client=here).open(path)
            clients = [here, there] if DOUBLE.get(number) == answer else [here]
            statuses += [
                one.status for one in at_once([pressing(client, page, answer) for client in clients])
            ]
            here, there = there, here
        return cookies, statuses

    def pressing(client: Visitor, page: Page, answer: int) -> Any:
        return lambda: Learner(client=client).press("check", on=page, number=str(9000 + answer))

    done = at_once([lambda number=number: learn(number) for number in range(LEARNERS)])
    assert [status for _, statuses in done for status in statuses] == [200] * (
        LEARNERS * ANSWERS + len(DOUBLE)
    )
    for number, (cookies, _) in enumerate(done):
        kept = json.loads(Visitor(site.addresses[number % 2], cookies).get("/en/account/export/").content)
        answers = [attempt["answer"]["number"] for attempt in kept["attempts"]]
        assert sorted(answers) == [str(9000 + answer) for answer in range(ANSWERS)]
    counted = manage("shell", "--no-imports", "-c", STAND, var=site.folder, **site.database)
    # The third miss rates the rule once.
    assert counted.stdout.split() == [str(LEARNERS), str(LEARNERS * ANSWERS), str(LEARNERS)], counted.stderr


def test_wrong_passwords_count_together_in_all_processes(site: Server) -> None:
    account, password = "/en/account/", "neun-und-joker"

    def send(address: str, path: str, **fields: str) -> str:
        visitor = Visitor(address)
        page = visitor.get(account).content.decode()
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        answer = visitor.post(account + path, {"csrfmiddlewaretoken": token, **fields})
        return f"{answer.status_code} {answer.content.decode()}"

    def sign_in(address: str, tried: str) -> str:
        return send(address, "in/", username="Ada", password=tried)

    made = send(site.addresses[0], "new/", username="Ada", password1=password, password2=password)
    assert made.startswith("303")
    assert sign_in(site.addresses[1], password).startswith("303")
    guesses = [lambda address=address: sign_in(address, "wrong") for address in site.addresses * 5]
    assert all(said.startswith("422") for said in at_once(guesses))
    for address in site.addresses:
        assert "Too many wrong passwords" in sign_in(address, password)
