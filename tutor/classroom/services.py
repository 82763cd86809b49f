"""What teachers and pupils do with a class: making it, slips, joining, signing out, archiving, copying."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from random import SystemRandom
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_rules, parse_rules
from lessons.parting.families import family_of
from tutor.classroom.asked import still_there
from tutor.classroom.audit import note
from tutor.classroom.codes import HALF, Typed, is_right, new_letters
from tutor.classroom.models import AuditLine, Classroom, ClassTeacher, Pupil
from tutor.classroom.wordlists import new_aliases
from tutor.learning.models import Learner, User
from tutor.puzzles.services import forget
from tutor.site.throttling import Source, attempt

MOST_PUPILS: Final = 200
MOST_ALIAS: Final = 60  # characters
MOST_NAME: Final = 60  # characters
MOST_CLASSES: Final = 100
"""Classes of one account at a time."""
AS_THE_CLASS: Final = 0
"""Instead of a number of days: a code holds as long as its class."""
CODE_DAYS: Final = (AS_THE_CLASS, 1, 14, 90)
INVITE_DAYS: Final = 7
MOST_YEARS: Final = 3
"""How long a class may be kept from now on, before somebody has to say so again."""
_KEY_BYTES: Final = 18

_What = AuditLine.What
_OTHER_WAYS: Final[list[Callable[[Pupil], bool]]] = []
_COPIED_TOO: Final[list[Callable[[Classroom, Classroom], None]]] = []


class ClassError(ValueError):
    """What a teacher asked for cannot be done. The message says why, in the active language."""

    @property
    def message(self) -> str:
        return str(self)


def usual_end(today: date) -> date:
    """The last day of August, when a school year ends: this year's, or next year's if that is near."""
    end = date(today.year, 8, 31)
    return end if end - today > timedelta(days=90) else date(today.year + 1, 8, 31)


def labels_in(text: str) -> list[str]:
    """The labels in a pasted list, one a line; numbers before them and empty lines are dropped. Raises ClassError."""
    lines = [" ".join(re.sub(r"^\s*\d{1,3}[.)]\s+", "", line).split()) for line in text.splitlines()]
    labels = [line for line in lines if line]
    too_long = next((label for label in labels if len(label) > MOST_ALIAS), None)
    if too_long is not None:
        message = gettext("“%(label)s…” is longer than %(most)s characters. Put one name on each line.")
        raise ClassError(message % {"label": too_long[:30], "most": MOST_ALIAS})
    seen: set[str] = set()
    for label in labels:
        if label.casefold() in seen:
            message = gettext(
                "“%(label)s” appears twice in the list. Add a letter, so that the two can be told apart."
            )
            raise ClassError(message % {"label": label})
        seen.add(label.casefold())
    return labels


@transaction.atomic
def create_class(
    *,
    user: User,
    name: str,
    language: str,
    labels: Sequence[str] = (),
    aliases: int = 0,
    delete_on: date | None = None,
) -> Classroom:
    """A class with its first teacher and its pupils. Raises ClassError."""
    if ClassTeacher.objects.filter(user=user, classroom__archived=None).count() >= MOST_CLASSES:
        raise ClassError(
            gettext("You have %(count)s classes. Archive or delete one first.") % {"count": MOST_CLASSES}
        )
    classroom = _new_class(name=name, language=language, delete_on=delete_on)
    ClassTeacher.objects.create(classroom=classroom, user=user, role=ClassTeacher.Role.OWNER)
    if not user.recovery_version:  # the first class brings a recovery code: others depend on the account now
        user.recovery_version = 1
        user.save(update_fields=["recovery_version"])
    note(classroom, _What.CREATED, user=user)
    add_pupils(classroom=classroom, user=user, labels=labels, aliases=aliases)
    return classroom


@transaction.atomic
def add_pupils(
    *,
    classroom: Classroom,
    user: User,
    labels: Sequence[str] = (),
    aliases: int = 0,
    days: int = AS_THE_CLASS,
) -> list[Pupil]:
    """More pupils, with labels of the teacher's or with aliases. Raises ClassError; then none is added."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    taken = set(classroom.pupils.values_list("alias", flat=True))
    count = len(labels) + aliases
    if len(taken) + count > MOST_PUPILS:
        message = gettext("A class has room for %(most)s pupils; this would make %(count)s.")
        raise ClassError(message % {"most": MOST_PUPILS, "count": len(taken) + count})
    folded = {alias.casefold() for alias in taken}
    double = next((label for label in labels if label.casefold() in folded), None)
    if double is not None:
        raise ClassError(gettext("“%(label)s” is in the class already.") % {"label": double})
    aliases_made = new_aliases(
        aliases, language=classroom.language, taken=taken | set(labels), rng=SystemRandom()
    )
    names = [*labels, *aliases_made]
    letters = _free_letters(len(names), taken=set(classroom.pupils.values_list("letters", flat=True)))
    learners = Learner.objects.bulk_create(Learner(pass_number=1) for _ in names)
    expires = code_end(classroom, days=days)
    pupils = Pupil.objects.bulk_create(
        Pupil(classroom=classroom, learner=learner, alias=name, letters=own, code_expires=expires)
        for name, learner, own in zip(names, learners, letters, strict=True)
    )
    if pupils:
        note(classroom, _What.PUPILS_ADDED, user=user, count=len(pupils))
    return pupils


