"""Where to look again after a miss whose explanation is still kept back: one question for each topic of the rulebook.

The question names the kind of thing that was overlooked: neither a rule with its numbers nor what is right here. The
topic of a rule is the first part of its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LOOK_AGAIN: Final[Mapping[str, StrOrPromise]] = {
    "deck": _("Look again at the deck: which cards are in it, and how many of each?"),
    "seat": _("Look again at the seats: who sits where, and who begins?"),
    "deal": _("Look again at the deal: how many cards does everybody get, and what is turned face up?"),
    "value": _("Look again at the cards one by one: what is each of them worth?"),
    "turn": _("Look again at the course of a turn: what comes first, and how does it end?"),
    "red3": _("Look again at the red threes: where do they lie, and what becomes of them?"),
    "black3": _("Look again at the black threes: what may be done with them, and when?"),
    "wild": _(
        "Look again at the wild cards: how many are in each meld, and how many natural cards are with them?"
    ),
    "meld": _("Look again at each meld: its rank, its size, and what lies on the table already."),
    "canasta": _("Look again at the canastas: which melds are canastas, and of which kind?"),
    "initial": _("Look again at the initial meld: which minimum applies, and which cards count towards it?"),
    "pickup": _("Look again at the top card of the pile: what is needed in order to take the pile?"),
    "freeze": _("Look again at the discard pile: is it frozen, and what would that mean for this player?"),
    "out": _("Look again at going out: is everything in place that it requires?"),
    "concealed": _("Look again at going out concealed: what was laid before, and by whom?"),
    "stock": _("Look again at the stock: what happens when it runs out?"),
    "score": _("Look again at the sum: what is added, and what is deducted?"),
    "game": _(
        "Look again at the end of the game: when are the scores compared with the target, and who has won?"
    ),
    "players": _("Look again at the number of players: what is different with this many?"),
    "penalty": _("Look again at the mistake at the table: what does it cost?"),
    "samba": _("Look again at the sequences: which cards belong in one, and what may become of it?"),
    "sambaopt": _("Look again at the rule set: which of its options are played here?"),
    "house": _("Look again at the rule set: which house rules are played here?"),
}


def look_again(rule: str) -> str:
    """The question that a miss about this rule asks, in the active language."""
    said = LOOK_AGAIN.get(rule.partition(".")[0])
    return gettext("Look again at the position: what is decisive here?") if said is None else str(said)
