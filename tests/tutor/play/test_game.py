"""Playing a game at its table: drawing, laying, what is refused, the others, the end, and what is kept."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from engine.play.record import parse_game, watch_game
from lessons.words import naming
from tests.samples import sample, share
from tests.tutor.play.at_the_table import (
    AtTable,
    begun,
    play_my_turn,
    play_on,
    readable,
    seated,
    sitting,
    ticked,
)
from tutor.learning.models import Learner
from tutor.play import exporting, services
from tutor.play.models import PlayedDeal, PlayedGame, RefusedAction

pytestmark = pytest.mark.django_db

EACH = [(language, htmx) for language in ("de", "en") for htmx in (False, True)]


@pytest.mark.parametrize(("language", "htmx"), EACH)
def test_a_turn_is_drawn_and_discarded_and_the_others_play(language, htmx):
    game = begun(seed=3)
    at = seated(game, language=language, htmx=htmx)
    words = {
        "de": ("Du bist dran: Zieh", "dann wirf ab", "überlegt"),
        "en": ("Your turn: draw", "then discard", "thinking"),
    }
    assert words[language][0] in at.text
    assert words[language][1] in at.press(game, "draw")
    step = sitting(game)
    hand = sitting(game).deal.turn.hand
    assert sum(hand) == 12
    card = next(c for c in step.deal.hands[0] if c.is_natural)
    assert words[language][2] in at.press(game, "discard", card=ticked((card,)))
    said = at.press(game, "on")
    assert {"de": "Links", "en": "Left"}[language] in said
    assert {"de": "zieht eine Karte", "en": "draws a card"}[language] in said or "takes" in said
    at.press(game, "through")
    assert words[language][0] in at.text
    assert len(sitting(game).deal.played) == 4


def test_what_is_hidden_stands_nowhere_on_the_page():
    game = begun(seed=5)
    at = seated(game)
    for _ in range(3):
        play_my_turn(game)
        at.open(game)
        deal = sitting(game).deal
        shown = set(re.findall(r'name="card" value="([^"#]+)#', at.source))
        assert shown <= {str(card) for card in deal.hands[0]}
        assert "deal " + " ".join(map(str, deal.stock[:3])) not in at.source
        at.press(game, "on")
        last = sitting(game).watched.history
        drawn = [done.action.cards for done in last if done.action.verb == "draw" and done.seat == 1][-1:]
        for cards in drawn:
            if not any(card.is_red_three for card in cards):
                assert "draws a card" in at.text
        at.press(game, "through")


def test_what_is_not_allowed_is_explained_kept_and_changes_nothing():
    game = begun(seed=3)
    at = seated(game)
    at.press(game, "draw")
    before = sitting(game)
    ranks = {card.rank: card for card in before.deal.hands[0] if card.is_natural}
    two = tuple(ranks.values())[:2]
    text = at.press(game, "meld", card=ticked(two))
    assert "That is not allowed. Everything is as it was." in text
    assert f"Rule {naming.rule_number('meld.min-size')} · " in text
    assert sitting(game).stamp == before.stamp
    kept = RefusedAction.objects.get()
    assert kept.action.startswith("meld ")
    assert "meld.same-rank" in kept.rules
    assert kept.place == 1


def test_a_form_that_comes_twice_acts_once_and_an_old_page_is_told():
    game = begun(seed=3)
    at = seated(game)
    old = at.source
    at.press(game, "draw")
    at.source = old
    assert "The game has gone on since this page was shown" in at.press(game, "draw")
    assert len(sitting(game).deal.actions) == 1


def test_cards_laid_are_taken_back_but_not_the_draw():
    for seed in range(60):
        game = begun(seed=seed)
        step = services.act(
            game=game, stamp=sitting(game).stamp, action=sitting(game).deal.legal_actions()[0]
        ).sitting
        melds = [a for a in step.deal.legal_actions() if a.verb == "meld"] if step.state == "mine" else []
        if melds:
            break
    at = seated(game)
    before = sitting(game)
    at.press(game, "meld", card=ticked(melds[0].cards))
    assert sitting(game).deal.actions[-1].verb == "meld"
    undo = re.findall(r'value="(undo:\d+)"', at.source)
    assert undo == [f"undo:{len(before.deal.actions)}"]
    at.press(game, undo[0])
    assert sitting(game).deal.turn.hand == before.deal.turn.hand
    assert sitting(game).deal.actions == before.deal.actions
    assert "That cannot be undone." in at.press(game, "undo:0", status=200 if at.htmx else 422)


def test_the_pace_at_once_leads_to_the_next_own_turn():
    game = begun(seed=3, pace="once")
    at = seated(game)
    at.press(game, "draw")
    card = next(c for c in sitting(game).deal.hands[0] if c.is_natural)
    assert "Your turn: draw" in at.press(game, "discard", card=ticked((card,)))


def test_slower_and_quicker_change_only_the_pace():
    game = begun(seed=3)
    at = seated(game)
    play_my_turn(game)
    at.open(game)
    before = sitting(game).stamp
    assert "delay:1400ms" in at.source
    at.press(game, "pace:quick")
    assert "delay:500ms" in at.source
    assert sitting(game).stamp == before


def test_what_can_be_done_is_listed_in_words():
    game = begun(seed=3)
    at = seated(game)
    at.press(game, "draw")
    text = at.press(game, "can")
    assert "You can do this:" in text
    discards = text[text.index("You can do this:") :].partition("Discard ")[2]
    held = [card for card in sitting(game).deal.hands[0] if card.is_natural]
    assert all(naming.rank_count(naming.word_key(card), 1) in discards for card in held)


def asked_game() -> PlayedGame:
    for seed in (2, 10, 15, 20):
        game = begun(seed=seed, pace="once", partner="slow")
        step = sitting(game)
        while step.state != "over":
            if step.state == "asked":
                return game
            play_my_turn(game)
            step = sitting(game)
    raise AssertionError("no partner has asked")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", r"(Ja, mach aus|Nein, spiel weiter)\. „(Ja|Nein)"),
        ("en", r"(Yes, go out|No, play on)\. “(Yes|No)"),
    ],
)
def test_the_coach_is_asked_what_to_say_to_the_partner(language, said):
    game = asked_game()
    at = seated(game, language=language)
    assert 'id="do-would"' in at.source
    stamp = sitting(game).stamp
    found = re.search(said, at.press(game, "would"))
    assert found
    assert found[1].startswith(found[2])
    assert sitting(game).stamp == stamp


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_partner_asks_and_keeps_to_the_answer(answer):
    game = asked_game()
    at = seated(game)
    assert "Your partner asks: may I go out?" in at.text
    before = sitting(game)
    at.press(game, f"answer:{answer}")
    if answer == "yes":
        over = PlayedDeal.objects.get(game=game)
        assert parse_game(over.record).finished[0].deal.out_seat == (before.me + 2) % 4
        assert "Your partner went out" in at.text
    else:
        step = sitting(game)
        history = (
            step.watched.history
            if step.state != "over"
            else list(watch_game(PlayedDeal.objects.get(game=game).record))[-1].history
        )
        asked = next(place for place, done in enumerate(history) if done.action.verb == "ask")
        assert history[asked].answer == "no"
        same_turn = [done for done in history if done.turn == history[asked].turn]
        assert all(done.out == "no" for done in same_turn)


@pytest.mark.parametrize("rules", share(services.GAMES, 0, of=len(services.GAMES)))
def test_a_whole_game_is_played_to_its_target_and_can_be_played_again(rules):
    game = begun(rules, seed=2, pace="once")
    at = seated(game)
    number = 0
    while game.finished is None:
        step = play_on(game)
        number += 1
        assert "The score sheet" in at.open(game)
        last = PlayedDeal.objects.filter(game=game).last()
        assert last.number == number - 1
        again = parse_game(last.record)
        assert again.scores == step.game.scores
        assert last.points == [sheet.total for sheet in again.finished[0].score.sheets]
        if game.finished is None:
            services.deal_next(game=game, stamp=step.stamp, rng=Random(number))
    assert step.game.over
    assert max(step.game.scores) >= step.game.rules.target
    assert "won the game" in at.text
    assert "Deal the next one" not in at.text


def test_the_next_deal_is_dealt_by_the_next_player():
    game = begun(seed=2, pace="once")
    step = play_on(game)
    at = seated(game)
    assert "The score sheet" in at.text
    at.press(game, "deal")
    after = sitting(game)
    assert after.me == 3
    assert after.game.scores == step.game.scores
    assert "deal 2" in at.text


@pytest.mark.parametrize("rules", share(services.GAMES, 1, of=len(services.GAMES)))
def test_whatever_is_pressed_is_answered_readably(rules):
    """Any button with any cards at any moment: an action, a reason or a readable problem."""
    rng, pressed = Random(rules), []
    buttons = [
        "draw", "take", "take-onto", "meld", "add:K", "discard", "ask", "end", "expose", "on", "through", "undo:0",
        "undo:x", "can", "select", "", "answer:yes", "deal", "pace:x", "merge:K:K", "language:xx", "fly",
    ]  # fmt: skip
    game = begun(rules, seed=4, partner="slow")
    at = seated(game, htmx=True)
    for number in range(sample(60, 120)):
        if 'name="stamp"' not in at.source:  # the browser was sent to another page
            at.open(game)
        cards = re.findall(r'name="card"\s+value="([^"]+)"', at.source)
        do = buttons[number % len(buttons)]
        chosen = rng.sample(cards, min(len(cards), rng.choice([0, 1, 2, 3]))) + ["zz"] * (rng.random() < 0.1)
        stamp = at.stamp() if rng.random() < 0.9 else "9.9.9"
        data = {"do": do, "stamp": stamp, "card": chosen, "typed": rng.choice(["", "", "KKK", "3"])}
        response = at.client.post(at.url("game", game.key), data, headers={"HX-Request": "true"})
        assert response.status_code in (200, 422), (do, chosen)
        at.source = response.content.decode()
        pressed.append(at.text)
        assert do.startswith("language") or re.search(r"Your turn|thinking|asks|went out", at.text)
    assert any("That is not allowed" in text for text in pressed)
    assert any("this button is not known" in text for text in pressed)


def test_strangers_find_nothing_and_nonsense_is_readable():
    game = begun(seed=3)
    stranger = AtTable(client=Client())
    stranger.begin()
    for name in ("game", "record"):
        response = stranger.client.get(stranger.url(name, game.key))
        assert response.status_code == 404
        assert "There is no such page" in readable(response.content.decode())
    at = seated(game)
    assert "this button is not known" in at.press(game, "fly", status=422)
    assert "Select the cards first" in at.press(game, "meld", status=422)
    response = at.client.post(at.url("games"), {"rules": "poker"})
    assert response.status_code == 400
    assert "This choice is not known" in response.content.decode()


def test_the_record_of_a_running_deal_tells_only_what_was_seen():
    game = begun(seed=3, pace="once")
    at = seated(game)
    play_my_turn(game)
    text = at.client.get(at.url("record", game.key)).content.decode()
    deal = sitting(game).deal
    assert "draw ?" in text
    assert not any(line.startswith("deal ") for line in text.splitlines())
    assert " ".join(map(str, deal.stock[:4])) not in text
    play_on(game)
    text = at.client.get(at.url("record", game.key)).content.decode()
    assert "\ndeal " in text


def test_games_are_listed_gone_on_with_and_deleted():
    game = begun(seed=3)
    at = seated(game)
    home = at.client.get("/en/").content.decode()
    assert f"/en/play/{game.key}/" in home
    listed = at.client.get(at.url("games")).content.decode()
    assert "Not finished yet" in listed
    at.client.post(at.url("games"), {"do": f"delete:{game.key}"})
    assert not PlayedGame.objects.filter(pk=game.pk).exists()


def test_the_deal_so_far_is_told_turn_by_turn():
    game = begun(seed=3, pace="once")
    at = seated(game)
    play_my_turn(game)
    at.open(game)
    assert f"/en/play/{game.key}/log/" in at.source
    told = readable(at.client.get(at.url("log", game.key)).content.decode())
    assert "You draw the nine of hearts" in told
    for who in ("Left", "Your partner", "Right"):
        assert re.search(rf"{who} (draws|takes|puts)[^.]* discards the \w+ of \w+", told)


@pytest.mark.parametrize("record", ["rules classic@99\nplayers 4 pairs", "nonsense", ""])
def test_a_game_that_cannot_be_read_any_more_says_so_and_can_be_deleted(record):
    game = begun(seed=3)
    at = seated(game)
    PlayedGame.objects.filter(pk=game.pk).update(record=record)
    response = at.client.get(at.url("game", game.key))
    assert response.status_code == 410
    assert "its rules have changed since" in readable(response.content.decode())
    assert "its rules have changed since" in readable(at.client.get(at.url("games")).content.decode())
    assert at.client.get("/en/").status_code == 200
    assert exporting.export_of(PlayedGame.objects.get(pk=game.pk).learner)[0]["record"] == ""
    at.client.post(at.url("games"), {"do": f"delete:{game.key}"})
    assert not PlayedGame.objects.filter(pk=game.pk).exists()


def test_the_oldest_games_go_where_there_are_too_many(monkeypatch):
    monkeypatch.setattr(services, "MOST_GAMES", 3)
    at = AtTable()
    games = [at.begin(length="deal") for _ in range(4)]
    left = set(PlayedGame.objects.values_list("pk", flat=True))
    assert left == {game.pk for game in games[1:]}


def test_games_go_along_when_two_learners_are_one():
    keep, other = Learner.objects.create(), Learner.objects.create()
    game = services.begin(learner=other, rules="classic", partner="careful", opponents="quick", rng=Random(1))
    services.merge(keep, other)
    game.refresh_from_db()
    assert game.learner == keep
    exported = exporting.export_of(keep)[0]
    assert exported["styles"] == ["", "quick", "careful", "quick"]
    assert "deal " not in exported["record"].splitlines()


def test_what_the_others_did_since_stands_there_in_whole_sentences():
    game = begun(seed=3)
    at = seated(game)
    for _ in range(2):
        play_my_turn(game)
        at.open(game)
        assert 'class="since' not in at.source
        at.press(game, "through")
        [since] = re.findall(r'<ul class="since mine".*?</ul>', at.source, re.DOTALL)
        told = [readable(line) for line in re.findall(r"<li>.*?</li>", since, re.DOTALL)]
        assert [line.partition(" ")[0] for line in told] == ["Left", "Your", "Right"]
        assert all(" discards " in line for line in told)
    at.press(game, "draw")
    assert at.source.count(told[0]) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_cards_lie_by_suits_where_one_wants_them_so(language):
    game = begun("samba", seed=3)
    at = seated(game, language=language)
    held = sitting(game).deal.hands[0]
    chosen = next(card for card in held if card.is_natural)

    def lying() -> list[str]:
        return [value.partition("#")[0] for value in re.findall(r'name="card" value="([^"]+)"', at.source)]

    by_rank = lying()
    words = {"de": ("nach Rang", "nach Farbe", "Herz"), "en": ("by rank", "by suit", "Hearts")}[language]
    assert words[0] in at.text
    assert words[1] in at.text
    at.press(game, "sort:suit", card=ticked((chosen,)))
    assert sorted(lying()) == sorted(by_rank)
    plain = [card for card in lying() if card[0] != "3" and card[0] != "2" and card != "JK"]
    assert plain == sorted(plain, key=lambda card: "cdsh".index(card[-1]))
    assert f'value="{chosen}#0" data-word="{chosen.rank}" checked' in at.source
    assert f"<span>{words[2]}</span>" in " ".join(at.source.split()).replace("> ", ">").replace(" <", "<")
    again = services.begin(
        learner=game.learner, rules="samba", partner="careful", opponents="careful", rng=Random(1)
    )
    assert again.by_suit
    assert exporting.export_of(game.learner)[0]["by_suit"] is True
    at.press(game, "sort:rank")
    assert lying() == by_rank


def test_another_language_and_another_device_show_the_same_game():
    game = begun(seed=3)
    at = seated(game)
    at.press(game, "draw")
    before = sitting(game).record()
    german = at.press(game, "language:de")
    assert "Du bist dran: Melde, wenn du willst" in german
    other = AtTable(client=Client(), language="de")
    other.client.cookies = (
        at.client.cookies
    )  # somebody who has signed in on another device is the same learner
    assert "Du bist dran: Melde, wenn du willst" in other.open(game)
    card = next(c for c in sitting(game).deal.hands[0] if c.is_natural)
    other.press(game, "discard", card=ticked((card,)))
    assert sitting(game).record() != before
    assert "The game has gone on since this page was shown" in at.press(game, "discard", card=ticked((card,)))
    assert len(sitting(game).deal.played) == 1


def test_buttons_for_the_pace_stay_where_it_goes_no_further():
    """Whoever presses one keeps the focus on it."""
    game = begun(seed=3)
    at = seated(game, htmx=True)
    at.press(game, "draw")
    card = next(c for c in sitting(game).deal.hands[0] if c.is_natural)
    at.press(game, "discard", card=ticked((card,)))
    for pace, stays in (("slow", "slower"), ("slow", "slower"), ("normal", "")):
        at.press(game, f"pace:{pace}")
        game.refresh_from_db()
        assert game.pace == pace
        buttons = dict(re.findall(r'<button\s+id="do-(slower|quicker)"([^>]*)>', at.source))
        assert set(buttons) == {"slower", "quicker"}
        assert {name for name, said in buttons.items() if 'aria-disabled="true"' in said} == {stays} - {""}
        if stays:
            assert f'value="pace:{pace}"' in buttons[stays]
