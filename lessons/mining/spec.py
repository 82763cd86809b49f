"""What a maker of puzzles is told (a theme) and where it looks (a scene)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.law.variants import RuleSetName
from engine.score.sheet import ScoreSide

Record = dict[str, Any]
"""An item as it stands in its file: keys of the task, without texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a question can be put: a position at a turn's beginning and after drawing, or a side after a deal.

    ``other`` is the side of the opponents, ``played`` the turn as somebody played it there, empty for scenes that were
    made up.
    """

    position: Position | None = None
    drawn: Position | None = None
    next_cards: tuple[Card, ...] = ()
    played: tuple[Action, ...] = ()
    side: ScoreSide | None = None
    other: ScoreSide | None = None
    rules: str = "classic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """How the puzzles of a theme are made.

    ``allowing`` and ``forbidding`` are the rules that may decide, of a legal and of an illegal answer. ``offers`` names
    what is tried, ``phase`` where, ``topics`` how positions that are made up lean, ``options`` what the kind needs.
    ``played_only`` makes puzzles of deals that players with reasons have played, at most one of a rule from each deal.
    Positions that are made up could have come out of a deal, unless ``adds_up`` is false.
    """

    slug: str
    ask: Callable[[Maker, Scene, Random], Iterator[Record]]
    rule_sets: tuple[RuleSetName, ...] = ("classic",)
    offers: tuple[str, ...] = ()
    allowing: tuple[RuleId, ...] = ()
    forbidding: tuple[RuleId, ...] = ()
    phase: Literal["draw", "play"] = "play"
    topics: tuple[str, ...] = ("any",)
    options: dict[str, Any] = field(default_factory=dict)
    played_only: bool = False
    adds_up: bool = True

    def positions(self, scene: Scene) -> Position | None:
        """The position of the scene in the phase that this theme is about."""
        return scene.position if self.phase == "draw" else scene.drawn
