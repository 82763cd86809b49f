"""What the server keeps: learners, what can be answered, every answer given, and answers being worked on."""

from __future__ import annotations

import uuid
from typing import Any, Final, NoReturn

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

HASH_LENGTH: Final = 64  # hexadecimal SHA-256


class User(AbstractUser):
    """An account. Learning needs none; a Learner may be linked to one.

    ``link_key`` is the secret of the personal link that signs in without a password; empty where there is none.
    ``recovery_version`` counts the recovery codes that were made, 0 for none; ``recovery_kept`` says that the owner has
    written the last one down.
    """

    link_key = models.CharField(max_length=40, blank=True, default="", db_index=True)
    recovery_version = models.PositiveIntegerField(default=0)
    recovery_kept = models.BooleanField(default=False)


class Learner(models.Model):
    """Somebody who has answered something, known by a signed cookie that carries this random id.

    ``pass_number`` is set for who got in by a pass that somebody else gives out, such as a pupil of a class. A cookie
    of another number is not valid, so a higher one signs every browser out. Such a learner is never joined with an
    account by signing in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="learners"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)
    review_on = models.BooleanField(default=True)
    pass_number = models.PositiveIntegerField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_visitor(self) -> bool:
        """Known by the cookie alone, and so in no class: its pupils have a pass or an account."""
        return self.pass_number is None and self.user_id is None


class Item(models.Model):
    """One answerable thing in the content. The slug is permanent; the hash changes with the content."""

    slug = models.CharField(max_length=200, unique=True)
    content_hash = models.CharField(max_length=HASH_LENGTH)
    kind = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=40)
    themes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class AppendOnlyError(TypeError):
    """Somebody tried to change or delete an attempt. A programming error."""


class AttemptQuerySet(models.QuerySet["Attempt"]):
    """Attempts can be added and read. They go only with their learner."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Attempts are never changed.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Attempts are never changed.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("Attempts are deleted only with their learner.")

    def hand_to(self, learner: Learner) -> int:
        """Give these attempts to another learner, when two turn out to be one person. Returns how many."""
        return super().update(learner=learner)


class Attempt(models.Model):
    """An answer that was checked, with all that is needed to judge it again later.

    ``diagnoses`` are the permanent ids of what a wrong answer shows of who gave it, as it was told (see
    ``lessons.kinds.common.diagnoses``); empty for other answers, null for those kept before there were ids.
    """

    class Outcome(models.TextChoices):
        RIGHT = "right"
        WRONG = "wrong"
        UNDECIDED = "undecided"

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="attempts")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="attempts")
    content_hash = models.CharField(max_length=HASH_LENGTH)
    position = models.TextField(blank=True)
    answer = models.JSONField()
    rule_set = models.CharField(max_length=40)
    rule_set_version = models.PositiveIntegerField()
    rule_set_changes = models.JSONField(default=dict, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    verdict = models.JSONField(null=True, blank=True)
    diagnoses = models.JSONField(null=True, blank=True)
    hints = models.PositiveSmallIntegerField(default=0)
    try_number = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=10, choices=settings.LANGUAGES)
    token = models.UUIDField(unique=True, help_text="Comes with the form, so that a double post counts once.")
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        ordering = ["created", "id"]
        indexes = [models.Index(fields=["learner", "item", "created"])]

    def __str__(self) -> str:
        return f"{self.item_id} {self.outcome}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("Attempts are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Attempts are deleted only with their learner.")


class Skill(models.Model):
    """How well a learner knows a rule, and when it should come again.

    ``card`` is the state of the scheduler as it writes it; ``due`` says when the rule comes next, ``item`` where it was
    met last. ``missed`` says that its answer was told there and it has not been right with other cards since.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="skills")
    rule = models.CharField(max_length=60)
    card = models.TextField()
    due = models.DateTimeField()
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    seen = models.DateTimeField(default=timezone.now)
    reviews = models.PositiveIntegerField(default=0)
    missed = models.BooleanField(default=False)
    postponed_until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["due", "id"]
        constraints = [models.UniqueConstraint(fields=["learner", "rule"], name="one_skill_per_rule")]

    def __str__(self) -> str:
        return f"{self.rule} {self.due:%Y-%m-%d}"


class Sitting(models.Model):
    """A test in progress or done: the placement before the course, or the readiness test after it.

    ``questions`` lists, in order, the slug of each exercise asked and its outcome (null while it is open).
    """

    class Kind(models.TextChoices):
        PLACEMENT = "placement"
        READINESS = "readiness"

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="sittings")
    kind = models.CharField(max_length=20, choices=Kind)
    questions = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now, editable=False)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [models.Index(fields=["learner", "kind", "created"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.created:%Y-%m-%d}"


class Draft(models.Model):
    """The answer that a learner is working on: it survives a reload, a change of language and a restart."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="drafts")
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="drafts")
    answer = models.JSONField(default=dict, blank=True)
    hints_shown = models.PositiveSmallIntegerField(default=0)
    last_result = models.ForeignKey(
        Attempt, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "item"], name="one_draft_per_learner_and_item")
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.updated:%Y-%m-%d %H:%M}"
