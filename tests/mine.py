"""``python -m tests.mine``: make puzzles of a theme and add them to the bank.

Each is proved by the engine and by the tests' oracle. With ``--instead-of wiener --rule-set classic`` new ones take the
place of as many of Vienna in which the rules of the table decide nothing; those are offered no more.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import django

from lessons.content import bank
from tests.second_judge import ORACLE

WIDTH = 30
NAME = re.compile(r"\b[a-z]+(?:-[a-z]+)+-[0-9a-f]{4,6}\b")


def _arguments(words: Sequence[str] | None, themes: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mine", description=__doc__)
    parser.add_argument("--theme", action="append", choices=themes, help="repeat for several; else all")
    parser.add_argument("--count", type=int, default=70, help="new items of each theme")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument(
        "--rounds", type=int, default=150, help="give up after so many rounds without enough items"
    )
    parser.add_argument(
        "--anew", action="store_true", help="throw away what the theme has; slugs in use are lost"
    )
    parser.add_argument("--instead-of", action="append", default=[], help="a rule set whose items may go")
    parser.add_argument(
        "--poor", action="store_true", help="with --instead-of: those go that are not worth it"
    )
    parser.add_argument(
        "--parting",
        action="store_true",
        help="with --instead-of: the new ones have another answer than classic",
    )
    parser.add_argument(
        "--rule-set",
        action="append",
        default=[],
        help="with --instead-of: of the new ones; without any, nothing comes instead",
    )
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    # The makers' sentences need Django's settings when they are imported.
    from lessons.mining.mine import MAKERS, line_of, mine

    options = _arguments(words, sorted(MAKERS))
    folder = bank.bank().root / bank.FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for slug in options.theme or MAKERS:
        begun = time.perf_counter()
        path = folder / f"{slug}.jsonl"
        is_there = path.is_file() and not options.anew
        there = (
            [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if is_there else []
        )
        if options.instead_of:
            _exchange(slug, there, path, options)
            continue
        records = mine(
            slug, options.count, options.seed, second=ORACLE, processes=options.processes, rounds=options.rounds,
            there=there, progress=partial(_show_bar, slug, options.count),
        )  # fmt: skip
        took = time.perf_counter() - begun
        if not options.dry_run:
            # Those that are offered no more stand at the end: the others keep their numbers.
            lines = sorted((*there, *records), key=lambda record: "withdrawn" in record)
            path.write_text("".join(line_of(record) + "\n" for record in lines), encoding="utf-8")
        played = sum(record["from"] == "deal" for record in records)
        start = "\r" if sys.stdout.isatty() else ""
        line = _bar(slug, len(records), options.count)
        print(f"{start}{line}, {played} from played deals, {took:.0f} s")


def _exchange(slug: str, there: list[dict[str, object]], path: Path, options: argparse.Namespace) -> None:
    from lessons.mining.instead import Exchange, exchanged
    from lessons.mining.mine import line_of

    begun = time.perf_counter()
    what = Exchange(
        of=frozenset(options.instead_of), to=tuple(options.rule_set), count=options.count, seed=options.seed,
        kept=_named_elsewhere(path.parent.parent.parent), poor=options.poor, parting=options.parting,
    )  # fmt: skip
    lines = exchanged(slug, there, what, second=ORACLE, processes=options.processes, rounds=options.rounds)
    if not options.dry_run:
        path.write_text("".join(line_of(record) + "\n" for record in lines), encoding="utf-8")
    gone = sum("withdrawn" in line for line in lines) - sum("withdrawn" in line for line in there)
    word = "exchanged" if options.rule_set else "gone"
    print(f"{_bar(slug, gone, options.count)} {word}, {time.perf_counter() - begun:.0f} s", flush=True)


def _named_elsewhere(seeds: Path) -> frozenset[str]:
    """The names of items of which lessons and plans speak."""
    files = [path for folder in ("lessons", "plans") for path in (seeds / folder).rglob("*.toml")]
    files += Path(__file__).parent.rglob("*.py")
    return frozenset(name for path in files for name in NAME.findall(path.read_text(encoding="utf-8")))


def _show_bar(slug: str, count: int, number: int) -> None:
    """A line that grows, only where a terminal looks on."""
    if sys.stdout.isatty():
        print(f"\r{_bar(slug, number, count)}", end="", flush=True)


def _bar(slug: str, number: int, count: int) -> str:
    done = min(WIDTH, WIDTH * number // max(count, 1))
    return f"{slug:30} [{'#' * done}{'.' * (WIDTH - done)}] {number}/{count}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    main()
