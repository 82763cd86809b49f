"""What pages of a class and of played games say of assigned deals."""

from __future__ import annotations

from django.http import HttpRequest

from tutor.classroom.dealing.models import DealTry
from tutor.classroom.dealing.selectors import lines_of, may_begin, own_lines
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
    """Another game that counts, and the way back, once a game is over."""
    found: DealTry | None = getattr(game, "assigned", None)
    if found is None:
        return None
    facts = {
        "assigned": found.assigned,
        "may_begin": may_begin(found.assigned, found.pupil),
        "was_reached": found.outcome == PlayedGame.Outcome.REACHED,
    }
    return Part("classroom/dealing/_on_game.html", facts)


def below_game(request: HttpRequest | None, game: PlayedGame) -> Part | None:
    """The form that begins another game that counts, beside that of the game."""
    found: DealTry | None = getattr(game, "assigned", None)
    return Part("classroom/dealing/_below_game.html", {"assigned": found.assigned}) if found else None
