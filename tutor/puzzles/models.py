"""Ratings of learners and puzzles, rounds of puzzles, and what was reported about a puzzle."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils import timezone

from tutor.learning.models import Attempt, Item, Learner, User

FIRST_RATING: Final = 1500.0
FIRST_DEVIATION: Final = 350.0
FIRST_VOLATILITY: Final = 0.06


class Strength(models.Model):
    """A rating as Glicko-2 keeps it: about 95 of 100 lie within two deviations of the true strength."""

    rating = models.FloatField(default=FIRST_RATING)
    deviation = models.FloatField(default=FIRST_DEVIATION)
    volatility = models.FloatField(default=FIRST_VOLATILITY)
    count = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class LearnerRating(Strength):
    """How strong a learner is at puzzles. ``is_on`` is off for who wants to practise without being rated."""

    learner = models.OneToOneField(Learner, on_delete=models.CASCADE, related_name="rating")
    is_on = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.rating:.0f} ± {2 * self.deviation:.0f}"


class ItemRating(Strength):
    """How difficult a puzzle has proved to be, and whether it is kept out of circulation.

    ``count`` counts rated answers; ``right`` of them were right on the first try. ``withheld`` says why it is kept out
    (empty where it is not); ``released`` is when an administrator let it in again: only what happened later counts.
    """

    class Withheld(models.TextChoices):
        REPORTS = "reports"
        STATISTICS = "statistics"
        BY_HAND = "by-hand"

    item = models.OneToOneField(Item, on_delete=models.CASCADE, related_name="rating")
    right = models.PositiveIntegerField(default=0)
    withheld = models.CharField(max_length=12, choices=Withheld, blank=True, default="", db_index=True)
    withheld_since = models.DateTimeField(null=True, blank=True)
    released = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.item_id} {self.rating:.0f}"


class RatedAnswer(models.Model):
    """One answer that moved a rating: what it counted, and the learner's rating before and after.

    A puzzle that was skipped in a rated round has no ``attempt``: ``skipped`` says which one it was.
    """

    attempt = models.OneToOneField(
        Attempt, on_delete=models.CASCADE, null=True, blank=True, related_name="rated"
    )
    skipped = models.ForeignKey(
        Item, on_delete=models.CASCADE, null=True, blank=True, related_name="rated_skips"
    )
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="rated_answers")
    weight = models.FloatField()
    before = models.FloatField()
    after = models.FloatField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]
        indexes = [models.Index(fields=["learner", "created"])]
        constraints = [
            models.UniqueConstraint(fields=["learner", "skipped"], name="one_rated_skip"),
            models.CheckConstraint(
                condition=models.Q(attempt=None) ^ models.Q(skipped=None), name="answered_or_skipped"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.before:.0f} → {self.after:.0f}"


class Round(models.Model):
    """A round of puzzles: of one theme, mixed, a streak, a storm, the position of the day, or the set of a week.

    ``questions`` lists in order the slug of each puzzle and its outcome (null while it is open, ``skipped`` where it
    was left out), and ``shown`` where its explanation was asked for; of a position of the day also the tries and the
    hints, of the set of a week ``later`` where a later try was right. ``choice`` is what several themes are chosen by.
    ``ends`` is when the clock of a storm runs out; ``day`` is the day of a position of the day, and of the set of a
    week its Monday.
    """

    class Mode(models.TextChoices):
        THEME = "theme"
        MIXED = "mixed"
        STREAK = "streak"
        STORM = "storm"
        DAILY = "daily"
        WEEKLY = "weekly"

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="rounds")
    mode = models.CharField(max_length=10, choices=Mode)
    theme = models.CharField(max_length=80, blank=True, default="")
    choice = models.JSONField(default=dict, blank=True)
    rated = models.BooleanField(default=True)
    questions = models.JSONField(default=list)
    right = models.PositiveIntegerField(default=0)
    day = models.DateField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    ends = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [models.Index(fields=["learner", "mode", "created"])]
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "day"], condition=models.Q(mode="daily"), name="one_daily_round"
            ),
            models.UniqueConstraint(
                fields=["learner", "day"], condition=models.Q(mode="weekly"), name="one_weekly_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mode} {self.created:%Y-%m-%d}"


class Report(models.Model):
    """Somebody thinks that something is wrong with a puzzle. ``closed`` is when an administrator had looked at it.

    ``token`` came with the form, so that a double post counts once.
    """

    class Reason(models.TextChoices):
        ANSWER = "answer"
        TEXT = "text"
        DISPLAY = "display"
        OTHER = "other"

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="reports")
    learner = models.ForeignKey(
        Learner, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.TextField(blank=True, max_length=2000)
    position = models.TextField(blank=True)
    answer = models.JSONField(null=True, blank=True)
    language = models.CharField(max_length=10)
    token = models.UUIDField(unique=True, null=True, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return f"{self.item_id} {self.reason}"


class Decision(models.Model):
    """What was decided about a puzzle, when and by whom: the trail of circulation and of reports.

    ``user`` is empty where the puzzle left on its own, or where the administrator's account is gone. ``why`` is one of
    the reasons to withhold a puzzle, ``note`` what it stood on, or what the administrator wrote.
    """

    class What(models.TextChoices):
        WITHHELD = "withheld"
        RELEASED = "released"
        CLOSED = "closed"

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="decisions")
    what = models.CharField(max_length=10, choices=What)
    why = models.CharField(max_length=12, blank=True, default="")
    note = models.CharField(max_length=300, blank=True, default="")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="decisions")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return f"{self.item_id} {self.what}"
