"""What pages of a class say of its live round."""

from __future__ import annotations

from django import template

from tutor.classroom.models import Classroom
from tutor.live.models import LiveRound
from tutor.live.selectors import running

register = template.Library()


@register.simple_tag
def live_round_of(classroom: Classroom) -> LiveRound | None:
    """The round that is on in a class; one query."""
    return running(classroom)
