"""Slips with the values of cards, and with which cards count among the melded ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.law.cards import Card, card, points_of
from engine.law.melds import Meld
from lessons.counting.computing import CANASTAS, compute_bonus
from lessons.miscounts.base import Asked, Slip, places
from lessons.table.staging import laid_cards

LOW, HIGH, TWO, JOKER = (card(code).points for code in ("4h", "Kh", "2h", "JK"))
ACES_ELSEWHERE: Final = (11, 15)
"""What aces count in rummy, in its German and in its American form."""
HUNDRED: Final = 100
"""What black threes cost in some later forms of the game."""
VALUED: Final = places("melded-cards", "hand-cards", "card-points", "points-laid", "missing-points")
MELDED: Final = places("melded-cards")

Price = Callable[[Card, Card | None], int]
"""What somebody takes a card to be worth; the second card is the one for which a wild card stands."""


def _groups(asked: Asked) -> Iterator[tuple[Card, ...]]:
    """The cards that are valued, those of one meld together."""
    match asked.place:
        case "melded-cards":
            yield from (meld.cards for meld in asked.melds)
        case "hand-cards":
            yield from (tuple(c for c in hand if not c.is_red_three) for hand in asked.side.hands)
        case "card-points":
            yield asked.counted.cards
        case _:
            one = asked.counted
            yield from (laid_cards(one.on_table, (action,)) for action in one.actions)


def _stands_for(group: tuple[Card, ...]) -> Card | None:
    """The natural card for which the wild cards of a meld stand; None where the cards are no set with some."""
    naturals = Meld(group).naturals
    if len(naturals) in (0, len(group)) or not naturals[0].is_natural or len({c.rank for c in naturals}) > 1:
        return None
    return naturals[0]


def _valued(asked: Asked, price: Price) -> int:
    total = 0
    for group in _groups(asked):
        stands = None if asked.place == "hand-cards" else _stands_for(group)
        total += sum(price(c, stands) for c in group)
    return _as_asked(asked, total)


def _as_asked(asked: Asked, points: int) -> int:
    """Points of cards as the place counts them: minus in a hand, as what is missing to the minimum."""
    if asked.place == "hand-cards":
        return -points
    if asked.place == "missing-points":
        return max(0, (asked.counted.on_table.initial_minimum or 0) - points)
    return points


def _at(fits: Callable[[Card], bool], *points: int) -> Callable[[Asked], tuple[int, ...]]:
    """Every fitting card at another value."""

    def priced(value: int) -> Price:
        return lambda c, stands: value if fits(c) else c.points

    return lambda asked: tuple(_valued(asked, priced(value)) for value in points)


def _ranks(letters: str) -> Callable[[Card], bool]:
    return lambda c: c.rank in letters and c.is_natural


def _as_printed(c: Card, stands: Card | None) -> int:
    if not c.is_natural:
        return c.points
    return int(c.rank) if c.rank.isdecimal() else HIGH if c.rank == "T" else c.points


def _loose(asked: Asked) -> int | None:
    """The melded cards without those in canastas."""
    if not asked.canastas:
        return None
    return asked.right - sum(meld.points for meld in asked.canastas)


def _only_canastas(asked: Asked) -> int | None:
    return sum(meld.points for meld in asked.canastas) or None


def _with_bonus(asked: Asked) -> int | None:
    if asked.place == "card-points":
        return asked.right + compute_bonus(asked.counted.cards, asked.rules)
    if asked.place == "melded-cards":
        return asked.right + sum(map(asked.points_of, CANASTAS))
    laid = points_of(c for group in _groups(asked) for c in group)
    return _as_asked(asked, laid + sum(compute_bonus(group, asked.rules) for group in _groups(asked)))


def _with_red_threes(value: Callable[[Asked], int]) -> Callable[[Asked], int | None]:
    """Red threes counted among the cards, each at this value."""

    def numbers(asked: Asked) -> int | None:
        if asked.place == "card-points":
            reds = sum(c.is_red_three for c in asked.counted.cards)
            return asked.right + reds * value(asked)
        if asked.place == "melded-cards":
            return asked.right + len(asked.side.red_threes) * value(asked)
        laid = points_of(c for group in _groups(asked) for c in group)
        return _as_asked(asked, laid + len(asked.counted.on_table.own.red_threes) * value(asked))

    return numbers


def _hand_points(asked: Asked) -> int:
    return sum(points_of(hand) for hand in asked.side.hands)


def _without_one(asked: Asked) -> tuple[int, ...]:
    """The melded cards without one of several melds."""
    if len(asked.melds) < 2:
        return ()
    return tuple(asked.right - meld.points for meld in asked.melds)


def _blocking(asked: Asked) -> int:
    return sum(meld.points for meld in asked.side.melds if meld not in asked.melds)


STRUCTURE: Final = (
    Slip(
        id="canasta-cards-left-out", rule="canasta.card-values-extra", places=MELDED, numbers=_loose,
        told=_("That is the sum without the cards in the canastas. They count as well."),
    ),
    Slip(
        id="canasta-bonus-in-cards", rule="canasta.card-values-extra",
        places=places("melded-cards", "card-points"), numbers=_with_bonus,
        in_sum="never",
        told=_("That includes the bonus for canastas. Here only the values of the cards are counted."),
    ),
    Slip(
        id="canasta-bonus-in-minimum", rule="initial.card-values-only",
        places=places("points-laid", "missing-points"), numbers=_with_bonus,
        told=_("The bonus of a canasta does not count towards the initial meld; only its cards do."),
    ),
    Slip(
        id="red-threes-among-cards", rule="value.red-three", places=places("melded-cards", "card-points"),
        numbers=_with_red_threes(lambda asked: asked.rules.red_three_value),
        in_sum="never",
        told=_("A red three has no card value: it is a bonus and has a row of its own."),
    ),
    Slip(
        id="red-threes-in-minimum", rule="red3.not-a-meld", places=places("points-laid", "missing-points"),
        numbers=_with_red_threes(lambda asked: asked.rules.red_three_value),
        told=_("Red threes do not count towards the initial meld."),
    ),
    Slip(
        id="hand-already-off", rule="score.formula", places=MELDED,
        numbers=lambda asked: asked.right - _hand_points(asked),
        in_sum="never",
        told=_("Here the cards in hand have been deducted already. They have a row of their own."),
    ),
    Slip(
        id="hand-among-melded", rule="score.hand-minus", places=MELDED,
        numbers=lambda asked: asked.right + _hand_points(asked),
        in_sum="never",
        told=_("The cards in hand are included here. Only what lies on the table belongs in this row."),
    ),
    Slip(
        id="blocking-cards-again", rule="house.sperr-canasta-1500", places=MELDED,
        numbers=lambda asked: asked.right + _blocking(asked),
        told=_("The cards of a blocking canasta are already counted in its own row."),
    ),
    Slip(
        id="only-canasta-cards", rule="score.formula", places=MELDED, numbers=_only_canastas,
        told=_("Only the cards in canastas are counted here. Those in smaller melds count as well."),
    ),
    Slip(
        id="cards-not-counted", rule="canasta.card-values-extra", places=MELDED, adding=True,
        numbers=lambda asked: 0,
        told=_("The values of the melded cards are missing."),
    ),
)  # fmt: skip

VALUES: Final = (
    Slip(
        id="wild-as-stood-for", rule="value.joker", places=VALUED,
        numbers=lambda asked: _valued(asked, lambda c, stands: stands.points if c.is_wild and stands else c.points),
        told=_("A wild card keeps its own value, whatever card it stands for."),
    ),
    Slip(
        id="black-three-at-hundred", rule="value.black-three", places=VALUED,
        numbers=_at(lambda c: c.is_black_three, HUNDRED),
        told=_("That makes black threes worth far too much. They count like the smallest cards."),
    ),
    Slip(
        id="joker-as-two", rule="value.joker", places=VALUED, numbers=_at(lambda c: not c.suit, TWO),
        told=_("That counts jokers as twos. A joker is worth more."),
    ),
    Slip(
        id="two-as-joker", rule="value.ace-two", places=VALUED, numbers=_at(lambda c: c.rank == "2", JOKER),
        told=_("That counts twos as jokers. A two is worth as much as an ace."),
    ),
    Slip(
        id="ace-as-king", rule="value.ace-two", places=VALUED, numbers=_at(_ranks("A"), HIGH),
        told=_("That counts aces as kings. An ace is worth more: as much as a two."),
    ),
    Slip(
        id="ace-as-in-rummy", rule="value.ace-two", places=VALUED, numbers=_at(_ranks("A"), *ACES_ELSEWHERE),
        told=_("Aces have this value in rummy. In Canasta an ace is worth as much as a two."),
    ),
    Slip(
        id="two-as-small-card", rule="value.ace-two", places=VALUED, numbers=_at(lambda c: c.rank == "2", LOW),
        told=_("That counts twos as small cards. A two is wild and worth as much as an ace."),
    ),
    Slip(
        id="eight-as-small-card", rule="value.eight-to-king", places=VALUED, numbers=_at(_ranks("8"), LOW),
        told=_("That counts eights as sevens. The higher value begins with the eight."),
    ),
    Slip(
        id="nine-as-small-card", rule="value.eight-to-king", places=VALUED, numbers=_at(_ranks("89"), LOW),
        told=_("That counts nines as sevens. From the eight up to the king every card is worth the same."),
    ),
    Slip(
        id="only-court-at-ten", rule="value.eight-to-king", places=VALUED, numbers=_at(_ranks("89T"), LOW),
        told=_("That gives only court cards the value of a king. Eights, nines and tens are worth just as much."),
    ),
    Slip(
        id="seven-as-high-card", rule="value.four-to-seven", places=VALUED, numbers=_at(_ranks("7"), HIGH),
        told=_("That counts sevens as eights. A seven is still one of the small cards."),
    ),
    Slip(
        id="small-cards-at-ten", rule="value.four-to-seven", places=VALUED, numbers=_at(_ranks("4567"), HIGH),
        told=_("That counts fours to sevens as kings, but a king is worth twice as much."),
    ),
    Slip(
        id="number-as-printed", rule="value.eight-to-king", places=VALUED,
        numbers=lambda asked: _valued(asked, _as_printed),
        told=_("That takes the number on the card as its value. In Canasta the cards have fixed values."),
    ),
    Slip(
        id="black-three-at-nothing", rule="value.black-three", places=VALUED,
        numbers=_at(lambda c: c.is_black_three, 0),
        told=_("The black threes are missing. They count like the smallest cards."),
    ),
    Slip(
        id="wild-at-nothing", rule="value.joker", places=VALUED, numbers=_at(lambda c: c.is_wild, 0),
        told=_("The wild cards are missing. They count at their own value."),
    ),
    Slip(
        id="red-three-as-black", rule="value.red-three", places=places("card-points", "melded-cards"),
        numbers=_with_red_threes(lambda asked: card("3s").points),
        in_sum="never",
        told=_("That counts red threes as black ones. A red three has no card value at all."),
    ),
)  # fmt: skip

LAST: Final = (
    Slip(
        id="one-meld-left-out", rule="score.formula", places=MELDED, numbers=_without_one,
        told=_("One of the melds is missing from this number."),
    ),
)  # fmt: skip
