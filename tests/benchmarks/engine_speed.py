"""How fast the engine answers, beside other engines in the same run.

Run by hand: ``python -m tests.benchmarks.engine_speed``, with ``--peers`` to make a virtual environment with other
engines and compare. Every workload first checks its answers. Then the workloads take turns for several rounds, each
peer directly after the workload that it is compared with; rates are medians over the rounds, ratios medians of the
ratios within a round. Times are processor time, so that other work on the machine hardly counts; on an idle machine
that is the time on the clock. No test asserts any of these figures.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack

from tests.benchmarks.engine_workloads import WORKLOADS, Run, Shared, Workload
from tests.benchmarks.peers import Peers, PeersMissing

ROUNDS = 7
SECONDS = 0.4
UNITS = {True: "ms", False: "/s"}


def rate(run: Run, seconds: float, *, clock: Callable[[], float] = time.process_time) -> float:
    """Answers a second of this process, so that other work on the machine hardly counts."""
    done, start = 0, clock()
    while True:
        done += run()
        elapsed = clock() - start
        if elapsed >= seconds:
            return done / elapsed


def time_of_children() -> float:
    """Processor time of the processes that were started and have ended; the clock where nobody counts that."""
    times = os.times()
    return times.children_user + times.children_system if os.name == "posix" else time.perf_counter()


def measure(
    workloads: list[Workload], ask_peer: Callable[[str, float], float] | None, *, rounds: int, seconds: float
) -> dict[str, list[float]]:
    """Rates by name, one for each round; those of a peer under ``row, peer``."""
    rates: dict[str, list[float]] = {}
    for number in range(rounds):
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for workload in workloads:
            clock = time_of_children if workload.in_ms else time.process_time
            rates.setdefault(workload.name, []).append(rate(workload.run, seconds, clock=clock))
            for peer in workload.peers if ask_peer else ():
                found = ask_peer(peer, seconds) if ask_peer else 0.0
                rates.setdefault(f"{workload.name}, {peer}", []).append(found)
    print(file=sys.stderr)
    return rates


def shown(rates: list[float], *, in_ms: bool) -> str:
    """The median and the range."""
    figures = [1000 / each if in_ms else each for each in rates]
    low, middle, high = (number(f) for f in (min(figures), statistics.median(figures), max(figures)))
    return f"{middle:>11} {UNITS[in_ms]}   ({low} to {high})"


def number(figure: float) -> str:
    return f"{figure:,.1f}" if figure < 100 else f"{figure:,.0f}"


def goals(workload: Workload) -> str:
    if workload.least is None or workload.aim is None:
        return ""
    unit = f" x {workload.peers[0]}" if workload.by_ratio else f" {UNITS[workload.in_ms]}"
    return f"at least {workload.least:,}{unit}, aim {workload.aim:,}{unit}"


def print_table(workloads: list[Workload], rates: dict[str, list[float]]) -> None:
    for workload in workloads:
        own = rates[workload.name]
        print(f"{workload.name:34}{shown(own, in_ms=workload.in_ms):52}{goals(workload)}")
        for peer in workload.peers:
            theirs = rates.get(f"{workload.name}, {peer}")
            if theirs:
                ratio = statistics.median(a / b for a, b in zip(own, theirs, strict=True))
                print(f"    {peer:30}{shown(theirs, in_ms=False):52}we are {ratio:.2f} x as fast")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine_speed", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="compare with other engines, installed for this")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each workload in each round")
    parser.add_argument("--only", default="", help="only rows whose name contains this")
    asked = parser.parse_args(arguments)
    shared = Shared()
    workloads = [workload for make in WORKLOADS if asked.only in (workload := make(shared)).name]
    print("every workload has given the right answers", file=sys.stderr)
    with ExitStack() as stack:
        ask_peer = None
        if asked.peers:
            try:
                ask_peer = stack.enter_context(Peers(shared.for_peers())).rate
            except PeersMissing as problem:
                print(f"without peers, only our own rates: {problem}", file=sys.stderr)
        rates = measure(workloads, ask_peer, rounds=asked.rounds, seconds=asked.seconds)
    print_table(workloads, rates)


if __name__ == "__main__":
    main(sys.argv[1:])
