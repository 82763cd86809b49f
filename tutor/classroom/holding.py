"""What classes keep for an account, and what becomes of it when that goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tutor.accounts.going import Holding
from tutor.classroom.parting import leave_classes, note_parting_pupils, parting_of
from tutor.classroom.selectors import taken_part_in
from tutor.learning.models import Learner, User


class ClassHolder:
    """See ``tutor.accounts.going``."""

    def holding(self, *, learner: Learner | None, user: User | None) -> Holding:
        parting = parting_of(user) if user is not None else None
        return Holding(
            template="classroom/_parting.html",
            facts={"parting": parting, "taking_part": taken_part_in(learner)},
            ends=tuple(classroom.token for classroom in parting.lost) if parting is not None else (),
        )

    def learners_go(self, learners: Sequence[Learner]) -> None:
        note_parting_pupils(learners)

    def account_goes(self, user: User, *, agreed: Collection[str]) -> None:
        leave_classes(user=user, named=agreed)
