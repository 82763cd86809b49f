"""Exercises of one's own in other hands: whoever has the link may keep a copy and change that."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from tutor.editor.items import PREFIX
from tutor.editor.models import OwnItem, new_token
from tutor.learning.companions import Beside, Link
from tutor.learning.models import Attempt, Learner, User


def keep_copy(*, row: OwnItem, owner: User) -> OwnItem:
    """An exercise of the owner's own that asks the same; what becomes of the first does not touch it."""
    token = new_token()
    return OwnItem.objects.create(
        owner=owner, token=token, name=row.name, record={**row.record, "slug": token}
    )


class CopyCompanion:
    """Leads from an exercise that somebody has made to a copy of it."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Nothing."""

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        if not item.slug.startswith(PREFIX):
            return Beside()
        token = base_slug(item.slug).removeprefix(PREFIX)
        url = reverse("editor:copy", args=[token])
        return Beside(links=(Link(gettext("Keep a copy of this exercise"), url, judges=True),))
