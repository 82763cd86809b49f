"""What pages of other areas say of played games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.learning.learner import learner_of
from tutor.play.models import PlayedGame
from tutor.play.telling import game_line
from tutor.site.parts import Part

MOST_SHOWN = 3


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The way to a game, and to those that are not over; one query."""
    learner = learner_of(request) if request else None
    games = PlayedGame.objects.filter(learner=learner, finished=None)[:MOST_SHOWN] if learner else ()
    return Part("play/_on_home.html", {"games": [game_line(game) for game in games]})
