"""How a learner stands: every skill, the numbers by theme, the history of the rating, and what is best done next."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext

from lessons.content import bank, reading
from lessons.fresh.sisters import base_slug
from lessons.parting.families import families_among
from lessons.saying.wording import rule_title
from tutor.learning.models import Learner, Skill
from tutor.learning.progress import Progress
from tutor.learning.review import state_of
from tutor.puzzles.models import LearnerRating, RatedAnswer
from tutor.puzzles.notebook import Notebook
from tutor.puzzles.plot import Plot, plot_of
from tutor.puzzles.ratings import Standing
from tutor.puzzles.round_words import theme_title
from tutor.puzzles.rounds import SKIPPED
from tutor.puzzles.statistics import START

LATEST: Final = 20
"""So many rated answers stand in the table beside the plot."""
CAUTION: Final = 0.5
"""Of who is little known, so much of the deviation is taken off: rather too easy than too hard."""
FAMILIAR: Final = "classic"
COURSE: Final = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What to do next: what the button says, where it leads, and why."""

    label: str
    url: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeNumbers:
    """What was done at a theme; ``theme`` is empty for the course. ``questions`` counts each set of cards."""

    theme: str
    title: str
    answers: int
    questions: int
    first_right: int

    @property
    def percent(self) -> int:
        return round(100 * self.first_right / self.questions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One rated answer in the table beside the plot."""

    created: datetime.datetime
    title: str
    outcome: str
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The plot of the rating and its latest answers, the latest first."""

    plot: Plot | None
    latest: tuple[Rated, ...]


def history_of(learner: Learner | None) -> History:
    """What answers did to the rating; one query, none without a learner."""
    if learner is None:
        return History(plot=None, latest=())
    rows = list(
        RatedAnswer.objects.filter(learner=learner)
        .order_by("created", "id")
        .annotate(slug=Coalesce("attempt__item__slug", "skipped__slug"))
        .values_list("created", "before", "after", "attempt__outcome", "slug")
    )
    if not rows:
        return History(plot=None, latest=())
    ratings = [rows[0][1], *(row[2] for row in rows)]
    latest = tuple(
        Rated(
            created=created,
            title=title_of_theme(_theme_of(slug)),
            outcome=outcome or SKIPPED,
            before=before,
            after=after,
        )
        for created, before, after, outcome, slug in reversed(rows[-LATEST:])
    )
    plot = plot_of(ratings, first_day=localdate(rows[0][0]), last_day=localdate(rows[-1][0]))
    return History(plot=plot, latest=latest)


def rating_row(learner: Learner | None) -> LearnerRating | None:
    """The rating that is kept of a learner; one query, none without a learner."""
    return LearnerRating.objects.filter(learner=learner).first() if learner is not None else None


def numbers_of(progress: Progress) -> list[ThemeNumbers]:
    """What was done, by theme, where most was answered first; the course last."""
    answers: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for slug, one in progress.items.items():
        theme = _theme_of(slug)
        answers[theme] += one.tries
        questions[theme] += 1
        right[theme] += one.first
    found = [
        ThemeNumbers(
            theme=theme,
            title=title_of_theme(theme),
            answers=answers[theme],
            questions=questions[theme],
            first_right=right[theme],
        )
        for theme in answers
    ]
    return sorted(found, key=lambda one: (one.theme == COURSE, -one.answers, one.title))


def counts_of(skills: Mapping[str, Skill]) -> dict[str, int]:
    """How many rules are solid, shaky and still unclear."""
    found = Counter(state_of(skill) for skill in skills.values())
    return {"solid": found["solid"], "shaky": found["shaky"], "unclear": found["unclear"]}


def next_action(
    *,
    standing: Standing,
    due: int,
    notebook: Notebook,
    skills: Mapping[str, Skill],
    progress: Progress,
) -> Action:
    """The one thing to do now: what is due, then what went wrong, then what is shaky, then what is new."""
    if due:
        why = ngettext(
            "%(count)s rule is due. Review it now and it will stay with you.",
            "%(count)s rules are due. Review them now and they will stay with you.",
            due,
        )
        return Action(label=gettext("Review now"), url=reverse("lessons:review"), why=why % {"count": due})
    if notebook.entries:
        count = len(notebook.entries)
        why = ngettext(
            "%(count)s exercise is in your notebook. Get it right with other cards.",
            "%(count)s exercises are in your notebook. The easiest comes first.",
            count,
        )
        url = reverse("practice:notebook-do", args=[notebook.entries[0].slug])
        return Action(label=gettext("Work through the notebook"), url=url, why=why % {"count": count})
    return _of_shaky(skills) or _of_new(standing, progress) or _daily()


def title_of_theme(theme: str) -> str:
    """What a theme is called; the course has no theme, and a theme that is gone its slug."""
    if theme == COURSE:
        return gettext("Course")
    return theme_title(theme) or theme


def _of_shaky(skills: Mapping[str, Skill]) -> Action | None:
    shaky = [skill for skill in skills.values() if state_of(skill) == "shaky"]
    for skill in sorted(shaky, key=lambda one: (not one.missed, one.seen)):
        theme = _theme_of_rule(reading.seeds_folder()).get(skill.rule)
        if theme is not None:
            why = gettext("Not sure yet: %(rule)s. You can practise it in this topic.")
            return _theme_action(theme, why % {"rule": rule_title(skill.rule)})
    return None


def _of_new(standing: Standing, progress: Progress) -> Action | None:
    theme = new_theme(standing, progress)
    if theme is None:
        return None
    return _theme_action(theme, gettext("You have not tried this topic yet, and it is at about your level."))


def new_theme(
    standing: Standing, progress: Progress, *, families: Collection[str] = (FAMILIAR,)
) -> str | None:
    """A theme never tried whose puzzles are as hard as the learner is strong, if possible of these rule sets.

    None where all were tried. Those for solvers come before the drills.
    """
    tried = {_theme_of(slug) for slug in progress.items}
    themes = [
        theme
        for theme in _bank_themes(reading.seeds_folder()).values()
        if theme.slug not in tried and theme.count
    ]
    themes = [theme for theme in themes if not theme.drill] or themes
    themes = [theme for theme in themes if set(families_among(theme.rule_sets)) & set(families)] or themes
    target = standing.rating - CAUTION * standing.deviation
    found = min(themes, key=lambda one: abs(_level_of(one) - target), default=None)
    return found.slug if found else None


def _theme_action(theme: str, why: str) -> Action:
    label = gettext("Practise: %(title)s") % {"title": title_of_theme(theme)}
    return Action(label=label, url=reverse("lessons:theme", args=[theme]), why=why)


def _daily() -> Action:
    return Action(
        label=gettext("Go to the position of the day"),
        url=reverse("practice:daily"),
        why=gettext("Nothing is waiting. The position of the day is the same for everybody."),
    )


def _level_of(theme: bank.BankTheme) -> float:
    """The mean strength of a theme's puzzles as they were estimated."""
    total = sum(count * START[level] for level, count in enumerate(theme.by_difficulty, start=1))
    return total / max(1, theme.count)


def _theme_of(slug: str) -> str:
    """The theme in a slug; empty for what is no puzzle."""
    if not slug.startswith(reading.PUZZLE_PREFIX):
        return COURSE
    return base_slug(slug).split("/")[1]


@lru_cache(maxsize=8)
def _bank_themes(root: Path) -> dict[str, bank.BankTheme]:
    return {theme.slug: theme for theme in bank.load(root).themes}


@lru_cache(maxsize=8)
def _theme_of_rule(root: Path) -> dict[str, str]:
    """The theme that asks most often for each rule as its main one."""
    counts: dict[str, Counter[str]] = {}
    for entry in bank.load(root).index.values():
        counts.setdefault(entry.rules[0], Counter())[entry.theme] += 1
    return {rule: themes.most_common(1)[0][0] for rule, themes in counts.items()}


def context_numbers(numbers: list[ThemeNumbers]) -> dict[str, Any]:
    """The sums below the table of themes."""
    questions = sum(one.questions for one in numbers)
    right = sum(one.first_right for one in numbers)
    return {
        "answers": sum(one.answers for one in numbers),
        "questions": questions,
        "first_right": right,
        "percent": round(100 * right / questions) if questions else 0,
    }
