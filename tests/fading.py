"""Whether each rule is seen, then done with help, then alone: ``python -m tests.fading [--branch tonight] [--all]``.

For each rule of a way it prints the first places where it is met, and what is there: seen (a scene, or the question
worked out with other cards), with help (the line that says the rule stands beside the question), alone. What counts as
what says :mod:`lessons.proving.fading`. Without ``--all`` only those rules are printed that break the order or are
still told the third time.
"""

from __future__ import annotations

import argparse
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from lessons.content.reading import library  # noqa: E402
from lessons.content.schema import BRANCHES, Branch  # noqa: E402
from lessons.proving.fading import Way, ways  # noqa: E402

SHOWN = 4
"""The place where a rule is seen, and three where it is asked."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--branch", choices=BRANCHES, action="append")
    parser.add_argument("--all", action="store_true", help="also the rules that are in order")
    chosen = parser.parse_args()
    for branch in chosen.branch or BRANCHES:
        found = ways(library(), branch)
        for way in found.values():
            if chosen.all or way.faults:
                print(f"  {way.rule}: {'; '.join(way.faults) or 'in order'}")
                for one in way.met[:SHOWN]:
                    print(f"      {one.help:9}  {one.place}")
        print(summary(branch, list(found.values())))


def summary(branch: Branch, found: list[Way]) -> str:
    faults = {
        "not seen first": sum(not way.is_seen_first for way in found),
        "first without help": sum(not way.is_helped for way in found),
        "never alone": sum(not way.is_done_alone for way in found),
        "still told the third time or later": sum(bool(way.too_late) for way in found),
    }
    told = ", ".join(f"{count} {what}" for what, count in faults.items())
    in_order = sum(not way.faults for way in found)
    return f"{branch}: {len(found)} rules, {in_order} in order; {told}"


if __name__ == "__main__":
    main()
