"""What becomes of a basket when its account goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import ngettext

from lessons.words import naming
from tutor.accounts.going import Holding
from tutor.basket.models import BasketEntry
from tutor.learning.models import Learner, User


class BasketHolder:
    """See ``tutor.accounts.going``. The database deletes the entries together with the account."""

    def holding(self, *, learner: Learner | None, user: User | None) -> Holding:
        count = BasketEntry.objects.filter(owner=user).count() if user is not None else 0
        words = ngettext(
            "your basket with %(count)s entry in it", "your basket with %(count)s entries in it", count
        )
        return Holding(goes=(words % {"count": naming.number(count)},) if count else ())

    def learners_go(self, learners: Sequence[Learner]) -> None:
        """Nothing: a basket belongs to an account."""

    def account_goes(self, user: User, *, agreed: Collection[str]) -> None:
        """Nothing is left to do."""
