"""The sections of the rulebook, numbered as the rules are."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

TOPICS: Final = {
    1: gettext_lazy("Deck, seats and deal"),
    2: gettext_lazy("Card values"),
    3: gettext_lazy("The turn"),
    4: gettext_lazy("Red threes"),
    5: gettext_lazy("Black threes"),
    6: gettext_lazy("Wild cards"),
    7: gettext_lazy("Melds"),
    8: gettext_lazy("Canastas"),
    9: gettext_lazy("The initial meld"),
    10: gettext_lazy("Taking the discard pile"),
    11: gettext_lazy("The frozen pile"),
    12: gettext_lazy("Going out"),
    13: gettext_lazy("The concealed hand"),
    14: gettext_lazy("The end of the stock"),
    15: gettext_lazy("Scoring and the end of the game"),
    16: gettext_lazy("Other numbers of players"),
    17: gettext_lazy("Penalties"),
    18: gettext_lazy("Samba"),
    19: gettext_lazy("Samba options"),
    20: gettext_lazy("House rules"),
}
"""Title of each section in the active language."""
