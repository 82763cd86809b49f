"""The classes of a teacher: the list, a new one, the page of one class, its slips."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom import services
from tutor.classroom.access import for_teachers, role_on_page, sign_in_first, teacher_of
from tutor.classroom.audit import passed_on_to
from tutor.classroom.forms import NewClassForm
from tutor.classroom.models import Classroom
from tutor.classroom.selectors import (
    assignments_of,
    chosen_pupils,
    classes_of,
    have_own_labels,
    pupils_of,
    taken_part_in,
)
from tutor.classroom.services import ClassError
from tutor.classroom.slips import slips_of
from tutor.learning.learner import learner_of
from tutor.site.private import keep_private
from tutor.site.reaching import is_only_here

UNPROCESSABLE = 422


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def classes(request: HttpRequest) -> HttpResponse:
    """The classes of an account, and a new one. Whoever makes a class is a teacher."""
    if not request.user.is_authenticated:
        return sign_in_first(request) if request.method == "POST" else _welcome(request)
    form = NewClassForm(request.POST or None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data
        try:
            classroom = services.create_class(
                user=request.user, name=wanted["name"], language=wanted["language"],
                labels=wanted["labels"], aliases=wanted["aliases"] or 0,
            )  # fmt: skip
        except ClassError as error:
            form.add_error(None, error.message)
        else:
            url = reverse("classroom:class", args=[classroom.token])
            return HttpResponseRedirect(f"{url}?new=1", status=303)
    lines = classes_of(request.user)
    learner = learner_of(request)
    context = {
        "section": "class",
        "form": form,
        "classes": [line for line in lines if line.classroom.archived is None],
        "archived": [line for line in lines if line.classroom.archived is not None],
        "was_deleted": "deleted" in request.GET,
        "has_left": "left" in request.GET,
        "own": taken_part_in(learner),
    }
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, "classroom/classes.html", context, status=status)


@require_safe
@for_teachers()
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page of a class: who is in, what is assigned, and where to go on."""
    pupils = list(pupils_of(classroom))
    context = {
        **class_context(request, classroom),
        "pupils": pupils,
        "joined": sum(pupil.joined is not None for pupil in pupils),
        "is_new": "new" in request.GET,
        "own_labels": have_own_labels(pupils),
        "passed_on_to": passed_on_to(classroom),
        "must_keep_code": not teacher_of(request).recovery_kept,
        "lines": assignments_of(classroom),
    }
    return render(request, "classroom/class.html", context)


@require_safe
@for_teachers()
def slips(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The slips to print and cut, for all pupils or for those that are chosen."""
    chosen = request.GET.getlist("pupil")
    pupils = chosen_pupils(classroom, chosen) if chosen else list(pupils_of(classroom))
    have_account = [pupil for pupil in pupils if pupil.has_account]
    pupils = [pupil for pupil in pupils if not pupil.has_account]
    site = f"{request.scheme}://{request.get_host()}"
    context = {
        **class_context(request, classroom),
        "place": gettext("Slips"),
        "expired": [pupil for pupil in pupils if pupil.code_has_expired],
        "own_labels": have_own_labels(pupils),
        "have_account": have_account,
        "slips": slips_of(classroom, pupils, site=site),
    }
    return render(request, "classroom/slips.html", context)


def class_context(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    """What every page of a class for teachers shows."""
    role = role_on_page(request, classroom)
    return {
        "section": "class",
        "classroom": classroom,
        "role": role.name.lower() if role else "",
        "crumbs": [
            (gettext("Classes"), reverse("classroom:classes")),
            (classroom.name, reverse("classroom:class", args=[classroom.token])),
        ],
        "archived": classroom.archived is not None,
        "only_here": is_only_here(request),
    }


def _welcome(request: HttpRequest) -> HttpResponse:
    """What classes are, for who is not signed in; for a pupil the own class."""
    context = {"section": "class", "own": taken_part_in(learner_of(request))}
    return render(request, "classroom/welcome.html", context)
