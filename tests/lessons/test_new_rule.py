"""A rule that is made up here: its function, its sentence, its entry and its cases are all that it takes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import get_language, override

from engine.api import ask
from engine.judging.judge import judge
from engine.law.actions import Action, Move
from engine.law.rule_ids import NewRule
from engine.law.rulebook import RULES
from engine.notation.position_line import parse_position
from engine.rules.registry import Facts, forget, judges
from engine.turn.turn import Turn
from lessons.parting.probing import judged_under, said_of_rules
from lessons.proving.checks import problems
from lessons.saying import base
from lessons.saying.verdicts import explain
from tests.lessons.content_folder import copied
from tests.lessons.pages import Page

RULE = NewRule("house.no-wild-nines")
ENTRY = f"""
["{RULE}"]
title = {{de = "Neunen bleiben rein", en = "Nines stay natural"}}
short = {{de = "Neunen liegen immer unter sich.", en = "You lay no wild card with nines."}}
text = {{de = "Das gilt auch für ein Canasta.", en = "That holds for a canasta too."}}
sources = [{{source = "spielregeln", standing = "comment"}}]
"""
TABLE = "classic | play | hand 9c 9d 9h 2c JK JK 2d 5s | own 0: K=Kc Kd Kh | stock 20"
CASES = [
    ("meld 9c 9d 9h", True, []),
    ("meld 9c 9d 2c", False, [RULE]),
    ("meld 9c 9d JK JK 2c 2d", False, ["wild.max-per-meld", RULE]),
    ("add 2c to K", True, []),
]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The function that judges the rule, and the one that says it."""

    @judges(RULE, "meld", number=(20, 4), value=lambda rules: rules.max_wilds != 0, source="spielregeln")
    def house_no_wild_nines(turn: Turn, action: Action, move: Move) -> Facts | None:
        """Nines are melded without wild cards. Made up for this test."""
        wilds = [card for card in action.cards if card.is_wild]
        with_nines = any(card.rank == "9" for card in action.cards)
        return {"cards": " ".join(map(str, wilds))} if with_nines and wilds else None

    for register in (base.BREACHES, base.GROUNDS):
        for rule, function in list(register.items()):
            monkeypatch.setitem(register, rule, function)

    @base.breach(RULE)
    def wild_nines(told: base.Told) -> base.Breach:
        if get_language() == "de":
            return base.Breach("Neunen liegen ohne wilde Karten.", "Lege keine wilde Karte dazu.")
        return base.Breach("Nines lie without wild cards.", "Lay no wild card with them.")

    for asked_before in (said_of_rules, judged_under):
        asked_before.cache_clear()  # by other tests, when there was no such rule
    yield
    forget(RULE)
    del base.BREACHES[RULE]
    for asked in (said_of_rules, judged_under):
        asked.cache_clear()


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(("action", "legal", "broken"), CASES)
def test_it_is_judged_beside_the_others_in_the_order_of_the_ledger(
    action: str, legal: bool, broken: list[str]
) -> None:
    verdict = judge(parse_position(TABLE), [action, "discard 5s"])
    assert verdict.legal is legal
    assert [finding.rule for finding in verdict.broken] == broken


@pytest.mark.usefixtures("made_up")
def test_a_remedy_and_the_list_of_next_actions_keep_to_it() -> None:
    verdict = judge(parse_position(TABLE), ["meld 9c 9d 2c", "discard 5s"])
    assert [str(action) for action in verdict.remedy or ()] == ["meld 9c 9d 9h", "discard 5s"]
    told = ask("actions", json.dumps({"position": TABLE}))["actions"]
    assert "meld 9c 9d 9h" in told
    assert [action for action in told if action.startswith("meld 9c 9d 2c")] == []


@pytest.mark.usefixtures("made_up")
def test_programs_are_told_its_value_and_its_source() -> None:
    told = ask("rules", json.dumps({"rules": "samba"}))["ids"]
    assert told[RULE] == {"value": True, "status": "text", "sources": ["spielregeln"]}
    assert list(told)[-1] == RULE


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Neunen liegen ohne wilde Karten."), ("en", "Nines lie without wild cards.")],
)
def test_it_is_said_in_both_languages(language: str, sentence: str) -> None:
    position = parse_position(TABLE)
    actions = [Action(verb="meld", cards=position.hand[1:3])]
    with override(language):
        told = explain(judge(position, ["meld 9c 9d 2c"]), position=position, actions=actions)
    assert str(told.deciding) == sentence
    assert told.rule_id == RULE


@pytest.mark.usefixtures("made_up")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("de", "Neunen bleiben rein Neunen liegen immer unter sich."),
        ("en", "Nines stay natural You lay no wild card with nines."),
    ],
)
def test_the_rulebook_has_a_page_of_it(language: str, shown: str, settings: Any, tmp_path: Path) -> None:
    without = shutil.ignore_patterns("lessons", "puzzles")
    settings.SEEDS_DIR = Path(
        shutil.copytree(settings.BASE_DIR / "seeds", tmp_path / "whole", ignore=without)
    )
    with (settings.SEEDS_DIR / "rules" / "20-house-rules.toml").open("a", encoding="utf-8") as opened:
        opened.write(ENTRY)
    page = Page(Client().get(f"/{language}/rules/classic/{RULE}/")).text
    assert shown in page
    assert "20.4" in page
    assert f"/{language}/rules/classic/{RULE}/" in Page(Client().get(f"/{language}/rules/")).source


@pytest.mark.usefixtures("made_up")
def test_its_page_is_asked_for_by_name(tmp_path: Path) -> None:
    assert f"rulebook: {RULE}: this rule has no page" in map(str, problems(copied(tmp_path)))


def test_a_rule_without_a_number_or_with_a_taken_one_is_refused() -> None:
    known = dict(RULES)
    with pytest.raises(ValueError, match="not in the ledger"):
        judges(RULE, "meld")
    with pytest.raises(ValueError, match=r"number of another rule"):
        judges(RULE, "meld", number=(20, 3))
    assert known == RULES
