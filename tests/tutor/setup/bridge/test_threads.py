"""Whose turn it is at the threads."""

from __future__ import annotations

import threading

from tutor.setup.bridge.threads import Threads


def test_who_came_first_is_served_first() -> None:
    """A writer that had to wait for another one is not put behind the readers who came after it."""
    gate, done, order = threading.Event(), threading.Event(), list[str]()
    threads = Threads(1, kept_for_readers=0)
    threads.begin(lambda: bool(gate.wait(60)), may_write=False)
    for name, may_write in (("w1", True), ("w2", True), ("r1", False), ("w3", True), ("r2", False)):
        threads.begin(lambda name=name: order.append(name), may_write=may_write)
    threads.begin(done.set, may_write=True)
    gate.set()
    assert done.wait(60)
    assert order == ["w1", "w2", "r1", "w3", "r2"]


def test_writers_that_wait_leave_a_thread_to_readers() -> None:
    gate, read, written = threading.Event(), threading.Event(), threading.Semaphore(0)
    threads = Threads(3, kept_for_readers=1)

    def write() -> None:
        gate.wait(60)
        written.release()

    for _ in range(9):
        threads.begin(write, may_write=True)
    threads.begin(read.set, may_write=False)
    assert read.wait(60)
    gate.set()
    for _ in range(9):
        assert written.acquire(timeout=60)
