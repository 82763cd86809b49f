"""Cheapest and dearest first melds: the optimum is exact, and a legal answer is told how far off it is."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator

import pytest
from django.utils.translation import override

from engine.judging.best_play import turns
from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card, points_of
from engine.law.melds import set_faults
from engine.law.position import Position
from lessons.content import bank
from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.table.staging import stage
from tests.factories import LearnerFactory
from tutor.learning.attempts import record_attempt

CHEAPEST = "the-cheapest-first-meld"


def lay_downs(position: Position) -> Iterator[tuple[Action, ...]]:
    """Every way to meld sets from the hand, up to suits: by brute force, without the search of the engine."""
    naturals: dict[str, list[Card]] = {}
    for card in position.hand:
        if card.is_natural:
            naturals.setdefault(card.rank, []).append(card)
    jokers_held = [card for card in position.hand if not card.suit]
    twos_held = [card for card in position.hand if card.rank == "2"]
    wilds = Counter({"JK": len(jokers_held), "2": len(twos_held)})

    def used(every: list[Card], free: int, count: int) -> list[Card]:
        return every[len(every) - free :][:count]

    def go_on(
        ranks: list[str], left: Counter[str], chosen: tuple[Action, ...]
    ) -> Iterator[tuple[Action, ...]]:
        if not ranks:
            yield chosen
            return
        yield from go_on(ranks[1:], left, chosen)
        held = naturals[ranks[0]]
        for count in range(1, len(held) + 1):
            for jokers in range(left["JK"] + 1):
                for twos in range(left["2"] + 1):
                    if set_faults(position.rules, naturals=count, wilds=jokers + twos):
                        continue
                    cards = (
                        *held[:count],
                        *used(jokers_held, left["JK"], jokers),
                        *used(twos_held, left["2"], twos),
                    )
                    rest = left - Counter({"JK": jokers, "2": twos})
                    yield from go_on(ranks[1:], rest, (*chosen, Action(verb="meld", cards=cards)))

    yield from go_on(list(naturals), wilds, ())


@pytest.mark.parametrize(
    ("theme", "key"), [(CHEAPEST, "max_points"), ("the-dearest-first-meld", "min_points")]
)
def test_no_opening_is_better_than_the_optimum(theme: str, key: str) -> None:
    for entry in bank.entries_of(theme):
        item = bank.item(entry.slug)
        assert item is not None
        position = item.position
        assert position is not None
        best = getattr(item.task.accept, key)  # type: ignore[union-attr]
        least = position.initial_minimum or 0
        met = False
        for way in lay_downs(position):
            laid = sum(points_of(action.cards) for action in way)
            better = least <= laid < best if key == "max_points" else laid > best
            if (better or laid == best) and judge(position, way, remedy=False).legal:
                assert not better, (entry.slug, way)
                met = True
        assert met, entry.slug


def test_no_opening_keeps_more_cards_than_the_optimum() -> None:
    for entry in bank.entries_of("open-with-few-cards"):
        item = bank.item(entry.slug)
        assert item is not None
        assert item.position is not None
        fewest = min(sum(len(action.cards) for action in way) for way in turns(item.position).turns)
        kept = item.task.accept.cards_left  # type: ignore[union-attr]
        assert kept == len(item.position.hand) - fewest, entry.slug


def cheap() -> tuple[Item, dict[int, list[str]]]:
    """An item whose openings lay different sums, and an answer for each sum."""
    for entry in bank.entries_of(CHEAPEST):
        item = bank.item(entry.slug)
        assert item is not None
        assert item.position is not None
        ways = {
            stage(item.position, way).laid: [str(one) for one in way] for way in turns(item.position).turns
        }
        best = min(ways)
        if best + 10 in ways and any(laid > best + 10 for laid in ways):
            return item, ways
    raise AssertionError("no item has a near and a far answer")


@pytest.mark.django_db
def test_legal_answer_that_is_not_the_best_is_graded_in_steps() -> None:
    item, ways = cheap()
    best, far = min(ways), max(ways)
    with override("en"):
        near = grade(item, {"actions": ways[best + 10]})
        wide = grade(item, {"actions": ways[far]})
        hit = grade(item, {"actions": ways[best]})
    assert hit.outcome == "right"
    assert str(hit.explanation.deciding).startswith(f"The initial meld comes to {best} points, the fewest")
    assert near.outcome == wide.outcome == "wrong"
    assert near.explanation.headline == "Allowed, and nearly the best play."
    assert str(near.explanation.deciding).startswith("That is 10 points more than needed.")
    assert wide.explanation.headline == "That is allowed, but it is not yet what is required."
    assert str(wide.explanation.deciding).startswith(f"That is {far - best} points more than needed.")
    kept = record_attempt(
        learner=LearnerFactory(), item=item, result=near, hints=0, language="en", token=uuid.uuid4()
    )
    assert kept.verdict is not None
    assert kept.verdict["legal"] is True
    assert kept.verdict["distance"] == {"amount": 10, "unit": "points", "too": "many", "step": "near"}


def test_dearest_opening_and_few_cards_tell_what_is_missing() -> None:
    told = {}
    for theme in ("the-dearest-first-meld", "open-with-few-cards"):
        for entry in bank.entries_of(theme):
            item = bank.item(entry.slug)
            assert item is not None
            assert item.position is not None
            for way in turns(item.position).turns:
                with override("de"):
                    result = grade(item, {"actions": [str(one) for one in way]})
                if result.distance is not None:
                    told[theme] = (result.distance, str(result.explanation.deciding))
            if theme in told:
                break
    distance, text = told["the-dearest-first-meld"]
    assert (distance.unit, distance.too) == ("points", "few")
    assert text.startswith(f"Das sind {distance.amount} Punkte weniger als möglich.")
    distance, text = told["open-with-few-cards"]
    assert (distance.unit, distance.too) == ("cards", "many")
    assert "mehr als nötig." in text
