"""What has happened in a deal, turn by turn: the table before and after each, and what was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.law.actions import Step
from engine.play.deal import Deal
from engine.play.game import Game


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that is over: the deal before and after it, and its actions."""

    before: Deal
    steps: tuple[Step, ...]
    after: Deal

    @property
    def seat(self) -> int:
        return self.before.seat

    def steps_of(self, verb: str) -> list[Step]:
        """The actions of this verb."""
        return [step for step in self.steps if step.move.verb == verb]


def first_deal(game: Game) -> Deal:
    """The first deal of a game, as it stands or as it ended. Raises ValueError where none was dealt."""
    found = game.finished[0].deal if game.finished else game.deal
    if found is None:
        raise ValueError("no deal is being played")
    return found


def turns_of(start: Deal, played: Sequence[tuple[Step, ...]]) -> Iterator[PlayedTurn]:
    """The turns that were played from this start."""
    deal = start
    for steps in played:
        before = deal
        for step in steps:
            deal = deal.play_move(step.move, answer=step.answer or None, cards=step.cards)
        yield PlayedTurn(before, steps, deal)
