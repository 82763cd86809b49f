"""What this is, and where its rules come from."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from lessons.content.reading import library
from tutor.learning.views.pages import puzzle_count, step_count


@vary_on_cookie
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this is, and where its rules come from."""
    content = library()
    context = {
        "section": "about",
        "sources": content.sources,
        "stage_count": len(content.stages),
        "step_count": step_count(content),
        "puzzle_count": puzzle_count(content),
    }
    return render(request, "lessons/about.html", context)
