"""Reading what a learner enters: ticked cards, typed cards, numbers. What cannot be read is an AnswerError.

An AnswerError is no wrong answer: nothing is graded, the entry stays, and a sentence says where and what.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext

from engine.law.cards import CARDS, Card, sort_cards
from lessons.kinds.common.work import Work
from lessons.words import naming

MAX_TYPED: Final = 200
MAX_NUMBER: Final = 1_000_000

_SEPARATORS: Final = re.compile(r"[\s,;+/&.-]+")
_JOKER: Final = re.compile(r"\*|jokers?", re.IGNORECASE)
_SIGNS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""Suits may be typed as signs, with or without what makes pictures of them."""
_WITH_SUITS: Final = re.compile(r"(?:(?:10|[2-9TtJjBbQqDdKkAa])[cdhs])+")
_IN_CAPITALS: Final = re.compile(r"(?=.*[CHS])(?:(?:10|[2-9TJBQDKA])[CDHS])+")
"""Suits as a keyboard of capitals writes them; a D alone may be a queen in German, one beside another suit is none."""
_ONE_WITH_SUIT: Final = re.compile(r"(10|[2-9TtJjBbQqDdKkAa])([cdhs])")
_RANKS: Final = {"B": "J", "D": "Q"}
_WORDS_AFTER_NUMBER: Final = re.compile(r"\s*(?:punkte?|points?|pts?|p)\.?$", re.IGNORECASE)
_NUMBER: Final = re.compile(r"([+-]?)(\d{1,3}(?:([.,' ])\d{3}(?:\3\d{3})*)?|\d+)")


