"""The catalogue of puzzles: the ways to practise, every theme with what it holds, and the page of one theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from engine.notation.position_line import parse_rules
from lessons.content import bank
from lessons.content.base import Text
from lessons.content.reading import Theme, library, seeds_folder
from lessons.content.tasks import KindName
from lessons.kinds.registry import kind_names
from lessons.parting.families import family_of
from lessons.words import naming
from lessons.words.choices import FAMILY_NAMES
from tutor.learning.addresses import item_url, stage_url
from tutor.learning.learner import learner_of
from tutor.learning.models import Learner
from tutor.learning.progress import Progress, progress_of
from tutor.puzzles import rounds
from tutor.puzzles.day_words import day_words, now_of, week_words
from tutor.puzzles.drills import drills
from tutor.puzzles.models import Round
from tutor.puzzles.next_up import next_up
from tutor.site.private import ask_anew

MOST_SEARCHED: Final = 80  # characters


@dataclass(frozen=True, slots=True)
class _Member:
    """One puzzle as the catalogue counts it."""

    slug: str
    kind: str
    rule_set: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What the catalogue is narrowed to; empty where it is not."""

    rules: str = ""
    kind: str = ""
    search: str = ""

    def __bool__(self) -> bool:
        return bool(self.rules or self.kind or self.search)

    def of(self, members: Sequence[_Member]) -> list[_Member]:
        return [
            one
            for one in members
            if (not self.rules or family_of(one.rule_set) == self.rules)
            and (not self.kind or one.kind == self.kind)
        ]

    def names(self, *texts: Text) -> bool:
        """Whether every word that is looked for stands in these texts, in either language."""
        said = " ".join(part for text in texts for part in (text.de, text.en)).casefold()
        return all(word in said for word in self.search.casefold().split())


@ask_anew
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """The ways to practise, and the themes, each in one line, with what is solved."""
    learner = learner_of(request)
    progress = progress_of(learner)
    now, wanted = now_of(learner), _wanted(request)
    chosen = _lines([(theme, _members(theme)) for theme in library().themes], progress, wanted)
    made = _lines([(theme, _made(theme)) for theme in bank.themes() if not theme.drill], progress, wanted)
    drilled = _lines([(theme, _made(theme)) for theme in drills()], progress, wanted)
    context = {
        "section": "puzzles",
        "daily": day_words(now),
        "week": week_words(now),
        "next": next_up(learner, now=now, progress=progress),
        "bests": {mode: _best_words(learner, mode) for mode in (Round.Mode.STREAK, Round.Mode.STORM)},
        "themes": chosen,
        "bank": _by_kind(made),
        "drills": drilled,
        "bank_count": len(bank.bank().offered),
        "bank_number": naming.number(len(bank.bank().offered)),
        "wanted": wanted,
        "is_narrowed": bool(wanted),
        "theme_count": len(chosen) + len(made) + len(drilled),
        "puzzle_count": naming.number(sum(line.total for line in (*chosen, *made, *drilled))),
        "families": [{"key": key, "name": name} for key, name in FAMILY_NAMES.items()],
        "kinds": [{"key": key, "name": name} for key, name in kind_names().items()],
    }
    return render(request, "practice/puzzles.html", context)


@ask_anew
@require_safe
def theme(request: HttpRequest, theme: str) -> HttpResponse:
    """The puzzles of one theme."""
    found = library().theme(theme)
    learner = learner_of(request)
    progress = progress_of(learner)
    rules = _wanted(request).rules
    families = rounds.kept_families(learner)
    if found is None:
        return _theme_of_bank(request, theme, progress, rules, families=families)
    shown = [
        one for one in found.puzzles if not rules or family_of(one.rules.base or one.rules.name) == rules
    ]
    still_open = [puzzle for puzzle in shown if not progress.of(puzzle).right]
    own = [one for one in still_open if family_of(one.rules.base or one.rules.name) in families]
    following = next(iter(own or still_open), None)
    puzzles = [
        {
            "number": puzzle.number,
            "title_or_goal": puzzle.goal,
            "adds": f"item:{puzzle.slug}",
            "url": item_url(puzzle),
            "difficulty": puzzle.task.difficulty,
            "state": progress.of(puzzle).state,
        }
        for puzzle in shown or found.puzzles
    ]
    row = _row(found, _count(_Wanted(rules=rules).of(_members(found)), progress), rules)
    next_url = item_url(following) if following else ""
    return _show_theme(request, row, next_url=next_url, puzzles=puzzles)


def _theme_of_bank(
    request: HttpRequest, slug: str, progress: Progress, rules: str, *, families: Sequence[str]
) -> HttpResponse:
    """A theme of the bank: its puzzles by number, with what is solved; those of one family where that is chosen.

    The button leads to one of the rule sets that were chosen for puzzles, if there is one left.
    """
    found = next((theme for theme in bank.themes() if theme.slug == slug and theme.count), None)
    if found is None:
        raise Http404(slug)
    numbered = [
        {
            "number": entry.number,
            "url": reverse("lessons:puzzle", args=[slug, entry.name]),
            "difficulty": entry.difficulty,
            "state": progress.of_slug(entry.slug).state,
            "family": family_of(entry.rule_set),
        }
        for entry in bank.entries_of(slug)
        if not rules or family_of(entry.rule_set) == rules
    ]
    open_ones = [puzzle for puzzle in numbered if puzzle["state"] == "open"]
    open_ones = [puzzle for puzzle in open_ones if puzzle["family"] in families] or open_ones
    row = _row(found, _count(_Wanted(rules=rules).of(_made(found)), progress), rules)
    return _show_theme(
        request, row, next_url=str(open_ones[0]["url"]) if open_ones else "", numbered=numbered
    )


