"""What was thought about played deals, once for each deal."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tutor.play.models import PlayedDeal


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
