"""What tables have agreed on: a rule set of their own under a name."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models
from django.utils import timezone

from engine.law.ruleset import RuleSet
from engine.notation.position_line import parse_rules
from tutor.site.code_signs import ALPHABET

MOST_NAME: Final = 40  # characters
MOST_RULES: Final = 4000
"""Characters of a rule set as text; all parameters changed make about half as many."""
ID_LENGTH: Final = 8
"""Signs of a table's public id: 27 to the power of 8, so nobody comes across a table that nobody told them of."""


def new_public_id() -> str:
    """Signs that stand in a table's link, fit to be read out and typed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


class Table(models.Model):
    """A table and its rules. ``rules`` is a rule set as the notation writes it, such as ``classic{max_wilds=2}``.

    Whoever has the public id may read it, whoever has the key may change it; of that only a digest is kept.
    ``used`` is when somebody last had anything of it, to the day.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    key_digest = models.CharField(max_length=64, editable=False)
    name = models.CharField(max_length=MOST_NAME)
    rules = models.CharField(max_length=MOST_RULES)
    created = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now, editable=False)
    used = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return f"{self.public_id} {self.rules}"

    @property
    def rule_set(self) -> RuleSet:
        """Its rules. Raises EngineError where the text means nothing to this engine."""
        return parse_rules(self.rules)
