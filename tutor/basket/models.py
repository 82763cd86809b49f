"""The basket of a teacher."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class BasketEntry(models.Model):
    """Something in the basket of an account that teaches a class.

    ``what`` is the slug of an exercise or of a mini-deal, or the key of a played deal whose cards are meant. ``place``
    is its place in the order.
    """

    class Sort(models.TextChoices):
        ITEM = "item"
        MINI = "mini"
        CARDS = "cards"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="basket")
    sort = models.CharField(max_length=6, choices=Sort)
    what = models.CharField(max_length=200)
    place = models.PositiveIntegerField()
    added = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "sort", "what"], name="once_in_a_basket")]

    def __str__(self) -> str:
        return f"{self.sort}:{self.what}"
