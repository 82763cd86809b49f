"""The player by rules: one decision after another through the whole turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.law.actions import Move
from engine.play.players import going_out
from engine.play.players.deciding import Asked, Decision
from engine.play.players.laying import lay
from engine.play.players.style import Style
from engine.play.players.taking import begin
from engine.play.players.throwing import throw
from engine.play.view import View


class Player(Protocol):
    """Whoever can sit at the table."""

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        """One of the legal moves, which are at least one."""

    def answer(self, view: View) -> bool:
        """Whether the partner may go out."""


@dataclass(frozen=True, slots=True)
class RulePlayer:
    """A player that follows rules of thumb, as its style weighs them. It remembers nothing: the view does."""

    style: Style

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        """One of the legal moves, with the reason that fired."""
        asked = Asked(view, moves, self.style)
        red = asked.of("expose")
        if red:
            return Decision(red[0], "red-three")
        if asked.turn.phase == "draw" and asked.of("draw", "take"):
            return begin(asked)
        if len(moves) == 1 and not asked.hand_is_laid_by(moves[0]):
            return Decision(moves[0], "only-move")
        decision = going_out.go_out(asked) or lay(asked)
        if decision is not None:
            return decision
        return throw(asked) if asked.of("discard") else self._whatever(asked)

    def _whatever(self, asked: Asked) -> Decision:
        """Where nothing can be discarded and nothing seems worth laying: end the turn, or lay what there is."""
        return Decision((asked.of("end") or list(asked.moves))[0], "only-move")

    def answer(self, view: View) -> bool:
        return going_out.answer(view, self.style)[0]
