"""An initial meld that is begun and not yet worth enough, and one that need not be as its player goes out concealed."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import library
from lessons.parting.probing import Judged, under_rules
from lessons.parting.settling import standing
from lessons.saying.comparing import grouped, is_silent
from lessons.saying.quarrels import outcome_in
from tests.lessons.test_true_verdicts import told
from tutor.editor.items import verdict_on

KINGS = "classic | play | hand Kc Kd Kh 7c 7d 9s JK | own 0 | stock 42"
FOURS = "classic | play | hand 4c 4d 4h 4s 2c 2d 2h Kd | own 1500 | stock 30 | partner 11"
TAKEN = "classic | draw | hand 4c 4d 4h 2c 2d 2h 5c 5d JK Kd | own 1500 | pile 9d 4s | stock 30"
LAID = "meld 4c 4d 4h 4s 2c 2d 2h"


@pytest.mark.parametrize(
    ("position", "actions", "en", "de", "rule"),
    [
        (
            KINGS, ["meld Kc Kd Kh"],
            "So far that makes 30 of the 50 points that the initial meld needs: 20 points are still missing.",
            "Bisher sind das 30 von 50 Punkten, die für die Erstmeldung nötig sind: Es fehlen noch 20 Punkte.",
            "initial.threshold-low",
        ),
        (
            TAKEN, ["take 4c 4d", "meld 5c 5d JK"],
            "So far that makes 75 of the 90 points that the initial meld needs: 15 points are still missing.",
            "Bisher sind das 75 von 90 Punkten, die für die Erstmeldung nötig sind: Es fehlen noch 15 Punkte.",
            "initial.threshold-mid",
        ),
        (
            "spielregeln | play | hand Kc Kd Kh Qc Qd Qh JK JK 9s 4d | own 3000 | stock 42", ["meld Kc Kd Kh"],
            ("So far that makes 30 points for the initial meld. At this score the text can mean a minimum of "
            "90 or 120."),
            ("Bisher sind das 30 Punkte für die Erstmeldung. Bei diesem Punktestand kann der Text als "
            "Mindestpunktzahl 90 oder 120 meinen."),
            "initial.threshold-high",
        ),
        (
            FOURS, [LAID],
            ("That makes 80 of the 90 points that the initial meld needs. It is allowed only because you can "
            "still go out concealed in this turn: then no minimum applies. Only the values of the cards count"),
            "Erlaubt ist es nur, weil du in diesem Zug noch verdeckt ausmachen kannst: Dann gilt keine",
            "initial.threshold-mid",
        ),
        (
            FOURS, [LAID, "discard Kd"],
            ("80 points are enough here, where 90 would be needed otherwise. The bonus of the canasta does not "
            "count towards the minimum."),
            "Hier genügen 80 Punkte, sonst wären 90 nötig. Der Bonus des Canastas zählt dabei nicht mit.",
            "concealed.minimum",
        ),
    ],
)  # fmt: skip
def test_initial_meld_below_its_minimum_is_told_first_with_what_is_missing(
    position: str, actions: list[str], en: str, de: str, rule: str
) -> None:
    for language, text in (("en", en), ("de", de)):
        explanation = told(position, *actions, language=language)
        assert text in str(explanation.deciding)
        assert explanation.rule_id == rule


def test_going_out_concealed_is_said_with_what_it_scores() -> None:
    for language, text in (
        ("en", ("You go out concealed: you lay your whole hand in one turn, having melded nothing before. That "
         "scores 200 points instead of 100.")),
        ("de", ("Du machst verdeckt aus: das ganze Blatt in einem Zug, ohne vorher etwas gemeldet zu haben. Das "
         "bringt 200 statt 100 Punkte.")),
    ):  # fmt: skip
        assert str(told(FOURS, LAID, "discard Kd", language=language).further[0]) == text


def test_minimum_that_is_reached_or_met_before_leaves_nothing_missing() -> None:
    for position, actions in (
        (KINGS, ["meld Kc Kd Kh", "add JK to K"]),
        (KINGS.replace("own 0", "own 0: Q=Qc Qd Qh"), ["meld Kc Kd Kh"]),
    ):
        assert told(position, *actions).so_far is None


def test_rule_that_was_asked_about_stays_first() -> None:
    explanation = told(KINGS, "meld Kc Kd Kh", about=["meld.min-size"])
    assert explanation.rule_id == "meld.min-size"
    assert str(explanation.further[0]).startswith("So far that makes 30 of the 50 points")


def test_every_group_of_rule_sets_hears_what_is_missing() -> None:
    position, actions = parse_position(KINGS), tuple(parse_actions(["meld Kc Kd Kh"]))
    found = {}
    for name in ("classic", "spielregeln", "global-trade", "wiener", "overview"):
        there = under_rules(position, RULE_SETS[name])
        found[name] = Judged(position=there, actions=actions, verdict=verdict_on(there, actions))
    for language, word, missing in (
        ("en", "Allowed so far", "20 points are still missing"),
        ("de", "Bis hierher erlaubt", "Es fehlen noch 20 Punkte"),
    ):
        with override(language):
            answers, _ = grouped("meld.min-size", found)
            told_of = {
                name: (one.outcome.word, " ".join(map(str, one.outcome.sentences)))
                for one in answers
                for name, _ in one.rule_sets
            }
        for name in ("classic", "spielregeln", "global-trade", "wiener"):
            assert told_of[name][0] == word
            assert missing in told_of[name][1]
        assert told_of["overview"][0] != word


@pytest.mark.parametrize(
    ("slug", "chosen", "name", "silent"),
    [
        ("one-card-each", {"pile": "one", "hand": "one"}, "overview", False),
        ("one-card-each", {"pile": "one", "hand": "one"}, "spielregeln", False),
        ("meld-black-threes", {"out": "yes", "cards": "joker"}, "overview", False),
        ("meld-black-threes", {"out": "yes", "cards": "joker"}, "spielregeln", True),
    ],
)
def test_text_is_called_silent_only_on_the_rule_that_is_told(
    slug: str, chosen: dict[str, str], name: str, silent: bool
) -> None:
    now = standing(library().quarrels[slug], RULE_SETS[name], chosen)
    outcome = outcome_in(now)
    assert isinstance(now.found, Judged)
    assert outcome is not None
    assert now.found.verdict.fallback
    assert is_silent(now.found, outcome) is silent
