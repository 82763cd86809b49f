"""What to do next, by one press: the position of the day, the set of the week, what is due, the weakest topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext

from tutor.learning import review
from tutor.learning.models import Learner
from tutor.learning.progress import Progress, progress_of
from tutor.puzzles import rounds, weekly
from tutor.puzzles.dashboard import new_theme, title_of_theme
from tutor.puzzles.day_words import Now, now_of
from tutor.puzzles.models import Round
from tutor.puzzles.ratings import strength_of
from tutor.puzzles.theme_map import performances_of, weakest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NextUp:
    """The one button: what it says, where it leads, and why. What it begins is sent by a form, with ``fields``."""

    label: str
    url: str
    why: str
    posts: bool = False
    fields: Sequence[tuple[str, str]] = field(default_factory=tuple)


def next_up(learner: Learner | None, *, now: Now | None = None, progress: Progress | None = None) -> NextUp:
    """The next thing for a learner, or for somebody who has done nothing yet.

    What the page has asked already, how the learner stands now and what was answered, is not asked again.
    """
    now = now or now_of(learner)
    found = _of_today(now) or _of_week(now) or _due(learner)
    return found or _of_topic(learner, progress or progress_of(learner))


def _of_today(now: Now) -> NextUp | None:
    if now.today != "open":
        return None
    return NextUp(
        label=gettext("Position of the day"),
        url=reverse("practice:daily"),
        why=gettext("One position, the same for everybody. Today’s is open."),
    )


def _of_week(now: Now) -> NextUp | None:
    week, played = weekly.this_week(), now.week
    if played is not None and played.finished is not None:
        return None
    url = reverse("practice:week", args=[week])
    if played is None:
        why = gettext("Ten puzzles that get harder, the same for everybody, open until Sunday.")
        return NextUp(label=gettext("Begin the set of the week"), url=url, why=why, posts=True)
    left = weekly.marks_of(played).count("open")
    why = ngettext(
        "%(count)s puzzle of this week’s set is still open.",
        "%(count)s puzzles of this week’s set are still open.",
        left,
    )
    label = gettext("Go on with the set of the week")
    return NextUp(label=label, url=url, why=why % {"count": left}, posts=True)


def _due(learner: Learner | None) -> NextUp | None:
    due = review.count_due(learner, today=localdate())
    if not due:
        return None
    why = ngettext(
        "%(count)s rule is due. Review it now and it will stay with you.",
        "%(count)s rules are due. Review them now and they will stay with you.",
        due,
    )
    return NextUp(label=gettext("Review now"), url=reverse("lessons:review"), why=why % {"count": due})


def _of_topic(learner: Learner | None, progress: Progress) -> NextUp:
    """The topic at which one is weakest, else a new one at one's level, else all mixed; of the chosen rule sets."""
    families = rounds.kept_choice(learner, Round.Mode.MIXED).families
    found = performances_of(progress)
    fitting = [theme for theme in found if set(rounds.families_of(theme)) & set(families)]
    weakest = weakest_of(found, among=fitting)
    if weakest is not None:
        why = gettext("You are weaker on this topic than elsewhere. A few puzzles will help.")
        return _practise(learner, weakest, why)
    new = new_theme(strength_of(learner), progress, families=families)
    if new is not None:
        return _practise(
            learner, new, gettext("You have not tried this topic yet, and it is at about your level.")
        )
    sent = [("choosing", "1"), ("level", "same"), *(("family", family) for family in families)]
    return NextUp(
        label=gettext("Mixed puzzles"), url=reverse("practice:mode", args=["mixed"]),
        why=gettext("All topics of your rule sets, at your level."), posts=True, fields=sent,
    )  # fmt: skip


def _practise(learner: Learner | None, theme: str, why: str) -> NextUp:
    families = rounds.kept_choice(learner, Round.Mode.THEME, theme).families
    label = gettext("Practise: %(title)s") % {"title": title_of_theme(theme)}
    sent = [("choosing", "1"), *(("family", family) for family in families)]
    return NextUp(label=label, url=reverse("practice:theme", args=[theme]), why=why, posts=True, fields=sent)
