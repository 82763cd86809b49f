"""Games by the rules of one's own table: offered, begun, judged by what the table plays otherwise, and kept so."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest
from django.test import Client

from engine.law.cards import Card
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.notation.position_line import format_rules, parse_rules
from engine.play.game import Game
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.record import parse_game
from engine.play.view import Memory, view_of_deal
from lessons.coaching.calibrated import chance_of_taking
from lessons.coaching.moments import Moment
from tests.mixtures import play_one
from tests.tutor.play.at_the_table import AtTable, play_my_turn, play_on, readable, seated, sitting, ticked
from tests.tutor.tables.test_pages import kept
from tutor.learning.models import Learner
from tutor.play import exporting, services
from tutor.play.house_rules import offers, ours_of, why_not
from tutor.play.meeting import step_to_learn
from tutor.play.models import PlayedGame
from tutor.reviewing.making import can_be_reviewed
from tutor.tables.models import Table

pytestmark = pytest.mark.django_db

MAJORITY = {"naturals_must_outnumber": "yes"}
HOUSE = "classic{naturals_must_outnumber=true,canastas_to_go_out=2}"


def at_our_table(language: str = "en") -> tuple[AtTable, Table]:
    """Somebody whose device has chosen a table of its own."""
    at = AtTable(client=Client(), language=language)
    return at, kept(at.client, language, **MAJORITY)


def table_with(rules: str) -> Table:
    return Table(name="Friday", rules=rules)


def begun_at(rules: str, *, seed: int = 1, opponents: str = "careful", players: int = 4) -> PlayedGame:
    game = services.begin_at(
        learner=Learner.objects.create(), table=table_with(rules), chosen=f"table-{players}",
        partner="careful", opponents=opponents, rng=Random(seed), single=True,
    )  # fmt: skip
    services.set_pace(game=game, pace="once")
    return game


def two_and_two(rules: RuleSet) -> tuple[int, tuple[Card, ...]]:
    """A seed by which the learner is dealt two aces and two wild cards at least, and these four."""
    for seed in count():
        hand = Game.begin(rules).shuffle(Random(seed)).deal.hands[0]  # type: ignore[union-attr]
        aces, wild = [card for card in hand if card.rank == "A"], [card for card in hand if card.is_wild]
        if len(aces) == 2 and len(wild) >= 2:
            return seed, (*aces, *wild[:2])
    raise AssertionError


@pytest.mark.parametrize(
    ("language", "title", "note"),
    [
        ("de", "„Freitags“: Klassisch mit Hausregeln", "vier Spieler, bis 5.000"),
        ("en", "“Freitags”: Classic with house rules", "four players, to 5,000"),
    ],
)
def test_the_own_table_is_offered_first_and_begun(language, title, note):
    at, table = at_our_table(language)
    page = at.client.get(at.url("games")).content.decode()
    offered = page.partition("<fieldset")[2].partition("</fieldset>")[0]
    assert f"{title} {note}" in readable(offered)
    assert offered.index("table-4") < offered.index("checked") < offered.index('value="classic"')
    game = at.begin(rules="table-4", opponents="careful")
    assert (game.rule_set, game.house_rules, game.table_name) == ("classic", table.rules, "Freitags")
    assert sitting(game).game.rules == parse_rules(table.rules)
    assert title in at.text
    assert f"{title} – " in readable(at.client.get(at.url("games")).content.decode())
    there = readable(at.client.get(f"/{language}/table/{table.public_id}/").content.decode())
    assert {"de": "Nach diesen Regeln spielen", "en": "Play by these rules"}[language] in there


def test_without_a_table_none_is_offered_and_none_begun():
    at = AtTable()
    assert "table-" not in at.client.get(at.url("games")).content.decode()
    response = at.client.post(at.url("games"), {"do": "begin", "rules": "table-4"})
    assert response.status_code == 400
    assert "This choice is not known" in readable(response.content.decode())
    assert not PlayedGame.objects.exists()


@pytest.mark.parametrize(
    ("rules", "offered", "said"),
    [
        ("samba", ["table-4"], ""),
        ("classic-2p{canastas_to_go_out=1}", ["table-2"], ""),
        ("global-trade", ["table-4", "table-2"], ""),
        ('classic{hand_size={"3":13}}', [], "they are for neither two nor four players"),
    ],
)
def test_it_is_offered_where_there_is_a_table_to_sit_down_at(rules, offered, said):
    table = table_with(rules)
    assert [offer.name for offer in offers(table)] == offered
    assert said in why_not(table)
    assert bool(said) != bool(offered)


def test_rules_that_the_players_do_not_know_are_said_and_not_offered():
    at = AtTable()
    kept(at.client, "en", sperr_canasta="yes")
    page = at.client.get(at.url("games"))
    assert "Nobody here can play by the rules of “Freitags”" in readable(page.content.decode())
    assert 'value="table-' not in page.content.decode()
    response = at.client.post(at.url("games"), {"do": "begin", "rules": "table-4"})
    assert response.status_code == 400


@pytest.mark.parametrize("language", ["de", "en"])
def test_an_action_is_judged_by_the_changed_rule_and_the_verdict_cites_it(language):
    seed, cards = two_and_two(rule_set("classic"))
    usual = services.begin(
        learner=Learner.objects.create(), rules="classic", partner="careful", opponents="careful", rng=Random(seed)
    )  # fmt: skip
    game = begun_at(HOUSE, seed=seed)
    told = {
        "de": (
            "Das ist nicht erlaubt",
            "Eine Hausregel dieser Partie",
            "hier: Ja, immer mehr",
            "Klassisch: Nein",
        ),
        "en": ("That is not allowed", "A house rule of this game", "here: Yes, always more", "Classic: No"),
    }[language]
    for played, is_house in ((usual, False), (game, True)):
        at = seated(played, language=language)
        at.press(played, "draw")
        asked = at.press(played, "may", card=ticked(cards))
        laid = at.press(played, "meld", card=ticked(cards))
        assert all((words in laid) == is_house for words in told), laid
        assert (told[1] in asked) == is_house
        assert ("“Friday”" in asked or "„Friday“" in asked) == is_house


def test_another_verdict_names_the_rules_of_the_table_too():
    game = begun_at(HOUSE, seed=3)
    at = seated(game)
    at.press(game, "draw")
    black = next(card for card in sitting(game).deal.hands[0] if card.is_natural)
    laid = at.press(game, "meld", card=ticked((black,)))
    assert "That is not allowed" in laid
    assert "By the rules of this game – “Friday”: Classic with house rules." in laid
    assert ours_of("meld.min-size", parse_rules(HOUSE)) == ""


def test_a_deal_is_played_to_its_end_scored_and_passed_on_by_these_rules():
    game = begun_at(HOUSE, seed=2)
    play_on(game)
    deal = game.deals.get()
    again = parse_game(deal.record)
    assert again.rules == parse_rules(HOUSE)
    assert deal.points == [sheet.total for sheet in again.finished[0].score.sheets]
    at = seated(game)
    assert "cannot be analysed in points" in at.text
    assert not can_be_reviewed(game)
    for name in ("deal", "sheet"):
        page = at.client.get(at.url(name, game.key, 1))
        assert page.status_code == 200
    assert "Deal 1, “Friday”: Classic with house rules" in readable(
        at.client.get(at.url("deal", game.key, 1)).content.decode()
    )
    other = services.begin_same(learner=Learner.objects.create(), deal=deal)
    assert (other.house_rules, other.table_name) == (HOUSE, "")
    (exported,) = exporting.export_of(other.learner)
    assert exported["house_rules"] == HOUSE


def test_the_game_keeps_its_rules_when_the_table_changes_them():
    at, table = at_our_table()
    game = at.begin(rules="table-4", opponents="careful")
    assert "has changed its rules since" not in at.open(game)
    before = table.rules
    Table.objects.filter(pk=table.pk).update(rules=format_rules(rule_set("samba")))
    said = "“Freitags” has changed its rules since. This game keeps those with which it began."
    assert said in at.open(game)
    assert said in readable(at.client.get(at.url("games")).content.decode())
    at.press(game, "draw")
    play_my_turn(game)
    assert format_rules(sitting(game).game.rules) == before
    Table.objects.all().delete()
    assert "Classic with house rules" in at.open(game)


def test_the_course_and_measured_chances_are_silent_where_the_table_plays_otherwise():
    house = parse_rules(HOUSE)
    assert step_to_learn(None, "out.canastas-needed", rule_set("classic")) is not None
    assert step_to_learn(None, "out.canastas-needed", house) is None
    assert step_to_learn(None, "pickup.natural-pair", house) is not None
    for rules, is_told in ((rule_set("classic"), True), (house, False)):
        deal = Game.begin(rules).shuffle(Random(5)).deal
        assert deal is not None
        deal = deal.play("draw")
        moment = Moment(view_of_deal(deal, Memory.of_table(4)), deal.legal_moves(), None)
        assert (chance_of_taking(moment.fear, 5, 0.1) is not None) == is_told


@pytest.mark.parametrize(
    "rules",
    [
        "classic{pickup_before_initial=never}",
        "samba{canastas_to_go_out=1}",
        "classic-2p{max_wilds=2}",
        "global-trade",
    ],
)
def test_the_strong_style_plays_by_house_rules(rules):
    players = parse_rules(rules).default_players
    game = begun_at(rules, opponents="strong", players=players)
    play_my_turn(game)
    step = services.go_on(game=game, stamp=sitting(game).stamp, through=True)
    assert step.sitting.state == "mine"
    view = view_of_deal(step.sitting.deal, step.sitting.watched.memory)
    assert RulePlayer(CAREFUL).choose(view, step.sitting.deal.legal_moves()).move


@pytest.mark.parametrize(
    "rules",
    [
        "classic{wild_discard_effect=block_next,pickup_before_initial=never}",
        'classic{initial_steps=[{"from":null,"minimum":0},{"from":1000,"minimum":150}],max_wilds=1}',
        "samba{several_melds_per_rank=true,canastas_to_go_out=3}",
        'classic{wild_only_melds=any,bonus_wild={"jokers":1000,"twos":1000,"mixed":1000}}',
        "classic-2p{permission=none,packs=3}",
    ],
)
def test_all_players_keep_the_law_of_the_house(rules):
    """Every style and the strong one; a move that is not legal or a sheet that does not add up stops the deal."""
    reasons: Counter[str] = Counter()
    for number in range(2):
        assert play_one(parse_rules(rules), f"house {number}", reasons).over
    assert reasons
