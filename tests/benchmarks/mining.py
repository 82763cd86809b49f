"""How many fresh puzzles a second one core makes, and how long a fresh variant of a puzzle of the bank takes.

Run by hand: ``python -m tests.benchmarks.mining``. Every item counted is proved, by the engine alone or by engine and
oracle, and none is counted twice; the themes take turns, and the best of the rounds is shown beside the median.
"""

from __future__ import annotations

import os
import statistics
import time
from random import Random

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from lessons.content.bank import bank  # noqa: E402
from lessons.fresh.sisters import sister_of  # noqa: E402
from lessons.mining.mine import MAKERS, found_in  # noqa: E402
from lessons.mining.proving import Judge  # noqa: E402
from tests.second_judge import ORACLE  # noqa: E402

COMMON = (
    "open-pile", "a-meld-or-not", "whose-meld", "enough-to-open", "how-a-turn-begins", "what-cards-are-worth",
    "pick-the-cards", "score-the-deal",
)  # fmt: skip
ROUNDS = 5
NO_LIMIT = 10**6


def rate(theme: str, number: int, second: Judge | None) -> float:
    """Proved items a second from one played deal and as many scenes that are made up."""
    begun, shapes = time.process_time(), set()
    for played in (True, False):
        found = found_in(MAKERS[theme], f"rate.{number}", played=played, second=second, most=NO_LIMIT)
        shapes |= {one.shape for one in found}
    return len(shapes) / (time.process_time() - begun)


def main() -> None:
    print(f"{'theme':24} {'engine':>8} {'with oracle':>12}   items a second, median of {ROUNDS} rounds")
    rates: dict[tuple[str, bool], list[float]] = {}
    for number in range(ROUNDS):
        for theme in COMMON:
            for both in (False, True):
                second = ORACLE if both else None
                rates.setdefault((theme, both), []).append(rate(theme, number, second))
    for theme in COMMON:
        alone, both = (statistics.median(rates[theme, which]) for which in (False, True))
        print(f"{theme:24} {alone:8.0f} {both:12.0f}")
    times = []
    for entry in Random(1).sample(list(bank().index.values()), 200):
        item = bank().item(entry.slug)
        assert item is not None
        begun = time.perf_counter()
        sister_of(item, 1)
        times.append(1000 * (time.perf_counter() - begun))
    times.sort()
    print(
        f"fresh variant: median {statistics.median(times):.1f} ms, 95 % {times[189]:.1f} ms, slowest {times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
