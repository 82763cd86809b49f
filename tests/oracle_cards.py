"""Cards for the oracle: plain strings such as "Kh", "2c" and "JK".

Part of the slow judge in tests/oracle.py. The notation is the engine's, the code that reads it is not.
"""

import re
from collections import Counter

NATURAL_RANKS = "456789TJQKA"
SUITS = "cdhs"
RANK_ORDER = {rank: place for place, rank in enumerate("3" + NATURAL_RANKS + "2")}
POINTS = {"JK": 50, "A": 20, "2": 20} | dict.fromkeys("89TJQK", 10) | dict.fromkeys("4567", 5)

_CARD = re.compile(r"JK|(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE)


class OracleError(ValueError):
    """Input that cannot be judged. `kind` is notation, position or request; `where` names the key."""

    def __init__(self, kind: str, where: str, why: str = "") -> None:
        super().__init__(f"{kind} error in {where}: {why}")
        self.kind = kind
        self.where = where


def parse_cards(text: str, where: str) -> list[str]:
    """Read "Kh Kd 2c", "Kh,Kd", "KhKd2c" or "10h" into a list of card strings in the given order."""
    if not isinstance(text, str):
        raise OracleError("notation", where, "cards are given as text")
    cards = []
    rest = text
    while rest:
        if rest[0] in " ,\t":
            rest = rest[1:]
            continue
        match = _CARD.match(rest)
        if match is None:
            raise OracleError("notation", where, f"no card at {rest!r}")
        cards.append(_canonical(match.group()))
        rest = rest[match.end() :]
    return cards


def _canonical(word: str) -> str:
    if word.upper() == "JK":
        return "JK"
    return word[:-1].upper().replace("10", "T") + word[-1].lower()


def kind(card: str) -> str:
    """What matters of a card where suits do not: a natural rank, "2", "JK", "3b" (black) or "3r" (red)."""
    if card == "JK":
        return "JK"
    if card[0] == "3":
        return "3r" if card[1] in "dh" else "3b"
    return card[0]


def is_wild(card: str) -> bool:
    """Jokers and twos."""
    return kind(card) in ("JK", "2")


def is_natural(card: str) -> bool:
    """Four to ace."""
    return kind(card) in NATURAL_RANKS


def points(card: str) -> int:
    """The value of one card; a red three has none."""
    if card[0] == "3":
        return 5 if kind(card) == "3b" else 0
    return POINTS[kind(card)]


def total(cards: list[str]) -> int:
    """The value of all the cards together."""
    return sum(points(card) for card in cards)


def sort_key(card: str) -> tuple[int, str]:
    """Threes, four to ace, twos, jokers; suits in the order c d h s."""
    return (99, "") if card == "JK" else (RANK_ORDER[card[0]], card[1])


def in_order(cards) -> list[str]:
    """The cards (a list or a Counter) as a sorted list."""
    listed = cards.elements() if isinstance(cards, Counter) else cards
    return sorted(listed, key=sort_key)


def text(cards) -> str:
    """The canonical string of a list of cards, in the order given."""
    return " ".join(cards)


CARDS_OF_A_PACK = 52


def copies_in_deck(card: str, packs: int, jokers: int) -> int:
    """How many of this card the whole deck has."""
    return jokers if card == "JK" else packs
