"""The cockpit of a class."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom import notes
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.models import Classroom
from tutor.classroom.news import ASKED_EVERY
from tutor.classroom.services import ClassError
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.cockpit.acting import ask_live, give_another
from tutor.cockpit.noting import Noting, noting
from tutor.cockpit.standing import Standing, standing_of
from tutor.site.numbers import number_in, row_numbered

NO_CONTENT = 204


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def now(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Who is in, where each pupil is and who is stuck; giving some of them another set, asking something live."""
    problem = ""
    if request.method == "POST":
        try:
            return HttpResponseRedirect(_act(request, classroom), status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **class_context(request, classroom),
        **_shown(request, classroom),
        "place": gettext("In class now"),
        "problem": problem,
        "given": row_numbered(request.GET.get("given", ""), classroom.assignments.all()),
    }
    context["noting"] = _noting(request, context["standing"])
    context["was_noted"] = request.GET.get("noted") == "1"
    return render(request, "cockpit/now.html", context, status=UNPROCESSABLE if problem else 200)


@require_safe
@for_teachers()
def poll(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What is new on the page; nothing where nothing is."""
    context = _shown(request, classroom)
    if request.GET.get("seen", "") == context["standing"].seen:
        return HttpResponse(status=NO_CONTENT)
    return render(request, "cockpit/now.html#now", {"classroom": classroom, **context})


def _act(request: HttpRequest, classroom: Classroom) -> str:
    """Do what the pressed button says, and where to go then. Raises ClassError."""
    if "ask" in request.POST:
        live = ask_live(classroom=classroom, teacher=teacher_of(request), slug=request.POST["ask"])
        return reverse("live:control", args=[classroom.token, live.pk])
    if "note" in request.POST:
        return _note(request, classroom)
    chosen = request.POST.get("give", "").split(",") if request.POST.get("give") else _ticked(request)
    numbers = {number_in(one) for one in chosen}
    lines = [line for line in standing_of(classroom).lines if line.pupil.pk in numbers]
    made = give_another(classroom=classroom, lines=lines)
    return f"{reverse('cockpit:now', args=[classroom.token])}?given={made.pk}"


def _note(request: HttpRequest, classroom: Classroom) -> str:
    """Keep a note to the pupils that the form names, or take it back."""
    numbers = {number_in(one) for one in request.POST["note"].split(",")}
    pupils = [pupil for pupil in classroom.pupils.all() if pupil.pk in numbers]
    item, user = request.POST.get("item", ""), teacher_of(request)
    shown = map(number_in, request.POST.get("seen", "").split(","))
    seen = [number for number in shown if number is not None]
    here = reverse("cockpit:now", args=[classroom.token])
    if request.POST.get("do") == "take-back":
        notes.take_back(classroom=classroom, pupils=pupils, item=item, user=user, seen=seen)
        return here
    text = request.POST.get("text", "")
    notes.tell_pupils(classroom=classroom, pupils=pupils, item=item, user=user, text=text, seen=seen)
    return f"{here}?noted=1"


def _noting(request: HttpRequest, standing: Standing) -> Noting | None:
    """The note that is being written: to whom the address or the sent form says."""
    asked = request.POST if request.method == "POST" else request.GET
    numbers = {number_in(one) for one in asked.get("note", "").split(",")}
    lines = [line for line in standing.lines if line.pupil.pk in numbers]
    return noting(lines, item=request.POST.get("item"), typed=request.POST.get("text")) if lines else None


def _shown(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    return {
        "standing": standing_of(classroom),
        "ticked": {number_in(one) for one in _ticked(request)},
        "asked_every": ASKED_EVERY,
        "archived": classroom.archived is not None,
    }


def _ticked(request: HttpRequest) -> list[str]:
    return (request.POST if request.method == "POST" else request.GET).getlist("pupil")
