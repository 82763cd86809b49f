"""Groups, two levels of one assignment, a copy for another class, and titles in the language of whoever reads them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.lessons.pages import Page
from tests.markup import flat
from tests.tutor.classroom.drawing import drawn_in
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import SUM, WILD, answered, assigned
from tutor.classroom import choosing, services
from tutor.classroom.assigning import change_assignment, create_assignment
from tutor.classroom.grouping import add_level, copy_assignment, save_group
from tutor.classroom.keeping import export_of
from tutor.classroom.misconceptions import report_of
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.paper.results import results_of
from tutor.classroom.paper.tables import assignment_rows, class_rows
from tutor.classroom.selectors import assignments_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
FROZEN = "first/frozen"


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=3)


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    return teacher_client(owner_of(classroom))


def test_group_is_made_changed_and_deleted_on_its_page(classroom: Classroom, teacher: Client) -> None:
    one, two, three = classroom.pupils.all()
    page = f"/en/class/{classroom.token}/groups/"
    assert "Groups" in teacher.get(f"/en/class/{classroom.token}/").content.decode()
    teacher.post(page, {"name": " Foxes ", "pupil": [one.pk, two.pk], "do": "save"})
    group = classroom.groups.get()
    assert (group.name, list(group.pupils.all())) == ("Foxes", [one, two])
    assert f"{one.alias}, {two.alias}" in Page(teacher.get(page)).text
    double = teacher.post(page, {"name": "foxes", "pupil": [three.pk], "do": "save"})
    assert double.status_code == 422
    assert "There is already a group called “foxes”." in Page(double).text
    assert f'id="in-new-{three.pk}"' in double.content.decode()
    nameless = teacher.post(page, {"name": " ", "do": "save", "group": group.pk})
    assert "A group needs a name." in Page(nameless).text
    teacher.post(page, {"name": "Owls", "pupil": [three.pk], "do": "save", "group": group.pk})
    group.refresh_from_db()
    assert (group.name, list(group.pupils.all())) == ("Owls", [three])
    assert export_of(classroom)["groups"] == [{"name": "Owls", "pupils": [three.pk]}]
    teacher.post(page, {"do": "delete", "group": group.pk})
    assert not classroom.groups.exists()


def test_groups_and_pupils_of_another_class_cannot_be_chosen(classroom: Classroom, teacher: Client) -> None:
    other = make_class(pupils=2)
    stranger = other.pupils.first()
    foreign = save_group(classroom=other, name="Foxes", pupils=[stranger])
    teacher.post(f"/en/class/{classroom.token}/groups/", {"name": "Mine", "pupil": [stranger.pk]})
    assert list(classroom.groups.get().pupils.all()) == []
    teacher.post(f"/en/class/{classroom.token}/groups/", {"do": "delete", "group": foreign.pk})
    assert other.groups.get() == foreign
    assignment = assigned(classroom, SUM)
    refused = teacher.post(
        f"/en/class/{classroom.token}/{assignment.pk}/whom/", {"pupil-group": [foreign.pk]}
    )
    assert "There is nobody in this group yet." in Page(refused).text
    assert not assignment.only.exists()


def test_assignment_is_given_to_a_group_and_back_to_all(classroom: Classroom, teacher: Client) -> None:
    one, two, three = classroom.pupils.all()
    group = save_group(classroom=classroom, name="Foxes", pupils=[one, two])
    assignment = assigned(classroom, SUM)
    page = f"/en/class/{classroom.token}/{assignment.pk}/whom/"
    assert "Foxes (2)" in Page(teacher.get(page)).text
    teacher.post(page, {"pupil-group": [group.pk]})
    assert set(assignment.only.all()) == {one, two}
    mine = f"/en/class/{classroom.token}/my/"
    assert assignment.name not in pupil_client(three).get(mine).content.decode()
    teacher.post(page, {})
    assert assignment.name in pupil_client(three).get(mine).content.decode()


def test_new_assignment_is_for_some_from_the_first_moment(classroom: Classroom, teacher: Client) -> None:
    one, two, three = classroom.pupils.all()
    group = save_group(classroom=classroom, name="Foxes", pupils=[one])
    form = {"kind": "items", "items": SUM, "tries": "0", "counts": "best", "feedback": "at-once"}
    form |= {"variant": "same", "pupil": str(two.pk), "pupil-group": str(group.pk)}
    teacher.post(f"/en/class/{classroom.token}/assign/", form)
    assert set(classroom.assignments.get().only.all()) == {one, two}
    assert three not in classroom.assignments.get().only.all()


def of_stage(_theme: str) -> list[choosing._Candidate]:
    """As if the steps of a lesson were the puzzles of a theme: there are enough of them to swap."""
    stage = choosing.library().stage("first")
    assert stage is not None
    return [choosing._candidate(step) for step in stage.steps]


DRAWING = {
    "kind": "theme", "theme": "early", "count": "1", "easiest": "1", "hardest": "5", "tries": "0", "counts": "best",
    "feedback": "at-once", "variant": "same",
}  # fmt: skip


def test_what_is_drawn_is_seen_and_swapped_before_it_counts(
    classroom: Classroom, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "_of_theme", of_stage)
    address = f"/en/class/{classroom.token}/assign/"
    asked = Page(teacher.get(address, {"kind": "theme"}))
    assert "A sample of each topic" in asked.text
    form = {**DRAWING, "count": "2"}
    seen = Page(teacher.post(address, {**form, "do": "draw"}))
    assert not classroom.assignments.exists()
    drawn = drawn_in(seen)
    assert len(drawn) == 2
    assert "2 exercises · about" in seen.text
    swapped = drawn_in(Page(teacher.post(address, {**form, "drawn-1": drawn, "do": "swap:1-2"})))
    assert swapped[0] == drawn[0]
    assert swapped[1] not in drawn
    fewer = drawn_in(Page(teacher.post(address, {**form, "drawn-1": swapped, "do": "drop:1-1"})))
    assert fewer == swapped[1:]
    for odd in ("swap:1-99", "swap:9-1", "swap:x", "show"):
        assert drawn_in(Page(teacher.post(address, {**form, "drawn-1": swapped, "do": odd}))) == swapped, odd
    assert not classroom.assignments.exists()
    teacher.post(address, {**form, "drawn-1": [*swapped, "no/such"], "do": "make"})
    assert classroom.assignments.get().questions == swapped


def test_nothing_else_to_draw_is_said_and_what_was_drawn_stays(classroom: Classroom, teacher: Client) -> None:
    address = f"/en/class/{classroom.token}/assign/"
    drawn = drawn_in(Page(teacher.post(address, {**DRAWING, "do": "draw"})))
    refused = Page(teacher.post(address, {**DRAWING, "drawn-1": drawn, "do": "swap:1-1"}))
    assert refused.status == 422
    assert "There is no other exercise of this kind, level and rule set." in refused.text
    assert drawn_in(refused) == drawn


def test_second_level_is_drawn_and_seen_before_it_counts(
    classroom: Classroom, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "_of_theme", of_stage)
    address, last = f"/en/class/{classroom.token}/assign/", classroom.pupils.last()
    form = {**DRAWING, "second": str(last.pk), "second_easiest": "1", "second_hardest": "5"}
    first = drawn_in(Page(teacher.post(address, {**DRAWING, "do": "draw"})))
    seen = Page(teacher.post(address, {**form, "drawn-1": first, "do": "make"}))
    assert not classroom.assignments.exists()
    assert "Second level" in seen.text
    harder = drawn_in(seen, 2)
    teacher.post(address, {**form, "drawn-1": first, "drawn-2": harder, "do": "make"})
    made, level = classroom.assignments.all()
    assert (made.questions, level.questions, level.level_of) == (first, harder, made)
    assert list(level.only.all()) == [last]


def test_puzzles_are_drawn_for_the_rules_of_the_class(classroom: Classroom, teacher: Client) -> None:
    address = f"/en/class/{classroom.token}/assign/"
    teacher.post(f"/en/class/{classroom.token}/settings/", {"do": "rules", "rules": "samba"})
    classroom.refresh_from_db()
    assert classroom.rules == "samba"
    asked = flat(teacher.get(address, {"kind": "theme"}).content.decode())
    assert re.search(r'<option value="samba" selected', asked)
    none = Page(teacher.post(address, {**DRAWING, "family": "samba", "do": "draw"}))
    assert "There are no exercises of that kind, difficulty and rule set." in none.text
    assert drawn_in(Page(teacher.post(address, {**DRAWING, "family": "classic", "do": "draw"})))
    damaged = teacher.post(f"/en/class/{classroom.token}/settings/", {"do": "rules", "rules": "poker"})
    assert damaged.status_code == 422
    assert export_of(classroom)["class"]["rules"] == "samba"


def two_levels(classroom: Classroom) -> tuple[Assignment, Assignment]:
    """The last pupil has a second level, with one exercise more."""
    first = assigned(classroom, SUM, title="Pile")
    last = classroom.pupils.last()
    assert last is not None
    level = add_level(assignment=first, questions=[FROZEN, WILD], only=[last], source={})
    return first, level


def test_each_level_is_seen_by_its_own_pupils_under_one_title(classroom: Classroom, teacher: Client) -> None:
    first, level = two_levels(classroom)
    one, _, last = classroom.pupils.all()
    for pupil, own, other in ((one, first, level), (last, level, first)):
        browser = pupil_client(pupil)
        page = browser.get(f"/en/class/{classroom.token}/my/").content.decode()
        assert f"/my/{own.pk}/" in page
        assert f"/my/{other.pk}/" not in page
        assert "Pile" in page
        assert browser.get(f"/en/class/{classroom.token}/my/{other.pk}/").status_code == 404
    of_class = Page(teacher.get(f"/en/class/{classroom.token}/")).text
    assert of_class.count("Pile") == 1
    assert "two levels" in of_class
    newcomer = services.add_pupils(classroom=classroom, user=owner_of(classroom), aliases=1)[0]
    assert (
        f"/my/{first.pk}/" in pupil_client(newcomer).get(f"/en/class/{classroom.token}/my/").content.decode()
    )


def test_both_levels_have_one_table_one_column_and_one_report(classroom: Classroom, teacher: Client) -> None:
    first, level = two_levels(classroom)
    one, two, last = classroom.pupils.all()
    answered(first, one, 1, "right")
    answered(level, last, 2, "wrong")
    page = teacher.get(f"/en/class/{classroom.token}/{first.pk}/")
    (_, easy), (_, hard) = page.context["levels"]
    assert [row.pupil for row in easy.rows] == [one, two]
    assert [row.pupil for row in hard.rows] == [last]
    assert all(text in Page(page).text for text in ("First level", "Second level", "1/1", "0/2"))
    sent_on = teacher.get(f"/en/class/{classroom.token}/{level.pk}/")
    assert sent_on["Location"] == f"/en/class/{classroom.token}/{first.pk}/"
    with override("en"):
        rows = class_rows(results_of(classroom))
        assert rows == [["Alias", "Pile"], [one.alias, 100.0], [two.alias, None], [last.alias, 0.0]]
        of_one = assignment_rows(results_of(classroom, [first]), first)
        assert [len(row) for row in of_one] == [6, 6, 6, 6]
    (found,) = report_of(classroom, assignment=first).found
    assert found.aliases == (last.alias,)


def test_settings_and_end_hold_for_both_levels(classroom: Classroom) -> None:
    first, level = two_levels(classroom)
    change_assignment(assignment=first, title="Ice", opens=timezone.now(), tries=2)
    level.refresh_from_db()
    assert (level.name, level.tries) == ("Ice", 2)
    first.delete()
    assert not Assignment.objects.exists()


def test_assignment_is_copied_to_another_class_of_the_teacher(classroom: Classroom, teacher: Client) -> None:
    mine = make_class(user=owner_of(classroom), name="8a")
    others = make_class(name="9c")
    first, level = two_levels(classroom)
    page = f"/en/class/{classroom.token}/{first.pk}/copy/"
    shown = Page(teacher.get(page)).text
    assert "8a" in shown
    assert "9c" not in shown
    refused = teacher.post(page, {"to": others.token})
    assert "Choose a class." in Page(refused).text
    assert not others.assignments.exists()
    sent_on = teacher.post(page, {"to": mine.token})
    copied, copied_level = mine.assignments.all()
    assert (copied.name, copied.questions, copied.opens) == ("Pile", [SUM], None)
    assert (copied_level.level_of, copied_level.questions) == (copied, level.questions)
    whom = f"/en/class/{mine.token}/{copied_level.pk}/whom/"
    assert sent_on["Location"] == whom
    assert "gets the second level instead of the first" in Page(teacher.get(whom)).text
    pupil = mine.pupils.first()
    change_assignment(assignment=copied, title="", opens=timezone.now())
    # Nobody has the second level there before the teacher says who.
    listed = pupil_client(pupil).get(f"/en/class/{mine.token}/my/").content.decode()
    assert f"/my/{copied.pk}/" in listed
    assert f"/my/{copied_level.pk}/" not in listed
    assert copy_assignment(assignment=level.level_of, classroom=mine).questions == [SUM]


def test_title_that_the_site_gives_is_read_in_the_language_of_the_reader(classroom: Classroom) -> None:
    with override("de"):
        made = create_assignment(
            classroom=classroom, kind="stage", source={"stage": "first"}, opens=timezone.now()
        )
    pupil = pupil_client(classroom.pupils.first())
    assert "The first stage" in pupil.get(f"/en/class/{classroom.token}/my/").content.decode()
    assert "Die erste Stufe" in pupil.get(f"/de/class/{classroom.token}/my/").content.decode()
    change_assignment(assignment=made, title="Monday")
    assert "Monday" in pupil.get(f"/de/class/{classroom.token}/my/").content.decode()
    change_assignment(assignment=made, title="")
    assert "Die erste Stufe" in pupil.get(f"/de/class/{classroom.token}/my/").content.decode()


def test_list_counts_who_has_begun_of_those_whom_an_assignment_is_for(
    classroom: Classroom, teacher: Client
) -> None:
    assignment = assigned(classroom)
    pupils = list(classroom.pupils.all())[:3]
    for pupil in pupils:
        answered(assignment, pupil, 1, "right")
    assert [line.begun for line in assignments_of(classroom)] == [3]
    level = add_level(assignment=assignment, questions=[WILD], source={"items": [WILD]}, only=pupils[:1])
    assert [line.begun for line in assignments_of(classroom)] == [2]
    answered(level, pupils[0], 1, "right")
    assert [line.begun for line in assignments_of(classroom)] == [3]
    level.delete()
    assignment.only.set(pupils[1:2])
    page = flat(teacher.get(f"/en/class/{classroom.token}/").content.decode())
    assert "for 1 pupil · open · 1 pupil has begun" in page
