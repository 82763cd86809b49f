"""A played deal as each of its seats sees it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.law.variants import rule_set
from engine.play.game import Game
from engine.play.record import Watched, format_game, watch_game
from engine.play.seen import seen_by


def moments(name: str, players: int, seed: int) -> list[Watched]:
    game, rng = Game.begin(rule_set(name), players=players).shuffle(Random(seed)), Random(seed)
    while game.deal is not None:
        moves = game.deal.legal_moves()
        move = rng.choices(moves, [{"discard": 1, "draw": 1}.get(move.verb, 4) for move in moves])[0]
        game = game.after(game.deal.play_move(move, answer="no" if move.verb == "ask" else None))
    return list(watch_game(format_game(game)))


@pytest.mark.parametrize(
    ("name", "players"), [("classic", 4), ("classic-2p", 2), ("samba", 4), ("global-trade", 3)]
)
def test_every_seat_sees_its_own_hand_and_all_that_lies_open(name, players):
    for watched in moments(name, players, 5)[1:-1:7]:
        deal = watched.deal
        views = [seen_by(deal, seat) for seat in range(players)]
        held = Counter(card for view in views for card in view.hand)
        for seat, view in enumerate(views):
            assert view.pile == views[0].pile
            assert view.my_turn == (seat == deal.seat)
            assert len(view.opponents) == len(deal.scores) - 1
            assert view.own.score == deal.scores[deal.side_of(seat)]
            lying = Counter(view.seen()) - Counter(view.hand)
            assert sum(lying.values()) + sum(held.values()) + view.stock == deal.rules.deck_size
        if players == 4:
            one, partner = views[0].own.melds, views[2].own.melds
            assert [meld.cards for meld in one] == [meld.cards for meld in partner]
            assert all(
                {mine.by, theirs.by} == {"self", "partner"} for mine, theirs in zip(one, partner, strict=True)
            )


def test_what_is_done_in_a_turn_is_seen_before_it_ends():
    for watched in moments("classic", 4, 5):
        if watched.game.deal is not None and watched.history and watched.history[-1].action.verb == "meld":
            deal, laid = watched.deal, watched.history[-1].action.cards
            for seat in range(4):
                view = seen_by(deal, seat)
                side = view.own if deal.side_of(seat) == deal.side_of(deal.seat) else view.opponents[0]
                assert any(Counter(laid) <= Counter(meld.cards) for meld in side.melds)
            return
    raise AssertionError("nobody melded")


def test_black_threes_laid_when_going_out_lie_there_for_every_seat():
    hands = "hand 3c 3s 3s | hand 6c | hand 8c | hand 8d"
    sides = "side 0: 0=Kc Kc Kd Kd Kh Kh Ks | side 0: 1=7c 7d 7h"
    line = f"prepared 0 | {hands} | {sides} | pile 9c | stock 9h 4d"
    record = f"rules classic@1\nplayers 4 pairs\n{line}\n0: draw 9h; meld 3c 3s 3s; discard 9h"
    deal = list(watch_game(record))[-1].game.finished[0].deal
    for seat in range(4):
        view = seen_by(deal, seat)
        side = view.opponents[0] if seat % 2 else view.own
        by = {0: "self", 2: "partner"}.get(seat, "opponent")
        assert [(meld.rank, meld.by) for meld in side.melds] == [("3", by), ("K", by)]


def test_what_was_done_tells_a_frozen_pile_a_canasta_and_going_out():
    froze = canastas = out = 0
    for seed in range(12):
        game = moments("classic", 4, seed)[-1]
        for done in game.history:
            froze += done.froze
            canastas += done.canastas
            out += done.out != "no"
            assert not done.froze or done.action.cards[0].is_wild
        sides = game.game.finished[0].deal.melds
        assert sum(done.canastas for done in game.history) == sum(
            len(m.cards) > 6 for side in sides for m in side
        )
    assert froze
    assert canastas
    assert out
