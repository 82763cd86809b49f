"""What a wrong answer shows: ids that stay, words for each of them, and the same as the learner reads."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from lessons.content.reading import library
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.miscounts.habits import HABITS
from lessons.miscounts.known import SLIPS
from lessons.saying.base import BREACHES
from lessons.saying.overlooking import OVERLOOKED

PLAIN = (
    "unmet",
    "miscounted",
    "unfinished",
    "order",
    "blames-row",
    "decided",
    "undecided",
    "takes-in:wild",
    "leaves-out:rank:K",
)


def test_every_known_slip_has_words_for_teachers() -> None:
    assert set(HABITS) == {slip.id for slip in SLIPS}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_diagnosis_is_told_in_one_line_of_its_own(language: str) -> None:
    with override(language):
        other = diagnosis("other").text
        found = [diagnosis(f"count:{slip.id}").text for slip in SLIPS]
        found += [diagnosis(one).text for one in PLAIN]
        for sort in ("overlooks", "forbids", "doubts", "reason", "number", "about"):
            found += [diagnosis(f"{sort}:{rule}").text for rule in BREACHES]
        assert diagnosis("count:no-such-slip").text == other
    assert other not in found
    assert not [text for text in found if re.search(r"[%{]|\.$", text)]
    assert len({diagnosis(f"count:{slip.id}").text for slip in SLIPS}) == len(SLIPS)


def test_rules_with_words_of_their_own_can_be_broken() -> None:
    # What the sheet of the minimum decides is broken under the name of its steps.
    assert set(OVERLOOKED) - set(BREACHES) <= {"initial.card-values-only", "samba.initial-7000"}


@pytest.mark.parametrize(
    ("slug", "answer", "shown"),
    [
        ("first/wild-ones", {"cards": "2c Kd"}, ("takes-in:wild", "leaves-out:wild")),
        ("first/one-meld", {"cards": "4c 9c 9d"}, ("overlooks:meld.same-rank",)),
        ("first/is-it-legal", {"legal": "yes", "reason": "meld.same-rank"}, ()),
        ("first/is-it-legal", {"legal": "no", "reason": "meld.same-rank"}, ("forbids:meld.same-rank",)),
        ("first/frozen", {"legal": "no", "reason": "pickup.top-wild"}, ("reason:pickup.top-wild",)),
        ("first/frozen", {"legal": "yes", "reason": "pickup.top-wild"}, ("overlooks:freeze.take-natural-pair-only",)),
        ("first/sum", {"number": "60"}, ("count:joker-as-two",)),
        ("first/sum", {"number": "61"}, ("miscounted",)),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("small_content")
def test_answer_shows_what_it_is_about_and_not_the_first_rule_of_the_exercise(
    slug: str, answer: dict[str, str], shown: tuple[str, ...]
) -> None:
    assert grade(library().items[slug], answer).diagnoses == shown


def test_right_answers_show_nothing_and_wrong_ones_of_every_kind_show_something() -> None:
    kinds = {item.kind: item for item in library().items.values()}
    for item in kinds.values():
        assert grade(item, solution(item) or {}).diagnoses == ()
    seen = {
        "find_all": {"ticks": [], "none": True},
        "predict": {"choice": "0"},
        "mistake": {"choice": "0"},
    }
    for kind, answer in seen.items():
        for item in (one for one in library().items.values() if one.kind == kind):
            reasons = getattr(item.task, "reasons", ())
            result = grade(item, answer | ({"reason": reasons[-1]} if reasons else {}))
            assert bool(result.diagnoses) == (result.outcome == "wrong"), item.slug
            assert "other" not in result.diagnoses
