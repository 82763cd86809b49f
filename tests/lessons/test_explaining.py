"""Every verdict becomes whole, true sentences in both languages; checked on all golden cases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from django.utils.translation import override

import engine.rules
from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.rule_ids import STEP_RULES
from engine.law.rulebook import RULES
from engine.law.verdict import Finding
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from engine.rules.registry import _BY_VERB
from lessons.kinds.asking.consequences import consequence_of
from lessons.kinds.asking.hints import numbers_here
from lessons.saying.base import BREACHES, GROUNDS
from lessons.saying.verdicts import explain, offending_cards, tell_breach, tell_ground
from tests.golden import BY_FILE, CASES, position_of
from tests.samples import share

# Words of the other language, which would stand there only if a message is not in the catalogue.
ENGLISH = re.compile(r"\b(the|and|with|your|card|pile|meld|is not|points)\b", re.IGNORECASE)
LEFT_OVER = re.compile(r"%\(|%s|\bNone\b|\{[^2-9TJQKA]")


@pytest.mark.parametrize("file", BY_FILE)
def test_golden_cases_are_explained_in_both_languages(file: str) -> None:
    wrong = {case["name"]: [*faults_of_explanation(case)] for case in BY_FILE[file]}
    assert {name: faults for name, faults in wrong.items() if faults} == {}


def faults_of_explanation(case: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the sentences of a verdict, and with the numbers in them."""
    position, actions = position_of(case), parse_actions(case["actions"])
    verdict = judge(position, actions, unfinished=case.get("unfinished", False))
    broken = {finding.rule for finding in verdict.broken}
    texts: dict[str, list[str]] = {}
    for language in ("de", "en"):
        with override(language):
            told = explain(verdict, position=position, actions=actions, about=[case["rule"]])
            sentences = [told.deciding, told.fix, *told.further]
            texts[language] = [str(sentence) for sentence in sentences if sentence is not None]
        if broken and (told.deciding is None or told.deciding.rule_id not in broken):
            yield f"what decides is none of what is broken: {told.deciding}"
        if broken and told.deciding is not None and told.rule_id != told.deciding.rule_id:
            yield f"another rule than the one that decides: {told.rule_id}"
        if broken and told.fix is None and verdict.legal is not None:
            yield f"nothing would mend it in {language}"
    for text in texts["de"] + texts["en"]:
        if LEFT_OVER.search(text) or not re.search(r"[.?]$", text):
            yield f"no whole sentence: {text}"
        if not (text[:1].isupper() or text[:1].isdigit() or text[:1] in "−„“"):
            yield f"does not begin like a sentence: {text}"
    yield from (f"English: {text}" for text in texts["de"] if ENGLISH.search(re.sub(r"\{[^}]*\}", "", text)))
    if len(texts["de"]) != len(texts["en"]):
        yield f"more in one language: {texts}"
    for finding in verdict.broken:
        of_each = [numbers_of(finding, position, actions, language) for language in ("de", "en")]
        if of_each[0] != of_each[1]:
            yield f"{finding.rule}: other numbers in one language: {of_each}"


def numbers_of(
    finding: Finding, position: Position, actions: Sequence[Action], language: Literal["de", "en"]
) -> list[str]:
    """Those of the sentence on what is broken, without what separates thousands."""
    separator = {"de": ".", "en": ","}[language]
    with override(language):
        why = tell_breach(finding, position=position, actions=actions).why
    return re.findall(r"\d+", re.sub(rf"(?<=\d)\{separator}(?=\d)", "", why))


OF_SIDES = re.compile(
    r"\b(Partner\w*|eure?\w*|euch|your side\w*|own side|a side|partner\w*)\b", re.IGNORECASE
)


