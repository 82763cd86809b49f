"""What to look at after a wrong number: a slip that explains it, or the rule; never the number itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext

from engine.law.cards import card
from engine.law.ruleset import RuleSet
from lessons.counting.computing import Compute, Quantity
from lessons.miscounts.known import Mistake, asked_by, mistake_in
from lessons.words import naming


def what_is_missing(one: Quantity, given: int, *, rule: str) -> Mistake:
    """What to look at after a wrong number: a known slip that explains it, or the direction and the ``rule``."""
    asked = asked_by(one, rule=rule)
    known = mistake_in(asked, given)
    if known is not None:
        return known
    text = f"{_direction(given, asked.right)} {_GENERAL[one.compute](one)}"
    return Mistake(text=text, rule_id=rule, slips=())


def card_values() -> str:
    """What every card is worth, in one sentence."""
    return gettext(
        "A joker counts %(joker)s points, aces and twos %(ace)s each, eights to kings %(king)s each, "
        "fours to sevens and black threes %(four)s each."
    ) % {name: naming.number(card(code).points) for name, code in _EXAMPLES.items()}


_EXAMPLES: Final = {"joker": "JK", "ace": "Ah", "king": "Kh", "four": "4h"}


def _direction(given: int, right: int) -> str:
    if given > right:
        return gettext("%(given)s is too high.") % {"given": naming.number(given)}
    return gettext("%(given)s is too low.") % {"given": naming.number(given)}


# What to look at where no known slip explains the number


def _values(one: Quantity) -> str:
    return card_values()


def _meld_general(one: Quantity) -> str:
    return gettext("Add the values of the cards and, for a canasta, its bonus.")


def _bonus_general(one: Quantity) -> str:
    if all(card.is_wild for card in one.cards):
        return gettext("Look at which wild cards lie together: only jokers, only twos, or both.")
    return gettext("Count the cards and look for wild cards among them.")


def _steps_general(one: Quantity) -> str:
    return where_steps_begin(one.rules)


def where_steps_begin(rules: RuleSet, *, in_next_deal: bool = False) -> str:
    """What decides the minimum of the initial meld, in this deal or in the next, and at which scores it changes."""
    scores = [naming.number(start) for start, _ in rules.initial_steps or () if start is not None]
    facts = {"scores": naming.join_words(scores)}
    if in_next_deal:
        return (
            gettext("What matters is the side’s total after this deal; new steps begin at %(scores)s points.")
            % facts
        )
    return (
        gettext("What matters is the side’s total before the deal; new steps begin at %(scores)s points.")
        % facts
    )


def _laid_general(one: Quantity) -> str:
    return gettext("Only cards laid on the table count: those from the hand and the top card of the pile.")


def _last_general(one: Quantity) -> str:
    return gettext(
        "Add up what is laid, and find the first step for which it is too little: at which score does "
        "that step begin?"
    )


def _unseen_general(one: Quantity) -> str:
    return gettext(
        "Begin with the number of these cards in the whole deck and subtract all those that you can see: "
        "in the melds, in the pile and in your own hand."
    )


def _first_stock_general(one: Quantity) -> str:
    return gettext("Subtract the cards in all hands from the whole deck, and do not forget the upcard.")


def _deck_general(one: Quantity) -> str:
    return gettext("The deck is made up of %(packs)s packs and their jokers.") % {
        "packs": naming.number_word(one.rules.packs)
    }


def _rule_general(one: Quantity) -> str:
    return gettext("The rule below gives the number.")


def _red_three_general(one: Quantity) -> str:
    if one.rules.red_three_plus_if == "one_canasta":
        return gettext(
            "How many red threes does the side have, does it have all of them, and does it have a canasta?"
        )
    if one.rules.red_three_plus_if == "two_canastas":
        return gettext(
            "How many red threes does the side have, does it have all of them, and does it have two canastas?"
        )
    return gettext("How many red threes does the side have, does it have all of them, and has it melded?")


def _sheet_general(one: Quantity) -> str:
    return gettext("Count in this order: melded cards, canastas, red threes, going out, cards in hand.")


_GENERAL: Final[dict[Compute, Callable[[Quantity], str]]] = {
    "card-points": _values,
    "meld-points": _meld_general,
    "canasta-bonus": _bonus_general,
    "initial-minimum": _steps_general,
    "points-laid": _laid_general,
    "missing-points": _laid_general,
    "last-score": _last_general,
    "deck-count": _deck_general,
    "unseen": _unseen_general,
    "first-stock": _first_stock_general,
    "hand-size": _rule_general,
    "max-wild-in-meld": _rule_general,
    "canasta-size": _rule_general,
    "red-three-points": _red_three_general,
    "side-total": _sheet_general,
    "score-after": _sheet_general,
    "next-minimum": _steps_general,
}
