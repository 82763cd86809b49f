"""An answer being worked on: what every kind's holds. What a kind asks besides, it reads and keeps itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.law.actions import Action

MOST_TEXT: Final = 300
"""Characters that are kept of what is written freely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The running answer.

    ``selected`` are form values of ticked cards, ``typed`` cards as text; ``checked`` whether these actions have been
    checked already, after which the cards drawn in them are no secret any more, and ``told`` whether the explanation of
    a miss was asked for, where it waits. ``entered`` are the fields that the kind has of its own. ``lot`` decides the
    order of answers whose order means nothing, for whoever has not begun to answer; ``untold`` says that the verdict
    on it is kept from the learner for now. Neither of the two is kept.
    """

    actions: tuple[Action, ...] = ()
    selected: tuple[str, ...] = ()
    typed: str = ""
    checked: bool = False
    told: bool = False
    entered: Mapping[str, Any] = field(default_factory=dict)
    lot: str = ""
    untold: bool = False

    @property
    def is_told(self) -> bool:
        """Whether the learner has a verdict, after which table and tray may say what had to be read off them."""
        return self.checked and not self.untold

    def text(self, name: str) -> str:
        """A field of the kind's own that holds a text."""
        return str(self.entered.get(name, ""))

    def to_json(self) -> dict[str, Any]:
        """What a draft keeps: only what was entered."""
        data = {
            "actions": [str(action) for action in self.actions],
            "selected": list(self.selected),
            "typed": self.typed,
            "checked": self.checked,
            "told": self.told,
            **{name: _filled(value) for name, value in self.entered.items()},
        }
        return {key: value for key, value in data.items() if value}


def _filled(value: Any) -> Any:
    """A field as JSON, without what is empty in it."""
    if isinstance(value, Mapping):
        return {key: one for key, one in value.items() if one}
    return list(value) if isinstance(value, tuple) else value
