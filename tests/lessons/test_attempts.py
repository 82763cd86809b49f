"""Attempts and drafts: what is kept, once, and how far a learner is."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lessons.content.reading import Item, Library
from lessons.kinds.asking.grading import grade
from tests.factories import LearnerFactory
from tutor.learning.attempts import count_misses, item_row, record_attempt, save_draft, standing
from tutor.learning.loading import sync_items
from tutor.learning.models import Attempt, Learner
from tutor.learning.models import Item as ItemRow
from tutor.learning.progress import current_step, progress_of, resume_step

Find = Callable[[str], Item]
pytestmark = pytest.mark.django_db


@pytest.fixture
def learner() -> Learner:
    return LearnerFactory()


def attempt(learner: Learner, item: Item, number: str, token: uuid.UUID | None = None) -> Attempt:
    return record_attempt(
        learner=learner, item=item, result=grade(item, {"number": number}), hints=1, language="de",
        token=token or uuid.uuid4(),
    )  # fmt: skip


def test_syncing_makes_a_row_for_every_item_and_twice_changes_nothing(small_content: Library) -> None:
    assert sync_items() == len(small_content.items)
    assert sync_items() == 0
    row = ItemRow.objects.get(slug="puzzle/early/take-it")
    assert (row.kind, row.rule_set, row.themes) == ("turn", "classic", ["early", "pickup.natural-pair"])


def test_syncing_follows_a_changed_item_and_keeps_one_that_is_gone(small_content: Library) -> None:
    sync_items()
    ItemRow.objects.create(slug="first/gone", content_hash="0" * 64, kind="cards", rule_set="classic")
    ItemRow.objects.filter(slug="first/sum").update(content_hash="1" * 64)
    assert sync_items() == 1
    assert ItemRow.objects.get(slug="first/sum").content_hash == small_content.items["first/sum"].content_hash
    assert ItemRow.objects.filter(slug="first/gone").exists()


def test_attempt_keeps_all_that_judging_it_again_needs(learner: Learner, item: Find) -> None:
    frozen = item("first/frozen")
    result = grade(frozen, {"legal": "yes", "reason": "pickup.top-wild"})
    kept = record_attempt(
        learner=learner, item=frozen, result=result, hints=2, language="en", token=uuid.uuid4()
    )
    assert kept.outcome == "wrong"
    assert kept.answer == {"legal": "yes", "reason": "pickup.top-wild"}
    assert kept.position.startswith("classic | draw | hand 4c 5h 6d Jc")
    assert (kept.rule_set, kept.rule_set_version, kept.rule_set_changes) == ("classic", 1, {})
    assert kept.verdict["findings"][0]["rule"] == "freeze.take-natural-pair-only"
    assert (kept.hints, kept.language, kept.try_number) == (2, "en", 1)
    assert kept.content_hash == frozen.content_hash


def test_same_submission_counts_once(learner: Learner, item: Find) -> None:
    token = uuid.uuid4()
    first = attempt(learner, item("first/sum"), "80", token)
    again = attempt(learner, item("first/sum"), "80", token)
    assert first.pk == again.pk
    assert Attempt.objects.count() == 1


def test_same_form_with_another_answer_is_another_attempt(learner: Learner, item: Find) -> None:
    token = uuid.uuid4()
    first = attempt(learner, item("first/sum"), "80", token)
    second = attempt(learner, item("first/sum"), "90", token)
    third = attempt(learner, item("first/sum"), "90", token)
    assert first.pk != second.pk
    assert second.pk == third.pk
    assert [one.try_number for one in (first, second)] == [1, 2]


def test_token_of_somebody_else_is_no_way_to_their_attempt(learner: Learner, item: Find) -> None:
    token = uuid.uuid4()
    theirs = attempt(LearnerFactory(), item("first/sum"), "90", token)
    mine = attempt(learner, item("first/sum"), "90", token)
    assert mine.pk != theirs.pk
    assert mine.learner == learner


def test_misses_count_from_the_last_right_answer(learner: Learner, item: Find) -> None:
    for number, misses in (("1", 1), ("2", 2), ("90", 0), ("3", 1)):
        attempt(learner, item("first/sum"), number)
        assert count_misses(learner=learner, item=item("first/sum")) == misses


def test_draft_is_kept_and_replaced(learner: Learner, item: Find) -> None:
    one = item("first/sum")
    assert standing(learner=learner, item=one).answer == {}
    save_draft(learner=learner, item=one, answer={"number": "7"}, hints_shown=1, last_result=None)
    last = attempt(learner, one, "80")
    save_draft(learner=learner, item=one, answer={"number": "80"}, hints_shown=2, last_result=last)
    kept = standing(learner=learner, item=one)
    assert (kept.answer, kept.hints_shown, kept.last_result, kept.misses) == ({"number": "80"}, 2, last, 1)


def test_draft_is_kept_in_one_statement_whether_there_was_one_or_not(learner: Learner, item: Find) -> None:
    one = item("first/sum")
    item_row(one)
    for answer in ({"number": "7"}, {"number": "80"}):
        with CaptureQueriesContext(connection) as sent:
            save_draft(learner=learner, item=one, answer=answer, hints_shown=0, last_result=None)
        of_item, of_draft = (query["sql"] for query in sent.captured_queries)
        assert of_item.startswith("SELECT")
        assert of_draft.startswith("INSERT")
        kept = learner.drafts.get()
        assert kept.answer == answer
    assert kept.updated > learner.created


def test_progress_tells_right_at_once_from_right_later(
    learner: Learner, item: Find, small_content: Library
) -> None:
    attempt(learner, item("first/sum"), "80")
    attempt(learner, item("first/sum"), "90")
    record_attempt(
        learner=learner, item=item("first/wild-ones"), result=grade(item("first/wild-ones"), {"cards": "2c JK"}),
        hints=0, language="de", token=uuid.uuid4(),
    )  # fmt: skip
    progress = progress_of(learner)
    states = [progress.of(step).state for step in small_content.stages[0].steps]
    assert states == ["ok", "open", "open", "open", "open", "later"]
    assert progress.right(small_content.stages[0].steps) == 2
    assert progress.first_try(small_content.stages[0].steps) == 1
    current = current_step(small_content.stages[0], progress)
    assert current is not None
    assert current.slug == "first/one-meld"


def test_resume_goes_on_where_the_learner_was(learner: Learner, item: Find, small_content: Library) -> None:
    def resume() -> str:
        found = resume_step(learner, library=small_content, progress=progress_of(learner))
        return found.slug if found else ""

    assert resume() == ""
    save_draft(learner=learner, item=item("first/frozen"), answer={}, hints_shown=1, last_result=None)
    assert resume() == "first/frozen"
    save_draft(learner=learner, item=item("first/sum"), answer={}, hints_shown=0, last_result=None)
    attempt(learner, item("first/sum"), "90")
    assert resume() == "second/a-turn"
    save_draft(learner=learner, item=item("puzzle/early/take-it"), answer={}, hints_shown=0, last_result=None)
    assert resume() == "second/a-turn"


def test_progress_is_read_with_one_query(learner: Learner, item: Find) -> None:
    for slug in ("first/sum",):
        for number in ("1", "2", "90"):
            attempt(learner, item(slug), number)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        progress_of(learner)
    assert len(queries) == 1


def test_nobody_has_no_progress(small_content: Library) -> None:
    assert progress_of(None).is_empty
    assert resume_step(None, library=small_content, progress=progress_of(None)) is None
