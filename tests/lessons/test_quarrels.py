"""Quarrels: every way to answer them, under three tables, against what was written down and the second judge."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import ValidationError

from engine.law.variants import RULE_SETS
from engine.notation.as_json import position_to_json, rules_to_json
from engine.notation.position_line import parse_rules
from lessons.content.quarrels import QuarrelEntry
from lessons.content.reading import Library, library
from lessons.content.rulebook import Probe
from lessons.parting.probing import Judged, Scored
from lessons.parting.settling import answer_of, found_for, standing
from lessons.proving.checks_quarrels import quarrel_problems
from lessons.proving.could_happen import wrong_hands
from tests import oracle

EXPECTED: Final = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "quarrels.toml").read_text(encoding="utf-8")
)
HOUSE: Final = (
    "classic{naturals_must_outnumber=true,wild_only_melds=canasta_only,wilds_on_canasta=false,"
    "several_melds_per_rank=true,merge_melds=true,"
    'bonus_wild={"jokers":1000,"twos":1000,"mixed":1000},'
    'initial_steps=[{"from":null,"minimum":15},{"from":0,"minimum":50},{"from":1500,"minimum":90},'
    '{"from":3000,"minimum":120},{"from":5000,"minimum":150}],'
    "pickup_add_to_canasta=false,pickup_before_initial=never,wild_discard_effect=block_next,"
    "canastas_to_go_out=2,permission=none,red_three_plus_if=one_canasta,target=10000}"
)
TABLES: Final = tuple(map(parse_rules, ("classic", "spielregeln", HOUSE)))
WORDS: Final = {True: "yes", False: "no", None: "open", "impossible": "-"}
QUARRELS: Final = list(library().quarrels.values())


def in_a_word(answer: Any) -> str:
    return str(answer) if type(answer) is int else WORDS[answer]


def test_there_are_thirty_quarrels_at_least_and_all_are_told() -> None:
    assert len(QUARRELS) >= 30
    assert [entry.slug for entry in QUARRELS] == list(EXPECTED)
    apart = [
        slug for slug, ways in EXPECTED.items() if any(len(set(one.split())) > 1 for one in ways.values())
    ]
    assert len(apart) >= 15, "the three tables hardly differ"


@pytest.mark.parametrize("entry", QUARRELS, ids=lambda entry: entry.slug)
def test_three_tables_answer_as_their_rules_say(entry: QuarrelEntry) -> None:
    found = {
        " / ".join(way.values()) or "-": " ".join(
            in_a_word(answer_of(entry, found_for(entry, rules, way))) for rules in TABLES
        )
        for way in entry.ways()
    }
    assert found == EXPECTED[entry.slug]


@pytest.mark.parametrize("entry", QUARRELS, ids=lambda entry: entry.slug)
def test_the_second_judge_answers_the_same(entry: QuarrelEntry) -> None:
    for rules in TABLES:
        for way in entry.ways():
            found = found_for(entry, rules, way)
            match found:
                case Judged():
                    actions = list(map(str, found.actions))
                    other = oracle.judge(position_to_json(found.position), actions)
                    assert other["legal"] is found.verdict.legal, (rules.name, way)
                case Scored():
                    asked = {"rules": rules_to_json(rules), **entry.probe(way)}
                    assert oracle.score(asked)["total"] == found.sheet.total, (rules.name, way)


def test_nothing_is_asked_that_changes_nothing() -> None:
    quarrel = library().quarrels["pile-with-a-joker"]
    classic, spielregeln, _ = TABLES
    samba = parse_rules("samba")
    assert [one.key for one in standing(quarrel, classic, {}).open] == ["frozen", "opened", "with"]
    assert [one.key for one in standing(quarrel, classic, {"frozen": "no"}).open] == ["opened", "with"]
    frozen = standing(quarrel, classic, {"frozen": "yes"})
    assert frozen.is_settled
    assert [one.key for one in frozen.indifferent] == ["opened", "with"]
    assert [one.key for one in standing(quarrel, spielregeln, {}).open] == ["opened", "with"]
    assert standing(quarrel, samba, {}).is_settled
    assert standing(quarrel, classic, {"frozen": "perhaps", "weather": "fine"}).chosen == {}


@pytest.mark.parametrize("entry", QUARRELS, ids=lambda entry: entry.slug)
def test_what_is_settled_is_so_whatever_was_not_chosen(entry: QuarrelEntry) -> None:
    """So nothing is claimed of a rule set that a choice which was not made would change there."""
    single = [{one.key: choice.key} for one in entry.decide for choice in one.choice]
    for rules in RULE_SETS.values():
        for chosen in ({}, *single):
            now = standing(entry, rules, chosen)
            found = [found_for(entry, rules, way) for way in now.ways]
            answers = {answer_of(entry, one) for one in found if one is not None}
            assert not now.is_settled or len(answers) <= 1, (rules.name, chosen)


def test_what_decides_nowhere_is_a_fault_of_the_content() -> None:
    wear = {"key": "wear", "ask": {"de": "Mütze?", "en": "A hat?"}, "choice": [
        {"key": key, "words": {"de": key, "en": key}, "sets": {"hand": f"8s {card}"}}
        for key, card in (("yes", "4s"), ("no", "5s"))
    ]}  # fmt: skip
    vain = SMALL | {
        "position": "classic | play | hand $hand | own 200: 8=8c 8d JK | stock 20",
        "decide": [wear],
    }
    content = Library(quarrels={"small": QuarrelEntry.model_validate(vain)})
    (problem,) = quarrel_problems(content)
    assert (problem.key, problem.message) == (
        "quarrel[0].decide[0]",
        "this changes the answer under no rule set",
    )


def test_what_is_allowed_by_rules_that_are_not_named_is_a_fault_of_the_content() -> None:
    odd = SMALL | {
        "position": "classic | play | hand 8s 4s | own 200: 8=8c 8d 8h | stock 20",
        "actions": "discard 4s",
    }
    content = Library(quarrels={"small": QuarrelEntry.model_validate(odd)})
    messages = [problem.message for problem in quarrel_problems(content)]
    assert "{} is allowed in classic, and none of these rules says why" in messages


def test_the_content_has_no_fault() -> None:
    assert list(quarrel_problems(library())) == []


SMALL = {
    "slug": "small", "topic": "wild", "title": {"de": "Klein", "en": "Small"}, "asked": {"de": ["a"], "en": ["a"]},
    "rules": ["wild.no-swap"], "position": "classic | play | hand 8s 4s | own 200: 8=8c 8d JK | stock 20",
    "actions": "swap 8s for JK in 8",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"position": "classic | play | hand $cards | stock 20"}, "nothing sets $cards"),
        ({"position": "classic | play | hand 8s 8s 8s | stock 20"}, "hand"),
        ({"actions": None}, "a position with actions"),
        ({"side": '{"side": {}}'}, "either a position with actions or a side"),
        ({"rules": ["wild.nonsense"]}, "there is no rule"),
        ({"only_if": {"weather": ["fine"]}}, "a rule set has no"),
    ],
)
def test_a_faulty_quarrel_is_refused_at_its_place(changed: dict[str, Any], said: str) -> None:
    assert QuarrelEntry.model_validate(SMALL).slug == "small"
    with pytest.raises(ValidationError, match=said.replace("$", r"\$")):
        QuarrelEntry.model_validate(SMALL | changed)


@pytest.mark.parametrize("entry", QUARRELS, ids=lambda entry: entry.slug)
def test_table_that_was_judged_has_the_cards_of_one(entry: QuarrelEntry) -> None:
    """Every turn before ended with a discard, and who has not melded holds what was dealt."""
    for way in entry.ways():
        probe = entry.probe(way)
        if isinstance(probe, Probe):
            assert probe.position.pile_size, way
            assert not wrong_hands(probe.position), way
