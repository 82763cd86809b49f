"""What allows the discard pile to be taken or left, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.saying.base import Told, ground
from lessons.words import naming


@ground("pickup.top-must-be-melded")
def top_is_melded(told: Told) -> str:
    return gettext("The top card, %(card)s, is melded at once.") % {
        "card": naming.card_with_article(told.card)
    }


@ground("pickup.whole-pile")
def whole_pile_taken(told: Told) -> str:
    count = told.facts["pile_size"]
    if told.position.rules.standing("pickup.whole-pile") == "contradiction":
        return told.say(
            gettext(
                "You take the whole pile, here %(count)s cards. The text of this rule set contradicts "
                "itself on whether the top card alone would do."
            ),
            gettext(
                "%(Who)s takes the whole pile, here %(count)s cards. The text of this rule set "
                "contradicts itself on whether the top card alone would do."
            ),
        ) % {"count": naming.number_word(count)}
    return ngettext(
        "Whoever melds the top card takes the whole pile, here one card.",
        "Whoever melds the top card takes the whole pile, here %(count)s cards.",
        count,
    ) % {"count": naming.number_word(count)}


@ground("pickup.natural-pair")
def pair_used(told: Told) -> str:
    if not told.position.is_frozen:  # of freezing nobody need have heard yet
        return told.say(
            gettext("Two natural %(ranks)s from your hand take the pile."),
            gettext("Two natural %(ranks)s from the hand take the pile."),
        ) % {"ranks": told.top_rank}
    return told.say(
        gettext("Two natural %(ranks)s from your hand take the pile, frozen or not."),
        gettext("Two natural %(ranks)s from the hand take the pile, frozen or not."),
    ) % {"ranks": told.top_rank}


@ground("pickup.natural-plus-wild")
def natural_and_wild_used(told: Told) -> str:
    return told.say(
        gettext(
            "The pile is not frozen and you have melded, so one natural card of the top card’s rank and a "
            "wild card take it."
        ),
        gettext(
            "The pile is not frozen and %(side)s has melded, so one natural card of the top "
            "card’s rank and a wild card take it."
        ),
        side=gettext(
            "The pile is not frozen and your side has melded, so one natural card of the top card’s rank "
            "and a wild card take it."
        ),
    )


@ground("pickup.add-to-meld")
def added_to_meld(told: Told) -> str:
    if told.facts["naturals"] or told.facts["wilds"]:
        return _added_with_cards(told)
    text = told.say(
        gettext(
            "The pile is not frozen, so the top card may be added to your %(ranks)s, without any card "
            "from your hand."
        ),
        gettext(
            "The pile is not frozen, so the top card may be added to %(sides)s %(ranks)s without any card "
            "from the hand."
        ),
        side=gettext(
            "The pile is not frozen, so the top card may be added to your side’s %(ranks)s without any "
            "card from your hand."
        ),
    )
    return text % {"ranks": told.top_rank}


@ground("pickup.add-to-canasta")
def added_to_canasta(told: Told) -> str:
    text = told.say(
        gettext(
            "The pile is not frozen, so the top card may be added to your %(ranks)s; it makes no "
            "difference that they are a canasta already."
        ),
        gettext(
            "The pile is not frozen, so the top card may be added to %(sides)s %(ranks)s; it makes no "
            "difference that they are a canasta already."
        ),
        side=gettext(
            "The pile is not frozen, so the top card may be added to your side’s %(ranks)s; it makes no "
            "difference that they are a canasta already."
        ),
    )
    return text % {"ranks": told.top_rank}


def _added_with_cards(told: Told) -> str:
    """How the top card goes onto an own meld together with cards from the hand that are no pair."""
    rules = told.position.rules
    if rules.pickup_natural_plus_wild and told.facts["naturals"] and told.facts["wilds"]:
        text = gettext(
            "The pile is not frozen, so one natural card of the top card’s rank and a "
            "wild card take it; with the top card they go onto the %(ranks)s on the "
            "table."
        )
    else:
        text = told.say(
            gettext(
                "The pile is not frozen, so the top card may be added to the %(ranks)s on the table, "
                "together with anything you add from your hand."
            ),
            gettext(
                "The pile is not frozen, so the top card may be added to the %(ranks)s on the table, "
                "together with anything added from the hand."
            ),
        )
    return text % {"ranks": told.top_rank}


@ground("pickup.before-initial")
def pair_before_initial(told: Told) -> str:
    return told.say(
        gettext(
            "Before the initial meld, the pile can be taken only with a natural pair, and you have "
            "used %(count)s natural %(ranks)s."
        ),
        gettext(
            "Before the initial meld, the pile can be taken only with a natural pair, "
            "and %(who)s has used %(count)s natural %(ranks)s."
        ),
    ) % {"count": naming.number_word(told.facts["naturals"]), "ranks": told.top_rank}


@ground("freeze.take-natural-pair-only")
def frozen_but_pair(told: Told) -> str:
    if not told.facts.get("declined"):
        return told.say(
            gettext(
                "The pile is frozen, and only two natural %(ranks)s from your hand take it; you have them."
            ),
            gettext(
                "The pile is frozen, and only two natural %(ranks)s from the hand take it; %(who)s has them."
            ),
        ) % {"ranks": told.top_rank}
    return left_though_it_fits(told)


def left_though_it_fits(told: Told) -> str:
    """That the freeze is why a pile whose top card fits a meld may be left."""
    if told.card.is_wild and told.position.rules.wild_top_takeable == "never":
        return gettext("A wild card lies on top of the pile, so nobody can take it.")
    if any(meld.rank == told.card.rank for meld in told.position.own.melds):
        return told.say(
            gettext("The pile is frozen, so the %(ranks)s on the table do not force you to take it."),
            gettext("The pile is frozen, so the %(ranks)s on the table do not force %(who)s to take it."),
        ) % {"ranks": told.top_rank}
    return told.say(
        gettext("The pile is frozen, so nothing on the table forces you to take it."),
        gettext("The pile is frozen, so nothing on the table forces %(who)s to take it."),
    )


@ground("pickup.one-card-rule")
def one_card_pile_left(told: Told) -> str:
    return told.say(
        gettext(
            "A player with a single card in hand may not take a pile of one card, so nothing forces you "
            "to take it."
        ),
        gettext(
            "A player with a single card in hand may not take a pile of one card, so "
            "nothing forces %(who)s to take it."
        ),
    )


@ground("black3.no-lasting-freeze")
def black_three_covered(told: Told) -> str:
    return gettext("The black three in the pile is covered. It blocks the pile only while it lies on top.")
