"""Deals that a class is asked to play, and the games in which its pupils did."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils import timezone

from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.play.models import PlayedGame

MOST_SEED: Final = 2**31 - 1


class AssignedDeal(models.Model):
    """A mini-deal, or one whole deal of a rule set, that a class is asked to play.

    ``mini`` is the slug of a mini-deal; where it is empty, ``rules`` names the rule set and ``opponents`` and
    ``partner`` the styles of the others. ``seed`` names the cards of a whole deal. Where ``opens`` is empty, pupils do
    not see it; ``tries`` is how many games count, 0 for any number.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="deals")
    title = models.CharField(max_length=80)
    mini = models.CharField(max_length=80, blank=True, default="")
    rules = models.CharField(max_length=40, blank=True, default="")
    opponents = models.CharField(max_length=20, blank=True, default="")
    partner = models.CharField(max_length=20, blank=True, default="")
    seed = models.PositiveIntegerField(default=0)
    variant = models.CharField(max_length=6, choices=Assignment.Variant, default=Assignment.Variant.SAME)
    opens = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Whether pupils see it."""
        return self.opens is not None and self.opens <= timezone.now()

    @property
    def is_over(self) -> bool:
        """Whether nothing counts any more."""
        return self.classroom.archived is not None or (self.due is not None and self.due <= timezone.now())


class DealTry(models.Model):
    """A game that a pupil began for an assigned deal, and what came of it; ``game`` is empty once it was deleted.

    ``points`` are those of the own side and of the best of the others once the deal was played to its end.
    ``misconceptions`` holds for each try that the rules do not allow the ids of what it shows.
    """

    assigned = models.ForeignKey(AssignedDeal, on_delete=models.CASCADE, related_name="games")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="deal_tries")
    game = models.OneToOneField(
        PlayedGame, on_delete=models.SET_NULL, null=True, blank=True, related_name="assigned"
    )
    outcome = models.CharField(max_length=8, choices=PlayedGame.Outcome, blank=True, default="")
    points = models.JSONField(default=list)
    misconceptions = models.JSONField(default=list)
    begun = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["begun", "id"]

    def __str__(self) -> str:
        return f"{self.assigned_id} {self.pupil_id} {self.outcome}"
