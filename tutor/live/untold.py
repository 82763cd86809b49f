"""Which answers of pupils are not told yet: those to the question of a live round that is on, until it is shown."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q

from tutor.live.models import LiveAnswer, LiveRound


def not_yet_shown() -> Q:
    """Of attempts."""
    answers = LiveAnswer.objects.filter(attempt=OuterRef("pk"), round__ended=None, place=F("round__place"))
    return Q(Exists(answers.exclude(round__state=LiveRound.State.REVEALED)))
