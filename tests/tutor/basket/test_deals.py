"""Deals in the basket: mini-deals, and the cards of a deal that the teacher has played."""

from __future__ import annotations

from random import Random

import pytest

from tests.lessons.pages import Page
from tests.tutor.basket.test_basket import ADD, BASKET, SETTINGS, opened
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.play.at_the_table import play_on
from tutor.classroom.dealing import services as dealing
from tutor.classroom.keeping import export_of
from tutor.learning.models import Learner
from tutor.play import services as playing
from tutor.play.models import PlayedGame
from tutor.play.services import sitting_of
from tutor.tables.models import Table

pytestmark = pytest.mark.django_db
MINI = "mini:open-with-fifty"


def test_mini_deal_and_played_cards_are_played_by_whom_they_are_for() -> None:
    classroom = make_class(pupils=2)
    teacher, (one, two) = owner_of(classroom), classroom.pupils.all()
    client = teacher_client(teacher)
    learner = Learner.objects.create(user=teacher)
    game = playing.begin(
        learner=learner, rules="classic", partner="careful", opponents="careful", rng=Random(2),
        pace=PlayedGame.Pace.ONCE, single=True,
    )  # fmt: skip
    play_on(game)
    deal = game.deals.get()
    games, played = client.get("/en/play/"), client.get(f"/en/play/{game.key}/deals/1/")
    assert f'value="{MINI}"' in games.content.decode()
    assert "+ for my class" in Page(games).text
    assert "+ for my class" in Page(played).text
    stranger = teacher_client(owner_of(make_class()))
    assert stranger.post(ADD, {"add": f"cards:{deal.key}"}).status_code == 422
    for named in (MINI, f"cards:{deal.key}"):
        assert client.post(ADD, {"add": named}).status_code == 303
    assert "2 deals" in Page(client.get(BASKET)).text
    given = client.post(
        f"/en/class/{classroom.token}/basket/", {**SETTINGS, "opens": opened(), "pupil": [one.pk]}
    )
    assert given["Location"] == f"/en/class/{classroom.token}/"
    game.delete()  # the cards stay with what was assigned
    mini, cards = classroom.deals.all()
    assert mini.mini == "open-with-fifty"
    again = dealing.begin(assigned=cards, pupil=one)
    assert sitting_of(again).game.rules.name == "classic"
    assert again.styles == cards.styles
    mine = f"/en/class/{classroom.token}/my/deals/{cards.pk}/"
    assert pupil_client(one).get(mine).status_code == 200
    assert pupil_client(two).get(mine).status_code == 404
    assert [deal["only"] for deal in export_of(classroom)["deals"]] == [[one.pk], [one.pk]]
    assert "no longer there" in Page(client.get(BASKET)).text


def test_cards_that_were_played_by_house_rules_are_named_and_played_so() -> None:
    classroom = make_class(pupils=1)
    teacher, pupil = owner_of(classroom), classroom.pupils.get()
    client, rules = teacher_client(teacher), "classic{canastas_to_go_out=2}"
    game = playing.begin_at(
        learner=Learner.objects.create(user=teacher), table=Table(name="Friday", rules=rules), chosen="table-4",
        partner="careful", opponents="careful", rng=Random(2), single=True,
    )  # fmt: skip
    play_on(game)
    client.post(ADD, {"add": f"cards:{game.deals.get().key}"})
    assert "Classic with house rules" in Page(client.get(BASKET)).text
    client.post(f"/en/class/{classroom.token}/basket/", {**SETTINGS, "opens": opened(), "pupil": [pupil.pk]})
    cards = classroom.deals.get()
    page = Page(pupil_client(pupil).get(f"/en/class/{classroom.token}/my/deals/{cards.pk}/"))
    assert "Classic with house rules" in page.text
    assert "Friday" not in page.text, "what the teacher’s table is called is nobody’s business"
    again = dealing.begin(assigned=cards, pupil=pupil)
    assert (again.house_rules, again.table_name) == (rules, "")
