"""Classes with their teachers and pupils, assignments and answers, and a line for what was done with the data."""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from tutor.classroom.titles import MOST_TITLE, told
from tutor.editor.models import OwnItem
from tutor.learning.models import Attempt, Learner
from tutor.tables.models import MOST_RULES

TOKEN_BYTES: Final = 9  # twelve letters: nobody guesses the address of a class


def new_token() -> str:
    """The name of a class in addresses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class Classroom(models.Model):
    """A class. ``letters`` are the first half of the letters on the slips of its pupils.

    ``rules`` is the family of rule sets that it plays by, as ``lessons.parting.families`` names them; ``plays`` is the
    rule set itself as the notation writes it, such as ``classic{max_wilds=2}``, empty where nobody has said it so
    exactly. ``delete_on`` is the day on which everything of the class goes. ``invite_key`` is the secret of the link
    that makes one account a teacher of the class, empty where there is none; ``invited_by`` is who made it.
    """

    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    name = models.CharField(max_length=60)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES)
    rules = models.CharField(max_length=20, default="classic")
    plays = models.CharField(max_length=MOST_RULES, blank=True, default="")
    letters = models.CharField(max_length=8, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    archived = models.DateTimeField(null=True, blank=True)
    delete_on = models.DateField(db_index=True)
    invite_key = models.CharField(max_length=40, blank=True, default="", db_index=True)
    invite_expires = models.DateTimeField(null=True, blank=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.name


class ClassTeacher(models.Model):
    """Who teaches a class. Without this row a teacher sees nothing of it."""

    class Role(models.TextChoices):
        OWNER = "owner"
        TEACHER = "teacher"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="teachers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="taught")
    role = models.CharField(max_length=10, choices=Role)
    added = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["added", "id"]
        constraints = [models.UniqueConstraint(fields=["classroom", "user"], name="one_teacher_per_class")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Pupil(models.Model):
    """A pupil, known by an alias. The two words of the code are not stored: see ``tutor.classroom.codes``.

    ``learner`` is made with the pupil and has a pass, until the pupil takes it along into an account. ``letters`` are
    the second half of the letters on the slip, ``slip_shown`` whether a page has shown it, so that somebody may have
    it; ``joined`` is when the code was used first.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pupils")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="pupils")
    alias = models.CharField(max_length=60)
    letters = models.CharField(max_length=8, editable=False)
    code_version = models.PositiveIntegerField(default=1)
    code_expires = models.DateTimeField()
    slip_shown = models.BooleanField(default=False)
    joined = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "alias"], name="one_alias_per_class"),
            models.UniqueConstraint(fields=["classroom", "letters"], name="one_slip_per_class"),
        ]

    def __str__(self) -> str:
        return self.alias

    @property
    def has_account(self) -> bool:
        """Whether the pupil has taken everything into an account: the slip lets nobody in then."""
        return self.learner.user_id is not None

    @property
    def code_has_expired(self) -> bool:
        """Whether the slip lets its owner in no more; an account of the own needs none."""
        return not self.has_account and self.code_expires <= timezone.now()

    @property
    def code_until(self) -> date:
        """The last day of the code."""
        return timezone.localdate(self.code_expires - timedelta(seconds=1))


class Group(models.Model):
    """Some pupils of a class under a name, to choose them together. A pupil is in several or in none."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(max_length=40)
    pupils = models.ManyToManyField(Pupil, related_name="groups", blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["classroom", "name"], name="one_group_of_a_name")]

    def __str__(self) -> str:
        return self.name


class SharedExercise(models.Model):
    """An exercise of a teacher's own that the other teachers of a class find there."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="shared_exercises")
    exercise = models.ForeignKey(OwnItem, on_delete=models.CASCADE, related_name="shared_in")
    shared = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-shared", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "exercise"], name="shared_once_in_a_class")
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.exercise_id}"


class Presence(models.Model):
    """Where in the class a pupil is now: one row for each pupil, written over and over.

    ``seen`` is when one of the pupil's pages last asked for something, ``acted`` when the pupil did. ``where`` is the
    sort of work, such as ``assignment``, empty for the page of the class; ``of`` is the number of what is worked on,
    ``number`` that of the question in it, ``item`` its slug, and ``since`` when the pupil came there.
    """

    pupil = models.OneToOneField(Pupil, on_delete=models.CASCADE, related_name="presence")
    seen = models.DateTimeField(default=timezone.now)
    acted = models.DateTimeField(default=timezone.now)
    where = models.CharField(max_length=12, blank=True, default="")
    of = models.PositiveIntegerField(default=0)
    number = models.PositiveSmallIntegerField(default=0)
    item = models.CharField(max_length=200, blank=True, default="")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.pupil_id} {self.where} {self.of} {self.number}"


