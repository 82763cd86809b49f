"""Mini-deals at their table: begun from the list, played, decided, and played again with other cards."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest

from lessons.content.deals import MiniDeal, mini_deals
from lessons.content.reading import Stage, library
from lessons.deals.putting_up import table_of
from tests.samples import TURN, share
from tests.tutor.play.at_the_table import AtTable, readable, sitting, ticked
from tutor.learning.models import Attempt, Item, Learner
from tutor.play import services
from tutor.play.models import PlayedGame

pytestmark = pytest.mark.django_db

EVERY = list(mini_deals().values())


def begin(at: AtTable, mini: MiniDeal, seed: str = "") -> PlayedGame:
    response = at.client.post(at.url("games"), {"do": f"mini:{mini.slug}{seed}"}, follow=True)
    assert response.status_code == 200
    at.source = response.content.decode()
    return PlayedGame.objects.latest("id")


def play_along(at: AtTable, game: PlayedGame, mini: MiniDeal) -> None:
    """The turns of the model, pressed at the table; the others play in between, with htmx all of them at once."""
    on = "through" if at.htmx else "on"
    for turn in mini.model:
        while sitting(game).state == "theirs":
            at.press(game, on)
        for action in turn:
            if game.outcome or game.finished:
                return
            target = f":{action.target}" if action.verb == "add" else ""
            do = "take-onto" if action.verb == "take" and action.target else f"{action.verb}{target}"
            at.press(game, do, card=ticked(action.cards))
            if 'value="sure:' in at.source:
                at.press(game, f"sure:{do}")
            game.refresh_from_db()
    while game.finished is None and sitting(game).state == "theirs":
        at.press(game, on)
        game.refresh_from_db()


@pytest.mark.parametrize("mini", share(EVERY, 0, of=3), ids=lambda mini: mini.slug)
def test_the_point_of_each_is_reached_by_pressing_what_the_page_offers(mini):
    """Of each in every third turn, by turns with htmx and from page to page."""
    at = AtTable(htmx=bool((EVERY.index(mini) + TURN) % 2))
    game = begin(at, mini)
    assert str(mini.goal.en) in at.text
    play_along(at, game, mini)
    assert game.outcome == "reached"
    at.open(game)
    assert "Goal reached!" in at.text
    assert "Again with other cards" in at.text


def miss(at, game):
    """Draw and discard until it is too late for the point."""
    while game.finished is None:
        step = sitting(game)
        if step.state == "theirs":
            at.press(game, "through")
        elif step.deal.turn.phase == "draw":
            at.press(game, "draw")
        else:
            card = next(card for card in step.deal.hands[0] if card.is_natural and card.rank != "3")
            at.press(game, "discard", card=ticked((card,)))
        game.refresh_from_db()


@pytest.mark.parametrize(
    ("language", "lost"), [("de", "Diesmal nicht geschafft."), ("en", "Goal not reached this time.")]
)
def test_one_that_is_not_reached_says_so_and_is_dealt_again_with_other_cards(language, lost):
    at, mini = AtTable(language=language), mini_deals()["open-with-fifty"]
    game = begin(at, mini)
    miss(at, game)
    at.open(game)
    assert lost in at.text
    again = html.unescape(re.search(r'value="(mini:open-with-fifty:1)"', at.source)[1])
    at.client.post(at.url("games"), {"do": again})
    other = PlayedGame.objects.latest("id")
    assert other.seed == 1
    assert sitting(other).game.first_table == table_of(mini, 1)
    assert sitting(other).deal.hands[0] != mini.table.hands[0]


def test_nothing_more_is_done_once_the_point_is_decided():
    at, mini = AtTable(), mini_deals()["open-with-fifty"]
    game = begin(at, mini)
    play_along(at, game, mini)
    step = sitting(game)
    with pytest.raises(services.StalePageError):
        services.go_on(game=game, stamp=step.stamp)
    assert 'hx-trigger="load' not in at.open(game)


def test_what_was_reached_is_marked_in_the_list_and_nonsense_is_readable():
    at, mini = AtTable(), mini_deals()["open-with-fifty"]
    assert "reached" not in re.findall(r"<small>.*?</small>", at.client.get(at.url("games")).content.decode())
    game = begin(at, mini)
    play_along(at, game, mini)
    listed = at.client.get(at.url("games")).content.decode()
    assert listed.count('class="done"') == 1
    for bad in ("mini:nothing", "mini:open-with-fifty:x", "mini:open-with-fifty:99999999"):
        response = at.client.post(at.url("games"), {"do": bad})
        assert response.status_code == 400
        assert "This choice is not known" in response.content.decode()


@pytest.mark.parametrize(("language", "title"), [("de", "Das Eis brechen"), ("en", "Break the ice")])
def test_a_stage_offers_what_of_it_can_be_played(language, title):
    at = AtTable(language=language)
    page = at.client.get(f"/{language}/course/frozen-pile/").content.decode()
    assert title in readable(page)
    assert 'value="mini:break-the-ice"' in page
    assert 'value="mini:' not in at.client.get(f"/{language}/course/deck/").content.decode()


@pytest.mark.parametrize(
    ("language", "offered", "finished"),
    share(
        [("de", "Diese Runde spielen", "Lektion geschafft"), ("en", "Play this deal", "Stage finished")],
        0,
        of=2,
    ),
)
def test_the_stage_of_a_whole_deal_is_a_mini_deal_and_keeps_its_steps(language, offered, finished):
    at, mini = AtTable(language=language, htmx=True), mini_deals()["a-whole-deal"]
    address = f"/{language}/course/a-whole-deal/"
    page = at.client.get(address).content.decode()
    assert re.search(rf'class="primary" name="do" value="mini:a-whole-deal">\s*{offered}', page)
    assert f"{address}the-last-card/" in page
    assert at.client.get(f"{address}the-last-card/").status_code == 200
    game = begin(at, mini)
    assert finished not in readable(at.client.get(address).content.decode())
    play_along(at, game, mini)
    assert game.outcome == "reached"
    page = readable(at.client.get(address).content.decode())
    assert finished in page
    assert f"{address}the-last-card/" in at.client.get(address).content.decode()
    stages = at.client.get(f"/{language}/course/").content.decode()
    assert (
        re.search(r'class="[^"]*done[^"]*"[^>]*>\s*<a href="' + re.escape(address), stages) or "ok" in stages
    )


def test_the_last_stage_of_the_main_path_offers_a_whole_deal():
    at = AtTable()
    page = at.client.get("/en/course/a-whole-deal/").content.decode()
    assert "A whole deal with a partner and two opponents" in readable(page)
    at.client.post(at.url("games"), {"do": "begin", "length": "deal"})
    game = PlayedGame.objects.latest("id")
    assert game.is_single
    assert sitting(game).state == "mine"


@pytest.mark.parametrize("htmx", [False, True])
def test_taking_the_pile_with_nothing_selected_is_asked_for_first(htmx):
    at, mini = AtTable(htmx=htmx), mini_deals()["take-the-pile-in-samba"]
    game = begin(at, mini)
    before = sitting(game).stamp
    assert "Take the pile without a card from your hand?" in at.press(game, "take-onto")
    assert sitting(game).stamp == before
    assert 'id="do-sure"' in at.source.partition('class="buttons finish"')[2]
    assert "Take the pile without" not in at.press(game, "select")
    assert sitting(game).stamp == before
    at.press(game, "take")  # on the pile itself, which says no meld
    assert re.findall(r'value="(sure:[^"]+)"', at.source) == ["sure:take-onto"]
    at.press(game, "sure:take-onto")
    assert sitting(game).deal.actions[-1].verb == "take"


@pytest.mark.parametrize(
    ("language", "on", "back"),
    [
        ("de", "Weiter zu „So geht ein Zug“", "Zurück zu „Worum es geht“"),
        ("en", "On to “How a turn goes”", "Back to “What the game is about”"),
    ],
)
def test_who_came_from_a_stage_is_led_on_in_the_course(language, on, back):
    at, mini = AtTable(language=language), mini_deals()["finish-a-canasta"]
    stage, following = library().stage("what-it-is-about"), library().stage("how-a-turn-goes")
    address = f"/{language}/course/{stage.slug}/"
    page = at.client.get(address).content.decode()
    assert f'name="stage" value="{stage.slug}"' in page
    at.client.post(at.url("games"), {"do": f"mini:{mini.slug}", "stage": stage.slug})
    game = PlayedGame.objects.latest("id")
    at.open(game)
    assert f'class="icon leave" href="{address}"' in at.source
    play_along(at, game, mini)
    at.open(game)
    assert re.search(rf'id="do-way-on" class="button primary" href="{address}">\s*{back}', at.source)
    assert "The next mini-deal" not in at.text
    assert "Die nächste Kurzrunde" not in at.text
    finish(game.learner, stage)
    at.open(game)
    there = address.replace(stage.slug, following.slug)
    assert re.search(rf'id="do-way-on" class="button primary" href="{there}">\s*{on}', at.source)
    again = re.search(r'<form id="mini".*?</form>', at.source, re.DOTALL)[0]
    assert f'name="stage" value="{stage.slug}"' in again


def test_begun_elsewhere_a_mini_deal_leads_to_the_list():
    at, mini = AtTable(), mini_deals()["finish-a-canasta"]
    at.client.post(at.url("games"), {"do": f"mini:{mini.slug}", "stage": "no-such-stage"})
    game = PlayedGame.objects.latest("id")
    assert game.stage == ""
    at.open(game)
    assert f'class="icon leave" href="{at.url("games")}"' in at.source
    play_along(at, game, mini)
    at.open(game)
    assert "The next mini-deal" in at.text
    assert "do-way-on" not in at.source


def finish(learner: Learner, stage: Stage) -> None:
    """Every step of the stage was answered rightly."""
    for step in stage.steps:
        item, _ = Item.objects.get_or_create(
            slug=step.slug,
            defaults={"kind": step.kind, "content_hash": "x", "rule_set": "classic", "themes": []},
        )
        Attempt.objects.create(
            learner=learner, item=item, answer={}, rule_set_version=1, try_number=1, token=uuid4(),
            outcome=Attempt.Outcome.RIGHT,
        )  # fmt: skip
