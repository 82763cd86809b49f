"""The report over all that a class does: who shows what, what helped, what came back, and a set for just these."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from lessons.fresh.sisters import base_slug, find_item
from tests.lessons import pages
from tests.lessons.test_sittings import right_fields
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import SUM, WILD, answered, assigned, says
from tutor.classroom.dealing.models import AssignedDeal, DealTry
from tutor.classroom.given import shown_by
from tutor.classroom.misconceptions import report_of
from tutor.classroom.models import Assignment, Classroom, TeacherNote
from tutor.learning.models import Attempt
from tutor.live import services as rounds
from tutor.puzzles.circulation import withheld_slugs

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("small_content")]
JOKER = "count:joker-as-two"
FROZEN = "first/frozen"


def report(classroom: Classroom, *, language: str = "en") -> pages.Page:
    client = teacher_client(owner_of(classroom))
    return pages.Page(client.get(f"/{language}/class/{classroom.token}/report/"))


def test_what_most_of_those_who_answered_show_comes_first() -> None:
    classroom = make_class(pupils=6)
    assignment = assigned(classroom, WILD, SUM, "first/frozen")
    pupils = list(classroom.pupils.all())
    for place, pupil in enumerate(pupils):
        answered(assignment, pupil, 1, "wrong" if place < 3 else "right", rules=("wild.identity",))
    for pupil in pupils[:2]:
        answered(assignment, pupil, 2, "wrong", rules=("value.joker",))
    answered(assignment, pupils[0], 3, "wrong", rules=("freeze.take-natural-pair-only",))
    found = [(one.rule, one.pupils, one.answered) for one in report_of(classroom).found]
    assert found == [
        ("value.joker", 2, 2), ("wild.identity", 3, 6), ("freeze.take-natural-pair-only", 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "heading"), [("de", "Nur bei einem Schüler"), ("en", "Made by one pupil only")]
)
def test_what_only_one_pupil_made_stands_under_its_heading(language: str, heading: str) -> None:
    classroom = make_class(pupils=2)
    assignment = assigned(classroom, WILD, SUM)
    one, two = classroom.pupils.all()
    for pupil in (one, two):
        answered(assignment, pupil, 1, "wrong", rules=("wild.identity",))
    answered(assignment, one, 2, "wrong", rules=("value.joker",))
    with override(language):
        shared, alone = (found.title for found in report_of(classroom).found)
    page = report(classroom, language=language)
    above, _, below = page.source.partition(f">{heading}<")
    assert f"<h2>{shared}</h2>" in above
    assert f"<h3>{alone}</h3>" in below
    assert f">{alone}</h" not in above


HELPED = {
    "de": ("Richtig beim nächsten Versuch: 1 von 2. Zum Beispiel hatten sie gelesen:", "Und deine Notiz:"),
    "en": ("Right on the next try: 1 of 2. For example, they had read:", "And your note:"),
}


def test_sentence_is_told_after_which_the_next_try_was_right() -> None:
    classroom = make_class(pupils=3)
    assignment = assigned(classroom, SUM)
    one, two, three = classroom.pupils.all()
    TeacherNote.objects.create(
        classroom=classroom, item=SUM, answer={"number": 60}, text="A joker is worth more.", author=None
    )
    browser = pages.Learner(client=pupil_client(one))
    browser.open(f"/en/class/{classroom.token}/my/{assignment.pk}/1/")
    browser.press("check", number="60")
    browser.press("check", **right_fields(find_item(SUM)))
    says(two, assignment, 1, number="60")
    says(two, assignment, 1, number="60")
    says(three, assignment, 1, number="60")
    TeacherNote.objects.update(answer=Attempt.objects.order_by("pk").first().answer)
    (found,) = report_of(classroom).found
    assert found.id == JOKER
    assert found.helped is not None
    assert (found.helped.right, found.helped.tries) == (1, 2)
    assert found.example
    for language, words in HELPED.items():
        page = report(classroom, language=language)
        for text in (*words, "A joker is worth more.", one.alias, two.alias, three.alias):
            assert text in page.text, text


def test_live_rounds_and_played_deals_are_in_the_one_report() -> None:
    classroom = make_class(pupils=3)
    live = rounds.begin(classroom=classroom, teacher=owner_of(classroom), questions=[SUM], title="Live")
    first, second, third = classroom.pupils.all()
    for pupil, number in ((first, "60"), (second, "60")):
        browser = pages.Learner(client=pupil_client(pupil))
        browser.open(f"/en/class/{classroom.token}/live/question/1/")
        browser.press("check", number=number)
    deal = AssignedDeal.objects.create(classroom=classroom, rules="classic", opens=timezone.now())
    DealTry.objects.create(assigned=deal, pupil=third, misconceptions=[["overlooks:meld.same-rank"]])
    found = {one.id: one for one in report_of(classroom).found}
    assert found[JOKER].aliases == (first.alias, second.alias)
    assert found[JOKER].url == f"/en/class/{classroom.token}/live/{live.pk}/"
    assert found["overlooks:meld.same-rank"].url == f"/en/class/{classroom.token}/deals/{deal.pk}/"
    page = report(classroom)
    assert "2 of 2 pupils who answered." in page.text
    assert f"/en/class/{classroom.token}/project/?item={SUM}" in page.source
    rounds.end(live=live)
    told = pages.Page(teacher_client(owner_of(classroom)).get(f"/en/class/{classroom.token}/live/{live.pk}/"))
    assert f"{first.alias} wrong {second.alias} wrong" in told.text
    assert third.alias not in told.text  # was not there


def test_remedial_set_is_for_just_these_pupils_and_of_what_they_have_not_met() -> None:
    classroom = make_class(pupils=3)
    assignment = assigned(classroom, WILD)
    one, two, three = classroom.pupils.all()
    for pupil in (one, two):
        answered(assignment, pupil, 1, "wrong", rules=("wild.identity",))
    answered(assignment, three, 1, "right")
    (found,) = report_of(classroom).found
    assert f"Remedial assignment for these 2 : {found.title}" in report(classroom).text
    teacher = teacher_client(owner_of(classroom))
    sent = {"rule": found.rule, "shown": found.id}
    assert teacher.post(f"/en/class/{classroom.token}/remedial/", sent).status_code == 303
    made = Assignment.objects.get(kind="remedial")
    assert set(made.only.all()) == {one, two}
    others = [slug for slug in made.questions if base_slug(slug) != WILD]
    assert made.questions[: len(others)] == others  # what was met comes last, with cards of each pupil's own
    assert made.variant == "own"
    assert "met" not in made.source


def test_what_came_back_in_a_later_week_is_named() -> None:
    classroom = make_class(pupils=2)
    assignment = assigned(classroom, WILD, SUM)
    again, once = classroom.pupils.all()
    answered(assignment, again, 1, "wrong")
    past = timezone.now() - timedelta(days=14)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE lessons_attempt SET created = %s", [past.replace(tzinfo=None).isoformat(" ")])
    answered(assignment, again, 2, "wrong")
    answered(assignment, once, 2, "wrong")
    (found,) = report_of(classroom).found
    assert sorted(found.weeks.values()) == [1, 2]
    assert found.back == (again.alias,)
    page = report(classroom)
    assert f"Came back in a later week: {again.alias}" in page.text
    assert "Over the weeks" in page.text


@pytest.mark.parametrize(
    ("language", "since", "everything"),
    [("de", "seit der letzten Stunde", "alles bisher"), ("en", "since the last lesson", "everything so far")],
)
def test_next_morning_the_last_lesson_stands_first_with_what_came_back_from_before(
    language: str, since: str, everything: str
) -> None:
    classroom = make_class(pupils=4)
    assignment = assigned(classroom, WILD, SUM, FROZEN)
    again, once, *_, busy = classroom.pupils.all()
    for pupil in classroom.pupils.all():
        answered(assignment, pupil, 1, "wrong")
        answered(assignment, pupil, 3, "wrong", rules=("freeze.wild-discard",))
    days_back(14)
    for pupil in (again, once):
        answered(assignment, pupil, 2, "wrong")
    days_back(1)
    answered(assignment, busy, 2, "right")  # homework of one pupil is no lesson
    teacher = teacher_client(owner_of(classroom))
    first = pages.Page(teacher.get(f"/{language}/class/{classroom.token}/report/"))
    assert first.source.index(since) < first.source.index(everything)
    assert re.search(r'value="last"\s+selected', first.source)
    told = report_of(classroom, is_last=True)
    assert [(one.rule, one.pupils, one.answered) for one in told.found] == [("wild.identity", 2, 3)]
    assert told.found[0].back == (again.alias, once.alias)
    assert told.lesson == timezone.localdate() - timedelta(days=1)
    assert [one.pupils for one in report_of(classroom).found] == [4, 4]
    sent = {"rule": "wild.identity", "shown": told.found[0].id, "assignment": "last"}
    assert teacher.post(f"/{language}/class/{classroom.token}/remedial/", sent).status_code == 303
    assert set(Assignment.objects.get(kind="remedial").only.all()) == {again, once}
    whole = pages.Page(teacher.get(f"/{language}/class/{classroom.token}/report/", {"assignment": ""}))
    assert re.search(r'value=""\s+selected', whole.source)


def days_back(days: int) -> None:
    """All that was answered so far was answered so many days earlier."""
    with connection.cursor() as cursor:
        for pk, created in Attempt.objects.values_list("pk", "created"):
            before = (created - timedelta(days=days)).replace(tzinfo=None).isoformat(" ")
            cursor.execute("UPDATE lessons_attempt SET created = %s WHERE id = %s", [before, pk])


def test_report_takes_as_many_queries_for_many_answers_everywhere() -> None:
    counts = []
    withheld_slugs()  # what is out of circulation is kept for a while
    for size in (2, 7):
        classroom = make_class(pupils=size)
        assignment = assigned(classroom, WILD, SUM)
        live = rounds.begin(classroom=classroom, teacher=owner_of(classroom), questions=[SUM], title="Live")
        for pupil in classroom.pupils.all():
            answered(assignment, pupil, 1, "wrong")
            answered(assignment, pupil, 2, "wrong", rules=("value.joker",))
        assert live.pk
        client = teacher_client(owner_of(classroom))
        with CaptureQueriesContext(connection) as caught:
            client.get(f"/en/class/{classroom.token}/report/")
        counts.append(len(caught))
    assert counts[0] == counts[1] < 20


UNEXPLAINED = {
    "de": "Verrechnet sich; woran es liegt, ist aus der Antwort nicht zu erkennen",
    "en": "Miscounts; the answer does not show why",
}


def test_sums_that_nothing_explains_are_one_line_that_blames_no_rule() -> None:
    classroom = make_class(pupils=2)
    assignment = assigned(classroom, SUM, WILD)
    one, two = classroom.pupils.all()
    says(one, assignment, 1, number="61")
    says(two, assignment, 1, number="99")
    (found,) = report_of(classroom).found
    assert (found.id, found.pupils, found.rule) == ("miscounted", 2, "")
    assert shown_by((), ["number:value.four-to-seven"]) == ("miscounted",)  # as it was kept before
    for language, words in UNEXPLAINED.items():
        page = report(classroom, language=language)
        assert page.text.count(f"{words} 2 ") == 1
        assert "/rules/classic/value." not in page.part('<ol class="misconceptions">', "</ol>")
