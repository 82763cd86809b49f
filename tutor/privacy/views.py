"""The privacy page: public, and the same for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tutor.classroom.services import INVITE_DAYS, MOST_YEARS
from tutor.lti.wanted import is_on
from tutor.privacy import stored


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored, why, how long and who sees it, and what a school has to write down about it."""
    context = {
        "section": "privacy",
        "groups": stored.groups(),
        "cookies": stored.cookies(),
        "row_number": stored.row_number(),
        "years": MOST_YEARS,
        "invite_days": INVITE_DAYS,
        "has_platform": is_on(),
    }
    return render(request, "privacy/privacy.html", context)
