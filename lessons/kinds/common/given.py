"""What an exercise puts before the learner, whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from lessons.content.base import SideTable, Task
from lessons.kinds.common.accepting import Accept


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The parts of a task that several kinds have: empty, or None, where this one has no such part.

    ``actions`` are what is put forward, ``options`` lists of actions to choose from, ``next_cards`` what the stock
    would give, ``cards`` those shown without a table, ``side`` and ``other`` what is scored, ``reasons`` rules to
    choose from, ``accept`` what else than being legal is asked for, ``tempting`` what looks right at first and is not,
    and ``others`` what is allowed instead.
    """

    position: Position | None = None
    actions: tuple[Action, ...] = ()
    options: tuple[tuple[Action, ...], ...] = ()
    next_cards: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    side: SideTable | None = None
    other: SideTable | None = None
    reasons: tuple[RuleId, ...] = ()
    accept: Accept | None = None
    tempting: tuple[Action, ...] = ()
    others: tuple[tuple[Action, ...], ...] = ()

    @property
    def lists(self) -> tuple[tuple[Action, ...], ...]:
        """Every list of actions that is shown."""
        return (*((self.actions,) if self.actions else ()), *self.options)

    @property
    def sides(self) -> dict[str, SideTable]:
        """The sides that are scored, by the keys of their places."""
        sides = {"side": self.side, "other": self.other}
        return {name: side for name, side in sides.items() if side is not None}


MINIMUM: Final = ("initial.", "samba.initial-")
"""How the rules begin that are about the first meld."""


def asks_for_minimum(task: Task) -> bool:
    """Whether knowing what a first meld needs is part of the task: then nothing on the page says it before the verdict.

    Where something tempts, what the table says would tell what it fails on.
    """
    shown = given_in(task)
    opens = shown.accept is not None and bool(shown.accept.opens)
    return opens or bool(shown.tempting) or any(rule.startswith(MINIMUM) for rule in task.rules)


def given_in(task: Task) -> Given:
    """The parts that a task has under the usual names."""
    parts: dict[str, Any] = {}
    for part in fields(Given):
        value = getattr(task, part.name, None)
        if value is not None:
            parts[part.name] = value
    return Given(**parts)
