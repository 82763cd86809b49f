"""Personal bests: what a learner has reached once, and what nobody takes away again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tutor.learning.models import Learner
from tutor.puzzles import daily, weekly
from tutor.puzzles.models import LearnerRating, RatedAnswer, Round
from tutor.puzzles.rating_lines import rating_url, rating_words
from tutor.puzzles.ratings import Standing, standing_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One best: of what, how far, and where one tries again."""

    title: str
    value: str
    url: str


def records_of(
    learner: Learner | None, *, days: daily.Standing | None = None, standing: Standing | None = None
) -> Sequence[Record]:
    """The bests that there are; the rating with a question mark while the one of now is provisional.

    Six queries, one fewer for each of ``days`` and ``standing`` that the page has asked for, none without learner.
    """
    if learner is None:
        return ()
    rows = Round.objects.filter(learner=learner).order_by().values_list("mode").annotate(most=Max("right"))
    most: dict[str, int] = dict(rows)
    days, weeks = days or daily.standing(learner), weekly.in_a_row(learner)[1]
    rating = RatedAnswer.objects.filter(learner=learner).aggregate(most=Max("after"))["most"]
    standing = standing or standing_of(LearnerRating.objects.filter(learner=learner).first())
    found = (
        (gettext("Storm"), _right(most.get(Round.Mode.STORM, 0)), reverse("practice:mode", args=["storm"])),
        (
            gettext("Streak"),
            _in_a_row(most.get(Round.Mode.STREAK, 0)),
            reverse("practice:mode", args=["streak"]),
        ),
        (gettext("Position of the day"), _days(days.longest), reverse("practice:daily")),
        (gettext("Set of the week"), _of_set(weekly.best(learner), weeks), reverse("practice:weekly")),
        (gettext("Rating"), rating_words(rating, standing) if rating else "", rating_url()),
    )
    return [Record(title=title, value=value, url=url) for title, value, url in found if value]


def _right(count: int) -> str:
    return gettext("%(right)s right") % {"right": count} if count else ""


def _in_a_row(count: int) -> str:
    return gettext("%(count)s in a row") % {"count": count} if count else ""


def _days(count: int) -> str:
    words = ngettext("%(count)s day in a row", "%(count)s days in a row", count)
    return words % {"count": count} if count else ""


def _of_set(most: int, weeks: int) -> str:
    if not most:
        return ""
    said = gettext("%(right)s of %(count)s") % {"right": most, "count": len(weekly.PLACES)}
    row = ngettext("%(count)s week in a row", "%(count)s weeks in a row", weeks) % {"count": weeks}
    return f"{said}, {row}" if weeks > 1 else said