def _show_theme(
    request: HttpRequest, row: dict[str, Any], *, next_url: str, **puzzles: list[dict[str, Any]]
) -> HttpResponse:
    context = {
        "section": "puzzles",
        "crumbs": [(gettext("Puzzles"), reverse("lessons:puzzles"))],
        "place": row["title"],
        "theme": row,
        "lesson": row["lesson"],
        "next_url": next_url,
        **puzzles,
    }
    return render(request, "practice/theme.html", context)


@dataclass(frozen=True, slots=True)
class _Counts:
    """Of the puzzles of a theme: how many are solved, how many there are, and of which rule sets."""

    solved: int
    total: int
    rule_sets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A theme in the list, as it is shown; ``kind`` is that of its questions."""

    html: SafeString
    total: int
    kind: KindName


def _best_words(learner: Learner | None, mode: str) -> str:
    most = rounds.best(learner, mode)
    return gettext("Best so far: %(count)s.") % {"count": most} if most else ""


def _lines(
    themes: Sequence[tuple[Theme | bank.BankTheme, Sequence[_Member]]], progress: Progress, wanted: _Wanted
) -> list[_Line]:
    """The themes of which any puzzle is wanted."""
    language = get_language() or settings.LANGUAGE_CODE
    found = []
    for theme, members in themes:
        if wanted:
            members = wanted.of(members) if wanted.names(*_said_of(theme)) else ()
        if members:
            html = _drawn(seeds_folder(), language, theme.slug, _count(members, progress), wanted.rules)
            found.append(_Line(html, len(members), KindName(members[0].kind)))
    return found


def _said_of(theme: Theme | bank.BankTheme) -> tuple[Text, ...]:
    stage = library().stage(theme.lesson) if theme.lesson else None
    return (theme.title, theme.summary, *((stage.title,) if stage else ()))


@lru_cache(maxsize=4_096)
def _drawn(root: Path, language: str, slug: str, counts: _Counts, rules: str) -> SafeString:
    """A theme as a line of the list; drawing eighty of them anew for everybody took most of the page's time.

    The rule sets that the list is narrowed to go along to the page of the theme.
    """
    theme = library().theme(slug) or next(theme for theme in bank.themes() if theme.slug == slug)
    return render_to_string("practice/puzzles.html#theme", {"theme": _row(theme, counts, rules)})


def _by_kind(lines: Sequence[_Line]) -> list[dict[str, Any]]:
    """The themes of the bank by the kind of their questions, which is one for each theme."""
    found: dict[KindName, list[_Line]] = {}
    for line in lines:
        found.setdefault(line.kind, []).append(line)
    return [{"kind": kind, "title": kind_names()[kind], "themes": themes} for kind, themes in found.items()]


def _count(members: Sequence[_Member], progress: Progress) -> _Counts:
    return _Counts(
        solved=progress.rights_among(map(attrgetter("slug"), members)),
        total=len(members),
        rule_sets=tuple(dict.fromkeys(map(attrgetter("rule_set"), members))),
    )


def _row(theme: Theme | bank.BankTheme, counts: _Counts, rules: str = "") -> dict[str, Any]:
    """A theme as its page and the list show it."""
    stage = library().stage(theme.lesson) if theme.lesson else None
    return {
        "slug": theme.slug,
        "title": theme.title,
        "summary": theme.summary,
        "url": with_rules(reverse("lessons:theme", args=[theme.slug]), rules),
        "practice_url": with_rules(reverse("practice:theme", args=[theme.slug]), rules),
        "solved": counts.solved,
        "total": counts.total,
        "drill": isinstance(theme, bank.BankTheme) and theme.drill,
        "rule_sets": list(
            dict.fromkeys(naming.rule_set_name(parse_rules(name)) for name in counts.rule_sets)
        ),
        "lesson": {"title": stage.title, "url": stage_url(stage)} if stage else None,
    }


def with_rules(url: str, rules: str) -> str:
    """The address with the family of rule sets that was chosen, if one was."""
    return f"{url}?rules={rules}" if rules else url


def _members(theme: Theme) -> list[_Member]:
    return [
        _Member(puzzle.slug, puzzle.kind, puzzle.rules.base or puzzle.rules.name) for puzzle in theme.puzzles
    ]


def _made(theme: bank.BankTheme) -> tuple[_Member, ...]:
    return _made_below(seeds_folder(), theme.slug)


@lru_cache(maxsize=256)
def _made_below(root: Path, theme: str) -> tuple[_Member, ...]:
    """The puzzles of a theme of this folder by rule set; they stay the same, and each list of puzzles counts them."""
    entries = sorted(bank.entries_of(theme), key=lambda entry: entry.rule_set)
    return tuple(_Member(entry.slug, entry.kind, entry.rule_set) for entry in entries)


def _wanted(request: HttpRequest) -> _Wanted:
    """What the address asks for; what is not known there narrows nothing."""
    rules, kind = request.GET.get("rules", ""), request.GET.get("kind", "")
    return _Wanted(
        rules=rules if rules in FAMILY_NAMES else "",
        kind=kind if kind in kind_names() else "",
        search=request.GET.get("q", "").strip()[:MOST_SEARCHED],
    )
