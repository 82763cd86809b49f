"""The texts of a question as regular expressions, for the OpenAPI description.

They say of a single text whether it is written as NOTATION.md describes. The engine reads each text itself; what a
pattern lets through and the engine does not is a question of the right form that cannot be.
"""

from __future__ import annotations

from typing import Final

from engine.law.variants import RULE_SETS


def _any_case(word: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in word)


def _one_of(*alternatives: str) -> str:
    return f"(?:{'|'.join(alternatives)})"


_GAP: Final = r" +"
_SUIT: Final = "[CDHScdhs]"
_CARD: Final = f"(?:[Jj][Kk]|(?:10|[2-9TJQKAtjqka]){_SUIT})"
_NATURAL: Final = f"(?:10|[4-9TJQKAtjqka]){_SUIT}"
_SOME_CARDS: Final = rf"{_CARD}(?:[ ,]*{_CARD})*"
_CARDS_OR_NONE: Final = rf"[ ,]*(?:{_CARD}[ ,]*)*"
_MELD: Final = (
    rf"(?:{_any_case('opp')}:)?"
    + _one_of(r"(?:10|[3-9TJQKAWtjqkaw])(?:#[1-9])?", f"{_NATURAL}-{_NATURAL}")
)  # fmt: skip


def _action(*parts: str) -> str:
    """Words in small letters stand for themselves, in capitals and small letters; the rest are patterns."""
    return _GAP.join(_any_case(part) if part.isalpha() else part for part in parts)


_TAKE: Final = (
    f"{_any_case('take')}(?:{_GAP}{_any_case('top')})?(?:{_GAP}{_SOME_CARDS})?"
    f"(?:{_GAP}{_any_case('onto')}{_GAP}{_MELD})?"
)
ACTION: Final = r"^ *{} *$".format(
    _one_of(
        f"{_any_case('draw')}(?:{_GAP}{_SOME_CARDS})?",
        _TAKE,
        _action("meld", _SOME_CARDS),
        _action("add", _SOME_CARDS, "to", _MELD),
        _action("merge", _MELD, "and", _MELD),
        _action("move", _SOME_CARDS, "from", _MELD, "to", _MELD),
        _action("swap", _SOME_CARDS, "for", _SOME_CARDS, "in", _MELD),
        _action("expose", _SOME_CARDS),
        _action("discard", _CARD),
        _action("ask"),
        _action("end"),
    )
)
"""One action."""

CARDS: Final = f"^{_CARDS_OR_NONE}$"
SOME_CARDS: Final = rf"^[ ,]*{_SOME_CARDS}[ ,]*$"
"""A list of cards; one with at least one card."""

_SIDE: Final = (
    rf"(?:-?[0-9]{{1,7}})? *(?:opened)? *"
    rf"(?:: *(?:[^ =|;]+ *=[^=|;]*)*(?:;{_CARDS_OR_NONE})?)?"
)  # fmt: skip
_SECTION: Final = _one_of(
    r"(?:draw|play)(?: +(?:pile|waiting))*",
    rf"hand(?: {_CARDS_OR_NONE})?(?:\+ *[0-9]{{1,6}})?",
    rf"(?:own|opp)(?: +{_SIDE})?",
    rf"pile(?: +(?:(?:[0-9]{{1,4}})? *(?:frozen)? *:)?{_CARDS_OR_NONE})?",
    r"(?:players|stock|partner) +[0-9]{1,6}",
    r"(?:permission|melded) +(?:yes|no)",
)
_NAMES: Final = _one_of(*sorted(RULE_SETS, key=len, reverse=True))
POSITION: Final = rf"^ *{_NAMES}(?:@[0-9]{{1,6}})?(?:\{{[^|]*\}})? *(?:\| *(?:{_SECTION})? *)*$"
"""A position in one line."""
