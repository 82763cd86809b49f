"""What a theme looks at, and every moment of a deal that was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.law.actions import Move, Step
from engine.law.cards import BLACK_THREE_KIND, KIND_NAMES
from engine.play.deal import Deal
from engine.play.players.deciding import Asked
from engine.play.players.fearing import Fear, Risk
from engine.play.players.style import CAREFUL
from engine.play.view import Memory, View, deck_counts, view_of_deal
from engine.turn.turn import Turn


@dataclass(frozen=True)
class Moment:
    """A move, thought of or made: the view of who is to act, the complete list of legal moves, and one of them.

    Nothing that is hidden from the seat can be read here.
    """

    view: View
    moves: Sequence[Move]
    move: Move

    @property
    def turn(self) -> Turn:
        """The turn before the move. Raises ValueError where the view is not that of who is to act."""
        return self.asked.turn

    @cached_property
    def asked(self) -> Asked:
        """The same as the careful style is asked for its decision."""
        return Asked(self.view, self.moves, CAREFUL)

    @cached_property
    def fear(self) -> Fear:
        """What can be known of the next player."""
        return Fear(self.view)

    @cached_property
    def after(self) -> Turn:
        """The turn after the move; of a card that is drawn it only knows that it came."""
        turn = self.turn.copy()
        turn.apply(self.move)
        return turn

    @property
    def goes_out(self) -> bool:
        """Whether no card is left after the move, and nothing was owed."""
        return self.turn.phase == "play" and self.move.verb != "ask" and self.after.hand_is_empty

    @property
    def stops(self) -> bool:
        """Whether the move ends the turn with cards left in the hand."""
        return self.move.verb in ("discard", "end") and self.turn.phase == "play" and not self.goes_out

    @property
    def kind(self) -> int:
        """The kind of the card that is discarded."""
        return self.move.kinds[0]

    @cached_property
    def risks(self) -> dict[Move, Risk]:
        """What the next player may do with each discard that is possible, in the order of the list."""
        return {move: self.fear.risk(move) for move in self.moves if move.verb == "discard"}

    @property
    def risk(self) -> Risk:
        """What the next player may do with this discard."""
        return self.risks.get(self.move) or self.fear.risk(self.move)

    def in_sight(self, kind: int) -> int:
        """How many cards of a kind the seat has seen or holds; cards known to be in a hand are seen."""
        return deck_counts(self.view.rules)[kind] - self.fear.unseen[kind]


def rank_key(kind: int) -> str:
    """The key by which words name a kind of card: ``K``, ``3b``, ``2``, ``JK``."""
    return "3b" if kind == BLACK_THREE_KIND else KIND_NAMES[kind]


def moments(start: Deal, played: Iterable[Iterable[Step]], *, seat: int) -> Iterator[tuple[int, Moment]]:
    """Every move that a seat made in a deal, with the number of its turn, counted from 0 over all seats.

    ``start`` is the deal before its first turn, ``played`` its turns. Moves between which there was nothing to choose
    are told as well.
    """
    deal, memory = start, Memory.of_table(len(start.hands))
    for number, steps in enumerate(played):
        for step in steps:
            if deal.seat == seat:
                yield number, Moment(view_of_deal(deal, memory.copy()), deal.legal_moves(), step.move)
            memory.note(deal.seat, step.move, [card.kind for card in deal.turn.pile])
            deal = deal.play_move(step.move, answer=step.answer or None, cards=step.cards)
