"""What cards count that somebody types into the field: each of them, as one meld, and towards opening."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from engine.judging.best_play import highest_initial_meld
from engine.judging.judge import judge
from engine.law.cards import CARDS, Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position, Side
from engine.law.ruleset import RuleSet
from engine.notation.text import format_cards, parse_actions
from engine.score.questions import check_score_cards, score_side_from_json
from engine.score.sheet import score_side
from lessons.kinds.common.answers import AnswerError, wanted_in
from lessons.saying.engine_errors import error_in_words
from lessons.saying.numbers import line_in_words
from lessons.saying.verdicts import explain
from lessons.words import naming
from tutor.editor.typed_cards import read_cards, with_suits

MOST_CARDS: Final = 30
STAY: Final = (CARDS["3c"], CARDS["3s"])
"""Cards that stay in the hand, so that a meld of all the others is not refused for lack of a card to keep."""
_CARDS: Final = re.compile(r"(?:joker|10|[2-9TJBQDKA]|[cdhs]|[*+])+", re.IGNORECASE)
_PLAINLY: Final = re.compile(r"\d|\*|joker|^[TJBQDKA]{2,}$", re.IGNORECASE)
"""What a word of the language has not: a digit, a star. Ranks alone count where they are capitals."""
_ARTICLE: Final = "a"
"""In a question, no ace: “what is a joker worth”."""
_ASKING: Final = re.compile(
    r"was|zählt|zählen|zaehlt|zaehlen|wie|viel|viele|wieviel|sind|macht|machen|bringt|bringen|wert|punkte|reicht|reichen|das|"
    r"die|ist|mit|und|zum|für|rauskommen|aufmachen|eröffnen|erstmeldung|karten|fehlt|fehlen|"
    r"what|does|do|is|are|how|many|much|points|count|worth|enough|to|open|with|and|for|the|these|cards|missing",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Cards that were typed. ``problem`` says why they cannot be counted."""

    cards: tuple[Card, ...] = ()
    suits_told: bool = False
    problem: str = ""


def typed_in(query: str) -> Typed | None:
    """The cards of a query that is about cards and nothing else; None for one in words.

    ``KKK2 Joker`` are cards, and so they are in “was zählen KKK2”; a word of the language is none.
    """
    words = [word for word in re.split(r"[\s,;?!]+", query) if word]
    cards = [word for word in words if not _ASKING.fullmatch(word)]
    if len(cards) < len(words) and _ARTICLE in cards:
        return None
    if not cards or not all(map(_CARDS.fullmatch, cards)) or not any(map(_is_plain, cards)):
        return None
    text = " ".join(cards)
    try:
        wanted = wanted_in(text)
    except AnswerError as error:
        return Typed(problem=error.message)
    if len(wanted) == len(words) == 1:  # the number of a chapter, or what is asked about
        return None
    if len(wanted) > MOST_CARDS:
        return Typed(
            problem=gettext("That is too many cards to count at once: the limit is %(count)s.")
            % {"count": MOST_CARDS}
        )
    try:
        found = read_cards(with_suits({"hand": text}, sequences=False)["hand"])
    except AnswerError as error:
        return Typed(problem=error.message)
    return Typed(cards=sort_cards(found), suits_told=all(suit or rank == "JK" for rank, suit in wanted))


def _is_plain(word: str) -> bool:
    """Whether these are cards and no word, as “das” and “bad” would be."""
    return bool(_PLAINLY.search(word)) and (
        word.isupper() or not word.isalpha() or "joker" in word.casefold()
    )


def counted(typed: Typed, rules: RuleSet) -> dict[str, Any]:
    """What the page says of these cards under these rules. ``cannot`` says why they cannot lie on one table."""
    cards = typed.cards
    try:
        Position(rules=rules, players=rules.default_players, phase="play", hand=cards)
    except EngineError as error:
        return {"cards": cards, "cannot": error_in_words(error)}
    threes = [card for card in cards if card.is_red_three]
    melding = tuple(card for card in cards if not card.is_red_three)
    needs_suits = rules.sequences and not typed.suits_told
    return {
        "cards": cards,
        "rows": _rows(melding),
        "total": sum(card.points for card in melding),
        "threes": len(threes),
        "needs_suits": needs_suits,
        "meld": None if needs_suits or len(melding) < 2 else _as_meld(melding, rules),
        "opening": None if needs_suits or not melding else _opening(melding, rules),
    }


def _rows(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """The same cards together: how many, what each counts, and all of them."""
    ranks = Counter(card.rank for card in cards)
    points = {card.rank: card.points for card in cards}
    example = {card.rank: card for card in cards}
    return [
        {
            "name": naming.rank_count(naming.word_key(example[rank]), count),
            "count": count,
            "each": points[rank],
            "points": count * points[rank],
        }
        for rank, count in ranks.items()
    ]


def _as_meld(cards: tuple[Card, ...], rules: RuleSet) -> dict[str, Any] | None:
    """All the cards as one meld of a side that has opened: whether it may lie there, why not, what it scores."""
    actions = tuple(parse_actions([f"meld {format_cards(cards)}"]))
    position = _held(cards, rules, opened=True)
    if position is None:
        return None
    verdict = judge(position, actions, unfinished=True, remedy=False)
    told = explain(verdict, position=position, actions=actions, reveal=False)
    found: dict[str, Any] = {
        "legal": verdict.legal,
        "why": told.deciding.text if told.deciding else "",
        "rule": told.rule_id,
        "lines": [],
    }
    if verdict.legal and len(cards) >= rules.canasta_size:
        found |= _at_the_end(cards, rules)
    return found


def _at_the_end(cards: tuple[Card, ...], rules: RuleSet) -> dict[str, Any]:
    try:
        side = score_side_from_json({"melds": [format_cards(cards)]}, rules)
        check_score_cards([side], rules, names=["side"])
    except EngineError:
        return {}
    sheet = score_side(side, rules)
    return {
        "lines": [naming.first_upper(line_in_words(line)) for line in sheet.lines],
        "total": sheet.total,
    }


def _opening(cards: tuple[Card, ...], rules: RuleSet) -> dict[str, Any] | None:
    """The most that these cards can open with, and what every step of the table asks for."""
    position = _held(cards, rules, opened=False)
    if position is None or rules.initial_steps is None:
        return None
    # At the lowest score everything that may be laid at all opens.
    play = highest_initial_meld(position)
    have = play.points if play else 0
    return {
        "have": have,
        "melds": [action.cards for action in play.actions if action.verb == "meld"] if play else [],
        "steps": [
            {
                "since": "" if start is None else naming.number(start),
                "needed": naming.number(needed),
                "missing": max(0, needed - have),
            }
            for start, needed in rules.initial_steps
        ],
        "first": next((naming.number(start) for start, _ in rules.initial_steps if start is not None), ""),
    }


def _held(cards: tuple[Card, ...], rules: RuleSet, *, opened: bool) -> Position | None:
    """A turn in which these cards are held, and two that stay; None where the deck has no such two."""
    lowest = min((start for start, _ in rules.initial_steps or () if start is not None), default=0)
    own = Side(score=0 if opened else lowest - 5, opened=opened)
    try:
        return Position(
            rules=rules,
            players=rules.default_players,
            phase="play",
            hand=sort_cards((*cards, *STAY)),
            own=own,
        )
    except EngineError:
        return None
