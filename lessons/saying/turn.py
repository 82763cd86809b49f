"""Beginning and ending a turn, and red threes, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.saying.base import (
    Breach,
    Told,
    as_many_canastas,
    breach,
    ground,
    some_canastas,
    some_cards,
    two_should_have_stayed,
)
from lessons.words import naming


@breach("turn.draw-or-take")
def draw_or_take(told: Told) -> Breach:
    if told.reason == "not-begun":
        return Breach(
            told.say(
                gettext(
                    "Your turn has not begun: you begin it by drawing from the stock or taking the pile."
                ),
                gettext(
                    "The turn has not begun: a turn begins when a player draws from the stock or takes "
                    "the pile."
                ),
            ),
            told.say(
                gettext("First draw from the stock or take the pile."),
                gettext("%(Who)s would have to draw from the stock or take the pile first."),
            ),
        )
    if "red3.no-replace-from-pile" in told.facts.get("because", ()):
        why = told.say(
            gettext(
                "You have taken the pile already, and a red three that comes with the pile is not replaced: "
                "you put it down face up, and nothing is drawn for it."
            ),
            gettext(
                "%(Who)s has taken the pile already, and a red three that comes with the pile is not replaced: "
                "it is put down face up, and nothing is drawn for it."
            ),
        )
    elif told.reason == "already-pile":
        why = told.say(
            gettext(
                "You have taken the pile already. A turn begins with drawing or with taking the pile, "
                "never with both."
            ),
            gettext(
                "%(Who)s has taken the pile already. A turn begins with drawing or with taking the pile, "
                "never with both."
            ),
        )
    else:
        why = told.say(
            gettext(
                "You have drawn already. A turn begins with drawing or with taking the pile, never with both."
            ),
            gettext(
                "%(Who)s has drawn already. A turn begins with drawing or with taking the pile, never "
                "with both."
            ),
        )
    return Breach(why, told.say(gettext("Begin the turn only once."), gettext("The turn begins only once.")))


@breach("turn.draw-count")
def draw_count(told: Told) -> Breach:
    needed, have = told.facts["needed"], told.facts["have"]
    condition = told.say(gettext("Draw %(needed)s."), gettext("%(Who)s would have to draw %(needed)s.")) % {
        "needed": some_cards(needed)
    }
    if have == needed:  # a red three named after the last card of the draw
        why = gettext(
            "A player draws %(needed)s. That completes the draw, so no red three is drawn after it."
        )
        return Breach(why % {"needed": some_cards(needed)}, condition)
    why = gettext("A player draws %(needed)s from the stock; here it would be %(have)s.")
    if have < needed and told.action is not None and any(card.is_red_three for card in told.action.cards):
        why = gettext(
            "A player draws %(needed)s from the stock, not counting red threes; here %(have)s would be "
            "drawn. Another card is drawn for each red three."
        )
    words = {"needed": some_cards(needed), "have": some_cards(have) if have else gettext("none")}
    return Breach(why % words, condition)


@breach("turn.discard-one")
def discard_one(told: Told) -> Breach:
    if told.reason == "second-discard":
        return Breach(
            told.say(
                gettext("Only one card is discarded in a turn, and you have already discarded."),
                gettext("Only one card is discarded in a turn, and %(who)s has already discarded."),
            ),
            gettext("Only one discard."),
        )
    why = told.say(
        gettext("A turn ends with a discard unless nothing is left in the hand. You still hold %(cards)s."),
        gettext(
            "A turn ends with a discard unless nothing is left in the hand. %(Who)s still holds %(cards)s."
        ),
    ) % {"cards": some_cards(told.facts["cards_left"])}
    return Breach(
        why,
        told.say(
            gettext("Discard a card at the end."), gettext("%(Who)s would have to discard a card at the end.")
        ),
    )


@breach("turn.only-in-turn")
def only_in_turn(told: Told) -> Breach:
    if told.reason == "turn-over":
        return Breach(
            told.say(
                gettext("Your turn is already over. Nothing may follow it."),
                gettext("The turn is already over. Nothing may follow it."),
            ),
            told.say(
                gettext("Do this before you end the turn."),
                gettext("%(Who)s would have to do this before the turn ends."),
            ),
        )
    return Breach(
        told.say(
            gettext(
                "It is not your turn. Only the player whose turn it is may draw, take the pile, meld or "
                "discard."
            ),
            gettext(
                "It is somebody else’s turn. Only the player whose turn it is may draw, take the "
                "pile, meld or discard."
            ),
        ),
        told.say(gettext("Wait for your turn."), gettext("%(Who)s would have to wait.")),
    )


@breach("turn.keep-a-card")
def keep_a_card(told: Told) -> Breach:
    facts = told.facts
    text = told.say(
        gettext(
            "Only one card would be left, and discarding it would mean going out. For "
            "that you need %(needed)s; you have %(have)s. So one card must stay in "
            "your hand after the discard."
        ),
        gettext(
            "Only one card would be left, and discarding it would mean going out. For "
            "that %(side)s needs %(needed)s but has %(have)s. So one card must stay "
            "in the hand after the discard."
        ),
        side=gettext(
            "Only one card would be left, and discarding it would mean going out. For "
            "that your side needs %(needed)s; it has %(have)s. So one card must stay "
            "in your hand after the discard."
        ),
    )
    why = text % {
        "needed": some_canastas(facts["canastas_needed"]),
        "have": as_many_canastas(facts["canastas"]),
    }
    if told.holds_one_card:
        return Breach(why, two_should_have_stayed(told))
    return Breach(
        why,
        told.say(
            gettext("Keep at least two cards: one to discard and one to stay in your hand."),
            gettext("At least two cards must be left: one to discard and one to keep in hand."),
        ),
    )


@breach("red3.expose-at-once")
def red_three_kept(told: Told) -> Breach:
    if told.reason == "discarded":
        return Breach(
            gettext("A red three is never discarded. It is put on the table at once."),
            told.say(
                ngettext(
                    "Put the red three on the table and discard a different card.",
                    "Put every red three on the table and discard a different card.",
                    told.facts["count"],
                ),
                ngettext(
                    "%(Who)s would have to put the red three on the table and discard a different card.",
                    "%(Who)s would have to put every red three on the table and discard a different card.",
                    told.facts["count"],
                ),
            ),
        )
    count = told.facts["count"]
    why = told.say(
        ngettext(
            "You still hold a red three. It must be put on the table at once.",
            "You still hold %(count)s red threes. They must be put on the table at once.",
            count,
        ),
        ngettext(
            "%(Who)s still holds a red three. It must be put on the table at once.",
            "%(Who)s still holds %(count)s red threes. They must be put on the table at once.",
            count,
        ),
    ) % {"count": naming.number_word(count)}
    return Breach(
        why,
        told.say(gettext("Put every red three on the table."), gettext("Every red three goes on the table.")),
    )


@breach("red3.replace-from-stock")
def red_three_wrongly_replaced(told: Told) -> Breach:
    needed, have = told.facts["needed"], told.facts["have"]
    condition = told.say(
        gettext("Replace each red three with %(needed)s."),
        gettext("Each red three is replaced with %(needed)s."),
    ) % {"needed": some_cards(needed)}
    if have == needed:  # a red three named after the replacement
        return Breach(
            gettext("The replacement has already been drawn, so no red three is drawn after it."), condition
        )
    if not have:
        return Breach(
            gettext(
                "A red three is replaced with another card. A red three drawn as a replacement is "
                "replaced in turn."
            ),
            condition,
        )
    why = gettext(
        "A red three is replaced with exactly %(needed)s from the stock. Here it would be replaced with "
        "%(have)s."
    ) % {"needed": some_cards(needed), "have": some_cards(have)}
    return Breach(why, condition)


# What allows it


@ground("turn.draw-or-take")
def begun(told: Told) -> str:
    if told.facts["way"] == "draw":
        return gettext("The turn begins with a draw from the stock.")
    return gettext("Taking the pile begins the turn, in place of drawing from the stock.")


@ground("turn.draw-count")
def drawn(told: Told) -> str:
    count = told.facts["needed"]
    return ngettext("%(needed)s comes from the stock.", "%(needed)s come from the stock.", count) % {
        "needed": naming.first_upper(some_cards(count))
    }


@ground("turn.discard-one")
def discarded(told: Told) -> str:
    if told.reason == "gone-out":
        return gettext("Nothing is left in the hand, so no discard is needed.")
    card = told.action.cards[0] if told.action is not None and told.action.cards else None
    if card is not None and (card.is_wild or card.is_black_three):  # of these somebody might doubt it
        return gettext("The turn ends with one discard; even %(card)s may be discarded.") % {
            "card": naming.card_with_article(card)
        }
    return gettext("The turn ends with one discard.")


@ground("turn.keep-a-card")
def card_kept(told: Told) -> str:
    needed = told.position.rules.canastas_to_go_out
    return ngettext(
        "After the discard, %(cards)s left. That is not going out, so no canasta is needed yet.",
        "After the discard, %(cards)s left. That is not going out, so no canastas are needed yet.",
        needed,
    ) % {"cards": _is_left(told.facts["cards_left"])}


def _is_left(count: int) -> str:
    return ngettext("one card is", "%(count)s cards are", count) % {"count": naming.number_word(count)}


@ground("red3.expose-at-once")
def red_three_exposed(told: Told) -> str:
    return gettext("A red three is put on the table at once.")


@ground("red3.replace-from-stock")
def red_three_replaced(told: Told) -> str:
    count = told.facts["count"]
    return ngettext(
        "The red three goes on the table and is replaced from the stock.",
        "The %(count)s red threes go on the table and are replaced from the stock.",
        count,
    ) % {"count": naming.number_word(count)}


@ground("black3.stop-card")
def black_three_discarded(told: Told) -> str:
    return gettext("The black three on top keeps the next player from taking the pile.")


@ground("freeze.wild-discard")
def wild_card_discarded(told: Told) -> str:
    return gettext(
        "The wild card freezes the pile against everybody: from now on it can be taken only with a "
        "natural pair."
    )
