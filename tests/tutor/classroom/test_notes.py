"""Notes of teachers on answers, on rules, and what is refused."""

from __future__ import annotations

import re

import pytest

from tests.lessons import pages
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import WRONG, answered, assigned
from tutor.classroom import notes
from tutor.classroom.models import Assignment, Pupil
from tutor.classroom.results import answers_to
from tutor.classroom.services import ClassError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def miss(pupil: Pupil, assignment: Assignment, number: int = 1) -> pages.Page:
    """What a pupil reads who ticks that none is right."""
    browser = pages.Learner(client=pupil_client(pupil))
    browser.open(f"/en/class/{pupil.classroom.token}/my/{assignment.pk}/{number}/")
    return browser.press("check", none="1")


def test_note_on_an_answer_is_shown_to_the_next_pupil_of_the_class_who_gives_it() -> None:
    classroom, elsewhere = make_class(), make_class()
    assignment, other = assigned(classroom), assigned(elsewhere)
    one, two, three = classroom.pupils.all()
    assert "Think of jokers" not in miss(one, assignment).text
    group = answers_to(assignment, 1)[0]
    client = teacher_client(owner_of(classroom))
    url = f"/en/class/{classroom.token}/{assignment.pk}/answers/1/"
    response = client.post(
        url, {"answer": group.answer.pk, "text": " Think of jokers {and} <twos>. ", "rule": ""}
    )
    assert response.status_code == 303
    said = miss(two, assignment)
    assert "Your teacher says: Think of jokers (and) <twos>." in said.text
    assert "<twos>" not in said.source
    assert "Think of jokers" not in miss(elsewhere.pupils.first(), other).text
    browser = pages.Learner(client=pupil_client(three))
    browser.open(f"/en/class/{classroom.token}/my/{assignment.pk}/1/")
    card = re.search(r'name="card" value="([^"]+)"', browser.page.source)
    assert card
    assert "Think of jokers" not in browser.press("check", card=[card[1]]).text
    note = classroom.notes.get()
    client.post(url, {"do": "delete", "note": note.pk})
    assert not classroom.notes.exists()


def test_note_on_a_rule_is_shown_with_other_cards_too() -> None:
    classroom = make_class()
    assignment = assigned(classroom, variant="own")
    one, two, _ = classroom.pupils.all()
    miss(one, assignment)
    answer = assignment.answers.get()
    notes.add_note(answer=answer, user=owner_of(classroom), text="Twos are wild.", rule="wild.identity")
    assert "Your teacher says: Twos are wild." in miss(two, assignment).text


@pytest.mark.parametrize(("text", "said"), [(" \n", "The note is empty."), ("x" * 501, "at most 500 fit")])
def test_note_that_is_empty_or_too_long_is_refused_and_stays(text: str, said: str) -> None:
    classroom = make_class(pupils=1)
    assignment = assigned(classroom)
    answered(assignment, classroom.pupils.get(), 1, WRONG)
    answer = assignment.answers.get()
    with pytest.raises(ClassError):
        notes.add_note(answer=answer, user=owner_of(classroom), text=text)
    url = f"/en/class/{classroom.token}/{assignment.pk}/answers/1/"
    response = teacher_client(owner_of(classroom)).post(url, {"answer": answer.pk, "text": text})
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not text.strip() or text in response.content.decode()


def test_note_about_an_answer_to_another_question_is_not_taken() -> None:
    classroom, elsewhere = make_class(pupils=1), make_class(pupils=1)
    assignment, other = assigned(classroom), assigned(elsewhere)
    answered(other, elsewhere.pupils.get(), 1, WRONG)
    url = f"/en/class/{classroom.token}/{assignment.pk}/answers/1/"
    client = teacher_client(owner_of(classroom))
    for chosen in (other.answers.get().pk, "x", ""):
        assert pages.is_not_found(client.post(url, {"answer": chosen, "text": "Hm."}))
