"""The cockpit: who is in, where each pupil is, who is stuck and on what; giving some another set, asking it live."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from lessons.fresh.sisters import base_slug, find_item
from tests.lessons import pages
from tests.lessons.test_sittings import right_fields
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.strangers import TEACHER, is_closed_to_strangers
from tests.tutor.classroom.test_results import SUM, WILD, answered, assigned
from tutor.classroom import services as classes
from tutor.classroom.dealing import services as dealing
from tutor.classroom.given import Given, Where
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Assignment, Classroom, Presence, Pupil
from tutor.cockpit.standing import Line, standing_of
from tutor.cockpit.sticking import missed_too_often
from tutor.cockpit.urls import urlpatterns
from tutor.learning.models import Attempt
from tutor.live.models import LiveRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
FROZEN = "first/frozen"
IN_WORDS = {"de": "Zählt Joker wie Zweien", "en": "Counts jokers as twos"}


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=3)


def url(name: str, classroom: Classroom, *, language: str = "en") -> str:
    with override(language):
        return reverse(f"cockpit:{name}", args=[classroom.token])


def at_work(pupil: Pupil, assignment: Assignment, number: int = 1, *wrong: str) -> pages.Learner:
    """A pupil at a question, after these wrong answers."""
    browser = pages.Learner(client=pupil_client(pupil), htmx=True)
    browser.open(f"/en/class/{pupil.classroom.token}/my/{assignment.pk}/{number}/")
    for one in wrong:
        browser.press("check", number=one)
    return browser


def at_work_alike(one: Pupil, others: Iterable[Pupil]) -> None:
    """These pupils too have given the answers that this one has, and are where this one is."""
    for other in others:
        Presence.objects.filter(pupil=other).delete()
        for row in Presence.objects.filter(pupil=one):
            row.pk, row.pupil = None, other
            row.save(force_insert=True)
        for answer in one.answers.select_related("attempt").order_by("pk"):
            attempt = answer.attempt
            attempt.pk, attempt.learner_id, attempt.token = None, other.learner_id, uuid.uuid4()
            Attempt.objects.bulk_create([attempt])
            answer.pk, answer.attempt, answer.pupil = None, attempt, other
            answer.save(force_insert=True)


def line_of(pupil: Pupil) -> Line:
    return next(one for one in standing_of(pupil.classroom).lines if one.pupil == pupil)


def earlier(pupil: Pupil, **minutes: int) -> None:
    """As if it had been noted so many minutes ago."""
    changed = {name: timezone.now() - timedelta(minutes=count) for name, count in minutes.items()}
    Presence.objects.filter(pupil=pupil).update(**changed)


def test_teacher_reads_who_is_in_and_what_somebody_is_stuck_on_in_words(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM, FROZEN)
    stuck, calm, absent = classroom.pupils.all()
    browser = at_work(stuck, assignment, 1, "60", "60", "60")
    browser.press("hint")
    at_work(calm, assignment, 1).press("check", **right_fields(find_item(SUM)))
    first, second, last = standing_of(classroom).lines
    assert (first.pupil, first.tries, first.hints, first.done, first.total) == (stuck, 3, 1, 1, 2)
    assert first.where == assignment.name
    assert (second.pupil, second.stuck, second.is_in) == (calm, None, True)
    assert (last.pupil, last.where, last.is_in) == (absent, "", False)
    teacher = teacher_client(owner_of(classroom))
    for language, are_in in (("de", "2 von 3 sind da"), ("en", "2 of 3 are in")):
        page = pages.Page(teacher.get(url("now", classroom, language=language)))
        assert are_in in page.text
        row = page.source[page.source.index(f'id="pupil-{stuck.pk}"') :].partition("</tr>")[0]
        assert IN_WORDS[language] in row
        assert f"{stuck.alias}" in row


def test_right_answer_at_the_first_try_ends_being_stuck(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM, SUM)
    pupil = classroom.pupils.first()
    at_work(pupil, assignment, 1, "60", "60", "60")
    assert line_of(pupil).stuck is not None
    answered(assignment, pupil, 2, "right")
    assert line_of(pupil).stuck is None


def test_three_minutes_without_doing_anything_are_told_while_the_page_goes_on_asking(
    classroom: Classroom,
) -> None:
    pupil = classroom.pupils.first()
    browser = at_work(pupil, assigned(classroom, SUM))
    assert line_of(pupil).stuck is None
    earlier(pupil, acted=4, seen=4, since=6)
    asked = re.search(r'id="watch" hx-get="([^"]+)"', browser.page.source)
    assert asked is not None
    assert browser.client.get(asked[1].replace("&amp;", "&")).status_code == 204
    line = line_of(pupil)
    assert line.is_in
    assert line.minutes == 6
    assert line.stuck is not None
    assert line.stuck.text == "nothing done for 4 minutes"
    earlier(pupil, acted=40)
    assert line_of(pupil).stuck is None  # gone, and not stuck


def test_poll_says_nothing_until_something_shown_has_changed(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM)
    teacher = teacher_client(owner_of(classroom))
    page = teacher.get(url("now", classroom)).content.decode()
    ask = re.search(r'hx-get="([^"]*now/poll/[^"]*)"', page)
    assert ask is not None
    assert teacher.get(ask[1]).status_code == 204
    pupil = classroom.pupils.first()
    at_work(pupil, assignment)
    answer = teacher.get(ask[1], {"pupil": str(pupil.pk), "seen": "old"})
    assert answer.status_code == 200
    assert "1 of 3 are in" in pages.Page(answer).text
    ticked = re.search(rf'id="pupil-{pupil.pk}"[^>]*checked', pages.Page(answer).source)
    assert ticked is not None


def test_some_get_what_they_missed_with_cards_that_none_of_them_has_seen(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM)
    one, two, other = classroom.pupils.all()
    for pupil in (one, two):
        at_work(pupil, assignment, 1, "60", "60", "60")
    waiting = pages.Learner(client=pupil_client(one))
    mine = f"/en/class/{classroom.token}/my/"
    ask = re.search(r'hx-get="([^"]*news/[^"]*)"', waiting.open(mine).source)
    assert ask is not None
    assert waiting.client.get(ask[1]).status_code == 204
    teacher = teacher_client(owner_of(classroom))
    response = teacher.post(url("now", classroom), {"do": "give", "pupil": [one.pk, two.pk]})
    assert response.status_code == 303
    told = pages.Page(teacher.get(response["Location"])).text
    assert f"Now open, with other cards, for {one.alias}, {two.alias}" in told
    made = classroom.assignments.last()
    assert made is not None
    assert set(made.only.all()) == {one, two}
    assert {base_slug(slug) for slug in made.questions} == {SUM}
    assert not set(made.questions) & set(Attempt.objects.values_list("item__slug", flat=True))
    cache.clear()  # as after a few seconds
    assert waiting.client.get(ask[1])["HX-Refresh"] == "true"
    assert made.name in waiting.open(mine).text
    assert waiting.open(f"{mine}{made.pk}/1/").status == 200
    stranger = pages.Learner(client=pupil_client(other))
    assert made.name not in stranger.open(mine).text
    for path in (f"{mine}{made.pk}/", f"{mine}{made.pk}/1/"):
        assert stranger.open(path).status == 404
    table = teacher.get(f"/en/class/{classroom.token}/{made.pk}/")
    assert [row.pupil for row in table.context["table"].rows] == [one, two]
    assert f"Only for {one.alias}, {two.alias}" in pages.Page(table).text
    assert [one["only"] for one in export_of(classroom)["assignments"]] == [[], [one.pk, two.pk]]


def test_button_beside_a_misconception_gives_to_all_who_show_it(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM)
    one, two, _ = classroom.pupils.all()
    for pupil in (one, two):
        at_work(pupil, assignment, 1, "60", "60", "60")
    teacher = teacher_client(owner_of(classroom))
    (group,) = standing_of(classroom).groups
    assert (group.text, group.aliases) == (IN_WORDS["en"], [one.alias, two.alias])
    page = teacher.get(url("now", classroom)).content.decode()
    give = re.search(r'name="give"\s+value="([^"]+)"', page)
    assert give is not None
    teacher.post(url("now", classroom), {"give": give[1]})
    made = classroom.assignments.last()
    assert made is not None
    assert set(made.only.all()) == {one, two}


def test_note_is_written_beside_a_pupil_at_once_and_read_at_the_exercise(classroom: Classroom) -> None:
    one, two, _ = classroom.pupils.all()
    assignment = assigned(classroom, SUM)
    browser, other = at_work(one, assignment, 1, "60", "60", "60"), at_work(two, assignment, 1)
    teacher = teacher_client(owner_of(classroom))
    here = url("now", classroom)
    link = re.search(rf'hx-get="([^"]*note={one.pk})"', teacher.get(here).content.decode())
    assert link is not None
    asked = pages.Page(teacher.get(link[1]))
    assert f"Note to {one.alias}" in asked.text
    assert "It appears above this exercise, even when it comes with other cards" in asked.text
    sent = {"note": str(one.pk), "item": SUM, "do": "note"}
    empty = teacher.post(here, {**sent, "text": " "})
    assert empty.status_code == 422
    assert "The note is empty." in pages.Page(empty).text
    kept = teacher.post(here, {**sent, "text": "Jokers count fifty."}, follow=True)
    assert "The note is kept." in pages.Page(kept).text
    at = f"/en/class/{classroom.token}/my/{assignment.pk}/1/"
    assert "Your teacher says: Jokers count fifty." in browser.open(at).text
    assert "Jokers count fifty." not in other.open(at).text
    assert [note["pupil"] for note in export_of(classroom)["notes"]] == [one.pk]
    assert (
        f"for {one.alias}"
        in pages.Page(teacher.get(f"/en/class/{classroom.token}/{assignment.pk}/answers/1/")).text
    )
    teacher.post(here, {"note": str(one.pk), "item": SUM, "do": "take-back"})
    assert "Jokers count fifty." not in browser.open(at).text


def test_note_about_no_exercise_stands_on_the_page_of_the_class(classroom: Classroom) -> None:
    pupil = classroom.pupils.first()
    teacher = teacher_client(owner_of(classroom))
    asked = pages.Page(teacher.get(url("now", classroom), {"note": pupil.pk}))
    assert "Only those named here can see it, at the top of their own page" in asked.text
    teacher.post(url("now", classroom), {"note": str(pupil.pk), "item": "", "text": "Well <done>."})
    mine = pages.Learner(client=pupil_client(pupil)).open(f"/en/class/{classroom.token}/my/")
    assert "Your teacher says: Well <done>." in mine.text
    stranger = make_class().pupils.first()
    refused = teacher.post(url("now", classroom), {"note": str(stranger.pk), "text": "You!"})
    assert refused.status_code == 422
    assert not stranger.notes.exists()


def test_nobody_ticked_and_nothing_to_give_are_told(classroom: Classroom) -> None:
    teacher = teacher_client(owner_of(classroom))
    for sent, said in (
        ({"do": "give"}, "Tick the pupils first."),
        ({"do": "give", "pupil": [classroom.pupils.first().pk]}, "There is no version with other cards"),
        ({"ask": "no/such"}, "This exercise is no longer there."),
        ({"give": "²,x"}, "Tick the pupils first."),
    ):
        response = teacher.post(url("now", classroom), sent)
        assert response.status_code == 422
        assert said in pages.Page(response).text
    stranger = make_class().pupils.first()
    assert teacher.post(url("now", classroom), {"pupil": [stranger.pk], "do": "give"}).status_code == 422
    assert not Assignment.objects.exists()


def test_what_somebody_is_stuck_on_is_asked_live_and_projected(classroom: Classroom) -> None:
    assignment = assigned(classroom, SUM)
    pupil = classroom.pupils.first()
    at_work(pupil, assignment, 1, "60", "60", "60")
    teacher = teacher_client(owner_of(classroom))
    page = pages.Page(teacher.get(url("now", classroom)))
    ask = re.search(r'name="ask" value="([^"]+)"', page.source)
    assert ask is not None
    assert f"/en/class/{classroom.token}/{assignment.pk}/answers/1/" in page.source
    wall = pages.Page(teacher.get(f"/en/class/{classroom.token}/project/?item={ask[1]}"))
    assert "The answer" in wall.text
    assert pupil.alias not in wall.text
    fresh = teacher.get(f"/en/class/{classroom.token}/project/?item={ask[1]}&fresh=1")
    assert base_slug(fresh.context["item"].slug) == SUM != fresh.context["item"].slug
    response = teacher.post(url("now", classroom), {"ask": ask[1]})
    live = LiveRound.objects.get(ended=None)
    assert response["Location"] == f"/en/class/{classroom.token}/live/{live.pk}/"
    assert live.questions == [SUM]
    again = teacher.post(url("now", classroom), {"ask": ask[1]})
    assert "A live round is on." in pages.Page(again).text
    assert LiveRound.objects.count() == 1


def test_live_rounds_and_played_deals_are_seen_too(classroom: Classroom) -> None:
    live_one, player, _ = classroom.pupils.all()
    teacher = teacher_client(owner_of(classroom))
    teacher.post(url("now", classroom), {"ask": SUM})
    browser = pages.Learner(client=pupil_client(live_one))
    browser.page = pages.Page(browser.client.get(f"/en/class/{classroom.token}/live/", follow=True))
    browser.press("check", number="60")
    line = line_of(live_one)
    assert (line.where, line.done, line.total, line.item) == ("Asked live", 1, 1, SUM)
    deal = dealing.assign(
        classroom=classroom, title="Friday’s deal", opens=timezone.now(),
        what={"rules": "classic", "opponents": "beginner", "partner": "careful"},
    )  # fmt: skip
    other = pupil_client(player)
    assert other.post(f"/en/class/{classroom.token}/my/deals/{deal.pk}/").status_code == 303
    assert line_of(player).where == "Friday’s deal"


def test_cockpit_takes_as_many_queries_for_many_pupils_as_for_two() -> None:
    counts = []
    for size in (2, 9):
        classroom = make_class(pupils=size)
        one, *others = classroom.pupils.all()
        at_work(one, assigned(classroom, SUM, WILD), 1, "60", "60", "60")
        at_work_alike(one, others)
        teacher = teacher_client(owner_of(classroom))
        assert [line.stuck.text for line in standing_of(classroom).lines if line.stuck] == size * [
            IN_WORDS["en"]
        ]
        for name in ("now", "poll"):
            with CaptureQueriesContext(connection) as caught:
                assert teacher.get(url(name, classroom)).status_code == 200
            counts.append(len(caught))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 24


def test_page_of_a_pupil_asks_with_few_queries(
    classroom: Classroom, django_assert_max_num_queries: Any
) -> None:
    browser = at_work(classroom.pupils.first(), assigned(classroom, SUM))
    ask = re.search(r'id="watch" hx-get="([^"]+)"', browser.page.source)
    assert ask is not None
    with django_assert_max_num_queries(6):
        assert browser.client.get(ask[1].replace("&amp;", "&")).status_code == 204


def test_pupil_at_a_question_reads_that_there_is_something_new_and_keeps_the_answer(
    classroom: Classroom,
) -> None:
    browser = at_work(classroom.pupils.first(), assigned(classroom, SUM))
    ask = re.search(r'id="watch" hx-get="([^"]+)"', browser.page.source)
    assert ask is not None
    assigned(classroom, WILD)
    answer = pages.Page(browser.client.get(ask[1].replace("&amp;", "&")))
    assert "There is something new in your class." in answer.text
    again = re.search(r'id="watch" hx-get="([^"]+)"', answer.source)
    assert again is not None
    assert browser.client.get(again[1].replace("&amp;", "&")).status_code == 204


def test_page_is_shown_where_presence_cannot_be_kept(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    pupil = classroom.pupils.first()
    client = pupil_client(pupil)
    monkeypatch.setattr(Presence.objects, "update_or_create", full)
    page = pages.Page(client.get(f"/en/class/{classroom.token}/my/"))
    assert page.status == 200
    assert f"Hello, {pupil.alias}" in page.text


def test_archived_class_is_looked_at_and_not_acted_on(classroom: Classroom) -> None:
    pupil = classroom.pupils.first()
    at_work(pupil, assigned(classroom, SUM), 1, "60", "60", "60")
    classes.set_archived(classroom=classroom, archived=True)
    teacher = teacher_client(owner_of(classroom))
    page = teacher.get(url("now", classroom)).content.decode()
    assert 'name="ask"' not in page
    assert 'name="give"' not in page
    for sent in ({"ask": SUM}, {"give": str(pupil.pk)}):
        assert teacher.post(url("now", classroom), sent).status_code == 422
    assert not LiveRound.objects.exists()


def test_answer_that_shows_two_things_is_named_alike_at_every_look() -> None:
    one = Given(
        pupil=1, at=timezone.now(), where=Where("assignment", 1, 1), outcome="wrong", rules=["wild.identity"],
        shown=["takes-in:wild", "leaves-out:wild"], item=1, attempt=1, row=1, first=False, hints=0,
    )  # fmt: skip
    stuck = missed_too_often([one] * 3, {})
    assert stuck is not None
    assert (stuck.id, stuck.misses) == ("leaves-out:wild", 3)


def test_what_is_missed_now_is_named_whatever_was_missed_of_the_rule_before() -> None:
    before = Given(
        pupil=1, at=timezone.now(), where=Where("deal", 1, 0), outcome="wrong", rules=["meld.min-size"],
        shown=["overlooks:meld.min-size"], item=0, attempt=0, row=1, first=False, hints=0,
    )  # fmt: skip
    now = before._replace(shown=["doubts:meld.min-size"], at=before.at + timedelta(minutes=9))
    for given, named in (
        (4 * [before], before),
        (4 * [before] + [now], before),
        (4 * [before] + 3 * [now], now),
    ):
        stuck = missed_too_often(given, {})
        assert stuck is not None
        assert (stuck.id, stuck.misses) == (named.shown[0], len(given))


METHODS = {"now": "GET POST", "poll": "GET"}


def test_every_address_is_open_to_teachers_of_the_class_only(classroom: Classroom) -> None:
    assert {one.name for one in urlpatterns} == set(METHODS)
    teacher: Client = teacher_client(owner_of(classroom))
    for name, methods in METHODS.items():
        address = url(name, classroom)
        is_closed_to_strangers(address, classroom, who=TEACHER, methods=methods)
        response = teacher.get(address)
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]


def test_page_that_asks_again_at_once_is_answered_from_memory(
    classroom: Classroom, django_assert_num_queries: Any
) -> None:
    one, other, _ = classroom.pupils.all()
    assignment = assigned(classroom, SUM)
    browser = at_work(one, assignment)
    ask = re.search(r'id="watch" hx-get="([^"]+)"', browser.page.source)
    assert ask is not None
    path = ask[1].replace("&amp;", "&")
    assert browser.client.get(path).status_code == 204
    with django_assert_num_queries(0):
        assert browser.client.get(path).status_code == 204
    forged = Client()
    forged.cookies["learner"] = f"{one.learner_id}:1:forged"
    assert forged.get(path).status_code == 404
    cache.clear()  # as after a few seconds
    made = assigned(classroom, WILD)
    made.only.set([other])
    answer = pages.Page(browser.client.get(path))
    assert "something new" not in answer.text
    again = re.search(r'id="watch" hx-get="([^"]+)"', answer.source)
    assert again is not None
    assert browser.client.get(again[1].replace("&amp;", "&")).status_code == 204
