"""Who comes by a launch and where to, connecting courses with classes, and the grades that go back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.deep_link import DeepLink
from pylti1p3.deep_link_resource import DeepLinkResource
from pylti1p3.exception import LtiException
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem
from requests import RequestException

from tutor.classroom.asked import asked_in
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, ClassTeacher
from tutor.classroom.services import add_pupils
from tutor.learning.models import Attempt, Learner, User
from tutor.lti.config import tool_config
from tutor.lti.library import Connector, Launch
from tutor.lti.memory import forget_old, recall, remember, take
from tutor.lti.models import LtiCourse, LtiGrade, LtiLine, LtiPupil, UsedLaunch
from tutor.site.numbers import row_numbered

CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
ENDPOINT: Final = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
TEACHES: Final = ("#Instructor", "#Administrator", "#ContentDeveloper")
TICKET_SECONDS: Final = 10 * 60
TICKET_LETTERS: Final = 40
CHOICE_SECONDS: Final = 60 * 60
MESSAGE_LIFE: Final = timedelta(minutes=10)
"""A message that says it was written longer ago is refused; used ones are remembered longer than that (memory.KEPT)."""
SLACK: Final = timedelta(minutes=1)


class LaunchError(ValueError):
    """A launch that is refused. The message says why, in the active language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """From where a launch comes."""

    issuer: str
    client: str
    deployment: str
    context: str

    def courses(self) -> Any:
        return LtiCourse.objects.filter(
            issuer=self.issuer, client=self.client, deployment=self.deployment, context=self.context
        )


def part(data: Any, claim: str) -> dict[str, Any]:
    """What a message says under a claim; empty where it says nothing, or something of another shape."""
    value = data.get(claim)
    return value if isinstance(value, dict) else {}


def said_in(launch: Launch) -> dict[str, Any]:
    """What the platform's message says, by claim."""
    return dict(launch.get_launch_data())


def origin_of(launch: Launch) -> Origin:
    """Raises LaunchError for a launch from no course."""
    data = said_in(launch)
    context = str(part(data, f"{CLAIM}context").get("id", ""))
    if not context:
        raise LaunchError(gettext("The platform did not say which course you came from."))
    return Origin(
        issuer=launch.get_iss(), client=launch.get_client_id(), deployment=str(data[f"{CLAIM}deployment_id"]),
        context=context[:255],
    )  # fmt: skip


def check_fresh(launch: Launch, *, now: datetime) -> None:
    """Refuse a message that is too old, or that was used before. The library looks at neither. Raises LaunchError."""
    data = said_in(launch)
    try:
        issued, ends = float(data["iat"]), float(data["exp"])
    except (KeyError, TypeError, ValueError):
        raise LaunchError(gettext("The platform’s message does not say how long it is valid.")) from None
    if (
        issued > (now + SLACK).timestamp()
        or issued < (now - MESSAGE_LIFE).timestamp()
        or ends < now.timestamp()
    ):
        raise LaunchError(gettext("This launch is too old. Open the activity in your course again."))
    message = f"{launch.get_iss()} {launch.get_client_id()} {data['nonce']}"
    digest = hashlib.sha256(message.encode()).hexdigest()
    forget_old(now=now)
    try:
        with transaction.atomic():
            UsedLaunch.objects.create(digest=digest)
    except IntegrityError:
        raise LaunchError(
            gettext("This launch has been used already. Open the activity in your course again.")
        ) from None


def teaches(launch: Launch) -> bool:
    """Whether the platform says that this person teaches the course."""
    roles = said_in(launch).get(f"{CLAIM}roles") or ()
    return any(str(role).endswith(TEACHES) for role in roles)


@transaction.atomic
def enter_pupil(launch: Launch) -> tuple[LtiPupil, Assignment]:
    """The pupil who comes, made at the first time, and the assignment that is meant. Raises LaunchError."""
    data = said_in(launch)
    origin = origin_of(launch)
    assignment = assignment_meant(data)
    course = origin.courses().filter(classroom=assignment.classroom).first() if assignment else None
    if assignment is None or course is None:
        raise LaunchError(
            gettext("No exercises are connected to this activity. Ask your teacher to choose them again.")
        )
    if not course.is_connected:
        raise LaunchError(
            gettext(
                "The teacher who connected this course to the class no longer teaches it. Ask a teacher of "
                "the class to choose the exercises again; what you have done is kept."
            )
        )
    if course.classroom.archived is not None:
        raise LaunchError(gettext("This class has been archived."))
    subject = str(data.get("sub") or "")[:255]
    if not subject:
        raise LaunchError(gettext("The platform did not say who you are, so your answers could not be kept."))
    Classroom.objects.select_for_update().get(pk=course.classroom_id)  # two launches at once make one pupil
    person = LtiPupil.objects.select_related("pupil__learner").filter(course=course, subject=subject).first()
    if person is None:
        [pupil] = add_pupils(classroom=course.classroom, user=course.connected_by, aliases=1)
        person = LtiPupil.objects.create(course=course, subject=subject, pupil=pupil)
    _note_line(data, course, assignment)
    return person, assignment


def assignment_meant(data: Any) -> Assignment | None:
    """The assignment that the activity was made for; None if it is gone."""
    number = str(part(data, f"{CLAIM}custom").get("assignment", ""))
    return row_numbered(number, Assignment.objects.select_related("classroom"))


def _note_line(data: Any, course: LtiCourse, assignment: Assignment) -> None:
    """Where the platform takes scores for this activity, if it does."""
    endpoint = part(data, ENDPOINT)
    address = str(endpoint.get("lineitem") or "")
    if address and SCORE in (endpoint.get("scope") or ()):
        LtiLine.objects.update_or_create(
            course=course, assignment=assignment, defaults={"address": address[:1000]}
        )


