"""``manage.py prove``: prove the bank once more with the engine and the oracle."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from pydantic import ValidationError

from engine.law.errors import EngineError
from lessons.content import bank
from lessons.mining.proving import faults_of, second_judge
from lessons.mining.workers import workers

BLOCK = 25


def _faults(slugs: Sequence[str]) -> list[str]:
    """What is wrong with these items, each fault with file and line."""
    found = []
    for slug in slugs:
        entry = bank.bank().index[slug]
        where = f"{bank.bank().path(entry.theme)}:{entry.number}"
        try:
            item = bank.bank().item(slug)
            assert item is not None
            found += [f"{where}: {entry.name}: {fault}" for fault in faults_of(item, second_judge())]
        except (EngineError, ValidationError) as error:
            found.append(f"{where}: {entry.name}: {error}")
    return found


class Command(BaseCommand):
    help = "Proves every item of the bank once more with the engine and the tests' oracle."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sample", type=int, help="only so many items, the same for the same number")
        parser.add_argument("--theme", help="only items of this theme")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")

    def handle(self, **options: Any) -> None:
        try:
            second_judge()
        except ImportError as error:
            raise CommandError("The second judge is in tests/, which is not here.") from error
        slugs = [e.slug for e in bank.bank().index.values() if options["theme"] in (None, e.theme)]
        if options["sample"]:
            slugs = sorted(Random(options["sample"]).sample(slugs, min(options["sample"], len(slugs))))
        blocks = [slugs[start : start + BLOCK] for start in range(0, len(slugs), BLOCK)]
        failed = done = 0
        with workers(options["processes"]) as each:
            for block, faults in zip(blocks, each(_faults, blocks), strict=True):
                done += len(block)
                failed += len(faults)
                for fault in faults:
                    self.stderr.write(fault)
                if self.stdout.isatty():
                    self.stdout.write(f"\r{done}/{len(slugs)}", ending="")
        if failed:
            raise CommandError(f"{failed} faults in {done} items.")
        self.stdout.write(f"\r{done} items proved.")
