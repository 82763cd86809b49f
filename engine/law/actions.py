"""What a player can do in a turn, and what players try to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.law.cards import Card, sort_cards

Verb = Literal["draw", "take", "meld", "add", "merge", "move", "swap", "expose", "ask", "discard", "end"]
VERBS: Final[tuple[Verb, ...]] = (
    "draw", "take", "expose", "ask", "meld", "add", "merge", "move", "swap", "discard", "end",
)  # fmt: skip
"""All verbs in the order in which a list of possible actions shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action of interchange notation, read but not judged.

    ``cards`` are the cards the player uses (for ``draw`` the cards that come, in order; for ``expose`` the
    red three). ``target`` names the meld it goes to, ``source`` the other meld of ``merge`` and ``move``,
    ``others`` the card swapped out or the replacement that ``expose`` names. ``top_only`` marks ``take top``.
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    target: str = ""
    source: str = ""
    others: tuple[Card, ...] = ()
    top_only: bool = False

    def __post_init__(self) -> None:
        if self.verb not in ("draw", "expose"):
            object.__setattr__(self, "cards", sort_cards(self.cards))

    @property
    def laid_cards(self) -> tuple[Card, ...]:
        """The cards that leave the player's hand with this action."""
        return () if self.verb in ("draw", "move") else self.cards

    def __str__(self) -> str:
        cards = " ".join(map(str, self.cards))
        match self.verb:
            case "take":
                words = [
                    "take",
                    "top" if self.top_only else "",
                    cards,
                    f"onto {self.target}" if self.target else "",
                ]
            case "add":
                words = ["add", cards, "to", self.target]
            case "merge":
                words = ["merge", self.target, "and", self.source]
            case "move":
                words = ["move", cards, "from", self.source, "to", self.target]
            case "swap":
                words = ["swap", cards, "for", " ".join(map(str, self.others)), "in", self.target]
            case "expose":
                words = ["expose", cards, " ".join(map(str, self.others))]
            case _:
                words = [self.verb, cards]
        return " ".join(word for word in words if word)
