"""A rule is one registered function: what it says is heard in verdicts and in what is proposed instead."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.judging.judge import judge
from engine.law.actions import Action, Move
from engine.law.rule_ids import LedgerId
from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS, RuleSetName
from engine.notation.position_line import parse_position
from engine.rules import registry
from engine.turn.turn import Turn

POSITION = parse_position("classic | play | hand Kc Kd Kh 9c 9d 5s | own 300: Q=Qc Qd Qh")


@pytest.fixture(autouse=True)
def _rules_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    by_verb = {verb: list(entries) for verb, entries in registry._BY_VERB.items()}
    monkeypatch.setattr(registry, "_BY_VERB", by_verb)
    monkeypatch.setattr(registry, "_AT_THE_END", list(registry._AT_THE_END))


def test_a_rule_for_an_action_is_heard() -> None:
    assert judge(POSITION, ["discard 5s"]).legal

    @registry.judges("freeze.for-everyone", "discard")
    def no_fives_are_discarded(turn: Turn, action: Action, move: Move) -> registry.Facts | None:
        return {"card": str(action.cards[0])} if action.cards[0].rank == "5" else None

    verdict = judge(POSITION, ["discard 5s"])
    assert [(finding.rule, finding.facts) for finding in verdict.broken] == [
        ("freeze.for-everyone", {"card": "5s"})
    ]
    assert verdict.remedy == (Action(verb="discard", cards=(POSITION.hand[1],)),)


def test_a_rule_for_the_end_of_a_turn_is_heard() -> None:
    @registry.owes("canasta.extend")
    def three_cards_are_kept(ending: registry.Ending) -> registry.Breach | None:
        left = ending.turn.cards_in_hand
        return ("canasta.extend", {"have": left}) if ending.how == "stopped" and left < 3 else None

    assert judge(POSITION, ["discard 9c"]).legal
    verdict = judge(POSITION, ["meld Kc Kd Kh", "discard 9c"])
    assert [(finding.rule, finding.action, finding.facts) for finding in verdict.broken] == [
        ("canasta.extend", None, {"have": 2})
    ]
    assert verdict.remedy is not None
    assert judge(POSITION, verdict.remedy).legal


def test_the_types_of_names_hold_every_rule_and_every_rule_set() -> None:
    assert get_args(LedgerId) == tuple(RULES)
    assert get_args(RuleSetName) == tuple(RULE_SETS)
