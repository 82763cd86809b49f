"""The end of the stock, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.saying.base import Breach, Told, breach, ground, some_cards
from lessons.saying.pile import meld_that_does_not_take_it
from lessons.words import naming


@breach("stock.play-on")
def stock_is_empty(told: Told) -> Breach:
    return Breach(
        gettext("The stock is empty, so no card can be drawn."),
        told.say(
            gettext("Take the pile, or end the turn if you need not take it."),
            gettext("%(Who)s would have to take the pile or, if it need not be taken, end the turn."),
        ),
    )


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
            told.say(gettext("Take the pile."), gettext("%(Who)s would have to take the pile.")),
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
        told.say(gettext("Take the pile."), gettext("%(Who)s would have to take the pile.")),
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


@ground("stock.forced-take")
def not_forced(told: Told) -> str:
    if told.position.rules.empty_stock_forced_take == "any_possible_meld":
        return told.say(
            gettext(
                "You have to take the pile only if its top card can be melded. That is not the case here."
            ),
            gettext(
                "%(Who)s has to take the pile only if its top card can be melded. That is not the case here."
            ),
        )
    text = told.say(
        gettext(
            "You have to take the pile only if its top card may be added to one of your melds. That is "
            "not the case here."
        ),
        gettext(
            "The pile has to be taken only if its top card may be added to one of %(sides)s melds. That "
            "is not the case here."
        ),
        side=gettext(
            "You have to take the pile only if its top card may be added to one of your side’s melds. "
            "That is not the case here."
        ),
    )
    return " ".join(filter(None, [text, meld_that_does_not_take_it(told)]))


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
