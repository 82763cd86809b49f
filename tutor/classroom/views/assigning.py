"""Assignments as the teacher makes them: choosing, settings, exceptions, looking at them as a pupil does."""

from __future__ import annotations

import copy
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import Item
from tutor.classroom import assigning
from tutor.classroom.access import for_teachers
from tutor.classroom.asked import asked_in
from tutor.classroom.assignment_forms import KIND_LABELS, NewAssignmentForm, OverrideForm, SettingsForm
from tutor.classroom.choosing import drawn_for, item_for, samples
from tutor.classroom.drawing import DRAWN, Draw
from tutor.classroom.grouping import choice_of, whom_of
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.selectors import asked_pupils
from tutor.classroom.services import ClassError
from tutor.classroom.titles import told
from tutor.classroom.views import drawing
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.learning.addresses import item_url
from tutor.learning.attempts import save_draft
from tutor.learning.learner import remember_learner
from tutor.learning.models import Draft, Learner
from tutor.learning.shown import Onward, Place
from tutor.learning.views.working_on import work_on

PREVIEW = "classroom-preview"


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def assign(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What kind of assignment, then what it is made of and its settings."""
    kind = request.POST.get("kind") or request.GET.get("kind") or ""
    context: dict[str, Any] = {**class_context(request, classroom), "place": gettext("New assignment")}
    if kind not in KIND_LABELS:
        return render(request, "classroom/assign.html", {**context, "kinds": list(KIND_LABELS.items())})
    posted = request.POST if request.method == "POST" else None
    form = NewAssignmentForm(posted, kind=kind, rules=drawn_for(classroom))
    draws: list[Draw] = []
    if posted is not None and form.is_valid():
        try:
            second = whom_of(classroom, posted, name="second")
            draws = drawing.draws_of(request, form, second)
            makes = posted.get("do", drawing.MAKE) == drawing.MAKE
            if makes and not drawing.is_unseen(request, draws):
                only = whom_of(classroom, posted)
                made = drawing.made_from(classroom, form, draws, only=only, second=second)
                return HttpResponseRedirect(assignment_url(made), status=303)
        except ClassError as error:
            form.add_error(None, error.message)
            draws = draws or drawing.kept_of(request, kind, [form.source, form.second_source])
    context |= {
        "form": form,
        "kind": kind,
        "label": KIND_LABELS[kind],
        "is_drawn": kind in DRAWN,
        "draws": draws,
        "samples": [
            (choice, item, item_url(item))
            for choice, item in (
                samples(classroom.rules) if kind == Assignment.Kind.THEME and not draws else ()
            )
        ],
        "choice": choice_of(classroom, posted),
        "second": choice_of(classroom, posted, name="second"),
    }
    return render(request, "classroom/assign.html", context, status=UNPROCESSABLE if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def change(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The settings of an assignment, and deleting it."""
    assignment = assignment_of(classroom, number)
    if request.method == "POST" and request.POST.get("do") == "delete":
        if request.POST.get("sure") != "1":
            context = {
                **assignment_context(request, assignment),
                "place": gettext("Delete the assignment"),
                "answers": assignment.answers.count(),
            }
            return render(request, "classroom/delete_assignment.html", context)
        assignment.delete()
        return HttpResponseRedirect(reverse("classroom:class", args=[classroom.token]), status=303)
    initial = {name: getattr(assignment, name) for name in SettingsForm.base_fields}
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        assigning.change_assignment(assignment=assignment, title=form.cleaned_data["title"], **form.settings)
        return HttpResponseRedirect(assignment_url(assignment), status=303)
    form.fields["title"].widget.attrs["placeholder"] = told("", assignment.titles)
    context = {**assignment_context(request, assignment), "place": gettext("Settings"), "form": form}
    return render(request, "classroom/change.html", context, status=UNPROCESSABLE if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def exceptions(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """More time and tries for single pupils."""
    assignment = assignment_of(classroom, number)
    chosen = request.POST.get("pupil", "")
    overrides = {one.pupil_id: one for one in assignment.overrides.all()}
    rows = []
    status = 200
    for pupil in asked_pupils(assignment):
        known = overrides.get(pupil.pk)
        initial = (
            {"due": known.due, "extra_minutes": known.extra_minutes or None, "tries": known.tries}
            if known
            else {}
        )
        bound = request.POST if request.method == "POST" and chosen == str(pupil.pk) else None
        form = OverrideForm(bound, initial=initial, auto_id=f"p{pupil.pk}-%s")
        if bound is not None and form.is_valid():
            wanted = form.cleaned_data
            assigning.set_override(
                assignment=assignment, pupil=pupil, due=wanted["due"],
                extra_minutes=wanted["extra_minutes"] or 0, tries=wanted["tries"],
            )  # fmt: skip
            url = reverse("classroom:exceptions", args=[classroom.token, assignment.pk])
            return HttpResponseRedirect(f"{url}#pupil-{pupil.pk}", status=303)
        if form.errors:
            status = UNPROCESSABLE
        rows.append({"pupil": pupil, "form": form, "has": known is not None, "open": bool(form.errors)})
    context = {**assignment_context(request, assignment), "place": gettext("Exceptions"), "rows": rows}
    return render(request, "classroom/exceptions.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def preview(request: HttpRequest, classroom: Classroom, number: int, question: int) -> HttpResponse:
    """A question as a pupil sees and answers it. Nothing is stored: all that is written is taken back at the end.

    What the teacher has begun stays in the session, so that several steps are possible.
    """
    assignment = assignment_of(classroom, number)
    item = item_for(assignment, question, None)
    if item is None:
        raise Http404("question")
    place = _preview_place(assignment, question)
    key = f"{assignment.pk}:{question}"
    begun = request.session.get(PREVIEW, {}).get(key, {})
    with transaction.atomic():
        response, draft = _as_pupil(request, item, place, begun)
        transaction.set_rollback(True)
    request.session[PREVIEW] = {key: draft}  # of the last question only
    return response


def assignment_of(classroom: Classroom, number: int) -> Assignment:
    """An assignment of this class."""
    found = classroom.assignments.filter(pk=number).first()
    if found is None:
        raise Http404("assignment")
    found.classroom = classroom
    return found


def assignment_url(assignment: Assignment) -> str:
    return reverse("classroom:assignment", args=[assignment.classroom.token, assignment.pk])


def assignment_context(request: HttpRequest, assignment: Assignment) -> dict[str, Any]:
    """What every page of an assignment shows to teachers."""
    context = class_context(request, assignment.classroom)
    context["crumbs"] = [*context["crumbs"], (assignment.name, assignment_url(assignment))]
    return {**context, "assignment": assignment, "chosen": list(assignment.only.all())}


def _as_pupil(
    request: HttpRequest, item: Item, place: Place, begun: dict[str, Any]
) -> tuple[HttpResponse, dict[str, Any]]:
    """What somebody unknown would get who has begun the answer, and how far it is now."""
    somebody = copy.copy(request)  # what it learns of a learner is not for the teacher's cookie
    learner = Learner.objects.create()
    remember_learner(somebody, learner)
    if begun:
        save_draft(
            learner=learner, item=item, answer=begun["answer"], hints_shown=begun["hints"], last_result=None
        )
    response = work_on(somebody, item, place=place)
    at_once = response.status_code == 303 and response["Location"].split("#")[0] == place.url
    if at_once:  # the page it sends to shows what is about to be taken back
        somebody.method = "GET"
        response = work_on(somebody, item, place=place)
    draft = Draft.objects.filter(learner=learner).first()
    return response, {"answer": draft.answer, "hints": draft.hints_shown} if draft else {}


def _preview_place(assignment: Assignment, question: int) -> Place:
    count = len(assignment.questions)
    after = next((number for number in asked_in(assignment) if number > question), None)

    def url(number: int) -> str:
        return reverse("classroom:preview", args=[assignment.classroom.token, assignment.pk, number])

    back = Onward(gettext("Back to the assignment"), assignment_url(assignment))
    onward = back if after is None else Onward(gettext("Next exercise"), url(after))
    return Place(
        url=url(question),
        section="class",
        crumbs=((assignment.name, assignment_url(assignment)),),
        label=gettext("Preview: exercise %(number)s of %(count)s") % {"number": question, "count": count},
        answered=lambda attempt: onward.url,
        shows_verdict=True,
        hints=assignment.hints,
        first_answer_ends=assignment.tries == 1,
        onward=lambda: onward,
        note=lambda: gettext("This is how a pupil sees it. Nothing that you do here is kept."),
    )
