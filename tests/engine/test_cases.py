"""Golden cases: what the rules say about a position, written down by hand.

Each file in ``tests/cases`` holds ``[[case]]`` (a verdict), ``[[score]]`` (a score sheet) or ``[[error]]`` (bad input).
A verdict case names the rule it is about, the exact set of broken rules, and one sentence why. ``remedy``,
``went_out``, ``after_hand`` and ``facts`` are compared where a case gives them, ``remedy_limit`` always; an empty
``remedy`` says that none was found. A case without
``legal`` is one that the text of its rule set does not decide; ``undecided`` names the rules that stay open,
``fallback`` those on which the text is silent.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from engine.judging.judge import judge
from engine.law.errors import EngineError
from engine.law.rulebook import RULES, rules_answer
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.notation.as_json import position_to_json
from engine.notation.text import format_cards, parse_action, parse_cards
from engine.score.questions import score_request
from tests.golden import CASES, ERRORS, SCORES, position_of

ALL = CASES + SCORES + ERRORS

# Rules that the classic game does not have: naturals need not outnumber wild cards, melds are never joined, and two
# cards are drawn only where two play. What is said about them in the cases is that they do not hold.
NOT_IN_CLASSIC = ("wild.majority", "meld.merge", "stock.short-draw", "samba.", "sambaopt.")

# Rules that permit something or explain another rule: a verdict breaks them only by naming the rule that sets the
# limit. They have a case that uses the permission and one that oversteps it.
PERMISSIONS = {
    "black3.stop-card",
    "black3.no-lasting-freeze",
    "wild.add-to-canasta",
    "meld.add-own-partner",
    "canasta.extend",
    "initial.per-side",
    "initial.card-values-only",
    "initial.several-melds",
    "initial.wild-allowed",
    "pickup.add-to-meld",
    "pickup.add-to-canasta",
    "freeze.wild-discard",
    "freeze.for-everyone",
    "freeze.until-taken",
    "freeze.before-initial",
    "freeze.opening-card",
    "out.canasta-same-turn",
    "out.final-discard-optional",
    "out.ask-optional",
    "concealed.minimum",
    "stock.short-draw",
}


def by_name(entry: dict[str, Any]) -> str:
    return str(entry["name"])


def sorted_cards(text: str) -> list[str]:
    return sorted(format_cards(parse_cards(text)).split())


@pytest.mark.parametrize("case", CASES, ids=by_name)
def test_verdict(case: dict[str, Any]) -> None:
    verdict = judge(position_of(case), case["actions"], unfinished=case.get("unfinished", False))
    broken = {finding.rule: finding.facts for finding in verdict.findings if not finding.holds}
    assert sorted(broken) == sorted(case["broken"]), case["because"]
    assert verdict.legal is case.get("legal"), case["because"]
    assert list(verdict.undecided) == case.get("undecided", []), case["because"]
    if "fallback" in case:
        assert set(case["fallback"]) <= set(verdict.fallback), case["because"]
    if "went_out" in case:
        assert verdict.went_out == case["went_out"], case["because"]
    if "after_hand" in case:
        assert sorted(map(str, verdict.after.hand)) == sorted_cards(case["after_hand"])
    if "allowed" in case:
        assert [finding.rule for finding in verdict.findings if finding.holds] == case["allowed"], case[
            "because"
        ]
    assert verdict.remedy_limit is case.get("remedy_limit", False)
    if "remedy" in case:
        assert [str(action) for action in verdict.remedy or ()] == case["remedy"]
    for rule, facts in case.get("facts", {}).items():
        assert {key: broken[rule].get(key) for key in facts} == facts


@pytest.mark.parametrize("case", [c for c in SCORES if "lines" in c], ids=by_name)
def test_score_sheet(case: dict[str, Any]) -> None:
    sheet = score_request(json.loads(case["request"]))
    lines = [(line["item"], line["count"], line["points"], line["rule"]) for line in sheet["lines"]]
    expected = [(line["item"], line["count"], line["points"], line["rule"]) for line in case["lines"]]
    assert sorted(lines) == sorted(expected), case["because"]
    assert sheet["total"] == case["total"] == sum(points for _, _, points, _ in lines)
    assert sheet["score_after"] == case["score_after"]
    assert sheet["game_over"] is case["game_over"]
    if "next_minimum" in case:
        assert sheet["next_minimum"] == case["next_minimum"]


@pytest.mark.parametrize("case", [c for c in SCORES if "totals" in c], ids=by_name)
def test_score_of_both_sides(case: dict[str, Any]) -> None:
    answer = score_request(json.loads(case["request"]))
    assert [sheet["total"] for sheet in answer["sides"]] == case["totals"]
    assert [sheet["score_after"] for sheet in answer["sides"]] == case["scores_after"]
    assert answer["game_over"] is case["game_over"]
    assert answer["winner"] == (None if case["winner"] == "none" else case["winner"]), case["because"]


@pytest.mark.parametrize("case", ERRORS, ids=by_name)
def test_bad_input(case: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        judge(position_of(case), case["actions"], unfinished=case.get("unfinished", False))
    assert (caught.value.kind, caught.value.where) == (case["kind"], case["where"]), case["because"]


def test_cases_are_many_and_half_of_them_illegal() -> None:
    classic = [case for case in CASES if position_of(case).rules.name == "classic"]
    assert len(classic) >= 150
    assert sum(not case["legal"] for case in classic) * 2 >= len(classic)


def test_case_names_are_unique_and_well_formed() -> None:
    counts = Counter(map(by_name, ALL))
    assert [name for name, count in counts.items() if count > 1] == []
    assert [name for name in counts if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)] == []


def test_cases_name_known_rules_and_say_why() -> None:
    named = [(case["name"], rule) for case in CASES for rule in (case["rule"], *case["broken"])]
    named += [(case["name"], case["rule"]) for case in SCORES]
    assert [(name, rule) for name, rule in named if rule not in RULES] == []
    decided = [case for case in CASES if "legal" in case]
    assert [case["name"] for case in decided if case["legal"] == bool(case["broken"])] == []
    assert [case["name"] for case in CASES if "legal" not in case and not case.get("undecided")] == []
    assert [case["name"] for case in ALL if not case["because"].endswith(".")] == []


RANKS = "456789TJQKA"


def without_suits(text: str) -> list[str | int]:
    """A text cut into words, natural cards and names of melds as the place of their rank, threes by their colour."""
    words: list[str | int] = []
    for word in re.split(r"[\s:]+", text):
        if word[:1] == "3" and len(word) == 2:
            words.append("red" if word[1] in "hd" else "black")
        elif word[:1] in RANKS and (len(word) == 1 or (len(word) == 2 and word[1] in "cdhs")):
            words.append(RANKS.index(word[0]))
        else:
            words.append("2" if word[:1] == "2" else word)
    return words


def shape(case: dict[str, Any]) -> str:
    """What is left of a case when suits and the height of its ranks do not matter."""

    def walk(value: Any) -> Any:
        if isinstance(value, str):
            return without_suits(value)
        if isinstance(value, dict):
            return {key: walk(item) for key, item in value.items()}
        return [walk(item) for item in value] if isinstance(value, (list, tuple)) else str(value)

    data = position_to_json(position_of(case))
    tree = walk([data, [str(parse_action(text)) for text in case["actions"]], case.get("unfinished", False)])
    places: list[int] = []

    def collect(value: Any) -> None:
        if isinstance(value, int):
            places.append(value)
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            collect(item)

    collect(tree)
    lowest = min(places, default=0)

    def shift(value: Any) -> Any:
        if isinstance(value, int):
            return value - lowest
        if isinstance(value, dict):
            return {key: shift(item) for key, item in value.items()}
        return [shift(item) for item in value] if isinstance(value, list) else value

    return json.dumps(shift(tree), sort_keys=True)


def test_no_two_cases_are_equal_up_to_suits_or_a_shift_of_ranks() -> None:
    seen: dict[str, list[str]] = {}
    for case in CASES:
        seen.setdefault(shape(case), []).append(case["name"])
    assert [names for names in seen.values() if len(names) > 1] == []


def test_the_shape_of_a_case_forgets_suits_and_height() -> None:
    low = {"position": "classic | play | hand 4c 4d 4h 6s 3h", "actions": ["meld 4c 4d 4h"]}
    high = {"position": "classic | play | hand Qc Qs Qh Ah 3d", "actions": ["meld Qc Qh Qs"]}
    other = {"position": "classic | play | hand Qc Qs Qh Kh 3d", "actions": ["meld Qc Qh Qs"]}
    black = {"position": "classic | play | hand Qc Qs Qh Ah 3s", "actions": ["meld Qc Qh Qs"]}
    assert shape(low) == shape(high)
    assert len({shape(case) for case in (high, other, black)}) == 3


def judged_in_classic() -> list[str]:
    return [
        rule.id for rule in RULES.values() if rule.sort == "judged" and not rule.id.startswith(NOT_IN_CLASSIC)
    ]


def test_every_judged_rule_has_a_passing_and_a_failing_case() -> None:
    cases = [case for case in CASES if position_of(case).rules.name == "classic"]
    passing = {case["rule"] for case in cases if case["legal"]}
    failing = {rule for case in cases for rule in case["broken"]}
    failing |= {case["rule"] for case in cases if not case["legal"] and case["rule"] in PERMISSIONS}
    assert [id_ for id_ in judged_in_classic() if id_ not in passing] == []
    assert [id_ for id_ in judged_in_classic() if id_ not in failing] == []


PARENTS = {
    "classic-2p": "classic", "overview": "classic", "spielregeln": "classic", "global-trade": "classic",
    "samba": "classic", "wiener": "classic", "samba-wild": "samba", "samba-15000": "samba", "samba-aces": "samba",
    "house-joker-1000": "spielregeln", "house-sperr-1500": "classic",
}  # fmt: skip


def differing(name: str, sort: str) -> list[str]:
    """The rules of this sort whose value in the rule set is another than in its parent."""
    own, parent = (rules_answer(rule_set(rules))["ids"] for rules in (name, PARENTS[name]))
    return [
        id_ for id_, rule in RULES.items() if rule.sort == sort and own[id_]["value"] != parent[id_]["value"]
    ]


# Rules that the rule set takes away or leaves open: nothing can break them there.
NEVER_BROKEN = {
    "overview": {
        "initial.threshold-negative", "initial.threshold-mid", "initial.threshold-high", "freeze.wild-discard",
        "freeze.for-everyone", "freeze.until-taken", "freeze.opening-card",
    },
    "spielregeln": {
        "wild.max-per-meld", "freeze.wild-discard", "freeze.for-everyone", "freeze.until-taken", "freeze.opening-card",
    },
    "global-trade": {"meld.one-per-rank", "pickup.top-wild"},
    "samba": {"meld.no-sequence", "meld.one-per-rank"},
    "wiener": {"pickup.one-card-rule"},
    "samba-wild": {"wild.only-with-naturals"},
    "house-joker-1000": {"wild.only-with-naturals"},
}  # fmt: skip
# Permissions that it takes away or leaves open: nothing can use them there.
NEVER_USED = {
    "classic-2p": {"out.ask-optional"},
    "overview": {
        "black3.meld-only-going-out", "initial.threshold-negative", "initial.threshold-low", "initial.threshold-mid",
        "initial.threshold-high", "pickup.natural-plus-wild", "pickup.add-to-meld", "pickup.add-to-canasta",
    },
    "spielregeln": {"pickup.add-to-meld", "pickup.add-to-canasta", "pickup.before-initial"},
    "samba": {"pickup.natural-plus-wild", "concealed.minimum"},
}  # fmt: skip


@cache
def by_rule_set() -> dict[RuleSet, list[dict[str, Any]]]:
    found: dict[RuleSet, list[dict[str, Any]]] = {}
    for case in CASES:
        found.setdefault(position_of(case).rules, []).append(case)
    return found


def of_rule_set(name: str) -> list[dict[str, Any]]:
    """The verdict cases of a named rule set, without those of house rule sets that are made from it."""
    return by_rule_set().get(rule_set(name), [])


@pytest.mark.parametrize("name", PARENTS)
def test_every_rule_that_differs_has_a_passing_and_a_failing_case_in_its_rule_set(name: str) -> None:
    cases = of_rule_set(name)
    passing = {case["rule"] for case in cases if case.get("legal")}
    failing = {rule for case in cases for rule in (*case["broken"], *case.get("undecided", ()))}
    failing |= {case["rule"] for case in cases if not case.get("legal") and case["rule"] in PERMISSIONS}
    rules = set(differing(name, "judged"))
    assert rules - passing == NEVER_USED.get(name, set())
    assert rules - failing == NEVER_BROKEN.get(name, set())


@pytest.mark.parametrize("name", PARENTS)
def test_every_score_that_differs_has_a_figure_in_its_rule_set(name: str) -> None:
    sheets = [case for case in SCORES if json.loads(case["request"])["rules"] == name]
    figures = {line["rule"] for case in sheets for line in case.get("lines", ())}
    figures |= {case["rule"] for case in sheets}
    figures |= {case["rule"] for case in of_rule_set(name) if case.get("went_out") in ("yes", "concealed")}
    assert [id_ for id_ in differing(name, "scored") if id_ not in figures] == []


@pytest.mark.parametrize("name", PARENTS)
def test_half_of_the_cases_of_a_rule_set_are_not_legal(name: str) -> None:
    cases = of_rule_set(name)
    assert sum(not case.get("legal") for case in cases) * 2 >= len(cases)


def test_every_scored_rule_has_a_figure() -> None:
    figures = {line["rule"] for case in SCORES for line in case.get("lines", ())} | {
        case["rule"] for case in SCORES
    }
    figures |= {case["rule"] for case in CASES if case.get("went_out") in ("yes", "concealed")}
    scored = [rule.id for rule in RULES.values() if rule.sort == "scored" and rule.section <= 17]
    assert [id_ for id_ in scored if id_ not in figures] == []
