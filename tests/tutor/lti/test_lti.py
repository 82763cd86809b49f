"""Launches from a learning platform: choosing exercises, coming in, grades, and everything that is refused."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from lessons.content.reading import library
from tests.tutor.lti.platform import (
    CLIENT,
    COURSE,
    DEPLOYMENT,
    INSTRUCTOR,
    Platform,
    claims_in,
    encoded,
    public_key,
    signed,
)
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, ClassTeacher
from tutor.classroom.services import create_class, remove_teacher
from tutor.learning.models import Attempt, Learner, User
from tutor.lti.models import LaunchMemo, LtiCourse, LtiGrade, LtiLine, LtiPupil
from tutor.lti.services import deep_link_answer, update_grades

pytestmark = pytest.mark.django_db
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where our key is: making one takes a moment."""
    return tmp_path_factory.mktemp("key") / "key.pem"


@pytest.fixture(scope="module")
def server() -> Iterator[Platform]:
    one = Platform()
    yield one
    one.close()


@pytest.fixture
def platform(server: Platform, settings: Settings, tmp_path: Path, key_file: Path) -> Platform:
    """A platform that is configured here and knows our key."""
    one = server
    one.scores, one.broken = [], False
    file = tmp_path / "platforms.json"
    file.write_text(json.dumps(one.registration), encoding="utf-8")
    settings.LTI_PLATFORMS_FILE = str(file)
    settings.LTI_KEY_FILE = key_file
    settings.LTI_SEND_ASIDE = False
    cache.clear()
    [jwk] = Client().get("/lti/keys/").json()["keys"]
    one.tool_key = public_key(jwk)
    return one


@pytest.fixture
def teacher() -> User:
    return User.objects.create_user(username="teacher", password="long enough 1")


@pytest.fixture
def assignment(teacher: User) -> Assignment:
    classroom = create_class(user=teacher, name="7b", language="en")
    slugs = [step.slug for step in library().stages[1].steps[:2]]
    return Assignment.objects.create(classroom=classroom, title="Melds", kind="items", questions=slugs)


@pytest.fixture
def connected(platform: Platform, assignment: Assignment, teacher: User) -> Assignment:
    """The assignment, connected with the platform's course."""
    LtiCourse.objects.create(
        issuer=platform.url, client=CLIENT, deployment=DEPLOYMENT, context=COURSE, classroom=assignment.classroom,
        connected_by=teacher,
    )  # fmt: skip
    return assignment


class Visit:
    """A browser that comes from the platform."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.client = Client()

    def announced(self) -> dict[str, str]:
        """The first half: what we send the browser to the platform with."""
        response = self.client.post(
            "/lti/login/",
            {
                "iss": self.platform.url,
                "login_hint": "hint",
                "client_id": CLIENT,
                "target_link_uri": "http://testserver/lti/launch/",
            },
        )
        assert response.status_code == 302
        parts = urlsplit(response["Location"])
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.platform.url}/auth"
        return {name: values[0] for name, values in parse_qs(parts.query).items()}

    def launched(self, *, token: Callable[[dict[str, Any]], str] | None = None, **changes: Any) -> Any:
        """The second half, with what the platform says; ``token`` signs it in another way."""
        asked = self.announced()
        claims = self.platform.message(**{"nonce": asked["nonce"], **changes})
        self.sent = {"state": asked["state"], "id_token": (token or self.platform.sign)(claims)}
        return self.client.post("/lti/launch/", self.sent)

    def entered(self, page: Any) -> Any:
        """From the platform's frame into a window of its own."""
        ticket = re.search(r'name="ticket" value="([^"]+)"', page.content.decode())
        assert ticket is not None
        return self.client.post("/lti/enter/", {"ticket": ticket[1]})


def for_pupils(assignment: Assignment) -> dict[str, Any]:
    return {"custom": {"assignment": str(assignment.pk)}}


def test_addresses_do_not_exist_without_platforms(settings: Settings) -> None:
    settings.LTI_PLATFORMS_FILE = ""
    for path in ("login/", "launch/", "keys/", "enter/", "choice/", "choose/"):
        for answer in (Client().post(f"/lti/{path}"), Client().get(f"/lti/{path}")):
            said = {404: "Diese Seite gibt es nicht", 405: "Hier gibt es nichts zu lesen"}[answer.status_code]
            assert said in answer.content.decode() or answer["Allow"] == "GET, HEAD", path


