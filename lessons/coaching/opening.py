"""First melds that a hand could lay, proved by laying them."""

from __future__ import annotations

from dataclasses import replace

from engine.judging.moves import legal_moves
from engine.law.actions import KIND_MASK, WILD_MELD
from engine.law.cards import JOKER_KIND, TWO_KIND
from engine.play.players.deciding import Asked, points_of
from engine.play.players.laying import Melds, plan
from engine.turn.turn import Turn
from lessons.coaching.moments import Moment


def cheapest(moment: Moment, turn: Turn) -> Melds | None:
    """Melds with few wild cards that make the first meld of this turn; None where none are found, or none is needed.

    Whoever lays them can still discard and keep a card.
    """
    if turn.opened or turn.laid or turn.minimum <= 0:
        return None
    view = replace(moment.view, hand=turn.hand, turn=turn)
    melds = plan(Asked(view, (), moment.asked.style), turn.minimum)
    return melds if melds is not None and _can_be_laid(turn, melds) else None


def _can_be_laid(turn: Turn, melds: Melds) -> bool:
    """Whether these melds can be laid one after the other, and make the first meld."""
    turn = turn.copy()
    for kinds in melds:
        legal = [move for move in legal_moves(turn) if move.verb == "meld" and move.kinds == kinds]
        if not legal:
            return False
        turn.apply(legal[0])
    return turn.laid >= turn.minimum and turn.cards_in_hand >= turn.kept_at_least


def before_laying(turn: Turn) -> Turn:
    """The turn of a side that has not opened, with everything that was laid in it back in the hand."""
    start = turn.copy()
    for number, (naturals, twos, jokers) in turn.melds.items():
        if number & KIND_MASK != WILD_MELD:
            start.hand[number & KIND_MASK] += naturals
        start.hand[TWO_KIND] += twos
        start.hand[JOKER_KIND] += jokers
    start.melds, start.fresh, start.laid, start.laid_since_draw = {}, frozenset(), 0, False
    return start


def wilds_in(melds: Melds) -> int:
    return sum(kinds.count(TWO_KIND) + kinds.count(JOKER_KIND) for kinds in melds)


def points_in(melds: Melds) -> int:
    return sum(map(points_of, melds))


def cards_in(melds: Melds) -> int:
    return sum(map(len, melds))
