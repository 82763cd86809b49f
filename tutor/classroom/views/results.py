"""What came of assignments: the class table, a pupil, an exercise, what was not understood, and a page to project."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.law.rulebook import RULES
from lessons.content.reading import Item
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.feedback import solution_in_words
from tutor.classroom import notes
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.assigning import change_assignment, create_assignment
from tutor.classroom.choosing import remedial_source
from tutor.classroom.misconceptions import MOST_COMMON, misconceptions
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.results import SORTS, Table, answers_to, class_table, tries_of
from tutor.classroom.selectors import has_answers, pupils_of
from tutor.classroom.services import ClassError
from tutor.classroom.telling import entries_of
from tutor.classroom.views.assigning import assignment_context, assignment_of, assignment_url
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.puzzles.printing import sheet_item
from tutor.site.numbers import number_in, row_numbered


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def assignment(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The class table of an assignment; opening it now."""
    found = assignment_of(classroom, number)
    if request.method == "POST":
        change_assignment(assignment=found, title=found.title, opens=timezone.now())
        return HttpResponseRedirect(assignment_url(found), status=303)
    sort = request.GET.get("sort", "class")
    descending = request.GET.get("down") == "1"
    page = number_in(request.GET.get("page", "")) or 1
    table = class_table(found, sort=sort, descending=descending, page=page)
    context = {
        **assignment_context(request, found),
        "table": table,
        "has_answers": any(column.open < table.pupils for column in table.columns),
        "sort": sort,
        "descending": descending,
        "sorts": SORTS,
        "pages": _pages(table, sort=sort, descending=descending),
        "total": len(found.questions),
        "asked": found.source.get("count", 0) if found.kind != Assignment.Kind.REMEDIAL else 0,
        "is_over": found.due is not None and found.due <= timezone.now(),
    }
    context["crumbs"], context["place"] = context["crumbs"][:-1], found.title
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
    item = _item(found, question)
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
        "notes": notes.notes_on(classroom, item.slug),
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
    only = row_numbered(request.GET.get("assignment", ""), classroom.assignments.all())
    found = misconceptions(classroom, assignment=only)
    context = {
        **class_context(request, classroom),
        "place": gettext("What was not understood"),
        "only": only,
        "common": found[:MOST_COMMON],
        "others": found[MOST_COMMON:],
        "has_answers": bool(found) or has_answers(only or classroom),
        "assignments": classroom.assignments.all(),
        "problem": problem,
    }
    return render(request, "classroom/report.html", context, status=UNPROCESSABLE if problem else 200)


@require_POST
@for_teachers()
def remedial(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """A remedial assignment about one rule, not yet open."""
    rule = request.POST.get("rule", "")
    if rule not in RULES:
        raise Http404("rule")
    missed = next((one.entry.item for one in misconceptions(classroom) if one.rule == rule), None)
    source = remedial_source(rule, missed_at=missed)
    try:
        made = create_assignment(
            classroom=classroom, kind=Assignment.Kind.REMEDIAL, source=source, variant="own"
        )
    except ClassError:
        problem = gettext("There are no exercises about this rule. The position can be projected.")
        return _report(request, classroom, problem)
    return HttpResponseRedirect(assignment_url(made), status=303)


@require_safe
@for_teachers()
def project(request: HttpRequest, classroom: Classroom, number: int, question: int) -> HttpResponse:
    """One position on a big clean page, with the answer behind a press."""
    found = assignment_of(classroom, number)
    item = _item(found, question)
    context = {
        **assignment_context(request, found),
        "item": item,
        "one": sheet_item(item, number=question, host=""),
        "solution": solution_in_words(item),
    }
    return render(request, "classroom/project.html", context)


def _item(assignment: Assignment, question: int) -> Item:
    slug = assignment.questions[question - 1] if 1 <= question <= len(assignment.questions) else ""
    item = find_item(slug) if slug else None
    if item is None:
        raise Http404("question")
    return item
