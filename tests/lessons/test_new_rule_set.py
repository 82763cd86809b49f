"""A rule set that is made up here: its difference and its entry are all that it takes to be played by everywhere."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from engine.api import ask
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from lessons.content.reading import Item, load
from lessons.parting.families import OTHER, family_of
from lessons.proving.checks import problems
from lessons.words.naming import rule_set_name
from tests.lessons.content_folder import copied
from tests.lessons.pages import Learner, Page

pytestmark = pytest.mark.django_db
NAME = "quick"
QUICK = replace(CLASSIC, name=NAME, hand_size=((2, 13), (4, 13)), target=3000, canastas_to_go_out=2)
"""The difference: longer hands, two canastas to go out, a shorter game."""
ENTRY = """
[[rule_set]]
name = "quick"
title = {de = "Schnelles Canasta", en = "Quick Canasta"}
summary = {de = "Bis 3.000 Punkte.", en = "To 3,000 points."}
players = {de = "Zwei oder vier", en = "Two or four"}
parent = "classic"
sources = ["official"]
"""
GOING_OUT = "play | hand Qc Qd Qh 4s | own 200: K=Kc Kd Kh Ks Kc Kd Kh | stock 20"
PUZZLE = f"""
[[puzzle]]
slug = "out-at-once"
kind = "legal"
difficulty = 2
goal = {{de = "Darfst du so ausmachen?", en = "May you go out like this?"}}
position = "{NAME} | {GOING_OUT}"
actions = ["meld Qc Qd Qh", "discard 4s"]
reasons = ["out.canastas-needed", "meld.min-size", "turn.discard-one"]
rules = ["out.canastas-needed"]
look = {{de = "Zähle die Canastas.", en = "Count the canastas."}}
"""
ADDRESS = "/en/puzzles/early/out-at-once/"


def add(root: Path, file: str, text: str) -> None:
    with (root / file).open("a", encoding="utf-8") as opened:
        opened.write(text)


@pytest.fixture
def quick(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RuleSet:
    """The engine knows the rule set, and the content presents it and has an exercise of it."""
    monkeypatch.setitem(RULE_SETS, NAME, QUICK)
    settings.SEEDS_DIR = copied(tmp_path)
    add(settings.SEEDS_DIR, "rule_sets.toml", ENTRY)
    add(settings.SEEDS_DIR, "puzzles/01-early.toml", PUZZLE)
    return QUICK


@pytest.fixture
def whole_rulebook(quick: RuleSet, settings: Any, tmp_path: Path) -> None:
    """The rulebook of the project in place of the small one, without lessons and puzzles."""
    without = shutil.ignore_patterns("lessons", "puzzles")
    settings.SEEDS_DIR = Path(
        shutil.copytree(settings.BASE_DIR / "seeds", tmp_path / "whole", ignore=without)
    )
    add(settings.SEEDS_DIR, "rule_sets.toml", ENTRY)


def exercise(settings: Any) -> Item:
    found = load(settings.SEEDS_DIR).item("puzzle/early/out-at-once")
    assert found is not None
    return found


def test_engine_judges_by_it_and_cites_its_source(quick: RuleSet) -> None:
    for name, legal in ((NAME, False), ("classic", True)):
        asked = {"position": f"{name} | {GOING_OUT}", "actions": ["meld Qc Qd Qh", "discard 4s"]}
        assert ask("judge", json.dumps(asked))["legal"] is legal
    told = ask("rules", json.dumps({"rules": NAME}))
    assert told["ids"]["out.canastas-needed"] == {"value": 2, "status": "text", "sources": ["official"]}
    house = quick.changed({"target": 2000})
    assert (house.base, house.source) == (NAME, "official")


@pytest.mark.parametrize(("language", "name"), [("de", "Schnelles Canasta"), ("en", "Quick Canasta")])
def test_it_is_called_as_its_entry_says(quick: RuleSet, language: str, name: str) -> None:
    with override(language):
        assert rule_set_name(quick) == name
        assert name in rule_set_name(quick.changed({"target": 2000}))


@pytest.mark.usefixtures("whole_rulebook")
def test_its_page_tells_what_it_changes() -> None:
    page = Page(Client().get(f"/en/rules/set/{NAME}/"))
    assert "Quick Canasta To 3,000 points. Two or four" in page.text
    assert "12.1 Canastas to go out two canastas Classic: one canasta" in page.text
    assert "15.3 The target 3,000 points Classic: 5,000 points" in page.text


@pytest.mark.usefixtures("whole_rulebook")
def test_it_is_compared_with_another_one() -> None:
    page = Page(Client().get("/en/rules/compare/", {"a": "classic", "b": NAME}))
    assert "“Classic” and “Quick Canasta” differ in six rules." in page.text
    assert "To go out, your side needs two canastas; it has only one." in page.text


def test_an_exercise_of_it_is_answered_by_its_rules(quick: RuleSet, settings: Any) -> None:
    assert exercise(settings).rules == quick
    learner = Learner()
    page = learner.open(ADDRESS)
    assert "Quick Canasta" in page.text
    assert learner.press("check", legal="yes", reason="turn.discard-one").verdict.startswith("Not right")
    assert learner.press("check", legal="no", reason="out.canastas-needed").verdict.startswith("Right")


def test_a_table_can_be_laid_for_it(quick: RuleSet) -> None:
    page = Page(Client().get("/en/ask/"))
    assert f'value="{NAME}"' in page.source
    assert "Quick Canasta" in page.text


def test_puzzles_look_for_it_among_the_others_unless_it_is_named() -> None:
    assert family_of(NAME) == OTHER


def test_it_is_asked_for_by_name_where_its_entry_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(RULE_SETS, NAME, QUICK)
    told = [str(problem) for problem in problems(copied(tmp_path))]
    assert "rule_sets.toml: quick: this rule set is not presented" in told
