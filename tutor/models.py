"""What belongs to the site as a whole."""

from __future__ import annotations

from django.db import models


class Tries(models.Model):
    """How often something was tried in vain lately. The key is a digest: what was typed is not kept."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True, help_text="From then on the row means nothing and goes.")

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.key[:8]} {self.count}"
