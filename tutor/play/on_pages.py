"""What pages of other areas say of played games."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from lessons.content.deals import mini_deals
from lessons.content.reading import Stage
from tutor.learning.learner import learner_of
from tutor.play.models import PlayedGame
from tutor.play.telling import game_line
from tutor.site.parts import Part

MOST_SHOWN: Final = 3
WHOLE: Final = "a-whole-deal"
"""The stage after which a whole deal can be played."""


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The way to a game, and to those that are not over; one query."""
    learner = learner_of(request) if request else None
    games = PlayedGame.objects.filter(learner=learner, finished=None)[:MOST_SHOWN] if learner else ()
    return Part("play/_on_home.html", {"games": [game_line(game) for game in games]})


def on_stage(request: HttpRequest | None, stage: Stage) -> Part | None:
    """What of a stage can be played; no query."""
    fitting = [mini for mini in mini_deals().values() if mini.lesson == stage.slug]
    is_whole = stage.slug == WHOLE
    if not fitting and not is_whole:
        return None
    return Part("play/_on_stage.html", {"mini_deals": fitting, "whole": is_whole})
