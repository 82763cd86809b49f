"""The lobby of a class: who has the code on the wall waits there until a teacher lets them in."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tutor.classroom.models import Classroom, Pupil


class Lobby(models.Model):
    """The lobby of a class, made when it is first opened. ``code`` is empty while it is closed.

    ``seats`` are how many may come in while it is open, and ``closes`` is when it closes by itself.
    """

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="lobby")
    code = models.CharField(max_length=8, blank=True, default="", editable=False)
    seats = models.PositiveSmallIntegerField(default=0)
    closes = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code"], condition=~models.Q(code=""), name="one_lobby_of_a_code")
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.seats}"

    @property
    def is_open(self) -> bool:
        """Whether somebody may come in by the code."""
        return self.code != "" and self.closes > timezone.now() and self.classroom.archived is None


class LobbySeat(models.Model):
    """Somebody in the lobby, under an alias. ``key`` is a digest of the secret that only that browser has.

    ``pupil`` is whom a teacher has let in.
    """

    lobby = models.ForeignKey(Lobby, on_delete=models.CASCADE, related_name="taken")
    key = models.CharField(max_length=64, unique=True, editable=False)
    alias = models.CharField(max_length=60)
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    came = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["lobby", "alias"], name="one_alias_per_lobby")]

    def __str__(self) -> str:
        return self.alias