def code_end(classroom: Classroom, *, days: int) -> datetime:
    """When codes given out now end: with the last of so many days, at the latest with the class."""
    end = classroom.delete_on
    if days != AS_THE_CLASS:
        end = min(end, timezone.localdate() + timedelta(days=days + 1))
    return max(_midnight(end), timezone.now())


def _midnight(day: date) -> datetime:
    """The moment with which a day begins."""
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))


@transaction.atomic
def renew_codes(*, classroom: Classroom, pupils: Sequence[Pupil], user: User, days: int) -> None:
    """New letters and words for these pupils; their old slips are worthless. Who is signed in stays so."""
    taken = set(classroom.pupils.values_list("letters", flat=True))
    expires = code_end(classroom, days=days)
    for pupil, letters in zip(pupils, _free_letters(len(pupils), taken=taken), strict=True):
        pupil.letters, pupil.code_expires = letters, expires
        pupil.code_version += 1
    Pupil.objects.bulk_update(pupils, ["letters", "code_expires", "code_version"])
    note(classroom, _What.CODES_RENEWED, user=user, count=len(pupils))


@transaction.atomic
def sign_out(*, classroom: Classroom, pupils: Sequence[Pupil], user: User) -> None:
    """Sign these pupils out on every device, at once."""
    learners = Learner.objects.filter(pupils__in=pupils, user=None)
    Learner.objects.filter(pk__in=learners.values("pk")).update(pass_number=F("pass_number") + 1)
    note(classroom, _What.SIGNED_OUT, user=user, count=len(pupils))


def pupil_by_code(code: Typed, *, source: Source) -> Pupil | None:
    """Whose code this is, expired or not; None for a wrong one. Raises WaitError where the try has to wait.

    What is too short for a code is none, and counts for nobody.
    """
    if len(code.pupil_letters) < HALF:
        return None
    slip = f"{code.class_letters}-{code.pupil_letters}"
    return attempt(lambda: _checked(code), kind="slip", name=slip, source=source)


def slip_owner(code: Typed) -> Pupil | None:
    """Whose slip has these letters; says nothing about the words."""
    if len(code.pupil_letters) < HALF:
        return None
    return (
        Pupil.objects.select_related("classroom", "learner")
        .filter(classroom__letters=code.class_letters, letters=code.pupil_letters)
        .first()
    )


def _checked(code: Typed) -> Pupil | None:
    pupil = slip_owner(code)
    return pupil if pupil is not None and is_right(code, pupil, pupil.classroom) else None


def lets_in_also(way: Callable[[Pupil], bool]) -> None:
    """Let another area say whom it lets in without a slip, as often as they come."""
    _OTHER_WAYS.append(way)


def comes_in_otherwise(pupil: Pupil) -> bool:
    """Whether the pupil comes in without a slip, as from a learning platform; a query for each area."""
    return any(way(pupil) for way in _OTHER_WAYS)


