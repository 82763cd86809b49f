"""What all tests share: the browser that the machine has, and that a run without a test is a failure."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker

from manage import SELDOM
from tests.running import remove_patterns
from tests.samples import TURN, WHOLE, share
from tests.statements import enough, known, noted

# Generated examples take as long as the machine lets them: a time limit would fail on a busy one. Where a failure
# must mean a change of the code, the examples are the same in each run.
hypothesis.settings.register_profile(
    "tutor",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tutor")

# As in the site itself.
gc.set_threshold(*SELDOM)

# Playwright's synchronous interface runs an event loop in the thread in which the tests use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM_NAMES = (
    "chromium-headless-shell",  # the same engine without a browser's windows, at half the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# Chromium would otherwise ask its maker's servers for updates and lists at every start.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--in-process-gpu",  # what draws is no process of its own, for there is nothing to draw on
    "--no-first-run",
)


def chromium(*, windows: bool = False) -> str | None:
    """The browser that is installed on this machine; with ``windows`` one that keeps what a person's browser keeps."""
    names = CHROMIUM_NAMES[1:] if windows else CHROMIUM_NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="of the tests that take long a fifth, and of the values of the others half; the rest in other turns",
    )


def pytest_report_header(config: pytest.Config) -> str:
    """What has to be said to look at the same part again."""
    tests = "quick, others in other turns" if config.option.quick and not WHOLE else "all"
    lists = "the whole" if WHOLE else f"the part of CANASTA_TESTS_TURN={TURN}"
    return f"tests: {tests}; of long lists: {lists}"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Nobody else looks at the database when it is removed: a thread that has ended may have left a connection."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """What the site keeps beside the database is of another test, and so is the language of its last page."""
    cache.clear()
    translation.deactivate()


def browser_is_required() -> bool:
    return bool(os.environ.get("CI") or os.environ.get("TUTOR_REQUIRE_BROWSER"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the browser. Without one, skip, or fail where one must be."""
    return launch_arguments(chromium())


def launch_arguments(path: str | None) -> dict[str, Any]:
    if path is None:
        reason = "Chromium is not installed (Debian: apt-get install chromium)"
        if browser_is_required():
            pytest.fail(reason)
        pytest.skip(reason)
    arguments = list(QUIET)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium's sandbox refuses to start as root
    return {"executable_path": path, "headless": True, "args": arguments}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """What is there before the first test stays to the end: garbage is looked for in what tests make.

    At its end, each worker looks for it through all that there is, for what was left open, more than once.
    """
    collected = yield
    gc.freeze()
    return collected


NEEDS_DATABASE = frozenset({"db", "transactional_db", "live_server", "site"})
"""Fixtures that bring a database; `site` is a running site, wherever one is asked for."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Puts on marks and the order; and, once the marks have chosen, leaves out what another database cannot change."""
    put_on_marks(items)
    if config.option.quick and not WHOLE:
        keep(quick(items), config, items)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = spread(items, workers=workers)
    yield
    items[:] = beside_the_browser(items, workers=workers)
    if connection.vendor == "postgresql" and not WHOLE:
        keep(those_enough(items), config, items)


