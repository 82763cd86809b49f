"""Taking the discard pile, frozen or not, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.law.cards import CARDS, Card
from engine.law.melds import sequence_faults
from engine.law.position import Position
from lessons.saying.base import Breach, Told, breach, used
from lessons.words import naming


def _pair_needed(told: Told) -> str:
    return " ".join(filter(None, [_two_naturals(told), _what_is_missing(told, with_a_wild_card=False)]))


def _two_naturals(told: Told) -> str:
    return told.say(
        gettext("Two natural %(ranks)s from your hand."), gettext("Two natural %(ranks)s from the hand.")
    ) % {"ranks": told.top_rank}


def _what_is_missing(told: Told, *, with_a_wild_card: bool) -> str:
    """That the hand does not have what it takes; empty where it has, and where that is not known."""
    hand, top = told.position.hand, told.card
    is_hand_at_the_start = told.actions[:1] == (told.action,) and not told.position.unknown_cards
    if told.position.phase != "draw" or not is_hand_at_the_start or not top.is_natural:
        return ""
    have = sum(card.rank == top.rank for card in hand)
    if have > 1 or (have and with_a_wild_card and any(card.is_wild for card in hand)):
        return ""
    if not have:
        return told.say(
            gettext("You hold no natural %(ranks)s."), gettext("%(Who)s holds no natural %(ranks)s.")
        ) % {"ranks": told.top_rank}
    if with_a_wild_card:
        return told.say(
            gettext("You hold only one natural card of this rank and no wild card."),
            gettext("%(Who)s holds only one natural card of this rank and no wild card."),
        )
    return told.say(
        gettext("You hold only one natural card of this rank."),
        gettext("%(Who)s holds only one natural card of this rank."),
    )


def what_takes_it(told: Told) -> str:
    """What would take this pile here: the rule set, the freeze and what the side has melded decide."""
    position, rules = told.position, told.position.rules
    if not position.own.opened and rules.pickup_before_initial == "never":
        return _initial_meld_first(told)
    if position.is_frozen or not position.own.opened:
        return _pair_needed(told)
    with_wild = rules.pickup_natural_plus_wild
    with_hand = (
        told.say(
            gettext("Two natural %(ranks)s from your hand, or one of them and a wild card."),
            gettext("Two natural %(ranks)s from the hand, or one of them and a wild card."),
        )
        % {"ranks": told.top_rank}
        if with_wild
        else _two_naturals(told)
    )
    on_the_table = [_onto_a_meld(told), _onto_a_sequence(told)]
    missing = "" if any(on_the_table) else _what_is_missing(told, with_a_wild_card=with_wild)
    return " ".join(filter(None, [with_hand, *on_the_table, missing]))


def _onto_a_meld(told: Told) -> str:
    """That the top card alone may go onto an own meld of its rank, where one lies there that takes it."""
    position, rules = told.position, told.position.rules
    melds = [meld for meld in position.own.melds if meld.rank == told.card.rank]
    takes = [
        rules.pickup_add_to_canasta if meld.is_canasta(rules) else rules.pickup_add_to_meld for meld in melds
    ]
    if not any(takes):
        return ""
    if not all(takes):
        number = takes.index(True) + 1
        name = f"{told.card.rank}#{number}" if number > 1 else told.card.rank
        return gettext("Or the top card is added to the %(meld)s.") % {
            "meld": naming.target_name(name, first_of_several=True)
        }
    text = told.say(
        gettext("Or you add the top card to your %(ranks)s on the table."),
        gettext("Or the top card is added to %(sides)s %(ranks)s on the table."),
        side=gettext("Or you add the top card to your side’s %(ranks)s on the table."),
    )
    return text % {"ranks": told.top_rank}


def _onto_a_sequence(told: Told) -> str:
    """That the top card alone may go onto an own sequence, where one lies there that it continues."""
    position = told.position
    sequences = (meld for meld in position.own.melds if meld.is_sequence)
    if not any(not sequence_faults(position.rules, (*meld.cards, told.card)) for meld in sequences):
        return ""
    return told.say(
        gettext("Or you put the top card alone onto one of your sequences."),
        gettext("Or the top card alone is put onto one of %(sides)s sequences."),
        side=gettext("Or you put the top card alone onto one of your side’s sequences."),
    )


def _draw_instead(told: Told) -> str:
    if told.position.stock == 0:
        return told.say(
            gettext(
                "This pile cannot be taken in this turn, and the stock is empty. End the turn: that ends the "
                "deal."
            ),
            gettext(
                "This pile cannot be taken in this turn, and the stock is empty. %(Who)s would have to "
                "end the turn: that ends the deal."
            ),
        )
    return told.say(
        gettext("Draw from the stock instead. This pile cannot be taken in this turn."),
        gettext("%(Who)s would have to draw from the stock instead. This pile cannot be taken in this turn."),
    )


def _initial_meld_first(told: Told) -> str:
    if told.position.stock == 0:
        return _draw_instead(told)
    return told.say(
        gettext("Draw from the stock; you may take the pile only after your initial meld."),
        gettext(
            "%(Who)s would have to draw from the stock, and may take the pile only after the initial meld."
        ),
    )


@breach("pickup.top-must-be-melded")
def top_must_be_melded(told: Told) -> Breach:
    why = told.say(
        gettext(
            "Whoever takes the pile must meld its top card at once. You have not melded the top card, "
            "%(card)s."
        ),
        gettext(
            "Whoever takes the pile must meld its top card at once. %(Who)s has not melded the top card, "
            "%(card)s."
        ),
    ) % {"card": naming.card_with_article(told.card)}
    return Breach(why, what_takes_it(told))


@breach("pickup.whole-pile")
def whole_pile(told: Told) -> Breach:
    rules = told.position.rules
    if rules.standing("pickup.whole-pile") == "contradiction":
        return Breach(
            gettext(
                "The text of this rule set says in one place that the whole pile must be taken, and in "
                "another that "
                "the top card is enough."
            )
        )
    return Breach(
        gettext("Whoever uses the top card takes the whole pile and not only that card."),
        told.say(gettext("Take the whole pile."), gettext("%(Who)s would have to take the whole pile.")),
    )


@breach("pickup.natural-pair")
def natural_pair(told: Told) -> Breach:
    why = (
        told.say(
            gettext(
                "For a new meld the top card needs two natural %(ranks)s from your hand, or one of them and a "
                "wild card. You have used %(used)s."
            ),
            gettext(
                "For a new meld the top card needs two natural %(ranks)s from the hand, or one of them and a "
                "wild card. %(Who)s has used %(used)s."
            ),
        )
        if told.position.rules.pickup_natural_plus_wild
        else told.say(
            gettext(
                "For a new meld the top card needs two natural %(ranks)s from your hand. You have used %(used)s."
            ),
            gettext(
                "For a new meld the top card needs two natural %(ranks)s from the hand. %(Who)s has used %(used)s."
            ),
        )
    )
    return Breach(why % {"ranks": told.top_rank, "used": used(told)}, what_takes_it(told))


@breach("pickup.natural-plus-wild")
def natural_plus_wild(told: Told) -> Breach:
    allowed = told.position.rules.pickup_natural_plus_wild
    if not told.facts["naturals"] and allowed:
        why = told.say(
            gettext(
                "The top card and wild cards alone make no new meld: at least one natural card of its rank "
                "must come from your hand with them."
            ),
            gettext(
                "The top card and wild cards alone make no new meld: at least one natural card of its rank "
                "must come from the hand with them."
            ),
        )
    elif not told.facts["naturals"]:
        why = " ".join([gettext("The top card and wild cards alone make no new meld."), _from_the_hand(told)])
    else:
        why = " ".join(
            [
                gettext("In this rule set the pile cannot be taken with one natural card and a wild card."),
                _from_the_hand(told),
            ]
        )
    return Breach(why, what_takes_it(told))


@breach("pickup.add-to-meld", "pickup.add-to-canasta")
def add_to_meld(told: Told) -> Breach:
    return Breach(f"{_does_not_take_it(told)} {_from_the_hand(told)}", what_takes_it(told))


def fits_a_meld(position: Position, top: Card) -> bool:
    """Whether a meld of the own side has the rank of this card, or a sequence goes on with it."""
    return any(
        not sequence_faults(position.rules, (*meld.cards, top)) if meld.is_sequence else meld.rank == top.rank
        for meld in position.own.melds
    )


def meld_that_does_not_take_it(told: Told) -> str:
    """Why the pile is not taken with a meld on the table that its top card fits; empty where none lies there."""
    position, top = told.position, told.position.upcard
    if top is None or not top.is_natural or position.is_frozen:
        return ""
    if not any(meld.rank == top.rank for meld in position.own.melds):
        return ""
    told = told.of_the_top_card()
    return "" if _onto_a_meld(told) else _does_not_take_it(told)


def _does_not_take_it(told: Told) -> str:
    """That the meld which the top card is to join does not help in this rule set."""
    rules = told.position.rules
    joined = _joined(told)
    rank = joined.partition("#")[0]
    of_several = sum(meld.rank == rank for meld in told.position.own.melds) > 1
    # Where melds take the top card and only canastas do not, the canasta is the reason.
    if not rules.pickup_add_to_meld or rules.pickup_add_to_canasta:
        text = gettext("In this rule set the %(ranks)s on the table do not help in taking the pile.")
    elif of_several:
        text = gettext(
            "The %(meld)s is a canasta already. In this rule set a canasta does not help in taking the pile."
        )
    else:
        text = gettext(
            "The %(ranks)s on the table are a canasta already. In this rule set a canasta does not help in "
            "taking the pile."
        )
    words = {
        "ranks": naming.target_name(rank),
        "meld": naming.target_name(joined, first_of_several=of_several),
    }
    return text % words


def _from_the_hand(told: Told) -> str:
    """Which cards of the hand take a pile that is not frozen; a meld on the table may be another way."""
    if told.position.rules.pickup_natural_plus_wild:
        return gettext("From the hand, two natural %(ranks)s take it, or one of them and a wild card.") % {
            "ranks": told.top_rank
        }
    return gettext("From the hand, only a natural pair takes it.")


@breach("pickup.before-initial")
def before_initial(told: Told) -> Breach:
    if told.reason == "never":
        return Breach(
            gettext("In this rule set nobody may take the pile before the initial meld."),
            _initial_meld_first(told),
        )
    text = told.say(
        gettext(
            "You have not melded yet. Until you have, the pile is frozen against you: "
            "you can take it only with two natural %(ranks)s from your hand. You have used "
            "%(used)s."
        ),
        gettext(
            "%(Side)s has not melded yet, and until that happens the pile counts as "
            "frozen: only two natural %(ranks)s from the hand take it. %(Who)s has "
            "used %(used)s."
        ),
        side=gettext(
            "Your side has not melded yet. Until it has, the pile is frozen against "
            "you: you can take it only with two natural %(ranks)s from your hand. You have used "
            "%(used)s."
        ),
    )
    why = text % {"ranks": told.top_rank, "used": used(told)}
    return Breach(why, _pair_needed(told))


@breach("pickup.top-wild")
def top_wild(told: Told) -> Breach:
    return Breach(
        gettext(
            "A wild card lies on top of the pile: %(card)s. A pile with a wild card on top cannot be taken."
        )
        % {"card": naming.card_with_article(told.card)},
        _draw_instead(told),
    )


@breach("pickup.top-black-three")
def top_black_three(told: Told) -> Breach:
    return Breach(
        gettext(
            "A black three lies on top of the pile. It is a stop card: while it lies "
            "on top, nobody may take the pile."
        ),
        _draw_instead(told),
    )


@breach("pickup.top-red-three")
def top_red_three(told: Told) -> Breach:
    return Breach(
        gettext("A red three lies on top of the pile. It cannot be melded, so the pile cannot be taken."),
        told.say(
            gettext("First cover it with cards from the stock until one comes up that is allowed on top."),
            gettext(
                "It would first have to be covered with cards from the stock until one comes up that is "
                "allowed on top."
            ),
        ),
    )


@breach("pickup.one-card-rule")
def one_card_rule(told: Told) -> Breach:
    why = (
        told.say(
            gettext(
                "You hold one card, and the pile has one card. While the stock lasts, "
                "a player with a single card in hand may not take a pile of one card."
            ),
            gettext(
                "%(Who)s holds one card, and the pile has one card. While the stock lasts, nobody "
                "with a single card in hand may take a pile of one card."
            ),
        )
        if told.position.rules.one_card_pile == "forbidden_while_stock"
        else told.say(
            gettext(
                "You hold one card, and the pile has one card. A player with a single "
                "card in hand may not take a pile of one card."
            ),
            gettext(
                "%(Who)s holds one card, and the pile has one card. A player with a "
                "single card in hand may not take a pile of one card."
            ),
        )
    )
    return Breach(why, _draw_instead(told))


@breach("freeze.take-natural-pair-only")
def frozen(told: Told) -> Breach:
    parts = [_freeze_reason(told)]
    parts.append(
        told.say(
            gettext(
                "A frozen pile can be taken only with two natural %(ranks)s from your hand. You have used "
                "%(used)s."
            ),
            gettext(
                "A frozen pile can be taken only with two natural %(ranks)s from the "
                "hand. %(Who)s has used %(used)s."
            ),
        )
        % {"ranks": told.top_rank, "used": used(told)}
    )
    if told.facts["onto_meld"]:
        parts.append(_meld_does_not_help(told))
    return Breach(" ".join(parts), _pair_needed(told))


def _joined(told: Told) -> str:
    """The name of the meld that the top card is to join: the one that the action names, or that of its rank."""
    named = told.action.target if told.action is not None else ""
    return named or told.card.rank


def _meld_does_not_help(told: Told) -> str:
    if told.card.is_wild:
        return gettext("Melds on the table do not help here.")
    joined = _joined(told)
    if "-" in joined:
        return gettext("The %(sequence)s does not help here.") % {"sequence": naming.target_name(joined)}
    ranks = naming.target_name(joined.partition("#")[0])
    return gettext("The %(ranks)s on the table do not help here.") % {"ranks": ranks}


def _freeze_reason(told: Told) -> str:
    match told.facts["cause"]:
        case "wild":
            card = naming.card_with_article(CARDS[told.facts["freezing_card"]])
            return gettext("The pile is frozen because a wild card lies in it: %(card)s.") % {"card": card}
        case "opening-card":
            return gettext(
                "The pile is frozen because it contains a red three that was turned up when the cards "
                "were dealt."
            )
        case _:
            return gettext("The pile is frozen because of a card that lies deeper in it.")
