"""Why something else would have been better: what counts as a reason, and what is told of several turns once."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import override

from engine.law.actions import Move
from engine.play.record import watch_game
from engine.play.review.turns import Moment, turns_of_seat
from engine.play.review.weighing import Estimate
from lessons.coaching.registry import Remark, Tone
from tutor.reviewing import differing, reasons
from tutor.reviewing.reasons import moment_of, reasons_of, rule_of, told_as
from tutor.reviewing.storing import StoredChoice
from tutor.reviewing.telling import cost_in_words, tell, tell_one


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


KING, FOUR, FIVE, EIGHT, NINE = 9, 0, 1, 4, 5
ADD_KING = Move("add", (KING,), KING)
TABLE = """
rules classic
players 4 pairs
prepared 0 | hand {hand} | hand 4d 5s 6h 9c Tc Jd Qh As | hand 5c 6s 7d 9h Ts Jh Qc Ah\
 | hand 4h 5h 7s 6d 9d Th Js Qd | side 0: 0=Kc Kd Ks Kh | side 0: 1=8c 8d 8s; 3=7c 7d 7h\
 | pile {pile} | stock 8s 4s 5d 6c 9c Tc Td Jc Qc Qd Qh As Ah Kc 6d 6h Ts 7s 4h 4c
""".replace("\\\n", "")
"""The next side has eights on the table, and the pile is not frozen; an eight is drawn first."""
HAND, PILE = "3c 4c 5d 6c 8h 9s Td Ks", "Qs Qs Ac Ac Ad Ad Kh Kd 9h Th 5c"


def playing(turn: str, *better: Move, hand: str = HAND, pile: str = PILE) -> tuple[Moment, StoredChoice]:
    """The laying and discarding of the first turn, and what is said to have been better."""
    choice = StoredChoice(part="playing", grade="big", better=better, gain=Estimate(180.0, 16.0, 320))
    watched = watch_game(TABLE.format(hand=hand, pile=pile) + turn)
    return moment_of(turns_of_seat(watched, 0)[0], choice), choice


def said(theme: str, tone: Tone = "good", **facts: Any) -> Remark:
    return Remark(theme=theme, kind="proved", tone=tone, facts=facts)


def reasons_where(monkeypatch: pytest.MonkeyPatch, made: list[Remark], better: list[Remark]) -> list[Remark]:
    """The reasons where the themes say this of what was done, and that of what would have been better."""
    moment, choice = playing("0: draw; discard 4c", ADD_KING, Move("discard", (FIVE,)))
    monkeypatch.setattr(reasons, "looked", lambda moment, plan: made if plan == moment.made else better)
    monkeypatch.setattr(reasons, "_against_discard", lambda *about: [])
    return reasons_of(moment, choice)


def test_what_the_better_plan_has_alone_is_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    sixes, eights = said("canasta-missed", rank="6"), said("canasta-missed", rank="8")
    assert reasons_where(monkeypatch, [], [eights]) == [eights]
    assert reasons_where(monkeypatch, [sixes], [sixes, eights]) == [eights]


def test_a_canasta_is_no_reason_where_what_was_done_completed_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sixes, eights = said("canasta-missed", rank="6"), said("canasta-missed", rank="8")
    assert reasons_where(monkeypatch, [sixes], [eights]) == []


def test_what_is_to_be_said_against_both_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    queen, jack = said("fits-their-meld", "heed", rank="Q"), said("fits-their-meld", "heed", rank="J")
    assert reasons_where(monkeypatch, [queen], [jack]) == []
    assert reasons_where(monkeypatch, [queen], [queen]) == []
    assert reasons_where(monkeypatch, [queen], []) == [queen]


@pytest.mark.parametrize(("points", "is_told"), [(20, False), (60, True)])
def test_few_points_are_no_reason_for_many(
    monkeypatch: pytest.MonkeyPatch, points: int, is_told: bool
) -> None:
    """The better plan is worth 180 points: what 20 of them are does not say where the others come from."""
    left = said("points-left", "heed", points=points, stock=9)
    assert reasons_where(monkeypatch, [left], []) == ([left] if is_told else [])


def test_a_discard_that_was_the_last_choice_is_looked_at_before_the_laying() -> None:
    """With the king laid only an eight was left, and every eight fits the eights of the next side."""
    turn = "0: draw; add Ks to K; discard 8h"
    moment, choice = playing(turn, Move("discard", (KING,)), hand="8h 8h Ks")
    (reason, *_) = reasons_of(moment, choice)
    assert (reason.theme, reason.facts["rank"]) == ("fits-their-meld", "8")
    assert told_as(moment, choice, [reason]) is differing.DISCARD_ON_OPEN


def test_even_a_small_pile_is_a_reason_where_there_is_no_other() -> None:
    moment, choice = playing("0: draw; discard 8h", Move("discard", (FOUR,)), pile="3s")
    found = reasons_of(moment, choice)
    assert [(one.theme, one.tone, one.facts["pile"]) for one in found] == [("fits-their-meld", "note", 2)]


@pytest.mark.parametrize(("wild", "rule"), [(12, "pickup.natural-plus-wild"), (KING, "pickup.natural-pair")])
def test_taking_with_other_cards_leads_to_the_rule_of_these_cards(wild: int, rule: str) -> None:
    made, better = Move("take", (KING, KING)), Move("take", (KING, wild))
    moment: Any = SimpleNamespace(made=(made,))
    choice = StoredChoice(part="beginning", grade="big", better=(better,), gain=None)
    assert rule_of(moment, choice, [], differing.TAKE_OTHERWISE) == rule


def stored(turn: int, points: float, *better: Move) -> dict[str, Any]:
    choice = {
        "part": "playing", "grade": "big", "better": [list(move) for move in better], "gain": [points, 9.0, 320]
    }  # fmt: skip
    return {"turn": turn, "before": None, "draw": None, "play": None, "after": None, "choices": [choice]}


def review_of(turns: str, *stored_turns: dict[str, Any]) -> Any:
    deal = SimpleNamespace(record=TABLE.format(hand=HAND, pile=PILE) + turns, points=[0, 0])
    return SimpleNamespace(deal=deal, result={"seat": 0, "turns": list(stored_turns)})


ROUND = """0: draw; discard 4c
1: draw; discard 4d
2: draw; discard 5c
3: draw; discard 4h
0: draw; discard 5d
"""


def test_the_same_cards_that_were_not_laid_twice_are_told_once() -> None:
    twice = review_of(
        ROUND,
        stored(0, 160.0, ADD_KING, Move("discard", (FOUR,))),
        stored(4, 190.0, ADD_KING, Move("discard", (FIVE,))),
    )
    (one,) = tell(twice).findings
    assert (one.turn, one.title, one.also) == (5, "Lay more", "It was the same in turn 1.")
    assert tell_one(twice, 4, "lay") == one
    assert tell_one(twice, 4, "take") is None
    with override("de"):
        assert tell(twice).findings[0].also == "In Zug 1 war es ebenso."


def test_other_discards_in_two_turns_are_two_findings() -> None:
    two = review_of(
        ROUND, stored(0, 160.0, Move("discard", (NINE,))), stored(4, 190.0, Move("discard", (NINE,)))
    )
    assert [(one.turn, one.also) for one in tell(two).findings] == [(5, ""), (1, "")]


LAYS = {
    "a nine": (Move("add", (NINE,), NINE),),
    "two nines": (Move("add", (NINE, NINE), NINE),),
    "a nine, and another": (Move("add", (NINE,), NINE), Move("add", (NINE,), NINE)),
    "two kings": (Move("add", (KING, KING), KING),),
    "nothing": (),
}


@pytest.mark.parametrize(
    ("made", "better", "told"),
    [
        ("a nine", "two nines", differing.LAY),
        ("two nines", "nothing", differing.HOLD),
        ("a nine", "two kings", differing.LAY_OTHERWISE),
        ("two kings", "a nine", differing.LAY_OTHERWISE),
        ("a nine, and another", "two nines", differing.DISCARD),
    ],
)
def test_more_is_what_has_everything_else_too(made: str, better: str, told: differing.Difference) -> None:
    view = SimpleNamespace(hand=(20,), frozen="", turn=SimpleNamespace(opened=True, laid=0))
    moment: Any = SimpleNamespace(view=view, made=(*LAYS[made], Move("discard", (FOUR,))))
    assert differing.difference(moment, (*LAYS[better], Move("discard", (FIVE,)))) is told


@pytest.mark.parametrize(("held", "rule"), [(4, "turn.keep-a-card"), (9, "meld.add-own-partner")])
def test_laying_less_is_about_the_card_that_one_keeps_only_where_few_are_left(held: int, rule: str) -> None:
    moment: Any = SimpleNamespace(
        view=SimpleNamespace(hand=(held,)), made=(*LAYS["two nines"], Move("discard", (FOUR,)))
    )
    choice = StoredChoice(part="playing", grade="big", better=(Move("discard", (FOUR,)),), gain=None)
    assert rule_of(moment, choice, [], differing.HOLD) == rule


def test_chances_are_what_a_finding_about_discards_is_called_by(monkeypatch: pytest.MonkeyPatch) -> None:
    def chance(value: float, tone: Tone) -> Remark:
        return Remark(theme="risky-discard", kind="calibrated", tone=tone, chance=value)

    risky, less = chance(0.5, "heed"), chance(0.1, "note")
    assert reasons_where(monkeypatch, [risky], [less]) == [risky, less]
    moment, choice = playing("0: draw; discard 4c", ADD_KING, Move("discard", (FIVE,)))
    assert told_as(moment, choice, [chance(0.3, "note"), less]) is differing.DISCARD_ON_OPEN


@pytest.mark.parametrize("language", ["de", "en"])
def test_another_discard_cites_a_rule_and_puzzles_only_where_a_reason_is_about_them(language: str) -> None:
    turns = "0: draw; add Ks to K; discard 4c"
    with override(language):
        (plain,) = tell(review_of(turns, stored(0, 160.0, ADD_KING, Move("discard", (NINE,))))).findings
        (pile,) = tell(review_of("0: draw; discard 8h", stored(0, 160.0, Move("discard", (FOUR,))))).findings
    title = {"de": "Anderer Abwurf", "en": "Another discard"}[language]
    assert (plain.title, plain.rule, plain.puzzles) == (title, "", "")
    assert (pile.title, pile.rule, pile.puzzles) == (title, "pickup.add-to-meld", "open-pile")


def test_cost_without_any_doubt_has_no_interval() -> None:
    assert cost_in_words(Estimate(300.0, 0.0, 320)) == "about 300 points"
    assert cost_in_words(Estimate(300.0, 6.0, 320)) == "about 300 points, 280 to 320"


def test_plan_that_goes_out_says_so() -> None:
    moment: Any = SimpleNamespace(view=SimpleNamespace(hand=(0, 1, 1)))
    assert differing.goes_out(moment, (Move("add", (1,), 1), Move("discard", (2,))))
    assert not differing.goes_out(moment, (Move("discard", (2,)),))