def test_pupil_comes_in_as_the_same_pupil_every_time(platform: Platform, connected: Assignment) -> None:
    for _ in range(2):
        visit = Visit(platform)
        page = visit.launched(**for_pupils(connected))
        assert page.status_code == 200
        assert "X-Frame-Options" not in page
        assert f"frame-ancestors {platform.url}" in page["Content-Security-Policy"]
        response = visit.entered(page)
        assert response.status_code == 303
        assert response["Location"].startswith("/en/class/")
        assert visit.client.get(response["Location"]).status_code == 200
        mine = visit.client.get(f"/en/class/{connected.classroom.token}/my/").content.decode()
        assert ("others use this device" in mine, "slip" in mine) == (True, False)  # they come in again
    pupil = connected.classroom.pupils.get()
    assert LtiPupil.objects.get().pupil == pupil
    Visit(platform).launched(subject="person-2", **for_pupils(connected))
    assert connected.classroom.pupils.count() == 2


def test_launch_leaves_no_name_behind(platform: Platform, connected: Assignment) -> None:
    Visit(platform).launched(**for_pupils(connected), given_name="Ada", email="ada@example.org")
    kept = json.dumps([row.value for row in LaunchMemo.objects.all()])
    assert "Ada" not in kept
    assert "ada@" not in kept
    assert LaunchMemo.objects.exists()


def test_way_in_works_once(platform: Platform, connected: Assignment) -> None:
    visit = Visit(platform)
    page = visit.launched(**for_pupils(connected))
    assert visit.entered(page).status_code == 303
    again = visit.entered(page)
    assert again.status_code == 403
    assert "Dieser Zugang ist schon benutzt worden." in again.content.decode()


def test_used_launch_is_refused(platform: Platform, connected: Assignment) -> None:
    visit = Visit(platform)
    assert visit.launched(**for_pupils(connected)).status_code == 200
    again = visit.client.post("/lti/launch/", visit.sent)
    assert again.status_code == 403
    assert "has been used already" in again.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"iat": int(time.time()) - 7200, "exp": int(time.time()) - 3600},
        {"iat": int(time.time()) - 7200, "exp": int(time.time()) + 3600},
        {"iat": int(time.time()) + 7200, "exp": int(time.time()) + 9000},
        {"exp": None},
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "somebody-else"},
        {"iss": "https://elsewhere.example"},
        {"deployment_id": "deployment-2"},
        {"version": "1.1"},
        {"message_type": "Nonsense"},
        {"sub": None},
        {"context": None},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_launch_that_says_something_wrong_is_refused(
    platform: Platform, connected: Assignment, changes: dict[str, Any]
) -> None:
    response = Visit(platform).launched(**for_pupils(connected), **changes)
    assert response.status_code == 403
    assert not connected.classroom.pupils.exists()


def forged(claims: dict[str, Any]) -> str:
    """Signed with another key under the platform's name."""
    return signed(OTHER_KEY, "platform-key", claims)


def unsigned(claims: dict[str, Any]) -> str:
    head = {"alg": "none", "typ": "JWT", "kid": "platform-key"}
    return ".".join(encoded(json.dumps(part).encode()) for part in (head, claims)) + "."


@pytest.mark.parametrize("token", [forged, unsigned, lambda claims: "nonsense", lambda claims: "a.b.c"])
def test_forged_launch_is_refused(
    platform: Platform, connected: Assignment, token: Callable[[dict[str, Any]], str]
) -> None:
    response = Visit(platform).launched(token=token, **for_pupils(connected))
    assert response.status_code == 403
    assert not connected.classroom.pupils.exists()


def test_launch_with_changed_claims_is_refused(platform: Platform, connected: Assignment) -> None:
    visit = Visit(platform)

    def tampered(claims: dict[str, Any]) -> str:
        head, _, signature = platform.sign(claims).split(".")
        return f"{head}.{encoded(json.dumps({**claims, 'sub': 'somebody-else'}).encode())}.{signature}"

    response = visit.launched(token=tampered, **for_pupils(connected))
    assert response.status_code == 403
    assert "Der Aufruf ließ sich nicht prüfen." in response.content.decode()


def test_launch_into_another_browser_is_refused(platform: Platform, connected: Assignment) -> None:
    visit = Visit(platform)
    asked = visit.announced()
    token = platform.sign(platform.message(nonce=asked["nonce"], **for_pupils(connected)))
    response = Client().post("/lti/launch/", {"state": asked["state"], "id_token": token})
    assert response.status_code == 403
    assert "Der Aufruf ließ sich nicht prüfen." in response.content.decode()


