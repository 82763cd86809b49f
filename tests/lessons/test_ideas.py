"""Puzzles with an idea: what tempts, what goes instead, and the line that says the idea once it is solved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from lessons.content import bank
from lessons.content.reading import Item
from lessons.fresh.sisters import sister_of
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION, feedback_on
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.accepting import sheet_now
from lessons.kinds.common.building import StagedTask
from lessons.kinds.common.ideas import COUNTED, IDEAS
from lessons.kinds.registry import kind_of
from lessons.mining.canonical import pattern
from lessons.mining.exact import cheapest_first
from lessons.mining.mine import MAKERS, MOST_ALIKE, MOST_OF_A_RULE
from lessons.mining.one_point import idea_faults
from lessons.mining.themes_decide import COUNTING, DECIDING
from tests import samples

THEMES = [slug for slug, maker in MAKERS.items() if maker.played_only]
LEAST_OF_AN_IDEA = 40
LEAST = 400
"""So many puzzles have an idea."""


def items_of(theme: str, number: int) -> list[Item]:
    entries = bank.entries_of(theme)
    found = [bank.item(entry.slug) for entry in Random(theme).sample(entries, min(number, len(entries)))]
    return [item for item in found if item is not None]


def task_of(item: Item) -> StagedTask:
    assert isinstance(item.task, StagedTask)
    return item.task


def test_there_are_many_puzzles_with_an_idea_and_no_reason_decides_most_of_a_theme() -> None:
    entries = {theme: bank.entries_of(theme) for theme in THEMES}
    assert sum(map(len, entries.values())) >= LEAST
    for theme, members in entries.items():
        most = Counter(entry.rules[0] for entry in members).most_common(1)[0][1]
        assert most <= MOST_OF_A_RULE * len(members), theme
    assert set(DECIDING) == set(IDEAS)
    assert set(COUNTING) <= {*IDEAS, *COUNTED}


@pytest.mark.parametrize("theme", THEMES)
def test_what_tempts_turns_on_one_rule_and_as_much_goes_without_it(theme: str) -> None:
    for item in items_of(theme, samples.sample(5, len(bank.entries_of(theme)))):
        assert task_of(item).tempting, item.slug
        assert list(idea_faults(item)) == [], item.slug


def test_there_are_many_in_which_the_cheapest_way_keeps_the_pair() -> None:
    """The cheapest way of all would break the pair, and the pile is frozen."""
    found = [task_of(item) for item in items_of("and-the-pair-stays", 1000)]
    assert len(found) >= LEAST_OF_AN_IDEA
    for task in found:
        assert task.accept is not None
        assert task.accept.keeps_pair is not None
        assert task.accept.cheapest is not None
        assert task.position.is_frozen
        assert cheapest_first(task.position)[0][0] < task.accept.cheapest


def test_there_are_many_in_which_going_out_costs_more_than_it_brings() -> None:
    """It is allowed, tempts, and comes to less than staying in."""
    found = [(item, task_of(item)) for item in items_of("what-going-out-costs", 1000)]
    found = [(item, task) for item, task in found if task.rules[0] in COUNTED]
    assert len(found) >= LEAST_OF_AN_IDEA
    for item, task in found[:: samples.sample(8, 2)]:
        out, stay = (judge(task.position, way, remedy=False) for way in (task.tempting, task.others[0]))
        assert (out.legal, out.went_out, stay.legal, stay.went_out) == (True, "yes", True, "no")
        assert sheet_now(out, item.rules) < sheet_now(stay, item.rules)
        answer = {"actions": [str(one) for one in task.tempting]}
        assert grade(item, answer).outcome != "right"


@pytest.mark.parametrize(
    ("language", "said"), [("de", "bleibst du im Spiel"), ("en", "while staying in would bring")]
)
def test_what_going_out_costs_is_told_in_points_once_it_is_solved(language: str, said: str) -> None:
    item = next(one for one in items_of("what-going-out-costs", 1000) if one.task.rules[0] in COUNTED)
    with override(language):
        solved = feedback_on(item, grade(item, solution(item) or {}), misses=0)
    assert said in solved.right_extra


def test_what_is_said_to_be_best_has_to_be_the_best() -> None:
    item = items_of("and-the-pair-stays", 1)[0]
    accept = task_of(item).accept
    assert accept is not None
    dearer = accept.model_copy(update={"cheapest": (accept.cheapest or 0) + 5})
    other = replace(item, task=item.task.model_copy(update={"accept": dearer}))
    assert f"accept: the cheapest that keeps the pair is {accept.cheapest}" in list(idea_faults(other))


def test_sister_keeps_a_pair_of_its_own() -> None:
    item = next(one for one in items_of("and-the-pair-stays", 9) if not one.rules.sequences)
    sister = sister_of(item, 3)
    assert sister is not None
    assert list(idea_faults(sister)) == []


@pytest.mark.parametrize("theme", THEMES)
def test_few_puzzles_with_an_idea_are_alike(theme: str) -> None:
    patterns = Counter(pattern(item.task, item.rules) for item in items_of(theme, 1000))
    assert max(patterns.values()) <= MOST_ALIKE


def test_point_is_missing_where_the_tempting_turn_is_allowed_or_nothing_else_goes() -> None:
    item = items_of(THEMES[0], 1)[0]
    allowed = task_of(item).others[0]

    def faults(**parts: object) -> list[str]:
        return list(idea_faults(replace(item, task=item.task.model_copy(update=parts))))

    assert faults(tempting=allowed) == [f"tempting: it must break {item.task.rules[0]} and nothing else"]
    assert faults(others=(allowed,)) == ["others: 2 turns that are allowed must be there"]
    assert faults(others=(allowed, allowed)) == ["others: two of them come to the same"]


@pytest.mark.parametrize(("language", "said"), [("de", "**Die Idee:** "), ("en", "**The idea:** ")])
def test_idea_is_said_once_it_is_solved_and_never_before(language: str, said: str) -> None:
    item = items_of(THEMES[0], 3)[-1]
    task = task_of(item)
    with override(language):
        tempted = grade(item, {"actions": [str(one) for one in task.tempting]})
        missed, told = (feedback_on(item, tempted, misses=misses) for misses in (1, MISSES_BEFORE_SOLUTION))
        solved = feedback_on(item, grade(item, solution(item) or {}), misses=0)
        idea = str(IDEAS[task.rules[0]])
    assert missed.outcome == "wrong"
    assert said not in repr(missed)
    assert solved.outcome == "right"
    assert told.right_extra == solved.right_extra  # who is told the answer is told the idea too
    assert solved.right_extra.startswith(said + idea)
    assert len(solved.right_extra) > len(idea) + 60


@pytest.mark.parametrize("theme", THEMES)
def test_every_puzzle_with_an_idea_says_it_in_both_languages(theme: str) -> None:
    assert {entry.rules[0] for entry in bank.entries_of(theme)} <= {*IDEAS, *COUNTED}
    for item in items_of(theme, samples.sample(8, len(bank.entries_of(theme)))):
        said = []
        for language in ("de", "en"):
            with override(language):
                said.append(kind_of(item).after_solving(item))
        german, english = said
        assert german.startswith("**Die Idee:** ")
        assert "**Was verlockt:** " in german
        assert english.startswith("**The idea:** ")
        why = "**What it costs:** " if item.task.rules[0] in COUNTED else "**Why it fails:** "
        assert english.partition(why)[2], item.slug


@pytest.mark.parametrize(
    ("language", "said"), [("de", "im Blatt (Ziel: höchstens"), ("en", "in your hand (aim: no more than")]
)
def test_legal_turn_that_falls_short_is_told_in_its_own_numbers(language: str, said: str) -> None:
    item = next(
        item
        for item in items_of("what-the-pile-is-good-for", 1000)
        if (accept := task_of(item).accept) is not None and accept.cards_left_max == 3
    )
    hand = item.position.hand if item.position else ()
    turns = [["draw", f"discard {card}"] for card in hand]
    with override(language):
        told = [grade(item, {"actions": turn}) for turn in turns]
    short = next(one for one in told if one.verdict is not None and one.verdict.legal)
    why = short.explanation.deciding
    assert why is not None
    assert said in why.text
    assert ("nicht aufgenommen" if language == "de" else "not taken the pile") in why.text


def test_sister_tempts_with_its_own_cards() -> None:
    item = next(item for item in items_of("the-first-step", 9) if not item.rules.sequences)
    sister = sister_of(item, 2)
    assert sister is not None
    assert task_of(sister).tempting != task_of(item).tempting
    assert list(idea_faults(sister)) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "mindestens sieben Karten im Blatt behalten"),
        ("en", "keep at least seven cards in your hand"),
    ],
)
def test_what_is_asked_for_is_said_in_numbers_of_cards(language: str, said: str) -> None:
    item = next(
        item
        for item in items_of("the-first-step", 1000)
        if (accept := task_of(item).accept) is not None and accept.cards_left_min == 7
    )
    with override(language):
        assert said in str(item.task.goal)


@pytest.mark.parametrize(
    ("language", "never", "pair"),
    [
        ("en", "not even with a pair", "only with a natural pair"),
        ("de", "auch nicht mit einem Paar", "nur mit einem natürlichen Paar"),
    ],
)
def test_idea_about_the_pile_before_the_initial_meld_follows_the_table(
    language: str, never: str, pair: str
) -> None:
    """Some tables let nobody take the pile before it; at the others a natural pair takes it."""
    found: dict[str, Item] = {}
    for entry in bank.entries_of("the-first-step"):
        item = bank.item(entry.slug) if entry.rules[0] == "pickup.before-initial" else None
        if item is not None:
            found.setdefault(item.rules.pickup_before_initial, item)
    assert set(found) == {"never", "with_pair"}
    with override(language):
        told = {name: kind_of(item).after_solving(item) for name, item in found.items()}
    assert never in told["never"]
    assert pair in told["with_pair"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_idea_about_the_own_meld_asks_for_no_pair_where_a_card_and_a_wild_one_take_the_pile(
    language: str,
) -> None:
    item = bank.item("puzzle/what-the-pile-is-good-for/what-the-pile-is-good-for-5239")
    assert item is not None
    assert item.task.rules[0] == "pickup.add-to-meld"
    with override(language):
        told = kind_of(item).after_solving(item)
    assert ("aus deinem Blatt kommen" if language == "de" else "must come from your hand") in told
    assert ("ein Paar im Blatt" if language == "de" else "a pair in your hand") not in told
