"""One exercise, a step of the course or a puzzle, on a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from lessons.content.reading import PUZZLE_PREFIX
from lessons.fresh.sisters import MARK, find_item
from tutor.learning.views.working_on import work_on
from tutor.site.private import keep_private


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, stage: str, step: str) -> HttpResponse:
    """A step of a stage."""
    return _exercise(request, f"{stage}/{step}")


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, theme: str, slug: str) -> HttpResponse:
    """A puzzle of a theme."""
    return _exercise(request, f"{PUZZLE_PREFIX}{theme}/{slug}")


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def step_sister(request: HttpRequest, stage: str, step: str, number: int) -> HttpResponse:
    """A step once more with other cards."""
    return _exercise(request, f"{stage}/{step}{MARK}{number}")


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_sister(request: HttpRequest, theme: str, slug: str, number: int) -> HttpResponse:
    """A puzzle once more with other cards."""
    return _exercise(request, f"{PUZZLE_PREFIX}{theme}/{slug}{MARK}{number}")


def _exercise(request: HttpRequest, slug: str) -> HttpResponse:
    item = find_item(slug)
    if item is None:
        raise Http404(slug)
    return work_on(request, item)
