"""``python -m tests.told``: count what exercises say that is not so, under each change of their rule set.

The table tells for each parameter how many shown texts are wrong once it is changed; first comes what is wrong in the
rule set as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import django


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 where anything is wrong."""
    # The sentences need Django's settings when they are imported.
    from engine.law.ruleset import PARAMETERS
    from lessons.content import bank
    from lessons.content.reading import library
    from tests.told_by_rules import PLACES, count_wrong

    parser = argparse.ArgumentParser(prog="python -m tests.told", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each such exercise")
    slugs = [*library().items, *bank.bank().index][:: parser.parse_args(words).every]
    items = [item for slug in slugs if (item := library().item(slug) or bank.item(slug)) is not None]
    counted, pairs = count_wrong(items)
    print(
        f"{len(items)} exercises, {pairs} pairs of exercise and rule set, {sum(counted.values())} texts wrong"
    )
    print(f"{'':28}" + "".join(f"{place:>25}" for place in PLACES))
    for parameter in ("", *PARAMETERS):
        found = [counted[place, parameter] for place in PLACES]
        print(f"{parameter or '(as it is)':28}" + "".join(f"{count:>25}" for count in found))
    return 1 if counted else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    sys.exit(main())
