"""What rounds of puzzles are called, and their addresses."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from lessons.content import bank
from lessons.content.reading import Item, Stage, library
from lessons.kinds.registry import kind_of
from tutor.learning.addresses import stage_url
from tutor.learning.to_read import stage_of
from tutor.puzzles import rounds
from tutor.puzzles.models import Round


def theme_title(slug: str) -> str | None:
    """What a theme is called; None for one that does not exist."""
    found = library().theme(slug) or next((one for one in bank.themes() if one.slug == slug), None)
    return str(found.title) if found else None


def lesson_of(slug: str) -> Mapping[str, str] | None:
    """The stage of the course that teaches a theme."""
    found = library().theme(slug) or next((one for one in bank.themes() if one.slug == slug), None)
    return _lesson(library().stage(found.lesson) if found and found.lesson else None)


def lesson_for(item: Item) -> Mapping[str, str] | None:
    """The stage of the course that teaches what a puzzle asks, by the rule set of the puzzle."""
    return _lesson(stage_of(item))


def _lesson(stage: Stage | None) -> Mapping[str, str] | None:
    return {"title": str(stage.title), "url": stage_url(stage)} if stage else None


def title_of(row: Round) -> str:
    return title_for(row.mode, row.theme)


def title_for(mode: str, theme: str = "") -> str:
    """What a mode is called; a round about a theme has its name."""
    return (
        {
            Round.Mode.MIXED: gettext("Mixed puzzles"),
            Round.Mode.STREAK: gettext("Streak"),
            Round.Mode.STORM: gettext("Storm"),
        }.get(Round.Mode(mode))
        or theme_title(theme)
        or gettext("Puzzles")
    )


def begin_url(row: Round) -> str:
    """Where a round of this mode is begun."""
    if row.mode == Round.Mode.THEME:
        return reverse("practice:theme", args=[row.theme])
    return reverse("practice:mode", args=[row.mode])


def so_far(row: Round) -> str:
    facts = {"right": row.right, "count": rounds.answered(row)}
    if row.mode in rounds.ENDLESS:
        return gettext("%(right)s of %(count)s right") % facts
    return gettext("%(right)s right") % facts


def mark_words(mark: str) -> str:
    """What came of a question of a set, in words."""
    return {
        "right": gettext("right on the first try"),
        "later": gettext("right later"),
        "wrong": gettext("not solved"),
    }.get(mark) or pgettext("day", "open")


def weeks_in_a_row(now: int, most: int) -> str:
    """How many weeks in a row are finished, and the most ever; what is not there yet is no threat."""
    if not most:
        return ""
    said = []
    if now:
        words = ngettext("%(count)s week in a row", "%(count)s weeks in a row", now)
        said.append(words % {"count": now})
    if most > now:
        words = ngettext("longest: %(count)s week in a row", "longest: %(count)s weeks in a row", most)
        said.append(words % {"count": most})
    return ", ".join(said)


def crumbs(mode: str, theme: str, *, over: bool = False) -> tuple[tuple[str, str], ...]:
    found = [(gettext("Puzzles"), reverse("lessons:puzzles"))]
    if mode == Round.Mode.THEME:
        url = reverse("practice:theme", args=[theme]) if over else reverse("lessons:theme", args=[theme])
        found.append((title_for(mode, theme), url))
    elif over:
        found.append((title_for(mode), reverse("practice:mode", args=[mode])))
    return tuple(found)


def place_url(row: Round) -> str:
    """The open question, or the result. What the fragment names has the focus once the page is there."""
    number = rounds.next_number(row)
    return over_url(row) if number is None else f"{question_url(row, number)}#{_first_of(row, number)}"


def _first_of(row: Round, number: int) -> str:
    """Where a question begins: at the field of the number where a storm wants nothing else."""
    item = rounds.item_of(row, number)
    is_typed = row.mode == Round.Mode.STORM and item is not None and kind_of(item).one_step == "number"
    return "number" if is_typed else "goal"


def question_url(row: Round, number: int) -> str:
    return reverse("practice:question", args=[row.pk, number])


def over_url(row: Round) -> str:
    return reverse("practice:round", args=[row.pk])
