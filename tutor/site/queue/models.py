"""Who works on the queue, when daily jobs were last due, and a row that is written to see whether anything can be.

The jobs themselves are rows of django-tasks-db.
"""

from __future__ import annotations

from django.db import models


class WorkerHost(models.Model):
    """A process that keeps workers running, on this computer or another; it says every few seconds that it lives."""

    key = models.CharField(max_length=64, unique=True)
    workers = models.PositiveIntegerField()
    seen = models.DateTimeField()

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return f"{self.key} {self.workers}"


class Written(models.Model):
    """One row, written whenever the site's health is asked for: a transaction that is rolled back reaches no disk."""

    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "written"

    def __str__(self) -> str:
        return f"{self.at}"


class DailyJob(models.Model):
    """A job that comes round every day, and the day when it was last put into the queue."""

    name = models.CharField(max_length=40, unique=True)
    day = models.DateField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return f"{self.name} {self.day}"
