"""Whether ratings sort solvers and puzzles rightly: ``python -m tests.ranked``; ``--seeds 5`` for more than three.

Made-up solvers of known skill answer puzzles drawn from the bank. How difficult a puzzle truly is lies around the
rating that it starts with, as far off as its maker may have erred. Who solves is right as often as skill and difficulty
promise, and gets the next puzzle near the own rating, as on the site. Printed is how well the ranks agree
(Spearman, 1 is the same order): rating with skill, rating of puzzles with difficulty, beside that of their start.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import correlation, fmean

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tutor.puzzles.choosing import CAUTION, LEVELS, REACH, Candidate, candidates  # noqa: E402
from tutor.puzzles.giveaways import weight_of_theme  # noqa: E402
from tutor.puzzles.ratings import ITEM_DEVIATION, Standing, expected, moved  # noqa: E402

SKILL, SKILL_SPREAD = 1500.0, 300.0
MISJUDGED = 150.0
"""How far off the start of a puzzle is from its true difficulty, as a standard deviation."""
CHANCE = 0.5


@dataclass(slots=True)
class Rated:
    """A solver or a puzzle: what is true of it, and what the ratings know."""

    truth: float
    standing: Standing
    met: set[int] = field(default_factory=set)
    theme: str = ""
    start: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """How well ranks agree, between -1 and 1, and how far ratings of solvers are off on average, in points."""

    solvers: float
    puzzles: float
    puzzles_at_start: float
    off: float


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the middle of theirs."""
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order)))}
    last = {value: place for place, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def agreement(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation."""
    return correlation(ranks(one), ranks(other))


def simulated(
    *, seed: int, solvers: int = 200, puzzles: int = 300, answers: int = 60, by_chance: bool = False
) -> Sorted:
    """Let solvers answer puzzles; ``by_chance`` as a coin falls, whatever they know."""
    rng = Random(seed)
    pool = [_puzzle(one, rng) for one in rng.sample(candidates(), puzzles)]
    people = [Rated(truth=rng.gauss(SKILL, SKILL_SPREAD), standing=Standing()) for _ in range(solvers)]
    for _ in range(answers):
        for person in rng.sample(people, len(people)):
            _answer(person, pool, rng, by_chance=by_chance)
    truths, ratings = [one.truth for one in people], [one.standing.rating for one in people]
    difficulty = [one.truth for one in pool]
    return Sorted(
        solvers=agreement(truths, ratings),
        puzzles=agreement(difficulty, [one.standing.rating for one in pool]),
        puzzles_at_start=agreement(difficulty, [one.start for one in pool]),
        off=fmean(abs(truth - rating) for truth, rating in zip(truths, ratings, strict=True)),
    )


def _puzzle(one: Candidate, rng: Random) -> Rated:
    known = Standing(rating=one.start, deviation=ITEM_DEVIATION)
    return Rated(truth=rng.gauss(one.start, MISJUDGED), standing=known, theme=one.theme, start=one.start)


def _answer(person: Rated, pool: list[Rated], rng: Random, *, by_chance: bool) -> None:
    """One answer to a puzzle that this person has not met, near the wished strength."""
    own = person.standing
    target = own.rating + LEVELS["same"] - CAUTION * own.deviation
    open_ones = [place for place in range(len(pool)) if place not in person.met]
    distance = {place: abs(pool[place].standing.rating - target) for place in open_ones}
    reach = min(distance.values()) + REACH
    place = rng.choice([place for place in open_ones if distance[place] <= reach])
    puzzle = pool[place]
    person.met.add(place)
    right = rng.random() < (CHANCE if by_chance else expected(person.truth, puzzle.truth))
    weight = weight_of_theme(puzzle.theme)
    person.standing = moved(own, puzzle.standing, right=right, weight=weight)
    puzzle.standing = moved(puzzle.standing, own, right=not right, weight=weight)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--solvers", type=int, default=200)
    parser.add_argument("--puzzles", type=int, default=300)
    parser.add_argument("--answers", type=int, default=60)
    asked = parser.parse_args()
    print(f"{asked.solvers} solvers, {asked.puzzles} puzzles, {asked.answers} answers each")
    for seed in range(1, asked.seeds + 1):
        found = simulated(seed=seed, solvers=asked.solvers, puzzles=asked.puzzles, answers=asked.answers)
        print(
            f"seed {seed}: solvers {found.solvers:.3f}, off by {found.off:.0f} points on average; "
            f"puzzles {found.puzzles:.3f} (by their start {found.puzzles_at_start:.3f})"
        )


if __name__ == "__main__":
    main()
