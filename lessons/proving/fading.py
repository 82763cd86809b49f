"""A worked example, then less and less help: how a way of the course leads to each of its rules.

A rule is *seen* where a scene shows it, or where the step that asks it first offers the same question worked out with
other cards. It is done *with help* where the line that says the rule stands beside the question, in the introduction
or in the question itself, and *alone* where no such line stands there. Hints do not count: nobody sees them who does
not ask for them. Further exercises, mini-deals, drills and tests say no rule beside what they ask.

Which rules a step tells, its author says (``tells``). Where nothing is said, an introduction tells the main rule of its
step and every rule that is asked there for the first time on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from lessons.content import bank
from lessons.content.deals import mini_deal
from lessons.content.reading import Item, Library, Stage
from lessons.content.schema import Branch
from lessons.fresh.sisters import TURNED, base_slug, sister_of
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution

Help = Literal["seen", "with help", "alone"]
FOLLOWS: Final[Mapping[Branch, Branch]] = {"why": "main"}
"""Branches that teach no rules of their own but say more of those of another."""
_BEGINNING: Final[frozenset[Branch]] = frozenset({"tonight", "main"})
_EXAMPLES: Final = (TURNED + 1, 1)
"""The sisters that are shown worked out and never asked; rather the one with another answer, so that none is copied.

But the answer to that one may have nothing to do with the rule: what is allowed is often allowed by another.
"""
GONE_BY: Final = 3
"""By so many times that a rule is asked, the line that says it is gone."""


@dataclass(frozen=True, slots=True)
class Met:
    """A place on the way where a rule is met, and how much of it is said there."""

    place: str
    help: Help


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a way leads to a rule: every place in order."""

    rule: str
    met: tuple[Met, ...]

    @property
    def asked(self) -> tuple[Met, ...]:
        return tuple(one for one in self.met if one.help != "seen")

    @property
    def is_seen_first(self) -> bool:
        return self.met[0].help == "seen"

    @property
    def is_helped(self) -> bool:
        """Whether the line stands beside the question where the rule is asked for the first time."""
        return self.asked[0].help == "with help"

    @property
    def is_done_alone(self) -> bool:
        return any(one.help == "alone" for one in self.asked)

    @property
    def too_late(self) -> tuple[str, ...]:
        """The places that still say the rule when it is asked for the third time or later."""
        return tuple(one.place for one in self.asked[GONE_BY - 1 :] if one.help == "with help")

    @property
    def faults(self) -> tuple[str, ...]:
        """What breaks the order, in a few words each."""
        faults = {
            "not seen first": not self.is_seen_first,
            "first without help": not self.is_helped,
            "never alone": not self.is_done_alone,
            f"still told in {', '.join(self.too_late)}": bool(self.too_late),
        }
        return tuple(fault for fault, is_so in faults.items() if is_so)


def ways(library: Library, branch: Branch) -> Mapping[str, Way]:
    """By rule, in the order in which the steps of a branch first ask it."""
    asked = {
        rule: None for stage in library.branch(branch) for step in stage.steps for rule in step.task.rules
    }
    met: dict[str, list[Met]] = {rule: [] for rule in asked}
    for stage in _stages(library, branch):
        for rule, one in _met(library, stage, asked_before=_asked_before(library, stage)):
            if rule in met:
                met[rule].append(one)
    if branch != "tonight":  # whoever wants to play tonight has no time for them
        for rule in set(met) & _drilled(library, branch):
            met[rule].append(Met("puzzles", "alone"))
    return {rule: Way(rule=rule, met=tuple(places)) for rule, places in met.items()}


def _stages(library: Library, branch: Branch) -> tuple[Stage, ...]:
    before = library.branch(FOLLOWS[branch]) if branch in FOLLOWS else ()
    return (*before, *library.branch(branch))


