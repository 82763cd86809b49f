"""An answer that the database does not take: the learner reads so, and what was entered is not lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.answers import items, right_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import Way
from tests.browser.test_lesson import RIGHT
from tests.running import impatient, leave_prepared, serving
from tests.samples import some

SAID = {
    "de": "Was du eben abgeschickt hast, ist nicht gespeichert.",
    "en": "What you have just sent was not saved.",
}
AGAIN = {"de": "Noch einmal abschicken", "en": "Send it again"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("locked")
    leave_prepared(made)
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """A site on a file that a test can hold, which waits a second for it."""
    with serving(folder, **impatient(folder)) as running:
        yield running.address


@pytest.mark.parametrize(("way", "language"), some([("mouse", "de"), ("no scripts", "en")], 1))
def test_answer_that_was_not_saved_is_told_so_and_counts_when_sent_once_more(
    arrive: Arrive, folder: Path, way: Way, language: str
) -> None:
    item = items("cards")[0]
    learner = arrive(language=language, way=way)
    learner.open_item(item)
    learner.answer(item, right_answer(item))
    learner.expected = ("503", "htmx:")
    with closing(sqlite3.connect(folder / "tutor.sqlite3", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        learner.press("#do-check")
        expect(learner.page.locator("#unsent:visible, [data-message]")).to_contain_text(SAID[language])
    if way == "no scripts":
        learner.page.get_by_role("button", name=AGAIN[language]).click()
    else:
        learner.expect_focus("#unsent")
        assert learner.holds(item, right_answer(item))
        learner.check()
    assert learner.verdict().startswith(RIGHT[language])
