"""What was done at the table, said to somebody who sits there."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.translation import override

from engine.law.variants import RULE_SETS, rule_set
from engine.notation.text import parse_action
from engine.play.game import Game
from engine.play.record import Done, format_game, watch_game
from lessons.saying.moves import action_parts, turn_in_words, who


def done(action: str, *, seat: int = 1, **more: object) -> Done:
    return Done(**{"seat": seat, "turn": 0, "action": parse_action(action), "pile": 0, **more})  # type: ignore[arg-type]


SAID = [
    (done("draw 5h"), "zieht eine Karte", "draws a card"),
    (
        done("draw 3h 5h"),
        "zieht eine Karte, legt eine rote Drei aus",
        "draws a card, puts a red three on the table",
    ),
    (
        done("take Kd Ks", pile=8),
        "nimmt den Ablagestapel (8 Karten) mit zwei Königen auf",
        "takes the pile (8 cards) with two kings",
    ),
    (
        done("take onto K", pile=8),
        "nimmt den Ablagestapel (8 Karten) auf und legt die oberste Karte an die Könige an",
        "takes the pile (8 cards), adding its top card to the kings",
    ),
    (
        done("meld Kd Ks 2c", canastas=1),
        "meldet zwei Könige und eine Zwei, vollendet ein Canasta",
        "melds two kings and a two, completes a canasta",
    ),
    (
        done("meld 5h 6h 7h"),
        "meldet eine Folge von Herz-Fünf bis Herz-Sieben",
        "melds a sequence from the five of hearts to the seven of hearts",
    ),
    (
        done("add 8h to 5h-7h"),
        "legt Herz-Acht an die Herz-Folge Fünf bis Sieben an",
        "adds the eight of hearts to the sequence of hearts from five to seven",
    ),
    (
        done("discard JK", froze=True),
        "wirft einen Joker ab, friert den Ablagestapel ein",
        "discards a joker, freezes the pile",
    ),
    (
        done("discard 9s", out="concealed"),
        "wirft Pik-Neun ab, macht verdeckt aus",
        "discards the nine of spades, goes out concealed",
    ),
    (
        done("ask", answer="no"),
        "fragt den Partner, ob er ausmachen darf (die Antwort ist Nein)",
        "asks for permission to go out (the answer is no)",
    ),
]


@pytest.mark.parametrize(("one", "german", "english"), SAID)
def test_an_action_is_said_with_what_came_of_it(one, german, english):
    with override("de"):
        assert ", ".join(action_parts(one, mine=False)) == german
    with override("en"):
        assert ", ".join(action_parts(one, mine=False)) == english


def test_a_turn_is_one_sentence_and_ones_own_is_told_with_you():
    turn = [done("draw 5h", seat=2), done("discard 9s", seat=2)]
    with override("de"):
        assert turn_in_words(turn, me=0, seats=4) == "Dein Partner zieht eine Karte und wirft Pik-Neun ab."
        assert turn_in_words(turn, me=2, seats=4) == "Du ziehst Herz-Fünf und wirfst Pik-Neun ab."
    with override("en"):
        assert turn_in_words(turn, me=1, seats=4) == "Left draws a card and discards the nine of spades."
        assert (
            turn_in_words(turn, me=2, seats=4)
            == "You draw the five of hearts and discard the nine of spades."
        )


def test_red_threes_are_counted_and_a_question_is_told_to_whom_it_was_asked():
    reds = [done("expose 3h 5c"), done("expose 3d 6c"), done("draw 9c"), done("ask", answer="no")]
    with override("de"):
        told = turn_in_words(reds, me=3, seats=4)
        assert told.startswith("Dein Partner legt zwei rote Dreien aus, zieht eine Karte und fragt dich")
        assert "fragt den Partner" in turn_in_words(reds, me=0, seats=4)
    with override("en"):
        assert "puts two red threes on the table" in turn_in_words(reds, me=0, seats=4)
        assert "asks you for permission to go out (you say no)" in turn_in_words(reds, me=3, seats=4)


def test_a_red_three_that_is_drawn_is_a_part_of_the_turn_like_the_others():
    turn = [done("draw 5h 3d"), done("discard 4d")]
    with override("de"):
        assert turn_in_words(turn, me=3, seats=4).endswith(
            "zieht eine Karte, legt eine rote Drei aus und wirft Karo-Vier ab."
        )
    with override("en"):
        assert turn_in_words(turn, me=3, seats=4).endswith(
            "draws a card, puts a red three on the table and discards the four of diamonds."
        )


def test_every_seat_of_every_table_has_a_name_of_its_own():
    for seats in (2, 3, 4, 6):
        with override("en"):
            names = [who(seat, 1, seats) for seat in range(seats)]
        assert len(set(names)) == seats
        assert names[1] == "You"


@pytest.mark.parametrize("name", RULE_SETS)
def test_whatever_is_done_in_a_deal_can_be_said_and_hides_what_was_drawn(name):
    game, rng = Game.begin(rule_set(name)).shuffle(Random(4)), Random(4)
    while game.deal is not None:
        moves = game.deal.legal_moves()
        move = rng.choices(moves, [{"discard": 1, "draw": 1}.get(move.verb, 4) for move in moves])[0]
        game = game.after(game.deal.play_move(move, answer="yes" if move.verb == "ask" else None))
    *_, last = watch_game(format_game(game))
    for language in ("de", "en"):
        with override(language):
            for one in last.history:
                told = " ".join(action_parts(one, mine=False))
                assert told
                assert "%" not in told
                assert " ".join(action_parts(one, mine=True)) != told
                if one.action.verb == "draw":
                    assert not any(f"{word}-" in told for word in ("Pik", "Herz", "Karo", "Kreuz"))
                    assert " of " not in told


@pytest.mark.parametrize(
    ("drawn", "german", "english"),
    [
        ("JK Tc", "Du ziehst Kreuz-Zehn und einen Joker.", "You draw the ten of clubs and a joker."),
        ("Jd Jd", "Du ziehst zweimal Karo-Bube.", "You draw the jack of diamonds twice."),
        ("JK JK", "Du ziehst zwei Joker.", "You draw two jokers."),
    ],
)
def test_cards_that_one_draws_are_named(drawn, german, english):
    turn = [done(f"draw {drawn}", seat=0)]
    with override("de"):
        assert turn_in_words(turn, me=0, seats=2) == german
    with override("en"):
        assert turn_in_words(turn, me=0, seats=2) == english
