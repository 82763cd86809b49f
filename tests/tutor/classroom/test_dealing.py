"""Deals that a class is asked to play: assigned by the teacher, played by pupils, and what came of them."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import override

from engine.play.review import reviewing as engine_reviewing
from lessons.content.deals import mini_deals
from lessons.kinds.asking.diagnosing import diagnosis
from tests.queueing import do_jobs
from tests.samples import share
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.strangers import PUPIL, TEACHER, is_closed_to_strangers
from tests.tutor.play.at_the_table import AtTable, play_on, readable, sitting, ticked
from tests.tutor.play.test_mini_deals import play_along
from tests.tutor.reviewing.test_reviewing import LITTLE, with_finding
from tutor.classroom.dealing import services
from tutor.classroom.dealing.findings import found_in
from tutor.classroom.dealing.models import AssignedDeal, DealTry
from tutor.classroom.dealing.selectors import lines_of, table_of
from tutor.classroom.dealing.urls import urlpatterns
from tutor.classroom.grouping import save_group
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.services import ClassError
from tutor.play import services as playing
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.reviewing import making
from tutor.reviewing.costing import keep_findings
from tutor.reviewing.models import DealFinding

pytestmark = pytest.mark.django_db

MINI = {"mini": "open-with-fifty"}
WHOLE = {"rules": "classic", "opponents": "beginner", "partner": "careful"}


@pytest.fixture
def classroom() -> Classroom:
    return make_class()


def assigned(classroom: Classroom, what: dict[str, str] = MINI, **settings) -> AssignedDeal:
    return services.assign(
        classroom=classroom, what=what, **{"opens": timezone.now() - timedelta(hours=1), **settings}
    )


def url(one: AssignedDeal, *, mine: bool = False, language: str = "en") -> str:
    return f"/{language}/class/{one.classroom.token}/{'my/' if mine else ''}deals/{one.pk}/"


OF_MINI = [
    ("de", ("Mit 50 eröffnen", "nicht begonnen", "erreicht", "Gegen die Regeln", "Zurück zum Auftrag")),
    ("en", ("Open with 50", "not begun", "reached", "Against the rules", "Back to the assignment")),
]


@pytest.mark.parametrize(("language", "words"), share(OF_MINI, 1, of=2))
def test_a_mini_deal_is_assigned_played_and_told_in_the_table(classroom, language, words):
    teacher = teacher_client(owner_of(classroom))
    start = f"/{language}/class/{classroom.token}/"
    assert f"{start}deals/" in teacher.get(f"{start}assign/").content.decode()
    settings = {"opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0", "variant": "same"}
    others = {"opponents": "careful", "partner": "careful"}
    made = teacher.post(f"{start}deals/", {"deal": "mini:open-with-fifty", **settings, **others})
    one = AssignedDeal.objects.get()
    title, not_begun, reached, against, back = words
    with override(language):
        assert (made["Location"], one.name) == (url(one, language=language), title)
    assert title in teacher.get(start).content.decode()
    pupil = classroom.pupils.first()
    at = AtTable(client=pupil_client(pupil), language=language)
    mine = readable(at.client.get(f"{start}my/").content.decode())
    assert f"{title} {not_begun}" in mine
    response = at.client.post(url(one, mine=True, language=language), follow=True)
    at.source = response.content.decode()
    game = PlayedGame.objects.get()
    assert (game.learner, game.mini, game.seed) == (pupil.learner, "open-with-fifty", 0)
    mini = mini_deals()["open-with-fifty"]
    at.press(game, "draw")
    two = tuple({card.rank: card for card in sitting(game).deal.hands[0] if card.is_natural}.values())[:2]
    at.press(game, "meld", card=ticked(two))
    PlayedGame.objects.filter(pk=game.pk).delete()  # what was tried is kept
    at.source = at.client.post(url(one, mine=True, language=language), follow=True).content.decode()
    game = PlayedGame.objects.get()
    play_along(at, game, mini)
    assert back in at.open(game)
    table = readable(teacher.get(url(one, language=language)).content.decode())
    assert re.search(rf"{pupil.alias} {reached} – 2 1 ", table)
    assert against in table
    assert f"1 × {diagnosis('overlooks:meld.same-rank').text}" in table or language == "de"
    assert [row.outcome for row in table_of(one).rows] == ["reached", "", ""]
    assert f"{title} {reached}" in readable(at.client.get(f"{start}my/").content.decode())


def begun(one: AssignedDeal, pupil: Pupil) -> PlayedGame:
    return services.begin(assigned=one, pupil=pupil)


def test_everybody_gets_the_same_cards_or_each_their_own(classroom):
    first, second, _ = classroom.pupils.all()
    for what in (MINI, WHOLE):
        same, own = assigned(classroom, what), assigned(classroom, what, variant="own")
        assert sitting(begun(same, first)).deal.hands == sitting(begun(same, second)).deal.hands
        hands = [sitting(begun(own, pupil)).deal.hands for pupil in (first, second, second)]
        assert hands[0] != hands[1] != hands[2]
    other = assigned(classroom, WHOLE)
    assert sitting(begun(other, first)).deal.hands != sitting(begun(same, first)).deal.hands


def test_a_whole_deal_counts_by_its_points_and_the_best_game_counts(classroom):
    pupil = classroom.pupils.first()
    one = assigned(classroom, WHOLE)
    results = []
    for _ in range(2):
        game = begun(one, pupil)
        playing.set_pace(game=game, pace="once")
        play_on(game)
        results.append(game.deals.get().points)
        DealTry.objects.filter(game=game).update(outcome="reached" if results[1:] else "lost")
    found = DealTry.objects.first()
    services.note_played(found.game)
    found.refresh_from_db()
    assert found.points == [results[0][0], results[0][1]]
    assert found.outcome == ("reached" if results[0][0] > results[0][1] else "lost")
    assert table_of(one).rows[0].outcome == "reached"
    assert table_of(one).rows[0].games == 2


def test_nothing_counts_after_the_end_and_no_more_games_than_were_set(classroom):
    pupil = classroom.pupils.first()
    one = assigned(classroom, tries=1)
    game = begun(one, pupil)
    with pytest.raises(ClassError):
        begun(one, pupil)
    one.due = timezone.now() - timedelta(minutes=1)
    one.save()
    PlayedGame.objects.filter(pk=game.pk).update(outcome="reached", finished=timezone.now())
    game.refresh_from_db()
    services.note_played(game)
    assert DealTry.objects.get().outcome == ""
    client = pupil_client(pupil)
    assert "Time is up." in readable(client.post(url(one, mine=True)).content.decode())
    one.opens = None
    one.save()
    assert client.get(url(one, mine=True)).status_code == 404


def test_settings_are_changed_and_it_is_deleted_only_after_asking(classroom):
    one = assigned(classroom, opens=None)
    teacher, here = teacher_client(owner_of(classroom)), url(one)
    assert "Pupils do not see it until you open it." in readable(teacher.get(here).content.decode())
    teacher.post(here)
    one.refresh_from_db()
    assert one.is_open
    opens = f"{localtime(one.opens):%Y-%m-%dT%H:%M}"
    wrong = teacher.post(
        f"{here}settings/", {"do": "save", "opens": opens, "due": "2020-01-01T10:00", "tries": "1"}
    )
    assert "It would be due before it opens." in readable(wrong.content.decode())
    teacher.post(f"{here}settings/", {"do": "save", "opens": opens, "tries": "3", "title": "Now <3>"})
    one.refresh_from_db()
    assert (one.tries, one.title) == (3, "Now <3>")
    begun(one, classroom.pupils.first())
    asked = teacher.post(f"{here}settings/", {"do": "delete"})
    assert "1 game will no longer be in your table." in readable(asked.content.decode())
    teacher.post(f"{here}settings/", {"do": "delete", "sure": "1"})
    assert not AssignedDeal.objects.exists()
    assert PlayedGame.objects.exists()


def test_strangers_see_nothing_and_the_export_tells_everything(classroom):
    one = assigned(classroom, WHOLE)
    begun(one, classroom.pupils.first())
    other = make_class(name="8c")
    assert teacher_client(owner_of(other)).get(url(one)).status_code == 404
    assert pupil_client(other.pupils.first()).get(url(one, mine=True)).status_code == 404
    told = export_of(classroom)["deals"]
    assert [(deal["rules"], len(deal["games"])) for deal in told] == [("classic", 1)]
    assert told[0]["games"][0]["pupil"] == classroom.pupils.first().pk


def test_deal_is_copied_with_its_cards_to_another_class_of_the_teacher_and_closed_to_strangers(classroom):
    mine = make_class(user=owner_of(classroom), name="8a")
    others = make_class(name="9c")
    one = assigned(classroom, WHOLE)
    page = f"{url(one)}copy/"
    teacher = teacher_client(owner_of(classroom))
    assert "9c" not in readable(teacher.get(page).content.decode())
    assert teacher.post(page, {"to": others.token}).status_code == 422
    sent_on = teacher.post(page, {"to": mine.token})
    copied = mine.deals.get()
    assert sent_on["Location"] == url(copied)
    assert (copied.seed, copied.rules, copied.opens) == (one.seed, "classic", None)
    is_closed_to_strangers(page, classroom, who=TEACHER, methods="GET POST")
    assert not others.deals.exists()


def test_list_counts_who_has_begun_of_those_whom_a_deal_is_for(classroom):
    one = assigned(classroom)
    first, other = classroom.pupils.all()[:2]
    for pupil in (first, other):
        begun(one, pupil)
    assert lines_of(classroom) == [(one, 2)]
    services.give_to(assigned=one, only=[first])
    assert lines_of(classroom) == [(one, 1)]


def test_deal_for_some_is_no_news_for_others(classroom):
    first, other = classroom.pupils.all()[:2]
    asks = {pupil: pupil_client(pupil) for pupil in (first, other)}
    news = f"/en/class/{classroom.token}/my/news/?seen=0"
    services.assign(classroom=classroom, what=MINI, only=[first], opens=timezone.now() - timedelta(minutes=1))
    assert asks[first].get(news).headers.get("HX-Refresh") == "true"
    assert "HX-Refresh" not in asks[other].get(news).headers
    assert f"Only for {first.alias}" in readable(
        teacher_client(owner_of(classroom)).get(url(classroom.deals.get())).content.decode()
    )


def test_deal_is_given_to_the_class_a_group_or_some_and_later_to_others(classroom):
    first, second, third = classroom.pupils.all()
    group = save_group(classroom=classroom, name="Fast", pupils=[first, second])
    teacher, page = teacher_client(owner_of(classroom)), f"/en/class/{classroom.token}/deals/"
    assert "For a group or some pupils only" in readable(teacher.get(page).content.decode())
    sent = {"deal": "mini:open-with-fifty", "opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0"}
    sent |= {"variant": "same", "opponents": "careful", "partner": "careful"}
    for whom, pupils in (
        ({}, []), ({"pupil-group": [group.pk]}, [first, second]), ({"pupil": [third.pk]}, [third])
    ):  # fmt: skip
        teacher.post(page, {**sent, **whom})
        assert list(classroom.deals.last().only.all()) == pupils
    empty = save_group(classroom=classroom, name="Nobody", pupils=[])
    refused = teacher.post(page, {**sent, "pupil-group": [empty.pk]})
    assert (refused.status_code, classroom.deals.count()) == (422, 3)
    assert "There is nobody in this group yet." in readable(refused.content.decode())
    one = classroom.deals.last()
    table, change = url(one), f"{url(one)}whom/"
    assert change in teacher.get(table).content.decode()
    assert re.search(rf'value="{third.pk}"\s+checked', teacher.get(change).content.decode())
    assert teacher.post(change, {"pupil-group": [group.pk]})["Location"] == table
    assert f"Only for {first.alias}, {second.alias}" in readable(teacher.get(table).content.decode())
    assert pupil_client(third).get(url(one, mine=True)).status_code == 404
    assert teacher.post(change, {"pupil-group": [empty.pk]}).status_code == 422
    stranger = make_class().pupils.first()
    teacher.post(change, {"pupil": [first.pk, stranger.pk]})
    assert list(one.only.all()) == [first]


METHODS = {
    "assign": "GET POST", "table": "GET POST", "whom": "GET POST", "copy": "GET POST", "findings": "GET POST",
    "change": "GET POST", "mine": "GET POST",
}  # fmt: skip


def test_every_address_of_deals_is_closed_to_strangers(classroom):
    one = assigned(classroom)
    assert {pattern.name for pattern in urlpatterns} == set(METHODS)
    for pattern in urlpatterns:
        known = {"token": classroom.token, "number": one.pk}
        with override("en"):
            arguments = [known[name] for name in pattern.pattern.converters]
            page = reverse(f"dealing:{pattern.name}", args=arguments)
        who = PUPIL if pattern.name == "mine" else TEACHER
        is_closed_to_strangers(page, classroom, who=who, methods=METHODS[pattern.name])
    assert (classroom.deals.count(), one.games.count(), one.only.count()) == (1, 0, 0)


def test_cards_do_not_follow_from_what_a_pupil_knows(classroom):
    one = assigned(classroom, WHOLE)
    hands = sitting(begun(one, classroom.pupils.first())).deal.hands
    guessed = [
        playing.begin(
            learner=classroom.pupils.first().learner, rules="classic", partner="careful",
            opponents="beginner", rng=Random(str(number)), single=True,
        )
        for number in (one.pk, 0, 1)
    ]  # fmt: skip
    assert hands not in [sitting(game).deal.hands for game in guessed]


COSTLY = {
    "de": ("Zum Projizieren: Was Punkte gekostet hat", "Bisher wurde auf keine Runde zurückgeblickt.",
           "auf 2 von 2 Runden zurückgeblickt", "1 Schüler · jedes Mal etwa 180 Punkte, 140 bis 230",
           "Ein Tisch, an dem das vorkam (ohne Namen)"),
    "en": ("Project what cost points", "No deal has been analysed yet.",
           "2 of 2 deals analysed", "1 pupil · about 180 points, 140 to 230 each time",
           "A table where it happened, without a name"),
}  # fmt: skip


def test_the_teacher_has_the_deals_looked_back_at_and_projects_what_cost_points(classroom, monkeypatch):
    monkeypatch.setattr(making, "review", partial(engine_reviewing.review, effort=LITTLE))
    one, teacher = assigned(classroom, WHOLE), teacher_client(owner_of(classroom))

    def read(language: str, more: str = "") -> str:
        return readable(teacher.get(f"{url(one, language=language)}{more}").content.decode())

    for language, (link, *_) in COSTLY.items():
        assert link not in read(language)
    for pupil in classroom.pupils.all()[:2]:
        game = begun(one, pupil)
        playing.set_pace(game=game, pace="once")
        play_on(game)
    for language, (link, none_yet, *_) in COSTLY.items():
        assert link in read(language)
        assert none_yet in read(language, "findings/")
    there = f"{url(one)}findings/"
    assert teacher.post(there).status_code == 303
    do_jobs()
    DealFinding.objects.all().delete()
    review, _ = with_finding(PlayedDeal.objects.first())
    keep_findings(review)
    for language, (_, _, *words) in COSTLY.items():
        told = read(language, "findings/")
        for said in words:
            assert said in told
        assert not [pupil.alias for pupil in classroom.pupils.all() if pupil.alias in told]
    assert pupil_client(classroom.pupils.first()).get(there).status_code == 303  # to sign in as a teacher
    assert teacher_client(owner_of(make_class(name="8c"))).get(there).status_code == 404
    assert found_in(one).looked == 2
    one.only.set(classroom.pupils.all()[1:])  # from now on it is not for the first pupil
    assert found_in(one).looked == 1
