"""The one error of the engine: bad input, never a learner's mistake."""

from __future__ import annotations

from typing import Any, Final, Literal

Kind = Literal["notation", "position", "request"]

MESSAGES: Final[dict[str, str]] = {
    # notation
    "unknown-card": "“{text}” is not a card",
    "unknown-action": "“{text}” is not an action",
    "incomplete-action": "the action “{text}” names no card where one is needed",
    "too-much-in-action": "the action “{text}” says more than this action can",
    "unknown-section": "“{text}” is not a part of a position",
    "repeated-section": "“{text}” stands more than once",
    "bad-meld-text": "“{text}” is not a meld: write its name, an equals sign and its cards",
    "bad-number": "“{text}” is not a whole number in the range that makes sense here",
    "unknown-phase": "“{text}” is not a phase: write “draw” or “play”",
    # JSON shape
    "wrong-type": "this must be {expected}",
    "unknown-key": "there is no key “{key}” here",
    "missing-key": "the key “{key}” is missing and this question needs it",
    "bad-choice": "“{text}” is not one of: {choices}",
    "bad-json": "this line is not JSON",
    "text-too-long": "this text is too long to be a position ({length} characters)",
    # rule sets
    "unknown-rule-set": "there is no rule set “{name}”",
    "unknown-parameter": "the rule set has no parameter “{name}”",
    "impossible-rule-set": "these parameters cannot go together: {reason}",
    "unknown-version": "the rule set {name} has no version {version}",
    "wrong-players": "the rule set {name} is not for {players} players",
    "wrong-seating": "there is no seating of {players} players {form}",
    # records
    "wrong-scores": "{count} totals are not those of {needed} sides",
    "bad-record": "a record begins with the lines “rules” and “players”, not with “{text}”",
    "bad-deck": "the deck of this deal has {count} cards instead of {needed}",
    "record-impossible": "“{text}” is not possible at this point of the record",
    "empty-hand": "nobody's hand is empty while a deal goes on",
    "wrong-table": "{hands} hands and {sides} sides make no table",
    "not-a-seat": "seat {seat} is not there, or not on this side",
    # positions
    "too-many-sides": "{count} sides are more than {players} players make ({max})",
    "too-many-hands": "{count} hands are more than a side of {players} players holds ({max})",
    "no-partner": "with {players} players nobody has a partner",
    "too-many-copies": "{card} is there {count} times, but the deck holds only {max}",
    "too-many-cards": "there are {count} cards, but the deck holds only {max}",
    "red-three-in-meld": "{card} is a red three and cannot lie in a meld",
    "impossible-meld": "{cards} cannot lie on the table as a meld (rule {rule})",
    "two-melds-of-a-rank": "a side keeps one meld of each rank, but there are two of {rank}",
    "not-a-red-three": "{card} is not a red three",
    "pile-smaller-than-listed": "{listed} cards of the pile are listed, but it is said to hold {size}",
    "red-three-thrown": "{card} lies above an ordinary card, but a red three is never discarded",
    "opened-contradicts": "a side with melds on the table has made its first meld",
    "melded-contradicts": "the player has melds on the table, so the player has melded",
    "unlisted-cannot-freeze": "all cards of the pile are listed and none of them freezes it",
    "hand-when-out": "a player who has gone out holds no cards",
    "no-canasta-when-out": "nobody goes out without {needed} canasta(s); the side has {have}",
    "both-out": "only one side can go out",
    "concealed-needs-canasta": "whoever goes out concealed lays a canasta",
    # requests
    "card-not-held": "the player does not hold {card}",
    "no-such-meld": "there is no meld {name} to which this could go",
    "card-not-in-meld": "{card} does not lie in the meld {name}",
    "empty-pile": "the discard pile is empty",
    "top-card-unknown": "the top card of the pile is not known",
    "unknown-cards-decide": "cards that are not named decide this: name the cards that were drawn",
    "not-a-red-three-to-expose": "{card} is not a red three; only red threes are put on the table this way",
    "not-enough-stock": "{count} cards are named, but the stock holds only {stock}",
    "nothing-asked": "there are no actions",
    "too-many-actions": "{count} actions are more than a turn can hold ({max})",
}
"""English sentence for each code; the facts fill the placeholders. Other languages translate the code."""


class EngineError(ValueError):
    """Input that is no question about Canasta: unreadable, impossible or contradictory.

    ``kind`` says what was wrong: ``notation`` (cannot be read), ``position`` (no deal could produce it, or
    something needed is missing) or ``request`` (the actions ask for something that is not there). ``where``
    names the key or the action, such as ``own.melds[0]`` or ``actions[2]``. ``code`` is a key of
    :data:`MESSAGES`, ``facts`` fill it.
    """

    def __init__(self, kind: Kind, where: str, code: str, **facts: Any) -> None:
        super().__init__(MESSAGES[code].format(**facts))
        self.kind: Kind = kind
        self.where = where
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.where}: {self.args[0]}" if self.where else str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.kind, self.where, self.code, self.facts)

    def to_json(self) -> dict[str, Any]:
        """The error object of the command line."""
        return {"kind": self.kind, "where": self.where, "message": self.args[0]}


def _rebuild(kind: Kind, where: str, code: str, facts: dict[str, Any]) -> EngineError:
    return EngineError(kind, where, code, **facts)
