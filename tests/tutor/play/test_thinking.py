"""The strong style at a played table: a worker thinks its turns out; where it is late the careful style stands in."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command

from engine.law.variants import rule_set
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.record import parse_game
from tests.queueing import do_jobs
from tests.tutor.play.at_the_table import AtTable, play_my_turn, readable, seated, sitting
from tutor.learning.models import Learner
from tutor.play import services, thinking
from tutor.play import sitting as play
from tutor.play.choosing import opponents_for
from tutor.play.models import PlayedDeal, PlayedGame, Thought
from tutor.site.queue import living
from tutor.site.queue.jobs import waiting

pytestmark = pytest.mark.django_db

LATE = {
    "de": "der vorsichtige Stil ist eingesprungen",
    "en": "the careful style took over",
}


@pytest.fixture
def worker():
    """A worker lives; what it does is done by ``do_jobs``."""
    living.beat("tests", workers=1)


def strong_game(*, pace: str = "normal", rules: str = "classic", seed: int = 3) -> PlayedGame:
    return services.begin(
        learner=Learner.objects.create(), rules=rules, partner="strong", opponents="strong", rng=Random(seed),
        pace=pace,
    )  # fmt: skip


def forgotten(monkeypatch) -> None:
    """Nobody thinks in the thread of a page: that would be told here."""

    def choose(*_):
        raise AssertionError("a web thread thinks")

    monkeypatch.setattr("engine.play.players.strong.StrongPlayer.choose", choose)


def test_a_worker_thinks_the_turns_out_and_the_page_plays_them(worker, monkeypatch):
    game = strong_game()
    play_my_turn(game)
    assert waiting() == 1
    alone = sitting(game)
    do_jobs()
    assert Thought.objects.filter(game=game).count() == 3
    forgotten(monkeypatch)
    at = seated(game, htmx=True)
    for _ in range(3):
        at.press(game, "on")
    step = sitting(game)
    assert step.state == "mine"
    monkeypatch.undo()
    assert (
        step.record()
        == play.with_turn_of_other(play.with_turn_of_other(play.with_turn_of_other(alone))).record()
    )
    assert (game.thought, game.stood_in) == (3, [])
    assert parse_game(game.record) == step.game


@pytest.mark.parametrize("htmx", [False, True])
def test_who_still_thinks_is_waited_for(worker, htmx, monkeypatch):
    game = strong_game()
    play_my_turn(game)
    forgotten(monkeypatch)
    at = seated(game, htmx=htmx)
    before = sitting(game).stamp
    assert "Left is thinking …" in at.press(game, "through")
    assert sitting(game).stamp == before
    if htmx:
        assert '"do": "through", "again": "1"' in at.source
        assert 'hx-trigger="every 600ms"' in at.source
        data = {"do": "through", "again": "1", "stamp": at.stamp()}
        again = at.client.post(at.url("game", game.key), data, headers={"HX-Request": "true"})
        assert again.status_code == 204
    monkeypatch.undo()
    do_jobs()
    assert "Your turn: draw" in at.press(game, "through")
    assert game.stood_in == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_where_no_worker_lives_the_careful_style_stands_in_and_the_game_says_so(language, capsys):
    game = strong_game()
    play_my_turn(game)
    assert waiting() == 0
    alone = sitting(game)
    at = seated(game, language=language, htmx=True)
    assert LATE[language] in at.press(game, "on")
    assert sitting(game).record() == play.with_turn_of_other(alone, RulePlayer(CAREFUL)).record()
    assert game.stood_in == [[0, 1]]
    at.press(game, "through")
    told = readable(at.client.get(at.url("log", game.key)).content.decode())
    assert told.count(LATE[language]) == 3
    call_command("stood_in")
    assert (
        "3 turns of the strong style, in 3 of them the careful one stood in: 100.0 %"
        in capsys.readouterr().out
    )


def test_a_busy_worker_is_waited_for_only_so_long(worker):
    game = strong_game()
    play_my_turn(game)
    PlayedGame.objects.filter(pk=game.pk).update(updated=game.updated - 2 * thinking.PATIENCE)
    at = seated(game)
    assert "in the careful style:" in at.press(game, "through")
    assert sitting(game).stood_in == {1}
    do_jobs()  # what comes after is thought out from there
    assert "Your turn: draw" in at.press(game, "through")
    assert (game.refresh_from_db(), game.thought, game.stood_in) == (None, 2, [[0, 1]])


def test_the_pace_at_once_waits_too_and_what_is_late_changes_nothing(worker):
    game = strong_game(pace="once")
    play_my_turn(game)
    assert sitting(game).state == "theirs"
    at = seated(game)
    assert '"do": "through", "again": "1"' in at.source
    do_jobs()
    at.press(game, "through")
    step = sitting(game)
    thinking.think(game.pk, "somewhere else")
    thinking.think(0, "")
    assert sitting(game).record() == step.record()


def test_a_deal_with_strong_players_goes_to_its_end(worker):
    game = strong_game(rules="classic-2p", seed=1)
    step = sitting(game)
    while step.state != "over":
        if step.state == "mine":
            play_my_turn(game)
        do_jobs()
        step = sitting(game)
        if step.state == "theirs":
            step = services.go_on(game=game, stamp=step.stamp, through=True).sitting
    game.refresh_from_db()
    assert game.stood_in == []
    assert game.thought > 5
    assert not Thought.objects.exclude(game=game).exists()
    assert PlayedDeal.objects.get(game=game).record


def test_what_the_strong_style_cannot_play_is_said():
    at = AtTable()
    listed = readable(at.client.get(at.url("games")).content.decode())
    cannot = [name for name in services.GAMES if not thinking.can_think(rule_set(name))]
    assert ("The strong style does not play this yet" in listed) == bool(cannot)
    for name in cannot:
        data = {"do": "begin", "rules": name, "opponents": "strong"}
        response = at.client.post(at.url("games"), data)
        assert response.status_code == 400
        assert "The strong style does not play this yet" in readable(response.content.decode())


def ended(learner: Learner, style: str, lead: int) -> None:
    game = PlayedGame.objects.create(
        learner=learner, rule_set="classic", styles=["", style, "careful", style]
    )
    PlayedDeal.objects.create(game=game, number=0, record="", points=[lead, 0], cards="")


def test_who_does_well_meets_harder_opponents():
    learner = Learner.objects.create()
    assert opponents_for(None) == opponents_for(learner) == "beginner"
    for style, lead, follows in [
        ("beginner", 50, "beginner"),
        ("beginner", 400, "careful"),
        ("careful", 400, "strong"),
        ("strong", -50, "strong"),
        ("strong", -400, "careful"),
        ("quick", 0, "careful"),
        ("careful", -400, "beginner"),
    ]:
        ended(learner, style, lead)
        assert opponents_for(learner) == follows, style
    ended(learner, "careful", 900)
    harder = "strong" if thinking.can_think(rule_set("samba")) else "careful"
    assert opponents_for(learner, "samba") == harder
