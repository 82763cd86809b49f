"""``python -m tests.prove``: prove the bank once more with the engine and the oracle, and count its cards.

What was withdrawn is asked no more; it is proved too, and told where it fails, but counts for nothing. Its cards are
not counted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from random import Random

import django
from pydantic import ValidationError

from engine.law.errors import EngineError
from lessons.content import bank
from lessons.proving.could_happen import miscounts
from tests.second_judge import ORACLE

BLOCK = 25


def where(entry: bank.Entry) -> str:
    """The file and line of an item."""
    return f"{bank.bank().path(entry.theme)}:{entry.number}"


def _faults(slugs: Sequence[str]) -> list[str]:
    """What is wrong with these items, each fault with file and line."""
    from lessons.mining.proving import faults_of

    found = []
    for slug in slugs:
        entry = bank.bank().index[slug]
        place = where(entry)
        try:
            item = bank.bank().item(slug)
            assert item is not None
            faults = faults_of(item, ORACLE)
            if item.position is not None and not entry.withdrawn:
                faults += [f"position: {wrong}" for wrong in miscounts(item.position)]
            found += [f"{place}: {entry.name}: {fault}" for fault in faults]
        except (EngineError, ValidationError) as error:
            found.append(f"{place}: {entry.name}: {error}")
    return found


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--sample", type=int, help="only so many items, the same for the same number")
    parser.add_argument("--theme", help="only items of this theme")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """How many faults there are; each is told on the error stream."""
    # The sentences need Django's settings when they are imported.
    from lessons.mining.workers import workers

    options = _arguments(words)
    slugs = [e.slug for e in bank.bank().index.values() if options.theme in (None, e.theme)]
    if options.sample:
        slugs = sorted(Random(options.sample).sample(slugs, min(options.sample, len(slugs))))
    blocks = [slugs[start : start + BLOCK] for start in range(0, len(slugs), BLOCK)]
    gone = {where(one) for one in bank.bank().index.values() if one.withdrawn}
    failed = withdrawn = done = 0
    with workers(options.processes) as each:
        for block, faults in zip(blocks, each(_faults, blocks), strict=True):
            done += len(block)
            told = [fault for fault in faults if fault.partition(": ")[0] not in gone]
            failed, withdrawn = failed + len(told), withdrawn + len(faults) - len(told)
            for fault in faults:
                print(fault, "" if fault in told else "(withdrawn)", file=sys.stderr)
            if sys.stdout.isatty():
                print(f"\r{done}/{len(slugs)}", end="", flush=True)
    start = "\r" if sys.stdout.isatty() else ""
    print(
        f"{start}{failed} faults in {done} items." if failed else f"{start}{done - withdrawn} items proved."
    )
    if withdrawn:
        print(f"{withdrawn} were withdrawn for their faults.")
    return failed


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    sys.exit(1 if main() else 0)
