"""A chance in words, and with its figure."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, pgettext

LOWEST: Final = 0.05
SELDOM: Final = 0.2
ONE_IN_THREE: Final = 0.4
HALF: Final = 0.6
NEARLY_SURE: Final = 0.9
"""Below these a chance is called rare, one time in three, half the time, more often than not."""


def in_words(chance: float) -> str:
    """How often, as it stands within a sentence. Certain is said only of what is proved, never of a chance."""
    if chance < SELDOM:
        return pgettext("how often", "only rarely")
    if chance < ONE_IN_THREE:
        return pgettext("how often", "about one time in three")
    if chance < HALF:
        return pgettext("how often", "about half the time")
    if chance < NEARLY_SURE:
        return pgettext("how often", "more often than not")
    return pgettext("how often", "almost always")


def figure(chance: float) -> str:
    """The chance in per cent, to fives."""
    if chance < LOWEST:
        return gettext("under %(percent)s%%") % {"percent": 5}
    return gettext("about %(percent)s%%") % {"percent": min(95, 5 * round(20 * chance))}
