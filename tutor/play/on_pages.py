"""What pages of other areas say of played games."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from lessons.content.deals import mini_deal, mini_deals
from lessons.content.reading import Stage
from tutor.learning.learner import learner_of
from tutor.learning.models import Learner
from tutor.play.house_rules import offers
from tutor.play.models import WHOLE, PlayedGame
from tutor.play.telling import game_line
from tutor.site.parts import Part
from tutor.tables.models import Table
from tutor.tables.services import table_of

MOST_SHOWN: Final = 3


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The way to a game, and to those that are not over; one query."""
    learner = learner_of(request) if request else None
    games = PlayedGame.objects.filter(learner=learner, finished=None)[:MOST_SHOWN] if learner else ()
    return Part("play/_on_home.html", {"games": [game_line(game) for game in games]})


def on_table(request: HttpRequest | None, table: Table) -> Part | None:
    """From the device's own table to games by its rules, where there are any."""
    own = None if request is None else table_of(request)
    return Part("play/_on_table.html") if own is not None and own.pk == table.pk and offers(own) else None


def on_stage(request: HttpRequest | None, stage: Stage) -> Part | None:
    """What of a stage can be played; no query."""
    named = mini_deal(stage.deal) if stage.deal else None
    fitting = [mini for mini in mini_deals().values() if mini.lesson == stage.slug and mini.slug != WHOLE]
    if named is not None and named not in fitting:
        fitting.insert(0, named)
    is_whole = stage.slug == WHOLE
    if not fitting and not is_whole:
        return None
    return Part("play/_on_stage.html", {"mini_deals": fitting, "whole": is_whole, "stage": stage})


def first_on_stage(request: HttpRequest | None, stage: Stage) -> Part | None:
    """The mini-deal that a stage is; one query for somebody known."""
    mini = mini_deal(WHOLE) if stage.slug == WHOLE else None
    if mini is None:
        return None
    learner = learner_of(request) if request else None
    is_reached = learner is not None and is_played(learner, stage)
    return Part("play/_stage_played.html", {"mini": mini, "is_reached": is_reached, "stage": stage})


def is_played(learner: Learner, stage: Stage) -> bool:
    """Whether the stage is a mini-deal whose goal this learner has reached; one query for that stage."""
    return (
        stage.slug == WHOLE
        and PlayedGame.objects.filter(
            learner=learner, mini=WHOLE, outcome=PlayedGame.Outcome.REACHED
        ).exists()
    )
