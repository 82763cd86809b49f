"""What pages of a class and of played games say of assigned deals."""

from __future__ import annotations

from django.http import HttpRequest

from tutor.classroom.dealing.models import DealTry
from tutor.classroom.dealing.selectors import lines_of, own_lines
from tutor.classroom.models import Classroom, Pupil
from tutor.play.models import PlayedGame
from tutor.site.parts import Part


def on_class(request: HttpRequest | None, classroom: Classroom) -> Part | None:
    """The assigned deals of a class, for its teachers; two queries."""
    lines = lines_of(classroom)
    return (
        Part("classroom/dealing/_on_class.html", {"classroom": classroom, "lines": lines}) if lines else None
    )


def on_mine(request: HttpRequest | None, pupil: Pupil) -> Part | None:
    """Those that a pupil may see; two queries."""
    lines = own_lines(pupil)
    return (
        Part("classroom/dealing/_on_mine.html", {"classroom": pupil.classroom, "lines": lines})
        if lines
        else None
    )


def on_kinds(request: HttpRequest | None, classroom: Classroom) -> Part:
    """The way to a new one."""
    return Part("classroom/dealing/_on_kinds.html", {"classroom": classroom})


def on_game(request: HttpRequest | None, game: PlayedGame) -> Part | None:
    """The way back from a game that is over; one query."""
    found = DealTry.objects.select_related("assigned__classroom").filter(game=game).first()
    return Part("classroom/dealing/_on_game.html", {"assigned": found.assigned}) if found else None
