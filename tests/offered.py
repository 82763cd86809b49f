"""Measure the lists of answers to legal or not, over all exercises: ``python -m tests.offered``.

For both languages: how many answers a list has, exercises without one, sentences that stand twice in a list or are
long, false answers that the engine calls true, and printed rule text. With ``--draw 20`` lists are printed to be read.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

LONG: Final = 90
"""Characters of an answer beyond which it may not stand in two lines on a phone."""


@dataclass
class Measured:
    """What was found in one language: ``sizes`` counts lists by number of answers, the rest names exercises."""

    sizes: Counter[int] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    without: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)
    not_false: list[str] = field(default_factory=list)
    not_true: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)


def measured(items: Iterable, language: str) -> Measured:  # type: ignore[type-arg]
    """What the lists of these exercises are like."""
    from django.utils.translation import override

    from engine.judging.judge import judge
    from lessons.kinds.common.reasons import fitting_reasons
    from lessons.kinds.registry import kind_of
    from lessons.saying.wording import rule_short

    found = Measured()
    with override(language):
        for item in items:
            offered = kind_of(item).offered(item)
            found.sizes[len(offered)] += 1
            if not offered:
                found.without.append(item.slug)
                continue
            verdict = judge(item.position, item.task.actions, unfinished=item.task.unfinished, remedy=False)
            fitting = fitting_reasons(verdict)
            found.verdicts[" ".join(sorted(one.said for one in offered))] += 1
            texts = [one.text for one in offered]
            if len({text.partition(" ")[2].casefold() for text in texts}) < len(texts):
                found.doubled.append(f"{item.slug}: {texts}")
            found.long += [f"{len(text)} {item.slug}: {text}" for text in texts if len(text) > LONG]
            for one in offered:
                true = (one.said == "yes") == verdict.legal and one.rule in fitting
                if true and one.shows:
                    found.not_false.append(f"{item.slug}: {one.text}")
                if not true and not one.shows:
                    found.not_true.append(f"{item.slug}: {one.text}")
                said = one.text.partition(" ")[2].rstrip(".").casefold()
                if said == rule_short(one.rule, item.rules).rstrip(".").casefold():
                    found.printed.append(f"{item.slug}: {one.text}")
    return found


def all_items(*, start: int = 0, every: int = 1) -> Iterator:  # type: ignore[type-arg]
    """The exercises of the course and of the bank that ask whether something is legal; only one in so many is read."""
    from lessons.content import bank
    from lessons.content.reading import library

    slugs = [slug for slug, item in library().items.items() if item.kind == "legal"]
    slugs += [slug for slug, entry in bank.bank().index.items() if entry.kind == "legal"]
    for slug in slugs[start::every]:
        item = library().item(slug) or bank.item(slug)
        if item is not None:
            yield item


def sisters(items: Iterable, *, every: int, seed: int = 1) -> Iterator:  # type: ignore[type-arg]
    """The same exercises with other cards, of one in so many."""
    from lessons.fresh.sisters import MOST_SISTERS, sister_of

    for place, item in enumerate(items):
        found = sister_of(item, 1 + (seed + place) % MOST_SISTERS) if place % every == 0 else None
        if found is not None:
            yield found


def _print(found: Measured, language: str) -> None:
    print(f"{language}: answers {dict(sorted(found.sizes.items()))}, verdicts {dict(found.verdicts)}")
    for name in ("without", "doubled", "long", "not_false", "not_true", "printed"):
        cases = getattr(found, name)
        print(f"  {name}: {len(cases)}")
        for case in cases[:8]:
            print(f"    {case}")


def main() -> None:
    """Print the measures of both languages, and lists to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=10, help="of one in so many a sister is measured too")
    parser.add_argument("--draw", type=int, default=0, help="print so many lists")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    items = list(all_items())
    print(f"{len(items)} exercises")
    more = [*items, *sisters(items, every=asked.every)]
    print(f"{len(more) - len(items)} sisters")
    for language in ("en", "de"):
        _print(measured(more, language), language)
    _draw(Random(asked.seed).sample(more, asked.draw))


def _draw(items: Iterable) -> None:  # type: ignore[type-arg]
    from django.utils.translation import override

    from lessons.kinds.registry import kind_of
    from lessons.words import naming

    for item in items:
        print(f"\n{item.slug} ({item.rules.name}), {'; '.join(map(str, item.task.actions))}")
        for language in ("en", "de"):
            with override(language):
                print("  ", "; ".join(map(naming.action_in_words, item.task.actions)))
                for one in kind_of(item).offered(item):
                    print(f"     {' ' if one.shows else '*'} {one.text}  [{one.shows or one.rule}]")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    import django

    django.setup()
    main()
