"""The sheet of an evening as its pages show it: columns of sides, rows of deals, what the next deal needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from lessons.miscounts.doubts import Doubt
from lessons.words import naming
from tutor.evenings.counting import doubts_left
from tutor.evenings.models import Evening, EveningEntry
from tutor.evenings.sheet import Row, Sheet, rules_of
from tutor.site.breaking import NARROW, divided

Kind = EveningEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A side at the head of the sheet. ``opens`` is what it needs for its first meld, ``is_first`` whether it leads.

    ``in_table`` is its name where columns are narrow.
    """

    place: int
    name: str
    in_table: str
    total: str
    opens: str
    is_first: bool
    has_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The points of a side in a deal, its total after it, and, where a correction changed it, what stood there.

    ``opens`` is the minimum that the total brings, said where a correction changed that too.
    """

    points: str
    after: str
    was: str = ""
    opens: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A deal on the sheet. ``doubts`` is what is still to be asked about one that came in later."""

    row: Row
    dealer: str
    cells: tuple[Cell, ...]
    is_last: bool
    doubts: tuple[Doubt, ...] = ()
    choices: tuple[tuple[EveningEntry, tuple[str, ...], str], ...] = ()


def columns_of(sheet: Sheet) -> list[Column]:
    best = max(sheet.totals)
    return [
        Column(
            place=place,
            name=name,
            in_table=divided(name, letters=NARROW),
            total=naming.number(total),
            opens=opens_words(readings),
            is_first=bool(sheet.rows) and total == best and sheet.totals.count(best) == 1,
            has_won=sheet.winner == place,
        )
        for place, (name, total, readings) in enumerate(
            zip(sheet.sides, sheet.totals, sheet.minima, strict=True)
        )
    ]


def opens_words(readings: Sequence[int]) -> str:
    """What a side needs for its first meld: "opens with 50", with "90 or 120", or that the rules leave it open."""
    if not readings:
        return gettext("initial meld not decided by the rules")
    points = naming.either([naming.number(one) for one in readings])
    return gettext("initial meld %(points)s") % {"points": points}


def lines_of(sheet: Sheet, *, earlier: Sheet | None = None, viewer: object = None) -> list[Line]:
    """The deals, latest first. ``earlier`` is the sheet before a correction whose consequences are marked."""
    lines = []
    for row in reversed(sheet.rows):
        before = earlier.row_of(row.deal) if earlier else None
        lines.append(
            Line(
                row=row,
                dealer=divided(row.dealer, letters=NARROW),
                cells=tuple(_cell(row, before, side) for side in range(len(row.points))),
                is_last=row is sheet.rows[-1],
                doubts=doubts_left(row, sheet),
                choices=tuple((head, points_words(head), entered_by(head, viewer)) for head in row.heads)
                if row.is_asked
                else (),
            )
        )
    return lines


def _cell(row: Row, before: Row | None, side: int) -> Cell:
    after = row.after[side]
    has_changed = before is not None and before.after[side] != after
    other_minimum = before is not None and before.minima[side] != row.minima[side]
    return Cell(
        points=naming.number(row.points[side]),
        after=naming.number(after),
        was=naming.number(before.after[side]) if has_changed and before else "",
        opens=opens_words(row.minima[side]) if other_minimum else "",
    )


def points_words(entry: EveningEntry) -> tuple[str, ...]:
    """The points of an entry, none where it takes the deal off the sheet."""
    return tuple(naming.number(one) for one in entry.body.get("points", ()))


def entered_by(entry: EveningEntry, viewer: object) -> str:
    """Whether the entry was made on the device that looks."""
    if entry.learner_id is not None and entry.learner_id == viewer:
        return gettext("entered on this device")
    return gettext("entered on another device")


def heading(sheet: Sheet) -> str:
    """What there is to do: whose deal it is, or who has won."""
    if sheet.decided is None:
        return gettext("Deal %(number)s: %(name)s deals") % {
            "number": len(sheet.rows) + 1,
            "name": sheet.dealer,
        }
    if sheet.winner is None:
        return gettext("The game is over, and it is a tie")
    names = sheet.seating.sides[sheet.winner]
    text = ngettext("%(names)s has won", "%(names)s have won", len(names))
    return text % {"names": sheet.sides[sheet.winner]}


def resting_words(names: Iterable[str]) -> str:
    """Who sits out in a deal, empty where everybody plays."""
    listed = list(names)
    if not listed:
        return ""
    text = ngettext("%(names)s sits out.", "%(names)s sit out.", len(listed))
    return text % {"names": naming.join_words(listed)}


def undo_words(sheet: Sheet) -> str:
    """What undoing would take back, by what it is; empty where there is nothing."""
    words = {
        Kind.DEAL: gettext("Undo the last entry (deal %(number)s)"),
        Kind.CORRECT: gettext("Undo the correction of deal %(number)s"),
        Kind.DROP: gettext("Put deal %(number)s back on the sheet"),
        Kind.CHOOSE: gettext("Undo the choice for deal %(number)s"),
    }
    return _of_entry(sheet, sheet.last, words)


def back_words(sheet: Sheet) -> str:
    """What would be done again that was undone, by what it is; empty where there is nothing."""
    words = {
        Kind.DEAL: gettext("Put back what was undone"),
        Kind.CORRECT: gettext("Correct deal %(number)s after all"),
        Kind.DROP: gettext("Take deal %(number)s off the sheet after all"),
        Kind.CHOOSE: gettext("Choose for deal %(number)s after all"),
    }
    return _of_entry(sheet, sheet.undone, words)


def _of_entry(sheet: Sheet, entry: EveningEntry | None, words: Mapping[Kind, str]) -> str:
    return words[Kind(entry.kind)] % {"number": sheet.place_then(entry)} if entry else ""


def rules_name(evening: Evening) -> str:
    """By whose rules the evening is played: the name of the table, or of the rule set."""
    return evening.table_name or naming.rule_set_name(rules_of(evening))


def title_of(sheet: Sheet) -> str:
    """The evening by its players: "Agnes and Carola – Ursula and Ingo"."""
    return " – ".join(sheet.sides)


def summary(sheet: Sheet) -> dict[str, Any]:
    """What the list of evenings says of one."""
    totals = " : ".join(naming.number(total) for total in sheet.totals)
    return {
        "evening": sheet.evening,
        "title": title_of(sheet),
        "score": totals,
        "rules": rules_name(sheet.evening),
        "won": heading(sheet) if sheet.decided else "",
        "deals": len(sheet.rows),
    }
