"""Plans tried through with thirty simulated pupils: the cockpit names the misconceptions that they show.

Here a few questions of some plans are; all of each are gone through by ``python -m tests.tried_plans``.
"""

from __future__ import annotations

import pytest

from lessons.content.plans import plans
from lessons.fresh.sisters import find_item
from tests.misconceptions_shown import misconceptions_of
from tests.samples import sample, some
from tests.tried_plans import PUPILS, begun, tried_through

pytestmark = pytest.mark.django_db
PARTS = ("live", "stage", "deal", "exit") if sample(0, 1) else ("exit",)


@pytest.mark.parametrize("plan", some(plans().values(), 2), ids=lambda plan: plan.slug)
def test_cockpit_names_every_misconception_that_thirty_pupils_show(plan) -> None:  # type: ignore[no-untyped-def]
    tried = tried_through(plan, parts=PARTS, most=sample(3, 100))
    assert len(tried.shown) >= 3
    assert tried.missed == set()
    assert tried.wrong >= 3 * len(tried.shown)


DEALT = [plan for plan in plans().values() if any(part.kind == "deal" for part in plan.parts)]


@pytest.mark.parametrize("plan", some(DEALT, 1), ids=lambda plan: plan.slug)
def test_cockpit_names_what_thirty_pupils_try_against_the_rules_in_a_mini_deal(plan) -> None:  # type: ignore[no-untyped-def]
    tried = tried_through(plan, parts=("deal",))
    assert len(tried.shown) >= 3
    assert tried.missed == set()


def test_pupils_who_are_right_are_stuck_on_nothing_and_shown_by_none() -> None:
    lesson = begun("nobody is wrong")
    assert len(lesson.pupils) == PUPILS
    lesson._look({lesson.pupils[0].pk: "overlooks:meld.min-size"})
    assert (lesson.tried.shown, lesson.tried.named) == ({"overlooks:meld.min-size"}, set())


@pytest.mark.parametrize(
    ("slug", "shown"),
    [
        ("melds/three-in-a-row", "overlooks:meld.no-sequence"),
        ("deck/which-are-wild", "leaves-out:wild"),
        ("first-meld/how-much-is-missing", "count:"),
        ("scoring-a-deal/the-whole-sheet", "count:"),
        ("red-threes/one-for-one", "forbids:"),
    ],
)
def test_exercise_is_known_by_the_misconceptions_that_its_answers_stand_for(slug: str, shown: str) -> None:
    item = find_item(slug)
    assert item is not None
    found = misconceptions_of(item)
    assert any(one.startswith(shown) for one in found), list(found)
    for one, result in found.items():
        assert result.outcome == "wrong"
        assert one in result.diagnoses
