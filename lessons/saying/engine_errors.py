"""The engine's errors about its input, as sentences in the active language.

The engine writes English for programs. People read these: one for each code, with cards and melds in words.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

from engine.law.cards import CARDS
from engine.law.errors import EngineError
from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS
from lessons.words import naming

SENTENCES: Final[dict[str, str]] = {
    "unknown-card": gettext_noop("“%(text)s” is not a card."),
    "unknown-action": gettext_noop("“%(text)s” is not an action."),
    "incomplete-action": gettext_noop("The action “%(text)s” names no card where one is needed."),
    "too-much-in-action": gettext_noop("“%(text)s” contains more than belongs to this action."),
    "unknown-section": gettext_noop("“%(text)s” is not a part of a position."),
    "repeated-section": gettext_noop("“%(text)s” appears more than once."),
    "bad-meld-text": gettext_noop(
        "“%(text)s” is not a meld. A meld is written as its name, an equals sign and its cards."
    ),
    "bad-number": gettext_noop("“%(text)s” is not a whole number in the range that makes sense here."),
    "unknown-phase": gettext_noop("“%(text)s” is not a phase. The phase must be “draw” or “play”."),
    "wrong-type": gettext_noop("This must be %(expected)s."),
    "unknown-key": gettext_noop("Nothing here is called “%(key)s”."),
    "missing-key": gettext_noop("The part “%(key)s” is missing, and this question needs it."),
    "bad-choice": gettext_noop("“%(text)s” is not one of these: %(choices)s."),
    "bad-json": gettext_noop("This line is not JSON."),
    "text-too-long": gettext_noop("This text of %(length)s characters is too long to be a position."),
    "unknown-rule-set": gettext_noop("There is no rule set “%(name)s”."),
    "unknown-parameter": gettext_noop("The rule set has no parameter “%(name)s”."),
    "impossible-rule-set": gettext_noop("These house rules cannot be played together (%(reason)s)."),
    "unknown-version": gettext_noop("The rule set “%(name)s” has no version %(version)s."),
    "wrong-players": gettext_noop("The rule set “%(name)s” is not for %(players)s players."),
    "wrong-seating": gettext_noop("%(players)s players cannot be seated like this (%(form)s)."),
    "wrong-scores": gettext_noop("%(count)s totals do not fit %(needed)s sides."),
    "bad-record": gettext_noop(
        "The record of a game begins with its rule set and the number of players, not with “%(text)s”."
    ),
    "bad-deck": gettext_noop("The deck of this deal has %(count)s cards instead of %(needed)s."),
    "record-impossible": gettext_noop("“%(text)s” is not possible at this point in the record."),
    "empty-hand": gettext_noop("Nobody’s hand is empty while a deal goes on."),
    "wrong-table": gettext_noop("%(hands)s hands and %(sides)s sides do not make a table."),
    "not-a-seat": gettext_noop("Seat %(seat)s does not exist or does not belong to this side."),
    "too-many-sides": gettext_noop(
        "%(count)s sides are more than %(players)s players can make (at most %(max)s)."
    ),
    "too-many-hands": gettext_noop(
        "%(count)s hands are more than a side can have in a game of %(players)s players (at most %(max)s)."
    ),
    "no-partner": gettext_noop("With %(players)s players nobody has a partner."),
    "too-many-copies": gettext_noop("The %(card)s appears %(count)s times, but the deck has only %(max)s."),
    "too-many-cards": gettext_noop("There are %(count)s cards, but the deck holds only %(max)s."),
    "red-three-in-meld": gettext_noop("The %(card)s is a red three and cannot be part of a meld."),
    "impossible-meld": gettext_noop(
        "These cards cannot lie on the table as a meld: %(cards)s (rule %(rule)s)."
    ),
    "two-melds-of-a-rank": gettext_noop(
        "A side may have only one meld of each rank, but there are two here: %(rank)s."
    ),
    "not-a-red-three": gettext_noop("The %(card)s is not a red three."),
    "pile-smaller-than-listed": gettext_noop(
        "%(listed)s cards of the pile are listed, but it is said to hold %(size)s."
    ),
    "red-three-thrown": gettext_noop(
        "The %(card)s lies above an ordinary card, but a red three is never discarded."
    ),
    "opened-contradicts": gettext_noop("A side with melds on the table has made its initial meld."),
    "melded-contradicts": gettext_noop("The player has melds on the table, so the player has melded."),
    "unlisted-cannot-freeze": gettext_noop("All cards of the pile are listed and none of them freezes it."),
    "hand-when-out": gettext_noop("A player who has gone out holds no cards."),
    "no-canasta-when-out": gettext_noop(
        "Nobody goes out without the canastas needed (%(needed)s); the side has %(have)s."
    ),
    "both-out": gettext_noop("Only one side can go out."),
    "concealed-needs-canasta": gettext_noop("Whoever goes out concealed lays a canasta."),
    "card-not-held": gettext_noop("You do not hold %(card)s at the moment."),
    "no-such-meld": gettext_noop("This meld is not on the table: %(name)s."),
    "card-not-in-meld": gettext_noop("The %(card)s is not in this meld: %(name)s."),
    "empty-pile": gettext_noop("The discard pile is empty."),
    "top-card-unknown": gettext_noop("The top card of the pile is not known."),
    "unknown-cards-decide": gettext_noop("This depends on cards that are not named."),
    "not-a-red-three-to-expose": gettext_noop(
        "The %(card)s is not a red three. Only red threes are put down like this."
    ),
    "not-enough-stock": gettext_noop("%(count)s cards are named, but the stock holds only %(stock)s."),
    "nothing-asked": gettext_noop("There are no actions."),
    "too-many-actions": gettext_noop("%(count)s actions are more than a turn can hold (at most %(max)s)."),
}
"""For each code of the engine its sentence."""

REASONS: Final[tuple[str, ...]] = (
    gettext_noop("between one and six packs"),
    gettext_noop("two to six players with at least one card each"),
    gettext_noop("the deck is too small for these hands"),
    gettext_noop("the number of natural cards that a meld needs is between one and three"),
    gettext_noop("a canasta is larger than the smallest meld"),
    gettext_noop("no rank has enough cards for such a canasta"),
    gettext_noop("a meld of black threes has at least three cards"),
    gettext_noop("a draw takes at least one card"),
    gettext_noop("the deck does not hold that many red threes"),
    gettext_noop("the game needs a target"),
    gettext_noop("a sequence has at least three cards and at most the eleven from four to ace"),
    gettext_noop("a complete sequence needs a bonus"),
    gettext_noop("without sequences there is neither a greatest length nor a bonus for them"),
    gettext_noop("a canasta of wild cards needs a bonus"),
    gettext_noop("without melds of wild cards there is no bonus for them"),
    gettext_noop("only where a side may have several melds of a rank can two be joined"),
    gettext_noop("a blocking canasta needs melds of black threes, two packs and three jokers"),
    gettext_noop("blocking canastas and sequences belong to different games"),
)
"""Why parameters cannot be played together, as the engine words it."""

EXPECTED: Final[tuple[str, ...]] = (
    gettext_noop("true or false"),
    gettext_noop("a list"),
    gettext_noop("a list of texts"),
    gettext_noop("a text that names cards"),
    gettext_noop("an object"),
    gettext_noop("a list of objects with “from” and “minimum”; the first “from” is null, the others rise"),
)
"""What is needed in place of something of another kind, as the engine words it; an object may name its keys."""

PLACES: Final[dict[str, str]] = {
    "rules": gettext_noop("rule set"),
    "players": gettext_noop("number of players"),
    "phase": gettext_noop("phase"),
    "hand": gettext_noop("hand"),
    "own": gettext_noop("own side"),
    "opponents": gettext_noop("opponents"),
    "melds": gettext_noop("meld"),
    "red_threes": gettext_noop("red threes"),
    "opened": gettext_noop("initial meld"),
    "score": gettext_noop("score"),
    "pile": gettext_noop("discard pile"),
    "pile_size": gettext_noop("size of the discard pile"),
    "frozen": gettext_noop("frozen pile"),
    "stock": gettext_noop("stock"),
    "partner_hand": gettext_noop("partner’s hand"),
    "permission": gettext_noop("the partner’s answer"),
    "player_has_melded": gettext_noop("whether the player has melded"),
    "actions": gettext_noop("action"),
    "cards": gettext_noop("cards"),
    "side": gettext_noop("side"),
    "sides": gettext_noop("side"),
    "hands": gettext_noop("hand"),
    "went_out": gettext_noop("going out"),
    "position": gettext_noop("position"),
}
"""What the parts of a place such as ``own.melds[0]`` are called."""


_MELD: Final = re.compile(r"(?:opp:)?(?:[3-9TJQKAW]|[4-9TJQKA][cdhs]-[4-9TJQKA][cdhs])(?:#[1-9])?")


def error_in_words(error: EngineError) -> str:
    """The sentence for an error of the engine."""
    if error.code == "missing-key" and error.where == "permission":
        return gettext("What your partner would answer is not known here. Take the question back.")
    if error.code == "too-many-copies" and (text := _too_many_of_rank(error)):
        return text
    facts = {name: _fact(name, value) for name, value in error.facts.items()}
    if error.code == "card-not-held" and (card := CARDS.get(str(error.facts["card"]))):
        facts["card"] = naming.cards_with_articles([card])
    return gettext(SENTENCES[error.code]) % facts


def _too_many_of_rank(error: EngineError) -> str:
    """Said of the rank where the deck has not so many of it in all suits: perhaps nobody has named a suit."""
    card, of_rank = CARDS.get(str(error.facts["card"])), int(error.facts.get("of_rank", 0))
    if card is None or not of_rank:
        return ""
    suits = sum(naming.word_key(one) == naming.word_key(card) for one in CARDS.values())
    most = int(error.facts["max"]) * suits
    if of_rank <= most:
        return ""
    cards = naming.rank_count(naming.word_key(card), of_rank)
    text = gettext("There are %(cards)s, but the deck has only %(max)s.")
    return text % {"cards": cards, "max": naming.number_word(most)}


def place_in_words(error: EngineError) -> str:
    """Where the error lies: "own side, meld 1", or an empty text."""
    parts = []
    for part in filter(None, error.where.split(".")):
        match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", part)
        if match is None or match[1] not in PLACES:
            parts.append(part)
            continue
        name = gettext(PLACES[match[1]])
        parts.append(f"{name} {int(match[2]) + 1}" if match[2] else name)
    return ", ".join(parts)


def error_at_its_place(error: EngineError) -> str:
    """The sentence for an error, after the part in which it lies where there is one: "Own side, meld 1: ..."."""
    place, message = place_in_words(error), error_in_words(error)
    if not place:
        return message
    return gettext("%(place)s: %(message)s") % {"place": naming.first_upper(place), "message": message}


def _fact(name: str, value: Any) -> str:
    text = str(value)
    if name == "card" and text in CARDS:
        return naming.card_in_text(CARDS[text])
    if name == "reason":
        return gettext(text)
    if name == "expected":
        return _expected(text)
    if name == "cards" and all(one in CARDS for one in text.split()):
        return naming.cards_listed(CARDS[one] for one in text.split())
    if name == "rule" and text in RULES:
        return naming.rule_number(text)
    if name == "rank" or (name == "name" and _MELD.fullmatch(text)):
        return _meld_name(text)
    if name == "name" and text in RULE_SETS:
        return naming.named_rule_set(text)
    if isinstance(value, int) and not isinstance(value, bool):
        return naming.number(value)
    return text[:80]


def _expected(text: str) -> str:
    what, _, keys = text.partition(" with ")
    if what == "an object" and keys:
        return gettext("an object with %(keys)s") % {"keys": keys.replace(" and ", ", ")}
    return gettext(text)


def _meld_name(name: str) -> str:
    """The meld that a name such as ``K#2``, ``5h-7h`` or ``opp:W`` stands for, without an article."""
    if name.startswith("opp:"):
        return gettext("opposing %(meld)s") % {"meld": _meld_name(name.removeprefix("opp:"))}
    return naming.meld_title(name)
