"""The review of a played deal: what it finds, what it leaves alone, that it repeats, and that it does not peep."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.law.actions import Move
from engine.law.cards import JOKER_KIND, KIND_COUNT, Card, sort_cards
from engine.law.variants import CLASSIC, rule_set
from engine.play.deal import Deal
from engine.play.players.worlds import Worlds
from engine.play.record import Watched, watch_game
from engine.play.review.plans import beginnings, plans
from engine.play.review.reviewing import (
    LEAST_EFFORT,
    LESS_EFFORT,
    USUAL_EFFORT,
    Choice,
    Effort,
    Grade,
    Reviewer,
    effort_for,
    grade_of,
    review,
)
from engine.play.review.turns import Moment, turns_of_seat
from engine.play.review.weighing import Estimate, Scales, added, estimate, with_next
from engine.play.view import View, view_of_deal
from tests import rejudging
from tests.engine.test_players import kind

LITTLE = Effort(first=4, second=4, early=6, compared=12, draws=4)
SOME = Effort(first=8, second=16, early=40, compared=60, draws=8)

THROWN = """
rules classic
players 4 pairs
prepared 0 | hand 3c 4c 5d 6c 8h 9s Td Jc | hand 4d 5s 6h 9c Tc Jd Qh As | hand 5c 6s 7d 9h Ts Jh Qc Ah\
 | hand 4h 5h 7s 6d 9d Th Js Qd | side 0: 0=Kc Kd Ks Kh | side 0: 1=8c 8d 8s; 3=7c 7d 7h\
 | pile Qs Qs Ac Ac Ad Ad Kh Kd 9h Th 5c | stock 4s 4s 5d 6c 8c 8d 9c Tc Td Jc Qc Qd Qh As Ah Ks Kc 6d 6h 8s Ts 7s 4h 4c
