"""Taking the discard pile, frozen or not, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from engine.cards import CARDS
from lessons import words
from lessons.explaining_base import Breach, Told, breach, ground, used


def _pair_needed(told: Told) -> str:
    return gettext("Two natural %(ranks)s from your hand.") % {"ranks": told.top_rank}


def _draw_instead() -> str:
    return gettext("Draw a card instead. Nothing takes this pile in this turn.")


@breach("pickup.top-must-be-melded")
def top_must_be_melded(told: Told) -> Breach:
    why = gettext(
        "Whoever takes the pile must meld its top card at once. You have melded nothing with the top card, %(card)s."
    ) % {"card": words.card_in_text(told.card)}
    position = told.position
    if position.is_frozen or not position.own.opened:
        return Breach(why, _pair_needed(told))
    if any(meld.rank == told.card.rank for meld in position.own.melds):
        text = (
            gettext("Add the top card to your side’s %(ranks)s on the table.")
            if position.has_partner
            else gettext("Add the top card to your %(ranks)s on the table.")
        )
        return Breach(why, text % {"ranks": told.top_rank})
    return Breach(
        why,
        gettext(
            "Two natural %(ranks)s from your hand, or one of them and a wild card, melded with the top card."
        )
        % {"ranks": told.top_rank},
    )


@breach("pickup.whole-pile")
def whole_pile(told: Told) -> Breach:
    rules = told.position.rules
    if rules.standing("pickup.whole-pile") == "contradiction":
        return Breach(
            gettext(
                "The text of this rule set says in one place that the whole pile must be taken, and in another that "
                "the top card is enough."
            )
        )
    return Breach(
        gettext("Whoever uses the top card takes the whole pile and not only that card."),
        gettext("Take the whole pile."),
    )


@breach("pickup.natural-pair")
def natural_pair(told: Told) -> Breach:
    why = gettext(
        "To take the pile, two natural cards of the top card’s rank from your hand are melded with it: "
        "two %(ranks)s. You have used %(used)s."
    ) % {"ranks": told.top_rank, "used": used(told.facts["have"], 0)}
    return Breach(
        why,
        gettext(
            "Two natural %(ranks)s. While the pile is not frozen, one of them and a wild card will do as "
            "well."
        )
        % {"ranks": told.top_rank},
    )


@breach("pickup.natural-plus-wild")
def natural_plus_wild(told: Told) -> Breach:
    if not told.facts["naturals"]:
        return Breach(
            gettext(
                "Wild cards alone never take the pile: at least one natural card of the top card’s rank "
                "must come from your hand."
            ),
            gettext(
                "A natural card of the top card’s rank (%(ranks)s) together with a wild card, or two "
                "natural ones."
            )
            % {"ranks": told.top_rank},
        )
    return Breach(
        gettext(
            "In this rule set one natural card and a wild card do not take the pile: it needs a natural pair."
        ),
        _pair_needed(told),
    )


@breach("pickup.add-to-meld", "pickup.add-to-canasta")
def add_to_meld(told: Told) -> Breach:
    return Breach(
        gettext("In this rule set the %(ranks)s on the table do not take the pile: it needs a natural pair.")
        % {"ranks": told.top_rank},
        _pair_needed(told),
    )


@breach("pickup.before-initial")
def before_initial(told: Told) -> Breach:
    if told.reason == "never":
        return Breach(
            gettext("In this rule set nobody may take the pile before the initial meld."),
            gettext("Draw a card and make your initial meld first."),
        )
    text = (
        gettext(
            "Your side has not melded yet. Until then the pile is frozen for you: only two natural %(ranks)s from "
            "your hand take it. You have used %(used)s."
        )
        if told.position.has_partner
        else gettext(
            "You have not melded yet. Until then the pile is frozen for you: only two natural %(ranks)s from your "
            "hand take it. You have used %(used)s."
        )
    )
    why = text % {"ranks": told.top_rank, "used": used(told.facts["have"], told.facts["wilds"])}
    return Breach(why, _pair_needed(told))


@breach("pickup.top-wild")
def top_wild(told: Told) -> Breach:
    return Breach(
        gettext(
            "A wild card lies on top of the pile: %(card)s. A pile with a wild card on top cannot be taken."
        )
        % {"card": words.card_in_text(told.card)},
        _draw_instead(),
    )


@breach("pickup.top-black-three")
def top_black_three(told: Told) -> Breach:
    return Breach(
        gettext(
            "A black three lies on top of the pile. It is a stop card: while it lies on top, nobody takes "
            "the pile."
        ),
        _draw_instead(),
    )


@breach("pickup.top-red-three")
def top_red_three(told: Told) -> Breach:
    return Breach(
        gettext("A red three lies on top of the pile. It cannot be melded, so the pile cannot be taken."),
        _draw_instead(),
    )


@breach("pickup.one-card-rule")
def one_card_rule(told: Told) -> Breach:
    return Breach(
        gettext(
            "You hold one card, and the pile has one card. With a single card in hand a pile of one card "
            "may not be taken."
        ),
        _draw_instead(),
    )


@breach("freeze.take-natural-pair-only")
def frozen(told: Told) -> Breach:
    facts = told.facts
    parts = [_freeze_reason(told)]
    parts.append(
        gettext(
            "A frozen pile is taken only with two natural %(ranks)s from your hand. You have used %(used)s."
        )
        % {"ranks": told.top_rank, "used": used(facts["have"], facts["wilds"])}
    )
    if facts["onto_meld"]:
        parts.append(gettext("The %(ranks)s on the table do not help here.") % {"ranks": told.top_rank})
    return Breach(" ".join(parts), _pair_needed(told))


def _freeze_reason(told: Told) -> str:
    match told.facts["cause"]:
        case "wild":
            card = words.card_in_text(CARDS[told.facts["freezing_card"]])
            return gettext("The pile is frozen, because a wild card lies in it: %(card)s.") % {"card": card}
        case "opening-card":
            return gettext(
                "The pile is frozen, because a red three was turned up at the deal and lies in it."
            )
        case _:
            return gettext("The pile is frozen, because of a card that lies deeper in it.")


# What allows a take


@ground("pickup.top-must-be-melded")
def top_is_melded(told: Told) -> str:
    return gettext("The top card, %(card)s, is melded at once.") % {"card": words.card_in_text(told.card)}


@ground("pickup.whole-pile")
def whole_pile_taken(told: Told) -> str:
    count = told.facts["pile_size"]
    return ngettext(
        "Whoever melds the top card takes the whole pile, here %(count)s card.",
        "Whoever melds the top card takes the whole pile, here %(count)s cards.",
        count,
    ) % {"count": words.number(count)}


@ground("pickup.natural-pair")
def pair_used(told: Told) -> str:
    return gettext("Two natural %(ranks)s from your hand take the pile, frozen or not.") % {
        "ranks": told.top_rank
    }


@ground("pickup.natural-plus-wild")
def natural_and_wild_used(told: Told) -> str:
    if told.position.has_partner:
        return gettext(
            "The pile is not frozen and your side has melded, so one natural card of the top card’s rank and a wild "
            "card take it."
        )
    return gettext(
        "The pile is not frozen and you have melded, so one natural card of the top card’s rank and a wild card "
        "take it."
    )


@ground("pickup.add-to-meld")
def added_to_meld(told: Told) -> str:
    text = (
        gettext(
            "The pile is not frozen, so the top card may be added to your side’s %(ranks)s, without any card "
            "from your hand."
        )
        if told.position.has_partner
        else gettext(
            "The pile is not frozen, so the top card may be added to your %(ranks)s, without any card from your hand."
        )
    )
    return text % {"ranks": told.top_rank}


@ground("pickup.add-to-canasta")
def added_to_canasta(told: Told) -> str:
    text = (
        gettext(
            "The pile is not frozen, so the top card may be added to your side’s %(ranks)s; that they are a canasta "
            "already makes no difference."
        )
        if told.position.has_partner
        else gettext(
            "The pile is not frozen, so the top card may be added to your %(ranks)s; that they are a canasta already "
            "makes no difference."
        )
    )
    return text % {"ranks": told.top_rank}


@ground("pickup.before-initial")
def pair_before_initial(told: Told) -> str:
    return gettext(
        "Before the initial meld only a natural pair takes the pile, and you have used two natural %(ranks)s."
    ) % {"ranks": told.top_rank}


@ground("freeze.take-natural-pair-only")
def frozen_but_pair(told: Told) -> str:
    if told.facts.get("declined"):
        return gettext("The pile is frozen, so the %(ranks)s on the table do not force you to take it.") % {
            "ranks": told.top_rank
        }
    return gettext(
        "The pile is frozen, and two natural %(ranks)s from your hand are the one way to take it."
    ) % {"ranks": told.top_rank}


@ground("pickup.one-card-rule")
def one_card_pile_left(told: Told) -> str:
    return gettext(
        "With a single card in hand a pile of one card may not be taken, so nothing forces you to take it."
    )


@ground("black3.no-lasting-freeze")
def black_three_covered(told: Told) -> str:
    return gettext("The black three in the pile is covered. It stops only while it lies on top.")
