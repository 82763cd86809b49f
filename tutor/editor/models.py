"""Exercises that somebody made on a table of one's own."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

TOKEN_BYTES: Final = 9  # twelve letters: nobody guesses them


def new_token() -> str:
    """A name for a new exercise that nobody guesses: who has the link may work on it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class OwnItem(models.Model):
    """An exercise of one's own. ``record`` is the task as files of the content write it, its texts included.

    It goes with the account of its owner; answers that were given to it stay with those who gave them.
    """

    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_items")
    name = models.CharField(max_length=80, blank=True, default="")
    record = models.JSONField()
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated", "-id"]

    def __str__(self) -> str:
        return self.name or self.token