def note_joined(pupil: Pupil) -> None:
    """Remember when the pupil came in first."""
    if pupil.joined is None:
        Pupil.objects.filter(pk=pupil.pk, joined=None).update(joined=timezone.now())


@transaction.atomic
def delete_pupil(*, pupil: Pupil, user: User) -> None:
    """Delete a pupil with all answers, except what was taken along into an account."""
    note(pupil.classroom, _What.PUPIL_DELETED, user=user, count=1)
    learner = pupil.learner
    pupil.delete()
    if learner.user_id is None:
        forget(learner)
        learner.delete()


def rename_pupil(*, pupil: Pupil, alias: str) -> None:
    """Another alias. Raises ClassError."""
    labels = labels_in(alias)
    if len(labels) != 1:
        raise ClassError(gettext("A pupil needs one name, on one line."))
    others = pupil.classroom.pupils.exclude(pk=pupil.pk).values_list("alias", flat=True)
    if labels[0].casefold() in {other.casefold() for other in others}:
        raise ClassError(gettext("“%(label)s” is in the class already.") % {"label": labels[0]})
    pupil.alias = labels[0]
    pupil.save(update_fields=["alias"])


def rename_class(*, classroom: Classroom, name: str) -> None:
    """Another name for the class."""
    classroom.name = name
    classroom.save(update_fields=["name"])


def set_rules(*, classroom: Classroom, rules: str) -> None:
    """Another family of rule sets that the class plays by; what was said more exactly of another one goes."""
    if classroom.rules != rules:
        classroom.plays = ""
    classroom.rules = rules
    classroom.save(update_fields=["rules", "plays"])


def set_played(*, classroom: Classroom, rules: RuleSet) -> None:
    """The very rules that the class plays by, and with them their family."""
    classroom.plays, classroom.rules = format_rules(rules), family_of(rules.base or rules.name)
    classroom.save(update_fields=["rules", "plays"])


def played_by(classroom: Classroom) -> RuleSet | None:
    """The very rules that the class plays by; None where nobody has said it so exactly, or they cannot be read."""
    try:
        return parse_rules(classroom.plays) if classroom.plays else None
    except EngineError:
        return None


def set_archived(*, classroom: Classroom, archived: bool) -> None:
    """Put a class away, or take it out again. Pupils of an archived class cannot come in or go on."""
    classroom.archived = timezone.now() if archived else None
    classroom.save(update_fields=["archived"])


@transaction.atomic
def set_retention(*, classroom: Classroom, delete_on: date, user: User) -> None:
    """Another day on which everything goes, and codes that hold as long as the class with it.

    Raises ClassError for a day that is past or too far away.
    """
    today = timezone.localdate()
    if not today < delete_on <= today + timedelta(days=366 * MOST_YEARS):
        message = ngettext(
            "The day must be between tomorrow and %(count)s year from now.",
            "The day must be between tomorrow and %(count)s years from now.",
            MOST_YEARS,
        )
        raise ClassError(message % {"count": MOST_YEARS})
    before, classroom.delete_on = classroom.delete_on, delete_on
    classroom.save(update_fields=["delete_on"])
    ends = Q(code_expires=_midnight(before)) | Q(code_expires__gt=_midnight(delete_on))
    classroom.pupils.filter(ends).update(code_expires=_midnight(delete_on))
    note(classroom, _What.RETENTION, user=user)


def copy_also(copy_more: Callable[[Classroom, Classroom], None]) -> None:
    """Let another area copy what it keeps for a class, from the first one to its copy."""
    _COPIED_TOO.append(copy_more)


