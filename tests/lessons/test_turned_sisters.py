"""Sisters of which something else is right: a small change turns the verdict, and the page fits what it asks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.utils.translation import override

from lessons.content.base import LANGUAGES
from lessons.content.reading import Item, library
from lessons.fresh.sisters import MOST_SISTERS, TURNED, base_slug, find_item, sister_of
from lessons.fresh.variants import FIRST_SISTER, fresh_variant
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import HINT_COUNT, hints_of
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.small_changes import small_changes
from lessons.kinds.registry import kind_of
from lessons.proving.checks import item_faults
from tests.lessons.pages import Learner
from tests.sisters import answer_of, drawn, measured

Find = Callable[[str], Item]
SEED = 3


@pytest.fixture(scope="module")
def legal_pairs() -> list[tuple[Item, Item | None]]:
    return list(drawn("legal", count=80, seed=SEED))


def turned(pairs: list[tuple[Item, Item | None]]) -> list[tuple[Item, Item]]:
    return [(item, one) for item, one in pairs if one is not None and answer_of(item) != answer_of(one)]


def test_about_half_of_the_sisters_have_the_other_verdict(
    legal_pairs: list[tuple[Item, Item | None]],
) -> None:
    found = measured(legal_pairs)
    assert (found.sisters, found.faults) == (80, [])
    assert 0.35 < found.other_answer / found.sisters < 0.65
    both = {kind_of(one).is_legal(one) for _, one in turned(legal_pairs)}
    assert both == {True, False}


def test_turned_sister_is_asked_and_explained_as_any_other(
    legal_pairs: list[tuple[Item, Item | None]],
) -> None:
    for item, one in turned(legal_pairs):
        assert one.task.rules[0] == item.task.rules[0], one.slug
        assert (one.intro, one.task.right) == (None, None)
        for language in LANGUAGES:
            with override(language):
                offered = kind_of(one).offered(one)
                outcomes = [grade(one, {"legal": a.said, "reason": a.rule}).outcome for a in offered]
                assert sorted(outcomes) == ["right", "wrong", "wrong"], one.slug
                assert all(hints_of(one, shown=HINT_COUNT)), one.slug


@pytest.mark.parametrize(
    "kind", ["find-all", "predict", "mistake", "sheet", "sheet-mistake", "compare", "number"]
)
def test_sisters_of_other_kinds_have_another_number_place_or_card(kind: str) -> None:
    found = measured(list(drawn(kind, count=12, seed=SEED)))
    assert found.faults == []
    least = 0.4 if kind == "compare" else 0.7
    assert found.other_answer > least * found.sisters
    if kind in ("find-all", "predict", "sheet-mistake"):
        assert found.other_place > 0.7 * found.sisters


def test_turned_sister_stands_beside_the_one_with_its_number(item: Find) -> None:
    frozen = item("first/frozen")
    same, other = sister_of(frozen, 3), sister_of(frozen, TURNED + 3)
    assert same is not None
    assert other is not None
    assert (answer_of(frozen), answer_of(same), answer_of(other)) == ("False", "False", "True")
    assert other.goal == same.goal
    assert find_item(f"first/frozen~{TURNED + 3}") == other
    for number in (TURNED, 2 * TURNED, 2 * TURNED + 1):
        assert sister_of(frozen, number) is None


def test_turned_sister_is_always_the_same(item: Find) -> None:
    def some() -> list[Item | None]:
        return [sister_of(item("first/frozen"), TURNED + number) for number in range(1, 6)]

    before = some()
    sister_of.cache_clear()
    assert some() == before
    assert len({str(one.position) for one in before if one}) > 1


def test_either_of_two_beside_each_other_counts_as_seen(item: Find) -> None:
    frozen, seen = item("first/frozen"), set()
    for _ in range(FIRST_SISTER, MOST_SISTERS + 1):
        found = fresh_variant(frozen, seen)
        assert found is not None
        seen.add(found.slug)
    numbers = {int(slug.partition("~")[2]) % TURNED for slug in seen if base_slug(slug) == frozen.slug}
    assert numbers == set(range(FIRST_SISTER, MOST_SISTERS + 1))
    assert {int(slug.partition("~")[2]) > TURNED for slug in seen} == {True, False}


def test_small_changes_take_a_wild_card_out_of_the_pile_or_lay_one_in(item: Find) -> None:
    position = item("first/frozen").position
    assert position is not None
    wilds = sum(card.is_wild for card in position.pile)
    found = {
        sum(card.is_wild for card in changed.pile)
        for changed, _ in small_changes(position, item("first/frozen").task.actions, Random(1))  # type: ignore[attr-defined]
    }
    assert wilds - 1 in found


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("language", ["de", "en"])
def test_turned_sister_is_worked_on_as_any_other(item: Find, language: str) -> None:
    other = sister_of(item("first/frozen"), TURNED + 3)
    assert other is not None
    assert list(item_faults(other)) == []
    learner = Learner()
    page = learner.open(f"/{language}/course/first/frozen/again/{TURNED + 3}/")
    assert page.status == 200
    page = learner.press("check", **(solution(other) or {}))
    assert ("Richtig, das ist erlaubt" if language == "de" else "Right, that is allowed") in page.verdict


@pytest.mark.parametrize("slug", ["canastas/room-on-a-canasta", "how-many-wild-cards/a-two-on-the-canasta"])
def test_nothing_turns_by_the_moment_where_that_is_not_what_is_asked(slug: str) -> None:
    item = library().items[slug]
    sisters = [one for number in range(1, 9) if (one := sister_of(item, TURNED + number)) is not None]
    assert len(sisters) > 3
    assert {one.position.phase for one in sisters if one.position} == {"play"}
