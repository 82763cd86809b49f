"""The end of the stock, in sentences."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext, ngettext

from engine.judging.moves import legal_moves
from engine.rules.drawing import forced_take, may_decline
from engine.turn.turn import Turn
from lessons.saying.base import Breach, Told, breach, ground, some_cards
from lessons.saying.pile import fits_a_meld, meld_that_does_not_take_it
from lessons.saying.pile_taken import left_though_it_fits, one_card_pile_left
from lessons.words import naming


@breach("stock.play-on")
def stock_is_empty(told: Told) -> Breach:
    return Breach(gettext("The stock is empty, so no card can be drawn."), _what_begins_the_turn(told))


def _what_begins_the_turn(told: Told) -> str:
    """What can be done where no card can be drawn: take the pile, end the turn, or either."""
    turn = Turn.start(told.position)
    if forced_take(turn) == "forced":
        return _take_the_pile(told)
    if not any(move.verb == "take" for move in legal_moves(turn)):
        return told.say(
            gettext("End the turn and with it the deal."),
            gettext("%(Who)s would have to end the turn and with it the deal."),
        )
    if may_decline(turn):
        return told.say(
            gettext("Take the pile, or end the turn and with it the deal."),
            gettext("%(Who)s would have to take the pile or end the turn and with it the deal."),
        )
    return told.say(
        gettext("Take the pile, or end the turn if you need not take it."),
        gettext("%(Who)s would have to take the pile or, if it need not be taken, end the turn."),
    )


def _take_the_pile(told: Told) -> str:
    return told.say(gettext("Take the pile."), gettext("%(Who)s would have to take the pile."))


@breach("stock.forced-take")
def forced_to_take(told: Told) -> Breach:
    if told.position.rules.empty_stock_forced_take == "any_possible_meld":
        return Breach(
            told.say(
                gettext(
                    "The stock is empty, and the top card of the pile, %(card)s, can be melded, so in "
                    "this rule set the pile must be taken."
                ),
                gettext(
                    "The stock is empty, and the top card of the pile, %(card)s, can be melded: in this "
                    "rule set %(who)s must then take the pile."
                ),
            )
            % {"card": naming.card_with_article(told.card)},
            _take_the_pile(told),
        )
    text = told.say(
        gettext(
            "The stock is empty, the pile is not frozen, and its top card, %(card)s, fits one of your "
            "melds, so the pile must be taken."
        ),
        gettext(
            "The stock is empty, the pile is not frozen, and its top card, %(card)s, fits one of "
            "%(sides)s melds, so the pile must be taken."
        ),
        side=gettext(
            "The stock is empty, the pile is not frozen, and its top card, %(card)s, fits one of your "
            "side’s melds, so the pile must be taken."
        ),
    )
    return Breach(
        text % {"card": naming.card_with_article(told.card)},
        _take_the_pile(told),
    )


@breach("stock.last-red-three")
def last_card_was_a_red_three(told: Told) -> Breach:
    if told.position.rules.last_stock_red_three == "meld_no_discard":
        return Breach(
            told.say(
                gettext(
                    "The last card of the stock was a red three. In this rule set you "
                    "may then still meld, but not discard."
                ),
                gettext(
                    "The last card of the stock was a red three. In this rule set "
                    "%(who)s may then still meld, but not discard."
                ),
            ),
            told.say(
                gettext("Put the red three on the table and discard nothing."),
                gettext("%(Who)s would have to put the red three on the table and discard nothing."),
            ),
        )
    return Breach(
        gettext(
            "The last card of the stock was a red three. That ends the deal: nothing may be melded "
            "or discarded."
        ),
        told.say(
            gettext("Put the red three on the table; the deal is over."),
            gettext("The red three goes on the table, and the deal is over."),
        ),
    )


# What allows it


@ground("stock.short-draw")
def drawn_short(told: Told) -> str:
    count = told.facts["have"]
    return ngettext(
        "The stock held only %(have)s, which counts as a full draw.",
        "The stock held only %(have)s, which count as a full draw.",
        count,
    ) % {"have": some_cards(count)}


@ground("stock.play-on")
def declined(told: Told) -> str:
    return gettext("The stock is empty: a player who does not take the pile ends the deal.")


LeftBecause = Literal["no-fit", "frozen", "one-card", "no-help", "no-end"]


def left_because(told: Told) -> LeftBecause:
    """Why the pile need not be taken though the stock is empty: its top card fits no meld, or one that does not help.

    "no-end" where the meld would help and the turn could not come to a legal end.
    """
    position, top = told.position, told.position.upcard
    if top is None or not fits_a_meld(position, top):
        return "no-fit"
    if position.is_frozen:
        return "frozen"
    if meld_that_does_not_take_it(told):
        return "no-help"
    single = len(position.hand) == 1 and position.pile_size == 1
    return "one-card" if single and position.rules.one_card_pile == "forbidden" else "no-end"


@ground("stock.forced-take")
def not_forced(told: Told) -> str:
    if told.position.rules.empty_stock_forced_take == "any_possible_meld":
        text = told.say(
            gettext("You have to take the pile only if its top card can be melded."),
            gettext("%(Who)s has to take the pile only if its top card can be melded."),
        )
    else:
        text = told.say(
            gettext("You have to take the pile only if its top card may be added to one of your melds."),
            gettext("The pile has to be taken only if its top card may be added to one of %(sides)s melds."),
            side=gettext(
                "You have to take the pile only if its top card may be added to one of your side’s melds."
            ),
        )
    return f"{text} {_why_not_here(told)}"


def _why_not_here(told: Told) -> str:
    """What stands against it in this position."""
    match left_because(told):
        case "frozen":
            return left_though_it_fits(told.of_the_top_card())
        case "one-card":
            return one_card_pile_left(told)
        case "no-help":
            return meld_that_does_not_take_it(told)
        case "no-end":
            return gettext("It fits, but after taking the pile the turn could not end by the rules.")
    return gettext("That is not the case here.")


@ground("stock.end-no-bonus")
def no_bonus(told: Told) -> str:
    return gettext("When the deal ends because the stock has run out, nobody scores for going out.")


@ground("stock.last-red-three")
def deal_over(told: Told) -> str:
    if told.position.rules.last_stock_red_three == "meld_no_discard":
        return told.say(
            gettext(
                "In this rule set, you may still meld, but not discard, when the last card of the stock "
                "is a red three."
            ),
            gettext(
                "In this rule set, %(who)s may still meld, but not discard, when the last card of the "
                "stock is a red three."
            ),
        )
    return gettext("A red three as the last card of the stock ends the deal at once.")
