"""A worked parallel: the same question with other cards, answered and explained."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from lessons.content.reading import PUZZLE_PREFIX, library
from lessons.fresh.sisters import MARK, base_item, find_item
from lessons.kinds.asking.feedback import solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.asking.working import work_from_json
from lessons.proving.fading import example_of
from tutor.learning.addresses import item_crumbs, item_place, item_url
from tutor.learning.attempts import Progressing
from tutor.learning.exercise_context import exercise_context
from tutor.learning.progress import Progress
from tutor.learning.shown import shown_from_draft
from tutor.site.private import ask_anew

PARALLEL = 1
"""The sister that is worked out; those after it are to be tried."""


@ask_anew
@require_safe
def step(request: HttpRequest, stage: str, step: str) -> HttpResponse:
    """A step with other cards, worked out."""
    return _worked(request, f"{stage}/{step}")


@ask_anew
@require_safe
def puzzle(request: HttpRequest, theme: str, slug: str) -> HttpResponse:
    """A puzzle with other cards, worked out."""
    return _worked(request, f"{PUZZLE_PREFIX}{theme}/{slug}")


@ask_anew
@require_safe
def example(request: HttpRequest, stage: str, step: str) -> HttpResponse:
    """A step with other cards and, where it can be, another answer: to be seen before it is tried."""
    slug = f"{stage}/{step}"
    base = base_item(slug)
    number = example_of(base) if base is not None else None
    return _worked(request, slug, number or PARALLEL)


def _worked(request: HttpRequest, slug: str, number: int = PARALLEL) -> HttpResponse:
    base, item = base_item(slug), find_item(f"{slug}{MARK}{number}")
    answer = solution(item) if item is not None else None
    if base is None or item is None or answer is None:
        raise Http404(slug)
    empty = shown_from_draft(item, Progressing())
    work = replace(work_from_json(answer, item), actions=empty.work.actions)
    shown = replace(empty, work=work, result=grade(item, answer, reveal=True))
    following = find_item(f"{slug}{MARK}{PARALLEL + 1}") if number == PARALLEL else None
    context = exercise_context(shown, library=library(), progress=Progress(), learner=None) | {
        "crumbs": (*item_crumbs(base, library()), (item_place(base, library()), item_url(base))),
        "place": gettext("Worked out"),
        "dots": (),
        "focus": "",
        "solution": solution_in_words(item),
        "base_url": item_url(base),
        "try_url": item_url(following) if following else "",
    }
    return render(request, "lessons/worked.html", context)
