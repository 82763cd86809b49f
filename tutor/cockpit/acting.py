"""What a teacher does at once for those who are stuck: the same with other cards, or a question for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext

from lessons.fresh.sisters import base_slug, find_item
from tutor.classroom.assigning import create_assignment
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.services import ClassError
from tutor.classroom.titles import in_both
from tutor.classroom.unseen import unseen
from tutor.cockpit.standing import Line
from tutor.learning.models import User
from tutor.live import services as rounds
from tutor.live.models import LiveRound
from tutor.live.selectors import running

OTHERS: Final = 3
"""So many exercises make a set where all are stuck at one; where they are stuck at several, one of each at least."""
MOST_BASES: Final = 8


def give_another(*, classroom: Classroom, lines: Sequence[Line]) -> Assignment:
    """What these pupils are stuck at, with cards that none of them has seen, for them alone and at once.

    Raises ClassError where there is nothing of the kind.
    """
    if classroom.archived is not None:
        raise ClassError(gettext("This class is archived. Take it out of the archive first."))
    if not lines:
        raise ClassError(gettext("Tick the pupils first."))
    bases = list(dict.fromkeys(base_slug(line.item) for line in lines if line.item))[:MOST_BASES]
    pupils = [line.pupil for line in lines]
    each = max(1, OTHERS // max(1, len(bases)))
    slugs = [item.slug for base in bases for item in unseen(base, pupils, count=each)]
    if not slugs:
        raise ClassError(gettext("There is no version with other cards of what these pupils are working on."))
    return create_assignment(
        classroom=classroom, kind=Assignment.Kind.ITEMS, source={"items": slugs}, only=pupils,
        titles=in_both(lambda: gettext("Once more, with other cards")), opens=timezone.now(),
    )  # fmt: skip


def ask_live(*, classroom: Classroom, teacher: User, slug: str) -> LiveRound:
    """Ask the whole class this at once. Raises ClassError, also while another round is on."""
    item = find_item(slug)
    if item is None:
        raise ClassError(gettext("This exercise is no longer there."))
    if running(classroom) is not None:
        raise ClassError(gettext("A live round is on. End it before you ask something else."))
    titles = in_both(lambda: gettext("Asked live"))
    return rounds.begin(classroom=classroom, teacher=teacher, questions=[slug], titles=titles)
