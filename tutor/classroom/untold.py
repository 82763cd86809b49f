"""Which answers of pupils are not told yet: those to an assignment that tells its verdicts after the due time."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tutor.classroom.models import Assignment, AssignmentAnswer, Override


def not_yet_due() -> Q:
    """Of attempts, as `tutor.classroom.terms` says it of one: until it is due, for this pupil perhaps later."""
    later = Override.objects.filter(assignment=OuterRef("assignment"), pupil=OuterRef("pupil"))
    answers = (
        AssignmentAnswer.objects.filter(
            attempt=OuterRef("pk"), assignment__feedback=Assignment.Feedback.AFTER_DUE
        )
        .annotate(due=Coalesce(Subquery(later.values("due")[:1]), "assignment__due"))
        .filter(Q(due=None) | Q(due__gt=timezone.now()))
    )
    return Q(Exists(answers))
