"""Taking the discard pile, frozen or not, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from engine.law.cards import CARDS
from engine.law.melds import sequence_faults
from lessons.saying.base import Breach, Told, breach, ground, used
from lessons.words import naming


def _pair_needed(told: Told) -> str:
    return gettext("Two natural %(ranks)s from your hand.") % {"ranks": told.top_rank}


def what_takes_it(told: Told) -> str:
    """What would take this pile here: the rule set, the freeze and what the side has melded decide."""
    position, rules = told.position, told.position.rules
    if not position.own.opened and rules.pickup_before_initial == "never":
        return _initial_meld_first(told)
    if position.is_frozen or not position.own.opened:
        return _pair_needed(told)
    with_hand = (
        gettext("Two natural %(ranks)s from your hand, or one natural card of that rank and a wild card.")
        if rules.pickup_natural_plus_wild
        else gettext("Two natural %(ranks)s from your hand.")
    )
    return " ".join(
        filter(None, [with_hand % {"ranks": told.top_rank}, _onto_a_meld(told), _onto_a_sequence(told)])
    )


def _onto_a_meld(told: Told) -> str:
    """That the top card alone may go onto an own meld of its rank, where one lies there that takes it."""
    position, rules = told.position, told.position.rules
    if not any(
        rules.pickup_add_to_canasta if meld.is_canasta(rules) else rules.pickup_add_to_meld
        for meld in position.own.melds
        if meld.rank == told.card.rank
    ):
        return ""
    text = (
        gettext("Or you add the top card to your side’s %(ranks)s on the table.")
        if position.has_partner
        else gettext("Or you add the top card to your %(ranks)s on the table.")
    )
    return text % {"ranks": told.top_rank}


def _onto_a_sequence(told: Told) -> str:
    """That the top card alone may go onto an own sequence, where one lies there that it continues."""
    position = told.position
    sequences = (meld for meld in position.own.melds if meld.is_sequence)
    if not any(not sequence_faults(position.rules, (*meld.cards, told.card)) for meld in sequences):
        return ""
    if position.has_partner:
        return gettext("Or you put the top card alone onto a sequence of your side.")
    return gettext("Or you put the top card alone onto one of your sequences.")


def _draw_instead(told: Told) -> str:
    if told.position.stock == 0:
        return gettext(
            "Nothing takes this pile in this turn, and the stock is empty. End the turn: with that the deal is over."
        )
    return gettext("Draw from the stock instead. Nothing takes this pile in this turn.")


def _initial_meld_first(told: Told) -> str:
    if told.position.stock == 0:
        return _draw_instead(told)
    return gettext("Draw from the stock and make your initial meld first.")


@breach("pickup.top-must-be-melded")
def top_must_be_melded(told: Told) -> Breach:
    why = gettext(
        "Whoever takes the pile must meld its top card at once. You have melded nothing with the top card, %(card)s."
    ) % {"card": naming.card_in_text(told.card)}
    return Breach(why, what_takes_it(told))


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
    why = (
        gettext(
            "With the top card go two natural %(ranks)s from your hand, or one natural card of that rank and a wild "
            "card. You have used %(used)s."
        )
        if told.position.rules.pickup_natural_plus_wild
        else gettext("With the top card go two natural %(ranks)s from your hand. You have used %(used)s.")
    )
    return Breach(why % {"ranks": told.top_rank, "used": used(told)}, what_takes_it(told))


@breach("pickup.natural-plus-wild")
def natural_plus_wild(told: Told) -> Breach:
    allowed = told.position.rules.pickup_natural_plus_wild
    if not told.facts["naturals"] and allowed:
        why = gettext(
            "Wild cards alone never take the pile: at least one natural card of the top card’s rank "
            "must come from your hand."
        )
    elif not told.facts["naturals"]:
        why = gettext(
            "Wild cards alone never take the pile: in this rule set it takes a natural pair from your hand."
        )
    else:
        why = gettext(
            "In this rule set one natural card and a wild card do not take the pile: from your hand it takes a "
            "natural pair."
        )
    return Breach(why, what_takes_it(told))


@breach("pickup.add-to-meld", "pickup.add-to-canasta")
def add_to_meld(told: Told) -> Breach:
    rules = told.position.rules
    # Where melds take the top card and only canastas do not, the canasta is the reason.
    because_complete = rules.pickup_add_to_meld and not rules.pickup_add_to_canasta
    text = (
        gettext(
            "The %(ranks)s on the table are a canasta already. In this rule set they do not help to take the pile: "
            "it takes a natural pair from your hand."
        )
        if because_complete
        else gettext(
            "In this rule set the %(ranks)s on the table do not help to take the pile: it takes cards from your hand."
        )
    )
    return Breach(text % {"ranks": told.top_rank}, what_takes_it(told))


@breach("pickup.before-initial")
def before_initial(told: Told) -> Breach:
    if told.reason == "never":
        return Breach(
            gettext("In this rule set nobody may take the pile before the initial meld."),
            _initial_meld_first(told),
        )
    text = (
        gettext(
            "Your side has not melded yet. Until then the pile is frozen against you: only two natural %(ranks)s from "
            "your hand take it. You have used %(used)s."
        )
        if told.position.has_partner
        else gettext(
            "You have not melded yet. Until then the pile is frozen against you: only two natural %(ranks)s from your "
            "hand take it. You have used %(used)s."
        )
    )
    why = text % {"ranks": told.top_rank, "used": used(told)}
    return Breach(why, _pair_needed(told))


@breach("pickup.top-wild")
def top_wild(told: Told) -> Breach:
    return Breach(
        gettext(
            "A wild card lies on top of the pile: %(card)s. A pile with a wild card on top cannot be taken."
        )
        % {"card": naming.card_in_text(told.card)},
        _draw_instead(told),
    )


@breach("pickup.top-black-three")
def top_black_three(told: Told) -> Breach:
    return Breach(
        gettext(
            "A black three lies on top of the pile. It is a stop card: while it lies on top, nobody takes "
            "the pile."
        ),
        _draw_instead(told),
    )


@breach("pickup.top-red-three")
def top_red_three(told: Told) -> Breach:
    return Breach(
        gettext("A red three lies on top of the pile. It cannot be melded, so the pile cannot be taken."),
        gettext("First cover it with cards of the stock, until a card that is allowed there lies on top."),
    )


@breach("pickup.one-card-rule")
def one_card_rule(told: Told) -> Breach:
    why = (
        gettext(
            "You hold one card, and the pile has one card. While the stock lasts, a single card in hand may not take "
            "a pile of one card."
        )
        if told.position.rules.one_card_pile == "forbidden_while_stock"
        else gettext(
            "You hold one card, and the pile has one card. With a single card in hand a pile of one card "
            "may not be taken."
        )
    )
    return Breach(why, _draw_instead(told))


@breach("freeze.take-natural-pair-only")
def frozen(told: Told) -> Breach:
    parts = [_freeze_reason(told)]
    parts.append(
        gettext(
            "A frozen pile is taken only with two natural %(ranks)s from your hand. You have used %(used)s."
        )
        % {"ranks": told.top_rank, "used": used(told)}
    )
    if told.facts["onto_meld"] and not told.card.is_wild:
        parts.append(gettext("The %(ranks)s on the table do not help here.") % {"ranks": told.top_rank})
    elif told.facts["onto_meld"]:
        parts.append(gettext("Melds on the table do not help here."))
    return Breach(" ".join(parts), _pair_needed(told))


def _freeze_reason(told: Told) -> str:
    match told.facts["cause"]:
        case "wild":
            card = naming.card_in_text(CARDS[told.facts["freezing_card"]])
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
    return gettext("The top card, %(card)s, is melded at once.") % {"card": naming.card_in_text(told.card)}


@ground("pickup.whole-pile")
def whole_pile_taken(told: Told) -> str:
    count = told.facts["pile_size"]
    if told.position.rules.standing("pickup.whole-pile") == "contradiction":
        return gettext(
            "You take the whole pile, here %(count)s cards. The text of this rule set contradicts itself on whether "
            "the top card alone would do."
        ) % {"count": naming.number(count)}
    return ngettext(
        "Whoever melds the top card takes the whole pile, here %(count)s card.",
        "Whoever melds the top card takes the whole pile, here %(count)s cards.",
        count,
    ) % {"count": naming.number(count)}


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
    if told.facts["naturals"] or told.facts["wilds"]:
        return _added_with_cards(told)
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


def _added_with_cards(told: Told) -> str:
    """How the top card goes onto an own meld together with cards from the hand that are no pair."""
    rules = told.position.rules
    if rules.pickup_natural_plus_wild and told.facts["naturals"] and told.facts["wilds"]:
        text = gettext(
            "The pile is not frozen, so one natural card of the top card’s rank and a wild card take it; with the top "
            "card they go to the %(ranks)s on the table."
        )
    else:
        text = gettext(
            "The pile is not frozen, so the top card may be added to the %(ranks)s on the table; the cards from your "
            "hand go there with it."
        )
    return text % {"ranks": told.top_rank}


@ground("pickup.before-initial")
def pair_before_initial(told: Told) -> str:
    return gettext(
        "Before the initial meld only a natural pair takes the pile, and you have used %(count)s natural %(ranks)s."
    ) % {"count": naming.number_word(told.facts["naturals"]), "ranks": told.top_rank}


@ground("freeze.take-natural-pair-only")
def frozen_but_pair(told: Told) -> str:
    if not told.facts.get("declined"):
        return gettext(
            "The pile is frozen, and two natural %(ranks)s from your hand are the one way to take it."
        ) % {"ranks": told.top_rank}
    if told.card.is_wild and told.position.rules.wild_top_takeable == "never":
        return gettext("A wild card lies on top of the pile, so nobody can take it.")
    if any(meld.rank == told.card.rank for meld in told.position.own.melds):
        return gettext("The pile is frozen, so the %(ranks)s on the table do not force you to take it.") % {
            "ranks": told.top_rank
        }
    return gettext("The pile is frozen, so nothing on the table forces you to take it.")


@ground("pickup.one-card-rule")
def one_card_pile_left(told: Told) -> str:
    return gettext(
        "With a single card in hand a pile of one card may not be taken, so nothing forces you to take it."
    )


@ground("black3.no-lasting-freeze")
def black_three_covered(told: Told) -> str:
    return gettext("The black three in the pile is covered. It stops only while it lies on top.")
