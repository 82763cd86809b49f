"""Evenings at a table: who plays by which rules, and every entry on the sheet, none of which is ever changed."""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime
from typing import Any, Final, NoReturn

from django.db import models
from django.utils import timezone

from tutor.learning.models import AppendOnlyError, Learner

SECRET_BYTES: Final = 16
MOST_NAME: Final = 24  # characters of a player's name
MOST_NOTE: Final = 160


def new_secret() -> str:
    """The secret part of a link, as long as nobody can guess it."""
    return secrets.token_urlsafe(SECRET_BYTES)


class Evening(models.Model):
    """A game at somebody's table. ``learner`` is whoever has begun it.

    Whoever has the link with ``reading`` reads, whoever has the one with ``entering`` writes. The rules are a named
    rule set with its ``rule_changes``, as they were when the evening began; ``table`` and ``table_name`` say whose
    they are, empty for a named rule set. ``rules_before`` holds the rules by which it was played until those that the
    table has changed meanwhile were taken over, and ``until`` when. ``players`` are names clockwise, ``first_dealer``
    is a place among them.
    ``changed`` counts the entries, so that a page that asks now and then knows whether there is anything new.
    ``dealing`` is how the deal moves on where somebody sits out: evenings that were begun when it did so by places keep
    the dealers that they have told.
    """

    class Dealing(models.IntegerChoices):
        BY_PLACE = 1
        BY_PERSON = 2

    reading = models.CharField(max_length=40, unique=True, default=new_secret, editable=False)
    entering = models.CharField(max_length=40, unique=True, default=new_secret, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="evenings")
    rule_set = models.CharField(max_length=40)
    rule_changes = models.JSONField(default=dict, blank=True)
    table = models.CharField(max_length=60, blank=True, default="")
    table_name = models.CharField(max_length=80, blank=True, default="")
    rules_before = models.JSONField(default=list, blank=True)
    players = models.JSONField(default=list)
    form = models.CharField(max_length=8)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    dealing = models.PositiveSmallIntegerField(choices=Dealing, default=Dealing.BY_PERSON, editable=False)
    changed = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [models.Index(fields=["learner", "created"])]

    def __str__(self) -> str:
        return f"{self.rule_set} {self.created:%Y-%m-%d}"

    @property
    def version(self) -> str:
        """Changes with every entry and with the rules; a page that asks for news names what it has."""
        return f"{self.changed}.{len(self.rules_before)}" if self.rules_before else str(self.changed)

    @property
    def rules_since(self) -> datetime:
        """Since when it has been played by its rules."""
        last = self.rules_before[-1] if self.rules_before else None
        return datetime.fromisoformat(last["until"]) if last else self.created


class EntryQuerySet(models.QuerySet["EveningEntry"]):
    """Entries can be added and read. They go only with their evening."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Entries are never changed.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("Entries are deleted only with their evening.")

    def hand_to(self, learner: Learner) -> int:
        """Give these entries to another learner, when two turn out to be one person. Returns how many."""
        return super().update(learner=learner)


class EveningEntry(models.Model):
    """What somebody has entered. What stands on the sheet follows from all of them (:mod:`tutor.evenings.sheet`).

    ``token`` comes with the entry from whoever enters it, so that one that is sent twice counts once; ``sequence`` is
    how many entries the sheet had where it was made, ``number`` the place that it got here, from 1. ``deal`` is the
    place in the evening that it is about, from 0, ``parents`` the tokens of entries in whose stead it stands: two that
    stand in the stead of the same are both kept, and the sheet asks which counts. ``body`` holds the points of the
    sides, how they were counted, and whether it came in later (``late``).
    """

    class Kind(models.TextChoices):
        DEAL = "deal"
        CORRECT = "correct"
        DROP = "drop"
        CHOOSE = "choose"
        UNDO = "undo"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    token = models.UUIDField(default=uuid.uuid4)
    sequence = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind)
    deal = models.PositiveSmallIntegerField(default=0)
    parents = models.JSONField(default=list, blank=True)
    body = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=MOST_NOTE, blank=True, default="")
    learner = models.ForeignKey(Learner, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "token"], name="one_entry_of_a_token"),
            models.UniqueConstraint(fields=["evening", "number"], name="one_entry_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("Entries are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("Entries are deleted only with their evening.")