def keep(kept: Set[pytest.Item], config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only these are run; pytest tells of how many the others are."""
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """What a test sends to the database is noted, its fixtures included."""
    with noted(item.nodeid):
        return (yield)


def those_enough(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """What is run on another database than SQLite: by what was sent there, or else by values alone."""
    sent = known()
    if not sent:
        return one_of_each(items)
    names = enough((item.nodeid for item in items), sent)
    return {item for item in items if item.nodeid in names or transactional(item)}


def transactional(item: pytest.Item) -> bool:
    """Whether what the test does is for all to see, as on a site: how that goes differs between databases."""
    mark = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return "transactional_db" in fixtures or bool(mark and mark.kwargs.get("transaction"))


def one_of_each(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Of a test that runs with many values, the one with the last of them, where it asks a database.

    Which value it is hardly matters to the kind of the database; on SQLite, all of them run.
    """
    of_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        alone = item.get_closest_marker("database") is None
        of_test.setdefault(item.nodeid if alone else item.nodeid.partition("[")[0], []).append(item)
    return {one[-1] for one in of_test.values()}


def quick(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """The part that is run where somebody waits: of the tests that take long every fifth, all of the others, and of
    those with several values every second value. In ten turns that is everything.
    """
    long: dict[str, list[pytest.Item]] = {}
    short: dict[str, list[pytest.Item]] = {}
    for item in items:
        takes_long = item.get_closest_marker("browser") is not None or item.path.stem in LONG
        (long if takes_long else short).setdefault(item.nodeid.partition("[")[0], []).append(item)
    return half_of_each(share(long.values(), 0, of=5)) | half_of_each(short.values())


def half_of_each(tests: Iterable[Sequence[pytest.Item]]) -> set[pytest.Item]:
    """Every second value of each test; those beside each other begin with the first one by turns."""
    return {
        one
        for place, values in enumerate(tests)
        for one in (share(values, place, of=2) if len(values) > 1 else values)
    }


def put_on_marks(items: Sequence[pytest.Item]) -> None:
    """Marks that choose a part of the tests: `-m database` for those that another database could change."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if item.get_closest_marker("django_db") or not NEEDS_DATABASE.isdisjoint(fixtures):
            item.add_marker("database")
        if "browser" in fixtures:
            item.add_marker("browser")
        if "webkit_browser" in fixtures:
            item.add_marker("browser")
            item.add_marker("webkit")


LONG = {
    name: place
    for place, name in enumerate(
        (
            "test_backup", "test_workers", "test_starting", "test_upgrade", "test_several_processes", "test_links",
            "test_site", "test_full_disk", "test_settings", "test_secrets", "test_serving", "test_api_schema",
            "test_search", "test_throttling", "test_bank", "test_best_play", "test_long_words", "test_rooms",
        )
    )
}  # fmt: skip
"""Files whose tests take long, with the place in which they begin; a file stays together, for what it sets up."""


def spread(items: Sequence[pytest.Item], *, workers: int) -> list[pytest.Item]:
    """The same tests so that each worker begins with its share of the long ones: in a browser, then files of `LONG`.

    At first, each of them is given a stretch of the list; at the end, only short ones are left to be shared. Those in
    a browser pytest gathers again afterwards, for the browser that they share: one worker has nearly all of them, which
    is as well, for several browsers at once cost each other more than they save.
    """
    in_browser = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
    known = set(in_browser)
    files: dict[str, list[pytest.Item]] = {name: [] for name in LONG}
    for item in items:
        if item not in known and item.path.stem in LONG:
            files[item.path.stem].append(item)
            known.add(item)
    short = iter([item for item in items if item not in known])
    ends = [len(items) * (number + 1) // workers for number in range(workers)]
    spread: list[pytest.Item] = []
    for number, end in enumerate(ends):
        spread += in_browser[number::workers]
        spread += [item for of_file in list(files.values())[number::workers] for item in of_file]
        spread += islice(short, max(0, end - len(spread)))
    return [*spread, *short]


def beside_the_browser(items: Sequence[pytest.Item], *, workers: int) -> list[pytest.Item]:
    """The same tests so that those in the second browser come first of a worker that has not the other one.

    Pytest has left them among the short ones when it gathered the others, where they would be the last to end.
    """
    second = [item for item in items if item.get_closest_marker("webkit") is not None]
    others = [item for item in items if item.get_closest_marker("webkit") is None]
    begins = len(items) * (workers - 1) // workers
    return [*others[:begins], *second, *others[begins:]]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Nothing is left behind; and a run in which every test was skipped has tested nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    remove_patterns()
    ran = sum(
        len(reporter.stats.get(outcome, ()))
        for outcome in ("passed", "failed", "error", "xfailed", "xpassed")
    )
    if not ran and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
