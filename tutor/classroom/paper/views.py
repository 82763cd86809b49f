"""The page of what a class takes out of the site, the printed pages of an assignment, and the files."""

from __future__ import annotations

from random import SystemRandom
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from lessons.words.choices import FAMILY_NAMES
from tutor.classroom.access import for_teachers
from tutor.classroom.choosing import samples
from tutor.classroom.minutes import minutes_for
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.paper import file_views, files, moodle, sets
from tutor.classroom.paper.sets import PaperSet
from tutor.classroom.telling import entries_of
from tutor.classroom.views.classes import class_context
from tutor.learning.addresses import item_url
from tutor.puzzles import printing, sheet_views
from tutor.site.numbers import number_in
from tutor.site.qr import qr_code


@require_safe
@for_teachers()
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Everything that can be printed or taken out, and how to bring it into Moodle."""
    theme, problem, files = request.GET.get("theme", ""), "", None
    usual = "" if request.GET.get("seed") else classroom.rules
    asked = sheet_views.asked_of(request, family=usual)
    if theme and not request.GET.get("seed"):
        seed = str(SystemRandom().randint(1, sheet_views.MOST_SEED))
        fixed = request.GET.dict() | {"seed": seed, "family": asked["family"]}
        return HttpResponseRedirect(f"{request.path}?{urlencode(fixed)}")
    if theme:
        try:
            chosen, wanted = _theme_set(request, classroom, theme)
        except ValueError as error:
            problem = str(error)
        else:
            files = _drawn(request, chosen, wanted, theme)
    context = {
        **class_context(request, classroom),
        "place": gettext("On paper and in files"),
        "assignments": [_line(one, classroom) for one in classroom.assignments.all()],
        "wanted": number_in(request.GET.get("assignment", "")),
        "themes": dict(sorted(printing.themes().items(), key=lambda one: str(one[1]))),
        "asked": {"theme": theme, **asked},
        "families": FAMILY_NAMES.items(),
        "samples": [(*one, item_url(one[1])) for one in samples(classroom.rules)],
        "most": printing.MOST_ITEMS,
        "files": files,
        "problem": problem,
    }
    return render(request, "classroom/paper/overview.html", context, status=422 if problem else 200)


@require_safe
@for_teachers()
def sheet(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """The exercises of an assignment, to print from the browser."""
    chosen = _set(classroom, assignment)
    scheme = request.scheme
    items = [
        (one, qr_code(f"{scheme}://{one.address}"))
        for one in sets.sheet_items(chosen, host=request.get_host())
    ]
    return _printed(
        request, classroom, assignment, chosen, {"items": items, "entries": None, "title": chosen.title}
    )


@require_safe
@for_teachers()
def key(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """The key to them, as a page of its own."""
    chosen = _set(classroom, assignment)
    title = f"{pgettext('answers', 'Key')}: {chosen.title}"
    return _printed(
        request,
        classroom,
        assignment,
        chosen,
        {"items": None, "entries": sets.key_entries(chosen), "title": title},
    )


@require_safe
@for_teachers()
def sheet_pdf(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """The worksheet as PDF, in large print where ``large=1``."""
    one = _assignment(classroom, assignment)
    site = f"{request.scheme}://{request.get_host()}"
    return file_views.answer(
        request, classroom, "worksheet", assignment=one.pk, site=site, large=_large(request)
    )


@require_safe
@for_teachers()
def key_pdf(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """The key as PDF."""
    one = _assignment(classroom, assignment)
    return file_views.answer(request, classroom, "key", assignment=one.pk, large=_large(request))


@require_safe
@for_teachers()
def moodle_xml(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """The exercises for Moodle's question bank."""
    one = _assignment(classroom, assignment)
    return file_views.answer(request, classroom, "questions", assignment=one.pk, host=request.get_host())


@require_safe
@for_teachers()
def theme_pdf(request: HttpRequest, classroom: Classroom, theme: str) -> HttpResponse:
    """A worksheet with exercises of a theme, never many; the address says which."""
    chosen = _theme_or_404(request, classroom, theme)
    site = f"{request.scheme}://{request.get_host()}"
    return file_views.sent(files.worksheet(chosen, site=site, large=_large(request)))


@require_safe
@for_teachers()
def theme_key_pdf(request: HttpRequest, classroom: Classroom, theme: str) -> HttpResponse:
    """The key to the worksheet with the same address."""
    return file_views.sent(files.key(_theme_or_404(request, classroom, theme), large=_large(request)))


