"""How often the search answers first with the right rule: ``python -m tests.asked [--list held_back] [--missed]``.

Lists of queries as people type them, each with the rules any of which answers it. ``tuned`` is what the ranking was
made with, at ``held_back`` nobody looked; ``plain`` are the short questions of those who are just learning.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LISTS: Final = Path(__file__).parent / "data" / "queries"
LANGUAGES: Final = ("de", "en")


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, the rules that answer it, and those that were found, best first."""

    query: str
    right: frozenset[str]
    found: tuple[str, ...]

    def is_among(self, first: int) -> bool:
        return bool(self.right & set(self.found[:first]))


def asked(name: str, language: str) -> Iterator[Asked]:
    """The queries of a list, searched for."""
    from tutor.reference.answering import answers

    queries = json.loads((LISTS / f"{name}.json").read_text(encoding="utf-8"))[language]
    for query, right in queries:
        found = tuple(one.rule for one in answers(query, language=language).found)
        yield Asked(query, frozenset(right), found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", default="tuned", choices=sorted(path.stem for path in LISTS.glob("*.json")))
    parser.add_argument(
        "--missed", action="store_true", help="also print the queries whose rule is not first"
    )
    chosen = parser.parse_args()
    print(f"list {chosen.list}: the right rule first, among three, among eight")
    for language in LANGUAGES:
        found = list(asked(chosen.list, language))
        shares = [sum(one.is_among(first) for one in found) / len(found) for first in (1, 3, 8)]
        print(f"  {language}: {len(found)} queries " + "  ".join(f"{share:4.0%}" for share in shares))
        for one in found if chosen.missed else ():
            if not one.is_among(1):
                print(
                    f"    {one.query!r}: {', '.join(one.found[:3]) or '-'}; right: {', '.join(sorted(one.right))}"
                )


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()
