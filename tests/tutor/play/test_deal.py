"""A deal that is over: its sheet, filled in by oneself, played again turn by turn, and its cards for somebody else."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.translation import override

from engine.notation.text import parse_actions, parse_cards
from engine.play.record import parse_game
from lessons.content.deals import mini_deals
from lessons.kinds.sheet import deal_of, right_sheet
from lessons.words import naming
from tests.tutor.play.at_the_table import AtTable, play_on, played_deal, readable, seated, sitting
from tutor.learning.models import Learner
from tutor.play import comparing, ending, services
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.play.sitting import ME

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> PlayedDeal:
    return played_deal()


@pytest.fixture
def out_with_black_threes() -> PlayedDeal:
    """A deal in which the learner went out with them: nothing but its end has them on the table."""
    table = mini_deals()["go-out"].table
    table = replace(table, hands=(parse_cards("3c 3s 3s 7c 7d 7s"), *table.hands[1:]))
    styles = ["", "careful", "careful", "careful"]
    game = services.begin_from(learner=Learner.objects.create(), table=table, styles=styles)
    for action in parse_actions(["draw", "meld 7c 7d 7s", "meld 3c 3s 3s", "discard Th"]):
        services.act(game=game, stamp=sitting(game).stamp, action=action)
    return PlayedDeal.objects.get(game=game)


@pytest.mark.parametrize(
    ("language", "ended", "threes"),
    [("de", "Du hast ausgemacht.", "drei schwarze Dreien"), ("en", "You went out.", "three black threes")],
)
def test_black_threes_laid_when_going_out_are_shown(out_with_black_threes, language, ended, threes):
    deal = out_with_black_threes
    at = seated(deal.game, language=language)
    assert ended in at.text
    assert threes in at.text
    last = readable(at.client.get(url(at, "deal", deal) + "?turn=1").content.decode())
    assert threes in last
    fill = readable(at.client.get(url(at, "sheet", deal)).content.decode())
    assert {"de": "Schwarze Dreien", "en": "Black threes"}[language] in fill


def url(at: AtTable, name: str, deal: PlayedDeal) -> str:
    return at.url(name, deal.game.key, deal.number + 1)


def test_the_sheet_shows_what_the_engine_counts(over):
    at = seated(over.game)
    sheets = parse_game(over.record).finished[0].score.sheets
    page = readable(at.client.get(url(at, "deal", over)).content.decode())
    assert [sheet.total for sheet in sheets] == over.points
    for sheet in sheets:
        assert f"{sheet.total:,}".replace("-", "−") in page or f"{sheet.total:,}" in page


@pytest.mark.parametrize(
    ("language", "ended", "went", "nobody"),
    [
        ("de", "Du hast ausgemacht.", "ausgemacht", "niemand hat ausgemacht"),
        ("en", "You went out.", "this side went out", "nobody went out"),
    ],
)
def test_the_sheet_to_fill_in_says_at_the_side_that_went_out_that_it_did(
    out_with_black_threes, language, ended, went, nobody
):
    deal = out_with_black_threes
    at = seated(deal.game, language=language)
    page = readable(at.client.get(url(at, "sheet", deal)).content.decode())
    assert ended in page
    assert nobody not in page
    names = {"de": ("Eure Partnerschaft", "Gegner"), "en": ("Your side", "Opponents")}[language]
    assert went in page.partition(names[0])[2].partition(names[1])[0]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_sheet_filled_in_is_graded_row_by_row(over, language):
    at = seated(over.game, language=language)
    game = parse_game(over.record)
    own, other = ending.sides_of(game.finished[0])
    rows = right_sheet(deal_of(own, other, rule_set="classic").task, game.rules)
    fields = {f"row-{key}": str(value) for key, value in rows.items()}
    page = readable(at.client.post(url(at, "sheet", over), fields).content.decode())
    assert {"de": "Jede Zeile stimmt.", "en": "Every row is right."}[language] in page
    assert rows["total"] == over.points[0]
    fields["row-melded-cards"] = str(rows["melded-cards"] + 5)
    page = readable(at.client.post(url(at, "sheet", over), fields).content.decode())
    assert {"de": "Einige Zeilen stimmen noch nicht", "en": "Some rows are not right yet"}[language] in page
    page = readable(at.client.post(url(at, "sheet", over), {"row-total": "many"}).content.decode())
    assert "many" in page


def test_a_deal_is_played_again_turn_by_turn_with_all_hands_open(over):
    at = seated(over.game)
    first = readable(at.client.get(url(at, "deal", over)).content.decode())
    turns = len(parse_game(over.record).finished[0].deal.played)
    assert f"Turn 0 of {turns}. The cards are dealt." in first
    last = readable(at.client.get(url(at, "deal", over) + f"?turn={turns}").content.decode())
    assert f"Turn {turns} of {turns}." in last
    assert "One turn forward" not in last
    assert "Turn 0" in readable(at.client.get(url(at, "deal", over) + "?turn=-3").content.decode())


def test_stepping_through_a_deal_swaps_only_its_turns(over):
    at = seated(over.game)
    page = at.client.get(url(at, "deal", over)).content.decode()
    assert 'href="?turn=1#replay"' in page
    assert 'hx-get="?turn=1"' in page
    part = at.client.get(url(at, "deal", over) + "?turn=1", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Turn 1 of" in readable(part)
    assert 'hx-swap-oob="innerHTML:#live"' in part
    assert "The score sheet" not in part


def test_the_same_cards_are_played_by_somebody_else_and_compared(over):
    at = seated(over.game)
    other = AtTable(client=Client())
    shared = other.url("same", over.key)
    assert other.client.get(shared).status_code == 404
    page = at.client.post(url(at, "deal", over), {"do": "share"}, follow=True).content.decode()
    link = html.unescape(re.search(r'<p class="postext"><a href="([^"]+)"', page)[1])
    assert link.endswith(shared)
    assert "Sit down" in other.client.get(shared).content.decode()
    other.client.post(shared)
    mine = PlayedGame.objects.latest("id")
    dealt, before = sitting(mine).game, parse_game(over.record)
    assert dealt.deck == before.finished[0].deck
    assert mine.is_single
    play_on(mine)
    again = PlayedDeal.objects.get(game=mine)
    assert again.cards == over.cards
    table = other.client.get(other.url("game", mine.key)).content.decode()
    assert f'href="{url(other, "deal", again)}#compared"' in table
    page = readable(other.client.get(url(other, "deal", again)).content.decode())
    assert "How others did with these cards" in page
    assert "Somebody else" in page
    assert page.index("How others did") < page.index("Turn by turn")
    services.delete(game=over.game)
    assert "#compared" not in other.client.get(other.url("game", mine.key)).content.decode()
    page = readable(other.client.get(url(other, "deal", again)).content.decode())
    assert "How others did with these cards" not in page


def test_of_many_results_ones_own_is_among_them(over, monkeypatch):
    monkeypatch.setattr(comparing, "MOST_COMPARED", 3)
    for lead in (300, 200, 100, -100):
        game = PlayedGame.objects.create(learner=Learner.objects.create(), rule_set="classic", styles=[])
        PlayedDeal.objects.create(game=game, number=0, points=[lead, 0], cards=over.cards)
    told = comparing.results_with_same_cards(over)
    assert [one.own for one in told if not one.mine] == [100, -100]
    assert [one.own for one in told if one.mine] == [over.points[0]]
    leads = [one.own - one.others for one in told]
    assert leads == sorted(leads, reverse=True)


def test_a_deal_of_somebody_else_is_not_there(over):
    stranger = AtTable(client=Client())
    stranger.begin()
    for name in ("deal", "sheet"):
        response = stranger.client.get(url(stranger, name, over))
        assert response.status_code == 404
        assert "There is no such page" in readable(response.content.decode())


@pytest.mark.parametrize(
    ("language", "heading", "beside"),
    [
        ("de", "Punkte in dieser Runde:", "{} Punkte in dieser Runde"),
        ("en", "Points in this deal:", "{} points in this deal"),
    ],
)
def test_end_of_a_deal_says_what_each_side_made_in_it(over, language, heading, beside):
    with override(language):
        sheets = parse_game(over.record).finished[0].score.sheets
        mine = parse_game(over.record).seating.side_of(ME)
        made = [naming.number(sheet.total) for sheet in sheets]
    at = seated(over.game, language=language)
    said = re.search(r'<p class="result">(.*?)</p>', at.source)
    assert said
    assert said[1].startswith(heading)
    order = [mine, *(side for side in range(len(made)) if side != mine)]
    assert re.findall(r"[\u2212]?\d[\d.,]*", html.unescape(said[1])) == [made[side] for side in order]
    for points in made:
        assert beside.format(points) in at.text
    assert re.search(r'<details class="sheets" open>', at.source)