@require_safe
@for_teachers()
def theme_xml(request: HttpRequest, classroom: Classroom, theme: str) -> HttpResponse:
    """The same exercises for Moodle's question bank."""
    return file_views.sent(files.questions(_theme_or_404(request, classroom, theme), host=request.get_host()))


@require_safe
@for_teachers()
def results_csv(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """Pupils by exercises, as text for spreadsheets."""
    one = _assignment(classroom, assignment)
    return file_views.answer(request, classroom, "results-csv", assignment=one.pk)


@require_safe
@for_teachers()
def results_xlsx(request: HttpRequest, classroom: Classroom, assignment: int) -> HttpResponse:
    """Pupils by exercises, and on a second sheet what wrong answers show."""
    one = _assignment(classroom, assignment)
    return file_views.answer(request, classroom, "results-xlsx", assignment=one.pk)


@require_safe
@for_teachers()
def class_csv(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Pupils by assignments, in per cent."""
    return file_views.answer(request, classroom, "class-csv")


@require_safe
@for_teachers()
def class_xlsx(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Pupils by assignments, and what wrong answers show in any of them."""
    return file_views.answer(request, classroom, "class-xlsx")


@require_safe
@for_teachers()
def moodle_grades(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The percentages in the layout that Moodle imports."""
    return file_views.answer(request, classroom, "moodle-grades")


def _printed(
    request: HttpRequest, classroom: Classroom, assignment: int, chosen: PaperSet, extra: dict[str, Any]
) -> HttpResponse:
    context = {
        **class_context(request, classroom),
        "place": extra["title"],
        "number": assignment,
        "note": chosen.note,
        "missing": chosen.missing,
        "large": _large(request),
        **extra,
    }
    context["crumbs"] = [
        *context["crumbs"],
        (gettext("On paper and in files"), reverse("paper:overview", args=[classroom.token])),
    ]
    return render(request, "classroom/paper/printed.html", context)


def _line(assignment: Assignment, classroom: Classroom) -> dict[str, Any]:
    """An assignment in the list, with the numbers that a person has to mark in Moodle, and those that are gone."""
    assignment.classroom = classroom
    chosen = sets.of_assignment(assignment)
    by_hand = [str(number) for number, item in chosen.items if moodle.needs_a_person(item)]
    missing = map(str, chosen.missing)
    return {"assignment": assignment, "by_hand": ", ".join(by_hand), "missing": ", ".join(missing)}


def _set(classroom: Classroom, pk: int) -> PaperSet:
    return sets.of_assignment(_assignment(classroom, pk))


def _assignment(classroom: Classroom, pk: int) -> Assignment:
    found = classroom.assignments.filter(pk=pk).first() if pk < 2**63 else None
    if found is None:
        raise Http404("assignment")
    found.classroom = classroom
    return found


def _theme_or_404(request: HttpRequest, classroom: Classroom, theme: str) -> PaperSet:
    try:
        return _theme_set(request, classroom, theme)[0]
    except ValueError as error:
        raise Http404("sheet") from error


def _theme_set(request: HttpRequest, classroom: Classroom, theme: str) -> tuple[PaperSet, dict[str, Any]]:
    """The exercises that the address asks for, and what it asks for, read."""
    title = printing.themes().get(theme)
    if title is None:
        raise ValueError(gettext("Choose a topic from the list."))
    wanted = sheet_views.wanted_of(request)
    chosen = sets.of_theme(theme, str(title), note=classroom.name, **sheet_views.chosen_by(wanted))
    if not chosen.items:
        raise ValueError(sheet_views.nothing_words())
    return chosen, wanted


def _drawn(request: HttpRequest, chosen: PaperSet, wanted: dict[str, Any], theme: str) -> dict[str, Any]:
    """What was drawn, to be looked at and swapped, and the query that asks for the same ones again."""
    asked = {"theme": theme, **sheet_views.asked_of(request)}
    items = [item for _, item in chosen.items]
    changes = sheet_views.changes_of(theme, request.path, asked, wanted, items)
    return {
        "chosen": chosen,
        "lines": list(zip(entries_of(items), map(item_url, items), changes, strict=True)),
        "minutes": minutes_for(items),
        "theme": theme,
        "query": urlencode(
            {name: asked[name] for name in ("count", "difficulty", "seed", "family", "without")}
        ),
    }


def _large(request: HttpRequest) -> bool:
    return request.GET.get("large") == "1"
