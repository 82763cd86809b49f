"""Whole deals by random play: no dead end, cards conserved, nobody out without a canasta, scores counted twice."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.judging.judge import judge
from engine.law.cards import full_deck
from engine.law.errors import EngineError
from engine.law.variants import CLASSIC, RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.reach.laying import take_moves
from engine.rules import registry
from tests.samples import sample
from tests.selfplay import BrokenLaw, play_deal

DECK = Counter(full_deck(packs=2, jokers=4))


def new_deal(seed: object, scores: tuple[int, int] = (0, 1480)) -> Deal:
    deck = shuffled_deck(CLASSIC, Random(str(seed)))
    return Deal.begin(deal_cards(deck, CLASSIC, players=4), CLASSIC, scores=scores)


def test_the_deal_gives_eleven_cards_each_and_turns_up_a_card_that_may_lie():
    covered = 0
    for seed in range(300):
        deal = new_deal(seed)
        assert [len(hand) for hand in deal.hands] == [11] * 4
        assert Counter(deal.cards()) == DECK
        assert deal.pile[-1].is_natural
        assert not any(card.is_natural for card in deal.pile[:-1])
        covered += len(deal.pile) > 1
    assert covered > 20


def test_the_same_seed_deals_the_same_cards():
    assert new_deal(7) == new_deal(7) != new_deal(8)


def test_another_number_of_players_is_refused():
    with pytest.raises(EngineError, match="not for 3 players"):
        deal_cards(shuffled_deck(CLASSIC, Random(1)), CLASSIC, players=3)


@pytest.mark.parametrize("name", RULE_SETS)
@settings(max_examples=sample(6, 12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(min_value=0))
def test_random_play_keeps_every_law(name, seed):
    """Every step from the complete list; what is looked at stands in ``tests.selfplay``."""
    rules = rule_set(name)
    players = rules.player_counts[seed % len(rules.player_counts)]
    play_deal(rules, str(seed), players=players, grid_every=150)


def test_random_play_ends_in_every_way():
    ends = Counter(play_deal(CLASSIC, f"ends {number}").went_out for number in range(60))
    assert ends["yes"] > 30
    assert ends["no"] > 3


def play_many(seed: str, grid_every: int = 0) -> None:
    for number in range(40):
        play_deal(CLASSIC, f"{seed} {number}", grid_every=grid_every)


def test_random_play_notices_a_going_out_without_a_canasta(monkeypatch):
    owed = [entry for entry in registry._AT_THE_END if entry[0] != "out.canastas-needed"]
    monkeypatch.setattr(registry, "_AT_THE_END", owed)
    monkeypatch.setattr("engine.reach.finishing._canastas_reached", lambda missing, spare, costs: True)
    monkeypatch.setattr("engine.reach.finishing.canastas_in_reach", lambda turn: True)
    monkeypatch.setattr("engine.judging.moves.canastas_in_reach", lambda turn: True)
    with pytest.raises(BrokenLaw, match="canastas"):
        play_many("lawless")


def test_random_play_notices_a_card_that_vanishes(monkeypatch):
    def lose(self, cards, target, number):
        for card in cards:
            self.hand.remove(card)

    monkeypatch.setattr("engine.turn.table.CardsInPlay._lay", lose)
    with pytest.raises(BrokenLaw, match="cards after the turn"):
        play_many("vanishing")


def test_random_play_notices_an_action_that_is_wrongly_not_offered(monkeypatch):
    monkeypatch.setattr(
        "engine.judging.moves.take_moves", lambda turn: () if turn.pile_size > 2 else take_moves(turn)
    )
    with pytest.raises(BrokenLaw, match="is not offered, but judged True"):
        play_many("barred", grid_every=5)


def test_an_illegal_action_is_a_programming_error():
    deal = new_deal(1)
    with pytest.raises(ValueError, match="not legal here"):
        deal.play(f"discard {deal.hands[0][-1]}")


def test_a_finished_deal_takes_no_action_and_a_running_one_has_no_score():
    deal = new_deal(2)
    with pytest.raises(ValueError, match="not over"):
        deal.score()


def test_a_drawn_red_three_lies_on_the_table_with_its_replacement_in_the_hand():
    for seed in range(500):
        deal = new_deal(seed)
        if deal.stock[0].is_red_three and not any(card.is_red_three for card in deal.hands[0]):
            break
    drawn = deal.play("draw")
    after = judge(drawn.position(), drawn.actions, unfinished=True).after
    assert str(after.own.red_threes[0]) == str(deal.stock[0])
    assert len(after.hand) == 12
