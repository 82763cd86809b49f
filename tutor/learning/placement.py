"""Where in the course to begin: the stages in blocks, each asked about before it is skipped, from the easy end on.

A block is asked by the same questions every time, with other cards: so those who know the same begin at the same place,
whatever their luck. Asked is first what nobody can guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from lessons.content.reading import Item, Library, Stage
from lessons.fresh.sisters import base_slug
from lessons.kinds.registry import kind_of

STAGES_IN_A_BLOCK: Final = 3
ENOUGH: Final = 2
"""Right answers after which a block is known although one was missed; with none missed the first is enough."""
MOST_MISSED: Final = 2
"""Misses after which a block is not known."""
RIGHT: Final = "right"
UNKNOWN: Final = "unknown"
"""The outcome of a question to which somebody says: I don't know yet."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a placement has come: ``blocks`` are known, and of the next so many questions were right and missed."""

    blocks: int = 0
    right: int = 0
    missed: int = 0
    over: bool = False


def blocks(library: Library) -> tuple[tuple[Stage, ...], ...]:
    """The stages with all the rules, a few at a time."""
    main = library.branch("main")
    return tuple(main[at : at + STAGES_IN_A_BLOCK] for at in range(0, len(main), STAGES_IN_A_BLOCK))


def reached(questions: Sequence[Mapping[str, Any]], library: Library) -> Reached:
    """What the answers so far say."""
    count = len(blocks(library))
    so_far = Reached(over=not count)
    for question in questions:
        if question["outcome"] is None or so_far.over:
            break
        so_far = _after(so_far, str(question["outcome"]))
        if so_far.blocks == count:
            so_far = replace(so_far, over=True)
    return so_far


def _after(before: Reached, outcome: str) -> Reached:
    if outcome == RIGHT:
        is_known = before.missed == 0 or before.right + 1 == ENOUGH
        return Reached(before.blocks + 1) if is_known else replace(before, right=before.right + 1)
    missed = MOST_MISSED if outcome == UNKNOWN and not before.right else before.missed + 1
    return replace(before, missed=missed, over=missed >= MOST_MISSED)


def next_step(questions: Sequence[Mapping[str, Any]], library: Library) -> Item | None:
    """The step to ask next; None where it is clear where to begin."""
    so_far = reached(questions, library)
    if so_far.over:
        return None
    return probes(blocks(library)[so_far.blocks])[so_far.right + so_far.missed]


def probes(block: Sequence[Stage]) -> tuple[Item, ...]:
    """The exercises that a block is asked by, in order: its last stage first."""
    wanted = ENOUGH + MOST_MISSED - 1
    ranked = [sorted(stage.exercises, key=_tells_least) for stage in reversed(block)]
    rounds = max(map(len, ranked))
    return tuple(steps[at] for at in range(rounds) for steps in ranked if at < len(steps))[:wanted]


def _tells_least(step: Item) -> tuple[bool, float, bool, int, int]:
    """What tells most comes first: short questions that cannot be guessed, about play, and that need many rules."""
    kind = kind_of(step)
    lucky = round(kind.chance_of_guessing(step), 1)
    return not kind.is_short, lucky, not kind.is_play, -len(step.task.rules), step.number


def known_stages(questions: Sequence[Mapping[str, Any]], library: Library) -> int:
    """So many of the stages with all the rules can be skipped."""
    if questions and not all("block" in question for question in questions):
        return _known_in_earlier_tests(questions, library)
    known = blocks(library)[: reached(questions, library).blocks]
    return sum(map(len, known))


def _known_in_earlier_tests(questions: Sequence[Mapping[str, Any]], library: Library) -> int:
    """The same of tests from before there were blocks: up to the last stage of which a question was right."""
    places = {stage.slug: place for place, stage in enumerate(library.branch("main"), start=1)}
    right = [base_slug(str(one["slug"])).partition("/")[0] for one in questions if one["outcome"] == RIGHT]
    return max((places.get(stage, 0) for stage in right), default=0)
