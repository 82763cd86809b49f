"""By which rules a pupil plays who has chosen none: those of the class."""

from __future__ import annotations

from lessons.parting.families import FAMILIES
from tutor.classroom.models import Pupil
from tutor.learning.models import Learner


def rules_of_class(learner: Learner) -> tuple[str, ...]:
    """The family of rule sets of the learner's class, of the latest one that is not archived; none without a class."""
    if learner.is_visitor:
        return ()
    found = Pupil.objects.filter(learner=learner, classroom__archived=None).order_by("-pk")
    rules = found.values_list("classroom__rules", flat=True).first()
    return (rules,) if rules in FAMILIES else ()
