"""Red and black threes in a meld, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from engine.law.position import Position
from lessons.saying.base import Breach, Told, as_many_canastas, breach, ground, some_canastas, some_cards
from lessons.saying.pile import what_takes_it
from lessons.words import naming


def red_three_kept(after: Position) -> str:
    """That a red three is still in the hand of whoever plays; empty where none is, or where the turn is over."""
    count = sum(card.is_red_three for card in after.hand)
    if not count or not after.my_turn:
        return ""
    return ngettext(
        "A red three goes on the table at once, but one is still in the hand.",
        "Red threes go on the table at once, but %(count)s are still in the hand.",
        count,
    ) % {"count": naming.number_word(count)}


@breach("red3.not-a-meld")
def red_three_in_meld(told: Told) -> Breach:
    why = gettext(
        "A red three is a bonus card. It never belongs in a meld and never stands in for another card."
    )
    return Breach(why, gettext("The same without a red three."))


@breach("black3.meld-only-going-out")
def black_threes_without_going_out(told: Told) -> Breach:
    if told.position.rules.black_three_meld == "never":
        return _never_melded(told)
    facts = told.facts
    left = facts["cards_left"]
    parts = [
        gettext("Black threes may be melded only by a player who goes out in the same turn."),
        told.say(
            ngettext(
                "You would not be out: %(cards)s would be left in your hand.",
                "You would not be out: %(cards)s would be left in your hand.",
                left,
            ),
            ngettext(
                "%(Who)s would not be out: %(cards)s would be left in the hand.",
                "%(Who)s would not be out: %(cards)s would be left in the hand.",
                left,
            ),
        )
        % {"cards": some_cards(left)},
    ]
    if facts["canastas"] < facts["canastas_needed"]:
        text = told.say(
            gettext("And to go out, you need %(needed)s; you have %(have)s."),
            gettext("And to go out, %(side)s needs %(needed)s but has %(have)s."),
            side=gettext("And to go out, your side needs %(needed)s; it has %(have)s."),
        )
        parts.append(
            text
            % {"needed": some_canastas(facts["canastas_needed"]), "have": as_many_canastas(facts["canastas"])}
        )
    return Breach(
        " ".join(parts),
        told.say(
            gettext("Go out in this turn, or keep the black threes."),
            gettext("%(Who)s would have to go out in this turn, or keep the black threes."),
        ),
    )


def _never_melded(told: Told) -> Breach:
    return Breach(
        gettext("In this rule set black threes are never melded."),
        told.say(gettext("Keep the black threes."), gettext("The black threes stay in the hand.")),
    )


@breach("black3.meld-size")
def black_three_meld_size(told: Told) -> Breach:
    facts = told.facts
    if told.position.rules.sperr_canasta and _holds_wild_cards(told):
        return _no_blocking_canasta(told)
    why = gettext("%(size)s This one would have %(have)s.") % {
        "size": _size_of_black_threes(told),
        "have": some_cards(facts["have"]),
    }
    if facts["have"] < facts["min"]:
        condition = gettext("At least %(count)s black threes, or none melded at all.")
        return Breach(why, condition % {"count": naming.number_word(facts["min"])})
    condition = gettext("At most %(count)s black threes, and no wild card.")
    return Breach(why, condition % {"count": naming.number_word(facts["max"])})


def _holds_wild_cards(told: Told) -> bool:
    return told.action is not None and any(card.is_wild for card in told.action.cards)


def _no_blocking_canasta(told: Told) -> Breach:
    """Why black threes with wild cards are no meld where one such meld is known."""
    return Breach(
        gettext(
            "With wild cards, black threes are melded only as a blocking canasta: all four of them with "
            "three jokers, "
            "three red twos or three black twos. This is not one."
        ),
        told.say(
            gettext(
                "The whole blocking canasta, or black threes without wild cards, in the turn in which you "
                "go out."
            ),
            gettext(
                "The whole blocking canasta, or black threes without wild cards, in the turn in which"
                " %(who)s goes out."
            ),
        ),
    )


def _size_of_black_threes(told: Told) -> str:
    least, most = told.facts["min"], told.facts["max"]
    names = {"min": naming.number_word(least), "max": naming.number_word(most)}
    if most == least:
        return gettext("A meld of black threes has %(min)s cards.") % names
    if most == least + 1:
        return gettext("A meld of black threes has %(min)s or %(max)s cards.") % names
    return gettext("A meld of black threes has %(min)s to %(max)s cards.") % names


@breach("black3.no-wild")
def black_threes_with_wild(told: Told) -> Breach:
    rules = told.position.rules
    if rules.black_three_meld == "never":
        return _never_melded(told)
    if rules.sperr_canasta:
        return _no_blocking_canasta(told)
    why = gettext("A wild card never stands for a three. Black threes are melded without wild cards.")
    if told.action is not None and told.action.verb == "take":
        return Breach(why, what_takes_it(told.of_the_top_card()))
    return Breach(
        why,
        told.say(
            gettext("Black threes and no wild card, in the turn in which you go out."),
            gettext("Black threes and no wild card, in the turn in which %(who)s goes out."),
        ),
    )


@breach("meld.natural-ranks")
def three_in_meld(told: Told) -> Breach:
    onto_black_threes = told.action is not None and told.action.target.partition("#")[0] == "3"
    if onto_black_threes or not all(card.is_black_three for card in told.cards):
        return Breach(
            gettext("Only black threes belong in a meld of black threes."),
            told.say(
                gettext("Leave the other cards in your hand."), gettext("The other cards stay in the hand.")
            ),
        )
    return Breach(
        gettext("A black three is never in the same meld as cards from four to ace."),
        gettext("The same without a black three."),
    )


# What allows it


@ground("black3.meld-size")
def black_three_meld_fits(told: Told) -> str:
    return gettext("%(have)s black threes without a wild card are a meld. %(size)s") % {
        "have": naming.first_upper(naming.number_word(told.facts["have"])),
        "size": _size_of_black_threes(told),
    }


@ground("black3.meld-only-going-out")
def black_threes_going_out(told: Told) -> str:
    return told.say(
        gettext("Black threes may be melded, because you can go out in this turn."),
        gettext("Black threes may be melded, because %(who)s can go out in this turn."),
    )
