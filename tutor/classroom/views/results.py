"""What came of assignments: the class table, a pupil, an exercise, what was not understood, and a page to project."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.rulebook import RULES
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.feedback import solution_in_words
from tutor.classroom import notes
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.assigning import change_assignment, create_assignment
from tutor.classroom.choosing import remedial_source
from tutor.classroom.misconceptions import MOST_COMMON, Misconception, report_of, weeks_of
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.results import SORTS, Table, answers_to, class_table, tries_of
from tutor.classroom.selectors import first_levels, has_answers, pupils_of
from tutor.classroom.services import ClassError
from tutor.classroom.telling import entries_of
from tutor.classroom.unseen import exercises_met_by, unseen
from tutor.classroom.views.assigning import assignment_context, assignment_of, assignment_url
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.puzzles.printing import SheetItem, sheet_item
from tutor.site.numbers import number_in, row_numbered
from tutor.site.posting import form_of

LAST = "last"
"""In place of an assignment: what was answered since the morning of the last lesson."""
MOST_BY_WEEK = 8
"""So many misconceptions are followed over the weeks."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def assignment(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The class table of an assignment; opening it now."""
    found = assignment_of(classroom, number)
    if found.level_of is not None:  # both stand in one table
        found.level_of.classroom = classroom
        return HttpResponseRedirect(assignment_url(found.level_of))
    if request.method == "POST":
        change_assignment(assignment=found, title=found.title, opens=timezone.now())
        return HttpResponseRedirect(assignment_url(found), status=303)
    sort = request.GET.get("sort", "class")
    descending = request.GET.get("down") == "1"
    page = number_in(request.GET.get("page", "")) or 1
    levels = [found, *found.levels.all()]
    for one in levels:
        one.classroom = classroom
    tables = [class_table(one, sort=sort, descending=descending, page=page) for one in levels]
    table = max(tables, key=lambda one: one.pages)
    context = {
        **assignment_context(request, found),
        "table": table,
        "levels": list(zip(levels, tables, strict=True)),
        "widest": max(len(one.columns) for one in tables),
        "has_rows": any(one.rows for one in tables),
        "has_answers": any(column.open < one.pupils for one in tables for column in one.columns),
        "sort": sort,
        "descending": descending,
        "sorts": SORTS,
        "pages": _pages(table, sort=sort, descending=descending),
        "total": len(table.columns),
        "gone": table.gone,
        "asked": found.source.get("count", 0) if found.kind != Assignment.Kind.REMEDIAL else 0,
        "is_over": found.due is not None and found.due <= timezone.now(),
    }
    context["crumbs"], context["place"] = context["crumbs"][:-1], found.name
    return render(request, "classroom/assignment.html", context)


def _pages(table: Table, *, sort: str, descending: bool) -> list[tuple[int, str]]:
    """The number and the query of each page of the class table; none where there is only one."""
    order = {"sort": sort, **({"down": "1"} if descending else {})}
    pages = range(1, table.pages + 1) if table.pages > 1 else ()
    return [(number, urlencode({**order, "page": number})) for number in pages]