def _drilled(library: Library, branch: Branch) -> frozenset[str]:
    """The rules that puzzles ask under a rule set of this branch, where only the theme says what they are about."""
    played = {step.rules.name for stage in library.branch(branch) for step in stage.steps}
    own = [one for theme in library.themes for one in theme.puzzles if one.rules.name in played]
    made = [entry for entry in bank.bank().index.values() if entry.rule_set in played]
    return frozenset(
        {rule for one in own for rule in one.task.rules} | {rule for one in made for rule in one.rules}
    )


def _met(library: Library, stage: Stage, *, asked_before: frozenset[str]) -> Iterator[tuple[str, Met]]:
    for number, scene in enumerate(stage.scenes, start=1):
        for rule in scene.rules:
            yield rule, Met(f"{stage.slug}, scene {number}", "seen")
    known = set(asked_before)
    for step in stage.steps:
        new = [rule for rule in step.task.rules if rule not in known]
        told = told_by(step, new=new)
        for rule in step.task.rules:
            if rule in new and example_of(step) is not None:
                yield rule, Met(f"{step.slug}, worked out", "seen")
            yield rule, Met(step.slug, "with help" if rule in told else "alone")
        known |= set(step.task.rules)
    for step in stage.more:
        for rule in step.task.rules:
            yield rule, Met(step.slug, "with help" if rule in told_by(step, new=()) else "alone")
    deal = mini_deal(stage.deal or "")
    if deal is not None:
        yield from ((rule, Met(f"the deal {deal.slug}", "alone")) for rule in deal.rules)


def told_by(step: Item, *, new: Sequence[str]) -> frozenset[str]:
    """The rules that are said beside the question of a step, where ``new`` are asked for the first time."""
    if step.task.tells is not None:
        return frozenset(step.task.tells)
    return frozenset((step.task.rules[0], *new)) if step.intro is not None else frozenset()


def example_for(library: Library, step: Item) -> int | None:
    """The number of the sister that is offered worked out: where a step is the first to ask one of its rules."""
    return example_of(step) if asks_anew(library, step) else None


def asks_anew(library: Library, step: Item) -> bool:
    """Whether a step is the first of its branch that asks one of its rules."""
    stage = None if step.is_puzzle else library.stage(step.group)
    if stage is None or step not in stage.steps:
        return False
    known = set(_asked_before(library, stage))
    for earlier in stage.steps[: stage.steps.index(step)]:
        known |= set(earlier.task.rules)
    return not set(step.task.rules) <= known


def met_until(library: Library, item: Item) -> frozenset[str] | None:
    """The rules that somebody has met who stands at this step; None where all are taken as met.

    That is so away from the two ways that begin at nothing.
    """
    step = library.item(base_slug(item.slug))
    stage = None if step is None or step.is_puzzle else library.stage(step.group)
    if step is None or stage is None or stage.branch not in _BEGINNING:
        return None
    here = stage.steps[: step.number] if step in stage.steps else stage.exercises
    shown = (
        rule
        for one in library.branch(stage.branch)
        if one.number <= stage.number
        for scene in one.scenes
        for rule in scene.rules
    )
    asked = (rule for one in here for rule in one.task.rules)
    return _asked_before(library, stage).union(shown, asked)


@lru_cache(maxsize=1024)
def example_of(item: Item) -> int | None:
    """The number of the sister to be shown worked out before anything is asked; None where there is none."""
    sisters = {number: sister for number in _EXAMPLES if (sister := sister_of(item, number)) is not None}
    speaking = (number for number, sister in sisters.items() if _speaks_of(sister, item.task.rules[0]))
    return next(speaking, next(iter(sisters), None))


def _speaks_of(sister: Item, rule: str) -> bool:
    """Whether the right answer to a sister is explained with this rule."""
    answer = solution(sister)
    if answer is None:
        return False
    told = grade(sister, answer, reveal=True).explanation
    return rule in {told.rule_id, *(one.rule_id for one in (told.deciding, *told.further) if one is not None)}


def _asked_before(library: Library, stage: Stage) -> frozenset[str]:
    """The rules that the stages before this one ask, on its branch and on the one that it follows."""
    return frozenset(
        rule
        for earlier in _stages(library, stage.branch)
        if earlier.number < stage.number
        for step in earlier.steps
        for rule in step.task.rules
    )
