"""Deals from prepared cards: what no deal could produce is refused, and they are played again from their record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.law.actions import move_of
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.notation.text import parse_action, parse_cards
from engine.play.game import Game
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.worlds import Worlds
from engine.play.prepared import Prepared, PreparedMeld, PreparedSide
from engine.play.record import format_game, format_seen, parse_game
from engine.play.view import Memory, view_of_deal

LINE = (
    "prepared 2 | hand 4c 5d 6h | hand 7c 7d 8h | hand Kh Kd 9c 9d | hand Jc Qc 3h"
    " | side 1480: 0=8c 8d 8s 2c; 2=Ac Ad Ah; 3d | side -20 | pile 2h 5c 9h | stock Tc 3h Td Th 4d 4h 4s 6c"
    " | melded 2"
)
RECORD = f"rules classic\nplayers 4 pairs\n{LINE}\n"


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def table(**changes: object) -> Prepared:
    base = parse_game(RECORD).prepared
    assert base is not None
    return replace(base, **changes)


def test_a_prepared_table_stands_as_it_is_written() -> None:
    deal = table().deal()
    position = deal.position()
    assert (deal.seat, deal.scores, len(deal.stock)) == (2, (1480, -20), 8)
    assert position.hand == cards("9c 9d Kd Kh")
    assert [(meld.rank, meld.by) for meld in position.own.melds] == [("8", "partner"), ("A", "self")]
    assert position.own.red_threes == cards("3d")
    assert position.freeze_cause == "wild"
    assert [str(action) for action in deal.legal_actions()] == ["draw", "take 9c 9d"]


def test_a_deal_from_prepared_cards_goes_on_and_keeps_its_cards() -> None:
    before = Counter(table().deal().cards())
    game = parse_game(RECORD).play("take 9c 9d").play("add 2h to A").play("discard 5c")
    deal = game.deal
    assert deal is not None
    assert Counter(deal.cards()) == before
    assert deal.seat == 3
    assert deal.has_melded == (True, False, True, False)
    melds = {meld.cards[0].rank: (meld.seat, len(meld.cards)) for meld in deal.melds[0]}
    assert melds == {"8": (0, 4), "A": (2, 4), "9": (2, 3)}
    assert deal.pile == cards("5c")


def play_on(game: Game, rng: Random) -> Game:
    while game.deal is not None:
        moves = game.deal.legal_moves()
        move = rng.choices(moves, [{"discard": 1, "draw": 1}.get(move.verb, 4) for move in moves])[0]
        game = game.after(game.deal.play_move(move, answer="no" if move.verb == "ask" else None))
    return game


def test_a_prepared_deal_is_played_again_from_its_record_at_each_point() -> None:
    game = parse_game(RECORD)
    for action in ("take 9c 9d", "add 2h to A", "discard 5c", "expose 3h", "draw"):
        game = game.play(action)
        assert parse_game(format_game(game)) == game
    assert LINE.partition(" | hand Kh")[0] in format_game(game)
    over = play_on(game, Random(1))
    again = parse_game(format_game(over))
    assert again == over
    assert again.first_table == table()
    sheet = again.finished[0].score.sheets[0]
    assert sheet.score_after - sheet.total == 1480


def test_the_record_names_the_seats_from_the_one_that_began() -> None:
    game = parse_game(RECORD).play("draw").play("discard Kd").play("expose 3h Th")
    assert format_game(game).splitlines()[-2:] == ["2: draw Tc; discard Kd", "3: expose 3h 3h Td"]


def test_a_seat_sees_neither_other_hands_nor_the_stock() -> None:
    game = parse_game(RECORD).play("draw").play("discard Kd")
    seen = format_seen(game, 0)
    assert "| hand ? ? ? | hand ? ? ? ? | hand ? ? ? | side 1480: 0=8c 8d 8s 2c;" in seen
    assert "| pile 2h 5c 9h | stock ? ? ? ? ? ? ? ? | melded 2" in seen
    assert seen.splitlines()[-1] == "2: draw ?; discard Kd"
    assert "hand 4c 5d 6h" in seen
    assert "2: draw Tc; discard Kd" in format_seen(game, 2)


def test_totals_told_twice_must_be_the_same() -> None:
    same = RECORD.replace("pairs\n", "pairs\nscores 1480 -20\n")
    assert parse_game(same) == parse_game(RECORD)
    with pytest.raises(EngineError, match="not possible"):
        parse_game(same.replace("scores 1480 -20", "scores 1480 0"))
    with pytest.raises(EngineError, match="not possible"):
        parse_game(RECORD.replace("pairs\n", "pairs\ndealt 2\n"))


def test_the_game_goes_on_after_a_prepared_deal() -> None:
    game = play_on(parse_game(RECORD), Random(2)).shuffle(Random(3)).play("draw")
    assert parse_game(format_game(game)) == game
    assert game.prepared is None
    assert game.first_table == table()


@pytest.mark.parametrize(
    ("rules", "hands", "sides"),
    [
        ("classic-2p", "5c 5d|6c 6d", (PreparedSide(), PreparedSide(melds=(PreparedMeld(1, cards("7c 7d 7h")),)))),
        ("samba", "5c 5d|6c 6d|7c|8c", (PreparedSide(melds=(PreparedMeld(2, cards("5h 6h 7h")),)), PreparedSide())),
    ],
)  # fmt: skip
def test_other_tables_are_put_up_too(rules: str, hands: str, sides: tuple[PreparedSide, ...]) -> None:
    made = Prepared(
        rules=rule_set(rules),
        hands=tuple(map(parse_cards, hands.split("|"))),
        sides=sides,
        pile=cards("9c"),
        stock=cards("Tc Jc Qc Kc"),
    )
    game = Game.put_up(made)
    assert parse_game(format_game(game)) == game
    assert game.play("draw").play(f"discard {made.hands[0][0]}").deal.seat == 1  # type: ignore[union-attr]


def test_a_player_that_samples_deals_knows_that_cards_are_out_of_play() -> None:
    two = "hand 5c 5d 9h | hand 6c | side 0: 0=7c 7d 7h | side 0 | pile 9c | stock Tc"
    for line, rules, players in ((LINE, "classic", 4), (f"prepared 0 | {two}", "classic-2p", 2)):
        deal = parse_game(f"rules {rules}\nplayers {players} pairs\n{line}\n").deal
        assert deal is not None
        view = view_of_deal(deal, Memory.of_table(players))
        rng = Random(1)
        for _ in range(20):
            world = Worlds(view).deal(rng)
            assert len(world.stock) == len(deal.stock)
            assert [sum(hand) for hand in world.hands] == [len(hand) for hand in deal.hands]
        decision = StrongPlayer(sampling=Sampling(batches=(2,), turns=1)).choose(view, deal.legal_moves())
        assert decision.move in deal.legal_moves()


SIDES = (PreparedSide(), PreparedSide())


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"stock": cards("Kh Kh Kh")}, "stock", "Kh is there 4 times"),
        ({"hands": (cards("4c"), cards("5c"), (), cards("6c"))}, "hands[2]", "nobody's hand is empty"),
        ({"hands": (cards("4c"), cards("5c"), cards("6c"))}, "players", "not for 3 players"),
        ({"sides": SIDES[:1]}, "sides", "4 hands and 1 sides"),
        ({"seat": 4}, "seat", "seat 4 is not there"),
        ({"melded": (1,)}, "melded", "seat 1 is not there, or not on this side"),
        ({"pile": ()}, "pile", "pile is empty"),
        ({"pile": cards("9h 3d")}, "pile", "never discarded"),
        ({"sides": (PreparedSide(melds=(PreparedMeld(1, cards("Tc Td Th")),)), SIDES[1])}, "sides[0].melds[0]", "1 is"),
        ({"sides": (PreparedSide(melds=(PreparedMeld(0, cards("Tc Td")),)), SIDES[1])}, "sides[0].melds[0]", "min-si"),
        ({"sides": (SIDES[0], PreparedSide(melds=(PreparedMeld(1, cards("3c 3s 3s")),)))}, "sides[1].melds[0]", "out"),
        ({"sides": (PreparedSide(red_threes=cards("5h")), SIDES[1])}, "sides[0].red_threes", "not a red three"),
    ],
)  # fmt: skip
def test_what_no_deal_could_produce_is_refused(changes: dict[str, object], where: str, message: str) -> None:
    with pytest.raises(EngineError, match=message) as caught:
        table(**({"melded": ()} | changes))
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("prepared 2", "prepared two", "not a whole number"),
        ("pile", "heap", "not a part"),
        ("| stock", "| pile 4c | stock", "more than once"),
        ("hand 4c", "hand 4x", "not a card"),
        ("players 4 pairs", "players 6 pairs", "not possible"),
        ("0=8c", "0=8x", "not a card"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        parse_game(RECORD.replace(old, new))


def test_a_second_prepared_deal_is_refused() -> None:
    with pytest.raises(EngineError, match="not possible") as caught:
        parse_game(f"{RECORD}{LINE}\n")
    assert caught.value.where == "line 4"


def test_the_rule_set_of_the_record_holds_for_the_prepared_table() -> None:
    rules: RuleSet = rule_set("spielregeln")
    game = parse_game(RECORD.replace("rules classic", "rules spielregeln"))
    assert game.prepared is not None
    assert game.prepared.rules == rules


def test_the_twos_that_went_to_a_meld_are_not_offered_again_in_a_blocking_canasta() -> None:
    """Of the colours 2c 2s 2s 2d the two of clubs goes first; then there are no three of one colour left."""
    line = (
        "prepared 0 | hand 2c 2s 2s 2d 3c 3c 3s 3s | hand 9h | hand 9c | hand Jc"
        " | side 1480: 0=7c 7d 7h; 0=Qc Qc Qd Qd Qh Qh Qs | side 0 | pile 4h | stock 5d 6d 8d 8h"
    )
    game = parse_game(f"rules house-sperr-1500\nplayers 4 pairs\n{line}\n").play("draw")
    blocking = "meld 3c 3c 3s 3s 2c 2s 2s"
    assert blocking in map(str, game.deal.legal_actions())
    (adding,) = [
        move for move in game.deal.legal_moves() if move_of(parse_action("add 2c to 7"), game.rules) == move
    ]
    after = game.deal.play_move(adding)
    assert "add 2c to 7" in map(str, after.actions)
    offered = [str(action) for action in after.legal_actions() if action.verb == "meld"]
    assert offered == ["meld 3c 3c 3s", "meld 3c 3c 3s 3s"]
    assert game.play("add 2d to 7").deal.legal_actions()
    assert blocking in map(str, game.play("add 2d to 7").deal.legal_actions())
