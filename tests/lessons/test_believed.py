"""Wrong answers that puzzles offer are what people believe: each has the id of a misconception."""

from __future__ import annotations

from random import Random

from lessons.content import bank
from lessons.content.reading import Item
from tests import samples
from tests.believed import Counted, counted, is_believed, lines, said_by_rules, wrong_answers

LOOKED_AT = samples.sample(250, 5_000)


def some() -> list[Item]:
    entries = bank.bank().offered
    looked_at = Random(3).sample(entries, min(LOOKED_AT, len(entries)))
    return [item for entry in looked_at if (item := bank.item(entry.slug)) is not None]


def test_each_wrong_answer_that_is_offered_has_the_id_of_a_misconception() -> None:
    items = some()
    found = counted(items)
    assert set(found) >= {"legal", "find-all", "predict", "compare", "turn"}
    assert {kind: one.without for kind, one in found.items() if one.without} == {}
    assert said_by_rules(items) == []


def test_what_only_names_a_row_or_an_order_is_no_belief() -> None:
    assert is_believed("overlooks:freeze.take-natural-pair-only")
    assert is_believed("count:hand-added")
    assert not is_believed("overlooks:canasta.size")
    assert not is_believed("blames-row")
    assert not is_believed("order")
    assert not is_believed("other")


def test_typed_numbers_are_not_offered() -> None:
    item = bank.item(bank.entries_of("what-cards-are-worth")[0].slug)
    assert item is not None
    assert list(wrong_answers(item)) == []


def test_command_counts_by_kind() -> None:
    told = "\n".join(lines({"legal": Counted(puzzles=2, offered=4, without=["a"])}))
    assert "with an id      3 (75.0%)" in told
    assert "without: a" in told
