"""The stage of the course from which a game was begun, and the way on from there."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from lessons.content.reading import library
from tutor.learning.addresses import stage_url
from tutor.learning.progress import progress_of
from tutor.play.models import PlayedGame


@dataclass(frozen=True, slots=True)
class WayOn:
    """What comes after a game that a stage of the course offered: ``label`` leads to ``url``."""

    label: str
    url: str


def known_stage(slug: str) -> str:
    """The slug of a stage as a form sends it; empty for what is none."""
    return slug if library().stage(slug) else ""


def url_of_stage(row: PlayedGame) -> str:
    """The stage from which the game was begun; empty where it was begun elsewhere."""
    stage = library().stage(row.stage) if row.stage else None
    return stage_url(stage) if stage else ""


def way_on(row: PlayedGame) -> WayOn | None:
    """To the next stage where the one that offered this game is finished, else back to it; none for other games."""
    stage = library().stage(row.stage) if row.stage else None
    if stage is None:
        return None
    following = library().stage_after(stage)
    if following is None or not progress_of(row.learner).is_done(stage):
        return WayOn(gettext("Back to “%(title)s”") % {"title": stage.title}, stage_url(stage))
    return WayOn(gettext("On to “%(title)s”") % {"title": following.title}, stage_url(following))
