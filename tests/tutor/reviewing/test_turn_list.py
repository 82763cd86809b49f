"""The list of turns of a review: its figures add up, and it agrees with the findings and with the coach."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import override

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND
from engine.play.review.weighing import Estimate
from tests.tutor.reviewing.test_reasons import ADD_KING, FIVE, FOUR, HAND, NINE, PILE, ROUND, TABLE, playing
from tutor.reviewing.adding import balanced, figures
from tutor.reviewing.advised import coach_agrees, coach_plan
from tutor.reviewing.plotting import plot
from tutor.reviewing.storing import StoredTurn
from tutor.reviewing.telling import tell


def turn(before: float | None, draw: float | None, play: float | None, after: float | None) -> StoredTurn:
    """A turn with these figures, the first the least certain."""
    errors = iter((50.0, 20.0, 10.0, 30.0))
    found = [None if one is None else Estimate(one, next(errors), 100) for one in (before, draw, play, after)]
    return StoredTurn(number=0, before=found[0], draw=found[1], play=found[2], after=found[3], choices=())


ODD = [
    turn(0.0, -40.0, 60.0, -20.0),
    turn(-60.0, -14.0, 3.0, -131.0),
    turn(-50.0, None, 8.0, 170.0),
    turn(-1344.0, -83.0, 146.0, -1281.0),
    turn(None, 12.0, 30.0, 90.0),
    turn(64.0, -7.0, None, None),
]


def test_the_figures_of_every_turn_and_from_turn_to_turn_add_up() -> None:
    told = figures([balanced(one) for one in ODD], 165)
    for place, one in enumerate(told):
        assert one is not None
        assert one.before + (one.draw or 0) + one.play == one.after
        following = told[place + 1] if place + 1 < len(told) else None
        assert one.after + one.others == (165 if following is None else following.before)
    assert [one.draw is None for one in told if one is not None] == [False, False, True, False, False, False]


def test_what_is_missing_goes_to_the_least_certain_figure_most() -> None:
    whole = balanced(turn(0.0, 0.0, 0.0, 78.0))
    assert whole.before is not None
    assert whole.draw is not None
    assert whole.play is not None
    assert whole.before.mean == pytest.approx(50)
    assert whole.draw.mean == pytest.approx(8)
    assert whole.play.mean == pytest.approx(2)
    assert figures([turn(None, None, None, None)], 0) == [None]


def stored(turn: int, grade: str, points: float, *better: Move) -> dict[str, Any]:
    choice = {
        "part": "playing",
        "grade": grade,
        "better": [list(move) for move in better],
        "gain": [points, 9.0, 320],
    }
    return {
        "turn": turn, "before": [-60.0, 30.0, 99], "draw": [-14.0, 9.0, 99], "play": [120.0, 9.0, 99],
        "after": [60.0, 20.0, 99], "choices": [choice],
    }  # fmt: skip


def review_of(record: str, *turns: dict[str, Any]) -> Any:
    deal = SimpleNamespace(record=record, points=[300, 130])
    return SimpleNamespace(deal=deal, result={"seat": 0, "turns": list(turns)})


LAYS = TABLE.format(hand=HAND, pile=PILE) + ROUND


@pytest.mark.parametrize("language", ["de", "en"])
def test_small_figures_are_told_and_draws_come_to_their_sum(language: str) -> None:
    with override(language):
        told = tell(
            review_of(
                LAYS, stored(0, "fine", 0.0), stored(4, "big", 190.0, ADD_KING, Move("discard", (FIVE,)))
            )
        )
    first, last = told.turns
    assert all((first.draw, first.play, first.others, last.draw, last.play, last.others))
    assert told.sums is not None
    assert {"de": "mit 170 Punkten Vorsprung gewonnen", "en": "won by 170 points"}[
        language
    ] in told.sums.ended
    assert {"de": "etwa 190 Punkte mehr waren möglich", "en": "about 190 points more were possible"}[
        language
    ] == last.more
    assert first.more == ""


def test_the_list_marks_as_many_turns_as_the_page_speaks_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.reviewing.telling.MOST_FINDINGS", 1)
    two = review_of(
        LAYS,
        stored(0, "mistake", 160.0, Move("discard", (NINE,))),
        stored(4, "big", 190.0, Move("discard", (NINE,))),
    )
    with override("en"):
        told = tell(two)
    assert len(told.findings) == 1
    assert told.marked == 2 == len([line for line in told.turns if line.grade in ("big", "mistake")])


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_the_coach_would_have_advised_is_called_no_mistake(language: str) -> None:
    moment, choice = playing("0: draw; discard 4c", ADD_KING, Move("discard", (FIVE,)))
    assert coach_plan(moment, only_beginning=False) == (ADD_KING, Move("discard", (BLACK_THREE_KIND,)))
    assert not coach_agrees(moment, choice)
    record = TABLE.format(hand=HAND, pile=PILE) + "0: draw; add Ks to K; discard 3c"
    with override(language):
        told = tell(review_of(record, stored(0, "big", 190.0, Move("discard", (FOUR,)))))
    (finding,) = told.findings
    assert {"de": "es ging besser", "en": "better was possible"}[language] == finding.grade_words
    assert {
        "de": "Der Trainer am Tisch hätte dir dasselbe geraten",
        "en": "The coach beside the table would have advised what you did",
    }[language] in finding.coach
    assert told.turns[0].grade == finding.grade == "advised"
    assert told.plot is not None
    assert told.plot.dots[0].is_found


def test_plot_goes_from_before_over_the_draw_to_after_and_to_the_end() -> None:
    def drawn_turn(number: int, before: float, draw: float, after: float) -> StoredTurn:
        numbers = [Estimate(value, 10.0, 100) for value in (before, draw, after)]
        return StoredTurn(
            number=number, before=numbers[0], draw=numbers[1], play=None, after=numbers[2], choices=()
        )

    drawn = plot([drawn_turn(1, 0, 100, 50), drawn_turn(5, 120, -20, 380)], ["fine", "big"], -90)
    assert drawn is not None
    assert [row.value for row in drawn.rows] == [-100, 0, 100, 200, 300, 400]
    assert len(drawn.line.split()) == 2 * 3 + 1
    heights = [float(pair.split(",")[1]) for pair in drawn.line.split()]
    assert heights[1] < heights[2] < heights[0] < heights[-1]
    assert [column.value for column in drawn.columns] == [2, 6]
    assert plot([], [], 0) is None
