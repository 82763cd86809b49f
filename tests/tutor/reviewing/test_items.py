"""Positions of one's own deals in the notebook: made of findings, proved by the second judge, and answered."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.translation import override

from engine.law.variants import rule_set
from engine.notation.position_line import format_rules
from engine.play.game import Game
from engine.play.players.strong import player_named
from engine.play.players.table import play_deal
from engine.play.record import format_game, watch_game
from lessons.content import bank
from lessons.content.bank import item_of
from lessons.fresh.sisters import base_item
from lessons.kinds.asking.solving import solution
from lessons.mining.deals import moment_of
from lessons.mining.mine import first_of, scene_of
from lessons.mining.proving import faults_of
from tests.second_judge import ORACLE
from tests.tutor.play.at_the_table import played_deal, readable, seated
from tutor.learning.models import Attempt
from tutor.play.models import PlayedGame
from tutor.puzzles.notebook import notebook_of
from tutor.reviewing import items, making
from tutor.reviewing.differing import EVERY
from tutor.reviewing.models import DealFinding, DealItem, DealReview

NAMES = {
    "de": "eine Stellung aus einer Runde, die du gespielt hast",
    "en": "a table from a deal that you played",
}


def record_of(seed: str) -> str:
    """A deal between beginners."""
    game = Game.begin(rule_set("classic")).shuffle(Random(seed))
    assert game.deal is not None
    return format_game(game.after(play_deal(game.deal, [player_named("beginner") for _ in game.deal.hands])))


def test_what_is_made_of_played_deals_is_proved_by_the_second_judge() -> None:
    made = []
    for turn, deal, after in list(items.turns_of(list(watch_game(record_of("own"))))):
        played = tuple(step.to_action() for step in after.played[turn])
        scene = scene_of(moment_of(deal, played), format_rules(deal.rules))
        for theme in sorted({one.puzzles for one in EVERY if one.puzzles}):
            record = first_of(theme, scene, f"{turn}")
            if record is not None:
                made.append(theme)
                item = item_of(record, bank.bank().texts[theme], theme=theme, number=1, source=("deal", "x"))
                assert faults_of(item, ORACLE) == []
    assert len(set(made)) >= 4
    assert len(made) >= 15


def of_finding(theme: str) -> DealItem:
    """An exercise of some turn of a played deal in which this would have been better."""
    deal = played_deal()
    review = DealReview.objects.create(deal=deal)
    for turn, _, _ in items.turns_of(list(watch_game(deal.record))):
        one = DealFinding.objects.create(review=review, turn=turn, theme=theme, cost=120.0, error=10.0)
        items.keep_items(deal.record, [one])
        if found := DealItem.objects.filter(finding=one).first():
            return found
    raise AssertionError("nothing can be asked in this deal")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_it_stands_in_the_notebook_until_it_is_right(language: str) -> None:
    row = of_finding("take")
    game = row.finding.review.deal.game
    at = seated(game, language=language)
    learner = PlayedGame.objects.get(pk=game.pk).learner
    slug = f"deal/{row.token}"
    page = readable(at.client.get(f"/{language}/practice/notebook/").content.decode())
    assert NAMES[language] in page
    assert [entry.slug for entry in notebook_of(learner).entries] == [slug]
    item = base_item(slug)
    assert item is not None
    with override(language):
        assert str(item.goal) in page
    address = f"/{language}/practice/notebook/{slug}/as/{slug}/"
    shown = at.client.get(address)
    assert shown.status_code == 200
    assert str(item.goal) in readable(shown.content.decode())
    answer = solution(item)
    assert answer is not None
    form = {"do": "check", "token": shown.context["token"], "action": answer["actions"]}
    told = at.client.post(address, form, follow=True)
    assert told.status_code == 200
    assert Attempt.objects.get().outcome == "right"
    assert notebook_of(learner).entries == ()


@pytest.mark.django_db
def test_it_is_exported_and_goes_with_its_game() -> None:
    row = of_finding("take")
    game = row.finding.review.deal.game
    (told,) = making.export_of(game.learner)
    assert row.record in [one["exercise"] for one in told["findings"]]
    address, slug = f"/en/practice/notebook/deal/{row.token}/", f"deal/{row.token}"
    at = seated(game)
    assert at.client.get(address).status_code == 302
    game.delete()
    assert base_item(slug) is None
    assert at.client.get(address).status_code == 404
    assert not DealItem.objects.exists()
