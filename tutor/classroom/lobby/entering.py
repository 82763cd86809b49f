"""Coming in by the code on the wall: choosing an alias, waiting, and being let in."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tutor.classroom.lobby import services
from tutor.classroom.services import ClassError
from tutor.learning.learner import remember_learner
from tutor.site.carrying import ONE_HOUR, carried, carry, put_down
from tutor.site.language import preferred_language
from tutor.site.private import keep_private
from tutor.site.throttling import Source, WaitError, address_of, queue_words

CARRIED = "lobby"
ASKED_EVERY = 3
NO_CONTENT, UNPROCESSABLE, TOO_MANY = 204, 422, 429


@keep_private
@require_safe
def short(request: HttpRequest, code: str = "") -> HttpResponse:
    """The address on the wall: on to the page in the language of the browser. Nothing is looked up."""
    with override(preferred_language(request)):
        asked = f"?{urlencode({'code': code})}" if code else ""
        return HttpResponseRedirect(f"{reverse('lobby:enter')}{asked}")


@keep_private
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """The code, then an alias. Opening the page with a code takes no seat."""
    typed = (request.POST if request.method == "POST" else request.GET).get("code", "")
    code = services.folded_code(typed)
    if not typed:
        return _page(request)
    try:
        lobby = services.lobby_by_code(code, source=Source(address=address_of(request)))
    except WaitError as wait:
        return _page(request, typed=typed, problem=queue_words(wait.seconds), status=TOO_MANY)
    if lobby is None:
        problem = gettext("No lobby is open with this code. Look at the wall once more: the code changes.")
        return _page(request, typed=typed, problem=problem, status=UNPROCESSABLE)
    problem = ""
    if request.method == "POST" and "alias" in request.POST:
        try:
            key = services.take_seat(lobby=lobby, alias=request.POST["alias"])
            response = HttpResponseRedirect(reverse("lobby:wait"), status=303)
            carry(response, CARRIED, key, seconds=ONE_HOUR)
            return response
        except ClassError as error:
            problem = error.message
    context = {
        "section": "class",
        "classroom": lobby.classroom,
        "code": code,
        "aliases": services.aliases_for(lobby),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "classroom/lobby/choose.html", context, status=status)


@keep_private
@require_safe
def wait(request: HttpRequest) -> HttpResponse:
    """Waiting for the teacher. Who has been let in is the pupil from now on, in this browser, and in the class."""
    seat = services.seat_of(carried(request, CARRIED))
    if seat is None:
        problem = gettext("You are not in the lobby, or your teacher has closed it. Type the code once more.")
        response = _page(request, problem=problem, status=UNPROCESSABLE)
        put_down(response)
        return response
    if seat.pupil is None:
        context = {"section": "class", "seat": seat, "asked_every": ASKED_EVERY}
        return render(request, "classroom/lobby/wait.html", context)
    if request.user.is_authenticated:
        logout(request)
    remember_learner(request, seat.pupil.learner)
    response = HttpResponseRedirect(reverse("classroom:mine", args=[seat.lobby.classroom.token]), status=303)
    put_down(response)
    services.use_up(seat)
    return response


@keep_private
@require_safe
def poll(request: HttpRequest) -> HttpResponse:
    """Nothing while the seat waits; the page anew once there is something to read."""
    seat = services.seat_of(carried(request, CARRIED))
    if seat is not None and seat.pupil is None:
        return HttpResponse(status=NO_CONTENT)
    return HttpResponseClientRefresh()


def _page(request: HttpRequest, *, typed: str = "", problem: str = "", status: int = 200) -> HttpResponse:
    context = {"section": "class", "typed": typed, "problem": problem}
    return render(request, "classroom/lobby/enter.html", context, status=status)