def test_with_two_players_nobody_speaks_of_partners() -> None:
    """Every golden case at a table for two: the same verdicts, but no partner and no side. In one of the languages."""
    found: set[tuple[str, str]] = set()
    for place, case in enumerate(CASES):
        position, actions = position_of(case), parse_actions(case["actions"])
        if any(action.verb == "ask" for action in actions) or position.permission:
            continue
        rules = replace(position.rules, hand_size=((2, 15),), permission="none")
        alone = replace(position, players=2, rules=rules, opponents=position.opponents[:1], partner_hand=None)
        verdict = judge(alone, actions, unfinished=case.get("unfinished", False))
        for language in share(("de", "en"), place, of=2):
            with override(language):
                told = explain(verdict, position=alone, actions=actions, about=[case["rule"]])
                texts = [told.deciding, told.fix, *told.further]
                follows = consequence_of(alone, actions, verdict)
                texts += follows.sentences if follows else []
                texts.append(numbers_here(case["rule"], alone, alone.rules))
            found |= {(case["name"], str(text)) for text in texts if OF_SIDES.search(str(text or ""))}
    assert found == set()


def test_every_finding_of_the_golden_cases_has_a_sentence_of_its_own() -> None:
    for case in CASES:
        position, actions = position_of(case), parse_actions(case["actions"])
        verdict = judge(position, actions, unfinished=case.get("unfinished", False), remedy=False)
        for finding in verdict.findings:
            assert finding.rule in (GROUNDS if finding.holds else BREACHES), finding


