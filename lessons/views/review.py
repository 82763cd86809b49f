"""The page of what comes back, and putting it off."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from lessons import review as reviewing
from lessons.content import library
from lessons.feedback import rule_title
from lessons.learner import learner_of
from lessons.views.paths import item_url, rule_line

keep_private = cache_control(private=True, no_cache=True)


@keep_private
@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """What is to be met again, with the reason why."""
    learner, today = learner_of(request), localdate()
    entries = [
        {
            "id": one.entry.pk,
            "title": rule_title(one.entry.rule),
            "rule": rule_line(library().rules[one.entry.rule]) if one.entry.rule in library().rules else None,
            "goal": one.missed.goal,
            "days": one.days,
            "url": item_url(one.item),
        }
        for one in reviewing.due(learner, today=today)
    ]
    context = {
        "section": "review",
        "entries": entries,
        "later": len(reviewing.postponed(learner, today=today)),
    }
    return render(request, "lessons/review.html", context)


@require_POST
def later(request: HttpRequest, entry: int) -> HttpResponse:
    """Put one entry off until tomorrow."""
    learner = learner_of(request)
    if learner is None or not reviewing.postpone(learner=learner, entry=entry, today=localdate()):
        raise Http404(str(entry))
    return HttpResponseRedirect(reverse("lessons:review"), status=303)
