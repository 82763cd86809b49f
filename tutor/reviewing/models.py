"""What was thought about played deals, once for each deal, and what it found."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models
from django.utils import timezone

from tutor.play.models import PlayedDeal

TOKEN_BYTES: Final = 9  # twelve letters: nobody guesses them


def new_token() -> str:
    """A name for an exercise that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class DealReview(models.Model):
    """How a learner played a deal. ``result`` is what :mod:`tutor.reviewing.storing` makes; empty until it is made.

    ``job`` is the job of the queue that thinks about it.
    """

    deal = models.OneToOneField(PlayedDeal, on_delete=models.CASCADE, related_name="review")
    job = models.UUIDField(null=True, blank=True)
    result = models.JSONField(default=dict)
    asked = models.DateTimeField(default=timezone.now)
    made = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked", "-id"]

    def __str__(self) -> str:
        return f"{self.deal_id}"


class DealFinding(models.Model):
    """A choice of a review that cost points, as far as sums over several deals need it.

    ``theme`` is the slug of what would have been better (:mod:`tutor.reviewing.differing`), ``turn`` the number of the
    turn in the deal, from 0. ``cost`` is in points, ``error`` its standard error.
    """

    review = models.ForeignKey(DealReview, on_delete=models.CASCADE, related_name="findings")
    turn = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=40)
    cost = models.FloatField()
    error = models.FloatField()

    class Meta:
        ordering = ["-cost", "id"]

    def __str__(self) -> str:
        return f"{self.theme} {self.cost:.0f}"


class DealItem(models.Model):
    """An exercise made of the table at which a finding was made; it stands in the notebook until it is right.

    ``theme`` is the theme of puzzles that it is made as, ``record`` a line of that theme as the bank writes it.
    """

    finding = models.OneToOneField(DealFinding, on_delete=models.CASCADE, related_name="item")
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    theme = models.CharField(max_length=80)
    record = models.JSONField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.token
