"""Amounts and numbers below zero: what is asked for is said, and a sign that cannot mean anything else is read."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from lessons.content.reading import Item, library
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.number import MAY_BE_NEGATIVE
from tests.markup import flat
from tutor.learning.addresses import item_url


def numbers() -> list[Item]:
    return [item for item in library().items.values() if item.kind == "number"]


def test_amount_is_read_with_a_minus_sign_as_well() -> None:
    amounts = [item for item in numbers() if item.task.compute not in MAY_BE_NEGATIVE]  # type: ignore[attr-defined]
    assert len(amounts) > 10
    for item in amounts:
        answer = solution(item)
        assert answer is not None
        assert grade(item, {"number": f"-{answer['number']}"}, reveal=False).outcome == "right", item.slug


def test_sign_counts_where_the_number_may_be_below_zero() -> None:
    sums = [item for item in numbers() if item.task.compute in MAY_BE_NEGATIVE]  # type: ignore[attr-defined]
    wrong = [item for item in sums if (found := solution(item)) and found["number"] != "0"]
    assert wrong
    for item in wrong:
        right = int((solution(item) or {})["number"])
        assert grade(item, {"number": str(-right)}, reveal=False).outcome == "wrong", item.slug


def test_wrong_amount_with_a_minus_sign_is_not_called_too_little() -> None:
    item = library().item("black-threes/what-they-cost")
    assert item is not None
    with override("en"):
        one, other = (grade(item, {"number": text}, reveal=False).explanation for text in ("-55", "55"))
    assert str(one.deciding) == str(other.deciding)


@pytest.mark.parametrize(("language", "said"), [("en", "without a minus sign"), ("de", "ohne Vorzeichen")])
def test_question_about_what_is_taken_off_says_how_to_write_it(language: str, said: str) -> None:
    item = library().item("black-threes/what-they-cost")
    assert item is not None
    assert said in item.goal.in_language(language)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"), [("en", "below zero gets a minus sign"), ("de", "bekommt ein Minuszeichen")]
)
def test_form_says_where_a_minus_sign_belongs(language: str, said: str) -> None:
    for signed in (True, False):
        item = next(one for one in numbers() if (one.task.compute in MAY_BE_NEGATIVE) is signed)  # type: ignore[attr-defined]
        with override(language):
            page = flat(Client().get(item_url(item)).content.decode())
        assert (said in page) is signed
