"""Live rounds: questions that a class answers together, one at a time, each pupil on a device of their own."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.titles import MOST_TITLE, told
from tutor.learning.models import Attempt


class LiveRound(models.Model):
    """A round in a class: the slugs of its questions, which one is on, counted from one, and how it stands.

    ``title`` is empty where the site gave it its ``titles``, by language. ``changed`` counts the steps, so that a page
    that asks now and then knows whether there is anything new.
    """

    class State(models.TextChoices):
        ASKING = "asking"
        CLOSED = "closed"
        REVEALED = "revealed"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="live_rounds")
    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    title = models.CharField(max_length=MOST_TITLE, blank=True, default="")
    titles = models.JSONField(default=dict, blank=True)
    questions = models.JSONField(default=list)
    place = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.ASKING)
    changed = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=models.Q(ended=None), name="one_live_round_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.place} {self.state}"

    @property
    def name(self) -> str:
        """What it is called, in the language of whoever reads it where nobody gave it a title."""
        return told(self.title, self.titles)


class LiveSeat(models.Model):
    """A pupil who has come into a round."""

    round = models.ForeignKey(LiveRound, on_delete=models.CASCADE, related_name="seats")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="live_seats")
    came = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "pupil"], name="one_live_seat")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.pupil_id}"


class LiveAnswer(models.Model):
    """The first answer of a pupil to a question of a round. ``rules`` are those that it broke or did not know."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="live")
    round = models.ForeignKey(LiveRound, on_delete=models.CASCADE, related_name="answers")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="live_answers")
    place = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=Attempt.Outcome)
    rules = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["round", "place", "pupil"], name="one_live_answer")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.place} {self.outcome}"
