"""The reasons of a mistake, in a turn or in a score: sentences of this position, and what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.http import QueryDict
from django.utils.translation import override

from lessons.content import bank
from lessons.content.base import LANGUAGES
from lessons.content.reading import Item, library
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.feedback import solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.asking.working import answer_of, work_from_form, work_from_json
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.mistake import Mistake
from lessons.kinds.registry import kind_of
from lessons.saying.wording import rule_short, rule_title
from tests.lessons.test_third_person import TO_THE_READER

KINDS = ("mistake", "sheet-mistake")
TOO_MANY_TWOS = "black-threes/a-helper-too-many"
ALL_RED_THREES = "scoring-a-deal/all-four-red-threes"


def the(slug: str) -> Item:
    item = find_item(slug)
    assert item is not None
    return item


def all_items() -> Iterator[Item]:
    yield from (item for item in library().items.values() if item.kind in KINDS)
    found = [slug for slug, entry in bank.bank().index.items() if entry.kind in KINDS]
    yield from (item for slug in found[::6] if (item := bank.item(slug)) is not None)


def test_every_mistake_offers_sentences_of_which_one_is_true_and_none_prints_a_rule() -> None:
    for item in all_items():
        rules = []
        for language in LANGUAGES:
            with override(language):
                offered = kind_of(item).reasons(item)
                texts = [one.text for one in offered]
                printed = {text(one.rule, item.rules) for one in offered for text in (rule_title, rule_short)}
            assert len(set(texts)) == len(texts) >= 3, item.slug
            assert printed.isdisjoint(texts), item.slug
            assert [one.shows for one in offered if not one.shows] == [offered[0].shows], item.slug
            rules.append([one.rule for one in offered])
        assert rules[0] == rules[1], item.slug
        right = solution(item) or {}
        for rule in rules[0]:
            outcome = grade(item, right | {"reason": rule}).outcome
            assert outcome == ("right" if rule == rules[0][0] else "wrong"), (item.slug, rule)


@pytest.mark.parametrize("language", LANGUAGES)
def test_false_reasons_for_a_turn_of_somebody_else_never_speak_to_the_reader(language: str) -> None:
    items = [item for item in all_items() if kind_of(item).seat(item) != "you"]
    assert len(items) > 10
    with override(language):
        texts = [one.text for item in items for one in kind_of(item).reasons(item) if one.shows]
    assert [text for text in texts if TO_THE_READER.search(text)] == []


@pytest.mark.parametrize(
    ("slug", "language", "text"),
    [
        (TOO_MANY_TWOS, "en", "A black three cannot be replaced by a two."),
        (TOO_MANY_TWOS, "de", "Eine schwarze Drei lässt sich nicht durch eine Zwei ersetzen."),
        (ALL_RED_THREES, "en", "Red threes: all four are there, which makes 800 points."),
        (ALL_RED_THREES, "de", "Rote Dreien: Alle vier sind da, also 800 Punkte."),
    ],
)
def test_true_reason_speaks_of_what_lies_there(slug: str, language: str, text: str) -> None:
    with override(language):
        item = the(slug)
        assert kind_of(item).reasons(item)[0].text == text
        assert text in kind_of(item).answer_in_words(item, solution(item) or {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_row_is_not_named_twice_before_its_reason(language: str) -> None:
    with override(language):
        for item in (one for one in all_items() if one.kind == "sheet-mistake"):
            first, _, rest = solution_in_words(item).partition(". ")
            assert not rest.startswith(f"{first}:")


def test_a_false_reason_shows_the_slip_that_it_stands_for() -> None:
    item = the(ALL_RED_THREES)
    right = solution(item) or {}
    false = [one for one in kind_of(item).reasons(item) if one.shows]
    for one in false:
        assert grade(item, right | {"reason": one.rule}).diagnoses == (one.shows,)
        other = grade(item, {"choice": "hand-cards", "reason": one.rule})
        assert other.diagnoses == ("blames-row", one.shows)


@pytest.mark.parametrize("slug", [TOO_MANY_TWOS, ALL_RED_THREES])
def test_order_is_that_of_the_lot_and_only_choice_and_rule_are_kept(slug: str) -> None:
    item = the(slug)
    answer = solution(item) or {}
    form = QueryDict(f"choice={answer['choice']}&reason={answer['reason']}&lot=f00")
    work = work_from_form(form, item, Work(lot="another"))
    assert answer_of(item, work) == grade(item, answer_of(item, work)).answer == answer
    orders = []
    for one in (work, work_from_json(work.to_json(), item), Work(lot="f00")):
        shown = kind_of(item).form(item, one, None, None, focus="")["form"]
        assert shown.lot == "f00"
        orders.append([choice.value for choice in shown.reasons])
    assert orders[0] == orders[1] == orders[2]
    lots = [kind_of(item).form(item, Work(lot=lot), None, None, focus="")["form"].reasons for lot in "abcdef"]
    assert len({tuple(choice.value for choice in lot) for lot in lots}) > 2


def test_answers_that_named_a_printed_rule_stay_readable() -> None:
    item = the(TOO_MANY_TWOS)
    offered = {one.rule for one in kind_of(item).reasons(item)}
    old = next(rule for rule in item.task.reasons if rule not in offered)  # type: ignore[attr-defined]
    result = grade(item, {"choice": "3", "reason": old})
    assert (result.outcome, result.diagnoses) == ("wrong", (f"reason:{old}",))
    with override("en"):
        assert (
            kind_of(item).answer_in_words(item, result.answer).endswith(f"“{rule_title(old, item.rules)}”.")
        )


@pytest.mark.parametrize("reason", ["", "made.up"])
def test_a_missing_reason_and_a_damaged_one_are_refused(reason: str) -> None:
    with pytest.raises(AnswerError):
        grade(the(TOO_MANY_TWOS), {"choice": "3", "reason": reason})


def test_where_nothing_false_is_plausible_the_action_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    item = the(TOO_MANY_TWOS)
    monkeypatch.setattr(Mistake, "reasons", lambda self, item: ())
    assert kind_of(item).form(item, Work(), None, None, focus="")["form"].reasons == ()
    assert grade(item, {"choice": "3"}).outcome == "right"
    assert grade(item, {"choice": "1"}).diagnoses == (f"overlooks:{item.task.rules[0]}",)
