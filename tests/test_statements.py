"""Of the tests that ask the database, as few as send all that is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from tests import statements
from tests.statements import Sent, enough, known, noted


def sent(*told: str, count: int = 1, failed: bool = False) -> Sent:
    return Sent(set(told), count, failed)


def test_kept_tests_send_all_that_is_sent_and_the_cheap_ones_come_first() -> None:
    of = {
        "dear": sent("a", "b", count=900),
        "first": sent("a"),
        "second": sent("b", "c"),
        "nothing new": sent("a", "c", count=60),
        "alone with it": sent("d", count=5000),
    }
    assert enough(of, of) == {"first", "second", "alone with it"}
    assert enough(["dear", "first"], of) == {"dear", "first"}, "what is not run cannot stand in"


def test_test_of_which_nothing_is_known_and_one_with_a_failure_are_kept() -> None:
    of = {"one": sent("a", "b"), "failed": sent("a", failed=True)}
    assert enough(["failed", "new", "one"], of) == {"failed", "new", "one"}
    assert enough(["failed", "new"], of) == {"failed", "new"}
    of["failed"] = sent("a", "b", failed=True)
    assert enough(["failed", "new", "one"], of) == {"failed", "new"}


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(statements, "FOLDER", tmp_path)
    monkeypatch.setattr(connection, "vendor", "sqlite")
    return tmp_path


def ask(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.django_db
def test_what_a_test_sends_is_read_back_by_its_name(told: Path) -> None:
    with noted("tests/test_one.py::test_one"):
        ask("SELECT 1")
        ask("SELECT 1")
    with noted("tests/test_one.py::test_silent"):
        pass
    with pytest.raises(DatabaseError), noted("tests/test_one.py::test_fails"):
        ask("SELECT nothing FROM nowhere")
    found = known()
    assert list(found) == ["tests/test_one.py::test_one", "tests/test_one.py::test_fails"]
    assert [(len(one.statements), one.count, one.failed) for one in found.values()] == [
        (1, 2, False),
        (1, 1, True),
    ]
    ask("SELECT 2")  # between tests
    assert known() == found


LISTS = ("SELECT 1 WHERE 1 IN (%s)", [1]), ("SELECT 1 WHERE 1 IN (%s, %s)", [1, 2])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "apart"),
    [
        (LISTS, 1),  # however long a list is
        ((("SELECT 1 LIMIT 5", []), ("SELECT 1 LIMIT 7", [])), 1),
        ((("SELECT 1", []), ("SELECT 1 LIMIT 1", [])), 2),
        ((("SELECT %s", ["a"]), ("SELECT %s", ["bc"])), 1),
        ((("SELECT %s", ["a"]), ("SELECT %s", ["a" * 31])), 2),  # a column may be too short for it
        ((("SELECT %s", ["a" * 31]), ("SELECT %s", ["a" * 256])), 2),
        ((("SELECT %s", [1]), ("SELECT %s", [2**40])), 2),
        ((("SELECT %s", [1]), ("SELECT %s", ["1"])), 2),
        ((("SELECT %s", [1]), ("SELECT %s", [None])), 2),
    ],
)
def test_statements_are_apart_where_databases_may_take_them_differently(
    told: Path, asked: tuple[tuple[str, list[object]], ...], apart: int
) -> None:
    with noted("test"):
        for sql, values in asked:
            ask(sql, *values)
    assert len(known()["test"].statements) == apart


@pytest.mark.django_db
def test_one_statement_from_two_lines_of_ours_is_two(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "OURS", (__file__,))
    with noted("test"):
        ask("SELECT 1")
    assert len(known()["test"].statements) == 1
    monkeypatch.setattr(statements, "OURS", (f"{__file__}-elsewhere",))
    with noted("another"):
        ask("SELECT 1")
    here, elsewhere = (one.statements for one in known().values())
    assert here.isdisjoint(elsewhere)
    assert enough(known(), known()) == {"test", "another"}


@pytest.mark.django_db
def test_nothing_is_noted_where_no_folder_is_named(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "FOLDER", None)
    with noted("test"):
        ask("SELECT 1")
    assert list(told.iterdir()) == []
    assert known() == {}
