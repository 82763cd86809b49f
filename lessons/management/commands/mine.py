"""``manage.py mine``: make puzzles of a theme and add them to the bank."""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lessons.content import bank
from lessons.mining.mine import MAKERS, line_of, mine

WIDTH = 30


class Command(BaseCommand):
    help = "Makes puzzles of a theme, each proved by the engine and by the tests' oracle, and adds them to the bank."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--theme", action="append", choices=sorted(MAKERS), help="repeat for several; else all"
        )
        parser.add_argument("--count", type=int, default=70, help="new items of each theme")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
        parser.add_argument(
            "--rounds", type=int, default=150, help="give up after so many rounds without enough items"
        )
        parser.add_argument(
            "--anew", action="store_true", help="throw away what the theme has; slugs in use are lost"
        )
        parser.add_argument("--dry-run", action="store_true", help="write nothing")

    def handle(self, **options: Any) -> None:
        folder = bank.bank().root / bank.FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        for slug in options["theme"] or MAKERS:
            begun = time.perf_counter()
            path = folder / f"{slug}.jsonl"
            lines = (
                path.read_text(encoding="utf-8").splitlines()
                if path.is_file() and not options["anew"]
                else []
            )
            there = [json.loads(line) for line in lines]
            try:
                records = mine(
                    slug, options["count"], options["seed"], processes=options["processes"], rounds=options["rounds"],
                    there=there, progress=partial(self._show_bar, slug, options["count"]),
                )  # fmt: skip
            except ImportError as error:
                raise CommandError("The second judge is in tests/, which is not here.") from error
            took = time.perf_counter() - begun
            if not options["dry_run"]:
                text = "".join(line_of(record) + "\n" for record in (*there, *records))
                path.write_text(text, encoding="utf-8")
            played = sum(record["from"] == "deal" for record in records)
            start = "\r" if sys.stdout.isatty() else ""
            line = _bar(slug, len(records), options["count"])
            self.stdout.write(f"{start}{line}, {played} from played deals, {took:.0f} s")

    def _show_bar(self, slug: str, count: int, number: int) -> None:
        """A line that grows, only where a terminal looks on."""
        if sys.stdout.isatty():
            self.stdout.write(f"\r{_bar(slug, number, count)}", ending="")
            self.stdout.flush()


def _bar(slug: str, number: int, count: int) -> str:
    done = min(WIDTH, WIDTH * number // max(count, 1))
    return f"{slug:30} [{'#' * done}{'.' * (WIDTH - done)}] {number}/{count}"
