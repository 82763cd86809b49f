"""Groups of a class, whom an assignment is for, and a copy of it for another class."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tutor.classroom import grouping
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.models import Classroom, Group
from tutor.classroom.selectors import other_classes
from tutor.classroom.services import ClassError
from tutor.classroom.views.assigning import assignment_context, assignment_of, assignment_url
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.site.numbers import row_numbered


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def groups(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The groups of a class: a new one, another name, other pupils, an end."""
    problem = ""
    changed = row_numbered(request.POST.get("group", ""), classroom.groups.all())
    if request.method == "POST" and request.POST.get("do") == "delete":
        if changed is not None:
            changed.delete()
        return HttpResponseRedirect(request.path, status=303)
    if request.method == "POST":
        try:
            grouping.save_group(
                classroom=classroom, group=changed, name=request.POST.get("name", ""),
                pupils=grouping.whom_of(classroom, request.POST),
            )  # fmt: skip
            return HttpResponseRedirect(request.path, status=303)
        except ClassError as error:
            problem = error.message
    lines = [_line(request, classroom, one, changed if problem else None) for one in classroom.groups.all()]
    context = {
        **class_context(request, classroom),
        "place": gettext("Groups"),
        "lines": lines,
        "new": grouping.choice_of(classroom, request.POST if problem and changed is None else None),
        "typed": request.POST.get("name", "") if changed is None else "",
        "problem": problem,
    }
    return render(request, "classroom/groups.html", context, status=UNPROCESSABLE if problem else 200)


def _line(
    request: HttpRequest, classroom: Classroom, group: Group, refused: Group | None
) -> dict[str, object]:
    """A group with its form, as it was sent where it was refused."""
    again = refused == group
    pupils = list(group.pupils.all())
    choice = grouping.choice_of(classroom, request.POST if again else None, chosen=pupils)
    name = request.POST.get("name", "") if again else group.name
    return {"group": group, "choice": choice, "pupils": pupils, "typed": name, "open": again}


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def whom(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """Whom an assignment is for, or who gets its second level."""
    assignment = assignment_of(classroom, number)
    problem = ""
    if request.method == "POST":
        try:
            assignment.only.set(grouping.whom_of(classroom, request.POST))
            return HttpResponseRedirect(assignment_url(assignment), status=303)
        except ClassError as error:
            problem = error.message
    choice = grouping.choice_of(classroom, request.POST if problem else None, chosen=assignment.only.all())
    context = {
        **assignment_context(request, assignment),
        "place": gettext("For whom"),
        "choice": choice,
        "problem": problem,
    }
    return render(request, "classroom/whom.html", context, status=UNPROCESSABLE if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def copy(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The same assignment for another class of this teacher."""
    assignment = assignment_of(classroom, number)
    others = other_classes(teacher_of(request), classroom)
    chosen = next((one for one in others if one.token == request.POST.get("to")), None)
    if request.method == "POST" and chosen is not None:
        made = grouping.copy_assignment(assignment=assignment, classroom=chosen)
        made.classroom = chosen
        level = made.levels.first()
        if level is not None:  # somebody has to say who gets it there
            return HttpResponseRedirect(reverse("classroom:whom", args=[chosen.token, level.pk]), status=303)
        return HttpResponseRedirect(assignment_url(made), status=303)
    problem = gettext("Choose a class.") if request.method == "POST" else ""
    context = {
        **assignment_context(request, assignment),
        "place": gettext("Copy to another class"),
        "others": others,
        "problem": problem,
    }
    return render(request, "classroom/copy.html", context, status=UNPROCESSABLE if problem else 200)
