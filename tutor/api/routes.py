"""Four addresses, one for each question of the command line; nothing is stored and nobody is known."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language_from_request, override
from ninja import NinjaAPI, Schema

from engine.api import ask
from engine.law.errors import EngineError
from lessons.engine_errors import error_in_words
from tutor.api import forms

MOST_BYTES = 64 * 1024

api = NinjaAPI(
    title="Canasta Rule School: the rules engine",
    version="1",
    description=(
        "The four questions of the engine: judge actions, score a deal, list what can be done, tell the rules. "
        "Positions and actions are written as the project's NOTATION.md describes; nothing is stored."
    ),
    docs_url=None,
    urls_namespace="api",
)


def _question(form: type[Schema]) -> dict[str, Any]:
    """The description of the request's body; the engine reads it, so that its own errors name the place."""
    schema = form.model_json_schema()
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


PROBLEMS = {400: forms.ProblemForm, 413: forms.ProblemForm}


@api.post(
    "/judge", response={200: forms.VerdictForm, **PROBLEMS}, openapi_extra=_question(forms.JudgeQuestion)
)
def judge(request: HttpRequest) -> HttpResponse:
    """Judge a list of actions: legal or not, every rule that decides, and the smallest change that would mend it."""
    return _answer(request, "judge")


@api.post(
    "/score",
    response={200: forms.SheetForm | forms.GameForm, **PROBLEMS},
    openapi_extra=_question(forms.ScoreQuestion),
)
def score(request: HttpRequest) -> HttpResponse:
    """Score one side of a deal, or all sides with the winner."""
    return _answer(request, "score")


@api.post(
    "/actions",
    response={200: forms.ActionsForm | forms.TurnsForm, **PROBLEMS},
    openapi_extra=_question(forms.ActionsQuestion),
)
def actions(request: HttpRequest) -> HttpResponse:
    """List every legal next action, or with `turns` every way to take the pile and to open."""
    return _answer(request, "actions")


@api.post("/rules", response={200: forms.RulesForm, **PROBLEMS}, openapi_extra=_question(forms.RulesQuestion))
def rules(request: HttpRequest) -> HttpResponse:
    """Tell the parameters of a rule set and the value and standing of every rule."""
    return _answer(request, "rules")


def _answer(request: HttpRequest, command: str) -> HttpResponse:
    try:
        body = request.body
        if len(body) > MOST_BYTES:
            return _problem(
                request, EngineError("request", "body", "text-too-long", length=len(body)), status=413
            )
        return JsonResponse(ask(command, body.decode("utf-8", errors="replace")))
    except EngineError as error:
        return _problem(request, error, status=400)


def _problem(request: HttpRequest, error: EngineError, *, status: int) -> HttpResponse:
    found = error.to_json()
    if get_language_from_request(request) == "de":
        with override("de"):
            found["message"] = error_in_words(error)
    answer = JsonResponse({"error": found}, status=status)
    answer["Vary"] = "Accept-Language"
    return answer


def unknown(request: HttpRequest) -> HttpResponse:
    """An address below ``/api/`` that does not exist."""
    return JsonResponse(
        {"error": {"kind": "request", "where": request.path, "message": "there is no such question"}},
        status=404,
    )