@require_safe
@for_teachers()
def pupil(request: HttpRequest, classroom: Classroom, number: int, pk: int) -> HttpResponse:
    """One pupil's tries in an assignment, each with its reason."""
    found = assignment_of(classroom, number)
    one = pupils_of(classroom).filter(pk=pk).first()
    if one is None:
        raise Http404("pupil")
    questions = tries_of(found, one)
    context = {
        **assignment_context(request, found),
        "place": one.alias,
        "pupil": one,
        "questions": questions,
    }
    return render(request, "classroom/pupil.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def answers(request: HttpRequest, classroom: Classroom, number: int, question: int) -> HttpResponse:
    """The answers to one exercise, grouped, with notes for who gives such an answer next."""
    found = assignment_of(classroom, number)
    if not 1 <= question <= len(found.questions):
        raise Http404("question")
    slug = found.questions[question - 1]
    item = find_item(slug)
    problem, typed = "", ""
    here = reverse("classroom:answers", args=[classroom.token, found.pk, question])
    if request.method == "POST" and request.POST.get("do") == "delete":
        note = number_in(request.POST.get("note", ""))
        if note is not None:
            notes.delete_note(classroom=classroom, number=note)
        return HttpResponseRedirect(here, status=303)
    if request.method == "POST":
        chosen, typed = request.POST.get("answer", ""), request.POST.get("text", "")
        rows = AssignmentAnswer.objects.select_related("attempt__item", "assignment__classroom")
        answer = row_numbered(chosen, rows.filter(assignment=found, number=question))
        if answer is None:
            raise Http404("answer")
        try:
            notes.add_note(
                answer=answer, user=teacher_of(request), text=typed, rule=request.POST.get("rule", "")
            )
            return HttpResponseRedirect(here, status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **assignment_context(request, found),
        "place": gettext("Exercise %(number)s") % {"number": question},
        "number": question,
        "item": item,
        "entry": entries_of([item], always=True)[0],
        "groups": answers_to(found, question),
        "notes": notes.notes_on(classroom, slug),
        "most": notes.MOST_NOTE,
        "problem": problem,
        "typed": typed,
        "chosen": request.POST.get("answer", ""),
    }
    return render(request, "classroom/answers.html", context, status=UNPROCESSABLE if problem else 200)


@require_safe
@for_teachers()
def report(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What was not understood: what wrong answers show, by the number of pupils who gave them."""
    return _report(request, classroom)


def _report(request: HttpRequest, classroom: Classroom, problem: str = "") -> HttpResponse:
    asked = (request.POST if request.method == "POST" else request.GET).get("assignment", LAST)
    only = row_numbered(asked, first_levels(classroom))
    told = report_of(classroom, assignment=only, is_last=asked == LAST)
    found, common, others = told.found, told.found[:MOST_COMMON], told.found[MOST_COMMON:]
    weeks = weeks_of(found)
    followed = sorted(found, key=lambda one: -len(one.back))[:MOST_BY_WEEK]
    context = {
        **class_context(request, classroom),
        "place": gettext("What was not understood"),
        "only": only,
        "asked": asked,
        "lesson": told.lesson,
        "is_last": asked == LAST and told.lesson is not None,
        "common": [(one, _on_the_table(one)) for one in common if one.is_of_several],
        "common_alone": [(one, _on_the_table(one)) for one in common if not one.is_of_several],
        "weeks": weeks if len(weeks) > 1 else (),
        "by_week": [(one, [one.weeks.get(week, 0) for week in weeks]) for one in followed],
        "others": [one for one in others if one.is_of_several],
        "alone": [one for one in others if not one.is_of_several],
        "has_answers": bool(found) or has_answers(only or classroom),
        "assignments": first_levels(classroom),
        "problem": problem,
    }
    return render(request, "classroom/report.html", context, status=UNPROCESSABLE if problem else 200)


def _on_the_table(one: Misconception) -> SheetItem | None:
    """The position where it showed most, to look at."""
    return sheet_item(one.entry.item, number=1, host="") if one.entry.item is not None else None


def _report_url(classroom: Classroom) -> str:
    return reverse("classroom:report", args=[classroom.token])


@for_teachers()
@form_of(_report_url)
def remedial(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A remedial assignment about one rule, not yet open: for those who show what is ``shown``, else for the class.

    It asks what they have not met before, as far as there is such.
    """
    rule = request.POST.get("rule", "")
    if rule not in RULES:
        raise Http404("rule")
    asked = request.POST.get("assignment", "")
    only = row_numbered(asked, classroom.assignments.all())
    told = report_of(classroom, assignment=only, is_last=asked == LAST)
    found = [one for one in told.found if one.rule == rule]
    shown = next((one for one in found if one.id == request.POST.get("shown", "")), None)
    missed = next((one.entry.item for one in found), None)
    pupils = list(classroom.pupils.filter(pk__in=shown.numbers)) if shown is not None else []
    source = remedial_source(rule, missed_at=missed)
    try:
        made = create_assignment(
            classroom=classroom, kind=Assignment.Kind.REMEDIAL, source=source, variant="own", only=pupils,
            met=exercises_met_by(pupils or classroom.pupils.all()),
        )  # fmt: skip
    except ClassError:
        problem = gettext("There are no exercises about this rule. The position can be projected.")
        return _report(request, classroom, problem)
    return HttpResponseRedirect(assignment_url(made), status=303)


@require_safe
@for_teachers()
def project(request: HttpRequest, classroom: Classroom, number: int, question: int) -> HttpResponse:
    """One position on a big clean page, with the answer behind a press."""
    return _projected(request, classroom, _item(assignment_of(classroom, number), question))


@require_safe
@for_teachers()
def project_any(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The position of any exercise; with ``fresh`` one with cards that nobody in the class has seen."""
    slug = request.GET.get("item", "")
    item = find_item(slug)
    if item is not None and request.GET.get("fresh") == "1":
        item = next(iter(unseen(base_slug(slug), classroom.pupils.all(), count=1)), item)
    if item is None:
        raise Http404("item")
    return _projected(request, classroom, item)


def _projected(request: HttpRequest, classroom: Classroom, item: Item) -> HttpResponse:
    again = urlencode({"item": base_slug(item.slug), "fresh": 1})
    context = {
        **class_context(request, classroom),
        "item": item,
        "one": sheet_item(item, number=1, host=""),
        "solution": solution_in_words(item),
        "fresh_url": f"{reverse('classroom:project-any', args=[classroom.token])}?{again}",
    }
    return render(request, "classroom/project.html", context)


def _item(assignment: Assignment, question: int) -> Item:
    slug = assignment.questions[question - 1] if 1 <= question <= len(assignment.questions) else ""
    item = find_item(slug) if slug else None
    if item is None:
        raise Http404("question")
    return item
