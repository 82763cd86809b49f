"""Few heavy questions at once: who finds no place is told so, in a page or in JSON."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import quote

import pytest
from django.test import Client

from tutor.site import heavy

POSITION = "classic | play | hand 5s 9c Kh Kd 2c | own 0 | pile 5h | stock 42"
QUESTION = {"position": POSITION, "actions": ["discard 5s"]}


@pytest.fixture
def all_taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """Every place is taken, and nobody waits for long."""
    monkeypatch.setattr(heavy, "LONG_WAIT", 0.01)
    with ExitStack() as taken:
        for _ in range(heavy.AT_ONCE):
            taken.enter_context(heavy.places.one())
        yield taken


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Wait a few seconds and try again"), ("de", "Warte einige Sekunden")],
)
def test_a_page_without_a_place_says_when_to_come_back(
    client: Client, all_taken: ExitStack, language: str, said: str
) -> None:
    address = f"/{language}/ask/turn/?p={quote(POSITION)}&action=discard+5s"
    answer = client.get(address)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert said in answer.content.decode()
    all_taken.close()
    assert client.get(address).status_code == 200


def test_a_program_without_a_place_gets_the_documented_json(client: Client, all_taken: ExitStack) -> None:
    answer = client.post("/api/judge", QUESTION, content_type="application/json")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer.json()["error"]["message"].startswith("Too many questions are being asked at the moment.")
    german = client.post(
        "/api/judge", QUESTION, content_type="application/json", headers={"Accept-Language": "de"}
    )
    assert german.json()["error"]["message"].startswith("Im Augenblick kommen zu viele Anfragen.")
    assert client.post("/api/rules", {"rules": "samba"}, content_type="application/json").status_code == 200
    all_taken.close()
    assert client.post("/api/judge", QUESTION, content_type="application/json").json()["legal"] is True


def test_who_waits_gets_the_place_that_becomes_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "LONG_WAIT", 60.0)
    answers: list[str] = []

    def ask() -> None:
        with heavy.places.one():
            answers.append("asked")

    with ExitStack() as taken:
        for _ in range(heavy.AT_ONCE):
            taken.enter_context(heavy.places.one())
        waiting = threading.Thread(target=ask)
        waiting.start()
        assert answers == []
    waiting.join()
    assert answers == ["asked"]


def test_places_are_given_back_after_an_error() -> None:
    for _ in range(heavy.AT_ONCE + 1):
        with pytest.raises(ZeroDivisionError), heavy.places.one():
            _ = 1 // 0