class Assignment(models.Model):
    """What a class is asked to work on.

    ``title`` is empty where the teacher gave none: ``titles`` are those of the site, by language. ``questions`` lists
    the slugs of the exercises in order; ``source`` is what they were chosen by, such as a theme with a difficulty.
    Where ``opens`` is empty, pupils do not see it. ``tries`` of each exercise count, 0 for any number; ``minutes`` is a
    clock that begins when the pupil does, empty for none. ``only`` are the pupils whom it is for, nobody where it is
    for the whole class. A second level is a row of its own with ``level_of``: its ``only`` get it instead of the first
    one, under the same title and settings; without any, nobody does.
    """

    class Kind(models.TextChoices):
        STAGE = "stage"
        THEME = "theme"
        ITEMS = "items"
        SHEET = "sheet"
        READINESS = "readiness"
        REMEDIAL = "remedial"

    class Counts(models.TextChoices):
        FIRST = "first"
        BEST = "best"
        LAST = "last"

    class Feedback(models.TextChoices):
        AT_ONCE = "at-once"
        AFTER_DUE = "after-due"

    class Variant(models.TextChoices):
        SAME = "same"
        OWN = "own"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    title = models.CharField(max_length=MOST_TITLE, blank=True, default="")
    titles = models.JSONField(default=dict, blank=True)
    kind = models.CharField(max_length=12, choices=Kind)
    source = models.JSONField(default=dict, blank=True)
    questions = models.JSONField(default=list)
    opens = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    counts = models.CharField(max_length=8, choices=Counts, default=Counts.BEST)
    hints = models.BooleanField(default=True)
    feedback = models.CharField(max_length=10, choices=Feedback, default=Feedback.AT_ONCE)
    variant = models.CharField(max_length=6, choices=Variant, default=Variant.SAME)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    only = models.ManyToManyField(Pupil, related_name="own_assignments", blank=True)
    level_of = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="levels"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What it is called, in the language of whoever reads it where the teacher gave no title."""
        return told(self.title, self.titles)


class Override(models.Model):
    """What is otherwise for one pupil: a later due time, more minutes, more tries. Empty where it is as for all."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="overrides")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="overrides")
    due = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "pupil"], name="one_override")]

    def __str__(self) -> str:
        return f"{self.assignment_id} {self.pupil_id}"


class Started(models.Model):
    """When a pupil began an assignment with a clock."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="started")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="started")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "pupil"], name="started_once")]

    def __str__(self) -> str:
        return f"{self.assignment_id} {self.pupil_id} {self.at:%Y-%m-%d %H:%M}"


class AssignmentAnswer(models.Model):
    """An attempt that belongs to an assignment: which of its questions, counted from one, and which try there.

    ``outcome`` and ``rules`` (those that were broken, or not known) repeat what the attempt holds, so that tables of
    a whole class need not read every verdict.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="assigned")
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="answers")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="answers")
    number = models.PositiveSmallIntegerField()
    try_number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=Attempt.Outcome)
    rules = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["assignment", "pupil", "number"])]

    def __str__(self) -> str:
        return f"{self.assignment_id} {self.number} {self.outcome}"


class TeacherNote(models.Model):
    """What a teacher says to the next pupil of the class who gives the same wrong answer, or breaks the same rule.

    ``item`` is the slug of the exercise. ``rule`` is empty where only the very ``answer`` is meant; with a rule the
    note is shown with other cards too, and ``item`` is the exercise they were made from. With a ``pupil`` it is for
    that one alone, with whatever cards and answer, and before any; ``item`` is then empty where it is about none.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="notes")
    item = models.CharField(max_length=200, blank=True, default="")
    rule = models.CharField(max_length=60, blank=True, default="")
    answer = models.JSONField(null=True, blank=True)
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, null=True, blank=True, related_name="notes")
    text = models.CharField(max_length=500)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]
        indexes = [models.Index(fields=["classroom", "item"])]

    def __str__(self) -> str:
        return self.text


class AuditLine(models.Model):
    """What was done with the data of a class, by whom and when. It stays when the class is gone; it names no pupil.

    ``classroom`` is the token of the class. ``user`` is the teacher, empty where a pupil did it, or the site by itself,
    or where the account is gone; where the class has passed on from an account that was deleted, it is the new owner.
    """

    class What(models.TextChoices):
        CREATED = "created"
        TEACHER_ADDED = "teacher-added"
        TEACHER_REMOVED = "teacher-removed"
        OWNER_ADDED = "owner-added"
        OWNER_PASSED = "owner-passed"
        CODES_RENEWED = "codes-renewed"
        SIGNED_OUT = "signed-out"
        PUPILS_ADDED = "pupils-added"
        PUPIL_DELETED = "pupil-deleted"
        TAKEN_ALONG = "taken-along"
        PUPIL_LEFT = "pupil-left"
        EXPORTED = "exported"
        RETENTION = "retention"
        DELETED = "deleted"
        EXPIRED = "expired"

    classroom = models.CharField(max_length=24, db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=20, choices=What)
    count = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.classroom} {self.what} {self.at:%Y-%m-%d}"
