"""How often each rule of the course comes back after it was taught: ``python -m tests.returns``.

Counted are the later steps of the way for tonight and of the stages with all the rules that need the rule, the further
exercises of these stages, the themes of puzzles about it, and the places of the readiness test that may ask it. The
questions before a stage, which may ask every rule that was met, are not counted: what is due chooses them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from lessons.content import bank  # noqa: E402
from lessons.content.reading import Item, library  # noqa: E402
from tutor.learning import readiness  # noqa: E402

FEWEST = 3


@dataclass(frozen=True, slots=True)
class Returns:
    """Where a rule is asked after the step that teaches it."""

    first: str
    steps: int
    further: int
    themes: int
    tests: int

    @property
    def places(self) -> int:
        return self.steps + self.further + self.themes + self.tests


def returns() -> Mapping[str, Returns]:
    """By rule, in the order in which the stages with all the rules teach them."""
    found: dict[str, list[str]] = {}
    for step in _main():
        for rule in step.task.rules:
            found.setdefault(rule, []).append(step.slug)
    for stage in library().branch("tonight"):
        for step in stage.steps:
            for rule in step.task.rules:
                if rule in found:
                    found[rule].append(step.slug)
    return {
        rule: Returns(steps[0], len(steps) - 1, _further(rule), _themes(rule), _tests(rule))
        for rule, steps in found.items()
    }


def _further(rule: str) -> int:
    return sum(rule in one.task.rules for stage in library().branch("main") for one in stage.more)


def _main() -> Iterator[Item]:
    for stage in library().branch("main"):
        yield from stage.steps


def _themes(rule: str) -> int:
    own = sum(any(rule in puzzle.task.rules for puzzle in theme.puzzles) for theme in library().themes)
    return own + sum(
        any(rule in entry.rules for entry in bank.entries_of(theme.slug)) for theme in bank.themes()
    )


def _tests(rule: str) -> int:
    return sum(
        any(
            rule in entry.rules and entry.rule_set == readiness.RULE_SET
            for theme in place
            for entry in bank.entries_of(theme)
        )
        for place in readiness.PLAN
    )


def main() -> None:
    steps = list(_main())
    turns = sum(step.kind == "turn" for step in steps)
    print(f"{len(steps)} steps with all the rules, {turns} of them whole turns ({turns / len(steps):.0%})")
    told = returns()
    few = {rule: one for rule, one in told.items() if one.places < FEWEST}
    for rule, one in sorted(few.items(), key=lambda pair: pair[1].places):
        print(
            f"{rule}: {one.places} ({one.steps} steps, {one.further} further, {one.themes} themes, "
            f"{one.tests} of the readiness test), taught in {one.first}"
        )
    never = sum(one.steps == 0 for one in told.values())
    print(f"{len(told)} rules, {len(few)} in fewer than {FEWEST} later places; {never} in no later step")


if __name__ == "__main__":
    main()