@transaction.atomic
def copy_class(*, classroom: Classroom, user: User, name: str) -> Classroom:
    """The class for another year: as many pupils with new aliases, the assignments, not yet open, and the notes.

    What is for single pupils stays behind, because they are not in it.
    """
    new = _new_class(name=name, language=classroom.language, delete_on=None)
    new.rules, new.plays = classroom.rules, classroom.plays
    new.save(update_fields=["rules", "plays"])
    ClassTeacher.objects.create(classroom=new, user=user, role=ClassTeacher.Role.OWNER)
    note(new, _What.CREATED, user=user)
    add_pupils(classroom=new, user=user, aliases=classroom.pupils.count())
    for assignment in classroom.assignments.filter(only=None, level_of=None):
        assignment.questions = still_there(assignment.questions)
        if not assignment.questions:
            continue
        assignment.pk, assignment.classroom = None, new
        assignment.opens = assignment.due = None
        assignment.created = timezone.now()
        assignment._state.adding = True
        assignment.save()
    for one in classroom.notes.filter(pupil=None):
        one.pk, one.classroom = None, new
        one._state.adding = True
        one.save()
    for copy_more in _COPIED_TOO:
        copy_more(classroom, new)
    return new


def invite(*, classroom: Classroom, user: User | None = None) -> None:
    """A link of ``user``'s that makes one account a teacher of the class; an older one stops working."""
    classroom.invite_key = secrets.token_urlsafe(_KEY_BYTES)
    classroom.invite_expires = timezone.now() + timedelta(days=INVITE_DAYS)
    classroom.invited_by = user
    classroom.save(update_fields=["invite_key", "invite_expires", "invited_by"])


def invited_to(key: str) -> Classroom | None:
    """The class to which this link invites."""
    if not key:
        return None
    rows = Classroom.objects.select_related("invited_by")
    return rows.filter(invite_key=key, invite_expires__gt=timezone.now()).first()


@transaction.atomic
def accept_invitation(*, key: str, user: User) -> Classroom | None:
    """Become a teacher of the class; the link is used up. None where it was used or has expired."""
    found = invited_to(key)
    classroom = Classroom.objects.select_for_update().get(pk=found.pk) if found else None
    if classroom is None or classroom.invite_key != key:
        return None
    _, is_new = ClassTeacher.objects.get_or_create(
        classroom=classroom, user=user, defaults={"role": ClassTeacher.Role.TEACHER}
    )
    if is_new:
        note(classroom, _What.TEACHER_ADDED, user=user)
        classroom.invite_key, classroom.invite_expires, classroom.invited_by = "", None, None
        classroom.save(update_fields=["invite_key", "invite_expires", "invited_by"])
    return classroom


def check_removal(*, classroom: Classroom, teacher: ClassTeacher) -> None:
    """Raises ClassError for the last owner."""
    owners = classroom.teachers.filter(role=ClassTeacher.Role.OWNER)
    if teacher.role == ClassTeacher.Role.OWNER and len(owners) == 1:
        raise ClassError(
            gettext("Somebody must own the class. Delete it, or make another teacher its owner first.")
        )


@transaction.atomic
def remove_teacher(*, classroom: Classroom, teacher: ClassTeacher, user: User) -> None:
    """From now on this teacher sees nothing of the class. Raises ClassError for the last owner."""
    list(classroom.teachers.select_for_update())  # no two owners leave at once
    check_removal(classroom=classroom, teacher=teacher)
    teacher.delete()
    # An invitation that is still open might be used to come back.
    Classroom.objects.filter(pk=classroom.pk).update(invite_key="", invite_expires=None, invited_by=None)
    note(classroom, _What.TEACHER_REMOVED, user=user)


@transaction.atomic
def make_owner(*, teacher: ClassTeacher, user: User) -> None:
    """Let a teacher own the class too."""
    teacher.role = ClassTeacher.Role.OWNER
    teacher.save(update_fields=["role"])
    note(teacher.classroom, _What.OWNER_ADDED, user=user)


def _new_class(*, name: str, language: str, delete_on: date | None) -> Classroom:
    for _ in range(20):
        try:
            with transaction.atomic():
                return Classroom.objects.create(
                    name=name,
                    language=language,
                    letters=new_letters(),
                    delete_on=delete_on or usual_end(timezone.localdate()),
                )
        except IntegrityError:  # these letters are taken
            continue
    raise RuntimeError("no letters are free")


def _free_letters(count: int, *, taken: set[str]) -> list[str]:
    found: set[str] = set()
    while len(found) < count:
        found |= {new_letters()} - taken
    return list(found)
