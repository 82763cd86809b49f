"""The answers to legal or not: sound lists, an order that a lot fixes, and what is kept of them."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.utils.translation import override

from lessons.content.base import LANGUAGES
from lessons.content.reading import Item
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.asking.working import answer_of, work_from_form, work_from_json
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.legal import Legal
from lessons.kinds.offered.lists import in_order
from lessons.kinds.registry import kind_of
from tests.offered import all_items, measured

KIND = Legal()
FROZEN = "frozen-pile/a-two-in-the-pile"


def frozen() -> Item:
    item = find_item(FROZEN)
    assert item is not None
    return item


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_are_sound_and_never_print_a_rule(language: str) -> None:
    found = measured(all_items(every=12), language)
    assert sum(found.sizes.values()) > 90
    assert set(found.sizes) == {3}
    assert (found.doubled, found.not_false, found.not_true, found.printed) == ([], [], [], [])


def test_every_false_answer_is_graded_wrong_and_shows_its_misconception() -> None:
    with override("en"):
        for item in all_items(start=5, every=60):
            for one in KIND.offered(item):
                result = grade(item, {"legal": one.said, "reason": one.rule})
                assert result.outcome == ("wrong" if one.shows else "right"), (item.slug, one.text)
                sort = one.shows.partition(":")[0]
                assert [shown.partition(":")[0] for shown in result.diagnoses] == ([sort] if sort else [])


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "en",
            {
                "No. A red three that comes with the pile goes on the table, and nothing is drawn for it.",
                "Yes. Every red three is replaced with a card from the stock, wherever it comes from.",
                "Yes. Taking the pile does not replace drawing, so you may do both.",
            },
        ),
        (
            "de",
            {
                "Nein: Eine rote Drei aus dem Ablagestapel kommt auf den Tisch, und für sie wird nichts gezogen.",
                "Ja: Für jede rote Drei gibt es eine Ersatzkarte vom Talon, woher sie auch kommt.",
                "Ja: Das Aufnehmen ersetzt das Ziehen nicht, also darfst du beides.",
            },
        ),
    ],
)
def test_draw_for_a_red_three_of_the_pile_is_asked_with_what_somebody_may_think(
    language: str, texts: set[str]
) -> None:
    item = find_item("end-of-the-stock/one-more-for-the-three")
    assert item is not None
    with override(language):
        assert {one.text for one in KIND.offered(item)} == texts
        right = next(one for one in KIND.offered(item) if not one.shows)
        assert right.rule == "red3.no-replace-from-pile"
        result = grade(item, {"legal": right.said, "reason": right.rule})
    assert result.outcome == "right"


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "No. The pile is frozen, and it cannot be taken with a nine and a joker."),
        (
            "de",
            "Nein: Der Ablagestapel ist eingefroren und lässt sich mit einer Neun und einem Joker nicht aufnehmen.",
        ),
    ],
)
def test_answers_speak_of_this_position(language: str, first: str) -> None:
    with override(language):
        offered = KIND.offered(frozen())
        assert offered[0].text == first
        assert KIND.answer_in_words(frozen(), solution(frozen()) or {}) == first
    assert {one.said for one in offered} == {"yes", "no"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No. A player draws two cards from the stock, not one."),
        ("de", "Nein: Vom Talon zieht man zwei Karten, nicht eine."),
    ],
)
def test_wrong_number_of_drawn_cards_is_said_with_one_card_too(language: str, said: str) -> None:
    item = find_item("samba-deck-and-turn/a-red-three-comes")
    assert item is not None
    with override(language):
        assert said in [one.text for one in KIND.offered(item)]


def test_order_is_the_same_for_a_lot_in_both_languages() -> None:
    orders = set()
    for lot in "abcdefgh":
        drawn = []
        for language in LANGUAGES:
            with override(language):
                drawn.append([one.value for one in in_order(KIND.offered(frozen()), lot)])
        assert drawn[0] == drawn[1]
        orders.add(tuple(drawn[0]))
    assert len(orders) > 3


def test_form_sends_verdict_and_reason_as_one_and_keeps_the_order() -> None:
    item = frozen()
    form = QueryDict("answer=no freeze.take-natural-pair-only&lot=f00")
    work = work_from_form(form, item, Work())
    assert answer_of(item, work) == {"legal": "no", "reason": "freeze.take-natural-pair-only"}
    assert grade(item, answer_of(item, work)).answer == answer_of(item, work)
    kept = work_from_json(work.to_json(), item)
    shown = [kind_of(item).form(item, one, None, None, focus="")["form"] for one in (work, kept)]
    assert [one.value for one in shown[0].choices] == [one.value for one in shown[1].choices]
    assert [one.value for one in shown[1].choices if one.checked] == ["no freeze.take-natural-pair-only"]


def test_answers_that_were_given_to_verdict_and_rule_stay_readable() -> None:
    item = frozen()
    old = {"legal": "no", "reason": next(rule for rule in item.task.reasons if rule.startswith("pickup."))}  # type: ignore[attr-defined]
    work = work_from_form(QueryDict(f"legal=no&reason={old['reason']}"), item, Work())
    assert answer_of(item, work_from_json(work.to_json(), item)) == old
    assert grade(item, old).diagnoses == (f"reason:{old['reason']}",)
    with override("en"):
        assert KIND.answer_in_words(item, old).startswith("It is not allowed. The reason is in ")


@pytest.mark.parametrize("answer", [{}, {"legal": "no"}, {"legal": "no", "reason": "made.up"}])
def test_half_an_answer_and_a_damaged_one_are_refused(answer: dict[str, str]) -> None:
    with pytest.raises(AnswerError):
        grade(frozen(), answer)


def test_where_no_reason_decides_the_verdict_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    item = frozen()
    monkeypatch.setattr(Legal, "offered", lambda self, item: ())
    with override("en"):
        form = KIND.form(item, Work(), None, None, focus="")["form"]
        assert [(one.value, one.label) for one in form.choices] == [("yes", "Allowed"), ("no", "Not allowed")]
        assert KIND.answer_in_words(item, {"legal": "no", "reason": ""}) == "It is not allowed."
    assert grade(item, {"legal": "no"}).outcome == "right"
    assert grade(item, {"legal": "yes"}).diagnoses == ("overlooks:freeze.take-natural-pair-only",)
