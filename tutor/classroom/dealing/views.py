"""Assigning a deal, what came of it, and playing it as a pupil."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tutor.classroom import grouping
from tutor.classroom.access import for_pupils, for_teachers, teacher_of
from tutor.classroom.dealing import services
from tutor.classroom.dealing.findings import found_in, look_back
from tutor.classroom.dealing.forms import NewDealForm, SettingsForm
from tutor.classroom.dealing.giving import DEAL
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.dealing.selectors import deals_for, may_begin, table_of
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.presence import note_place
from tutor.classroom.selectors import other_classes
from tutor.classroom.services import ClassError
from tutor.classroom.views.classes import UNPROCESSABLE, class_context


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def assign(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A new deal, for the class, a group or some pupils."""
    posted = request.POST if request.method == "POST" else None
    form = NewDealForm(posted)
    if posted is not None and form.is_valid():
        try:
            made = services.assign(
                classroom=classroom, what=form.what, title=form.cleaned_data["title"],
                only=grouping.whom_of(classroom, posted), **form.settings,
            )  # fmt: skip
            return HttpResponseRedirect(_url("table", made), status=303)
        except ClassError as error:
            form.add_error(None, error.message)
    context = {
        **class_context(request, classroom),
        "place": gettext("New assignment"),
        "form": form,
        "choice": grouping.choice_of(classroom, posted),
    }
    return render(
        request, "classroom/dealing/assign.html", context, status=UNPROCESSABLE if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def table(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """What came of a deal, a row for each pupil; opening it now."""
    assigned = _of_class(classroom, number)
    if request.method == "POST":
        services.change(assigned=assigned, title=assigned.title, opens=timezone.now())
        return HttpResponseRedirect(_url("table", assigned), status=303)
    context = {
        **class_context(request, classroom),
        "place": assigned.name,
        "assigned": assigned,
        "what": assigned.what,
        "table": table_of(assigned),
        "chosen": list(assigned.only.all()),
    }
    return render(request, "classroom/dealing/table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def whom(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """Whom a deal is for. Games that were begun stay."""
    assigned = _of_class(classroom, number)
    problem = ""
    if request.method == "POST":
        try:
            services.give_to(assigned=assigned, only=grouping.whom_of(classroom, request.POST))
            return HttpResponseRedirect(_url("table", assigned), status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **class_context(request, classroom),
        "place": gettext("For whom"),
        "assignment": assigned,
        "choice": grouping.choice_of(
            classroom, request.POST if problem else None, chosen=assigned.only.all()
        ),
        "problem": problem,
    }
    context["crumbs"] = [*context["crumbs"], (assigned.name, _url("table", assigned))]
    return render(request, "classroom/whom.html", context, status=UNPROCESSABLE if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def copy(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The same deal for another class of this teacher."""
    assigned = _of_class(classroom, number)
    others = other_classes(teacher_of(request), classroom)
    chosen = next((one for one in others if one.token == request.POST.get("to")), None)
    if request.method == "POST" and chosen is not None:
        copied = services.copy(assigned=assigned, classroom=chosen)
        return HttpResponseRedirect(_url("table", copied), status=303)
    problem = gettext("Choose a class.") if request.method == "POST" else ""
    context = {
        **class_context(request, classroom),
        "place": gettext("Copy to another class"),
        "assignment": assigned,
        "others": others,
        "problem": problem,
    }
    context["crumbs"] = [*context["crumbs"], (assigned.name, _url("table", assigned))]
    return render(request, "classroom/copy.html", context, status=UNPROCESSABLE if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def findings(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """What looking back at the games found, with tables to project; having the deals looked back at."""
    assigned = _of_class(classroom, number)
    if request.method == "POST":
        look_back(assigned)
        return HttpResponseRedirect(request.path, status=303)
    context = {
        **class_context(request, classroom),
        "place": gettext("What cost points"),
        "assigned": assigned,
        "found": found_in(assigned),
    }
    context["crumbs"] = [*context["crumbs"], (assigned.name, _url("table", assigned))]
    return render(request, "classroom/dealing/findings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def change(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The settings of an assigned deal, and deleting it."""
    assigned = _of_class(classroom, number)
    do = request.POST.get("do", "")
    if do == "delete" and request.POST.get("sure") == "1":
        assigned.delete()
        return HttpResponseRedirect(reverse("classroom:class", args=[classroom.token]), status=303)
    initial: dict[str, Any] = {name: getattr(assigned, name) for name in SettingsForm.base_fields}
    form = SettingsForm(request.POST if do == "save" else None, initial=initial)
    if do == "save" and form.is_valid():
        services.change(assigned=assigned, title=form.cleaned_data["title"], **form.settings)
        return HttpResponseRedirect(_url("table", assigned), status=303)
    context = {
        **class_context(request, classroom),
        "place": gettext("Settings"),
        "assigned": assigned,
        "form": form,
        "is_sure": do == "delete",
        "begun": assigned.games.count(),
    }
    context["crumbs"] = [*context["crumbs"], (assigned.name, _url("table", assigned))]
    return render(
        request, "classroom/dealing/change.html", context, status=UNPROCESSABLE if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def mine(request: HttpRequest, pupil: Pupil, number: int) -> HttpResponse:
    """An assigned deal as a pupil sees it: what is played, the games so far, and sitting down."""
    assigned = deals_for(pupil).filter(pk=number).first()
    if assigned is None or not assigned.is_open:
        raise Http404("deal")
    assigned.classroom = pupil.classroom
    note_place(pupil, DEAL, of=assigned.pk)
    problem = ""
    if request.method == "POST":
        try:
            game = services.begin(assigned=assigned, pupil=pupil)
            return HttpResponseRedirect(reverse("play:game", args=[game.key]), status=303)
        except ClassError as error:
            problem = error.message
    games = list(assigned.games.filter(pupil=pupil).select_related("game"))
    context = {
        "section": "class",
        "crumbs": [(pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token]))],
        "place": assigned.name,
        "assigned": assigned,
        "what": assigned.what,
        "games": games,
        "running": next((one for one in games if one.game and not one.ended and not one.game.finished), None),
        "may_begin": may_begin(assigned, pupil),
        "problem": problem,
    }
    return render(request, "classroom/dealing/mine.html", context, status=UNPROCESSABLE if problem else 200)


def _of_class(classroom: Classroom, number: int) -> AssignedDeal:
    found = classroom.deals.filter(pk=number).first()
    if found is None:
        raise Http404("deal")
    found.classroom = classroom
    return found


def _url(name: str, assigned: AssignedDeal) -> str:
    return reverse(f"dealing:{name}", args=[assigned.classroom.token, assigned.pk])
