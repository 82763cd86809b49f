"""The oracle as what makes and proves puzzles asks it; it can be handed to other processes."""

from __future__ import annotations

from typing import Any

from tests import oracle


class Oracle:
    """The second judge of ``lessons.mining.proving``."""

    def judge(self, position: dict[str, Any], actions: list[str], unfinished: bool = False) -> dict[str, Any]:
        return oracle.judge(position, actions, unfinished)

    def score(self, request: dict[str, Any]) -> dict[str, Any]:
        return oracle.score(request)


ORACLE = Oracle()
