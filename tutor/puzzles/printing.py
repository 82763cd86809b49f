"""Exercises on paper: which ones a sheet holds, how each is asked there, and the key, computed by the engine.

What is chosen depends on a number in the address alone, so that the same address prints the same sheet; only what has
left circulation since gives its place to another. Every exercise carries a code that leads to it on the site.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.urls import reverse

from engine.law.cards import Card
from lessons.content import bank, reading
from lessons.content.base import Text
from lessons.content.reading import Item, seeds_folder
from lessons.fresh.sisters import MARK, base_slug, find_item, sister_number
from lessons.kinds.asking.feedback import feedback_on, solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.registry import given, kind_of
from lessons.parting.families import family_of
from lessons.saying.wording import rule_title
from lessons.table.view_models import HandView, TableView
from tutor.learning.attempts import Progressing
from tutor.learning.exercise_context import exercise_context
from tutor.learning.progress import Progress
from tutor.learning.shown import Place, shown_from_draft
from tutor.puzzles.circulation import withheld_slugs

MOST_ITEMS: Final = 20
CODE_LENGTH: Final = 7
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that are taken for another when a code is copied by hand."""

_ON_PAPER: Final = Place(
    url="", section="", crumbs=(), label="", answered=lambda attempt: "", shows_verdict=True, hints=True
)
"""No exercise is on its own page there, and those of a teacher stand in no stage or theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetItem:
    """An exercise as it is printed. ``lines`` are the lines to write on; ``drawn`` is what the stock would give."""

    number: int
    item: Item
    code: str
    address: str
    facts: tuple[str, ...]
    table: TableView | None
    score_side: Any
    score_hands: Sequence[Any]
    hand: HandView | None
    shown: tuple[Card, ...]
    form: AnswerForm
    paper: OnPaper
    lines: range
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyEntry:
    """What the key says of one exercise: an answer that is right, the reason, and the rule with its number.

    ``lines`` say how a deal is counted, or of each option why it is allowed or not.
    """

    number: int
    code: str
    solution: str
    why: str
    lines: tuple[str, ...]
    rule_id: str
    rule_title: str
    takes_others: bool


@dataclass(frozen=True, slots=True)
class _Puzzle:
    slug: str
    difficulty: int
    family: str


def themes() -> dict[str, Text]:
    """The titles of all themes that can be printed, by slug, in order."""
    found = {theme.slug: theme.title for theme in reading.library().themes}
    return found | {theme.slug: theme.title for theme in bank.themes() if theme.count}


def sheet_items(
    theme: str,
    *,
    count: int,
    seed: int,
    difficulties: Iterable[int] = range(1, 6),
    family: str = "",
    without: Collection[str] = (),
) -> tuple[Item, ...]:
    """Up to ``count`` exercises of a theme, the easiest first; none of those that are out of circulation.

    ``family`` are the rule sets that they are about, any where it is empty; ``without`` are the codes of those that
    were swapped or taken out.
    """
    wanted, out = set(difficulties), withheld_slugs()
    pool = [
        one
        for one in _puzzles(theme)
        if one.difficulty in wanted and one.slug not in out and family in ("", one.family)
    ]
    if without:
        pool = [one for one in pool if code_of(one.slug) not in without]
    chosen = sorted(pool, key=lambda one: _drawn_by_lot(seed, one.slug))[:count]
    chosen.sort(key=lambda one: one.difficulty)
    return tuple(item for one in chosen if (item := find_item(one.slug)) is not None)


def sheet_item(item: Item, *, number: int, host: str) -> SheetItem:
    """An exercise in the active language, with everything that ``practice/_sheet_item.html`` prints."""
    shown = shown_from_draft(item, Progressing(), place=_ON_PAPER)
    context = exercise_context(shown, library=reading.library(), progress=Progress(), learner=None)
    code, kind = code_of(item.slug), kind_of(item)
    hand, paper = context["hand"], kind.on_paper(context["form"])
    if hand is not None and hand.selectable:
        hand = kind.hand_on_paper(item, title=hand.title)
    return SheetItem(
        number=number,
        item=item,
        code=code,
        address=f"{host}{reverse('short', args=[code])}",
        facts=tuple(context["facts"]),
        table=context["table"],
        score_side=context["score_side"],
        score_hands=context["score_hands"],
        hand=hand,
        shown=tuple(context["shown"] or ()),
        form=context["form"],
        paper=paper,
        lines=range(paper.lines),
        drawn=given(item.task).next_cards,
    )


def key_entry(item: Item, *, number: int) -> KeyEntry:
    """The answer that the engine finds, with its reason, in the active language."""
    answer = solution(item)
    if answer is None:  # proved when the content was loaded
        raise LookupError(f"{item.slug} has no solution")
    result = grade(item, answer, reveal=True)
    told = feedback_on(item, result, misses=0)
    said = (
        f"{int(place) + 1}. {row.comment}"
        for place, row in result.rows.items()
        if place.isdecimal() and row.comment
    )
    rule = told.rule_id or item.task.rules[0]
    return KeyEntry(
        number=number,
        code=code_of(item.slug),
        solution=solution_in_words(item),
        why="\n\n".join(filter(None, ("" if told.lines else told.why, told.right_extra))),
        lines=told.lines[:-1] if told.lines else tuple(said),
        rule_id=rule,
        rule_title=rule_title(rule, item.rules),
        takes_others=kind_of(item).takes_others(item),
    )


def code_of(slug: str) -> str:
    """The short code of an exercise; it depends on its permanent name alone. A sister's ends in its number."""
    number = int.from_bytes(sha256(base_slug(slug).encode()).digest()[:8])
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        letters += _LETTERS[place]
    sister = sister_number(slug)
    return letters if sister is None else f"{letters}-{sister}"


def item_of_code(code: str) -> Item | None:
    """The exercise with this code, however it was typed; None if there is none."""
    letters, _, sister = code.strip().lower().partition("-")
    slug = _slugs_by_code(seeds_folder()).get(letters)
    if slug is None:
        return None
    return find_item(f"{slug}{MARK}{sister}" if sister else slug)


@lru_cache(maxsize=8)
def _slugs_by_code(root: Path) -> dict[str, str]:
    slugs = [*reading.load(root).items, *bank.load(root).index]
    return {code_of(slug): slug for slug in slugs}


def _puzzles(theme: str) -> list[_Puzzle]:
    found = reading.library().theme(theme)
    if found is not None:
        return [
            _Puzzle(one.slug, one.task.difficulty or 1, family_of(one.rules.base or one.rules.name))
            for one in found.puzzles
        ]
    return [_Puzzle(one.slug, one.difficulty, family_of(one.rule_set)) for one in bank.entries_of(theme)]


def _drawn_by_lot(seed: int, slug: str) -> bytes:
    """Where an exercise comes in the lot of a seed, whatever other exercises there are."""
    return sha256(f"{seed} {slug}".encode()).digest()