def rules_named_by(*names: str) -> set[str]:
    """The ids that stand in the functions of these names, in those marked with them, and in all that these call."""
    functions = {
        node.name: node
        for file in sorted(Path(engine.rules.__path__[0]).glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    waiting = [
        name
        for name, function in functions.items()
        if name in names
        or any(ast.unparse(mark).partition("(")[0] in names for mark in function.decorator_list)
    ]
    found: set[str] = set()
    seen = set(waiting)
    while waiting:
        for node in ast.walk(functions[waiting.pop()]):
            if isinstance(node, ast.Constant) and node.value in RULES:
                found.add(str(node.value))
            elif isinstance(node, ast.Name) and node.id in functions.keys() - seen:
                seen.add(node.id)
                waiting.append(node.id)
    return found


def test_every_rule_that_can_be_broken_has_a_sentence() -> None:
    rules = {rule for entries in _BY_VERB.values() for rule, _ in entries}
    rules |= {*STEP_RULES, *rules_named_by("owes", "closing_breaches")}
    rules -= {"initial.card-values-only", "initial.top-card-counts"}  # here a reason why a minimum is missed
    assert rules - set(BREACHES) == set()


def test_every_rule_that_can_decide_in_favour_has_a_sentence() -> None:
    rules = {*STEP_RULES, *rules_named_by("allows", "allows_the_whole")}
    rules -= {"freeze.before-initial"}  # only ever a reason why a pair is needed
    assert rules - set(GROUNDS) == set()


FROZEN = "classic | draw | hand 4c 5h Kc 2d | own 980: 9=9c 9d 9h | pile 3: 2c 8h 9s | stock 54"
OPEN = "classic | play | hand 4c 5d 9c 9d 9h Kd Kh JK 2c 2d 2h 2s | own 640 | pile 4d | stock 40"
OPENED = (
    "classic | play | hand 4c 5d 5h 9c 9d 9h Kd Kh JK 2c 2d 2h 2s | own 640: A=Ac Ad Ah | pile 4d | stock 40"
)


@pytest.mark.parametrize(
    ("position", "actions", "english", "german"),
    [
        (
            FROZEN,
            ["take onto 9"],
            [
                "The pile is frozen because a wild card lies in it: the two of clubs.",
                "A frozen pile can be taken only with two natural nines from your hand.",
                "You have used no cards from your hand. The nines on the table do not help here.",
            ],
            [
                "Der Ablagestapel ist eingefroren, weil eine wilde Karte darin liegt: Kreuz-Zwei.",
                "Um den eingefrorenen Ablagestapel aufzunehmen, brauchst du zwei natürliche Neunen aus deinem Blatt.",
                "Eingesetzt hast du keine Karte aus deinem Blatt. Die gemeldeten Neunen helfen hier nicht.",
            ],
        ),
        (
            OPEN,
            ["meld 9c 9d 9h"],
            [
                "Before the deal your side had 640 points.",
                "Your initial meld must be worth at least 50 points; the cards you lay down are worth 30.",
            ],
            [
                "Vor der Runde hatte eure Partnerschaft 640 Punkte.",
                "Eure Erstmeldung muss mindestens 50 Punkte wert sein; was du auslegst, ist nur 30 Punkte wert.",
            ],
        ),
        (
            OPENED,
            ["meld Kd JK"],
            ["A meld has at least three cards; this one has two."],
            ["Eine Meldung hat mindestens drei Karten; diese hat zwei."],
        ),
        (
            OPENED,
            ["meld Kd JK 2c"],
            [
                (
                    "A meld needs at least two natural cards; this one has only one natural card and two wild "
                    "cards."
                )
            ],
            [
                "Eine Meldung braucht mindestens zwei natürliche Karten;",
                "diese hat nur eine natürliche Karte und zwei wilde Karten.",
            ],
        ),
        (
            OPENED,
            ["meld Kd Kh JK 2c 2d 2h"],
            ["A meld holds at most three wild cards, and so does a canasta. Here there would be four."],
            [
                (
                    "In einer Meldung liegen höchstens drei wilde Karten, auch in einem Canasta. Hier wären "
                    "es vier."
                )
            ],
        ),
        (
            OPENED,
            ["meld 9c 9d Kd"],
            ["All natural cards of a meld have the same rank. Here nines and kings would be in one meld."],
            ["Alle natürlichen Karten einer Meldung haben denselben Rang. Hier wären es Neunen und Könige."],
        ),
    ],
)
def test_breach_names_the_deciding_condition_with_its_numbers(
    position: str, actions: list[str], english: list[str], german: list[str]
) -> None:
    table, listed = parse_position(position), parse_actions(actions)
    verdict = judge(table, listed)
    for language, expected in (("en", english), ("de", german)):
        with override(language):
            told = explain(verdict, position=table, actions=listed)
        assert str(told.deciding) == " ".join(expected)


def test_player_who_is_out_hears_nothing_of_the_next_player(in_english: None) -> None:
    position = parse_position(
        "classic | play | hand 3c | own 640: Q=Qc Qc Qd Qd Qh Qh Qs | pile 4d | stock 40"
    )
    actions = parse_actions(["discard 3c"])
    told = explain(judge(position, actions), position=position, actions=actions)
    assert all(
        sentence.rule_id != "black3.stop-card" for sentence in (told.deciding, *told.further) if sentence
    )


def test_several_actions_name_the_one_that_is_wrong(in_english: None) -> None:
    position = parse_position(OPENED)
    actions = parse_actions(["meld 9c 9d 9h", "meld Kd 2c 2d"])
    told = explain(judge(position, actions), position=position, actions=actions)
    assert str(told.deciding).startswith(
        "“Meld a king and two twos”: A meld needs at least two natural cards"
    )


def test_what_is_certainly_broken_comes_before_what_the_text_leaves_open(in_english: None) -> None:
    position = parse_position("overview | play | hand Jd Jh Js 4c | own 2995 | opp 3000 | stock 40")
    actions = parse_actions(["meld Jd Jh Js", "discard 4c"])
    verdict = judge(position, actions, remedy=False)
    assert verdict.legal is False
    assert verdict.undecided == ("initial.threshold-low",)
    told = explain(verdict, position=position, actions=actions)
    assert told.rule_id == "out.canastas-needed"
    assert any("it is not clear whether" in sentence.text for sentence in told.further)


def test_question_about_a_rule_hears_of_that_rule_first(in_english: None) -> None:
    position, actions = parse_position(OPENED), parse_actions(["meld Kd Kh 2c"])
    verdict = judge(position, actions)
    told = explain(verdict, position=position, actions=actions, about=["meld.min-size"])
    assert told.rule_id == "meld.min-size"
    assert str(told.deciding) == "The meld has three cards, and that is enough; at least three are needed."


@pytest.mark.parametrize(
    ("actions", "cards"),
    [
        (["meld Kd Kh JK 2c 2d 2h"], "2c 2d 2h JK"),
        (["meld 9c 9d Kd"], "Kd"),
        (["meld 9c Kd JK"], "9c Kd"),
        (["meld 9c 9d"], "9c 9d"),
        (["add 5h 2c to A"], "5h"),
    ],
)
def test_offending_cards(actions: list[str], cards: str) -> None:
    listed = parse_actions(actions)
    verdict = judge(parse_position(OPENED), listed)
    assert " ".join(map(str, offending_cards(verdict.broken[0], listed))) == cards


@pytest.mark.parametrize(
    ("pile", "action", "rule", "cards"),
    [
        ("9s", "take 9c Kd", "meld.same-rank", "Kd"),
        ("3: 2h 5c 9s", "take 9c JK", "freeze.take-natural-pair-only", "JK"),
        ("9s", "take Kd JK", "pickup.natural-plus-wild", "Kd"),
        ("9s", "take 2c JK", "pickup.natural-plus-wild", "2c JK"),
        ("9s", "take 9c", "pickup.natural-pair", "9c"),
    ],
)
def test_innocent_cards_for_the_pile_are_not_marked(pile: str, action: str, rule: str, cards: str) -> None:
    line = f"classic | draw | hand 4c 9c 9d Kd 2c JK | own 640: A=Ac Ad Ah | opp 100 | pile {pile} | stock 40"
    position, listed = parse_position(line), parse_actions([action])
    (finding,) = [one for one in judge(position, listed).broken if one.rule == rule]
    assert " ".join(map(str, offending_cards(finding, listed, top=position.upcard))) == cards


def test_grounds_of_a_changed_rule_set_are_told(in_english: None) -> None:
    """Rules that only a house rule set can break have sentences, too."""
    position = parse_position(
        "classic{naturals_must_outnumber=true} | play | hand 9c 9d 2c 2d 4c | own 0: A=Ac Ad Ah"
    )
    actions = parse_actions(["meld 9c 9d 2c 2d"])
    told = explain(judge(position, actions), position=position, actions=actions)
    assert "must outnumber the wild ones" in str(told.deciding)
    assert "there would be two natural cards with two wild cards" in str(told.deciding)


def test_sentence_for_an_action_of_its_own(in_english: None) -> None:
    position = parse_position(OPENED)
    finding = Finding("turn.discard-one", True, 0, {"card": "4c"})
    assert tell_ground(finding, position=position, actions=parse_actions(["discard 4c"])) == (
        "The turn ends with one discard."
    )
    assert tell_ground(finding, position=position, actions=parse_actions(["discard 2c"])) == (
        "The turn ends with one discard; even the two of clubs may be discarded."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "brauchst du zwei natürliche Fünfen aus deinem Blatt, und die hast du."),
        ("en", "only two natural fives from your hand take it; you have them."),
    ],
)
def test_what_allows_taking_a_frozen_pile_is_said_and_not_only_what_is_needed(
    language: str, said: str
) -> None:
    position = parse_position(
        "classic | draw | hand 5c 5d 9h Kd | own 200: Q=Qc Qd Qh | opp 300 | pile 2h 7d 5s | stock 30"
    )
    actions = tuple(parse_actions(["take 5c 5d"]))
    with override(language):
        told = explain(judge(position, actions, unfinished=True), position=position, actions=actions)
        sentences = [one.text for one in (told.deciding, *told.further) if one]
    assert any(said in one for one in sentences), sentences
