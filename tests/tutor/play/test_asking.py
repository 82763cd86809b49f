"""Asking the partner before going out: where the button stands, and where the answer can be read."""

from __future__ import annotations

import re

import pytest

from lessons.content.deals import mini_deals
from tests.tutor.play.at_the_table import AtTable, begun, seated, sitting
from tutor.learning.models import Learner
from tutor.play import services
from tutor.play.models import PlayedGame

pytestmark = pytest.mark.django_db

ASK = re.compile(r'<button\s+id="do-ask"\s+name="do"\s+value="ask"')
ANSWERS = {
    ("a-no-is-binding", "de"): ("sagt Nein", "Dein Partner hat Nein gesagt: Du darfst nicht ausmachen."),
    ("a-no-is-binding", "en"): ("says no", "Your partner has said no: you may not go out."),
    ("ask-your-partner", "de"): ("sagt Ja", "Dein Partner hat Ja gesagt: Du musst ausmachen."),
    ("ask-your-partner", "en"): ("says yes", "Your partner has said yes: you must go out."),
}


def drawn(slug: str, *, language: str = "en") -> tuple[PlayedGame, AtTable]:
    game = services.begin_mini(learner=Learner.objects.create(), mini=mini_deals()[slug])
    at = seated(game, language=language)
    at.press(game, "draw")
    return game, at


def seldom_done(source: str) -> str:
    """What has to be opened before it is seen."""
    return re.search(r'<details class="typing".*?</details>', source, re.DOTALL)[0]


@pytest.mark.parametrize("slug", ["ask-your-partner", "a-no-is-binding"])
def test_the_question_stands_open_where_it_is_the_goal(slug):
    _, at = drawn(slug)
    assert len(ASK.findall(at.source)) == 1
    assert not ASK.search(seldom_done(at.source))


def test_the_question_stands_open_where_going_out_is_possible():
    """At the same table as in a mini-deal about it, without that goal."""
    learner, table = Learner.objects.create(), mini_deals()["ask-your-partner"].table
    game = services.begin_from(learner=learner, table=table, styles=["", "careful", "careful", "careful"])
    at = seated(game)
    at.press(game, "draw")
    assert "ask" in [action.verb for action in sitting(game).deal.legal_actions()]
    assert ASK.search(at.source)
    assert not ASK.search(seldom_done(at.source))


def test_elsewhere_the_question_is_among_what_is_seldom_done():
    game = begun(seed=3)
    at = seated(game)
    at.press(game, "draw")
    assert len(ASK.findall(at.source)) == 1
    assert ASK.search(seldom_done(at.source))


@pytest.mark.parametrize(("slug", "language"), ANSWERS)
def test_the_answer_stands_at_the_partner_and_beside_the_table(slug, language):
    game, at = drawn(slug, language=language)
    at.press(game, "ask")
    at.open(game)
    at_seat, beside = ANSWERS[slug, language]
    seats = re.search(r'<ul class="seats".*?</ul>', at.source, re.DOTALL)[0]
    assert re.search(rf'class="said">\s*{at_seat}\s*</span>', seats)
    work = at.source.partition('<div class="work">')[2]
    assert beside in work
    felt = re.search(r'<section\s+class="felt".*?</section>', at.source, re.DOTALL)[0]
    assert beside.removesuffix(".") not in felt
    assert not ASK.search(at.source)