def new_ticket(kind: str, value: dict[str, Any]) -> str:
    """A secret that stands for a launch in the next request: in a frame, cookies may not come along."""
    ticket = get_random_string(TICKET_LETTERS)
    remember(f"{kind}:{ticket}", value, seconds=TICKET_SECONDS if kind == "enter" else CHOICE_SECONDS)
    return ticket


def ticket_value(kind: str, ticket: str, *, use_up: bool = False) -> dict[str, Any] | None:
    """What a ticket stands for; None for one that is unknown, too old or used up."""
    if not ticket.isalnum():
        return None
    key = f"{kind}:{ticket[:TICKET_LETTERS]}"
    value: dict[str, Any] | None = take(key) if use_up else recall(key)
    return value


def choices_of(user: User) -> list[Assignment]:
    """The assignments that a teacher may connect with a course: those for a whole class, on one level."""
    classes = ClassTeacher.objects.filter(user=user, classroom__archived=None).values("classroom")
    found = Assignment.objects.filter(
        classroom__in=classes, only=None, level_of=None, levels=None
    ).select_related("classroom")
    return list(found.order_by("classroom__name", "created"))


def plays_deals(user: User) -> bool:
    """Whether a class of this teacher is asked to play deals, which are no exercises with right answers to count."""
    classes = ClassTeacher.objects.filter(user=user, classroom__archived=None).values("classroom")
    return AssignedDeal.objects.filter(classroom__in=classes).exists()


@transaction.atomic
def deep_link_answer(value: dict[str, Any], assignment: Assignment, *, user: User, launch_url: str) -> str:
    """Connect the course with the assignment's class; the signed answer to the platform."""
    origin = value["origin"]
    course, _ = LtiCourse.objects.get_or_create(
        **origin, classroom=assignment.classroom, defaults={"connected_by": user}
    )
    if not course.is_connected:
        course.connected_by = user
        course.save(update_fields=["connected_by"])
    line = (
        LineItem()
        .set_score_maximum(max(1, len(asked_in(assignment))))
        .set_label(assignment.name)
        .set_resource_id(str(assignment.pk))
    )
    resource = (
        DeepLinkResource()
        .set_title(assignment.name)
        .set_url(launch_url)
        .set_custom_params({"assignment": str(assignment.pk)})
        .set_lineitem(line)
    )
    registration = tool_config().find_registration_by_params(origin["issuer"], origin["client"])
    return DeepLink(registration, origin["deployment"], value["settings"]).get_response_jwt([resource])


def update_grades(learner: Learner) -> list[LtiGrade]:
    """Bring the grades of a learner in line with the answers; those that have changed."""
    changed = []
    for person in LtiPupil.objects.filter(pupil__learner=learner).select_related("course", "pupil"):
        for line in person.course.lines.select_related("assignment"):
            numbers = asked_in(line.assignment)
            right, answered = _count(line.assignment, person, numbers)
            values = {"right": right, "asked": len(numbers), "answered": answered}
            grade = LtiGrade.objects.filter(line=line, person=person).first() or LtiGrade(
                line=line, person=person
            )
            if answered and (
                grade.pk is None or any(getattr(grade, name) != new for name, new in values.items())
            ):
                for name, new in values.items():
                    setattr(grade, name, new)
                grade.changed, grade.sent = timezone.now(), None
                grade.save()
                changed.append(grade)
    return changed


def _count(assignment: Assignment, person: LtiPupil, asked: Sequence[int]) -> tuple[int, int]:
    """How many of these questions are right by the answer that counts, and how many have an answer."""
    outcomes: dict[int, list[str]] = {}
    answers = AssignmentAnswer.objects.filter(assignment=assignment, pupil=person.pupil, number__in=asked)
    answers = answers.order_by("id")
    for number, outcome in answers.values_list("number", "outcome"):
        if outcome != Attempt.Outcome.UNDECIDED:
            outcomes.setdefault(number, []).append(outcome)
    right = Attempt.Outcome.RIGHT
    counted: Callable[[list[str]], bool] = {
        Assignment.Counts.FIRST: lambda found: found[0] == right,
        Assignment.Counts.LAST: lambda found: found[-1] == right,
        Assignment.Counts.BEST: lambda found: right in found,
    }[Assignment.Counts(assignment.counts)]
    return sum(counted(found) for found in outcomes.values()), len(outcomes)


def unsent() -> Any:
    """Grades that a platform has not got yet, the oldest first."""
    return LtiGrade.objects.filter(sent=None).select_related("line__course", "person").order_by("changed")


def send(grade: LtiGrade) -> bool:
    """Send one grade. Returns whether the platform took it; otherwise it stays to be sent.

    A course whose teacher has left the class gets none, until a teacher of the class has taken it over.
    """
    course = grade.line.course
    if not course.is_connected:
        return False
    registration = tool_config().find_registration_by_params(course.issuer, course.client)
    if registration is None:
        return False
    service = AssignmentsGradesService(
        Connector(registration), {"scope": [SCORE], "lineitem": grade.line.address}
    )
    done = grade.answered >= grade.asked
    score = (
        Grade()
        .set_score_given(grade.right)
        .set_score_maximum(max(1, grade.asked))
        .set_timestamp(timezone.now().isoformat())
        .set_activity_progress("Completed" if done else "InProgress")
        .set_grading_progress("FullyGraded")
        .set_user_id(grade.person.subject)
    )
    try:
        service.put_grade(score)
    except (LtiException, RequestException):
        return False
    LtiGrade.objects.filter(pk=grade.pk, changed=grade.changed).update(sent=timezone.now())
    return True
