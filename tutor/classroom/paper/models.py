"""Large files that a class takes out of the site: made by the job queue, kept for a day."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tutor.classroom.models import Classroom


class Export(models.Model):
    """A file that a teacher has asked for. ``made`` is empty until it is there.

    ``key`` is a digest of who asked for what in which language: who asks twice gets one file. ``options`` is what the
    kind needs besides the class; ``job`` is its row in the queue.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=64, unique=True)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="exports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    language = models.CharField(max_length=10)
    asked = models.DateTimeField(db_index=True)
    job = models.UUIDField(null=True)
    made = models.DateTimeField(null=True)
    name = models.CharField(max_length=100, default="")
    media = models.CharField(max_length=100, default="")
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["-asked"]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class ExportPart(models.Model):
    """A piece of the file, packed; in the database, because another computer may have made it."""

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    packed = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="one_part_per_number")]

    def __str__(self) -> str:
        return f"{self.export_id} {self.number}"
