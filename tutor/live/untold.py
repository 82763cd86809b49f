"""Which answers of pupils are not told yet: those to the question of a live round that is on, until it is shown."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from tutor.learning.models import Learner
from tutor.live.models import LiveAnswer, LiveRound


def not_yet_shown(learner: Learner) -> Iterable[int]:
    """Of the learner's attempts."""
    return (
        LiveAnswer.objects.filter(attempt__learner=learner, round__ended=None, place=F("round__place"))
        .exclude(round__state=LiveRound.State.REVEALED)
        .order_by()
        .values_list("attempt", flat=True)
    )
