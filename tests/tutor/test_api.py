"""The four questions over HTTP: the same answers as on the command line, and a description of them that holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from engine.__main__ import answer
from tutor.api import forms

POSITION = (
    "classic | draw | hand 4c 4d 9d Kd 2c | own 620: Q=Qc Qd Qs Qh | opp 480 | pile 5h 2d Kh | stock 42"
)
SAMBA = "samba | draw | hand 5c 6d 4c Kd Kc | own 300: 5h-7h=5h 6h 7h | pile Qc 8h | stock 60"
QUESTIONS = [
    ("judge", {"position": POSITION, "actions": ["take Kd 2c"]}, forms.VerdictForm),
    ("judge", {"position": SAMBA, "actions": ["take onto 5h-7h", "discard Qc"]}, forms.VerdictForm),
    (
        "judge",
        {"position": {"rules": "classic", "hand": "5c 9d"}, "actions": ["discard 5c"]},
        forms.VerdictForm,
    ),
    (
        "score",
        {"rules": "samba", "side": {"melds": ["5h 6h 7h 8h 9h Th Jh"], "hands": ["Kc"]}},
        forms.SheetForm,
    ),
    ("score", {"rules": "classic", "sides": [{"melds": ["Kc Kd Kh"]}, {"hands": ["4c"]}]}, forms.GameForm),
    ("actions", {"position": POSITION}, forms.ActionsForm),
    ("actions", {"position": POSITION.replace("620: Q=Qc Qd Qs Qh", "0"), "turns": True}, forms.TurnsForm),
    ("rules", {"rules": "global-trade"}, forms.RulesForm),
]
UNREADABLE = [
    ("judge", "{", "request", "line"),
    ("judge", json.dumps({"actions": []}), "request", "position"),
    ("judge", json.dumps({"position": POSITION, "actions": ["take Kx"]}), "notation", "actions[0]"),
    ("judge", json.dumps({"position": "classic | hnd Kh", "actions": []}), "notation", "position"),
    ("score", json.dumps({"rules": "chess", "side": {}}), "position", "rules"),
    ("score", json.dumps({"rules": "classic"}), "position", "side"),
    ("score", json.dumps({"rules": "classic", "side": {}, "sides": [{}]}), "position", "side"),
    ("actions", json.dumps({"position": {"rules": "classic", "own": False}}), "position", "own"),
    ("rules", json.dumps([1]), "request", "line"),
    ("rules", json.dumps({"rules": "classic", "version": True}), "position", "rules"),
    ("rules", json.dumps({"rules": {"base": "classic", "changes": 0}}), "position", "rules.changes"),
    ("rules", '{"rules": "classic", "version": NaN}', "request", "line"),
    ("rules", '{"rules": "classic", "version": 1e999}', "position", "rules"),
    ("rules", '{"rules": "classic", "version": ' + "9" * 5000 + "}", "request", "line"),
    ("rules", '{"rules": "\\ud800"}', "request", "line"),
    ("rules", b'{"rules": "\xff"}', "request", "line"),
    ("rules", "[" * 30_000, "request", "line"),
    ("rules", "", "request", "line"),
]
"""Bodies that have not the form of a question."""
IMPOSSIBLE = [
    ("judge", json.dumps({"position": POSITION, "actions": ["discard 5d"]}), "request", "actions[0]"),
    ("judge", json.dumps({"position": "classic | hand +1 | hand", "actions": []}), "notation", "hand"),
    ("score", json.dumps({"rules": "classic", "side": {"hands": ["9h " * 9]}}), "position", "side.hands"),
    ("score", json.dumps({"rules": "classic", "sides": [{}, {}, {}]}), "position", "sides"),
    (
        "judge",
        json.dumps({"position": "classic | draw | opp 0 | opp 0", "actions": []}),
        "position",
        "opponents",
    ),
    ("actions", json.dumps({"position": "classic | draw | hand Kh Kh Kh"}), "position", "hand"),
    ("rules", json.dumps({"rules": "classic", "version": 0}), "position", "rules"),
    ("rules", json.dumps({"rules": {"base": "samba", "changes": {"packs": 1}}}), "position", "rules"),
]
"""Questions of the right form about what cannot be."""


def post(client: Client, command: str, body: str, **headers: str) -> Any:
    return client.post(f"/api/{command}", body, content_type="application/json", headers=headers)


@pytest.mark.parametrize(("command", "question", "form"), QUESTIONS)
def test_a_question_is_answered_as_on_the_command_line(client, command, question, form):
    response = post(client, command, json.dumps(question))
    assert response.status_code == 200
    assert response.json() == answer(command, json.dumps(question))
    assert set(form.model_validate(response.json()).model_dump(exclude_unset=True)) == set(response.json())
    assert not response.cookies


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing(client):
    response = post(client, "rules", '{"rules": "classic", "version": 1.0}')
    assert (response.status_code, response.json()["parameters"]["packs"]) == (200, 2)


@pytest.mark.parametrize(
    ("command", "body", "kind", "where", "status"),
    [*((*one, 400) for one in UNREADABLE), *((*one, 422) for one in IMPOSSIBLE)],
)
def test_bad_input_names_the_place_in_both_languages(client, command, body, kind, where, status):
    english = post(client, command, body, accept_language="en")
    german = post(client, command, body, accept_language="de")
    for response in (english, german):
        assert response.status_code == status
        assert (response.json()["error"]["kind"], response.json()["error"]["where"]) == (kind, where)
    assert english.json() == answer(command, body)
    assert german.json()["error"]["message"] != english.json()["error"]["message"]


@pytest.mark.parametrize("size", [70_000, 2_600_000])
def test_a_body_that_is_too_large_is_refused(client, size):
    response = post(client, "judge", json.dumps({"position": "x" * size, "actions": []}))
    assert (response.status_code, response.json()["error"]["where"]) == (413, "body")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options", "trace"])
def test_a_question_takes_nothing_but_a_post(client, method):
    ask = getattr(client, method)
    english = ask("/api/judge", headers={"accept-language": "en"})
    german = ask("/api/judge", headers={"accept-language": "de"})
    for response in (english, german):
        assert (response.status_code, response["Allow"]) == (405, "POST")
    assert english.json()["error"]["message"] == "A question is asked with POST."
    assert german.json()["error"]["message"] == "Eine Frage wird mit POST gestellt."
    assert client.head("/api/judge").content == b""


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options", "trace"])
def test_the_description_and_the_health_are_only_read(method):
    strict = Client(enforce_csrf_checks=True)
    ask = getattr(strict, method)
    english = ask("/api/openapi.json", headers={"accept-language": "en"})
    german = ask("/api/openapi.json", headers={"accept-language": "de"})
    health = ask("/healthz")
    for response in (english, german, health):
        assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert forms.ProblemForm.model_validate(english.json()).error.where == "/api/openapi.json"
    assert english.json()["error"]["message"] == "The description can only be read, with GET."
    assert german.json()["error"]["message"] == "Die Beschreibung kann nur gelesen werden, mit GET."
    assert health.content == b""
    assert strict.head("/api/openapi.json").content == b""


def test_an_unknown_question_is_not_found():
    client = Client(enforce_csrf_checks=True)
    for address in ("play", ""):
        unknown = post(client, address, "{}", accept_language="en")
        assert (unknown.status_code, unknown.json()["error"]["message"]) == (
            404,
            "There is no such question.",
        )
    below = post(client, "judge/%FF", "{}", accept_language="de")
    assert (below.status_code, below.json()["error"]["message"]) == (404, "Diese Frage gibt es nicht.")


def test_what_django_refuses_is_told_as_json_below_the_api_alone(client):
    response = client.post("/api/rules", "{}", content_type="application/json", headers={"host": "elsewhere"})
    assert (response.status_code, response.json()["error"]["kind"]) == (400, "request")
    page = client.get("/de/", headers={"host": "elsewhere"})
    assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_an_error_of_our_own_is_told_as_json(client, monkeypatch):
    def fail(command, body):
        raise RuntimeError(command)

    monkeypatch.setattr("tutor.api.routes.ask", fail)
    client.raise_request_exception = False
    response = post(client, "rules", "{}", accept_language="en")
    assert response.status_code == 500
    assert response.json()["error"]["message"] == "Something went wrong on our side."


def test_the_description_names_every_question_with_its_forms(client):
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {"/api/judge", "/api/score", "/api/actions", "/api/rules"}
    for path in described["paths"].values():
        body = path["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert all(one["required"] for one in body.get("anyOf", [body]))
        assert {"200", "400", "405", "413", "422"} <= set(path["post"]["responses"])
    text = json.dumps(described)
    assert "bonus of a mixed canasta (points), rule 8.3" in text
    assert "http://" not in text
    assert "https://" not in text


def test_headers_of_the_site_are_on_the_answers(client):
    response = post(client, "rules", json.dumps({"rules": "classic"}))
    assert response["Content-Type"] == "application/json"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src" in response["Content-Security-Policy"]
