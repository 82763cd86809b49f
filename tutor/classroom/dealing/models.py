"""Deals that a class is asked to play, and the games in which its pupils did."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from engine.law.errors import EngineError
from engine.play.record import rules_of
from lessons.content.deals import mini_deal
from lessons.words import naming
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.play.models import PlayedGame

MOST_SEED: Final = 2**31 - 1


class AssignedDeal(models.Model):
    """A mini-deal, or one whole deal of a rule set, that a class is asked to play.

    ``title`` is empty where the teacher gave none. ``mini`` is the slug of a mini-deal; where it is empty, ``rules``
    names the rule set and ``opponents`` and ``partner`` the styles of the others. ``seed`` names the cards of a whole
    deal; with a ``record`` its cards are those of a deal that was played, against the same ``styles``. ``only`` are the
    pupils whom it is for, nobody where it is for the whole class. Where ``opens`` is empty, pupils do not see it;
    ``tries`` is how many games count, 0 for any number.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="deals")
    title = models.CharField(max_length=80, blank=True, default="")
    mini = models.CharField(max_length=80, blank=True, default="")
    rules = models.CharField(max_length=40, blank=True, default="")
    opponents = models.CharField(max_length=20, blank=True, default="")
    partner = models.CharField(max_length=20, blank=True, default="")
    seed = models.PositiveIntegerField(default=0)
    record = models.TextField(blank=True, default="")
    styles = models.JSONField(default=list, blank=True)
    only = models.ManyToManyField(Pupil, related_name="own_deals", blank=True)
    variant = models.CharField(max_length=6, choices=Assignment.Variant, default=Assignment.Variant.SAME)
    opens = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What it is called, in the language of whoever reads it where the teacher gave no title."""
        mini = mini_deal(self.mini) if self.mini else None
        usual = str(mini.title) if mini else gettext("A deal: %(rules)s") % {"rules": self.what}
        return self.title or usual

    @property
    def what(self) -> str:
        """What is played: the goal of a mini-deal, or the rule set; empty for what is no longer there."""
        mini = mini_deal(self.mini) if self.mini else None
        return str(mini.goal) if mini else self._rules_in_words() if self.rules else ""

    def _rules_in_words(self) -> str:
        """The rule set; of cards that somebody has played also whether there were house rules."""
        with suppress(EngineError):
            if self.record:
                return naming.rule_set_name(rules_of(self.record))
        return naming.named_rule_set(self.rules)

    @property
    def is_open(self) -> bool:
        """Whether pupils see it."""
        return self.opens is not None and self.opens <= timezone.now()

    @property
    def is_over(self) -> bool:
        """Whether nothing counts any more."""
        return self.classroom.archived is not None or (self.due is not None and self.due <= timezone.now())


class DealTry(models.Model):
    """A game that a pupil began for an assigned deal, and what came of it; ``game`` is empty once it was deleted.

    ``points`` are those of the own side and of the best of the others once the deal was played to its end.
    ``misconceptions`` holds for each try that the rules do not allow the ids of what it shows.
    """

    assigned = models.ForeignKey(AssignedDeal, on_delete=models.CASCADE, related_name="games")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="deal_tries")
    game = models.OneToOneField(
        PlayedGame, on_delete=models.SET_NULL, null=True, blank=True, related_name="assigned"
    )
    outcome = models.CharField(max_length=8, choices=PlayedGame.Outcome, blank=True, default="")
    points = models.JSONField(default=list)
    misconceptions = models.JSONField(default=list)
    begun = models.DateTimeField(default=timezone.now, editable=False)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["begun", "id"]

    def __str__(self) -> str:
        return f"{self.assigned_id} {self.pupil_id} {self.outcome}"
