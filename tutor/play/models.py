"""Games that learners play: the record of the deal that is being played, deals that are over, and what was refused."""

from __future__ import annotations

import uuid
from typing import Final

from django.db import models
from django.utils import timezone

from engine.law.ruleset import RuleSet
from engine.notation.position_line import parse_rules
from tutor.learning.models import Learner

WHOLE: Final = "a-whole-deal"
"""The stage that is a mini-deal of the same name. What was scripted in it once are its steps."""


class PlayedGame(models.Model):
    """A game of a learner with players of this site, kept after every action.

    ``rule_set`` is the name of the rule set, with house rules of the one that they change; ``house_rules`` are these as
    the notation writes them, empty without any. ``table_name`` is what the table is called by whose rules it is played.

    ``record`` is the record of the deal that is being played, or between deals the totals; it says the rule set too.
    ``styles`` are the styles of the players by number, empty for the learner. ``asked`` is whether the partner waits
    for the learner's answer. ``is_single`` says that the game is one deal only. ``mini`` is the slug of the mini-deal
    that it is, if it is one, ``seed`` names its cards, and ``outcome`` is what came of its point. ``stage`` is the
    slug of the stage of the course from which it was begun, empty for one that was begun elsewhere.

    ``coach`` is how much the coach says, ``partner_tells`` whether the partner says why it made a move, and ``coached``
    what both say of what was done last (:mod:`tutor.play.noting`). ``by_suit`` is whether the learner's cards lie by
    suits rather than by ranks.

    ``thought`` counts the turns that a worker has thought out, ``stood_in`` lists those in which the careful style
    stood in because none was ready in time: the number of the deal and of the turn in it, both from 0.
    """

    class Pace(models.TextChoices):
        SLOW = "slow"
        NORMAL = "normal"
        QUICK = "quick"
        ONCE = "once"

    class Coach(models.TextChoices):
        SILENT = "silent"
        ASKED = "asked"
        EACH = "each"

    class Outcome(models.TextChoices):
        REACHED = "reached"
        LOST = "lost"

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="played_games")
    rule_set = models.CharField(max_length=40)
    house_rules = models.TextField(blank=True, default="")
    table_name = models.CharField(max_length=40, blank=True, default="")
    styles = models.JSONField(default=list)
    record = models.TextField()
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.NORMAL)
    coach = models.CharField(max_length=8, choices=Coach, default=Coach.ASKED)
    partner_tells = models.BooleanField(default=False)
    coached = models.JSONField(default=dict)
    by_suit = models.BooleanField(default=False)
    asked = models.BooleanField(default=False)
    is_single = models.BooleanField(default=False)
    mini = models.CharField(max_length=80, blank=True, default="")
    seed = models.PositiveIntegerField(default=0)
    stage = models.CharField(max_length=80, blank=True, default="")
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default="")
    thought = models.PositiveIntegerField(default=0)
    stood_in = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated", "-id"]
        indexes = [models.Index(fields=["learner", "finished"])]

    def __str__(self) -> str:
        return f"{self.rule_set} {self.key}"

    @property
    def rules(self) -> RuleSet:
        """By which rules it is played. Raises EngineError where they mean nothing to this engine any more."""
        return parse_rules(self.house_rules or self.rule_set)


class PlayedDeal(models.Model):
    """A deal of a game that is over. ``number`` counts the deals of the game from 0.

    ``points`` are what the sides made in it, in the order of the sides of the game; ``cards`` is a digest of the rule
    set and of all cards in the order in which they were dealt, by which deals with the same cards are found.
    """

    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    record = models.TextField()
    points = models.JSONField(default=list)
    cards = models.CharField(max_length=64, db_index=True)
    is_shared = models.BooleanField(default=False)
    ended = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_played_deal_of_a_number")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class RefusedAction(models.Model):
    """What a learner tried in a game and the rules do not allow.

    ``place`` is how many actions of the deal came before, ``rules`` are the ids of the broken rules.
    """

    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="refused")
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=200)
    rules = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.action


class Thought(models.Model):
    """A turn that a worker has thought out and the game has not come to yet. ``place`` is a digest of how it stood."""

    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="thoughts")
    place = models.CharField(max_length=64)
    turn = models.TextField()
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "place"], name="one_thought_of_a_place")]

    def __str__(self) -> str:
        return self.turn


class MetRule(models.Model):
    """A rule of which a learner was told when a played deal first met it, before the course taught it."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="met_rules")
    rule = models.CharField(max_length=60)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["learner", "rule"], name="one_met_rule")]

    def __str__(self) -> str:
        return self.rule
