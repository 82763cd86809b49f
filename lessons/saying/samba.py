"""Sequences, melds of wild cards and blocking canastas, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from engine.law.cards import CARDS, NATURAL_RANKS, Card
from engine.law.melds import sequence_faults
from lessons.saying.base import (
    Breach,
    Told,
    as_many_canastas,
    breach,
    ground,
    some_canastas,
    some_cards,
    wild_cards,
)
from lessons.saying.pile import what_takes_it
from lessons.words import naming


@breach("samba.sequence-shape")
def not_a_sequence(told: Told) -> Breach:
    match told.reason:
        case "suits":
            return Breach(
                gettext(
                    "A sequence consists of cards of one suit. Here cards of several suits would be in "
                    "one sequence."
                ),
                gettext("Cards of one suit in a row."),
            )
        case "duplicate":
            return Breach(gettext("No card appears twice in a sequence."), gettext("Each rank once."))
        case "short":
            return Breach(
                gettext("A sequence has at least three cards."),
                gettext("At least three cards of one suit in a row."),
            )
    return Breach(
        gettext(
            "The cards of a sequence follow each other without a gap. Here at least one card is missing."
        ),
        gettext("Cards of one suit in a row, without a gap."),
    )


@breach("samba.sequence-no-wild-no-three")
def stranger_in_sequence(told: Told) -> Breach:
    cards = told.cards
    why = ngettext(
        "A sequence holds only natural cards from four to ace. This card does not belong in it: %(cards)s.",
        "A sequence holds natural cards from four to ace only. These cards do not belong in it: %(cards)s.",
        len(cards),
    ) % {"cards": naming.cards_in_text(cards)}
    return Breach(why, _without_strangers(told))


MOST_NAMED: Final = 2
"""So many cards that a sequence lacks are named."""


def _without_strangers(told: Told) -> str:
    """What a sequence of the natural cards would take: nothing more, or cards that are missing between or beside."""
    rules, action = told.position.rules, told.action
    natural = [card for card in action.cards if card.is_natural] if action is not None else []
    target = action.target if action is not None else ""
    begun = next((meld.cards for meld in told.position.own.melds if meld.rank == target), ())
    if not natural or (target and not begun):
        return gettext("Natural cards of one suit that continue the sequence.")
    whole = [*begun, *natural]
    faults = sequence_faults(rules, whole)
    if not faults:
        return gettext("The same without wild cards or threes.")
    shape = faults.get("samba.sequence-shape")
    missing = _missing_in(whole) if shape in ("gap", "short") else []
    words = [naming.card_with_article(card) for card in missing]
    if not missing and shape == "short" and len(whole) == rules.meld_min_size - 1:
        words = [naming.either([naming.card_with_article(card) for card in _beside(whole)])]
    if not 0 < len(words) <= MOST_NAMED:
        return gettext("Natural cards of one suit in a row, without a gap.")
    return ngettext(
        "For a sequence, %(cards)s would have to be there instead.",
        "For a sequence, %(cards)s would have to be there instead.",
        len(words),
    ) % {"cards": naming.join_words(words)}


def _missing_in(cards: Sequence[Card]) -> list[Card]:
    """The cards of this suit between the lowest and the highest that are not there."""
    places = sorted(NATURAL_RANKS.index(card.rank) for card in cards)
    return [
        CARDS[f"{NATURAL_RANKS[place]}{cards[0].suit}"]
        for place in range(places[0], places[-1])
        if place not in places
    ]


def _beside(cards: Sequence[Card]) -> list[Card]:
    """The cards of this suit that come next below and above."""
    places = sorted(NATURAL_RANKS.index(card.rank) for card in cards)
    beside = [place for place in (places[0] - 1, places[-1] + 1) if 0 <= place < len(NATURAL_RANKS)]
    return [CARDS[f"{NATURAL_RANKS[place]}{cards[0].suit}"] for place in beside]


@breach("samba.sequence-ace-high")
def around_the_corner(told: Told) -> Breach:
    return Breach(
        gettext(
            "In a sequence the four is the lowest card and the ace the highest. The sequence does not go "
            "on from the ace to the four."
        ),
        gettext("A sequence that begins no lower than the four and ends no higher than the ace."),
    )


@breach("samba.sequence-max-seven")
def sequence_too_long(told: Told) -> Breach:
    most, have, action = told.facts["max"], told.facts["have"], told.action
    why = gettext(
        "A sequence has at most %(max)s cards; with that many it is complete and closed. Here "
        "there would be %(have)s."
    ) % {"max": naming.number_word(most), "have": naming.number_word(have)}
    room = most - have + len(action.cards) if action is not None and action.verb != "take" else 0
    if action is not None and action.verb == "meld":
        return Breach(
            why, gettext("At most %(max)s cards in a sequence.") % {"max": naming.number_word(most)}
        )
    if room > 0:
        text = ngettext(
            "One more card fits onto this sequence.", "%(count)s more cards fit onto this sequence.", room
        )
        return Breach(why, text % {"count": naming.first_upper(naming.number_word(room))})
    return Breach(
        why,
        told.say(
            gettext("Leave a complete sequence as it is."), gettext("A complete sequence stays as it is.")
        ),
    )


@breach("samba.sequence-no-start-from-pile")
def sequence_from_the_pile(told: Told) -> Breach:
    why = told.say(
        gettext(
            "Together with cards from your hand, the top card of the pile, %(card)s, can neither begin "
            "nor extend a sequence."
        ),
        gettext(
            "Together with cards from the hand, the top card of the pile, %(card)s, can neither begin nor "
            "extend a sequence."
        ),
    ) % {"card": naming.card_with_article(told.card)}
    return Breach(why, what_takes_it(told))


@breach("sambaopt.wild-melds")
def stranger_among_wild_cards(told: Told) -> Breach:
    rules, action = told.position.rules, told.action
    why = gettext("A meld of wild cards takes wild cards only.")
    if action is not None and action.verb == "take":
        return Breach(why, what_takes_it(told.of_the_top_card()))
    name = action.target if action is not None else "W"
    melds = [meld for meld in told.position.own.melds if meld.rank == "W"]
    number = int(name.partition("#")[2] or 1)
    full = number <= len(melds) and melds[number - 1].is_canasta(rules) and not rules.wilds_on_canasta
    if full:
        return Breach(
            why,
            told.say(
                gettext("Leave the finished canasta as it is."),
                gettext("The finished canasta stays as it is."),
            ),
        )
    return Breach(
        why,
        told.say(gettext("Add jokers or twos, nothing else."), gettext("Only jokers or twos, nothing else.")),
    )


@breach("house.joker-canasta-1000")
def wild_canasta_in_stages(told: Told) -> Breach:
    needed, have = told.facts["needed"], told.facts["have"]
    if have >= needed:
        why = gettext(
            "Under this house rule, %(needed)s wild cards laid all at once are a canasta. The rule does "
            "not say whether such a canasta may grow card by card, as here."
        )
    else:
        why = gettext(
            "Under this house rule, %(needed)s wild cards laid all at once are a canasta. The rule does "
            "not say whether such a canasta may be built up from fewer cards (here %(have)s)."
        )
    return Breach(why % {"needed": naming.number_word(needed), "have": naming.number_word(have)})


@breach("house.sperr-canasta-1500")
def blocking_canasta_for_going_out(told: Told) -> Breach:
    text = told.say(
        gettext(
            "To go out, you need %(needed)s. You have %(have)s besides the blocking "
            "canasta, and the house rule does not say whether that one counts towards "
            "going out."
        ),
        gettext(
            "To go out, %(side)s needs %(needed)s and has %(have)s besides the "
            "blocking canasta. The house rule does not say whether that one counts "
            "towards going out."
        ),
        side=gettext(
            "To go out, your side needs %(needed)s. It has %(have)s besides the "
            "blocking canasta, and the house rule does not say whether that one "
            "counts towards going out."
        ),
    )
    return Breach(
        text % {"needed": some_canastas(told.facts["needed"]), "have": as_many_canastas(told.facts["have"])}
    )


# What allows it


@ground("samba.sequence-shape")
def a_sequence(told: Told) -> str:
    most = told.facts["max"]
    if "added" not in told.facts:
        have = told.facts["have"]
        if completes_a_sequence(told.facts):
            return gettext("%(cards)s of one suit in a row are a complete sequence, a samba.") % {
                "cards": naming.first_upper(some_cards(have))
            }
        return gettext("%(cards)s of one suit in a row are a sequence; it may grow to %(max)s cards.") % {
            "cards": naming.first_upper(some_cards(have)), "max": naming.number_word(most),
        }  # fmt: skip
    added = told.facts["added"]
    count = {"count": naming.first_upper(naming.number_word(added)), "max": naming.number_word(most)}
    if completes_a_sequence(told.facts):
        return (
            ngettext(
                "One more card has completed the sequence: it is now a samba.",
                "%(count)s more cards complete the sequence: it is now a samba.",
                added,
            )
            % count
        )
    return (
        ngettext(
            "One more card continues the sequence; it may grow to %(max)s cards.",
            "%(count)s more cards continue the sequence; it may grow to %(max)s cards.",
            added,
        )
        % count
    )


def completes_a_sequence(facts: Mapping[str, Any]) -> bool:
    """Whether what the rule of sequences allowed has made one complete."""
    have = _length_of(facts["meld"]) + facts["added"] if "added" in facts else facts["have"]
    return bool(have == facts["max"])


def _length_of(sequence: str) -> int:
    """How many cards a sequence of this name has: three for ``5h-7h``."""
    low, _, high = sequence.partition("-")
    return NATURAL_RANKS.index(high[0]) - NATURAL_RANKS.index(low[0]) + 1


@ground("samba.sequence-pickup")
def top_card_on_sequence(told: Told) -> str:
    card = {"card": naming.card_with_article(told.card)}
    if told.facts.get("declined"):
        text = told.say(
            gettext(
                "The top card, %(card)s, fits one of your sequences. Whether you must then take the pile "
                "depends on whether the rest of it comes along, and the text does not say."
            ),
            gettext(
                "The top card, %(card)s, fits one of %(sides)s sequences. Whether the pile must then be "
                "taken depends on whether the rest of it comes along, and the text does not say."
            ),
            side=gettext(
                "The top card, %(card)s, fits one of your side’s sequences. Whether you must then take "
                "the pile depends on whether the rest of it comes along, and the text does not say."
            ),
        )
        return text % card
    text = told.say(
        gettext("The top card, %(card)s, goes directly onto one of your sequences: the pile is not frozen."),
        gettext(
            "The top card, %(card)s, goes directly onto one of %(sides)s sequences: the pile is not frozen."
        ),
        side=gettext(
            "The pile is not frozen, so the top card, %(card)s, may be added directly to one of your "
            "side’s sequences."
        ),
    )
    told_text = text % card
    return f"{told_text} {rest_of_the_pile_is_open()}" if told.facts.get("open") else told_text


@breach("samba.sequence-pickup")
def only_the_top_card_on_a_sequence(told: Told) -> Breach:
    text = told.say(
        gettext(
            "The top card, %(card)s, may go onto the sequence. The text does not say "
            "whether you take that card alone or the rest of the pile with it."
        ),
        gettext(
            "The top card, %(card)s, may go onto the sequence. The text does not say whether it is taken "
            "alone or together with the rest of the pile."
        ),
    )
    return Breach(text % {"card": naming.card_with_article(told.card)})


def rest_of_the_pile_is_open() -> str:
    """What the source of Samba leaves open about such a taking."""
    return gettext("The text does not say whether the rest of the pile is then taken as well.")


@ground("sambaopt.wild-melds")
def wild_cards_are_a_meld(told: Told) -> str:
    return gettext("In this rule set wild cards may form a meld by themselves; this one has %(wilds)s.") % {
        "wilds": wild_cards(told.facts["have"])
    }


@ground("house.joker-canasta-1000")
def wild_canasta_at_once(told: Told) -> str:
    return gettext("Under this house rule, %(wilds)s laid all at once are a canasta.") % {
        "wilds": wild_cards(told.facts["have"])
    }


@ground("house.sperr-canasta-1500")
def blocking_canasta(told: Told) -> str:
    return told.say(
        gettext(
            "Under this house rule, all four black threes with three jokers, three red twos or three "
            "black twos make a blocking canasta in the turn in which you go out."
        ),
        gettext(
            "Under this house rule, all four black threes with three jokers, three red twos or three "
            "black twos make a blocking canasta in the turn in which %(who)s goes out."
        ),
    )


@ground("meld.merge")
def melds_may_be_joined(told: Told) -> str:
    return told.say(
        gettext(
            "In this rule set two melds of one rank may be joined, as long as the "
            "result does not hold too many wild cards."
        ),
        gettext(
            "In this rule set %(who)s may join two melds of one rank, as long as the "
            "result does not hold too many wild cards."
        ),
    )
