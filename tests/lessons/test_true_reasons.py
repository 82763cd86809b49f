"""Reasons that are true are accepted, what the verdict names is offered, and it says what the turn has made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.errors import EngineError
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.content.reading import Item, library
from lessons.kinds.asking.feedback import feedback_on
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.registry import kind_of
from lessons.parting.probing import said_of_rules, under_rules
from lessons.saying.verdicts import Explanation, explain
from tests.samples import share
from tests.told_by_rules import changed_sets
from tutor.editor.items import near_reasons, right_reason

SAMPLED = 25


def items_with_reasons(every: int) -> list[Item]:
    """All such steps, and of the puzzles one in so many."""
    puzzles = [slug for slug, entry in bank.bank().index.items() if entry.kind == "legal"]
    own = [item for item in library().items.values() if item.kind in ("legal", "mistake")]
    return own + [item for slug in puzzles[::every] if (item := bank.item(slug)) is not None]


def told(
    position: str, *actions: str, about: tuple[str, ...] = (), language: str = "en", **how: Any
) -> Explanation:
    table, acts = parse_position(position), parse_actions(list(actions))
    with override(language):
        return explain(
            judge(table, acts, unfinished=True, remedy=False),
            position=table,
            actions=acts,
            about=about,
            **how,
        )


def test_rule_that_the_verdict_names_is_offered() -> None:
    for item in items_with_reasons(SAMPLED):
        assert not list(kind_of(item).faults(item)), item.slug


def test_load_refuses_reasons_without_the_one_that_the_verdict_names() -> None:
    item = library().item("first-meld/aces-and-a-joker")
    assert item is not None
    kept = tuple(rule for rule in item.task.reasons if rule != "initial.wild-allowed")  # type: ignore[attr-defined]
    poorer = replace(item, task=item.task.model_copy(update={"reasons": kept}))
    assert ("reasons", "the verdict names “initial.wild-allowed”, which is not offered") in list(
        kind_of(poorer).faults(poorer)
    )


def unaccepted(item: Item) -> Iterator[tuple[str, str, str]]:
    """Offered reasons that are not accepted although with another value of them the answer would be another."""
    task: Any = item.task
    verdict = judge(task.position, task.actions, unfinished=task.unfinished, remedy=False)
    wrong = set(task.reasons) - fitting_reasons(verdict)
    here = said_of_rules(item.rules)
    for parameter, rules in changed_sets(item.rules)[1:]:
        # Steps of the initial meld beside the one in force change with it and decide nothing.
        there = said_of_rules(rules)
        changed = {rule for rule in wrong if here[rule]["value"] != there[rule]["value"]}
        if parameter in ("initial_steps", "draw_count") or not changed:
            continue
        try:
            other = judge(
                under_rules(task.position, rules), task.actions, unfinished=task.unfinished, remedy=False
            )
        except EngineError:
            continue
        if other.legal is False:
            yield from ((item.slug, rule, parameter) for rule in changed)


def test_every_true_reason_that_decides_is_accepted() -> None:
    legal = [
        item for item in items_with_reasons(SAMPLED) if item.kind == "legal" and kind_of(item).is_legal(item)
    ]
    assert len(legal) > 20
    assert not [found for item in share(legal, 0, of=2) for found in unaccepted(item)]


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("wild-cards/half-and-half", "wild.majority"),
        ("puzzle/melding-black-threes/melding-black-threes-2cdc", "out.canastas-needed"),
        ("puzzle/joker-on-top/a-pair-for-the-joker", "pickup.top-wild"),
        ("puzzle/two-melds-of-a-rank/two-melds-of-a-rank-27f2", "wild.max-per-meld"),
    ],
)
def test_reason_without_which_it_would_not_be_allowed_is_right(slug: str, reason: str) -> None:
    item = library().item(slug) or bank.item(slug)
    assert item is not None
    offered = tuple(dict.fromkeys([*item.task.rules[:1], reason]))
    item = replace(item, task=item.task.model_copy(update={"reasons": offered}))
    result = grade(item, {"legal": "yes", "reason": reason}, reveal=False)
    assert result.outcome == "right"
    assert result.explanation.rule_id == reason
    assert result.explanation.deciding is not None
    assert result.explanation.deciding.text


def test_own_exercise_offers_the_rule_that_the_verdict_names() -> None:
    table = parse_position(
        "classic | draw | hand 8c 2s 5h 9d Kc | own 300: Q=Qc Qd Qh | pile 5c 8h | stock 40"
    )
    actions = parse_actions(["take 8c 2s"])
    verdict = judge(table, actions, unfinished=True, remedy=False)
    assert explain(verdict, position=table, actions=actions).rule_id == "pickup.natural-plus-wild"
    assert right_reason(verdict, table, actions) == "pickup.natural-plus-wild"
    assert "wild.max-per-meld" not in near_reasons(verdict, table, actions)


def test_right_answer_to_a_step_names_a_rule_that_the_step_teaches() -> None:
    steps = [item for item in library().items.values() if not item.is_puzzle]
    for item in share(steps, 0, of=2):
        answer = solution(item)
        if answer is None:
            continue
        with override("en"):
            named = feedback_on(item, grade(item, answer, reveal=False), misses=0).rule_id
        assert not named or named in item.task.rules, item.slug


@pytest.mark.parametrize(
    "slug", ["before-the-first-meld/nobody-covered-it", "may-i-take-it/four-kinds-of-top-card"]
)
def test_red_three_on_top_is_covered_and_not_drawn_past(slug: str) -> None:
    item = library().item(slug)
    assert item is not None
    with override("en"):
        result = grade(item, {"legal": "yes", "reason": "pickup.top-red-three"}, reveal=False)
        assert str(result.explanation.fix).startswith("First cover it with cards from the stock")


SIX_KINGS = "classic | play | hand Kh 5c 9d | own 300: K=Kc Kc Kd Kd Ks Ks | pile 5c 8h | stock 40"


@pytest.mark.parametrize(
    ("position", "action", "said"),
    [
        (
            SIX_KINGS, "add Kh to K",
            "That makes the kings a natural canasta; it holds no wild card, so its bonus is 500 points.",
        ),
        (
            "classic | play | hand 2h 5c 9d | own 300: K=Kc Kc Kd Kd Ks Ks | pile 5c 8h | stock 40", "add 2h to K",
            "That makes the kings a mixed canasta; it holds at least one wild card, so its bonus is 300 points.",
        ),
        (
            'classic{bonus_natural=600} | play | hand Kh 5c 9d | own 300: K=Kc Kc Kd Kd Ks Ks | pile 5c 8h | stock 40',
            "add Kh to K", "That makes the kings a natural canasta; it holds no wild card, so its bonus is 600 points",
        ),
        (
            "samba-aces | play | hand Ah 5c 9d | own 300: A=Ac Ac Ad Ad As As | pile 5c 8h | stock 40", "add Ah to A",
            "That makes the aces a natural canasta; it holds no wild card, so its bonus is 1,000 points",
        ),
        (
            "samba | play | hand Th 5c 9d | own 300: 4h-9h=4h 5h 6h 7h 8h 9h | pile 5c 8h | stock 40",
            "add Th to 4h-9h", "That completes the sequence and makes it a samba, which scores 1,500 points.",
        ),
    ],
)  # fmt: skip
def test_completed_canasta_is_what_the_verdict_says_first(position: str, action: str, said: str) -> None:
    table = position
    assert str(told(table, action).deciding).startswith(said)


def test_first_natural_canasta_of_the_course_is_told_with_its_bonus() -> None:
    item = library().item("canastas/worth-five-hundred")
    assert item is not None
    answer = solution(item)
    assert answer is not None
    with override("de"):
        said = feedback_on(item, grade(item, answer, reveal=False), misses=0)
    assert said.why.startswith(
        "Damit sind die Achten ein reines Canasta: 500 Punkte Bonus, weil keine wilde Karte"
    )
    assert said.rule_id == "canasta.natural-bonus"


def test_canasta_that_only_grows_is_not_told_as_new() -> None:
    seven = "classic | play | hand Kh 5c 9d | own 300: K=Kc Kc Kd Kd Ks Ks Kh | pile 5c 8h | stock 40"
    assert "That makes" not in str(told(seven, "add Kh to K").deciding)
