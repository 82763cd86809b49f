"""The site as `up` serves it, and visitors whose browsers note whatever must not happen on any page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request, expect

from tests.browser.learner import NARROW, Learner, Way
from tests.running import Site, prepared_site, serving

HEIGHTS = {320: 700, 768: 1000, 1280: 900}
LOCALES = {"de": "de-DE", "en": "en-GB"}
PATIENCE = 20_000  # milliseconds until something counts as not happening; a busy machine is slow

Arrive = Callable[..., Learner]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with a worker and a database of its own. Every visitor is a learner of their own."""
    folder = tmp_path_factory.mktemp("site")
    with prepared_site(folder) as database, serving(folder, workers=1, **database) as site:
        yield site


@pytest.fixture(scope="session")
def site(running: Site) -> str:
    """The address of the running site."""
    return running.address


@pytest.fixture
def arrive(browser: Browser, site: str) -> Iterator[Arrive]:
    """Makes a visitor with a fresh browser. At the end, nothing may have gone wrong on any page that was seen."""
    there: list[tuple[BrowserContext, Learner]] = []

    def arrive(
        *, language: str = "de", width: int = NARROW, way: Way = "mouse", dark: bool = False
    ) -> Learner:
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS[width]},
            locale=LOCALES[language],
            java_script_enabled=way != "no scripts",
            has_touch=way == "thumb",
            is_mobile=way == "thumb",
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(PATIENCE)
        learner = Learner(page=context.new_page(), address=site, language=language, way=way)
        watch(context, learner)
        there.append((context, learner))
        return learner

    yield arrive
    for context, _ in there:
        context.close()
    assert [trouble for _, learner in there for trouble in learner.troubles] == []


def watch(context: BrowserContext, learner: Learner) -> None:
    """Note requests to other hosts, errors of scripts, and what the browser complains about (the content policy)."""
    own = urlsplit(learner.address).netloc

    def request(sent: Request) -> None:
        if urlsplit(sent.url).netloc != own:
            learner.troubles.append(f"asks a foreign host: {sent.url}")

    def console(message: ConsoleMessage) -> None:
        if any(part in message.text for part in learner.expected):
            return
        if message.type in ("error", "warning"):
            learner.troubles.append(f"{message.type} on {learner.page.url}: {message.text}")

    def failure(problem: Any) -> None:
        learner.troubles.append(f"script error on {learner.page.url}: {problem.error}")

    context.on("request", request)
    context.on("console", console)
    context.on("weberror", failure)