""".replace("\\\n", "")
"""The next side has eights on the table, and the large pile is not frozen."""


def test_review_repeats_to_the_same_result() -> None:
    moments = rejudging.played(CLASSIC, "beginner", "repeats")
    first = review(moments, 0, effort=LITTLE)
    assert first == review(moments, 0, effort=LITTLE)
    assert len(first.turns) > 3


def test_every_turn_of_the_seat_is_told_and_no_other() -> None:
    moments = rejudging.played(CLASSIC, "careful", "turns")
    found = review(moments, 2, effort=LITTLE)
    mine = [turn.turn for turn in found.turns]
    history = moments[-1].history
    assert mine == sorted({done.turn for done in history if done.seat == 2})
    for turn in found.turns:
        did = [done.action.verb for done in history if done.turn == turn.turn]
        assert (turn.draw is not None) == ("draw" in did)
        for choice in turn.choices:
            assert [move.verb for move in choice.made] == did[
                -len(choice.made) :
            ] or choice.part == "beginning"


def hidden_anew(deal: Deal, view: View, rng: Random) -> Deal:
    """The deal with every card that the seat cannot know dealt anew; red threes stay where they lie."""
    kept: list[list[Card]] = []
    pool = [card for card in deal.stock if not card.is_red_three]
    sizes = []
    for seat, hand in enumerate(deal.hands):
        known, stays = list(view.memory.known[seat]), []
        free = [] if seat != deal.seat else list(hand)
        for card in hand:
            if seat == deal.seat:
                continue
            if card.is_red_three or known[card.kind]:
                known[card.kind] -= not card.is_red_three
                stays.append(card)
            else:
                pool.append(card)
        sizes.append(0 if seat == deal.seat else len(hand) - len(stays))
        kept.append(free or stays)
    rng.shuffle(pool)
    hands = [
        sort_cards([*stays, *[pool.pop() for _ in range(size)]])
        for stays, size in zip(kept, sizes, strict=True)
    ]
    stock = tuple([card if card.is_red_three else pool.pop() for card in deal.stock])
    return replace(deal, hands=tuple(hands), stock=stock)


def test_what_was_hidden_changes_no_judgement() -> None:
    rng, judge, compared = Random("hidden"), Reviewer(effort=LITTLE), 0
    for turn in turns_of_seat(rejudging.played(CLASSIC, "beginner", "hidden"), 0):
        for moment in filter(None, (turn.beginning, turn.playing)):
            other = hidden_anew(moment.deal, moment.view, rng)
            assert Counter(other.cards()) == Counter(moment.deal.cards())
            assert other.stock != moment.deal.stock or len(set(other.stock)) < 2
            view = view_of_deal(other, moment.view.memory)
            there = Moment(deal=other, view=view, legal=tuple(other.legal_moves()), made=moment.made)
            part = "beginning" if moment is turn.beginning else "playing"
            assert judge.judge(turn.number, part, there) == judge.judge(turn.number, part, moment)
            compared += 1
    assert compared > 5


def thrown(card: str) -> Choice:
    """What is said of throwing this card onto the large pile."""
    (turn,) = turns_of_seat(list(watch_game(f"{THROWN}0: draw; discard {card}")), 0)
    assert turn.playing is not None
    return Reviewer(effort=SOME).judge(turn.number, "playing", turn.playing).choice


def test_card_that_gives_a_large_pile_away_is_a_big_mistake_and_the_black_three_is_not() -> None:
    given = thrown("8h")
    assert (given.grade, given.made) == ("big", (Move("discard", (kind("8"),)),))
    assert given.gain is not None
    assert given.gain.low > 0
    assert [move.verb for move in given.better][-1] == "discard"
    assert given.better[-1].kinds != (kind("8"),)
    stopped = thrown("3c")
    assert not stopped.is_finding


def test_leaving_a_large_pile_counts_as_play_and_the_turn_adds_up() -> None:
    record = THROWN.replace("hand 3c 4c 5d 6c 8h 9s Td Jc", "hand 5d 5h 3c 6c 8h 9s Td Jc")
    (turn,) = review(watch_game(f"{record}0: draw; discard 3c"), 0, effort=SOME).turns
    before, *gave, after = [one for one in (turn.before, turn.draw, turn.play, turn.after) if one is not None]
    assert gave[-1].high < 0
    rest = after.mean - added(before, *gave).mean
    assert abs(rest) < 3 * added(before, *gave, after).error


@pytest.mark.parametrize(
    ("gain", "policies", "grade"),
    [
        ((39, 0.2), ((39, 1), (39, 1)), "fine"),
        ((60, 10), ((60, 10), (60, 10)), "doubtful"),
        ((60, 10), ((74, 10), (46, 10)), "doubtful"),
        ((60, 10), ((76, 10), (44, 10)), "close"),
        ((79, 10), ((79, 10), (79, 10)), "doubtful"),
        ((80, 10), ((80, 10), (80, 10)), "mistake"),
        ((150, 30), ((150, 30), (150, 30)), "mistake"),
        ((100, 28), ((100, 28), (100, 28)), "doubtful"),
        ((150, 10), ((150, 10), (150, 10)), "big"),
        ((200, 10), ((380, 10), (20, 10)), "close"),
        ((200, 90), ((200, 90), (200, 90)), "close"),
        ((10, 10), ((10, 10), (10, 10)), "fine"),
        ((30, 10), ((30, 10), (30, 10)), "close"),
        ((-10, 1), ((-10, 1), (-10, 1)), "fine"),
        ((-90, 10), ((-90, 10), (-90, 10)), "good"),
        ((-90, 10), ((-180, 10), (0, 10)), "fine"),
    ],
)
def test_grade_needs_points_a_sure_bound_and_both_policies(
    gain: tuple[float, float], policies: tuple[tuple[float, float], ...], grade: Grade
) -> None:
    assert grade_of(Estimate(*gain, 100), [Estimate(*one, 100) for one in policies]) == grade


def test_estimate_is_a_mean_with_its_standard_error() -> None:
    found = estimate([10.0, 20.0, 30.0, 40.0])
    assert (found.mean, found.worlds) == (25, 4)
    assert found.error == pytest.approx(6.455, abs=0.001)
    assert found.low == pytest.approx(25 - 2.5 * found.error)


def some_turn() -> tuple[View, list[Watched]]:
    moments = rejudging.played(CLASSIC, "careful", "some")
    turn = turns_of_seat(moments, 0)[1]
    assert turn.start is not None
    return turn.start, moments


def test_card_that_came_lies_on_top_of_the_stock_of_a_world_that_keeps_its_cards() -> None:
    view, _ = some_turn()
    rng, known = Random(1), [[0] * KIND_COUNT for _ in view.cards]
    worlds = Worlds(view)
    for wanted in (0, 5, JOKER_KIND):
        sim = worlds.deal(rng)
        known[1] = sim.hands[1][:]
        other = with_next(sim, ((wanted, -1),), known, rng)
        assert other.stock[0] == wanted
        assert other.hands[1] == sim.hands[1]
        assert [sum(hand) for hand in other.hands] == [sum(hand) for hand in sim.hands]
        whole = [
            sum(hand[k] for hand in deal.hands) + deal.stock.count(k)
            for deal in (sim, other)
            for k in range(15)
        ]
        assert whole[:15] == whole[15:]


def test_joker_is_a_better_draw_than_a_four() -> None:
    view, _ = some_turn()
    scales = Scales()
    joker = scales.luck(view, (Move("draw"),), ((JOKER_KIND, -1),), 40, Random(1))
    four = scales.luck(view, (Move("draw"),), ((0, -1),), 40, Random(1))
    assert joker.before.mean == pytest.approx(four.before.mean, abs=4 * four.before.error)
    assert joker.gain.low > 0
    assert joker.gain.mean > four.gain.mean


@pytest.mark.parametrize(
    ("rules", "turns", "effort"),
    [("classic", 8, USUAL_EFFORT), ("classic-2p", 16, LESS_EFFORT), ("samba", 2, LEAST_EFFORT)],
)
def test_long_deals_and_those_with_sequences_are_looked_back_at_with_less_effort(
    rules: str, turns: int, effort: Effort
) -> None:
    played = turns_of_seat(rejudging.played(rule_set(rules), "careful", "effort"), 0)
    assert effort_for((played * turns)[:turns]) == effort


@pytest.mark.parametrize("rules", ["classic-2p", "samba"])
def test_deals_of_other_rule_sets_are_looked_back_at(rules: str) -> None:
    found = review(rejudging.played(rule_set(rules), "beginner", "others"), 0, effort=LITTLE)
    assert all(turn.after is not None for turn in found.turns)
    assert any(turn.draw is not None for turn in found.turns)


@pytest.mark.parametrize("rules", ["classic", "classic-2p", "samba"])
def test_everything_that_is_tried_is_legal_to_the_end_of_the_turn(rules: str) -> None:
    tried = 0
    for turn in turns_of_seat(rejudging.played(rule_set(rules), "beginner", "legal"), 1):
        for moment in filter(None, (turn.beginning, turn.playing)):
            sim = Worlds(moment.view).deal(Random(1))
            for plan in plans(moment, sim) if moment is turn.playing else beginnings(moment):
                deal = moment.deal
                for move in plan:
                    assert move in deal.legal_moves()
                    deal = deal.play_move(move)
                assert moment is turn.beginning or deal.over or deal.seat != moment.deal.seat
                tried += 1
    assert tried > 10


def test_a_taking_with_cards_that_can_still_be_laid_is_no_other_beginning() -> None:
    record = THROWN.replace("hand 3c 4c 5d 6c 8h 9s Td Jc", "hand 5d 5h 5s 6c 8h 9s Td Jc")
    (first, *_) = turns_of_seat(watch_game(f"{record}0: take 5d 5h"), 0)
    assert first.beginning is not None
    takes = [move for (move,) in beginnings(first.beginning) if move.verb == "take"]
    assert takes == [Move("take", (1, 1))]
    (more, *_) = turns_of_seat(watch_game(f"{record}0: take 5d 5h 5s"), 0)
    assert more.beginning is not None
    assert Move("take", (1, 1)) in [move for (move,) in beginnings(more.beginning)]


# The commands


def test_findings_can_be_judged_again_and_by_another_policy() -> None:
    moments = list(watch_game(f"{THROWN}0: draw; discard 8h"))
    found = review(moments, 0, effort=SOME)
    rows = list(rejudging.judged_again(moments, found, worlds=20))
    assert [row.said.grade for row in rows] == ["big"]
    assert all(row.again.mean > 0 and row.other.mean > 0 for row in rows)
    assert "keep their sign" in rejudging.told(rows)


def test_figures_of_findings_tell_what_kept_its_sign_and_size() -> None:
    said = Choice(turn=1, part="playing", made=(), gain=Estimate(100, 10, 9), grade="mistake")
    kept = rejudging.Rejudged(said=said, again=Estimate(60, 1, 9), other=Estimate(-5, 1, 9))
    lost = rejudging.Rejudged(said=said, again=Estimate(-1, 1, 9), other=Estimate(5, 1, 9))
    half = rejudging.Rejudged(said=said, again=Estimate(10, 1, 9), other=Estimate(5, 1, 9))
    assert rejudging.told([kept, lost, half, kept]).startswith(
        "4 findings: again 75.0 % keep their sign, 50.0 % half of their size (median 35 % of it); "
        "by another policy 50.0 %"
    )
