"""A pupil takes along what was done in a class, into an account that outlives it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext

from tutor.classroom.audit import note
from tutor.classroom.models import AuditLine, Pupil
from tutor.classroom.services import ClassError
from tutor.learning.learner import merge_learners
from tutor.learning.models import Learner, User


@transaction.atomic
def take_into_account(*, pupil: Pupil, user: User) -> Learner:
    """From now on the account works in the class; the slip lets nobody in any more. Raises ClassError.

    The class sees what it saw before: answers to its assignments.
    """
    learner = Learner.objects.select_for_update().get(pk=pupil.learner_id)
    if learner.user_id is not None:
        raise ClassError(gettext("Your work in this class has already been taken into an account."))
    own = Learner.objects.filter(user=user).order_by("created").first()
    if own is not None and pupil.classroom.pupils.filter(learner=own).exists():
        raise ClassError(gettext("This account is already in the class, under another alias."))
    if own is None:
        learner.user, learner.pass_number = user, None
        learner.save(update_fields=["user", "pass_number"])
        own = learner
    else:
        Pupil.objects.filter(learner=learner).update(learner=own)
        own = merge_learners(own, learner)
    note(pupil.classroom, AuditLine.What.TAKEN_ALONG, user=None, count=1)
    return own
