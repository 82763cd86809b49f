"""The rulebook's probes: for any two rule sets a position on which they part, rule by rule."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from engine.judging.judge import judge
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content import reading
from lessons.content.rulebook import Probe
from lessons.parting.probing import Judged, Scored, differing, parting, under
from lessons.proving import checks
from tests.lessons.content_folder import copied

PAIRS = list(combinations(RULE_SETS.values(), 2))
# Rules whose value differs although no position can show it, and why.
NO_POSITION = {
    "stock.short-draw": "where one card is drawn in a turn, a draw is never short",
    "black3.meld-size": "two packs hold only four black threes, so nobody can meld five",
    "samba.sequence-pickup": "where sequences are not allowed, none lies on the table to add a card to",
}

LAST_STEP = 7000
"""Where one of two games is over before, no score of both shows the step that begins here."""


def rulebook() -> dict[str, reading.RulePage]:
    return dict(reading.library().rules)


def test_there_are_sixty_six_pairs() -> None:
    assert len(PAIRS) == 66


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda rules: rules.name)
def test_every_difference_that_decides_something_has_a_position(first: RuleSet, second: RuleSet) -> None:
    pages = rulebook()
    missing = [
        rule
        for rule in differing(first, second)
        if RULES[rule].sort != "informative" and parting(pages[rule], first, second) is None
    ]
    none = {*NO_POSITION, *({"samba.initial-7000"} if min(first.target, second.target) <= LAST_STEP else ())}
    assert [rule for rule in missing if rule not in none] == []


@pytest.mark.parametrize("rule", sorted(NO_POSITION))
def test_rule_that_no_position_shows_has_none(rule: str) -> None:
    """Else it is no exception any more."""
    pairs = [pair for pair in PAIRS if rule in differing(*pair)]
    assert pairs
    assert not any(parting(rulebook()[rule], *pair) for pair in pairs)


@pytest.mark.parametrize(("first", "second"), PAIRS[::7], ids=lambda rules: rules.name)
def test_no_game_is_asked_about_a_score_at_which_it_was_over(first: RuleSet, second: RuleSet) -> None:
    steps = [{"from": None, "minimum": 50}, {"from": 5000, "minimum": 150}]
    longer = first.changed({"target": 7000, "initial_steps": steps})
    for page in rulebook().values():
        for one, other in ((first, second), (first, longer)):
            found = parting(page, one, other)
            for side in (found.first, found.second) if found else ():
                if isinstance(side, Judged):
                    scores = [side.position.own.score, *(opp.score for opp in side.position.opponents)]
                    assert max(scores) < side.position.rules.target, page.id


@pytest.mark.parametrize(("first", "second"), PAIRS[::7], ids=lambda rules: rules.name)
def test_both_sides_of_a_parting_are_what_the_engine_says(first: RuleSet, second: RuleSet) -> None:
    for page in rulebook().values():
        found = parting(page, first, second)
        if found is None:
            continue
        assert found.first.outcome != found.second.outcome
        for side, rules in ((found.first, first), (found.second, second)):
            if isinstance(side, Judged):
                assert side.position.rules == rules
                assert judge(side.position, side.actions).legal is side.verdict.legal
            else:
                assert side.rules == rules
                assert sum(line.points for line in side.sheet.lines) == side.sheet.total


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("samba", "samba-aces", ("sambaopt.ace-canasta",)),
        ("classic", "house-sperr-1500", ("house.sperr-canasta-1500",)),
        ("classic", "wiener", ("red3.sign-condition", "pickup.one-card-rule", "house.wiener-red-threes")),
        ("spielregeln", "house-joker-1000", ("wild.only-with-naturals", "house.joker-canasta-1000")),
        ("samba", "samba-15000", ("initial.boundaries", "game.target", "sambaopt.long-game")),
        ("classic", "classic", ()),
    ],
)
def test_rules_on_which_two_rule_sets_differ(first: str, second: str, expected: tuple[str, ...]) -> None:
    assert differing(RULE_SETS[first], RULE_SETS[second]) == expected


def test_text_that_leaves_a_step_open_differs_from_one_that_names_it() -> None:
    """Both give the same steps, but one of them leaves exactly 3000 points open."""
    assert "initial.boundaries" in differing(RULE_SETS["classic"], RULE_SETS["spielregeln"])
    found = parting(rulebook()["initial.boundaries"], RULE_SETS["classic"], RULE_SETS["spielregeln"])
    assert found is not None
    assert (found.first.verdict.legal, found.second.verdict.legal) == (False, None)


def test_parting_prefers_what_one_allows_and_the_other_forbids() -> None:
    found = parting(rulebook()["freeze.wild-discard"], RULE_SETS["classic"], RULE_SETS["spielregeln"])
    assert found is not None
    assert (found.first.verdict.legal, found.second.verdict.legal) == (False, True)


def test_house_rule_set_can_be_compared() -> None:
    house = RULE_SETS["classic"].changed({"max_wilds": 2})
    assert differing(RULE_SETS["classic"], house) == ("wild.max-per-meld",)
    found = parting(rulebook()["wild.max-per-meld"], RULE_SETS["classic"], house)
    assert found is not None
    assert [finding.rule for finding in found.second.verdict.broken] == ["wild.max-per-meld"]


def test_probe_is_impossible_where_its_melds_cannot_lie() -> None:
    side = {"side": {"melds": ["5h 6h 7h 8h 9h Th Jh"]}}
    assert under(side, RULE_SETS["classic"]) is None
    samba = under(side, RULE_SETS["samba"])
    assert isinstance(samba, Scored)
    assert samba.sheet.total == 1500 + 55
    probe = Probe(
        position="samba | draw | hand 5c | own 0: 5h-7h=5h 6h 7h | pile 8h", actions=["take onto 5h-7h"]
    )
    assert under(probe, RULE_SETS["classic"]) is None
    assert isinstance(under(probe, RULE_SETS["samba"]), Judged)


RULE_SET = """
[[rule_set]]
name = "classic"
title = {de = "Klassisch", en = "Classic"}
summary = {de = "Vier Personen.", en = "Four players."}
players = {de = "Vier", en = "Four"}
sources = ["official"]
examples = ["meld.min-size"]
"""


def faults(root: Path, entry: str) -> list[tuple[str, str]]:
    (root / "rule_sets.toml").write_text(entry, encoding="utf-8")
    return [
        (problem.key, problem.message)
        for problem in checks.problems(root)
        if problem.file.endswith("rule_sets.toml") and problem.message != "this rule set is not presented"
    ]


def test_every_rule_set_must_be_presented(tmp_path: Path) -> None:
    root = copied(tmp_path)
    assert faults(root, RULE_SET) == []
    missing = [problem.key for problem in checks.problems(root) if problem.message.endswith("not presented")]
    assert missing == [name for name in RULE_SETS if name != "classic"]


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ('name = "classic"', 'name = "rummy"', "rule_set[0].name", "no rule set “rummy”"),
        ('sources = ["official"]', 'sources = ["hearsay"]', "classic.sources[0]", "no source “hearsay”"),
        (
            'sources = ["official"]',
            'sources = ["official"]\nparent = "classic"',
            "classic.parent",
            "own parent",
        ),
        ('["meld.min-size"]', '["wild.identity"]', "classic.examples[0]", "neither an example nor a probe"),
        ('["meld.min-size"]', '["meld.merge"]', "classic.examples[0]", "neither an example nor a probe"),
        ("Vier Personen.", "**Vier Personen.", "classic.summary.de", "not closed"),
        (RULE_SET, RULE_SET + RULE_SET, "rule_set", "stands twice"),
    ],
)
def test_fault_of_a_rule_set_is_named(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    found = faults(copied(tmp_path), RULE_SET.replace(old, new))
    assert len(found) == 1, found
    assert found[0][0] == key
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("probe", "key", "message"),
    [
        (
            """probe = [{position = "classic | hand 9c 9d 9h | own 0: A=Ac Ad As", actions = ["meld 9c 9d 9h"]}]""",
            "meld.min-size.probe[0]",
            "no two rule sets part",
        ),
        ('score_probe = [\'{"side": {"melds": ["Kc Kd Kh"]}}\']', "meld.min-size.score_probe[0]", "no two"),
        ("score_probe = ['{\"melds\": []}']", "meld.min-size.score_probe[0]", "must be an object such as"),
        ("score_probe = ['{']", "meld.min-size.score_probe[0]", "is not JSON"),
    ],
)
def test_probe_that_shows_nothing_is_named(tmp_path: Path, probe: str, key: str, message: str) -> None:
    root = copied(tmp_path)
    path = root / "rules.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("\nexample = {position", f"\n{probe}\nexample = {{position", 1), encoding="utf-8"
    )
    found = [p for p in checks.problems(root) if "probe" in p.key]
    assert [(problem.key, message in problem.message) for problem in found] == [(key, True)]
