"""Whether remedies stay what they are: those of every list in the bank, in the course and in the golden cases.

Run by hand: ``python -m tests.benchmarks.remedies FILE`` writes them, one line a question; with ``--compare`` it names
the questions whose verdict or remedy is another than in the file, and how many searches stopped at their limit. Some
13,000 lists, each asked as a whole turn and as an unfinished one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.api import ask
from engine.law.errors import EngineError

ROOT = Path(__file__).parents[2]


def records() -> Iterator[Any]:
    """Everything that is written in the seeds and the golden cases."""
    for path in sorted((ROOT / "seeds/puzzles/bank").glob("*.jsonl")):
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())
    for folder in ("tests/cases", "seeds"):
        for path in sorted((ROOT / folder).rglob("*.toml")):
            yield tomllib.loads(path.read_text(encoding="utf-8"))


def asked_in(record: Any) -> Iterator[tuple[Any, list[str]]]:
    """Every position with every list of actions that stands beside it, below this record."""
    if isinstance(record, list):
        for each in record:
            yield from asked_in(each)
    if not isinstance(record, dict):
        return
    position = json.loads(record["position_json"]) if "position_json" in record else record.get("position")
    if position is not None:
        positions = [position]
        if "against" in record and isinstance(position, str):
            positions.append(" | ".join([record["against"], *position.split(" | ")[1:]]))
        for actions in (record.get("actions"), *record.get("options", ())):
            if actions and isinstance(actions, list) and all(isinstance(action, str) for action in actions):
                yield from ((each, actions) for each in positions)
    for value in record.values():
        yield from asked_in(value)


def answers() -> Iterator[tuple[str, Any, bool]]:
    """Each question once: as JSON, with what is legal and the remedy, and whether the search stopped."""
    seen = set()
    for record in records():
        for position, actions in asked_in(record):
            for unfinished in (True, False):
                line = json.dumps({"position": position, "actions": actions, "unfinished": unfinished})
                if line in seen:
                    continue
                seen.add(line)
                try:
                    answer = ask("judge", line)
                except EngineError as error:
                    yield line, str(error), False
                else:
                    yield line, [answer["legal"], answer["remedy"]], "remedy_limit" in answer


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.remedies", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args(arguments)
    if not asked.compare:
        with asked.file.open("w", encoding="utf-8") as out:
            out.writelines(f"{json.dumps([line, answer])}\n" for line, answer, _ in answers())
        return 0
    before = dict(map(json.loads, asked.file.read_text(encoding="utf-8").splitlines()))
    found = list(answers())
    differing = [line for line, answer, _ in found if line in before and before[line] != answer]
    print("\n".join(differing))
    same = sum(line in before for line, _, _ in found) - len(differing)
    print(f"{same} the same, {len(differing)} differ, {sum(limited for _, _, limited in found)} stopped")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
