"""Four addresses, one for each question of the command line; nothing is stored and nobody is known."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils.translation import get_language_from_request, gettext, gettext_noop, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from pydantic import BaseModel

from engine.api import ask
from engine.law.errors import EngineError
from engine.notation.as_json import read_json
from lessons.saying.engine_errors import error_in_words
from tutor.api import forms
from tutor.site.heavy import RETRY_AFTER, Busy, places
from tutor.site.numbers import number_in

MOST_BYTES = 64 * 1024
PREFIX: Final = "/api/"
HEAVY: Final = frozenset({"judge", "actions"})
"""Questions for which the engine searches."""

api = NinjaAPI(
    title="Canasta Rule School: the rules engine",
    version="1",
    description=(
        "The four questions of the engine: judge actions, score a deal, list what can be done, tell the rules. "
        "Positions and actions are written as the project's NOTATION.md describes; nothing is stored. "
        "The body is read as JSON in UTF-8, whatever its content type says. 400: it is none, or has not the form that "
        "is described here. 422: it has, but there is no such thing, such as nine kings of hearts or a version 0."
    ),
    docs_url=None,
    openapi_url=None,  # the library's own view answers whatever method it is asked with
    urls_namespace="api",
)


def _question(form: type[BaseModel]) -> dict[str, Any]:
    """The description of the request's body; the engine reads it, so that its own errors name the place."""
    schema = form.model_json_schema()
    content = {"schema": _in_place(schema, schema.pop("$defs", {}))}
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def _in_place(schema: Any, parts: dict[str, Any]) -> Any:
    """The schema with its parts where they are used: it stands in a larger document, where their names lead nowhere."""
    if isinstance(schema, list):
        return [_in_place(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    own = {key: _in_place(value, parts) for key, value in schema.items() if key != "$ref"}
    if "$ref" not in schema:
        return own
    return {**_in_place(parts[schema["$ref"].rpartition("/")[2]], parts), **own}


PROBLEMS = dict.fromkeys((400, 405, 413, 422, 503), forms.ProblemForm)
QUESTIONS: Final[dict[str, type[BaseModel]]] = {
    "judge": forms.JudgeQuestion,
    "score": forms.ScoreQuestion,
    "actions": forms.ActionsQuestion,
    "rules": forms.RulesQuestion,
}


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


@csrf_exempt  # whoever asks wrongly is told how to ask, and not that a form was open for too long
@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description of the four questions."""
    return JsonResponse(api.get_openapi_schema())


def _answer(request: HttpRequest, command: str) -> HttpResponse:
    length = number_in(request.META.get("CONTENT_LENGTH") or "") or 0
    try:
        if length <= MOST_BYTES:
            length = len(request.body)
    except RequestDataTooBig:
        length = MOST_BYTES + 1
    if length > MOST_BYTES:
        return too_long(request, length)
    try:
        with places.one() if command in HEAVY else nullcontext():
            return JsonResponse(ask(command, request.body))
    except Busy:
        answer = _without_a_question(request, status=503)
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer
    except EngineError as error:
        status = 422 if _has_its_form(command, request.body) else 400
        return _problem(request, error, status=status)


def too_long(request: HttpRequest, length: int) -> JsonResponse:
    """The answer to a body of at least so many bytes."""
    return _problem(request, EngineError("request", "body", "text-too-long", length=length), status=413)


def _has_its_form(command: str, body: bytes) -> bool:
    """Whether a question that the engine refuses is one that the description allows."""
    try:
        QUESTIONS[command].model_validate(read_json(body))
    except ValueError:  # pydantic's is one of them
        return False
    return True


def _problem(request: HttpRequest, error: EngineError, *, status: int) -> JsonResponse:
    found = error.to_json()
    if get_language_from_request(request) == "de":
        with override("de"):
            found["message"] = error_in_words(error)
    return _told(found, status=status)


def _told(problem: dict[str, str], *, status: int) -> JsonResponse:
    answer = JsonResponse({"error": problem}, status=status)
    answer["Vary"] = "Accept-Language"
    return answer


WITHOUT_A_QUESTION: Final[dict[int, str]] = {
    400: gettext_noop("This request cannot be read."),
    404: gettext_noop("There is no such question."),
    405: gettext_noop("A question is asked with POST."),
    413: gettext_noop("This request is too large."),
    500: gettext_noop("Something went wrong on our side."),
    503: gettext_noop("Too many questions are being asked at the moment. Try again in a few seconds."),
}
"""What is said to a program where no question was read, by status; others are told as the nearest of these."""
ONLY_READ: Final = gettext_noop("The description can only be read, with GET.")
"""The same for what takes no question."""


@csrf_exempt  # as above
def unknown(request: HttpRequest) -> HttpResponse:
    """An address below ``/api/`` that does not exist."""
    return _without_a_question(request, status=404)


def _without_a_question(request: HttpRequest, *, status: int, sentence: str = "") -> JsonResponse:
    sentence = sentence or WITHOUT_A_QUESTION.get(status, WITHOUT_A_QUESTION[500 if status >= 500 else 400])
    language = "de" if get_language_from_request(request) == "de" else "en"
    with override(language):
        return _told({"kind": "request", "where": request.path, "message": gettext(sentence)}, status=status)


def problems_are_json(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: whoever asks below ``/api/`` is a program and gets JSON, also where Django or the site would answer
    with a page."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not request.path.startswith(PREFIX) or response.status_code < 400:
            return response
        if response["Content-Type"] == "application/json":
            return response
        if not isinstance(response, HttpResponseNotAllowed):
            return _without_a_question(request, status=response.status_code)
        sentence = "" if "POST" in response["Allow"] else ONLY_READ
        problem = _without_a_question(request, status=response.status_code, sentence=sentence)
        problem["Allow"] = response["Allow"]
        return problem

    return respond
