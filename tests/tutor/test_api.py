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
BAD = [
    ("judge", "{", "request", "line"),
    ("judge", json.dumps({"actions": []}), "request", "position"),
    ("judge", json.dumps({"position": POSITION, "actions": ["take Kx"]}), "notation", "actions[0]"),
    ("judge", json.dumps({"position": POSITION, "actions": ["discard 5d"]}), "request", "actions[0]"),
    ("score", json.dumps({"rules": "chess", "side": {}}), "position", "rules"),
    ("actions", json.dumps({"position": "classic | draw | hand Kh Kh Kh"}), "position", "hand"),
    ("rules", json.dumps([1]), "request", "line"),
]


def post(client: Client, command: str, body: str, **headers: str) -> Any:
    return client.post(f"/api/{command}", body, content_type="application/json", headers=headers)


@pytest.mark.parametrize(("command", "question", "form"), QUESTIONS)
def test_a_question_is_answered_as_on_the_command_line(client, command, question, form):
    response = post(client, command, json.dumps(question))
    assert response.status_code == 200
    assert response.json() == answer(command, json.dumps(question))
    assert set(form.model_validate(response.json()).model_dump()) == set(response.json())
    assert not response.cookies


@pytest.mark.parametrize(("command", "body", "kind", "where"), BAD)
def test_bad_input_names_the_place_in_both_languages(client, command, body, kind, where):
    english = post(client, command, body, accept_language="en")
    german = post(client, command, body, accept_language="de")
    for response in (english, german):
        assert response.status_code == 400
        assert (response.json()["error"]["kind"], response.json()["error"]["where"]) == (kind, where)
    assert english.json() == answer(command, body)
    assert german.json()["error"]["message"] != english.json()["error"]["message"]


def test_a_body_that_is_too_large_is_refused(client):
    response = post(client, "judge", json.dumps({"position": "x" * 70_000, "actions": []}))
    assert (response.status_code, response.json()["error"]["where"]) == (413, "body")


def test_a_question_takes_no_get_and_an_unknown_one_is_not_found(client):
    assert client.get("/api/judge").status_code == 405
    unknown = post(client, "play", "{}")
    assert (unknown.status_code, unknown.json()["error"]["kind"]) == (404, "request")


def test_the_description_names_every_question_with_its_forms(client):
    described = client.get("/api/openapi.json").json()
    assert set(described["paths"]) == {"/api/judge", "/api/score", "/api/actions", "/api/rules"}
    for path in described["paths"].values():
        body = path["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert body["properties"]
        assert {"200", "400", "413"} <= set(path["post"]["responses"])
    text = json.dumps(described)
    assert "http://" not in text
    assert "https://" not in text


def test_headers_of_the_site_are_on_the_answers(client):
    response = post(client, "rules", json.dumps({"rules": "classic"}))
    assert response["Content-Type"] == "application/json"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src" in response["Content-Security-Policy"]
