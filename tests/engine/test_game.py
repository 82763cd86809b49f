"""Whole games: seats, deal after deal, the end, and the record from which a game is played again."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engine.law.cards import full_deck
from engine.law.errors import EngineError
from engine.law.position import FORMS, seating
from engine.law.variants import RULE_SETS, rule_set
from engine.play.game import Game, shuffled_deck
from engine.play.record import format_game, format_seen, parse_game, watch_game

TABLES = [
    (name, players, form)
    for name, rules in RULE_SETS.items()
    for players in rules.player_counts
    for form in FORMS[players]
]


def play_one_deal(game: Game, rng: Random) -> Game:
    game = game.shuffle(rng)
    while game.deal is not None:
        moves = game.deal.legal_moves()
        move = rng.choices(moves, [{"discard": 1, "draw": 1}.get(move.verb, 4) for move in moves])[0]
        game = game.after(game.deal.play_move(move, answer="no" if move.verb == "ask" else None))
    return game


def start(name: str = "classic", players: int = 4, form: str | None = None) -> Game:
    return Game.begin(rule_set(name), players=players, form=form)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "players", "form"), TABLES)
def test_a_game_is_played_again_from_its_record(name, players, form):
    rng = Random(f"{name} {players} {form}")
    game = start(name, players, form)
    for _ in range(2):
        if not game.over:
            game = play_one_deal(game, rng)
    if not game.over:
        game = game.shuffle(rng).play("draw") if not _dealt_red(game, rng) else game
    again = parse_game(format_game(game))
    assert again == game
    assert again.scores == tuple(sheet.score_after for sheet in game.finished[-1].score.sheets)


def _dealt_red(game: Game, rng: Random) -> bool:
    state = rng.getstate()
    hand = game.shuffle(rng).deal.hands[0]
    rng.setstate(state)
    return any(card.is_red_three for card in hand)


@pytest.mark.parametrize(("name", "players", "form"), TABLES)
def test_every_hand_gets_its_cards_and_no_card_is_lost(name, players, form):
    rules = rule_set(name)
    deal = start(name, players, form).shuffle(Random(3)).deal
    assert {len(hand) for hand in deal.hands} == {dict(rules.hand_size)[players]}
    assert sorted(map(str, deal.cards())) == sorted(
        map(str, full_deck(packs=rules.packs, jokers=rules.jokers))
    )


@pytest.mark.parametrize("name", ["classic", "samba"])
def test_a_deck_is_shuffled_as_python_shuffles(name):
    """Records and stored seeds count on the order that a seed gives."""
    rules = rule_set(name)
    for seed in range(50):
        rng, again = Random(seed), Random(seed)
        deck = list(full_deck(packs=rules.packs, jokers=rules.jokers))
        rng.shuffle(deck)
        assert shuffled_deck(rules, again) == tuple(deck)
        assert again.getstate() == rng.getstate()


def test_partners_sit_opposite_and_sides_take_turns():
    for players, forms in FORMS.items():
        for form in forms:
            seats = seating(players, form)
            for number in range(12):
                order = seats.at_table(number)
                sides = [seats.side_of(player) for player in order]
                assert len(set(order)) == len(order)
                assert all(sides[i] == sides[i % len(seats.sides)] for i in range(len(sides)))
                assert len(set(sides[: len(seats.sides)])) == len(seats.sides)


def test_with_five_players_each_of_the_three_sits_out_in_turn():
    seats = seating(5)
    out = [set(range(5)) - set(seats.at_table(number)) for number in range(3)]
    assert out == [{1}, {4}, {3}]


def test_six_play_as_three_pairs_or_as_two_sides_of_three():
    assert len(seating(6).at_table(0)) == 6
    threes = seating(6, "threes")
    assert [len(threes.at_table(number)) for number in range(3)] == [4, 4, 4]
    assert [set(range(6)) - set(threes.at_table(number)) for number in range(3)] == [{0, 1}, {4, 5}, {2, 3}]


@pytest.mark.parametrize(("players", "form"), [(n, form) for n, forms in FORMS.items() for form in forms])
def test_the_deal_passes_clockwise_to_the_next_who_plays(players, form):
    seats = seating(players, form)
    dealers = [seats.at_table(number)[-1] for number in range(200)]
    for number, (before, dealer) in enumerate(pairwise(dealers), 1):
        passed = range(before + 1, before + (dealer - before - 1) % players + 1)
        assert not {player % players for player in passed} & set(seats.at_table(number))
    rounds = Counter(dealers)
    assert set(rounds) == set(range(players))
    assert max(rounds.values()) <= 2 * min(rounds.values())


@pytest.mark.parametrize(("players", "form"), [(1, None), (7, None), (4, "threes"), (5, "pairs")])
def test_a_seating_that_does_not_exist_is_refused(players, form):
    with pytest.raises(EngineError, match="no seating"):
        seating(players, form)


def test_the_lead_moves_on_with_each_deal():
    game = start()
    rng = Random(5)
    leads = []
    for _ in range(4):
        leads.append(game.players_at_table[0])
        game = play_one_deal(game, rng)
    assert leads == [0, 1, 2, 3]


def test_a_game_ends_only_after_a_deal_at_or_above_the_target():
    game, rng = start(), Random(8)
    while not game.over:
        assert max(game.scores) < 5000
        game = play_one_deal(game, rng)
    assert max(game.scores) >= 5000
    assert game.winner == game.scores.index(max(game.scores))
    assert game.finished[-1].score.winner == game.winner
    with pytest.raises(ValueError, match="the game is over"):
        game.shuffle(rng)


def test_equal_totals_at_the_end_have_no_winner():
    tie = Game(rules=rule_set("classic"), seating=seating(4), scores=(5000, 5000))
    assert (tie.over, tie.winner) == (True, None)


def test_the_scores_follow_the_sides_although_the_seats_move():
    game = start("global-trade", 3)
    game = play_one_deal(play_one_deal(game, Random(4)), Random(5))
    for played in game.finished:
        for side, sheet in enumerate(played.score.sheets):
            seat = played.players.index(side)
            assert played.deal.score().sheets[seat] == sheet


BAD_RECORDS = [
    ("", "line 1", "begins with"),
    ("rules classic\nplayers four", "line 2", "not a whole number"),
    ("rules chess\nplayers 4", "rules", "no rule set"),
    ("rules classic\nplayers 4 pairs\ndeal Kh Kd", "line 3", "2 cards instead of 108"),
    ("rules classic\nplayers 4 pairs\ndraw", "line 3", "not possible"),
]


@pytest.mark.parametrize(("text", "where", "message"), BAD_RECORDS)
def test_a_bad_record_names_the_line(text, where, message):
    with pytest.raises(EngineError, match=message) as caught:
        parse_game(text)
    assert caught.value.where == where


def test_an_illegal_action_or_another_drawn_card_in_a_record_is_refused():
    text = format_game(play_one_deal(start(), Random(2)))
    lines = text.splitlines()
    drawn = lines[3].partition(": ")[2].split(";")[0]
    other = "draw 4c" if drawn != "draw 4c" else "draw 5c"
    with pytest.raises(EngineError, match="not possible") as caught:
        parse_game("\n".join([*lines[:3], lines[3].replace(drawn, other)]))
    assert caught.value.where == "line 4"
    with pytest.raises(EngineError, match="not possible"):
        parse_game("\n".join([*lines[:3], "discard 4c"]))


def test_a_record_of_before_without_version_and_seats_is_read():
    game = play_one_deal(start(), Random(2))
    lines = format_game(game).replace("@1", "").splitlines()
    bare = [line.partition(": ")[2] or line for line in lines]
    assert bare[0] == "rules classic"
    assert parse_game("\n".join(bare)) == game


@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_record_of_one_deal_tells_the_totals_and_how_many_were_dealt_before(players):
    game = start("global-trade", players)
    for number in range(2):
        game = play_one_deal(game, Random(number))
    later = Game.begin(game.rules, players=players, scores=game.scores, dealt_before=2)
    assert later.players_at_table == game.players_at_table
    later = play_one_deal(later, Random(9))
    text = format_game(later)
    assert f"scores {' '.join(map(str, game.scores))}\ndealt 2\n" in text
    assert parse_game(text) == later


def test_the_seat_of_a_line_must_be_the_one_whose_turn_it_is():
    lines = format_game(play_one_deal(start(), Random(2))).splitlines()
    assert lines[4].startswith("1: ")
    with pytest.raises(EngineError, match="not possible") as caught:
        parse_game("\n".join([*lines[:4], lines[4].replace("1: ", "2: ", 1)]))
    assert caught.value.where == "line 5"


def test_a_record_under_another_version_of_its_rule_set_is_refused():
    with pytest.raises(EngineError, match="no version 7"):
        parse_game("rules classic@7\nplayers 4 pairs")


def test_totals_that_are_not_those_of_the_sides_are_refused():
    with pytest.raises(EngineError, match="3 totals are not those of 2 sides"):
        parse_game("rules classic\nplayers 4 pairs\nscores 1 2 3")


def test_what_is_watched_is_what_players_may_remember():
    game = play_one_deal(start(), Random(6))
    *_, last = watch_game(format_game(game))
    assert last.game == game
    discards = [step.move.kinds[0] for steps in game.finished[0].deal.played for step in steps
                if step.move.verb == "discard"]  # fmt: skip
    assert [kind for _, kind in last.memory.thrown] == discards


def test_what_a_seat_has_seen_names_no_card_of_others_and_none_of_the_stock():
    game, rng = start().shuffle(Random(11)), Random(1)
    for _ in range(60):
        moves = game.deal.legal_moves()
        game = game.after(game.deal.play_move(rng.choice(moves), answer="no"))
    text = format_seen(game, 2)
    assert "hand " + " ".join(map(str, game.deck[22:33])) in text
    turns = [line for line in text.splitlines() if line[1:3] == ": "]
    assert all("draw ?" in turn or "draw" not in turn for turn in turns if turn[0] != "2")
    assert any(turn.startswith("2: draw") and "?" not in turn for turn in turns)
    assert not any(line.startswith("deal") for line in text.splitlines())
