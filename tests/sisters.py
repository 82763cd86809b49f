"""Measure how much sisters differ from their elders, by kind: ``python -m tests.sisters --seed N --count 300``.

A sister is drawn as learners get it, of any exercise of the course and of the bank. Of legal or not another answer is
the other verdict by the engine; of other kinds another number, other cards, or other words of the right answer. What
is answered by a place in a list is counted besides where the right answer stands at another place.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lessons.content.reading import Item


@dataclass
class Measured:
    """What was found of one kind: how many sisters were drawn, and which of them have what; ``faults`` names some."""

    sisters: int = 0
    other_answer: int = 0
    other_place: int = 0
    without: int = 0
    same: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def kinds_in_use() -> list[str]:
    """The kinds of exercises, in their order."""
    from lessons.kinds.registry import kinds

    return [kind.name for kind in kinds()]


def drawn(kind: str, *, count: int, seed: int) -> Iterator[tuple[Item, Item | None]]:
    """So many exercises of a kind by lot, each with a sister as learners get it, None where there is none."""
    from lessons.content import bank
    from lessons.content.reading import library
    from lessons.fresh.sisters import base_item, base_slug
    from lessons.fresh.variants import fresh_variant

    slugs = [item.slug for item in library().items.values() if item.kind == kind]
    slugs += [entry.slug for entry in bank.bank().index.values() if entry.kind == kind]
    rng = Random(f"{kind} {seed}")
    for slug in rng.sample(slugs, min(count, len(slugs))):
        item = base_item(slug)
        assert item is not None
        found = fresh_variant(item, set(), rng=rng)
        yield item, found if found is not None and base_slug(found.slug) == slug else None


def measured(pairs: Sequence[tuple[Item, Item | None]]) -> Measured:
    """What the sisters of these exercises are like."""
    from lessons.kinds.asking.solving import solution
    from lessons.kinds.registry import kind_of
    from lessons.proving.checks import item_faults

    found = Measured()
    for item, sister in pairs:
        if sister is None:
            found.without += 1
            continue
        found.sisters += 1
        found.faults += [f"{sister.slug}: {key} {why}" for key, why in item_faults(sister)]
        if answer_of(item) != answer_of(sister):
            found.other_answer += 1
        else:
            found.same.append(sister.slug)
        here, there = (_place(solution(one)) for one in (item, sister))
        found.other_place += here is not None and here != there
        if kind_of(item).is_legal(sister) is None and item.kind == "legal":
            found.faults.append(f"{sister.slug}: not decided")
    return found


def answer_of(item: Item) -> str:
    """The right answer as it is compared: the verdict of the engine, else the words of a solution."""
    from django.utils.translation import override

    from lessons.kinds.asking.feedback import solution_in_words
    from lessons.kinds.registry import kind_of

    legal = kind_of(item).is_legal(item)
    if legal is not None:
        return str(legal)
    with override("en"):
        return solution_in_words(item)


def _place(answer: dict[str, Any] | None) -> object:
    """The place in a list that is the answer, or the places; None where it is none."""
    answer = answer or {}
    return answer.get("choice") or answer.get("ticks")


def main() -> None:
    """Print the measures, kind by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="so many exercises of each kind, at most")
    parser.add_argument("--kind", action="append", help="only this kind; may be given several times")
    parser.add_argument("--same", type=int, default=0, help="name so many sisters with the same answer")
    asked = parser.parse_args()
    print(f"{'kind':14} {'sisters':>7} {'none':>5} {'other answer':>13} {'other place':>12} {'faults':>7}")
    for kind in asked.kind or kinds_in_use():
        found = measured(list(drawn(kind, count=asked.count, seed=asked.seed)))
        share = 100 * found.other_answer / max(1, found.sisters)
        print(
            f"{kind:14} {found.sisters:7} {found.without:5} {found.other_answer:6} {share:4.0f} %"
            f" {found.other_place:12} {len(found.faults):7}"
        )
        for line in (*found.faults[:5], *found.same[: asked.same]):
            print(f"    {line}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    import django

    django.setup()
    main()
