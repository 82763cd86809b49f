"""Whether readiness test and placement tell those who know from those who do not: ``python -m tests.simulated``.

Made-up learners know each rule with a chance of their own. A question needs all rules that decide it; who knows them is
right but for a slip in 2 %, who does not guesses among the answers offered. Prints how many pass by what they know.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from engine.judging.judge import judge  # noqa: E402
from engine.law.actions import Action  # noqa: E402
from engine.law.cards import Card  # noqa: E402
from engine.law.errors import EngineError  # noqa: E402
from engine.notation.text import parse_actions, parse_cards  # noqa: E402
from lessons.content.reading import Item, library, load, seeds_folder  # noqa: E402
from lessons.kinds.asking.solving import solution  # noqa: E402
from lessons.kinds.registry import kind_of  # noqa: E402
from tutor.learning import placement, readiness  # noqa: E402
from tutor.learning.sittings import READINESS_PERCENT  # noqa: E402

SLIPS = 0.02
TESTS = 200
KNOWS_TOO_LITTLE = 0.70
KNOWS_ENOUGH = 0.95
MOST_LUCKY = 0.05
FEWEST_PASSED = 0.90
STAGES_APART = 2
FEWEST_ALIKE = 0.90
VALUES = {"JK": "value.joker", "A": "value.ace-two", "2": "value.ace-two", "3": "value.black-three"} | {
    **dict.fromkeys("89TJQK", "value.eight-to-king"),
    **dict.fromkeys("4567", "value.four-to-seven"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What an exercise takes: rules that must be known, and the chance of guessing."""

    rules: frozenset[str]
    guess: float


@dataclass(frozen=True, slots=True)
class Learner:
    """``knows`` are rules; ``share`` is how many of all rules of the course that is."""

    knows: frozenset[str]
    share: float


def main_rules() -> tuple[str, ...]:
    """The rules that the course with all the rules teaches."""
    return _rules_asked(seeds_folder())


@cache
def _rules_asked(root: Path) -> tuple[str, ...]:
    main = load(root).branch("main")
    return tuple(sorted({rule for stage in main for step in stage.steps for rule in step.task.rules}))


def learner(rng: Random, *, share: float) -> Learner:
    rules = main_rules()
    knows = frozenset(rule for rule in rules if rng.random() < share)
    return Learner(knows, len(knows) / len(rules))


@cache
def question(item: Item) -> Question:
    known = frozenset(main_rules())
    return Question(frozenset(_rules(item)) & known, kind_of(item).chance_of_guessing(item))


def is_right(learner: Learner, asked: Question, rng: Random) -> bool:
    if asked.rules <= learner.knows:
        return rng.random() >= SLIPS
    return rng.random() < asked.guess


def _rules(item: Item) -> Iterator[str]:
    """The rules that decide an exercise: those it names, those of the verdicts on it, and what its cards count."""
    yield from item.task.rules
    for actions in _claims(item):
        try:
            found = judge(item.position, actions, remedy=False) if item.position else None
        except EngineError:
            continue
        yield from (finding.rule for finding in (found.findings if found else ()))
    if item.kind in ("number", "sheet", "sheet-mistake"):
        yield from (VALUES[card.rank] for card in _counted(item.task))


def _claims(item: Item) -> Iterator[Sequence[Action]]:
    task: Any = item.task
    if options := getattr(task, "options", None):
        yield from options
    elif item.kind in ("legal", "mistake", "order"):
        yield task.actions
    elif "actions" in (answer := solution(item) or {}):
        yield parse_actions(answer["actions"])


def _counted(task: Any) -> Iterator[Card]:
    yield from getattr(task, "cards", ()) or ()
    if side := getattr(task, "side", None):
        for meld in side.melds:
            yield from parse_cards(meld)


def passed(learner: Learner, test: Sequence[Question], rng: Random) -> bool:
    right = sum(is_right(learner, one, rng) for one in test)
    return 100 * right // len(test) >= READINESS_PERCENT


def tests(count: int, rng: Random) -> list[list[Question]]:
    return [[question(item) for item in readiness.questions(seen=set(), rng=rng)] for _ in range(count)]


def rates(*, learners: int, seed: int, count: int = TESTS) -> tuple[float, float]:
    """The share that passes of those who know too little, and of those who know enough."""
    rng = Random(seed)
    asked = tests(count, rng)
    few = [learner(rng, share=rng.uniform(0.4, KNOWS_TOO_LITTLE)) for _ in range(learners)]
    many = [learner(rng, share=rng.uniform(KNOWS_ENOUGH, 1)) for _ in range(learners)]
    of_few = [passed(one, rng.choice(asked), rng) for one in few if one.share < KNOWS_TOO_LITTLE]
    of_many = [passed(one, rng.choice(asked), rng) for one in many if one.share >= KNOWS_ENOUGH]
    return sum(of_few) / len(of_few), sum(of_many) / len(of_many)


def placed(learner: Learner, rng: Random) -> tuple[int, int]:
    """How many stages the placement lets this learner skip, and how many questions that took."""
    content, asked = library(), []
    while (step := placement.next_step(asked, content)) is not None:
        outcome = "right" if is_right(learner, question(step), rng) else "wrong"
        asked.append({"slug": step.slug, "block": 0, "outcome": outcome})
    return placement.known_stages(asked, content), len(asked)


def placed_alike(*, learners: int, seed: int) -> tuple[float, float, float]:
    """The share of learners whom two placements send to within two stages; questions on average, and at most."""
    rng = Random(seed)
    near, counts = 0, []
    for _ in range(learners):
        one = learner(rng, share=rng.random())
        (first, few), (second, many) = placed(one, rng), placed(one, rng)
        near += abs(first - second) <= STAGES_APART
        counts += [few, many]
    return near / learners, sum(counts) / len(counts), max(counts)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    arguments = _arguments()
    rng = Random(arguments.seed)
    asked = tests(TESTS, rng)
    sizes = [len(one.rules) for test in asked for one in test]
    print(
        f"rules a question needs: {sum(sizes) / len(sizes):.1f}, guessed: "
        f"{sum(one.guess for test in asked for one in test) / len(sizes):.2f}"
    )
    for low in (0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        group = [learner(rng, share=low + rng.random() * 0.05) for _ in range(arguments.learners)]
        through = sum(passed(one, rng.choice(asked), rng) for one in group)
        print(f"  know {low:.0%} to {low + 0.05:.0%}: {through / len(group):6.1%} pass")
    few, many = rates(learners=arguments.learners, seed=arguments.seed)
    print(f"know less than {KNOWS_TOO_LITTLE:.0%}: {few:.1%} pass (at most {MOST_LUCKY:.0%})")
    print(f"know {KNOWS_ENOUGH:.0%} or more: {many:.1%} pass (at least {FEWEST_PASSED:.0%})")
    near, mean, most = placed_alike(learners=arguments.learners, seed=arguments.seed)
    print(
        f"placed within {STAGES_APART} stages when asked twice: {near:.1%} (at least {FEWEST_ALIKE:.0%}); "
        f"{mean:.1f} questions on average, {most:.0f} at most"
    )
    for share in (0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0):
        group = [placed(learner(rng, share=share), rng) for _ in range(200)]
        print(
            f"  know {share:.0%}: skip {sum(one for one, _ in group) / 200:4.1f} stages "
            f"after {sum(asked for _, asked in group) / 200:.1f} questions"
        )


if __name__ == "__main__":
    main()
