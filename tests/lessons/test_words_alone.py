"""Whoever plays without a partner reads nothing of sides and partners where a rule is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.utils.translation import override

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_rules
from lessons.content.reading import library
from lessons.kinds.registry import kind_of
from lessons.saying.wording import rule_on_card, rule_short
from tests.agree_positions import CHANGES
from tests.offered import all_items
from tutor.learning.stage_rules import told_of
from tutor.tables.asking import questions
from tutor.tables.showing import differences

OF_A_SIDE: Final = {
    "en": re.compile(
        r"\b(?:your|the|a|one|that|another) side\b|\bside’s\b|\bpartner|\bopponents\b", re.IGNORECASE
    ),
    "de": re.compile(r"\bpartner|\beure?[rnm]?\b|\beuch\b|\bgegner\b", re.IGNORECASE),
}
ABOUT_PARTNERS: Final = frozenset(
    {
        "seat.partnership-draw",
        "seat.draw-suit-tiebreak",
        "out.ask-optional",
        "concealed.no-partner-add",
        "penalty.ask-and-fail",
    }
)
"""Rules that are about nothing else and never come up without a partner."""
FOR_TWO: Final = "classic-2p"


def for_two() -> Iterator[RuleSet]:
    """The rule set for two players, and each of its rules otherwise."""
    yield RULE_SETS[FOR_TWO]
    yield parse_rules('samba{hand_size={"2":15}}')
    for name, values in CHANGES.items():
        for value in values:
            if isinstance(value, dict):
                continue
            word = {True: "true", False: "false", None: "none"}.get(value, value)
            try:
                yield parse_rules(f"{FOR_TWO}{{{name}={word}}}")
            except EngineError:
                continue


def told(rules: RuleSet, *, card: bool = True) -> Iterator[tuple[str, str]]:
    """What the card of a table says, and what is said of each rule beside a position."""
    for rule in sorted(set(library().rules) - ABOUT_PARTNERS):
        yield rule, rule_short(rule, rules, alone=True)
        if card:
            yield rule, rule_on_card(rule, rules)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_rule_has_words_for_those_who_play_alone(language: str) -> None:
    sets = list(for_two())
    assert len(sets) > 30
    with override(language):
        found = {one for rules in sets for one in told(rules) if OF_A_SIDE[language].search(one[1])}
        found |= {
            one for one in told(RULE_SETS["global-trade"], card=False) if OF_A_SIDE[language].search(one[1])
        }
    assert found == set()


@pytest.mark.parametrize("language", ["de", "en"])
def test_card_of_a_table_asks_nothing_about_sides(language: str) -> None:
    with override(language):
        asked = {
            text
            for question in questions()
            if question.rule not in ABOUT_PARTNERS
            for text in (str(question.ask), *(str(option.words) for option in question.options))
        }
        text = str(differences(parse_rules(f"{FOR_TWO}{{several_melds_per_rank=true}}"))[0]["question"].ask)
    assert text in asked
    assert [one for one in asked if OF_A_SIDE[language].search(one)] == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_stage_says_of_a_rule_what_holds_for_those_who_play_its_steps(language: str) -> None:
    stage = next(stage for stage in library().stages if stage.slug == "three-five-six")
    with override(language):
        target = told_of(library().rules["game.target"], stage).short
        left = told_of(library().rules["score.hand-minus"], stage).short
    assert not OF_A_SIDE[language].search(target)  # its steps are played by three, each alone
    assert OF_A_SIDE[language].search(left)  # and this one's by partners


@pytest.mark.parametrize("language", ["de", "en"])
def test_answers_that_are_offered_speak_of_no_side_without_a_partner(language: str) -> None:
    items = [item for item in all_items(every=2) if item.position and not item.position.has_partner]
    assert len(items) > 100
    with override(language):
        texts = {one.text for item in items for one in kind_of(item).offered(item)}
    assert [text for text in texts if OF_A_SIDE[language].search(text)] == []
