"""Every known slip has a number that it and no other slip explains; none explains a right number."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from engine.law.rulebook import RULES
from engine.notation.position_line import parse_rules
from lessons.content import bank
from lessons.content.base import SHEET_ROWS, SideTable
from lessons.content.reading import Item
from lessons.content.tasks import read_task
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import rows_of
from lessons.kinds.compare import CompareTask, columns
from lessons.kinds.number import NumberTask, quantity_of
from lessons.kinds.sheet import SheetTask
from lessons.miscounts.base import Asked
from lessons.miscounts.known import (
    BY_ID,
    SLIPS,
    asked_by,
    asked_for_total,
    asked_in_row,
    explaining,
    mistake_in,
)
from tests.lessons.pages import Learner
from tutor.learning.models import Attempt

KINGS = "Kc Kd Kh Ks Kc Kd Kh"
MIXED = "7c 7d 7h 7s 7c 7d 2c"
SAMBA = "5h 6h 7h 8h 9h Th Jh"


def side_of(rules: str, **what: Any) -> tuple[Any, Any, Any]:
    table = SideTable(**what)
    parsed = parse_rules(rules)
    return score_side_of(table, parsed), sheet_of(table, parsed), parsed


def row(key: str, rules: str = "classic", **what: Any) -> Asked:
    return asked_in_row(key, *side_of(rules, **what))


def total(rules: str = "classic", rows: dict[str, int] | None = None, **what: Any) -> Asked:
    return asked_for_total(*side_of(rules, **what), rows=rows)


def number(compute: str, **arguments: Any) -> Asked:
    raw = {
        "slug": "x", "kind": "number", "goal": {"de": "Wie viele?", "en": "How many?"},
        "look": {"de": "Zähle.", "en": "Count."}, "rules": ["score.formula"], "compute": compute, **arguments,
    }  # fmt: skip
    task = read_task(raw)
    item = Item(slug="x/x", task=task, content_hash="", group="x", number=1, is_puzzle=False, source=("", ""))
    return asked_by(quantity_of(item), rule=task.rules[0])


def cards(text: str) -> Asked:
    return number("card-points", cards=text)


def opening(compute: str, position: str, action: str) -> Asked:
    return number(compute, position=position, actions=[action])


OPENING = "classic | play | hand 4c 4d Kc Kd Kh 7s | own 1600: ; 3h"
QUEENS = "classic | play | hand 4c 4d 7s Qc Qd Qh Qs | own 1600"
LATER = "classic | play | hand Kc Kd Kh Kh 2c 4d 7s | own 700"
PILE = "classic | draw | hand Kc Kd 4c 4d 9h 9s | own 0 | pile 8c Qs 5d Kh | stock 30"
CANASTA = "classic | play | hand Kc Kd Kh Ks Kc Kd Kh 4c 5s | own 3100"
DEAL: dict[str, Any] = {
    "melds": (KINGS, MIXED, "Qc Qd JK", "4c 4d 4h"), "red_threes": "3h 3d", "hands": ("", "Ah 9c 5d"),
    "went_out": "yes", "score_before": 1480,
}  # fmt: skip
BROUGHT = 1270
CANASTA_ALONE = {"melds": (KINGS, "Qc Qd Qh")}
LONG_DEAL = {"melds": [KINGS, "Qc Qd Qh Qs Qc Qd Qh", "9c 9d 9h 9s 9c 9d 9h"], "score_before": 1400}
ACES = "Ac Ad Ah As Ac Ad Ah"
SAMBA_DEAL: dict[str, Any] = {"melds": (SAMBA, KINGS, "8c 8d 8h")}

CASES: dict[str, tuple[Asked, int]] = {
    "hand-added": (total(**DEAL), BROUGHT + 2 * 35),
    "hand-not-subtracted": (total(**DEAL), BROUGHT + 35),
    "one-hand-only": (row("hand-cards", hands=("Kc 9d 5h", "Ac Jh")), -25),
    "fitting-cards-left-out": (row("hand-cards", melds=("Kc Kd Kh",), hands=("Kc 9d 5h", "Jc 4h")), -30),
    "score-before-included": (total(**DEAL), BROUGHT + 1480),
    "score-before-forgotten": (number("score-after", side=DEAL), BROUGHT),
    "deal-forgotten": (number("score-after", side=DEAL), 1480),
    "deal-taken-off": (number("score-after", side=DEAL), 1480 - BROUGHT),
    "minus-added": (
        total(
            rows={"melded-cards": 0, "red-threes": -100, "hand-cards": -45},
            red_threes="3h",
            hands=("Kc Jd 5h Ac",),
        ),
        55,
    ),
    "sign-of-the-sum": (number("side-total", side={"hands": ["Kc Jd", "Ac"], "red_threes": "3h"}), 140),
    "canasta-cards-left-out": (row("melded-cards", **DEAL), 85),
    "canasta-bonus-in-cards": (row("melded-cards", **DEAL), 205 + 800),
    "canasta-bonus-in-minimum": (opening("points-laid", CANASTA, "meld Kc Kd Kh Ks Kc Kd Kh"), 570),
    "red-threes-among-cards": (row("melded-cards", **DEAL), 405),
    "red-threes-in-minimum": (opening("points-laid", OPENING, "meld Kc Kd Kh"), 130),
    "hand-already-off": (row("melded-cards", **DEAL), 170),
    "hand-among-melded": (row("melded-cards", **DEAL), 240),
    "blocking-cards-again": (
        row("melded-cards", "house-sperr-1500", melds=("3c 3s 3c 3s JK JK JK", KINGS), went_out="yes"),
        70 + 170,
    ),
    "only-canasta-cards": (row("melded-cards", **DEAL), 120),
    "cards-not-counted": (row("melded-cards", melds=("Kc Kd Kh", "5c 5d 5h")), 0),
    "mixed-bonus-for-natural": (row("natural-canasta", **CANASTA_ALONE), 300),
    "natural-bonus-for-mixed": (row("mixed-canasta", melds=(MIXED,)), 500),
    "mixed-taken-for-natural": (row("natural-canasta", melds=(MIXED,)), 500),
    "natural-taken-for-mixed": (row("mixed-canasta", melds=(KINGS,)), 300),
    "both-sorts-in-one-row": (row("natural-canasta", melds=(KINGS, MIXED)), 800),
    "one-canasta-counted": (row("natural-canasta", melds=(KINGS, "Qc Qd Qh Qs Qc Qd Qh")), 500),
    "one-card-short": (row("natural-canasta", melds=(KINGS, "Qc Qd Qh Qs Qc Qd")), 1000),
    "samba-one-card-short": (row("samba", "samba", melds=("5h 6h 7h 8h 9h Th",)), 1500),
    "samba-as-natural": (row("samba", "samba", **SAMBA_DEAL), 500),
    "samba-among-natural": (row("natural-canasta", "samba", **SAMBA_DEAL), 1000),
    "canasta-as-samba": (row("natural-canasta", "samba", **SAMBA_DEAL), 1500),
    "mixed-canasta-as-samba": (row("mixed-canasta", "samba", melds=(MIXED,)), 1500),
    "wild-canasta-of-other-sort": (row("wild-canasta", "samba-wild", melds=("2c 2d 2h 2s 2c 2d 2h",)), 4000),
    "wild-canasta-as-mixed": (row("wild-canasta", "samba-wild", melds=("2c 2d 2h 2s 2c 2d 2h",)), 300),
    "aces-as-others": (row("mixed-canasta", "samba-aces", melds=("Ac Ad Ah As Ac Ad 2h",)), 300),
    "others-as-aces": (row("natural-canasta", "samba-aces", melds=(KINGS,)), 1000),
    "blocking-as-mixed": (
        row("blocking-canasta", "house-sperr-1500", melds=("3c 3s 3c 3s JK JK JK", KINGS), went_out="yes"),
        300,
    ),
    "blocking-with-cards": (
        row("blocking-canasta", "house-sperr-1500", melds=("3c 3s 3c 3s JK JK JK", KINGS), went_out="yes"),
        1670,
    ),
    "bonus-with-cards": (row("mixed-canasta", **DEAL), 350),
    "canasta-bonus-forgotten": (row("natural-canasta", **DEAL), 0),
    "red-threes-sign": (row("red-threes", **DEAL), -200),
    "red-threes-not-doubled": (row("red-threes", red_threes="3h 3d 3h 3d", melds=(KINGS,)), 400),
    "red-threes-doubled-early": (row("red-threes", red_threes="3h 3d 3h", melds=(KINGS,)), 600),
    "red-threes-as-whole-set": (row("red-threes", red_threes="3h 3d 3h", melds=(KINGS,)), 800),
    "red-threes-all-doubled": (
        row("red-threes", "samba", red_threes="3h 3d 3h 3d 3h 3d", melds=(KINGS, MIXED)),
        1200,
    ),
    "one-red-three-counted": (row("red-threes", **DEAL), 100),
    "red-three-at-card-value": (row("red-threes", **DEAL), 10),
    "red-threes-forgotten": (row("red-threes", **DEAL), 0),
    "concealed-added": (row("going-out", melds=(KINGS,), went_out="concealed"), 300),
    "concealed-as-usual": (row("going-out", melds=(KINGS,), went_out="concealed"), 100),
    "usual-as-concealed": (
        row("going-out", "classic{concealed_total=300}", melds=(KINGS,), went_out="yes"),
        300,
    ),
    "out-counted-twice": (row("going-out", melds=(KINGS,), went_out="concealed"), 400),
    "out-for-the-other-side": (row("going-out", melds=(KINGS,)), 100),
    "out-forgotten": (row("going-out", **DEAL), 0),
    "minimum-before-the-deal": (number("next-minimum", side=LONG_DEAL), 50),
    "minimum-of-the-deal": (number("next-minimum", side={"melds": ["Kc Kd Kh"], "score_before": 3500}), 50),
    "score-for-the-minimum": (number("initial-minimum", score=1600), 1600),
    "boundary-counted-below": (number("initial-minimum", score=1500), 50),
    "boundary-too-early": (number("initial-minimum", score=1495), 90),
    "minus-as-zero": (number("initial-minimum", score=-150), 50),
    "no-minimum-below-zero": (number("initial-minimum", score=-150), 0),
    "minimum-by-classic-rules": (number("initial-minimum", score=3500, rule_set="samba-15000"), 120),
    "step-too-low": (number("initial-minimum", score=1800), 50),
    "step-too-high": (number("initial-minimum", score=1800), 120),
    "laid-for-missing": (opening("missing-points", OPENING, "meld Kc Kd Kh"), 30),
    "minimum-for-missing": (opening("missing-points", QUEENS, "meld Qc Qd Qh Qs"), 90),
    "minimum-for-laid": (opening("points-laid", OPENING, "meld Kc Kd Kh"), 90),
    "top-card-left-out": (opening("points-laid", PILE, "take Kc Kd"), 20),
    "whole-pile-counted": (opening("points-laid", PILE, "take Kc Kd"), 55),
    "whole-hand-counted": (opening("points-laid", OPENING, "meld Kc Kd Kh"), 45),
    "boundary-for-last-score": (opening("last-score", LATER, "meld Kc Kd Kh Kh 2c"), 1500),
    "no-score": (opening("last-score", LATER, "meld Kc Kd Kh Kh 2c"), 1499),
    "laid-for-last-score": (opening("last-score", LATER, "meld Kc Kd Kh Kh 2c"), 60),
    "last-score-of-another-step": (opening("last-score", LATER, "meld Kc Kd Kh Kh 2c"), 2995),
    "missing-to-another-step": (opening("missing-points", OPENING, "meld Kc Kd Kh"), 20),
    "wild-as-stood-for": (row("melded-cards", melds=("Kc Kd 2h JK",)), 40),
    "black-three-at-hundred": (row("hand-cards", hands=("3c Kd",)), -110),
    "joker-as-two": (cards("JK Kd 9h"), 40),
    "two-as-joker": (cards("2c Kd 9h"), 70),
    "ace-as-king": (cards("Ac Kd 9h"), 30),
    "ace-as-in-rummy": (cards("Ac Kd 9h"), 31),
    "two-as-small-card": (cards("2c Kd 9h"), 25),
    "only-court-at-ten": (cards("8c Td Kh"), 20),
    "eight-as-small-card": (cards("8c 9d Th Kh"), 35),
    "nine-as-small-card": (cards("8c 9d Th Kh"), 30),
    "seven-as-high-card": (cards("7c 4d Kh"), 25),
    "small-cards-at-ten": (cards("7c 4d Kh"), 30),
    "number-as-printed": (cards("8c 4d 9h Kh"), 31),
    "black-three-at-nothing": (cards("3c 4d Kh"), 15),
    "wild-at-nothing": (cards("2c JK Kh 9d"), 20),
    "red-three-as-black": (cards("3h 9d Kh"), 25),
    "jokers-left-out": (number("deck-count", count="total"), 104),
    "twos-left-out": (number("deck-count", count="wild"), 4),
    "jokers-not-wild": (number("deck-count", count="wild"), 8),
    "threes-of-both-colours": (number("deck-count", count="red-threes"), 8),
    "one-pack-counted": (number("deck-count", count="rank:K"), 4),
    "own-hand-unseen": (number("unseen", count="rank:K", position=OPENING), 8),
    "seen-for-unseen": (number("unseen", count="rank:K", position=OPENING), 3),
    "upcard-in-stock": (number("first-stock"), 64),
    "one-hand-dealt": (number("first-stock"), 96),
    "number-of-classic-canasta": (number("hand-size", rule_set="samba"), 11),
    "bonus-by-classic-rules": (row("going-out", "samba", melds=(KINGS, MIXED), went_out="yes"), 100),
    "one-meld-left-out": (row("melded-cards", melds=("Kc Kd Kh", "5c 5d 5h", "Ac Ad Ah")), 45),
}


def test_every_slip_has_a_case() -> None:
    assert set(CASES) == set(BY_ID)
    assert len(SLIPS) == len(BY_ID) >= 35


@pytest.mark.parametrize("slip", CASES)
def test_slip_alone_explains_its_number(slip: str) -> None:
    asked, given = CASES[slip]
    assert given != asked.right
    assert [one.id for one in explaining(asked, given)] == [slip]


@pytest.mark.parametrize("language", ["de", "en"])
def test_sentences_of_slips_are_whole_and_say_no_right_number(language: str) -> None:
    sentences = set()
    with override(language):
        for slip, (asked, given) in CASES.items():
            told = mistake_in(asked, given)
            assert told is not None
            assert told.text[0].isupper()
            assert told.text[-1] == "."
            assert told.rule_id in RULES
            assert str(abs(asked.right)) not in told.text.split() or not asked.right, slip
            sentences.add(told.text)
    # The two of the blocking canasta, of the sign, and of the classic rules differ too: no sentence serves two slips.
    assert len(sentences) == len(CASES)


def test_number_of_another_rule_set_leads_to_the_rule_that_is_asked_for() -> None:
    asked, given = CASES["number-of-classic-canasta"]
    told = mistake_in(replace(asked, rule="deal.hand-size"), given)
    assert told is not None
    assert told.rule_id == "deal.hand-size"


@pytest.mark.parametrize(
    ("slip", "rule"),
    [("bonus-by-classic-rules", "out.bonus"), ("one-canasta-counted", "canasta.natural-bonus")],
)
def test_number_of_a_row_leads_to_the_rule_of_the_row(slip: str, rule: str) -> None:
    told = mistake_in(*CASES[slip])
    assert told is not None
    assert told.rule_id == rule


@pytest.mark.parametrize(("language", "own"), [("de", "dein"), ("en", "your")])
def test_slip_in_a_row_of_the_opponents_speaks_of_no_partner(language: str, own: str) -> None:
    with override(language):
        told = [slip.sentence(CASES[slip.id][0]) for slip in SLIPS if slip.places & {*SHEET_ROWS}]
    assert [text for text in told if re.search(rf"\b{own}", text)] == []


def asked_of(item: Item) -> list[Asked]:
    """Every number that an item asks for."""
    task = item.task
    if isinstance(task, NumberTask):
        return [asked_by(quantity_of(item), rule=task.rules[0])]
    if isinstance(task, CompareTask):
        return [
            asked_for_total(score_side_of(task.side, column.rules), column.sheet, column.rules)
            for column in columns(task)
            if column.sheet and task.side
        ]
    assert isinstance(task, SheetTask)
    side, sheet, rules = score_side_of(task.side, item.rules), sheet_of(task.side, item.rules), item.rules
    rows = {key: sheet.points_of(key) for key in rows_of(rules)}  # type: ignore[arg-type]
    in_rows = [asked_in_row(key, side, sheet, rules) for key in rows]
    return [*in_rows, asked_for_total(side, sheet, rules), asked_for_total(side, sheet, rules, rows=rows)]


def test_no_slip_explains_a_right_number_or_tells_it() -> None:
    """Over a sample of the bank: numbers, sheets, comparisons of sides, and every wrong number the slips lead to."""
    entries = [one for one in bank.bank().index.values() if one.kind in ("number", "sheet", "compare")]
    met = set()
    for entry in Random(7).sample(entries, 120):
        item = bank.item(entry.slug)
        assert item is not None
        for asked in asked_of(item):
            assert explaining(asked, asked.right) == ()
            assert mistake_in(asked, asked.right) is None
            for slip in SLIPS:
                if slip.wrong_numbers(asked):
                    met.add(slip.id)
                    assert str(abs(asked.right)) not in re.findall(r"\d+", slip.sentence(asked)), entry.slug
    assert len(met) > 60


def test_two_slips_in_different_rows_explain_a_sum_together() -> None:
    asked = total(**DEAL)
    given = asked.right + 2 * 35 - 800  # the hand added, the bonus of both canastas forgotten
    assert explaining(asked, given) == ()
    told = mistake_in(asked, given)
    assert told is not None
    assert set(told.slips) == {"hand-added", "canasta-bonus-forgotten"}
    with override("en"):
        told = mistake_in(asked, given)
    assert told is not None
    assert told.text.startswith("There are two mistakes here.")


ROWS = {
    ""
    "row_melded_cards": "110", "row_natural_canasta": "500", "row_mixed_canasta": "0", "row_red_threes": "100",
    "row_going_out": "100", "row_hand_cards": "-15",
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize(
    ("path", "answer", "told", "slips"),
    [
        (
            "/en/puzzles/late/a-deal/",
            {"row_melded_cards": "610"},
            "That includes the bonus for canastas.",
            {"melded-cards": ["canasta-bonus-in-cards"]},
        ),
        (
            "/en/puzzles/late/a-deal/",
            {"row_total": "825", **ROWS},
            "are deducted, not added.",
            {"total": ["hand-added"]},
        ),
        (
            "/en/course/first/sum/",
            {"number": "60"},
            "That counts jokers as twos.",
            {"number": ["joker-as-two"]},
        ),
        (
            "/de/course/first/sum/",
            {"number": "60"},
            "Hier sind Joker wie Zweien gezählt.",
            {"number": ["joker-as-two"]},
        ),
    ],
)
def test_page_tells_the_slip_and_the_attempt_keeps_it(
    path: str, answer: dict[str, str], told: str, slips: dict[str, list[str]]
) -> None:
    learner = Learner()
    learner.open(path)
    page = learner.press("check", **answer)
    if "/puzzles/" in path:  # where it is rated, the explanation waits until it is asked for
        assert told not in page.text
        page = learner.press("place:show")
    assert told in page.text
    kept = Attempt.objects.get().verdict or {}
    assert kept.get("slips", {}) == slips