class AnswerError(Exception):
    """An entry that is no answer yet. ``where`` names the field, ``message`` is a sentence in the active language."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where
        self.message = message


def read_number(text: str, *, where: str = "number") -> int:
    """A whole number as either language writes it: ``1.500``, ``1,500``, ``1500``, ``-85``, ``60 points``."""
    plain = (
        unicodedata.normalize("NFKC", text).strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    )
    plain = _WORDS_AFTER_NUMBER.sub("", plain.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    if not plain:
        raise AnswerError(where, gettext("Enter a number first."))
    match = _NUMBER.fullmatch(plain.replace("- ", "-"))
    digits = re.sub(r"\D", "", match[2]) if match else ""
    if match is None or len(digits) > 7 or int(digits) > MAX_NUMBER:
        raise AnswerError(
            where,
            gettext("“%(text)s” is not a whole number. Write it in digits, for example 85 or %(number)s.")
            % {"text": text.strip()[:20], "number": naming.number(1500)},
        )
    return -int(digits) if match[1] == "-" else int(digits)


def ticked_values(cards: Iterable[Card], *, shown: Iterable[Card]) -> tuple[str, ...]:
    """The form values (``Kh#0``) of these cards among those shown. Cards that are not shown are left out."""
    copies = Counter(shown)
    used: Counter[Card] = Counter()
    values = []
    for card in cards:
        if used[card] < copies[card]:
            values.append(f"{card}#{used[card]}")
            used[card] += 1
    return tuple(values)


def read_ticked(values: Iterable[str], *, shown: Sequence[Card]) -> tuple[Card, ...]:
    """The cards behind form values such as ``Kh#0``. Raises AnswerError for one that is not among those shown."""
    copies = Counter(shown)
    found: list[Card] = []
    for value in dict.fromkeys(values):
        notation, _, index = value.partition("#")
        card = CARDS.get(notation)
        if card is None or not index.isdecimal() or len(index) > 3:
            raise AnswerError(
                "cards", gettext("The form did not arrive intact: one of the selected cards cannot be read.")
            )
        if int(index) >= copies[card]:
            raise AnswerError(
                "cards",
                gettext("You do not hold %(card)s at the moment. Here is what you hold; select again.")
                % {"card": naming.cards_with_articles([card])},
            )
        found.append(card)
    return sort_cards(found)


def read_typed(text: str, *, held: Sequence[Card], suits_count: bool = False) -> tuple[Card, ...]:
    """Cards typed by rank (``KKK2``, ``DDD+Joker``) or in full (``Kh Kd``), taken out of those held.

    Letters of both languages are read; a joker is ``*`` or the word. Where only ranks are typed, the suits are chosen
    from the cards held. With ``suits_count``, where there are sequences, they are chosen only if there is one way to
    do it. Raises AnswerError for what cannot be read or is not held.
    """
    if len(text) > MAX_TYPED:
        raise AnswerError("typed", gettext("This is too long. Type ranks, for example KKK2."))
    wanted = wanted_in(text)
    if not wanted:
        raise AnswerError("typed", gettext("Type the cards first, for example KKK2 or 777*."))
    left = list(sort_cards(held))
    if suits_count:
        wanted = _with_the_only_suits(wanted, left)
    chosen: list[Card] = []
    for rank, suit in sorted(wanted, key=lambda one: one[1] == ""):
        fitting = [card for card in left if card.rank == rank and suit in ("", card.suit)]
        if not fitting:
            _refuse_missing(rank, suit, held=held, wanted=wanted)
        if rank == "3" and not suit and len({card.is_red_three for card in fitting}) > 1:
            raise AnswerError(
                "typed",
                gettext(
                    "You hold red and black threes. Write 3h or 3d for a red one, 3c or 3s for a black one."
                ),
            )
        left.remove(fitting[0])
        chosen.append(fitting[0])
    return sort_cards(chosen)


def wanted_in(text: str) -> list[tuple[str, str]]:
    """The ranks that are typed, each with its suit or an empty text. Raises AnswerError for what names no card."""
    return [
        found
        for part in _SEPARATORS.split(text.strip().translate(_SIGNS))
        if part
        for found in _read_part(part)
    ]


def _with_the_only_suits(wanted: list[tuple[str, str]], held: Sequence[Card]) -> list[tuple[str, str]]:
    """The cards with their suits where only ranks are typed: all of them held, or all in the one suit that has them.

    Raises AnswerError where more than one choice is left.
    """
    ranks = [rank for rank, suit in wanted if not suit and rank not in ("JK", "2", "3")]
    open_ranks = [
        rank
        for rank in dict.fromkeys(ranks)
        if len({card for card in held if card.rank == rank}) > 1
        and ranks.count(rank) < sum(card.rank == rank for card in held)
    ]
    if not open_ranks:
        return wanted
    suits = [suit for suit in "cdhs" if all(CARDS[rank + suit] in held for rank in ranks)]
    if len(ranks) == len(set(ranks)) > 1 and len(suits) == 1:
        return [(rank, suits[0] if not suit and rank in ranks else suit) for rank, suit in wanted]
    raise AnswerError(
        "typed",
        gettext(
            "You hold %(ranks)s of several suits, and in sequences the suit matters. "
            "Write it after the rank: c for clubs, d for diamonds, h for hearts or s "
            "for spades, for example %(example)s."
        )
        % {
            "ranks": naming.rank_many(open_ranks[0]),
            "example": next(str(card) for card in held if card.rank == open_ranks[0]),
        },
    )


def _read_part(part: str) -> list[tuple[str, str]]:
    """Ranks, with suits where they are written, of one word: ``KKK2``, ``KhKd``, ``Joker``, ``77*``."""
    if part.upper() == "JK" or re.search(r"J\s?K", _JOKER.sub("", part), re.IGNORECASE):
        raise AnswerError(
            "typed",
            gettext(
                "“JK” can be read in two ways: as a jack and a king, or as a joker. Write “J K” with a "
                "space for a jack and a king, and * or “Joker” for a joker."
            ),
        )
    if _IN_CAPITALS.fullmatch(part):
        part = re.sub(r"(10|.)(.)", lambda one: one[1] + one[2].lower(), part)
    if _WITH_SUITS.fullmatch(part):
        return [(_rank(rank), suit) for rank, suit in _ONE_WITH_SUIT.findall(part)]
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(part):
        joker = _JOKER.match(part, place)
        if joker:
            found.append(("JK", ""))
            place = joker.end()
        elif part.startswith("10", place):
            found.append(("T", ""))
            place += 2
        elif part[place].upper() in "23456789TJBQDKA":
            found.append((_rank(part[place]), ""))
            place += 1
        else:
            raise AnswerError(
                "typed",
                gettext("“%(text)s” is not a card. Type ranks, for example KKK2; * is a joker.")
                % {"text": part[:20]},
            )
    return found


def _rank(text: str) -> str:
    rank = "T" if text == "10" else text.upper()
    return _RANKS.get(rank, rank)


def _refuse_missing(rank: str, suit: str, *, held: Sequence[Card], wanted: list[tuple[str, str]]) -> None:
    if suit and any(card.rank == rank and card.suit == suit for card in held):
        suit = ""
    if suit:
        card = naming.cards_with_articles([CARDS[rank + suit]])
        raise AnswerError("typed", gettext("You do not hold %(card)s.") % {"card": card})
    have = sum(card.rank == rank for card in held)
    asked = sum(one == rank for one, _ in wanted)
    raise AnswerError(
        "typed",
        gettext("You typed %(wanted)s, but you hold %(have)s.")
        % {
            "wanted": naming.rank_count(rank, asked, "accusative"),
            "have": naming.rank_count(rank, have, "accusative") if have else gettext("none"),
        },
    )


def chosen_among(shown: Sequence[Card], work: Work, *, suits_count: bool) -> tuple[Card, ...]:
    """The cards that count: those typed, else those ticked. Raises AnswerError."""
    if work.typed.strip():
        return read_typed(work.typed, held=shown, suits_count=suits_count)
    return read_ticked(work.selected, shown=shown)
