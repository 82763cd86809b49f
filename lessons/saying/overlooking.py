"""What breaking a rule shows of whoever does it, in the words of a teacher, by rule id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OVERLOOKED: Final[Mapping[str, StrOrPromise]] = {
    "black3.meld-only-going-out": _("Melds black threes without going out"),
    "black3.meld-size": _("Melds too few black threes"),
    "black3.no-wild": _("Melds black threes with wild cards"),
    "freeze.take-natural-pair-only": _("Overlooks the freeze: takes a frozen pile without a natural pair"),
    "initial.top-card-counts": _("Counts more of the pile than its top card"),
    "meld.min-natural": _("Melds with too few natural cards"),
    "meld.min-size": _("Melds too few cards"),
    "meld.natural-ranks": _("Melds cards that are never melded"),
    "meld.no-opponent": _("Adds cards to the opponents’ melds"),
    "meld.no-sequence": _("Melds a sequence as in rummy"),
    "meld.one-per-rank": _("Begins a second meld of a rank"),
    "meld.merge": _("Joins melds that must stay apart"),
    "meld.same-rank": _("Melds cards of different ranks"),
    "meld.stays-on-table": _("Takes melded cards away again"),
    "out.ask-binding": _("Does not keep to the partner’s answer"),
    "out.ask-optional": _("Asks where nobody can be asked"),
    "out.ask-timing": _("Asks the partner at the wrong moment"),
    "out.canastas-needed": _("Goes out without the canastas required"),
    "pickup.add-to-meld": _("Takes the pile by adding its top card to a meld where that is not allowed"),
    "pickup.add-to-canasta": _(
        "Takes the pile by adding its top card to a canasta where that is not allowed"
    ),
    "pickup.before-initial": _("Takes the pile before the initial meld in a way that is not allowed"),
    "pickup.natural-pair": _("Takes the pile without a matching pair"),
    "pickup.natural-plus-wild": _("Uses a wild card to take the pile where that is not allowed"),
    "pickup.one-card-rule": _("Takes a pile of one card with only one card in hand"),
    "pickup.top-black-three": _("Takes a pile with a black three on top"),
    "pickup.top-must-be-melded": _("Takes the pile without melding its top card"),
    "pickup.top-red-three": _("Takes a pile with a red three on top"),
    "pickup.top-wild": _("Takes a pile with a wild card on top"),
    "pickup.whole-pile": _("Does not take the whole pile"),
    "red3.expose-at-once": _("Keeps a red three in hand"),
    "red3.not-a-meld": _("Melds red threes like other cards"),
    "red3.replace-from-stock": _("Forgets to replace a red three"),
    "samba.sequence-ace-high": _("Builds a sequence below the four or above the ace"),
    "samba.sequence-max-seven": _("Adds to a complete samba"),
    "samba.sequence-no-start-from-pile": _("Begins a sequence with the top card of the pile"),
    "samba.sequence-no-wild-no-three": _("Puts wild cards or threes into a sequence"),
    "samba.sequence-pickup": _(
        "Takes the pile by adding its top card to a sequence where that is not allowed"
    ),
    "samba.sequence-shape": _("Melds cards that do not make a sequence of one suit"),
    "sambaopt.wild-melds": _("Melds wild cards by themselves"),
    "stock.forced-take": _("Overlooks that the pile has to be taken"),
    "stock.last-red-three": _("Plays on although the last card of the stock was a red three"),
    "stock.play-on": _("Draws from an empty stock"),
    "turn.discard-one": _("Does not end the turn with one discard"),
    "turn.draw-count": _("Draws the wrong number of cards"),
    "turn.draw-or-take": _("Does not begin the turn by drawing or taking the pile"),
    "turn.keep-a-card": _("Keeps no card in hand although going out is not possible"),
    "turn.only-in-turn": _("Plays when it is not their turn"),
    "wild.add-to-canasta": _("Adds wild cards to a canasta where that is not allowed"),
    "wild.majority": _("Melds more wild cards than are allowed alongside the natural ones"),
    "wild.max-per-meld": _("Melds more wild cards than a meld may hold"),
    "wild.no-swap": _("Moves or exchanges a wild card that lies in a meld"),
    "wild.only-with-naturals": _("Melds wild cards alone"),
    "initial.threshold-negative": _("Melds cards worth fewer points than the minimum"),
    "initial.threshold-low": _("Melds cards worth fewer points than the minimum"),
    "initial.threshold-mid": _("Melds cards worth fewer points than the minimum"),
    "initial.threshold-high": _("Melds cards worth fewer points than the minimum"),
    "samba.initial-7000": _("Melds cards worth fewer points than the minimum"),
    "initial.boundaries": _("Melds cards worth fewer points than the minimum"),
    "initial.card-values-only": _("Melds cards worth fewer points than the minimum"),
}
"""Rules without words of their own are named by their title."""
