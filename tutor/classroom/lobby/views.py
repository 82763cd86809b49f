"""The lobby as its teachers see it: the code on the wall, who comes in, letting in; and a list for who is who."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.lobby import services
from tutor.classroom.lobby.models import Lobby
from tutor.classroom.models import Classroom
from tutor.classroom.selectors import have_own_labels, pupils_of
from tutor.classroom.services import MOST_PUPILS, ClassError
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.site.numbers import number_in
from tutor.site.qr import qr_code

ASKED_EVERY = 3
NO_CONTENT = 204
USUAL_SEATS = 30


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def lobby(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page for the wall, with buttons: opening and closing, another code, letting in and sending away."""
    problem = ""
    if request.method == "POST":
        try:
            _act(request, classroom)
            return HttpResponseRedirect(reverse("lobby:lobby", args=[classroom.token]), status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **class_context(request, classroom),
        **_shown(request, classroom),
        "place": gettext("Lobby"),
        "kept_for_slips": services.kept_for_slips(classroom),
        "problem": problem,
        "usual": USUAL_SEATS,
        "most": MOST_PUPILS,
    }
    return render(request, "classroom/lobby/lobby.html", context, status=UNPROCESSABLE if problem else 200)


@require_safe
@for_teachers()
def poll(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Who has come; nothing where nobody has."""
    context = _shown(request, classroom)
    if request.GET.get("seen", "") == context["seen"]:
        return HttpResponse(status=NO_CONTENT)
    return render(request, "classroom/lobby/lobby.html#seats", {"classroom": classroom, **context})


@require_safe
@for_teachers()
def names(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A list to print: each alias with a line for the name that only the teacher writes on paper."""
    pupils = list(pupils_of(classroom))
    context = {
        **class_context(request, classroom),
        "place": gettext("List of names"),
        "pupils": pupils,
        "own_labels": have_own_labels(pupils),
    }
    return render(request, "classroom/lobby/list.html", context)


def _act(request: HttpRequest, classroom: Classroom) -> None:
    """Do what the pressed button says. Raises ClassError."""
    do = request.POST.get("do", "")
    if do == "open":
        services.open_lobby(classroom=classroom, seats=number_in(request.POST.get("seats", "")) or 0)
        return
    found = _lobby_of(classroom)
    if found is None:
        return
    if do == "close":
        services.close_lobby(lobby=found)
    elif do == "renew":
        services.renew_code(lobby=found)
    elif do == "all":
        services.let_in(lobby=found, seats=found.taken.all(), user=teacher_of(request))
    for name, act in (("in", _let_in), ("out", _send_away)):
        number = number_in(request.POST.get(name, ""))
        if number is not None:
            act(request, found, number)


def _let_in(request: HttpRequest, found: Lobby, number: int) -> None:
    services.let_in(lobby=found, seats=found.taken.filter(pk=number), user=teacher_of(request))


def _send_away(request: HttpRequest, found: Lobby, number: int) -> None:
    services.remove_seat(lobby=found, number=number)


def _lobby_of(classroom: Classroom) -> Lobby | None:
    found = Lobby.objects.filter(classroom=classroom).first()
    if found is not None:
        found.classroom = classroom
    return found


def _shown(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    found = _lobby_of(classroom)
    is_open = found is not None and found.is_open
    waiting = list(found.taken.filter(pupil=None)) if found is not None and is_open else []
    joined = list(classroom.pupils.exclude(joined=None).order_by("-joined").values_list("alias", flat=True))
    url = f"{request.scheme}://{request.get_host()}{reverse('lobby-short')}"
    code = found.code if found is not None and is_open else ""
    return {
        "lobby": found if is_open else None,
        "waiting": waiting,
        "inside": joined,
        "code": code,
        "link": url.partition("://")[2],
        "qr": qr_code(f"{url}{code}/") if code else "",
        "seen": f"{code}.{'-'.join(str(seat.pk) for seat in waiting)}.{len(joined)}",
        "asked_every": ASKED_EVERY,
    }
