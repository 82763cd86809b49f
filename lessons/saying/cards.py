"""Choosing cards by a property: which cards have it, and what to say about a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.law.cards import Card
from engine.score.sheet import value_rule
from lessons.saying.base import Sentence
from lessons.saying.mistakes import card_values
from lessons.saying.verdicts import Explanation
from lessons.words import naming

Property = Callable[[Card], bool]

_PLAIN: Final[dict[str, Property]] = {
    "wild": lambda card: card.is_wild,
    "joker": lambda card: not card.suit,
    "red-three": lambda card: card.is_red_three,
    "black-three": lambda card: card.is_black_three,
    "natural": lambda card: card.is_natural,
}


def property_of(find: str) -> Property:
    """Whether a card has the property that an item of kind cards asks for."""
    name, _, value = find.partition(":")
    if name == "points":
        return lambda card: card.points == int(value)
    if name == "worth-more-than":
        return lambda card: card.points > int(value)
    if name == "rank":
        return lambda card: card.rank == value
    return _PLAIN[name]


def property_in_words(find: str) -> str:
    """The property, as a teacher reads it in a line."""
    name, _, value = find.partition(":")
    match name:
        case "wild":
            return gettext("wild cards")
        case "joker":
            return gettext("jokers")
        case "red-three":
            return gettext("red threes")
        case "black-three":
            return gettext("black threes")
        case "natural":
            return gettext("natural cards")
        case "rank":
            return naming.rank_many(value)
        case "points":
            return gettext("cards worth %(points)s points") % {"points": value}
    return gettext("cards worth more than %(points)s points") % {"points": value}


def rule_behind(find: str, wanted: Sequence[Card], rule: str) -> str:
    """The rule by which these cards have the property: ``rule``, unless it gives the value of none of them."""
    if not find.startswith(("points:", "worth-more-than:")):
        return rule
    values = [value_rule(card) for card in wanted]
    return rule if rule in values or not values else values[0]


def found_right(find: str, rule: str) -> Explanation:
    """What to say when exactly the right cards are chosen."""
    return Explanation(headline=gettext("Right."), deciding=Sentence(meaning(find), rule), rule_id=rule)


def found_wrong(
    find: str, *, extra: Sequence[Card], missing: Sequence[Card], rule: str, reveal: bool
) -> Explanation:
    """What to say about cards that do not belong and cards that are missing; the latter are named with ``reveal``."""
    parts = []
    if extra:
        parts.append(
            ngettext(
                "This card does not belong here: %(cards)s.",
                "These cards do not belong here: %(cards)s.",
                len(extra),
            )
            % {"cards": naming.cards_with_articles(extra)}
        )
    if missing and reveal:
        parts.append(
            ngettext("This card is missing: %(cards)s.", "These cards are missing: %(cards)s.", len(missing))
            % {"cards": naming.cards_with_articles(missing)}
        )
    elif missing:
        parts.append(
            ngettext("One card is missing.", "%(count)s cards are missing.", len(missing))
            % {"count": naming.first_upper(naming.number_word(len(missing)))}
        )
    parts.append(meaning(find))
    return Explanation(
        headline=gettext("Not right yet."), deciding=Sentence(" ".join(parts), rule), rule_id=rule
    )


def meaning(find: str) -> str:
    """What the property means, in one sentence."""
    name, _, value = find.partition(":")
    match name:
        case "wild":
            return gettext("All jokers are wild, and so are all twos, whatever their suit; no other card is.")
        case "joker":
            return gettext("A joker has no suit. Twos are wild as well, but they are not jokers.")
        case "red-three":
            return gettext("Red threes are the threes of hearts and diamonds.")
        case "black-three":
            return gettext("Black threes are the threes of clubs and spades.")
        case "natural":
            return gettext("The cards from four to ace are natural; twos, jokers and threes are not.")
        case "rank":
            return gettext("Only the rank counts, not the suit: %(rank)s.") % {
                "rank": naming.rank_many(value)
            }
        case _:
            return card_values()