def test_course_that_no_teacher_connected_reaches_no_class(platform: Platform, connected: Assignment) -> None:
    response = Visit(platform).launched(context={"id": "course-8"}, **for_pupils(connected))
    assert response.status_code == 403
    assert "No exercises are connected" in response.content.decode()


def test_unknown_platform_is_refused(platform: Platform) -> None:
    response = Client().post("/lti/login/", {"iss": "https://elsewhere.example", "login_hint": "x"})
    assert response.status_code == 403
    assert "Diese Plattform ist hier nicht bekannt." in response.content.decode()


def test_teacher_connects_an_assignment_by_deep_linking(
    platform: Platform, assignment: Assignment, teacher: User
) -> None:
    settings = {
        "deep_link_return_url": f"{platform.url}/return", "accept_types": ["ltiResourceLink"],
        "accept_presentation_document_targets": ["iframe", "window"], "data": "keep this",
    }  # fmt: skip
    visit = Visit(platform)
    page = visit.launched(
        message_type="LtiDeepLinkingRequest", roles=INSTRUCTOR, settings=settings, resource_link=None
    )
    assert page.status_code == 200
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.content.decode())
    assert ticket is not None
    url = "/lti/choose/"
    stranger = Client()
    for client in (visit.client, stranger):
        assert client.post("/lti/choice/", {"ticket": ticket[1]})["Location"] == url
    unknown = visit.client.get(url).content.decode()
    assert "Sign in" in unknown
    assert f'/account/?next={url}"' in unknown  # and back to the choice from there
    visit.client.force_login(teacher)
    shown = visit.client.get(url).content.decode()
    assert "Melds" in shown
    assert "Deals that a class plays" not in shown
    AssignedDeal.objects.create(classroom=assignment.classroom, mini="go-out")
    shown = visit.client.get(url).content.decode()
    assert "Deals that a class plays cannot be chosen here" in shown
    assert shown.count('name="assignment"') == 1
    stranger.force_login(User.objects.create_user(username="stranger", password="long enough 1"))
    assert stranger.post(url, {"assignment": assignment.pk}).status_code == 422
    answer = visit.client.post(url, {"assignment": assignment.pk})
    assert platform.url in answer["Content-Security-Policy"]
    source = answer.content.decode()
    assert f'action="{platform.url}/return"' in source
    token = re.search(r'name="JWT" value="([^"]+)"', source)
    assert token is not None
    assert platform.tool_key is not None
    claims = claims_in(unescape(token[1]), platform.tool_key)
    assert (claims["iss"], claims["aud"]) == (CLIENT, [platform.url])
    assert claims["https://purl.imsglobal.org/spec/lti-dl/claim/data"] == "keep this"
    [item] = claims["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"]
    assert item["custom"] == {"assignment": str(assignment.pk)}
    assert item["lineItem"]["scoreMaximum"] == 2
    assert LtiCourse.objects.get().classroom == assignment.classroom
    assert Visit(platform).launched(custom=item["custom"]).status_code == 200


def test_pupil_may_not_choose_exercises(platform: Platform, assignment: Assignment) -> None:
    response = Visit(platform).launched(
        message_type="LtiDeepLinkingRequest", settings={"deep_link_return_url": f"{platform.url}/return",
        "accept_types": ["ltiResourceLink"], "accept_presentation_document_targets": ["iframe"]},
        resource_link=None,
    )  # fmt: skip
    assert response.status_code == 403
    assert "Only a teacher of the course can choose exercises for it." in response.content.decode()


def test_teacher_who_launches_is_told_the_class_and_makes_no_pupil(
    platform: Platform, connected: Assignment
) -> None:
    page = Visit(platform).launched(roles=INSTRUCTOR, **for_pupils(connected))
    assert "7b" in page.content.decode()
    assert not connected.classroom.pupils.exists()


def answered(assignment: Assignment, learner: Learner, number: int, outcome: str) -> None:
    """An answer in the assignment, as working on it would keep it."""
    from tests.factories import AttemptFactory

    attempt = AttemptFactory(learner=learner, outcome=outcome)
    AssignmentAnswer.objects.create(
        attempt=attempt,
        assignment=assignment,
        pupil=learner.pupils.get(),
        number=number,
        try_number=1,
        outcome=outcome,
    )


