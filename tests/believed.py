"""How many of the wrong answers that puzzles offer stand for something people believe: ``python -m tests.believed``.

For each kind in which answers are offered, each wrong one is given and graded: an option ticked or left out, a
reason, a verdict under one of two rule sets, what tempts in a whole turn. It counts as believed where what the verdict
shows has the id of a misconception with a sentence of its own; a rule that is only named is none. In the other kinds
nothing is offered: numbers, cards and turns are the learner's own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

import django

if TYPE_CHECKING:
    from lessons.content.reading import Item

LEAST: Final = 0.95
"""So many of the wrong answers that a kind offers are believed at least."""
SHOWN: Final = 5
"""So many examples of those that are not are printed."""


@dataclass
class Counted:
    """Of one kind: puzzles looked at, wrong answers offered, and those that nobody is known to believe."""

    puzzles: int = 0
    offered: int = 0
    without: list[str] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return 1 - len(self.without) / self.offered if self.offered else 1.0


def wrong_answers(item: Item) -> Iterator[dict[str, Any]]:
    """Each wrong answer that the page offers, beside what is right of the rest."""
    from lessons.kinds.asking.solving import solution
    from lessons.kinds.registry import given, kind_of

    right, kind = solution(item), kind_of(item)
    assert right is not None
    match item.kind:
        case "legal":
            offered = ({"legal": one.said, "reason": one.rule} for one in kind.offered(item))
            yield from (one for one in offered if one != right)
        case "mistake" | "sheet-mistake":
            yield from (
                right | {"reason": one.rule} for one in kind.reasons(item) if one.rule != right["reason"]
            )
        case "predict":
            options = range(len(given(item.task).options))
            yield from ({"choice": str(place)} for place in options if str(place) != right["choice"])
        case "find-all":
            for place in map(str, range(len(given(item.task).options))):
                ticks = sorted(set(right["ticks"]) ^ {place})
                yield {"ticks": ticks, **({} if ticks else {"none": True})}
        case "compare" if given(item.task).side is None:
            for side in ("first", "second"):
                yield right | {side: "no" if right[side] == "yes" else "yes"}
        case _ if given(item.task).tempting:
            yield {"actions": [str(action) for action in given(item.task).tempting]}


def is_believed(shown: str) -> bool:
    """Whether an id is that of something people believe, with a sentence of its own for teachers."""
    from lessons.kinds.common import diagnoses
    from lessons.miscounts.habits import HABITS
    from lessons.saying.overlooking import OVERLOOKED

    sort, _, subject = shown.partition(":")
    match sort:
        case "overlooks":
            return subject in OVERLOOKED
        case "count":
            return subject in HABITS
        case "forbids" | "doubts" | "reason":
            return bool(subject)
    return shown == diagnoses.UNMET


def counted(items: Iterable[Item]) -> dict[str, Counted]:
    """What is so of each kind that offers answers."""
    from lessons.kinds.asking.grading import grade

    found: dict[str, Counted] = {}
    for item in items:
        wrong = list(wrong_answers(item))
        if not wrong:
            continue
        one = found.setdefault(item.kind, Counted())
        one.puzzles += 1
        for answer in wrong:
            result = grade(item, answer)
            one.offered += 1
            one.ids.update(result.diagnoses)
            if result.outcome == "right" or not any(map(is_believed, result.diagnoses)):
                one.without.append(f"{item.slug} {answer}: {result.outcome} {result.diagnoses}")
    return found


def said_by_rules(items: Iterable[Item]) -> list[str]:
    """Puzzles whose reasons are names of rules, because too little is known to be believed there."""
    from lessons.kinds.registry import kind_of

    found = []
    for item in items:
        kind = kind_of(item)
        said = kind.offered(item) if item.kind == "legal" else kind.reasons(item)
        if item.kind in ("legal", "mistake", "sheet-mistake") and sum(bool(one.shows) for one in said) < 2:
            found.append(item.slug)
    return found


def lines(found: dict[str, Counted]) -> Iterator[str]:
    """A line for each kind, and some of those that nobody is known to believe."""
    for kind, one in sorted(found.items()):
        believed = one.offered - len(one.without)
        common = ", ".join(f"{name} {count}" for name, count in one.ids.most_common(3))
        yield (
            f"{kind:14} {one.puzzles:>5} puzzles {one.offered:>6} wrong answers, with an id {believed:>6}"
            f" ({one.share:.1%}), {len(one.ids)} ids: {common}"
        )
        yield from (f"    without: {case}" for case in one.without[:SHOWN])
    offered, without = (
        sum(one.offered for one in found.values()),
        sum(len(one.without) for one in found.values()),
    )
    yield f"all: {offered} wrong answers, with an id {offered - without} ({1 - without / max(offered, 1):.1%})"


def main(words: Sequence[str] | None = None) -> int:
    """How many kinds fall short."""
    import lessons.kinds  # noqa: F401  # registers the kinds
    from lessons.content import bank

    parser = argparse.ArgumentParser(prog="python -m tests.believed", description=__doc__)
    parser.add_argument("--sample", type=int, help="look at so many puzzles only")
    options = parser.parse_args(words)
    entries = bank.bank().offered
    looked_at = Random(1).sample(entries, min(options.sample or len(entries), len(entries)))
    items = [item for entry in looked_at if (item := bank.item(entry.slug)) is not None]
    found = counted(items)
    print(*lines(found), sep="\n")
    ruled = said_by_rules(items)
    print(f"puzzles whose reasons are only names of rules: {len(ruled)}", *ruled[:SHOWN], sep="\n    ")
    return sum(one.share < LEAST for one in found.values())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    sys.exit(1 if main() else 0)
