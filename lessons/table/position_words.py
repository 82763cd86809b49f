"""What a position says to whoever reads it: the line under the goal, whose side is whose, what the partner answered.

The table is the same for the player, the partner and an opponent; its words are not.
"""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.position import Position
from engine.law.ruleset import RuleSet
from lessons.words import naming
from lessons.words.in_brief import InBrief

Seat = Literal["you", "partner", "opponent"]
"""Who the player of the position is, for the reader."""
Asked = Literal["yes", "if", "hidden"]
"""Whether the partner's answer has been given, would be given if asked, or is not known before asking."""


def facts(
    position: Position | None = None,
    *,
    rules: RuleSet | None = None,
    players: int | None = None,
    one_action: bool = False,
    seat: Seat = "you",
    labelled: bool = True,
) -> list[str]:
    """The line under the goal: rule set and players, what the side has done, where the turn stands.

    Without ``labelled`` it does not say which points an initial meld needs.
    """
    rules = position.rules if position else rules
    lines: list[str] = []
    if rules is not None:
        count = position.players if position else players
        name = naming.rule_set_name(rules)
        # Without a position nothing says how many play: a rule set may be for other numbers than its usual one.
        whole = (
            ngettext("%(rules)s, %(count)s player", "%(rules)s, %(count)s players", count)
            % {"rules": name, "count": naming.number_word(count)}
            if count
            else name
        )
        lines.append(InBrief(whole, name))
    if position is not None:
        if seat != "opponent":
            lines.append(InBrief(_opened_words(position, labelled=labelled), ""))
        own = seat == "you"
        lines.append(InBrief(_turn_words(position)) if own else _turn_of_other(position, seat))
    if one_action:
        lines.append(InBrief(gettext("one action"), ""))
    return lines


def own_title(position: Position, seat: Seat) -> str:
    if seat == "opponent":
        return gettext("Opponents") if position.has_partner else pgettext("side", "Opponent")
    if not position.has_partner:
        return pgettext("side", "You")
    return InBrief(gettext("Your side"), pgettext("two partners, briefly", "Your side"))


def opponents_title(position: Position, place: int) -> str:
    """Who plays against the player, numbered where there are several sides."""
    if len(position.opponents) == 1:
        return gettext("Opponents") if position.has_partner else pgettext("side", "Opponent")
    if position.has_partner:
        return gettext("Opponents %(number)s") % {"number": place}
    return gettext("Opponent %(number)s") % {"number": place}


def partner_words(position: Position, seat: Seat, asked: Asked, *, labelled: bool = True) -> str:
    """What the partner holds and has answered; without ``labelled``, or in brief, not to what it obliges."""
    parts, briefly = [], []
    if position.partner_hand is not None:
        pattern = gettext("You: %(cards)s") if seat == "partner" else gettext("Partner: %(cards)s")
        parts.append(pattern % {"cards": naming.card_count(position.partner_hand)})
        briefly.append(pattern % {"cards": naming.number(position.partner_hand)})
    if position.permission is not None and asked != "hidden":
        parts.append(_permission_words(seat, asked, labelled=labelled)[position.permission])
        briefly.append(_permission_words(seat, asked, labelled=False)[position.permission])
    return InBrief(" · ".join(parts), " · ".join(briefly))


def _permission_words(seat: Seat, asked: Asked, *, labelled: bool) -> dict[str, str]:
    if seat == "partner":
        if not labelled:
            return {"yes": gettext("You have said yes"), "no": gettext("You have said no")}
        return {
            "yes": gettext("You have said yes: your partner must go out"),
            "no": gettext("You have said no: your partner may not go out"),
        }
    if asked == "if":
        return {
            "yes": gettext("If you ask, your partner says yes"),
            "no": gettext("If you ask, your partner says no"),
        }
    if not labelled:
        return {"yes": gettext("Your partner has said yes"), "no": gettext("Your partner has said no")}
    return {
        "yes": gettext("Your partner has said yes: you must go out"),
        "no": gettext("Your partner has said no: you may not go out"),
    }


def _opened_words(position: Position, *, labelled: bool) -> str:
    if not position.has_partner:
        return _opened_alone(position, labelled=labelled)
    if position.own.opened:
        return gettext("Your side has melded")
    if not labelled:
        return gettext("Your side has not melded yet")
    if position.initial_minimum is None:
        return gettext("Your side has not melded yet; the minimum for the initial meld is not given")
    minimum = naming.number(position.initial_minimum)
    return gettext("Your side has not melded yet: initial meld %(minimum)s") % {"minimum": minimum}


def _opened_alone(position: Position, *, labelled: bool) -> str:
    """The same where each plays alone."""
    if position.own.opened:
        return gettext("You have melded")
    if not labelled:
        return gettext("You have not melded yet")
    if position.initial_minimum is None:
        return gettext("You have not melded yet; the minimum for the initial meld is not given")
    minimum = naming.number(position.initial_minimum)
    return gettext("You have not melded yet: initial meld %(minimum)s") % {"minimum": minimum}


def _turn_words(position: Position) -> str:
    if not position.my_turn:
        return gettext("It is not your turn")
    if position.phase == "draw":
        return gettext("Your turn begins")
    return gettext("You have taken the pile") if position.drew == "pile" else gettext("You have drawn")


def _turn_of_other(position: Position, seat: Seat) -> InBrief:
    """Where the turn of the partner or of an opponent stands."""
    partner = seat == "partner"
    if position.phase == "draw":
        if partner:
            return InBrief(gettext("Your partner’s turn begins"), gettext("Your partner begins"))
        return InBrief(gettext("An opponent’s turn begins"), gettext("An opponent begins"))
    if position.drew == "pile":
        if partner:
            return InBrief(gettext("Your partner has taken the pile"), gettext("Your partner took the pile"))
        return InBrief(gettext("The opponent has taken the pile"), gettext("The opponent took the pile"))
    return InBrief(gettext("Your partner has drawn") if partner else gettext("The opponent has drawn"))
