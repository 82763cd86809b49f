"""What classes keep for an account, and what becomes of it when that goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tutor.accounts.going import Holding
from tutor.classroom.parting import leave_classes, note_parting_pupils, parting_of
from tutor.classroom.selectors import taken_part_in
from tutor.editor.items import item_of
from tutor.editor.models import OwnItem
from tutor.learning.models import Learner, User


class ClassHolder:
    """See ``tutor.accounts.going``."""

    def holding(self, *, learner: Learner | None, user: User | None) -> Holding:
        parting = parting_of(user) if user is not None else None
        stay = [(row.token, _name_of(row)) for row in parting.passed_on] if parting is not None else []
        return Holding(
            template="classroom/_parting.html",
            facts={"parting": parting, "taking_part": taken_part_in(learner), "stay": stay},
            ends=tuple(classroom.token for classroom in parting.lost) if parting is not None else (),
            stay=len(stay),
        )

    def learners_go(self, learners: Sequence[Learner]) -> None:
        note_parting_pupils(learners)

    def account_goes(self, user: User, *, agreed: Collection[str]) -> None:
        leave_classes(user=user, named=agreed)


def _name_of(row: OwnItem) -> str:
    found = None if row.name else item_of(row)
    return row.name or (str(found.goal) if found is not None else row.token)
