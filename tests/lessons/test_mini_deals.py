"""The mini-deals of the content: what they meet, their other cards, and that their faults are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from engine.judging.judge import judge
from engine.law.cards import KIND_POINTS, Card
from engine.play.game import Game
from engine.play.players.style import STYLES
from engine.play.prepared import Prepared
from engine.play.record import format_game, parse_game
from engine.play.view import Memory, view_of_deal
from lessons.content import deals, reading
from lessons.content.deals import MiniDeal, mini_deal, mini_deals
from lessons.content.reading import library
from lessons.deals.history import PlayedTurn, first_deal, turns_of
from lessons.deals.points import reached
from lessons.deals.putting_up import begin, start, table_of
from lessons.deals.trying import by_model, by_style, others, played_along, played_by
from lessons.proving.checks_deals import deal_problems
from tests.lessons.content_folder import SMALL, copied

MINIS = tuple(mini_deals().values())
FIRST = 4
LAST_STAGE_TOLD = 9
SEEDS = (1, 2)


def test_there_are_mini_deals_for_each_sort_of_point_and_three_games() -> None:
    assert len(MINIS) >= 12
    assert {mini.point.kind for mini in MINIS} == {
        "opens", "takes", "completes", "goes-out", "asks", "keeps", "ends", "leads", "guards",
        "freezes",
    }  # fmt: skip
    assert {mini.table.rules.name for mini in MINIS} == {"classic", "classic-2p", "samba"}
    assert [mini.number for mini in MINIS] == list(range(1, len(MINIS) + 1))


def rules_told() -> set[str]:
    return {rule for stage in library().branch("main")[:LAST_STAGE_TOLD] for rule in stage.rules}


def own_turns(mini: MiniDeal, game: Game) -> Iterator[PlayedTurn]:
    """The player's turns until the point was decided."""
    table = game.first_table
    assert table is not None
    deal = table.deal()
    for number, turn in enumerate(turns_of(deal, first_deal(game).played), start=1):
        if turn.seat == mini.seat:
            yield turn
        if reached(mini, cut(game, number)).is_decided:
            return


def cut(game: Game, turns: int) -> Game:
    """The game as it stood after so many turns."""
    lines = format_game(game).splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("prepared "))
    return parse_game("\n".join(lines[: first + 1 + turns]))


def tries_at_the_pile(turn: PlayedTurn) -> Iterator[str]:
    """What somebody could try who holds cards of the rank that lies on top."""
    hand, top = turn.before.hands[turn.seat], turn.before.pile[-1]
    same = [card for card in hand if card.rank == top.rank]
    wild = [card for card in hand if card.is_wild]
    if len(same) > 1:
        yield f"take {same[0]} {same[1]}"
    if same and wild:
        yield f"take {same[0]} {wild[0]}"


@pytest.mark.parametrize("mini", MINIS[:FIRST], ids=lambda mini: mini.slug)
def test_the_first_four_meet_no_rule_that_the_course_has_not_told(mini: MiniDeal) -> None:
    told = rules_told()
    assert set(mini.rules) <= told
    stage = library().stage(mini.lesson)
    assert stage is not None
    assert library().place_of(stage)[0] <= LAST_STAGE_TOLD
    games = [played_by(mini, style, table=table_of(mini, seed)) for style in STYLES for seed in (0, 1, 2)]
    for game in [*games, played_along(mini, mini.model)]:
        for turn in own_turns(mini, game):
            position = turn.before.position()
            done = judge(position, [step.to_action() for step in turn.steps], remedy=False)
            tried = [
                judge(position, [action], unfinished=True, remedy=False) for action in tries_at_the_pile(turn)
            ]
            cited = {finding.rule for verdict in (done, *tried) for finding in verdict.findings}
            # That a card stays is told later, so nobody comes so far here that it would matter.
            assert cited - told <= {"turn.keep-a-card"}
            assert len(turn.after.hands[turn.seat]) > 1


def values(table: Prepared) -> Counter[tuple[str, int]]:
    """The cards of a table as far as a point depends on them."""
    deal = table.deal()
    return Counter(("3" if card.rank == "3" else "", card.points) for card in deal.cards())


def shape(cards: tuple[Card, ...]) -> list[tuple[int, int]]:
    """How many there are of each rank, with what one of them counts."""
    ranks = Counter((card.rank, card.points) for card in cards)
    return sorted((count, points) for (_, points), count in ranks.items())


@pytest.mark.parametrize("mini", MINIS, ids=lambda mini: mini.slug)
def test_other_cards_have_the_same_point_and_reach_it(mini: MiniDeal) -> None:
    tables = [table_of(mini, seed) for seed in SEEDS]
    assert start(mini) == mini.table.deal()
    assert any(table.hands[mini.seat] != mini.table.hands[mini.seat] for table in tables)
    for table in tables:
        assert values(table) == values(mini.table)
        assert shape(table.hands[mini.seat]) == shape(mini.table.hands[mini.seat])
        assert [len(hand) for hand in table.hands] == [len(hand) for hand in mini.table.hands]
        assert table.scores == mini.table.scores


