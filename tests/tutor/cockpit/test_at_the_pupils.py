"""What the cockpit sends to the page at which a pupil sits, and what it knows of a page that never asks."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.factories import UserFactory
from tests.lessons import pages
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import SUM, WILD, assigned
from tests.tutor.cockpit.test_cockpit import at_work, line_of, url
from tutor.classroom import assigning, notes
from tutor.classroom.models import Classroom, ClassTeacher, Presence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
SAYS = "Your teacher says: Jokers count fifty."


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=2)


def asked_by(source: str) -> str:
    """What the page asks every few seconds."""
    found = re.search(r'hx-get="([^"]*/my/news/[^"]*)"', source)
    assert found is not None
    return found[1].replace("&amp;", "&")


def seen_by(page: pages.Page) -> str:
    """The notes that the page says are in its field."""
    found = re.search(r'name="seen" value="([^"]*)"', page.source)
    assert found is not None
    return found[1]


def later() -> None:
    """As after a few seconds, when the class is looked up again."""
    cache.clear()


@pytest.mark.parametrize("page", ["another exercise", "class"])
def test_note_comes_to_the_page_that_is_open_and_stays_there(page: str, classroom: Classroom) -> None:
    one, other = classroom.pupils.all()
    assignment = assigned(classroom, SUM, WILD)
    browsers = [at_work(pupil, assignment, 2) for pupil in (one, other)]
    if page == "class":
        browsers = [pages.Learner(client=pupil_client(pupil)) for pupil in (one, other)]
        for browser in browsers:
            browser.open(f"/en/class/{classroom.token}/my/")
    ask, others = (asked_by(browser.page.source) for browser in browsers)
    teacher = owner_of(classroom)
    notes.tell_pupils(classroom=classroom, pupils=[one], item=SUM, user=teacher, text="Jokers count fifty.")
    later()
    told = pages.Page(browsers[0].client.get(ask))
    assert SAYS in told.text
    assert SAYS not in pages.Page(browsers[1].client.get(others)).text
    assert browsers[0].client.get(asked_by(told.source)).status_code == 204
    notes.tell_pupils(classroom=classroom, pupils=[other], item=SUM, user=teacher, text="Well done.")
    later()
    assert SAYS in pages.Page(browsers[0].client.get(asked_by(told.source))).text


def test_what_is_new_stays_told_when_others_get_something(classroom: Classroom) -> None:
    one, other = classroom.pupils.all()
    browser = at_work(one, assigned(classroom, SUM))
    for only in ([one], [other]):
        assigning.create_assignment(
            classroom=classroom, kind="items", source={"items": [WILD]}, only=only, opens=timezone.now()
        )
        later()
        browser.page = pages.Page(browser.client.get(asked_by(browser.page.source)))
        assert "There is something new in your class." in browser.page.text


@pytest.mark.parametrize(
    ("language", "seen", "away"),
    [("de", "zuletzt vor 2 Min.", "weg"), ("en", "last seen 2 min. ago", "away")],
)
def test_who_has_no_scripts_is_not_called_away(
    language: str, seen: str, away: str, classroom: Classroom
) -> None:
    one, other = classroom.pupils.all()
    assignment, before = assigned(classroom, SUM), timezone.now() - timedelta(minutes=2)
    for pupil in (one, other):
        at_work(pupil, assignment)
    Presence.objects.update(seen=before, acted=before)
    Presence.objects.filter(pupil=other).update(
        acted=before - timedelta(minutes=1)
    )  # the page has asked since
    page = teacher_client(owner_of(classroom)).get(url("now", classroom, language=language))
    source = page.content.decode()
    rows = {
        pupil: source[source.index(f'id="pupil-{pupil.pk}"') :].partition("</tr>")[0]
        for pupil in (one, other)
    }
    assert seen in re.sub(r"\s+", " ", rows[one])
    assert seen not in re.sub(r"\s+", " ", rows[other])
    assert re.search(rf"<td>\s*{away}\s*</td>", rows[other])
    assert (line_of(one).ago, line_of(other).ago) == (2, None)


@pytest.mark.parametrize("item", ["", SUM])
def test_notes_of_two_teachers_who_write_at_once_are_both_read(item: str, classroom: Classroom) -> None:
    pupil = classroom.pupils.all()[0]
    colleague = UserFactory()
    ClassTeacher.objects.create(classroom=classroom, user=colleague, role="teacher")
    first, second = teacher_client(owner_of(classroom)), teacher_client(colleague)
    here, asked = url("now", classroom), {"note": str(pupil.pk), "item": item}
    before = seen_by(pages.Page(second.get(here, {"note": pupil.pk})))
    for teacher, text in ((first, "Look at the values."), (second, "Well done so far.")):
        teacher.post(here, {**asked, "seen": before, "text": text, "do": "note"})
    assert {note.text for note in pupil.notes.all()} == {"Look at the values.", "Well done so far."}
    seen = ",".join(str(note.pk) for note in pupil.notes.all())  # in the field when the page is opened again
    second.post(here, {**asked, "seen": seen, "text": "Both of it.", "do": "note"})
    assert [note.text for note in pupil.notes.all()] == ["Both of it."]


def test_field_of_a_note_holds_what_all_teachers_have_said(classroom: Classroom) -> None:
    pupil = classroom.pupils.all()[0]
    for user, text in ((owner_of(classroom), "Look again."), (UserFactory(), "Well done.")):
        notes.tell_pupils(classroom=classroom, pupils=[pupil], item="", user=user, text=text)
    page = pages.Page(teacher_client(owner_of(classroom)).get(url("now", classroom), {"note": pupil.pk}))
    assert "Look again. Well done." in page.text
    assert seen_by(page) == ",".join(str(note.pk) for note in pupil.notes.order_by("pk"))
