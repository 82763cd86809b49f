"""What pupils see of their class."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tutor.classroom.access import for_pupils
from tutor.classroom.models import Pupil


@require_safe
@for_pupils
def mine(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """The pupil's page: what is due, what was done."""
    context = {
        "section": "class",
        "pupil": pupil,
        "classroom": pupil.classroom,
        "own_account": pupil.learner.user_id is not None,
    }
    return render(request, "classroom/mine.html", context)