def test_grade_goes_back_as_far_as_the_answers_that_count(platform: Platform, connected: Assignment) -> None:
    Visit(platform).launched(**for_pupils(connected))
    assert LtiLine.objects.get().assignment == connected
    learner = connected.classroom.pupils.get().learner
    answered(connected, learner, 1, Attempt.Outcome.WRONG)
    [grade] = update_grades(learner)
    assert update_grades(learner) == []
    answered(connected, learner, 1, Attempt.Outcome.RIGHT)
    answered(connected, learner, 2, Attempt.Outcome.RIGHT)
    [grade] = update_grades(learner)
    call_command("send_grades")
    [score] = platform.scores
    assert (score["scoreGiven"], score["scoreMaximum"], score["userId"]) == (2, 2, "person-1")
    assert (score["activityProgress"], score["gradingProgress"]) == ("Completed", "FullyGraded")
    assert LtiGrade.objects.get(pk=grade.pk).sent is not None
    connected.counts = Assignment.Counts.FIRST
    connected.save()
    [grade] = update_grades(learner)
    assert (grade.right, grade.sent) == (1, None)


def test_grade_that_the_platform_does_not_take_is_sent_later(
    platform: Platform, connected: Assignment
) -> None:
    Visit(platform).launched(**for_pupils(connected))
    learner = connected.classroom.pupils.get().learner
    answered(connected, learner, 1, Attempt.Outcome.RIGHT)
    update_grades(learner)
    platform.broken = True
    call_command("send_grades")
    assert platform.scores == []
    platform.broken = False
    call_command("send_grades")
    assert [score["scoreGiven"] for score in platform.scores] == [1]
    call_command("send_grades")
    assert len(platform.scores) == 1


def test_course_of_a_teacher_who_left_the_class_waits_for_another_one(
    platform: Platform, connected: Assignment, teacher: User
) -> None:
    classroom = connected.classroom
    Visit(platform).launched(**for_pupils(connected))
    learner = classroom.pupils.get().learner
    colleague = User.objects.create_user(username="colleague", password="long enough 1")
    ClassTeacher.objects.create(classroom=classroom, user=colleague, role=ClassTeacher.Role.OWNER)
    remove_teacher(classroom=classroom, teacher=classroom.teachers.get(user=teacher), user=colleague)
    answered(connected, learner, 1, Attempt.Outcome.RIGHT)
    update_grades(learner)
    call_command("send_grades")
    assert platform.scores == []
    for locale, said in (("en", "no longer teaches it"), ("de", "unterrichtet sie nicht mehr")):
        refused = Visit(platform).launched(
            subject=f"new-{locale}", launch_presentation={"locale": locale}, **for_pupils(connected)
        )
        assert refused.status_code == 403
        assert said in refused.content.decode()
    assert classroom.pupils.count() == 1
    shown = Visit(platform).launched(roles=INSTRUCTOR, **for_pupils(connected)).content.decode()
    assert "Edit it in your course and choose exercises." in shown
    origin = LtiCourse.objects.values("issuer", "client", "deployment", "context").get()
    settings = {"deep_link_return_url": f"{platform.url}/return"}
    deep_link_answer({"origin": origin, "settings": settings}, connected, user=colleague, launch_url="x")
    call_command("send_grades")
    assert [score["scoreGiven"] for score in platform.scores] == [1]
    assert Visit(platform).launched(**for_pupils(connected)).status_code == 200
    assert classroom.pupils.get().learner == learner


def test_platform_without_a_gradebook_gets_no_grades(platform: Platform, connected: Assignment) -> None:
    Visit(platform).launched(ags=None, **for_pupils(connected))
    assert not LtiLine.objects.exists()


def test_archived_class_lets_nobody_in(platform: Platform, connected: Assignment) -> None:
    from tutor.classroom.services import set_archived

    set_archived(classroom=connected.classroom, archived=True)
    assert Visit(platform).launched(**for_pupils(connected)).status_code == 403
    assert not Classroom.objects.get().pupils.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not JSON"),
        ("[]", "registrations by issuer"),
        ('{"https://x.example": [{"client_id": "a"}]}', "lacks auth_login_url, auth_token_url"),
    ],
)
def test_file_of_platforms_that_cannot_be_used_is_told_at_start(
    settings: Settings, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "platforms.json"
    file.write_text(text, encoding="utf-8")
    settings.LTI_PLATFORMS_FILE = str(file)
    assert any(sentence in str(found.msg) for found in run_checks())


def test_key_is_readable_only_by_its_owner(platform: Platform, settings: Settings) -> None:
    assert Path(settings.LTI_KEY_FILE).stat().st_mode & 0o077 == 0
