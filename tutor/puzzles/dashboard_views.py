"""How a learner stands as a page, and the switch of the rating."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from lessons.words import naming
from tutor.learning import review as reviewing
from tutor.learning.learner import ensure_learner, learner_of
from tutor.learning.progress import progress_of
from tutor.learning.views.review import known_by_topic
from tutor.puzzles import dashboard as standing_page
from tutor.puzzles import ratings
from tutor.puzzles.models import LearnerRating
from tutor.puzzles.notebook import notebook_of
from tutor.puzzles.rating_lines import rating_words, signed
from tutor.puzzles.ratings import Standing
from tutor.puzzles.records import records_of
from tutor.site.posting import form_of
from tutor.site.private import keep_private

MOST_THEMES = 8


@keep_private
@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """Skills, rating, numbers and the next thing to do; the number of queries does not depend on what was answered."""
    learner, today = learner_of(request), localdate()
    row = standing_page.rating_row(learner)
    standing = ratings.standing_of(row)
    skills, progress = reviewing.skills_of(learner), progress_of(learner)
    notebook, history = notebook_of(learner), standing_page.history_of(learner)
    numbers = standing_page.numbers_of(progress)
    context = {
        "section": "puzzles",
        "tab": "dashboard",
        "action": standing_page.next_action(
            standing=standing,
            due=reviewing.count_due(learner, today=today),
            notebook=notebook,
            skills=skills,
            progress=progress,
        ),
        "topics": known_by_topic(skills),
        "counts": standing_page.counts_of(skills),
        "in_notebook": len(notebook.entries),
        "rating": _rating(row, standing),
        "plot": history.plot,
        "latest": [
            {"day": one.created, "title": one.title, "outcome": one.outcome, "rating": naming.number(round(one.after)),
             "change": signed(round(one.after) - round(one.before))}
            for one in history.latest
        ],
        "numbers": numbers[:MOST_THEMES],
        "more_numbers": numbers[MOST_THEMES:],
        "sums": standing_page.context_numbers(numbers),
        "records": records_of(learner, standing=standing),
        "switched": request.GET.get("switched") == "1",
    }  # fmt: skip
    return render(request, "practice/dashboard.html", context)


@form_of(lambda: reverse("practice:dashboard"))
def switch_rating(request: HttpRequest) -> HttpResponse:
    """Rate answers from now on, or stop doing so."""
    ratings.switch(learner=ensure_learner(request), on=request.POST.get("rated") == "on")
    return HttpResponseRedirect(f"{reverse('practice:dashboard')}?switched=1#rating", status=303)


def _rating(row: LearnerRating | None, standing: Standing) -> dict[str, Any]:
    return {
        "is_on": row is None or row.is_on,
        "count": standing.count,
        "words": rating_words(standing.rating, standing),
        "is_provisional": standing.is_provisional,
        "low": naming.number(round(standing.rating - 2 * standing.deviation)),
        "high": naming.number(round(standing.rating + 2 * standing.deviation)),
    }
