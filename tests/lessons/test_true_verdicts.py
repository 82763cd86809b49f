"""What a verdict names is there: melds and ranks on the table, and a condition under which it would be allowed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.kinds.registry import kind_of
from lessons.saying.verdicts import Explanation, explain


def told(
    position: str,
    *actions: str,
    language: str = "en",
    reveal: bool = True,
    about: Sequence[str] = (),
    taught: str = "",
) -> Explanation:
    """The verdict on an unfinished turn, in words."""
    table, acts = parse_position(position), parse_actions(actions)
    with override(language):
        verdict = judge(table, acts, unfinished=True)
        return explain(verdict, position=table, actions=acts, reveal=reveal, about=about, taught=taught)


def said(explanation: Explanation) -> str:
    """All sentences of a verdict."""
    parts = (explanation.deciding, *explanation.further, explanation.fix)
    return " ".join(str(part) for part in parts if part is not None)


SEQUENCE = "5h-8h=5h 6h 7h 8h"
FROZEN = (
    f"samba | draw | hand 5c 6h 7h 8h Kd 9c 4s | own 500: {SEQUENCE} K=Kc Kd Ks | pile 4c 2d 9h | stock 60"
)


@pytest.mark.parametrize(
    ("action", "en", "de"),
    [
        (
            "take onto 5h-8h",
            "The sequence of hearts from five to eight does not help here.",
            "Die Herz-Folge Fünf bis Acht hilft hier nicht.",
        ),
        (
            "take onto K",
            "The kings on the table do not help here.",
            "Die gemeldeten Könige helfen hier nicht.",
        ),
    ],
)
def test_meld_that_does_not_help_to_take_a_frozen_pile_is_the_one_that_was_tried(
    action: str, en: str, de: str
) -> None:
    for language, text, absent in (("en", en, "nines on the table"), ("de", de, "gemeldeten Neunen")):
        words = said(told(FROZEN, action, language=language))
        assert text in words
        assert absent not in words


@pytest.mark.parametrize(
    ("own", "action", "en", "de"),
    [
        ("K=Kc Kd Ks", "take onto K", "the kings on the table do not", "die gemeldeten Könige nicht"),
        ("9=9c 9d 9s", "take onto 9", "the nines on the table do not", "die gemeldeten Neunen nicht"),
    ],
)
def test_meld_that_takes_no_top_card_is_the_one_that_was_tried(
    own: str, action: str, en: str, de: str
) -> None:
    position = f"overview | draw | hand 4d 5h 6s Kd | own 300: {own} | pile 5c 9h | stock 40"
    for language, text in (("en", en), ("de", de)):
        assert text in said(told(position, action, language=language))


@pytest.mark.parametrize(
    ("own", "action", "top", "en", "de"),
    [
        (
            "W=2c 2d 2h 2s JK JK JK",
            "take onto W",
            "9h",
            "The wild cards on the table are a canasta already.",
            "Die gemeldeten wilden Karten sind schon ein Canasta.",
        ),
        (
            "K=Kc Kc Kd Kd Ks Ks 2c K=Kc Kh Kh",
            "take onto K",
            "Ks",
            "The first meld of kings is a canasta already.",
            "Die erste Meldung der Könige ist schon ein Canasta.",
        ),
    ],
)
def test_canasta_that_takes_no_top_card_is_told_from_what_lies_beside_it(
    own: str, action: str, top: str, en: str, de: str
) -> None:
    position = f"samba-wild | draw | hand 4d 5h 6s 8d Jd | own 300: {own} | pile 5c {top} | stock 40"
    for language, text in (("en", en), ("de", de)):
        assert text in said(told(position, action, language=language))


def test_meld_that_does_take_the_top_card_is_told_from_the_canasta_of_its_rank() -> None:
    own = "K=Kc Kc Kd Kd Ks Ks 2c K=Kc Kh Kh"
    position = f"samba | draw | hand 4d 5h 6s 8d Jd | own 300: {own} | pile 5c Ks | stock 40"
    assert "Or the top card is added to the second meld of kings." in said(told(position, "take"))
    assert "Oder die oberste Karte wird an die zweite Meldung der Könige angelegt." in said(
        told(position, "take", language="de")
    )


def test_natural_and_wild_card_onto_a_meld_are_not_told_that_cards_from_the_hand_are_needed() -> None:
    position = "overview | draw | hand 7c 2c 4s 5h 6d | own 500: 7=7d 7h 7s | pile 4c 8d 7d | stock 40"
    for language, text in (
        ("en", "cannot be taken with one natural card and a wild card. From the hand, only a natural pair"),
        (
            "de",
            "nicht mit einer natürlichen und einer wilden Karte aufnehmen. Aus dem Blatt nimmt ihn nur ein",
        ),
    ):
        explanation = told(position, "take 7c 2c onto 7", language=language)
        assert text in said(explanation)
        assert explanation.rule_id == "pickup.natural-plus-wild"


@pytest.mark.parametrize("cards", ["9c", "9c JK"])
def test_cards_of_the_hand_are_not_said_to_be_needed_where_a_meld_takes_the_top_card(cards: str) -> None:
    position = "samba | draw | hand 9c JK 4d 5h 6s | own 300: 9=9d 9h 9s | pile 5c 9h | stock 40"
    explanation = told(position, f"take {cards}")
    assert str(explanation.deciding).startswith(("For a new meld", "In this rule set the pile cannot"))
    assert "you need" not in said(explanation)
    assert "Or you add the top card to your side’s nines on the table." in said(explanation)


WILD = "samba-wild | play | hand 2c 2d JK Qs 4s 5s | own 620: W=2c 2d 2h 2s JK%s Q=Qc Qd Qh | stock 30 | partner 8"
ONE_HAND = (
    "samba-wild | play | hand 2c 2c 2d 2d 2h 2s JK JK 4s 5s | own 620: Q=Qc Qd Qh | stock 30 | partner 8"
)


@pytest.mark.parametrize(
    ("position", "action", "en", "de"),
    [
        (WILD % "", "add 2c 2d JK to W", "Two more wild cards fit onto", "Zwei wilde Karten passen noch an"),
        (WILD % " JK", "add 2c 2d to W", "One more wild card fits onto", "Eine wilde Karte passt noch an"),
        (WILD % " JK JK", "add 2c to W", "Leave the finished canasta", "Lass das fertige Canasta"),
        (WILD % " JK JK", "add 2c Qs to W", "Leave the finished canasta", "Lass das fertige Canasta"),
        (
            ONE_HAND,
            "meld 2c 2c 2d 2d 2h 2s JK JK",
            "At most seven wild cards.",
            "Höchstens sieben wilde Karten.",
        ),
        (WILD % " W=JK JK 2h", "merge W and W#2", "Leave both melds", "Lass beide Meldungen"),
    ],
)
def test_full_meld_of_wild_cards_is_not_said_to_take_natural_cards(
    position: str, action: str, en: str, de: str
) -> None:
    for language, text, never in (("en", en, "only natural cards"), ("de", de, "nur natürliche Karten")):
        explanation = told(position, action, language=language)
        assert explanation.rule_id == "wild.add-to-canasta"
        assert str(explanation.fix).startswith(text)
        assert never not in said(explanation)


def test_joined_sets_are_not_said_to_need_natural_cards_added() -> None:
    position = "samba | play | hand 4s 5s 8d | own 620: Q=Qc Qc Qd Qd Qh Qh Qs Q=Qs Qs 2d | stock 30"
    assert str(told(position, "merge Q and Q#2", reveal=False).fix) == "Leave both melds as they are."


@pytest.mark.parametrize(
    ("position", "action", "example"),
    [
        (WILD % "", "add 2c 2d JK to W", "What is possible here: Meld two twos and a joker {2c 2d JK}."),
        (
            ONE_HAND,
            "meld 2c 2c 2d 2d 2h 2s JK JK",
            "For example: Meld six twos and a joker {2c 2c 2d 2d 2h 2s JK}.",
        ),
    ],
)
def test_way_to_lay_the_wild_cards_is_shown_only_where_the_remedy_may_be(
    position: str, action: str, example: str
) -> None:
    assert str(told(position, action).fix).endswith(example)
    assert "Meld" not in str(told(position, action, reveal=False).fix)


TWINS = "global-trade | play | hand 4s 5s | own 620: 9=9c 9d 9h JK JK 2c 9=9s 9s 2d 2d | stock 30"
SEVENS = "classic | play | hand 7c 7s As 2h 4c 5d | own 620: 7=%s | stock 30"
ROW = "samba | play | hand 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 4s 9s | own 620: K=Kc Kd Ks %s | stock 30"
ALONE = "samba-wild | %s | hand 9s 9h 4d 5c Jd | own 620: W=2c 2d JK%s | pile 4s 6h | stock 30"


@pytest.mark.parametrize(
    ("position", "action", "condition"),
    [
        (TWINS, "merge 9 and 9#2", "Leave both melds as they are."),
        (
            SEVENS % "7c 7d 2c",
            "swap 7s for 2c in 7",
            "Add the natural card to the meld and leave the wild card there.",
        ),
        (SEVENS % "7c 7d 2c", "swap As for 2c in 7", "Leave the wild card where it lies."),
        (SEVENS % "7d 7h 2c 2d JK", "add 2h to 7", "No more wild cards fit onto this meld."),
        (SEVENS % "7d 7h 2c 2d JK", "add 7c 2h to 7", "One wild card fewer."),
        (
            SEVENS % "7d 7h 2c 2d JK",
            "meld 7c 7s 2h",
            "Add the cards to that meld, wild cards only as far as it may hold more of them.",
        ),
        (SEVENS % "7d 7h 2c 2d", "meld 7c 7s 2h", "Add the cards to that meld."),
        (
            "house-joker-1000 | play | hand 2c 2d JK 4s 5s | own 620: W=2h 2s JK | stock 30",
            "meld 2c 2d JK",
            "",
        ),
        (ROW % "5h-Th=5h 6h 7h 8h 9h Th", "add Jh Qh to 5h-Th", "One more card fits onto this sequence."),
        (
            ROW % "5h-Jh=5h 6h 7h 8h 9h Th Jh",
            "add Qh to 5h-Jh",
            "Leave a complete sequence as it is.",
        ),
        (ROW % "", "meld 4h 5h 6h 7h 8h 9h Th Jh", "At most seven cards in a sequence."),
        (
            "samba | draw | hand 9s 9h As 2h 4d | own 620: K=Kc Kd Kh | pile 4s 6h | stock 30",
            "take 9s 9h",
            "Two natural sixes from your hand. You hold no natural sixes.",
        ),
        (ALONE % ("draw", ""), "take onto W", "Two natural sixes from your hand. You hold no natural sixes."),
        (ALONE % ("play", ""), "add 9s to W", "Add jokers or twos, nothing else."),
        (ALONE % ("play", " JK JK 2s 2s"), "add 9s to W", "Leave the finished canasta as it is."),
        (
            "global-trade | draw | hand 3c 3s 3s 5h 5s Qc | own 1500: 5=5c 5d 5h | pile 4c JK | stock 20",
            "take 3c 3s 3s",
            "Two natural cards of one rank from your hand.",
        ),
    ],
)
def test_condition_is_one_under_which_it_would_be_allowed(position: str, action: str, condition: str) -> None:
    fix = told(position, action, reveal=False).fix
    assert str(fix or "") == condition


def test_meld_of_a_single_opponent_is_not_said_to_be_of_several() -> None:
    position = "classic-2p | play | hand 5c 6c 7c 8c | own 0: K=Kc Kd Kh | opp 0: 5=5d 5h 5s | stock 20"
    for language, text, never in (
        ("en", "Add a five to the opposing fives", "opponents’"),
        ("de", "Eine Fünf an die Fünfen der Gegenseite anlegen", "der Gegner"),
    ):
        words = said(told(position, "add 5c to opp:5", "discard 6c", language=language))
        assert text in words
        assert never not in words


@pytest.mark.parametrize(
    ("rules", "own", "en", "de"),
    [
        (
            "spielregeln", "8=8c 8d 8h",
            "In this rule set the eights on the table do not help in taking the pile.",
            "Nach diesen Regeln helfen die gemeldeten Achten nicht, den Ablagestapel aufzunehmen.",
        ),
        (
            "samba", "8=8c 8c 8d 8d 8h 8h 8s",
            "The eights on the table are a canasta already. In this rule set a canasta does not help",
            "Die gemeldeten Achten sind schon ein Canasta.",
        ),
        ("spielregeln", "9=9c 9d 9h", "", ""),
    ],
)  # fmt: skip
def test_meld_that_the_top_card_fits_is_told_why_it_does_not_force_the_taking(
    rules: str, own: str, en: str, de: str
) -> None:
    position = f"{rules} | draw | hand 4d 5h | own 300: {own} | pile 5c 8s | stock 0"
    for language, text, absent in (("en", en, "help in taking"), ("de", de, "gemeldeten")):
        words = said(told(position, "end", language=language))
        assert (text in words) if text else (absent not in words)


def test_sequence_that_becomes_a_samba_is_told_once() -> None:
    row = "samba | play | hand 4h Kd Qs 9c | own 620: 5h-Th=5h 6h 7h 8h 9h Th | stock 30 | partner 8"
    explanation = told(row, "add 4h to 5h-Th")
    assert "makes it a samba" in said(explanation)
    assert "it is now a samba" not in said(explanation)


SIXES = "| play | hand 2c 2d JK Kd 5d 7h | own 620: 6=6c 6c 6d 6h 6s 6s 2s JK | stock 30"


@pytest.mark.parametrize(
    ("position", "action", "taught", "rule", "en", "de"),
    [
        (
            "overview | draw | hand 7c 7d 7s JK Kd 5d | own 620: 6=6c 6d 6h | pile 5c 7h | stock 30",
            "take 7c 7d 7s JK", "pickup.natural-plus-wild", "pickup.natural-pair",
            "Two natural sevens from your hand take the pile.", "Zwei natürliche Siebenen",
        ),
        (
            f"spielregeln {SIXES}", "add 2c 2d JK to 6", "wild.max-per-meld", "wild.add-to-canasta",
            "as long as its natural cards outnumber the wild ones.", "solange darin mehr natürliche als wilde",
        ),
        (
            f"classic {SIXES}", "add 2c to 6", "", "wild.add-to-canasta",
            "as long as the meld stays within the limit for wild cards.", "solange die Grenze für wilde Karten",
        ),
    ],
)  # fmt: skip
def test_rule_to_read_on_is_the_one_that_is_told(
    position: str, action: str, taught: str, rule: str, en: str, de: str
) -> None:
    for language, text in (("en", en), ("de", de)):
        explanation = told(position, action, language=language, about=[taught], taught=taught)
        assert text in str(explanation.deciding)
        assert explanation.rule_id == rule


@pytest.mark.parametrize(
    ("slug", "rule"),
    [
        ("puzzle/partner-at-the-pile/partner-at-the-pile-58ec", "pickup.natural-pair"),
        ("puzzle/what-the-pile-is-good-for/what-the-pile-is-good-for-3df0", "pickup.natural-pair"),
        ("puzzle/partner-in-samba/partner-in-samba-94fb", "wild.max-per-meld"),
    ],
)
def test_right_answer_to_a_puzzle_leads_to_the_rule_that_it_is_told(slug: str, rule: str) -> None:
    item = bank.item(slug)
    assert item is not None
    kind = kind_of(item)
    answer = kind.solution(item)
    assert answer is not None
    assert kind.grade(item, answer, reveal=True).explanation.rule_id == rule
