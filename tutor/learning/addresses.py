"""Addresses of content, and what the breadcrumb calls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_position, format_rules
from lessons.content import bank
from lessons.content.base import SideTable
from lessons.content.providers import provider_of
from lessons.content.reading import Item, Library, RulePage, Stage, Theme
from lessons.content.schema import Branch
from lessons.counting.sides_text import format_sides
from lessons.fresh.sisters import MARK, base_item, base_slug, sister_number
from lessons.kinds.registry import given
from lessons.saying.wording import rule_title
from lessons.words.in_brief import in_figures
from tutor.learning.companions import left_out
from tutor.learning.progress import Progress


def item_url(item: Item) -> str:
    """The item's own page in the active language; a sister's too."""
    provider = provider_of(item.slug)
    if provider is not None:
        return provider.url(item)
    name = "lessons:puzzle" if item.is_puzzle else "lessons:step"
    number = sister_number(item.slug)
    if number is not None:
        return reverse(f"{name}-sister", args=[item.group, item.name, number])
    return reverse(name, args=[item.group, item.name])


def worked_url(item: Item) -> str:
    """A sister position with its answer worked out."""
    name = "lessons:puzzle-worked" if item.is_puzzle else "lessons:step-worked"
    return reverse(name, args=[item.group, item.name])


def example_url(step: Item) -> str:
    """A sister position of a step, worked out to be seen before anything is tried."""
    return reverse("lessons:step-example", args=[step.group, step.name])


def stage_url(stage: Stage) -> str:
    return reverse("lessons:stage", args=[stage.slug])


def theme_url(theme: Theme) -> str:
    """The page of a theme."""
    return reverse("lessons:theme", args=[theme.slug])


def position_url(position: Position, actions: Iterable[Action] = ()) -> str:
    """A link that carries the position itself, and the actions of a turn in progress."""
    query = {"p": format_position(position), "a": "; ".join(map(str, actions))}
    return f"{reverse('lessons:position')}?{urlencode({name: text for name, text in query.items() if text})}"


def scored_url(rules: RuleSet, sides: Sequence[SideTable]) -> str:
    """A link that carries one side or both at the end of a deal."""
    return f"{reverse('lessons:scored')}?{urlencode({'s': format_sides(format_rules(rules), sides)})}"


def carrying_url(item: Item, actions: Iterable[Action] = ()) -> str:
    """A link that carries what the item shows: a position, or sides that are scored; empty where it has neither."""
    if item.position is not None:
        return position_url(item.position, actions)
    sides = list(given(item.task).sides.values())
    return scored_url(item.rules, sides) if sides else ""


def rule_set_url(name: str) -> str:
    return reverse("lessons:rule-set", args=[name])


def compare_url(first: str, second: str) -> str:
    """The comparison of two rule sets, as a link to share."""
    return f"{reverse('lessons:compare')}?{urlencode({'a': first, 'b': second})}"


def item_crumbs(item: Item, library: Library) -> list[tuple[str, str]]:
    theme = bank_theme(item)
    if theme is not None:
        url = reverse("lessons:theme", args=[theme.slug])
        return [(gettext("Puzzles"), reverse("lessons:puzzles")), (str(theme.title), url)]
    group = library.group_of(item)
    if isinstance(group, Stage):
        return [(gettext("Course"), reverse("lessons:course")), (str(group.title), stage_url(group))]
    return [(gettext("Puzzles"), reverse("lessons:puzzles")), (str(group.title), theme_url(group))]


def item_place(item: Item, library: Library) -> str:
    """ "Step 3 of 8" or "Puzzle 4 of 12"."""
    if MARK in item.slug:
        return gettext("The same question with other cards")
    theme = bank_theme(item)
    facts = {"number": item.number, "count": theme.count if theme else len(library.siblings(item))}
    if theme and not 1 <= item.number <= theme.count:  # offered no more, or made new
        return gettext("Puzzle")
    if item.is_puzzle:
        return in_figures(gettext("Puzzle %(number)s of %(count)s"), **facts)
    if library.is_further(item):
        return in_figures(gettext("Further exercise %(number)s of %(count)s"), **facts)
    return in_figures(gettext("Step %(number)s of %(count)s"), **facts)


def next_place(item: Item, library: Library) -> tuple[str, str, str, Item | None]:
    """Where Next leads: kind of place, label of the button, address, and the item if it is one."""
    if MARK in item.slug:
        base = base_item(base_slug(item.slug))
        if base is not None:
            return "step", gettext("Back to the exercise"), item_url(base), base
    if bank_theme(item) is not None:
        return _next_of_bank(item)
    after = library.after(item)
    while item.is_puzzle and after is not None and after.slug in left_out():
        after = library.after(after)
    if after is not None:
        return ("puzzle" if item.is_puzzle else "step"), _label_of_next(item, library), item_url(after), after
    group = library.group_of(item)
    if isinstance(group, Theme):
        following = next((theme for theme in library.themes if theme.number > group.number), None)
        if following is not None:
            first = following.puzzles[0]
            label = gettext("Next topic: %(title)s") % {"title": following.title}
            return "puzzle", label, item_url(first), first
        return "list", gettext("All puzzles"), reverse("lessons:puzzles"), None
    label = gettext("Back to the stage") if library.is_further(item) else gettext("Finish the stage")
    return "stage", label, stage_url(group), None


def _label_of_next(item: Item, library: Library) -> str:
    if item.is_puzzle:
        return gettext("Next puzzle")
    return gettext("Next exercise") if library.is_further(item) else gettext("Next step")


def bank_theme(item: Item) -> bank.BankTheme | None:
    """The theme of the bank that an item belongs to; None for steps and for puzzles of the content."""
    slug = base_slug(item.slug)
    if not item.is_puzzle or (slug not in bank.bank().index and bank.item(slug) is None):
        return None
    return next((theme for theme in bank.themes() if theme.slug == item.group), None)


def _next_of_bank(item: Item) -> tuple[str, str, str, Item | None]:
    out = left_out()
    later = (entry for entry in bank.entries_of(item.group) if entry.number > item.number)
    entry = next((entry for entry in later if entry.slug not in out), None)
    following = bank.item(entry.slug) if entry else None
    if following is None:
        return "list", gettext("All puzzles"), reverse("lessons:puzzles"), None
    return "puzzle", gettext("Next puzzle"), item_url(following), following


def rule_line(page: RulePage, rules: RuleSet | None = None) -> dict[str, Any]:
    """A rule as lists show it. Where it is told as ``rules`` have it, its title says nothing that is not so there."""
    return {
        "id": page.id,
        "number": page.number,
        "title": page.title if rules is None else rule_title(page.id, rules),
        "short": page.short,
        "url": reverse("lessons:rule", args=[page.id]),
    }


def branch_title(branch: Branch) -> str:
    """What a branch of the course is called."""
    return {
        "tonight": gettext("Tonight at the table"),
        "main": gettext("All the rules"),
        "why": gettext("When it pays"),
        "tables": gettext("Your table plays differently"),
        "players": gettext("For two, three, five or six"),
        "samba": gettext("Samba"),
        "house": gettext("House rules and Vienna"),
        "rummy": gettext("From rummy to Canasta"),
    }[branch]


def branch_about(branch: Branch) -> str:
    """For whom a branch of the course is, where that needs to be said."""
    return {
        "tonight": gettext(
            "Half an hour from nothing to a seat at the table: the rules that you need tonight, each with "
            "cards in your hand, and after every part a few turns against opponents."
        ),
        "main": gettext(
            "Everything that may come up, with its reason: for those who want every detail, and for "
            "settling arguments."
        ),
        "why": gettext(
            "Not whether it is allowed, but whether it is wise: a short look at how good players think."
        ),
    }.get(branch, "")


def stage_place(stage: Stage, library: Library) -> str:
    """ "Stage 3 of 22", or "Samba: stage 2 of 6" on a branch."""
    number, count = library.place_of(stage)
    place = gettext("Stage %(number)s of %(count)s") % {"number": number, "count": count}
    return place if stage.branch == "main" else f"{branch_title(stage.branch)} · {place}"


def stage_view(
    stage: Stage, progress: Progress, *, number: int, is_current: bool, is_known: bool = False
) -> dict[str, Any]:
    """A stage as the map shows it; ``number`` is its place in its branch.

    ``is_known`` says that a placement skips it.
    """
    done, total = progress.right(stage.steps), len(stage.steps)
    return {
        "number": number,
        "slug": stage.slug,
        "title": stage.title,
        "summary": stage.summary,
        "url": stage_url(stage),
        "done": done,
        "total": total,
        "state": "done"
        if done == total
        else "now"
        if is_current
        else "known"
        if is_known and not done
        else "new",
    }
