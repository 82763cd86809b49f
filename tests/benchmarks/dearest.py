"""What the dearest questions cost that a search by mutation finds, in processor time, for each rule set and address.

Run by hand: ``python -m tests.benchmarks.dearest``; ``--tries`` for each row, ``--only`` rows whose name contains this.
Seeded and bounded: the questions begin with up to 75 cards and 17 actions, and those that cost most are changed
further. Printed are the worst time of each row and its question; the exit code is 1 where one takes over a second. On a
busy machine it is half as long again. The database is made for the run; network and web server are not counted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from random import Random

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from engine.api import ask  # noqa: E402
from engine.judging.judge import judge  # noqa: E402
from engine.law.errors import EngineError  # noqa: E402
from engine.law.variants import RULE_SETS  # noqa: E402
from engine.notation.as_json import position_from_json  # noqa: E402
from engine.notation.position_line import format_position  # noqa: E402
from tests.dearest import Question, begun, dearest  # noqa: E402

TRIES = 40
MOST_SECONDS = 1.0
SHOWN = 600
CARDS = 50
FIRST = Question(
    "judge", {"position": {"rules": "classic", "hand": "Kh Kd Ks 4c 5c", "stock": 20}, "actions": []}
)
Run = Callable[[Question], None]


def _line(question: Question, **more: object) -> None:
    ask(question.command, Question(question.command, {**question.data, **more}).line())


def _verdict_only(question: Question) -> None:
    position = position_from_json(question.data["position"])
    judge(position, question.data["actions"], unfinished=question.data["unfinished"], remedy=False)


def _page(address: str) -> Run:
    client = Client()

    def get(question: Question) -> None:
        position = position_from_json(question.data["position"])
        response = client.get(address, {"p": format_position(position), "action": question.data["actions"]})
        assert response.status_code in (200, 400), response.status_code

    get(FIRST)  # what a server does once: reading the content, compiling templates
    return get


def rows() -> dict[str, tuple[str, Run]]:
    """Each question by its name: the command that is asked and how."""
    return {
        "verdict alone": ("judge", _verdict_only),
        "judge": ("judge", _line),
        "actions": ("actions", lambda question: _line(question, turns=False)),
        "actions with turns": ("actions", lambda question: _line(question, turns=True)),
        "/ask/turn/": ("judge", _page("/en/ask/turn/")),
        "/items/new/": ("judge", _page("/en/items/new/")),
    }


def worst(name: str, command: str, run: Run, *, tries: int) -> tuple[float, Question]:
    """The dearest question found in a rule set: seconds of processor time, and the question."""

    def cost(question: Question) -> float | None:
        start = time.process_time()
        try:
            run(question)
        except EngineError:
            return None
        return time.process_time() - start

    rng = Random(f"{name} {command}")
    first = [begun(rng, command, name) for _ in range(tries // 3)]
    first.append(begun(rng, command, name, cards=CARDS))
    return max(dearest(rng, first, cost, tries=tries), key=lambda each: each[0])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dearest", description=__doc__)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--only", default="")
    asked = parser.parse_args(arguments)
    setup_test_environment()
    call_command("migrate", verbosity=0)
    dear = 0.0
    for row, (command, run) in rows().items():
        for name in RULE_SETS:
            if asked.only in f"{row} {name}":
                seconds, question = worst(name, command, run, tries=asked.tries)
                dear = max(dear, seconds)
                print(f"{row:20}{name:18}{seconds:6.2f} s  {question.line()[:SHOWN]}", flush=True)
    return int(dear > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
