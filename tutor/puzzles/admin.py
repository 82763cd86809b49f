"""What administrators see of exercises that are doubted: those withheld, those reported, and what was decided."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, Q
from django.utils.translation import gettext

from lessons.content import reading
from lessons.fresh.sisters import MARK, base_slug, find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.words import naming
from tutor.learning.addresses import item_url
from tutor.learning.models import Attempt
from tutor.puzzles import reports
from tutor.puzzles.models import Decision, ItemRating, Report
from tutor.puzzles.statistics import Statistics, statistics_of

MOST_SHOWN: Final = 40
MOST_DECISIONS: Final = 30
_FIGURES: Final = re.compile(
    r"(?P<fault>upside-down|far-below): (?P<right>\d+)/(?P<answers>\d+), expected (?P<expected>\d+\.\d)"
)
"""How a decision of the statistics is noted: see ``circulation.look_at``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    """One open report. ``answer`` is what the learner had answered, in words."""

    row: Report
    reason: str
    answer: str
    is_sister: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubted:
    """An exercise with what is known of it. ``item`` is None where the content has it no more."""

    slug: str
    item: reading.Item | None
    url: str = ""
    row: ItemRating | None = None
    why: str = ""
    note: str = ""
    first_tries: int = 0
    first_right: int = 0
    rated: Statistics = field(default_factory=Statistics)
    reports: tuple[ReportLine, ...] = ()

    @property
    def statistics(self) -> tuple[str, ...]:
        """The figures, a sentence each."""
        lines = [
            gettext("First tries: %(count)s, right: %(right)s")
            % {"count": naming.number(self.first_tries), "right": naming.number(self.first_right)}
        ]
        if self.rated.answers:
            lines.append(
                gettext("Rated first tries: %(count)s, right: %(right)s, expected: %(expected)s")
                % {
                    "count": naming.number(self.rated.answers),
                    "right": naming.number(self.rated.right),
                    "expected": naming.number(round(self.rated.expected)),
                }
            )
        if self.rated.strong or self.rated.weak:
            lines.append(
                gettext(
                    "Strong players: %(strong_right)s of %(strong)s right; weak: %(weak_right)s of %(weak)s"
                )
                % {
                    "strong": self.rated.strong,
                    "strong_right": self.rated.strong_right,
                    "weak": self.rated.weak,
                    "weak_right": self.rated.weak_right,
                }
            )
        if self.row is not None and self.row.count:
            lines.append(gettext("Rating: %(rating)s") % {"rating": naming.number(round(self.row.rating))})
        return tuple(lines)


def withheld() -> list[Doubted]:
    """What is out of circulation, the latest first."""
    rows = ItemRating.objects.exclude(withheld="").select_related("item").order_by("-withheld_since")
    slugs = [row.item.slug for row in rows[:MOST_SHOWN]]
    return [_doubted(slug) for slug in slugs]


def reported() -> list[Doubted]:
    """What has open reports and is in circulation, the latest report first."""
    found = Report.objects.filter(closed=None).values_list("item__slug", flat=True)
    out = set(ItemRating.objects.exclude(withheld="").values_list("item__slug", flat=True))
    slugs = dict.fromkeys(base_slug(slug) for slug in found)
    return [_doubted(slug) for slug in [slug for slug in slugs if slug not in out][:MOST_SHOWN]]


def decisions() -> list[dict[str, Any]]:
    """The latest decisions, each as what happened, to which exercise, when and by whom."""
    rows = Decision.objects.select_related("item", "user")[:MOST_DECISIONS]
    return [
        {
            "what": _what_words(row.what),
            "why": why_words(row.why),
            "note": note_words(row),
            "slug": row.item.slug,
            "who": row.user.username if row.user else "",
            "created": row.created,
        }
        for row in rows
    ]


def why_words(why: str) -> str:
    """Why an exercise is withheld."""
    words: dict[str, str] = {
        ItemRating.Withheld.REPORTS: gettext("reports about the answer"),
        ItemRating.Withheld.STATISTICS: gettext("statistics"),
        ItemRating.Withheld.BY_HAND: gettext("by hand"),
    }
    return words.get(why, "")


def note_words(row: Decision) -> str:
    """The note of a decision: what an administrator wrote, or the figures that took an exercise out, in words."""
    found = _FIGURES.fullmatch(row.note) if row.why == ItemRating.Withheld.STATISTICS else None
    if found is None:
        return row.note
    facts = {
        "right": found["right"],
        "answers": found["answers"],
        "expected": naming.number(round(float(found["expected"]))),
    }
    if found["fault"] == "upside-down":
        return gettext("strong players are right less often than weak ones")
    return gettext("%(right)s of %(answers)s right, about %(expected)s expected") % facts


def _what_words(what: str) -> str:
    words: dict[str, str] = {
        Decision.What.WITHHELD: gettext("taken out"),
        Decision.What.RELEASED: gettext("released"),
        Decision.What.CLOSED: gettext("report closed"),
    }
    return words.get(what, "")


def _doubted(slug: str) -> Doubted:
    item = find_item(slug)
    family = Q(item__slug=slug) | Q(item__slug__startswith=f"{slug}{MARK}")
    open_ones = list(Report.objects.filter(family, closed=None).select_related("item")[:MOST_SHOWN])
    row = ItemRating.objects.filter(item__slug=slug).first()
    if item is None:
        return Doubted(slug=slug, item=None, row=row, reports=tuple(_lines(open_ones)))
    tries = Attempt.objects.filter(family, try_number=1).aggregate(
        count=Count("id"), right=Count("id", filter=Q(outcome=Attempt.Outcome.RIGHT, hints__lt=HINT_COUNT))
    )
    last = Decision.objects.filter(item__slug=slug, what=Decision.What.WITHHELD).first()
    is_out = row is not None and bool(row.withheld)
    return Doubted(
        slug=slug,
        item=item,
        url=item_url(item),
        row=row,
        why=why_words(row.withheld) if row and is_out else "",
        note=note_words(last) if last and is_out else "",
        first_tries=tries["count"],
        first_right=tries["right"],
        rated=statistics_of(item, row),
        reports=tuple(_lines(open_ones)),
    )


def _lines(rows: Iterable[Report]) -> Iterable[ReportLine]:
    for row in rows:
        item = find_item(row.item.slug)
        yield ReportLine(
            row=row,
            reason=reports.reason_words(row.reason),
            answer=answer_in_words(item, row.answer) if item and row.answer else "",
            is_sister=MARK in row.item.slug,
            url=item_url(item) if item else "",
        )
