"""What all explanations share: the register of sentences by rule, and phrases for cards, points and canastas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action
from engine.law.cards import CARDS, Card
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from lessons.table.position_words import Seat
from lessons.words import naming


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with the marks of authored text, and the rule it speaks of."""

    text: str
    rule_id: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a rule is broken, and what it would take: a condition, without naming cards of the answer."""

    why: str
    condition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a sentence may draw on: the facts of the finding, the action it belongs to and the position.

    ``actions`` are all that are judged; ``seat`` is who acts there, for the reader.
    """

    facts: Mapping[str, Any]
    position: Position
    action: Action | None = None
    actions: tuple[Action, ...] = ()
    seat: Seat = "you"

    def say(self, you: str, other: str, *, side: str = "") -> str:
        """The wording for whoever acts: ``you`` speaks to the reader, or ``side`` where the reader has a partner.

        ``other`` speaks of somebody else. In it stand %(who)s for the partner or the opponent, %(side)s for the
        partnership or the player alone, %(sides)s for what belongs to it; capitals begin a sentence.
        """
        if self.seat == "you":
            return side if side and self.position.has_partner else you
        names = _names_of(self.seat, has_partner=self.position.has_partner)
        for name, words in names.items():
            other = other.replace(f"%({name})s", words)
            other = other.replace(f"%({naming.first_upper(name)})s", naming.first_upper(words))
        return other

    @property
    def holds_one_card(self) -> bool:
        """Whether a single card is all there is for the rest of the turn, so that none can be kept."""
        position = self.position
        return position.phase == "play" and len(position.hand) + position.unknown_cards == 1

    @property
    def reason(self) -> str:
        return str(self.facts.get("reason", ""))

    def number(self, key: str) -> str:
        """The number as the language writes it: 1.500 or 1,500."""
        return naming.number(int(self.facts[key]))

    def of_the_top_card(self) -> Told:
        """The same with the top card of the pile as the card that it is about."""
        return replace(self, facts={**self.facts, "card": str(self.position.upcard)})

    @property
    def card(self) -> Card:
        return CARDS[self.facts["card"]]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(CARDS[one] for one in str(self.facts["cards"]).split())

    @property
    def top_rank(self) -> str:
        """The rank of the top card in the plural: "nines"."""
        if self.card.is_wild:
            return gettext("cards of one rank")
        return naming.rank_many(naming.word_key(self.card))


def _names_of(seat: Seat, *, has_partner: bool) -> dict[str, str]:
    """What somebody else is called: as a subject, with their side as a subject, and what belongs to their side."""
    if seat == "partner":
        return {
            "who": gettext("your partner"),
            "side": gettext("your side"),
            "sides": pgettext("melds of a side", "your side’s"),
        }
    who = gettext("the opponent")
    if not has_partner:
        return {"who": who, "side": who, "sides": pgettext("melds of a side", "the opponent’s")}
    return {
        "who": who,
        "side": gettext("the opponent’s side"),
        "sides": pgettext("melds of a side", "the opponents’"),
    }


BreachTeller = Callable[[Told], Breach]
GroundTeller = Callable[[Told], str]

BREACHES: Final[dict[str, BreachTeller]] = {}
"""For each rule that can be broken, the function that says why."""

GROUNDS: Final[dict[str, GroundTeller]] = {}
"""For each rule that can decide in favour, the function that says how."""


def breach(*rules: RuleId) -> Callable[[BreachTeller], BreachTeller]:
    """Mark a function as telling why these rules are broken."""

    def register(function: BreachTeller) -> BreachTeller:
        for rule in rules:
            BREACHES[rule] = function
        return function

    return register


def ground(*rules: RuleId) -> Callable[[GroundTeller], GroundTeller]:
    """Mark a function as telling how these rules allow something."""

    def register(function: GroundTeller) -> GroundTeller:
        for rule in rules:
            GROUNDS[rule] = function
        return function

    return register


def used(told: Told) -> str:
    """What the action used from the hand, as an object: "a nine and a joker"."""
    cards = told.action.cards if told.action is not None else ()
    return naming.cards_in_text(cards, "accusative") or told.say(
        gettext("no cards from your hand"), gettext("no cards from the hand")
    )


def natural_cards(count: int) -> str:
    return ngettext("one natural card", "%(count)s natural cards", count) % {
        "count": naming.number_word(count)
    }


def wild_cards(count: int) -> str:
    return ngettext("one wild card", "%(count)s wild cards", count) % {"count": naming.number_word(count)}


def some_cards(count: int) -> str:
    """ "one card", "three cards", as a subject."""
    return ngettext("one card", "%(count)s cards", count) % {"count": naming.number_word(count)}


def some_points(count: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": naming.number(count)}


def some_canastas(count: int) -> str:
    """ "no canasta", "one canasta", "two canastas", as an object."""
    if not count:
        return gettext("no canasta")
    return ngettext("one canasta", "%(count)s canastas", count) % {"count": naming.number_word(count)}


def as_many_canastas(count: int) -> str:
    """ "none", "only one", "only two" after the canastas that are needed have been named, as an object."""
    if not count:
        return pgettext("canastas just named", "none")
    return pgettext("canastas just named", "only %(count)s") % {"count": naming.number_word(count)}


def two_should_have_stayed(told: Told) -> str:
    """What is said to somebody who would have to keep a card and holds only one."""
    return told.say(
        gettext("Two cards should have stayed in your hand before this: one to discard and one to keep."),
        gettext("Two cards should have stayed in the hand before this: one to discard and one to keep."),
    )


def ranks(letters: list[str]) -> str:
    """Several ranks in the plural: "kings and queens"."""
    return naming.join_words([naming.meld_name(letter) for letter in letters])
