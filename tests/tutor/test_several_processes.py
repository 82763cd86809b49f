"""Two processes of the server on one database, and a class that answers at once: nothing is lost or counted twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookiejar import CookieJar
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest
from django.http import HttpResponse

from lessons.content.reading import library
from tests.lessons.pages import Learner, Page
from tests.running import asking, prepared_site, serving
from tests.samples import sample
from tutor.site.throttling import FREE

pytestmark = pytest.mark.usefixtures("site")
LEARNERS = sample(8, 20)
ANSWERS = 5  # of each learner
DOUBLE = {0: 0, 1: 3}  # which answer of which learner is sent to both processes at the same moment
PRESSES = 8
STAND = """
from tutor.learning.models import Attempt, Learner, Skill
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
    """Two processes with one folder and one database, and what runs code beside them."""

    addresses: tuple[str, str]
    ask: Callable[[str], str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("processes")
    with (
        prepared_site(folder) as database,
        serving(folder, **database) as one,
        serving(folder, **database) as two,
        asking(folder, **database) as ask,
    ):
        yield Server((one.address, two.address), ask)


def at_once(jobs: list[Any]) -> list[Any]:
    """Results of functions that begin at the same moment."""
    start = Barrier(len(jobs))

    def begin(job: Any) -> Any:
        start.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [done.result() for done in [threads.submit(begin, job) for job in jobs]]


PATH = next(
    f"/en/course/{item.group}/{item.name}/"
    for item in library().items.values()
    if item.kind == "number" and not item.is_puzzle
)


def pressing(client: Visitor, page: Page, answer: int) -> Callable[[], Page]:
    return lambda: Learner(client=client).press("check", on=page, number=str(9000 + answer))


def stand(site: Server) -> list[int]:
    """How many learners there are, how many answers, and how often rules were rated."""
    return [int(number) for number in site.ask(STAND).split()]


def test_class_that_answers_at_once_loses_nothing(site: Server) -> None:
    def learn(number: int) -> tuple[CookieJar, list[int]]:
        cookies, statuses = CookieJar(), []
        here, there = (Visitor(address, cookies) for address in site.addresses[:: -1 if number % 2 else 1])
        for answer in range(ANSWERS):
            page = Learner(client=here).open(PATH)
            assert page.status == 200
            clients = [here, there] if DOUBLE.get(number) == answer else [here]
            statuses += [
                one.status for one in at_once([pressing(client, page, answer) for client in clients])
            ]
            here, there = there, here
        return cookies, statuses

    before = stand(site)
    done = at_once([lambda number=number: learn(number) for number in range(LEARNERS)])
    assert [status for _, statuses in done for status in statuses] == [200] * (
        LEARNERS * ANSWERS + len(DOUBLE)
    )
    for number, (cookies, _) in enumerate(done):
        kept = json.loads(Visitor(site.addresses[number % 2], cookies).get("/en/account/export/").content)
        answers = [attempt["answer"]["number"] for attempt in kept["attempts"]]
        assert sorted(answers) == [str(9000 + answer) for answer in range(ANSWERS)]
    # The third miss of each learner rates the rule once.
    assert more(stand(site), before) == [LEARNERS, LEARNERS * ANSWERS, LEARNERS]


def test_form_pressed_many_times_at_the_same_moment_counts_once(site: Server) -> None:
    """Of new visitors, whose presses come without a cookie, and again at the miss that rates the rule."""
    before = stand(site)
    newcomers = sample(2, 4)
    for _ in range(newcomers):
        cookies = CookieJar()
        for answer in range(3):
            page = Learner(client=Visitor(site.addresses[0], cookies)).open(PATH)
            # Each press as the browser was before the first answer came.
            clients = [Visitor(site.addresses[press % 2], copied(cookies)) for press in range(PRESSES)]
            pressed = at_once([pressing(client, page, answer) for client in clients])
            assert [one.status for one in pressed] == [200] * PRESSES
            cookies = clients[-1].cookies
    assert more(stand(site), before) == [newcomers, newcomers * 3, newcomers]


def copied(cookies: CookieJar) -> CookieJar:
    copy = CookieJar()
    for cookie in cookies:
        copy.set_cookie(cookie)
    return copy


def more(now: list[int], before: list[int]) -> list[int]:
    return [one - other for one, other in zip(now, before, strict=True)]


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
    said = at_once(guesses)
    assert sum(one.startswith("422") for one in said) == FREE
    assert sum(one.startswith("429") and "Too many wrong passwords" in one for one in said) == 10 - FREE
    for address in site.addresses:
        assert "Too many wrong passwords" in sign_in(address, password)
