"""The files that a class takes out of the site: how each is made, and how large it may be to be made at once.

A kind is asked for by its name, so that the same file comes from a request and from the job queue.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext

from tutor.classroom import keeping
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.paper import moodle, pdf, sets, tables
from tutor.classroom.paper.results import results_of
from tutor.classroom.paper.sets import PaperSet

PDF: Final = "application/pdf"
XML: Final = "application/xml; charset=utf-8"
CSV: Final = "text/csv; charset=utf-8"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
JSON: Final = "application/json"

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to keep: its name, its media type, and what it holds, piece by piece."""

    name: str
    media: str
    parts: Iterable[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How a file is made, and how many of what is ``counted`` for it fit into a request, about half a second's work."""

    make: Callable[[Classroom, Options], File]
    counted: Callable[[Classroom, Options], int]
    at_once: int

    def is_large(self, classroom: Classroom, options: Options) -> bool:
        return self.counted(classroom, options) > self.at_once


def worksheet(chosen: PaperSet, *, site: str, large: bool) -> File:
    """``site`` is scheme and host of the addresses on the sheet."""
    return file_of(
        pdf.worksheet(chosen, site=site, large=large), PDF, gettext("worksheet"), chosen.title, "pdf"
    )


def key(chosen: PaperSet, *, large: bool) -> File:
    return file_of(pdf.key(chosen, large=large), PDF, gettext("key"), chosen.title, "pdf")


def questions(chosen: PaperSet, *, host: str) -> File:
    return file_of(moodle.export(chosen, host=host).xml, XML, "moodle", chosen.title, "xml")


def file_of(content: bytes, media: str, what: str, title: str, ending: str) -> File:
    """A file whose name says what it is, in letters that every system takes."""
    plain = unicodedata.normalize("NFKD", f"{what} {title}").encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "canasta"
    return File(name=f"{name[:80]}.{ending}", media=media, parts=[content])


def assignment_of(classroom: Classroom, options: Options) -> Assignment:
    """The assignment that is asked for. Assignment.DoesNotExist where it is gone."""
    found = classroom.assignments.get(pk=options["assignment"])
    found.classroom = classroom
    return found


def _results_csv(classroom: Classroom, options: Options) -> File:
    one = assignment_of(classroom, options)
    rows = tables.assignment_rows(results_of(classroom, [one]), one)
    return file_of(tables.as_csv(rows), CSV, gettext("results"), one.name, "csv")


def _results_xlsx(classroom: Classroom, options: Options) -> File:
    one = assignment_of(classroom, options)
    results = results_of(classroom, [one])
    sheets = [
        (gettext("Results"), tables.assignment_rows(results, one)),
        (gettext("What wrong answers show"), tables.missed_rows(results)),
    ]
    return file_of(tables.as_spreadsheet(sheets), XLSX, gettext("results"), one.name, "xlsx")


def _class_csv(classroom: Classroom, options: Options) -> File:
    rows = tables.class_rows(results_of(classroom))
    return file_of(tables.as_csv(rows), CSV, gettext("results"), classroom.name, "csv")


def _class_xlsx(classroom: Classroom, options: Options) -> File:
    results = results_of(classroom)
    sheets = [
        (gettext("Results"), tables.class_rows(results)),
        (gettext("What wrong answers show"), tables.missed_rows(results)),
    ]
    return file_of(tables.as_spreadsheet(sheets), XLSX, gettext("results"), classroom.name, "xlsx")


def _moodle_grades(classroom: Classroom, options: Options) -> File:
    return file_of(tables.as_moodle_grades(results_of(classroom)), CSV, "moodle", classroom.name, "csv")


def _worksheet(classroom: Classroom, options: Options) -> File:
    chosen = sets.of_assignment(assignment_of(classroom, options))
    return worksheet(chosen, site=options["site"], large=options["large"])


def _key(classroom: Classroom, options: Options) -> File:
    return key(sets.of_assignment(assignment_of(classroom, options)), large=options["large"])


def _questions(classroom: Classroom, options: Options) -> File:
    return questions(sets.of_assignment(assignment_of(classroom, options)), host=options["host"])


def _class_data(classroom: Classroom, options: Options) -> File:
    return File(name="class.json", media=JSON, parts=_json(keeping.export_of(classroom)))


def _json(data: Mapping[str, Any]) -> Iterator[bytes]:
    """An object with a line for each row of its lists, which may be read from the database meanwhile."""
    yield b"{"
    for place, (name, value) in enumerate(data.items()):
        yield f"{',' if place else ''}\n{json.dumps(name)}: ".encode()
        if isinstance(value, dict):
            yield json.dumps(value, ensure_ascii=False).encode()
            continue
        yield b"["
        for number, row in enumerate(value):
            yield f"{',' if number else ''}\n{json.dumps(row, ensure_ascii=False)}".encode()
        yield b"\n]"
    yield b"\n}\n"


def _exercises(classroom: Classroom, options: Options) -> int:
    return len(assignment_of(classroom, options).questions)


def _cells(classroom: Classroom, options: Options) -> int:
    """What a table is made from: pupils by exercises, and the answers."""
    one = assignment_of(classroom, options)
    return classroom.pupils.count() * len(one.questions) + _answers([one.pk]).count()


def _all_cells(classroom: Classroom, options: Options) -> int:
    assignments = dict(classroom.assignments.values_list("pk", "questions"))
    cells = classroom.pupils.count() * sum(map(len, assignments.values()))
    return cells + _answers(list(assignments)).count()


def _all_answers(classroom: Classroom, options: Options) -> int:
    return _answers(list(classroom.assignments.values_list("pk", flat=True))).count()


def _answers(assignments: list[int]) -> QuerySet[AssignmentAnswer]:
    return AssignmentAnswer.objects.filter(assignment__in=assignments)


KINDS: Final[Mapping[str, Kind]] = {
    "results-csv": Kind(make=_results_csv, counted=_cells, at_once=20_000),
    "results-xlsx": Kind(make=_results_xlsx, counted=_cells, at_once=10_000),
    "class-csv": Kind(make=_class_csv, counted=_all_cells, at_once=20_000),
    "class-xlsx": Kind(make=_class_xlsx, counted=_all_cells, at_once=20_000),
    "moodle-grades": Kind(make=_moodle_grades, counted=_all_cells, at_once=20_000),
    "worksheet": Kind(make=_worksheet, counted=_exercises, at_once=25),
    "key": Kind(make=_key, counted=_exercises, at_once=40),
    "questions": Kind(make=_questions, counted=_exercises, at_once=40),
    "class-data": Kind(make=_class_data, counted=_all_answers, at_once=2_000),
}
