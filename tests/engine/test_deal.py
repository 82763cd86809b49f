"""Whole deals by random play: no dead end, cards conserved, nobody out without a canasta, scores counted twice."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import full_deck
from engine.deal import Deal
from engine.dealing import deal_cards, shuffled_deck
from engine.errors import EngineError
from engine.judge import judge
from engine.melds import Meld
from engine.variants import CLASSIC

DEALS = 40
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


@pytest.mark.parametrize("part", range(4))
def test_random_play_keeps_every_law(part):
    ends: Counter[str] = Counter()
    for number in range(DEALS // 4):
        rng = Random(f"{part}-{number}")
        deal = new_deal(f"{part}-{number}", rng.choice(((0, 1500), (-50, 3000))))
        while not deal.over:
            offers = deal.legal_actions()
            assert offers, (deal.position(), deal.actions)
            weights = [{"discard": 1, "draw": 1, "ask": 0.2}.get(action.verb, 4) for action in offers]
            action = rng.choices(offers, weights)[0]
            deal = deal.play(action, answer=rng.choice(("yes", "no")) if action.verb == "ask" else None)
            if not deal.actions:
                assert Counter(deal.cards()) == DECK
                assert all(deal.hands) or deal.over
        check_the_end(deal)
        ends[deal.went_out] += 1
    assert ends["yes"]


def check_the_end(deal: Deal) -> None:
    game = deal.score()
    out = None if deal.out_seat is None else deal.side_of(deal.out_seat)
    for side, sheet in enumerate(game.sheets):
        melds = [Meld(meld.cards) for meld in deal.melds[side]]
        canastas = [meld for meld in melds if meld.is_canasta(CLASSIC)]
        assert out != side or canastas
        # The sheet against a plain count of the cards on the table and in the hands.
        total = sum(card.points for meld in melds for card in meld.cards)
        total += sum(500 if meld.is_natural else 300 for meld in canastas)
        total += 100 if out == side and deal.went_out == "yes" else 200 if out == side else 0
        hands = [hand for seat, hand in enumerate(deal.hands) if deal.side_of(seat) == side]
        total -= sum(card.points for hand in hands for card in hand)
        reds = len(deal.red_threes[side])
        total += (800 if reds == 4 else 100 * reds) * (1 if melds else -1)
        total -= 500 * sum(card.is_red_three for hand in hands for card in hand)
        assert sheet.total == total
        assert sheet.score_after == deal.scores[side] + total


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