def test_a_seed_always_has_the_same_cards() -> None:
    mini = MINIS[0]
    once = format_game(begin(mini, 3))
    table_of.cache_clear()
    assert format_game(begin(mini, 3)) == once != format_game(begin(mini, 4))
    assert parse_game(once) == begin(mini, 3)


@pytest.mark.parametrize("style", STYLES)
def test_with_other_cards_every_style_plays_to_the_end(style: str) -> None:
    for mini in MINIS:
        for seed in SEEDS:
            game = played_by(mini, style, table=table_of(mini, seed))
            assert game.finished
            assert reached(mini, game).is_decided


def test_each_is_played_again_from_its_record() -> None:
    for mini in MINIS:
        game = played_by(mini, "quick", table=table_of(mini, 1))
        again = parse_game(format_game(game))
        assert again == game
        assert reached(mini, again) == reached(mini, game)


def passive(mini: MiniDeal) -> Game:
    """The mini-deal until the point is decided, by a player who draws and throws away the lowest card."""
    game, players = begin(mini), others(mini)
    while game.deal is not None and not reached(mini, game).is_decided:
        deal, view = game.deal, view_of_deal(game.deal, Memory.of_table(mini.table.players))
        moves = deal.legal_moves()
        if deal.seat != mini.seat:
            move = players[deal.seat].choose(view, moves).move
        else:
            wanted = [move for move in moves if move.verb in ("expose", "draw", "discard")] or moves
            move = min(wanted, key=lambda move: (move.verb == "discard", KIND_POINTS[(*move.kinds, 0)[0]]))
        game = game.after(deal.play_move(move, answer="no"))
    return game


def test_who_only_draws_and_discards_reaches_nothing() -> None:
    """But for the pile that a black three guards: it is the lowest card there."""
    found = {mini.slug for mini in MINIS if reached(mini, passive(mini)).state == "reached"}
    assert found <= {"black-three-stops"}


def test_what_is_reached_depends_on_what_is_done() -> None:
    """Each point is reached by its model, many are lost by one style or another."""
    by_styles = Counter(by_style(mini, style).state for mini in MINIS for style in STYLES)
    assert by_styles["lost"] > 15
    assert by_styles["reached"] > 15
    assert all(by_model(mini, mini.model).state == "reached" for mini in MINIS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small content with one mini-deal."""
    root = copied(tmp_path)
    (root / "deals").mkdir()
    copyfile(reading.seeds_folder() / "deals" / "04-take-a-pile.toml", root / "deals" / "04-take-a-pile.toml")
    return root


FILE = "seeds/deals/04-take-a-pile.toml"


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ('de = "Den Ablagestapel aufnehmen", ', "", "title.de", "required"),
        ('kind = "takes"', 'kind = "gives"', "point", "gives"),
        ("8c 8h; ", "8c 8x; ", "model", "not a card"),
        ('["take 8c 8h; discard 4d"]', '["take 8c 9h; discard 4d"]', "model[0]", "“take 8c 9h” is not possible"),
        ('["take 8c 8h; discard 4d"]', '["take 8c 8h"]', "model[0]", "no end"),
        ('["take 8c 8h; discard 4d"]', '["draw; discard 2s"]', "model", "does not reach the point: open"),
        ('"beginner", "beginner", "beginner"', '"beginner", "beginner"', "styles", "3 styles"),
        ('"beginner", "beginner", "beginner"', '"beginner", "wild", "quick"', "styles[1]", "is none of beginner"),
        ('lesson = "taking-the-pile"', 'lesson = "nowhere"', "lesson", "no stage"),
        ("turns = 3", "turns = 0", "point.takes.turns", "greater than"),
        ("Sieh dir vor jedem", "Mit {Kh}: Sieh dir vor jedem", "about", "names cards"),
        ("seat = 2, cards", "seat = 1, cards", "table.sides[0].melds[0]", "seat 1 is not there"),
        ("9c 9d 9h", "9c 9d 9d 9d", "table.sides[0].melds[0]", "is there 3 times"),
        ('rules = ["', 'rules = ["pickup.never", "', "rules[0]", "no rule"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_file_and_key(
    folder: Path, old: str, new: str, key: str, message: str
) -> None:
    path = folder / "deals" / "04-take-a-pile.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [
        (problem.key, problem.message)
        for problem in deal_problems(folder, library())
        if problem.file == FILE and message in problem.message
    ]
    assert [one for one, _ in found][:1] == [key]


def test_sound_mini_deals_have_no_fault(folder: Path) -> None:
    assert list(deal_problems(folder, library())) == []
    assert list(deals.load(folder)) == ["take-a-pile"]
    assert dict(deals.load(SMALL)) == {}


def test_a_mini_deal_is_found_by_its_slug() -> None:
    assert mini_deal("take-a-pile") is not None
    assert mini_deal("nothing") is None


def test_content_with_a_fault_is_not_loaded(folder: Path) -> None:
    (folder / "deals" / "05-broken.toml").write_text("title = 3", encoding="utf-8")
    with pytest.raises(reading.ContentError, match=r"05-broken\.toml"):
        deals.load(folder)
