"""The plans of lessons as teachers see them: all of them, one with its parts in this class, and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.plans import Plan, plan, plans
from lessons.content.reading import rule_set_titles
from lessons.parting.families import FAMILIES
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.models import Classroom
from tutor.classroom.paper import file_views
from tutor.classroom.services import ClassError, played_by, set_played
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.live.selectors import running
from tutor.plans import printed, selectors, services
from tutor.plans.fitting import Fit, fit
from tutor.plans.models import ClassLesson
from tutor.tables.services import table_of

OURS = "ours"
"""The rules of the table that the teacher's device has chosen, among the rule sets that a class can play."""
KEPT = "kept"
"""The rules of a table that were kept for the class, whatever device it is looked at from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A plan in the list, with the lesson that the class has of it and how it fits."""

    plan: Plan
    lesson: ClassLesson | None
    fit: Fit


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def overview(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """All plans: those of the term in order, then the others; which of them the class has. Saying what it plays."""
    if request.method == "POST":
        _keep_played(request, classroom)
        return HttpResponseRedirect(f"{request.path}#played", status=303)
    name, rules = _played(request, classroom)
    there = selectors.already_in(classroom)
    lines = [_Line(plan=one, lesson=there.get(one.slug), fit=fit(one, rules)) for one in plans().values()]
    context = {
        **class_context(request, classroom),
        "place": gettext("Ready lessons"),
        "term": sorted((one for one in lines if one.plan.term), key=lambda one: one.plan.term or 0),
        "double": [one for one in lines if not one.plan.term],
        **_choices(request, classroom, name),
    }
    return render(request, "plans/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def one(request: HttpRequest, classroom: Classroom, slug: str) -> HttpResponse:
    """A plan: aims, parts, what fits; putting it into the class, and then opening part after part."""
    chosen = _plan(slug)
    problem = ""
    if request.method == "POST":
        try:
            return HttpResponseRedirect(_act(request, classroom, chosen), status=303)
        except ClassError as error:
            problem = error.message
    name, rules = _played(request, classroom)
    lesson = selectors.lesson_of(classroom, chosen)
    rows = selectors.rows_of(chosen, lesson)
    context = {
        **class_context(request, classroom),
        "place": chosen.title,
        "plan": chosen,
        "lesson": lesson,
        "rows": rows,
        "next": _next(rows),
        "live_on": running(classroom) if lesson else None,
        "before": plan(chosen.after) if chosen.after else None,
        "following": selectors.following(chosen),
        "rule_set": rule_set_titles()[chosen.rule_set],
        "fit": fit(chosen, rules),
        "problem": problem,
        "opened": request.GET.get("opened", ""),
        **_choices(request, classroom, name),
    }
    context["crumbs"] = [
        *context["crumbs"], (gettext("Ready lessons"), reverse("plans:overview", args=[classroom.token])),
    ]  # fmt: skip
    return render(request, "plans/plan.html", context, status=UNPROCESSABLE if problem else 200)


@require_safe
@for_teachers()
def guide_pdf(request: HttpRequest, classroom: Classroom, slug: str) -> HttpResponse:
    """The guide for the teacher."""
    return file_views.sent(printed.guide(_plan(slug), note=classroom.name, **_paper(request)))


@require_safe
@for_teachers()
def sheets_pdf(request: HttpRequest, classroom: Classroom, slug: str) -> HttpResponse:
    """The sheets, a page for each part."""
    return file_views.sent(printed.sheets(_plan(slug), note=classroom.name, **_paper(request)))


@require_safe
@for_teachers()
def key_pdf(request: HttpRequest, classroom: Classroom, slug: str) -> HttpResponse:
    """The key to the sheets."""
    large = _paper(request)["large"]
    return file_views.sent(printed.key(_plan(slug), note=classroom.name, large=large))


def _act(request: HttpRequest, classroom: Classroom, chosen: Plan) -> str:
    """Do what the pressed button says, and where to go then. Raises ClassError."""
    here = reverse("plans:plan", args=[classroom.token, chosen.slug])
    if "put" in request.POST:
        services.put(classroom=classroom, plan=chosen)
        return f"{here}#parts"
    if "rules" in request.POST:
        _keep_played(request, classroom)
        return f"{here}#fits"
    lesson = selectors.lesson_of(classroom, chosen)
    if lesson is None:
        raise ClassError(gettext("This lesson is not in the class any more. Put it in once more."))
    if "out" in request.POST:
        services.take_out(lesson=lesson)
        return here
    if begin := request.POST.get("begin", ""):
        teacher = teacher_of(request)
        live = services.begin_round(lesson=lesson, plan=chosen, name=begin, teacher=teacher)
        return reverse("live:control", args=[classroom.token, live.pk])
    name = request.POST.get("open", "")
    services.open_part(lesson=lesson, plan=chosen, name=name)
    return f"{here}?opened={name}#part-{name}"


def _next(rows: list[selectors.Row]) -> selectors.Row | None:
    """The first part with something to open that is not open yet; None where all are."""
    for row in rows:
        is_round = row.part.kind == "live" and row.live is None
        is_work = row.part.kind in ("stage", "deal", "exit") and not row.opens
        if is_round or is_work:
            return row
    return None


def _keep_played(request: HttpRequest, classroom: Classroom) -> None:
    """Keep for the class what was chosen, for every plan and every topic; what is no rule set changes nothing."""
    name, table = request.POST.get("rules", ""), table_of(request)
    if name == OURS and table is not None:
        set_played(classroom=classroom, rules=table.rule_set)
    elif name in RULE_SETS:
        set_played(classroom=classroom, rules=RULE_SETS[name])


def _played(request: HttpRequest, classroom: Classroom) -> tuple[str, RuleSet]:
    """By which rules the class plays: those that were kept for it, else those of the device's table, else the usual."""
    rules, table = played_by(classroom), table_of(request)
    if rules is not None:
        return KEPT if rules.changes or rules.name not in RULE_SETS else rules.name, rules
    if table is not None:
        return OURS, table.rule_set
    usual = FAMILIES.get(classroom.rules, FAMILIES["classic"])[0]
    return usual, RULE_SETS[usual]


def _choices(request: HttpRequest, classroom: Classroom, name: str) -> dict[str, Any]:
    table, rules = table_of(request), played_by(classroom)
    ours = [(KEPT, gettext("the rules of your table"))] if name == KEPT else []
    if table is not None and (name != KEPT or table.rule_set != rules):
        ours.append((OURS, table.name))
    return {
        "rule_sets": [*ours, *((one, str(title)) for one, title in rule_set_titles().items())],
        "played": name,
    }


def _paper(request: HttpRequest) -> dict[str, Any]:
    return {
        "site": f"{request.scheme}://{request.get_host()}",
        "large": request.GET.get("large") == "1",
    }


def _plan(slug: str) -> Plan:
    found = plan(slug)
    if found is None:
        raise Http404("plan")
    return found
