"""The map of topics as a page: each with what was reached there, and one's bests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from lessons.content import bank
from lessons.content.reading import Theme, library
from lessons.kinds.registry import kind_names
from lessons.words import naming
from tutor.learning.learner import learner_of
from tutor.learning.progress import progress_of
from tutor.puzzles.day_words import now_of
from tutor.puzzles.drills import drills
from tutor.puzzles.next_up import next_up
from tutor.puzzles.records import records_of
from tutor.puzzles.theme_map import Performance, performances_of
from tutor.site.private import keep_private

LOWEST: Final = 700
HIGHEST: Final = 2300
"""Between these a performance is drawn as a bar."""


@keep_private
@require_safe
def theme_map(request: HttpRequest) -> HttpResponse:
    """Every topic with the performance there; the drills after those for solvers."""
    learner = learner_of(request)
    progress, now = progress_of(learner), now_of(learner)
    found = performances_of(progress)
    drawn = [(title, [_row(theme, found.get(theme.slug)) for theme in themes]) for title, themes in _groups()]
    rows = [row for _, of_group in drawn for row in of_group]
    context = {
        "section": "puzzles",
        "tab": "map",
        "crumbs": ((gettext("Puzzles"), reverse("lessons:puzzles")),),
        "place": gettext("Map of topics"),
        "groups": [{"title": title, "rows": of_group} for title, of_group in drawn if of_group],
        "tried": sum(row["state"] != "new" for row in rows),
        "count": len(rows),
        "records": records_of(learner, days=now.days),
        "next": next_up(learner, now=now, progress=progress),
    }
    return render(request, "practice/map.html", context)


def _groups() -> Sequence[tuple[str, Sequence[Theme | bank.BankTheme]]]:
    """The topics as the catalogue has them: chosen ones, those of the collection by kind, drills."""
    by_kind: dict[str, list[Theme | bank.BankTheme]] = {}
    for theme in bank.themes():
        entries = bank.entries_of(theme.slug)
        if entries and not theme.drill:
            by_kind.setdefault(str(kind_names()[entries[0].kind]), []).append(theme)
    return [
        (gettext("Chosen puzzles"), library().themes),
        *by_kind.items(),
        (gettext("Drills"), [theme for theme in drills() if theme.count]),
    ]


def _row(theme: Theme | bank.BankTheme, reached: Performance | None) -> dict[str, Any]:
    row = {
        "title": theme.title,
        "url": reverse("practice:theme", args=[theme.slug]),
        "state": "new" if reached is None else reached.level,
        "words": state_words()["new" if reached is None else reached.level],
    }
    if reached is None:
        return row
    rating = naming.number(round(reached.rating)) + ("" if reached.is_sure else "?")
    share = (reached.rating - LOWEST) / (HIGHEST - LOWEST)
    return row | {
        "rating": rating,
        "share": round(100 * min(1.0, max(0.0, share))),
        "right": reached.right,
        "answers": reached.answers,
    }


def state_words() -> Mapping[str, str]:
    """How a topic stands beside all others together."""
    return {
        "new": gettext("not tried yet"),
        "weaker": gettext("weaker than elsewhere"),
        "level": gettext("as good as elsewhere"),
        "stronger": gettext("stronger than elsewhere"),
    }
