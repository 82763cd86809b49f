"""Which answers of pupils are not told yet: those to an assignment that tells its verdicts after the due time."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from tutor.classroom.models import Assignment, AssignmentAnswer, Override
from tutor.learning.models import Learner


def not_yet_due(learner: Learner) -> Iterator[int]:
    """As `tutor.classroom.terms` says it of one assignment: until it is due, for this pupil perhaps later."""
    answers = list(
        AssignmentAnswer.objects.filter(
            attempt__learner=learner, assignment__feedback=Assignment.Feedback.AFTER_DUE
        )
        .order_by()
        .values_list("attempt", "assignment", "pupil", "assignment__due")
    )
    if not answers:
        return
    later = {
        (assignment, pupil): due
        for assignment, pupil, due in Override.objects.filter(
            assignment__in={assignment for _, assignment, _, _ in answers}, due__isnull=False
        ).values_list("assignment", "pupil", "due")
    }
    now = timezone.now()
    for attempt, assignment, pupil, usual in answers:
        due = later.get((assignment, pupil), usual)
        if due is None or due > now:
            yield attempt
