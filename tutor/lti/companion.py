"""After an answer of somebody who came from a platform, the grade goes there."""

from __future__ import annotations

import logging
from functools import partial
from threading import Thread

from django.conf import settings
from django.db import connection, transaction

from lessons.content.reading import Item
from tutor.classroom.models import Pupil
from tutor.learning.companions import Beside
from tutor.learning.models import Attempt, Learner
from tutor.lti.models import LtiGrade, LtiPupil
from tutor.lti.wanted import is_on

log = logging.getLogger(__name__)


def is_of_platform(pupil: Pupil) -> bool:
    """Whether the pupil has come from a learning platform, which lets them in again; one query."""
    return LtiPupil.objects.filter(pupil=pupil).exists()


class LtiCompanion:
    """Goes along with every exercise where platforms are configured."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Note that a grade may have changed. It is counted when the answer is kept, and sent aside: nobody waits."""
        if is_on() and LtiPupil.objects.filter(pupil__learner=learner).exists():
            transaction.on_commit(partial(_after, learner))

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        return Beside()


def _after(learner: Learner) -> None:
    from tutor.lti.services import send, update_grades

    grades = update_grades(learner)
    if not grades:
        return
    if settings.LTI_SEND_ASIDE:
        Thread(target=_send_aside, args=(grades,), daemon=True).start()
    else:
        for grade in grades:
            send(grade)


def _send_aside(grades: list[LtiGrade]) -> None:
    """What fails stays to be sent, by the next answer or by the command ``send_grades``."""
    from tutor.lti.services import send

    try:
        for grade in grades:
            send(grade)
    except Exception:  # a thread has nobody to tell but the log
        log.exception("a grade could not be sent")
    finally:
        connection.close()
