"""The ways into a report, and what an exercise says that is out of circulation."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from lessons.content.reading import Item
from tutor.learning.companions import Beside, Link
from tutor.puzzles import circulation


def report_url(item: Item) -> str:
    """The form about this exercise."""
    return f"{reverse('practice:report')}?{urlencode({'item': item.slug})}"


def beside_report(item: Item) -> Beside:
    """The link under the verdict and in the list of links; a line where the exercise is withheld."""
    url = report_url(item)
    notes: tuple[str, ...] = ()
    if circulation.is_withheld(item.slug):
        notes = (
            gettext(
                "This exercise is not offered at the moment: it is being looked at. You can still do it."
            ),
        )
    return Beside(
        notes=notes,
        under=(Link(gettext("Is something wrong here?"), url),),
        links=(Link(gettext("Report this exercise"), url),),
    )
