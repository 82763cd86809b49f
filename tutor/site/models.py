"""What belongs to the site as a whole."""

from __future__ import annotations

from django.db import models


class WrongTries(models.Model):
    """How often a name or code was tried in vain lately from one address, or a line of tries (``throttling``).

    The key is a digest: neither what was typed nor the address is kept. ``wait_until`` is when the next try may come,
    and of a line when nobody stands in it any more; ``is_queue`` says that it is a turn in a line.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    wait_until = models.DateTimeField(null=True, blank=True)
    is_queue = models.BooleanField(default=False)
    until = models.DateTimeField(db_index=True, help_text="From then on the row means nothing and goes.")

    class Meta:
        verbose_name_plural = "wrong tries"

    def __str__(self) -> str:
        return f"{self.key[:8]} {self.count}"
