"""What a legal turn has left undone of what a puzzle asks for, in the numbers of that turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from lessons.kinds.common.accepting import Accept
from lessons.table.staging import stage
from lessons.words import naming


def undone_in_words(
    accept: Accept, *, position: Position, actions: Sequence[Action], verdict: Verdict
) -> str:
    """One sentence for each condition that a legal turn does not fulfil; empty where none of them has a sentence."""
    return " ".join(_undone(accept, position, actions, verdict))


def _undone(accept: Accept, position: Position, actions: Sequence[Action], verdict: Verdict) -> Iterator[str]:
    if accept.took_pile and not any(action.verb == "take" for action in actions):
        yield gettext("You have not taken the pile.")
    if accept.opens and not position.own.opened:
        laid, minimum = stage(position, actions).laid, position.initial_minimum or 0
        if laid < minimum:
            yield gettext("The initial meld is not on the table yet.")
    new = len(verdict.after.own.melds) - len(position.own.melds)
    if accept.melds_min is not None and new < accept.melds_min:
        facts = {"new": naming.number(new), "count": naming.number(accept.melds_min)}
        yield gettext("New melds on the table: %(new)s (aim: at least %(count)s).") % facts
    if accept.canasta is not None and not any(
        meld.is_canasta(position.rules) for meld in verdict.after.own.melds
    ):
        yield gettext("No canasta is complete.")
    yield from _cards(accept, len(verdict.after.hand) + verdict.after.unknown_cards)


def _cards(accept: Accept, left: int) -> Iterator[str]:
    """How many cards stay in the hand, where that is too many or too few."""
    most, least = accept.cards_left_max, accept.cards_left_min
    if accept.cards_left is not None:
        most = least = accept.cards_left
    cards = naming.first_upper(naming.card_count(left))
    if most is not None and left > most:
        said = ngettext(
            "%(cards)s stays in your hand (aim: no more than %(aim)s).",
            "%(cards)s stay in your hand (aim: no more than %(aim)s).",
            left,
        )
        yield said % {"cards": cards, "aim": naming.card_count(most)}
    if least is not None and left < least:
        said = ngettext(
            "%(cards)s stays in your hand (aim: at least %(aim)s).",
            "%(cards)s stay in your hand (aim: at least %(aim)s).",
            left,
        )
        yield said % {"cards": cards, "aim": naming.card_count(least)}
