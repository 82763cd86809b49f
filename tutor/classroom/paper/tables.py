"""Results as files: comma-separated values, a spreadsheet, and the layout that Moodle imports grades from.

No cell of a text can act as a formula: a text that begins with a sign which spreadsheets read so gets an apostrophe.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import get_language, gettext, pgettext

from lessons.kinds.asking.diagnosing import diagnosis
from tutor.classroom.asked import asked_in
from tutor.classroom.models import Assignment, Pupil
from tutor.classroom.paper.results import Result, Results
from tutor.classroom.terms import State
from tutor.site.templatetags.canasta import plain, rule_number

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_WIDEST: Final = 60
Cell = str | int | float | None


def assignment_rows(results: Results, assignment: Assignment) -> list[list[Cell]]:
    """A line for each pupil: a state for each exercise that is still there, and what it comes to."""
    words_of = _state_words()
    of_level = (results.by[pupil.pk, assignment.pk].states for pupil in results.pupils)
    numbers = sorted({*asked_in(assignment), *chain.from_iterable(of_level)})
    rows: list[list[Cell]] = [
        [
            gettext("Alias"),
            *map(str, numbers),
            gettext("Right"),
            gettext("Per cent"),
            gettext("Answers"),
        ]
    ]
    for pupil in results.pupils:
        result = results.by[pupil.pk, assignment.pk]
        rows.append(
            [
                pupil.alias,
                *(_state_in_words(result, number, words_of) for number in numbers),
                result.right,
                _rounded(result.percent),
                result.tries,
            ]
        )
    return rows


def _state_in_words(result: Result, number: int, words_of: Mapping[State, str]) -> str:
    """How an exercise stands; nothing where the pupil is not asked it."""
    state = result.states.get(number)
    if state is None:
        return ""
    is_in_vain = number in result.in_vain
    words = words_of[state]
    return gettext("%(state)s (does not count)") % {"state": words} if is_in_vain else words


def class_rows(results: Results) -> list[list[Cell]]:
    """A line for each pupil, a column for each assignment with the percentage of exercises that count as right."""
    titles = distinct_titles(results.assignments)
    return [
        [gettext("Alias"), *titles],
        *([pupil.alias, *_percents(results, pupil)] for pupil in results.pupils),
    ]


def missed_rows(results: Results) -> list[list[Cell]]:
    """What wrong answers show, that of most pupils first, with the rule to read on."""
    rows: list[list[Cell]] = [
        [gettext("Rule"), gettext("What the answer shows"), gettext("Pupils"), gettext("Wrong answers"),
         gettext("Exercises")]
    ]  # fmt: skip
    for line in results.missed:
        places = "; ".join(f"{title}: {number}" for title, number in line.questions)
        told = diagnosis(line.diagnosis)
        rows.append(
            [
                rule_number(told.rule),
                plain(told.text),
                line.pupils,
                line.answers,
                places,
            ]
        )
    return rows


def as_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Separated as spreadsheets of the active language expect it, with the mark that lets them read umlauts."""
    german = (get_language() or "").startswith("de")
    return _written(
        [[_in_language(cell, german) for cell in row] for row in rows], delimiter=";" if german else ","
    ).encode("utf-8-sig")


def as_moodle_grades(results: Results) -> bytes:
    """What Moodle imports under Grades: a column that names the person, then one for each assignment, in per cent.

    Commas and points in every language, because that is what Moodle expects without being asked; empty where a pupil
    has not begun, so that nothing is entered there.
    """
    return _written(class_rows(results), delimiter=",").encode("utf-8")


def as_spreadsheet(sheets: Sequence[tuple[str, Sequence[Sequence[Cell]]]]) -> bytes:
    """A workbook with these sheets; the first line of each is its heading and stays in sight."""
    from openpyxl import Workbook  # takes long to import, and only who downloads a workbook needs it

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets:
        _fill(book.create_sheet(title), rows)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula, without signs that files cannot hold."""
    text = _CONTROL.sub("", text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def distinct_titles(assignments: Iterable[Assignment]) -> list[str]:
    """The titles of assignments; where two are equal, the later ones get a number."""
    seen: dict[str, int] = {}
    titles = []
    for one in assignments:
        seen[one.name] = seen.get(one.name, 0) + 1
        titles.append(f"{one.name} ({seen[one.name]})" if seen[one.name] > 1 else one.name)
    return titles


def _percents(results: Results, pupil: Pupil) -> list[Cell]:
    return [_rounded(results.by[pupil.pk, one.pk].percent) for one in results.assignments]


def _rounded(percent: float | None) -> float | None:
    return None if percent is None else round(percent, 1)


def _written(rows: Iterable[Sequence[Cell]], *, delimiter: str) -> str:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([[safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    return file.getvalue()


def _in_language(cell: Cell, german: bool) -> Any:
    return f"{cell}".replace(".", ",") if german and isinstance(cell, float) else cell


def _fill(sheet: Worksheet, rows: Sequence[Sequence[Cell]]) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for row in rows:
        sheet.append([safe(cell) if isinstance(cell, str) else cell for cell in row])
    for cell in sheet[1]:
        cell.font, cell.alignment = Font(bold=True), Alignment(wrap_text=True, vertical="top")
    sheet.freeze_panes = "B2"
    for place, column in enumerate(sheet.columns, 1):
        widest = max(len(str(cell.value)) for cell in column if cell.value is not None)
        sheet.column_dimensions[get_column_letter(place)].width = min(widest + 2, _WIDEST)


def _state_words() -> dict[State, str]:
    return {
        "at-once": gettext("right on the first try"),
        "later": gettext("right later"),
        "copied": gettext("right, with the answer from the hints"),
        "wrong": gettext("wrong"),
        "open": pgettext("exercise", "open"),
    }
