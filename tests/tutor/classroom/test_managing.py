"""Keeping a class: teachers, codes, the next year, taking along, export, deletion."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories import AttemptFactory, LearnerFactory, UserFactory
from tests.markup import flat
from tests.tutor.classroom.makers import (
    code_of,
    come_in,
    make_class,
    owner_of,
    pupil_client,
    teacher_client,
)
from tutor.classroom import audit, keeping, services
from tutor.classroom.models import AssignmentAnswer, AuditLine, Classroom, Pupil, TeacherNote
from tutor.classroom.taking import take_into_account
from tutor.learning.models import Attempt, Learner, User
from tutor.lti.models import LaunchMemo
from tutor.puzzles.models import Report
from tutor.site.models import WrongTries

pytestmark = pytest.mark.django_db


def lines(classroom: Classroom) -> list[str]:
    return list(AuditLine.objects.filter(classroom=classroom.token).values_list("what", flat=True))


def with_answer(classroom: Classroom) -> Pupil:
    """A pupil who has answered something."""
    pupil = classroom.pupils.first()
    assignment = classroom.assignments.create(title="First", kind="items", questions=["deck/which-are-wild"])
    attempt = AttemptFactory(learner=pupil.learner)
    AssignmentAnswer.objects.create(
        attempt=attempt, assignment=assignment, pupil=pupil, number=1, try_number=1, outcome="wrong"
    )
    return pupil


def test_second_teacher_comes_by_a_link_that_works_once() -> None:
    classroom = make_class()
    owner = teacher_client(owner_of(classroom))
    owner.post(f"/en/class/{classroom.token}/teachers/", {"do": "invite"})
    classroom.refresh_from_db()
    link = f"http://testserver/en/class/invited/#{classroom.invite_key}"
    assert link in owner.get(f"/en/class/{classroom.token}/teachers/").content.decode()
    second, third = teacher_client(UserFactory()), teacher_client(UserFactory())
    page = "/en/class/invited/"
    assert 'name="link" type="text" value=""' in flat(second.get(page).content.decode())
    asked = second.post(page, {"link": link}, follow=True).content.decode()
    assert "Teach the class 7b too?" in asked
    assert f"{owner_of(classroom)} invites you to teach the class 7b with them." in flat(asked)
    assert f'name="link" value="{classroom.invite_key}"' in asked
    assert classroom.teachers.count() == 1
    accepted = second.post(page, {"link": classroom.invite_key, "do": "accept"})
    assert accepted["Location"] == f"/en/class/{classroom.token}/"
    assert second.get(f"/en/class/{classroom.token}/").status_code == 200
    refused = third.post(page, {"link": link, "do": "accept"})
    assert refused.status_code == 422
    assert "This invitation does not work" in refused.content.decode()
    assert classroom.teachers.count() == 2


def test_colleague_without_an_account_reads_who_invites_to_what_and_signs_in_then() -> None:
    classroom = make_class()
    services.invite(classroom=classroom, user=owner_of(classroom))
    colleague, page = Client(), "/en/class/invited/"
    asked = flat(colleague.post(page, {"link": classroom.invite_key}, follow=True).content.decode())
    assert f"{owner_of(classroom)} invites you to teach the class 7b with them." in asked
    assert "You need an account for that" in asked
    assert classroom.teachers.count() == 1
    sent_on = colleague.post(page, {"link": classroom.invite_key, "do": "accept"})
    assert sent_on["Location"].startswith("/en/account/?next=")
    colleague.force_login(UserFactory())
    assert "Teach the class 7b too?" in colleague.get(page).content.decode()
    assert classroom.teachers.count() == 1


def test_invitation_expires() -> None:
    classroom = make_class()
    services.invite(classroom=classroom)
    Classroom.objects.update(invite_expires=timezone.now())
    assert services.accept_invitation(key=classroom.invite_key, user=UserFactory()) is None


def test_last_owner_stays_and_a_teacher_removes_nobody() -> None:
    classroom = make_class()
    helper = UserFactory()
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=helper)
    own, other = classroom.teachers.all()
    url = f"/en/class/{classroom.token}/teachers/"
    response = teacher_client(own.user).post(url, {"do": "remove", "teacher": own.pk})
    assert "Somebody must own the class." in response.content.decode()
    assert teacher_client(helper).post(url, {"do": "remove", "teacher": own.pk}).status_code == 422
    assert classroom.teachers.count() == 2
    assert (
        teacher_client(helper).post(url, {"do": "remove", "teacher": other.pk, "sure": "1"})["Location"]
        == "/en/class/?left=1"
    )
    assert classroom.teachers.count() == 1


@pytest.mark.parametrize(("language", "said"), [("de", "Neue Codes"), ("en", "New codes")])
def test_teacher_renews_all_codes_signs_out_and_deletes(language: str, said: str) -> None:
    classroom = make_class(pupils=3)
    pupil = classroom.pupils.first()
    old, browser = code_of(pupil), come_in(pupil)
    teacher = teacher_client(owner_of(classroom))
    url = f"/{language}/class/{classroom.token}/pupils/"
    assert said in teacher.get(url).content.decode()
    assert teacher.post(url, {"do": "renew", "days": "14"}).status_code == 422  # nobody is ticked
    assert teacher.post(url, {"do": "renew", "days": "14", "all": "1"}).status_code == 303
    assert Client().post("/en/class/join/", old).status_code == 422
    teacher.post(url, {"do": "sign-out", "pupil": [pupil.pk]})
    assert browser.get(f"/en/class/{classroom.token}/my/").status_code == 404
    asked = teacher.post(url, {"do": "delete", "pupil": [pupil.pk]}).content.decode()
    assert pupil.alias in asked
    assert classroom.pupils.count() == 3
    teacher.post(url, {"do": "delete", "sure": "1", "pupil": [pupil.pk]})
    assert classroom.pupils.count() == 2
    assert not Learner.objects.filter(pk=pupil.learner_id).exists()
    assert lines(classroom)[-3:] == ["codes-renewed", "signed-out", "pupil-deleted"]


def test_copy_has_new_aliases_and_the_assignments_not_yet_open() -> None:
    classroom = make_class(pupils=5)
    with_answer(classroom)
    classroom.assignments.update(opens=timezone.now(), due=timezone.now())
    TeacherNote.objects.create(classroom=classroom, item="deck/one", rule="deck.size", text="Count again.")
    client = teacher_client(owner_of(classroom))
    client.post(f"/en/class/{classroom.token}/settings/", {"do": "copy", "copy-name": "8b"})
    new = Classroom.objects.get(name="8b")
    assert new.pupils.count() == 5
    old_aliases = set(classroom.pupils.values_list("alias", flat=True))
    assert old_aliases != set(new.pupils.values_list("alias", flat=True))
    copied = new.assignments.get()
    assert (copied.title, copied.opens, copied.due) == ("First", None, None)
    assert copied.answers.count() == 0
    assert classroom.assignments.get().answers.count() == 1
    assert new.notes.get().text == "Count again."


def test_archived_class_lets_nobody_in_but_its_teachers_read_it() -> None:
    classroom = make_class()
    pupil = classroom.pupils.first()
    client = teacher_client(owner_of(classroom))
    client.post(f"/en/class/{classroom.token}/settings/", {"do": "archive"})
    refused = Client().post("/en/class/join/", code_of(pupil))
    assert refused.status_code == 422
    assert "This class is over" in refused.content.decode()
    wrong = Client().post("/en/class/join/", code_of(pupil) | {"words": "no such"}).content.decode()
    assert "This class is over" not in wrong  # nobody learns of a class without the whole code
    home = client.get(f"/en/class/{classroom.token}/").content.decode()
    assert "This class is archived" in home
    assert "New assignment" not in home  # nobody could work on it
    assert "Live round" not in home
    client.post(f"/en/class/{classroom.token}/settings/", {"do": "restore"})
    come_in(pupil)


@pytest.mark.parametrize("how", ["new", "known", "link"])
def test_pupil_takes_along_what_was_done(how: str) -> None:
    classroom = make_class()
    pupil = with_answer(classroom)
    browser = pupil_client(pupil)
    url = f"/en/class/{classroom.token}/my/take/"
    if how == "known":
        user = UserFactory()
        user.set_password("neun-und-joker")
        user.save()
        own = LearnerFactory(user=user)
        AttemptFactory(learner=own)
        data = {"username": user.username, "password": "neun-und-joker"}
    else:
        data = {"username": "ada", "password1": "neun-und-joker", "password2": "neun-und-joker"}
    assert browser.get(url).status_code == 200
    assert browser.post(url, {**data, "do": how}).status_code == 303
    pupil.refresh_from_db()
    assert pupil.learner.user is not None
    assert pupil.learner.pass_number is None
    assert pupil.learner.attempts.count() == (2 if how == "known" else 1)
    assert pupil.answers.count() == 1
    assert browser.get(f"/en/class/{classroom.token}/my/").status_code == 200
    said = Client().post("/en/class/join/", code_of(pupil)).content.decode()
    assert "Sign in with that" in said
    services.sign_out(classroom=classroom, pupils=[pupil], user=owner_of(classroom))
    assert browser.get(f"/en/class/{classroom.token}/my/").status_code == 200  # it is the own account


def test_one_account_cannot_be_two_pupils_of_a_class() -> None:
    one, other, _ = make_class().pupils.all()
    user = UserFactory()
    take_into_account(pupil=one, user=user)
    with pytest.raises(services.ClassError):
        take_into_account(pupil=other, user=user)


def test_deleting_a_class_leaves_one_line_and_what_was_taken_along() -> None:
    classroom = make_class()
    pupil = with_answer(classroom)
    taken = classroom.pupils.last()
    AttemptFactory(learner=taken.learner)
    take_into_account(pupil=taken, user=UserFactory())
    client = teacher_client(owner_of(classroom))
    item = Attempt.objects.first().item
    Report.objects.create(
        item=item, learner=pupil.learner, reason="text", text="I am Ada.", token=uuid.uuid4()
    )
    asked = client.get(f"/en/class/{classroom.token}/delete/").content.decode()
    assert "3 pupils and all assignments" in asked
    response = client.post(f"/en/class/{classroom.token}/delete/")
    assert "deleted" in client.get(response["Location"]).content.decode()
    assert not Classroom.objects.exists()
    assert not Learner.objects.filter(pk=pupil.learner_id).exists()
    assert Attempt.objects.get().learner == taken.learner
    assert AssignmentAnswer.objects.count() == 0
    assert not Report.objects.exists()
    assert lines(classroom)[-1] == "deleted"
    assert User.objects.filter(username=owner_of_line(classroom)).exists()


def owner_of_line(classroom: Classroom) -> str:
    line = AuditLine.objects.filter(classroom=classroom.token).last()
    return line.user.username if line and line.user else ""


def test_class_goes_on_its_day_and_not_before() -> None:
    classroom, later = make_class(), make_class()
    Classroom.objects.filter(pk=classroom.pk).update(delete_on=timezone.localdate())
    Classroom.objects.filter(pk=later.pk).update(delete_on=timezone.localdate() + timedelta(days=1))
    call_command("delete_due_classes", verbosity=0)
    assert list(Classroom.objects.all()) == [later]
    assert Learner.objects.count() == 3
    assert lines(classroom)[-1] == "expired"


@pytest.mark.parametrize("days", [0, -1, 366 * 4])
def test_day_of_deletion_is_neither_past_nor_far_away(days: int) -> None:
    classroom = make_class()
    wanted = timezone.localdate() + timedelta(days=days)
    client = teacher_client(owner_of(classroom))
    response = client.post(f"/en/class/{classroom.token}/settings/", {"do": "keep", "delete_on": wanted})
    assert response.status_code == 422
    assert "The day must be between" in response.content.decode()


def test_export_holds_every_answer_and_no_word_of_a_code() -> None:
    classroom = make_class()
    pupil = with_answer(classroom)
    response = teacher_client(owner_of(classroom)).get(f"/en/class/{classroom.token}/export/")
    data = json.loads(response.content)
    assert [one["alias"] for one in data["pupils"]] == [one.alias for one in classroom.pupils.all()]
    assert data["answers"][0]["pupil"] == pupil.pk
    assert data["answers"][0]["answer"] == pupil.answers.get().attempt.answer
    assert code_of(pupil)["words"] not in response.content.decode()
    assert lines(classroom)[-1] == "exported"


@pytest.mark.parametrize(("language", "said"), [("de", "Du bist in"), ("en", "Classes you are in")])
def test_pupil_finds_the_way_back_and_deletes_nothing_of_the_class(language: str, said: str) -> None:
    classroom = make_class()
    pupil = with_answer(classroom)
    browser = pupil_client(pupil)
    response = browser.post(f"/{language}/account/delete/")
    assert response["Location"] == f"/{language}/class/"
    page = browser.get(response["Location"]).content.decode()
    assert said in page
    assert f"/{language}/class/{classroom.token}/my/" in page
    assert pupil.answers.count() == 1


def test_alias_that_is_taken_is_refused_and_stays_typed() -> None:
    classroom = make_class(pupils=2)
    one, other = classroom.pupils.all()
    client = teacher_client(owner_of(classroom))
    response = client.post(f"/en/class/{classroom.token}/pupils/{one.pk}/name/", {"alias": f" {other.alias}"})
    assert response.status_code == 422
    assert f'id="alias-{one.pk}" name="alias" type="text" value=" {other.alias}"' in flat(
        response.content.decode()
    )


def test_what_has_expired_goes_with_the_daily_command() -> None:
    gone, there = make_class(), make_class()
    keeping.delete_class(classroom=gone, user=owner_of(gone))
    old = timezone.now() - audit.KEPT - timedelta(days=1)
    AuditLine.objects.filter(classroom__in=(gone.token, there.token)).update(at=old)
    latest = AuditLine.objects.filter(classroom=gone.token).last()
    AuditLine.objects.filter(pk=latest.pk).update(at=old + timedelta(days=2))
    for key, ends in (("kept", 1), ("over", -1)):
        when = timezone.now() + timedelta(hours=ends)
        Session.objects.create(session_key=key, session_data="", expire_date=when)
        WrongTries.objects.create(key=key, count=1, until=when)
        LaunchMemo.objects.create(key=key, value=1, ends=when)
    call_command("delete_due_classes", verbosity=0)
    assert lines(gone)[-1] == "deleted"  # the last of them is younger than a year
    for model in (Session, WrongTries, LaunchMemo):
        assert [row.pk if model is Session else row.key for row in model.objects.all()] == ["kept"]
    AuditLine.objects.filter(pk=latest.pk).update(at=old)
    call_command("delete_due_classes", verbosity=0)
    assert lines(gone) == []
    assert lines(there)


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", ["Schüler hinzugefügt", "Klasse angelegt"]), ("en", ["2 pupils added", "Class made"])],
)
def test_page_tells_in_words_what_was_done_with_the_data(language: str, said: list[str]) -> None:
    classroom = make_class()
    done = [what for what in AuditLine.What if what not in (AuditLine.What.DELETED, AuditLine.What.EXPIRED)]
    for what in done:
        audit.note(classroom, what, user=None, count=2)
    page = teacher_client(owner_of(classroom)).get(f"/{language}/class/{classroom.token}/settings/")
    lines = flat(page.content.decode()).partition('<ul class="audit">')[2].partition("</ul>")[0]
    assert lines.count("<li>") >= len(done)
    assert all(part in lines for part in said)
    assert not [what for what in done if f": {what}<" in lines]


def test_rules_of_the_class_are_chosen_for_its_pupils_until_they_choose() -> None:
    classroom = make_class()
    services.set_rules(classroom=classroom, rules="samba")
    client, box = pupil_client(classroom.pupils.first()), 'value="{}" id="family-{}" checked'

    def chosen(mode: str) -> list[str]:
        page = flat(client.get(f"/en/practice/{mode}/").content.decode())
        return [one for one in ("classic", "wiener", "samba", "other") if box.format(one, one) in page]

    assert [chosen(mode) for mode in ("storm", "mixed", "streak")] == [["samba"]] * 3
    assert chosen("theme/the-next-minimum") == ["samba"]
    client.post("/en/practice/mixed/", {"choosing": "1", "family": "wiener"})
    assert chosen("storm") == ["wiener"]
    other = pupil_client(make_class().pupils.first())
    assert 'value="classic" id="family-classic" checked' in flat(
        other.get("/en/practice/storm/").content.decode()
    )
    classroom.pupils.first().learner.rounds.all().delete()
    Classroom.objects.update(archived=timezone.now())
    assert chosen("storm") == ["classic"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_line_of_what_was_taken_along_names_no_account(language: str) -> None:
    classroom = make_class()
    user = UserFactory(username="AnnaExample")
    take_into_account(pupil=classroom.pupils.first(), user=user)
    page = teacher_client(owner_of(classroom)).get(f"/{language}/class/{classroom.token}/settings/")
    said = {"de": "hat seine Antworten mitgenommen", "en": "A pupil took their own answers with them"}[
        language
    ]
    assert said in page.content.decode()
    assert "AnnaExample" not in page.content.decode()
    assert not AuditLine.objects.filter(user=user).exists()


def test_accounts_in_such_lines_of_before_are_removed() -> None:
    user = UserFactory()
    for what in ("taken-along", "exported"):
        AuditLine.objects.create(classroom="gone", user=user, what=what)
    import_module("tutor.classroom.migrations.0012_no_pupil_in_lines").name_no_pupil(apps, None)
    assert list(AuditLine.objects.filter(user=user).values_list("what", flat=True)) == ["exported"]
