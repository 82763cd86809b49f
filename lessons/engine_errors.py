"""The engine's errors about its input, as sentences in the active language.

The engine writes English for programs. People read these: one for each code, with cards and melds in words.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_

from engine.cards import CARDS
from engine.errors import EngineError
from engine.rule_ids import RULES
from lessons import words

SENTENCES: Final[dict[str, str]] = {
    "unknown-card": N_("“%(text)s” is not a card."),
    "unknown-action": N_("“%(text)s” is not an action."),
    "incomplete-action": N_("The action “%(text)s” names no card where one is needed."),
    "too-much-in-action": N_("The action “%(text)s” says more than this action can."),
    "unknown-section": N_("“%(text)s” is not a part of a position."),
    "repeated-section": N_("“%(text)s” stands more than once."),
    "bad-meld-text": N_("“%(text)s” is not a meld. A meld is its name, an equals sign and its cards."),
    "bad-number": N_("“%(text)s” is not a whole number in the range that makes sense here."),
    "unknown-phase": N_("“%(text)s” is not a phase. Possible are “draw” and “play”."),
    "wrong-type": N_("Something of another kind is needed here (%(expected)s)."),
    "unknown-key": N_("Nothing here is called “%(key)s”."),
    "missing-key": N_("The part “%(key)s” is missing, and this question needs it."),
    "bad-choice": N_("“%(text)s” is not one of these: %(choices)s."),
    "bad-json": N_("This line is not JSON."),
    "text-too-long": N_("This text of %(length)s characters is too long to be a position."),
    "unknown-rule-set": N_("There is no rule set “%(name)s”."),
    "unknown-parameter": N_("The rule set has no parameter “%(name)s”."),
    "impossible-rule-set": N_("These house rules cannot be played together (%(reason)s)."),
    "unknown-version": N_("The rule set %(name)s has no version %(version)s."),
    "wrong-players": N_("The rule set %(name)s is not for %(players)s players."),
    "too-many-copies": N_(
        "The card %(card)s is there %(count)s times, but the deck holds it only %(max)s times."
    ),
    "too-many-cards": N_("There are %(count)s cards, but the deck holds only %(max)s."),
    "red-three-in-meld": N_("The card %(card)s is a red three and cannot lie in a meld."),
    "impossible-meld": N_("These cards cannot lie on the table as a meld: %(cards)s (rule %(rule)s)."),
    "two-melds-of-a-rank": N_("A side keeps one meld of each rank, but there are two of %(rank)s."),
    "not-a-red-three": N_("The card %(card)s is not a red three."),
    "pile-smaller-than-listed": N_(
        "%(listed)s cards of the pile are listed, but it is said to hold %(size)s."
    ),
    "red-three-thrown": N_(
        "The card %(card)s lies above an ordinary card, but a red three is never discarded."
    ),
    "opened-contradicts": N_("A side with melds on the table has made its initial meld."),
    "melded-contradicts": N_("The player has melds on the table, so the player has melded."),
    "unlisted-cannot-freeze": N_("All cards of the pile are listed and none of them freezes it."),
    "hand-when-out": N_("A player who has gone out holds no cards."),
    "no-canasta-when-out": N_(
        "Nobody goes out without the canastas needed (%(needed)s); the side has %(have)s."
    ),
    "both-out": N_("Only one side can go out."),
    "concealed-needs-canasta": N_("Whoever goes out concealed lays a canasta."),
    "card-not-held": N_("You do not hold the card %(card)s at this moment."),
    "no-such-meld": N_("There is no meld of %(name)s to which this could go."),
    "card-not-in-meld": N_("The card %(card)s does not lie in the meld of %(name)s."),
    "empty-pile": N_("The discard pile is empty."),
    "top-card-unknown": N_("The top card of the pile is not known."),
    "unknown-cards-decide": N_("Cards that are not named decide this."),
    "not-a-red-three-to-expose": N_(
        "The card %(card)s is not a red three. Only red threes are put on the table this way."
    ),
    "not-enough-stock": N_("%(count)s cards are named, but the stock holds only %(stock)s."),
    "nothing-asked": N_("There are no actions."),
    "too-many-actions": N_("%(count)s actions are more than a turn can hold (%(max)s)."),
}
"""For each code of the engine its sentence."""

PLACES: Final[dict[str, str]] = {
    "rules": N_("rule set"),
    "players": N_("number of players"),
    "phase": N_("phase"),
    "hand": N_("hand"),
    "own": N_("own side"),
    "opponents": N_("opponents"),
    "melds": N_("meld"),
    "red_threes": N_("red threes"),
    "opened": N_("initial meld"),
    "score": N_("score"),
    "pile": N_("discard pile"),
    "pile_size": N_("size of the discard pile"),
    "frozen": N_("frozen pile"),
    "stock": N_("stock"),
    "partner_hand": N_("partner’s hand"),
    "permission": N_("the partner’s answer"),
    "player_has_melded": N_("whether the player has melded"),
    "actions": N_("action"),
    "cards": N_("cards"),
    "side": N_("side"),
    "sides": N_("side"),
    "hands": N_("hand"),
    "went_out": N_("going out"),
    "position": N_("position"),
}
"""What the parts of a place such as ``own.melds[0]`` are called."""


def error_in_words(error: EngineError) -> str:
    """The sentence for an error of the engine."""
    facts = {name: _fact(name, value) for name, value in error.facts.items()}
    return gettext(SENTENCES[error.code]) % facts


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


def _fact(name: str, value: Any) -> str:
    text = str(value)
    if name == "card" and text in CARDS:
        return words.card_in_text(CARDS[text])
    if name == "cards" and all(one in CARDS for one in text.split()):
        return words.cards_listed(CARDS[one] for one in text.split())
    if name == "rule" and text in RULES:
        return words.rule_number(text)
    if name == "rank" or (name == "name" and len(text) == 1):
        return words.target_name(text)
    if name == "name" and text.startswith("opp:"):
        return words.target_name(text)
    if isinstance(value, int) and not isinstance(value, bool):
        return words.number(value)
    return text[:80]
