"""The placement, the readiness test and its certificate."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import Stage, library
from lessons.saying.wording import rule_title
from lessons.words.in_brief import in_figures
from tutor.learning.addresses import item_url, rule_line, stage_url
from tutor.learning.learner import ensure_learner, learner_of
from tutor.learning.models import Attempt, Learner, Sitting
from tutor.learning.placement import UNKNOWN
from tutor.learning.shown import Place, PlaceButton
from tutor.learning.sittings import (
    READINESS_PERCENT,
    READINESS_QUESTIONS,
    Answered,
    answer,
    answered,
    begin,
    is_passed,
    item_of,
    last_finished,
    last_passed,
    next_number,
    open_sitting,
    percent,
    placed_stage,
)
from tutor.learning.to_read import rules_told, stage_of
from tutor.learning.views.working_on import work_on
from tutor.site.private import keep_private

MOST_NAME = 60


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def placement(request: HttpRequest) -> HttpResponse:
    """What the placement is, beginning it, and where it says to begin."""
    if request.method == "POST":
        return _begin(request, Sitting.Kind.PLACEMENT)
    learner = learner_of(request)
    sitting = last_finished(learner, Sitting.Kind.PLACEMENT)
    stage = placed_stage(sitting, library())
    results = answered(sitting) if sitting else []
    context = {
        "section": "course",
        "crumbs": _crumbs(),
        "place": gettext("Placement"),
        "running": _running(open_sitting(learner, Sitting.Kind.PLACEMENT)),
        "done": sitting is not None,
        "right": sum(one.right for one in results),
        "failed": _failed(learner, results),
        "asked": len(sitting.questions) if sitting else 0,
        "stage": _stage(stage or library().stages[0]),
        "knows_nothing": stage is None,
        "knows_most": stage == library().branch("main")[-1],
    }
    return render(request, "lessons/placement.html", context)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def readiness(request: HttpRequest) -> HttpResponse:
    """What the readiness test is, beginning it, and its last result."""
    if request.method == "POST":
        return _begin(request, Sitting.Kind.READINESS)
    learner = learner_of(request)
    sitting = last_finished(learner, Sitting.Kind.READINESS)
    results = answered(sitting) if sitting else []
    context = {
        "section": "course",
        "crumbs": _crumbs(),
        "place": gettext("Readiness test"),
        "count": READINESS_QUESTIONS,
        "percent_needed": READINESS_PERCENT,
        "running": _running(open_sitting(learner, Sitting.Kind.READINESS)),
        "done": sitting is not None,
        "passed": sitting is not None and is_passed(sitting),
        "has_certificate": last_passed(learner) is not None,
        "percent": percent(sitting) if sitting else 0,
        "right": sum(one.right for one in results),
        "asked": len(results),
        "failed": _failed(learner, results),
    }
    return render(request, "lessons/readiness.html", context)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """One question of a test. An answered one leads on to the next that is open."""
    sitting = open_sitting(learner_of(request), kind)
    if sitting is None:
        return HttpResponseRedirect(reverse(f"lessons:{kind}"))
    item = item_of(sitting, number)
    if number != next_number(sitting) or item is None:
        return HttpResponseRedirect(_next_url(sitting))
    count = READINESS_QUESTIONS if kind == Sitting.Kind.READINESS else None
    label = (
        in_figures(gettext("Question %(number)s of %(count)s"), number=number, count=len(sitting.questions))
        if count
        else gettext("Question %(number)s") % {"number": number}
    )
    title = gettext("Readiness test") if count else gettext("Placement")
    place = Place(
        url=reverse("lessons:question", args=[kind, number]),
        section="course",
        crumbs=(*_crumbs(), (title, reverse(f"lessons:{kind}"))),
        label=label,
        note=None if count else _note,
        answered=partial(_answered, sitting=sitting, number=number),
        buttons=None if count else _buttons,
        pressed=None if count else partial(_pressed, sitting=sitting, number=number),
    )
    return work_on(request, item, place=place)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def certificate(request: HttpRequest) -> HttpResponse:
    """The certificate of a test that was passed; to the test without one. The name goes onto the page, unkept."""
    sitting = last_passed(learner_of(request))
    if sitting is None:
        return HttpResponseRedirect(reverse("lessons:readiness"))
    results = answered(sitting)
    context = {
        "section": "course",
        "crumbs": (*_crumbs(), (gettext("Readiness test"), reverse("lessons:readiness"))),
        "place": gettext("Certificate"),
        "name": request.POST.get("name", "").strip()[:MOST_NAME],
        "right": sum(one.right for one in results),
        "asked": len(results),
        "finished": localdate(sitting.finished),
        "topics": [stage.title for stage in library().branch("main")],
    }
    return render(request, "lessons/certificate.html", context)


def _begin(request: HttpRequest, kind: str) -> HttpResponse:
    sitting = begin(learner=ensure_learner(request), kind=kind, library=library(), rng=SystemRandom())
    return HttpResponseRedirect(_next_url(sitting), status=303)


def _answered(attempt: Attempt, *, sitting: Sitting, number: int) -> str:
    return _told(str(attempt.outcome), sitting=sitting, number=number)


def _note() -> str:
    return gettext("Your first answer counts. At the end you see where to begin.")


def _buttons() -> tuple[PlaceButton, ...]:
    return (PlaceButton(gettext("I don’t know yet"), UNKNOWN),)


def _pressed(value: str, *, sitting: Sitting, number: int) -> str:
    """Go on from a question that the learner says not to know."""
    return _told(UNKNOWN, sitting=sitting, number=number) if value == UNKNOWN else _next_url(sitting)


def _told(outcome: str, *, sitting: Sitting, number: int) -> str:
    answer(sitting=sitting, number=number, outcome=outcome, library=library(), rng=SystemRandom())
    return _next_url(sitting)


def _next_url(sitting: Sitting) -> str:
    number = next_number(sitting)
    if number is None or sitting.finished is not None:
        return reverse(f"lessons:{sitting.kind}")
    return reverse("lessons:question", args=[sitting.kind, number])


def _running(sitting: Sitting | None) -> dict[str, Any] | None:
    if sitting is None:
        return None
    return {"url": _next_url(sitting), "number": next_number(sitting) or 1}


def _failed(learner: Learner | None, results: Iterable[Answered]) -> list[dict[str, Any]]:
    """The questions that were not right: the rule that the verdict names, and where that is taught."""
    failed = [one for one in results if not one.right]
    told = rules_told(learner, [one.item for one in failed])
    return [_line(one, told[one.item.slug]) for one in failed]


def _line(one: Answered, rule: str) -> dict[str, Any]:
    content, stage = library(), stage_of(one.base)
    return {
        "goal": one.item.goal,
        "url": item_url(one.item),
        "stage": _stage(stage) if stage else None,
        "title": rule_title(rule),
        "rule": rule_line(content.rules[rule]) if rule in content.rules else None,
    }


def _stage(stage: Stage) -> dict[str, Any]:
    number, _ = library().place_of(stage)
    return {"number": number, "title": stage.title, "summary": stage.summary, "url": stage_url(stage)}


def _crumbs() -> tuple[tuple[str, str], ...]:
    return ((gettext("Course"), reverse("lessons:course")),)
