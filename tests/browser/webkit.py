"""A second browser engine: Debian's WebKitGTK on a display of its own, driven by selenium."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from engine.law.actions import Action
from engine.notation.text import parse_actions, parse_cards
from lessons.content.reading import Item
from tests.browser.answers import Answer, hand_of, path_of, ticks

PATIENCE = 60  # seconds until something counts as not happening; a busy machine is slow
SIZE = (800, 900)
PROGRAMS = ("WebKitWebDriver", "Xvfb")
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
Found = TypeVar("Found")


def browser_program() -> str | None:
    """The small browser that comes with the driver."""
    found = sorted(Path("/").glob(BROWSERS.removeprefix("/")))
    return str(found[-1]) if found else None


def what_is_missing() -> str:
    """What has to be installed, or an empty text."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if browser_program() is None:
        missing.append("MiniBrowser")
    return (
        f"{', '.join(missing)} not installed (Debian: apt-get install webkit2gtk-driver xvfb)"
        if missing
        else ""
    )


@contextmanager
def display(folder: Path) -> Iterator[str]:
    """The name of a display that is not in use, so that several runs do not meet on one."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x1000x24", "-nolisten", "tcp"]
    with (folder / "xvfb.log").open("w") as log:
        server = subprocess.Popen(command, pass_fds=(writing,), stdout=log, stderr=log)
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            assert number, (folder / "xvfb.log").read_text()
            yield f":{number}"
        finally:
            server.terminate()
            server.wait()


@contextmanager
def webkit(folder: Path) -> Iterator[WebKitGTK]:
    """A browser whose files are in this folder."""
    with display(folder) as name:
        own = {**os.environ, "DISPLAY": name, "GDK_BACKEND": "x11", "HOME": str(folder), "NO_AT_BRIDGE": "1"}
        own |= {"XDG_RUNTIME_DIR": str(folder), "GTK_A11Y": "none", "LIBGL_ALWAYS_SOFTWARE": "1"}
        # The machines on which tests run have no graphics card.
        own |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        options = Options()
        options.binary_location = browser_program() or ""
        options.add_argument("--automation")
        service = Service(shutil.which("WebKitWebDriver"), env=own, log_output=str(folder / "driver.log"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of selenium about itself
            browser = webdriver.WebKitGTK(options=options, service=service)
        try:
            browser.set_window_size(*SIZE)
            browser.set_page_load_timeout(PATIENCE)
            yield browser
        finally:
            browser.quit()


@dataclass(kw_only=True)
class WebKitLearner:
    """A page in WebKit and the mouse on it. Elements are looked up anew each time: htmx replaces them."""

    browser: WebKitGTK
    address: str
    language: str

    def open(self, path: str) -> None:
        self.browser.get(self.address + path)
        # The driver clicks where an element is at the moment: nothing may be on its way, as in the other browser.
        self.browser.execute_script("document.documentElement.classList.add('still')")

    def open_item(self, item: Item) -> None:
        self.open(path_of(item, self.language))

    def until(self, seen: Callable[[], Found]) -> Found:
        """What is seen once it is there."""
        waiting = WebDriverWait(self.browser, PATIENCE, ignored_exceptions=(WebDriverException,))
        return waiting.until(lambda _: seen())

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """The text that is seen there, once there is any."""
        return self.until(lambda: self.one(selector).text.strip())

    def expect_text(self, selector: str, text: str) -> None:
        self.until(lambda: text in self.one(selector).text)

    def press(self, selector: str) -> None:
        def press() -> bool:
            self.one(selector).click()
            return True

        self.until(press)

    def write(self, selector: str, text: str) -> None:
        field = self.until(lambda: self.one(selector))
        field.clear()
        field.send_keys(text)

    def tick(self, selector: str) -> None:
        """A check box or a radio button, at its left edge: of a card that lies under others only that can be seen."""
        before = self.until(lambda: self.one(selector)).is_selected()

        def tick() -> bool:
            box = self.one(selector)
            if box.is_selected() == before:
                self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
                left, top = 12 - box.rect["width"] // 2, 12 - box.rect["height"] // 2
                ActionChains(self.browser).move_to_element_with_offset(box, left, top).click().perform()
            return self.one(selector).is_selected() != before

        self.until(tick)

    @property
    def selected(self) -> set[str]:
        return {box.get_attribute("value") or "" for box in self.all("input[name=card]:checked")}

    def select(self, cards: str, item: Item, done: tuple[Action, ...] = ()) -> None:
        """Have exactly these cards selected."""
        wanted = set(ticks(parse_cards(cards), hand_of(item, done)))
        for value in sorted(wanted ^ self.selected):
            self.tick(f"input[name=card][value='{value}']")
        assert self.selected == wanted

    def answer(self, item: Item, answer: Answer) -> None:
        """Enter an answer of the kinds that are walked here; do not check it yet."""
        match item.kind:
            case "cards":
                self.select(answer["cards"], item)
            case "legal":
                self.tick(f"input[name=answer][value='{answer['legal']} {answer['reason']}']")
            case "melds":
                done: tuple[Action, ...] = ()
                for action in parse_actions(answer["actions"]):
                    self.select(" ".join(map(str, action.cards)), item, done)
                    self.press("#do-meld")
                    done = (*done, action)
                    self.until(partial(self._has_staged, len(done)))
            case _:
                raise AssertionError(f"nobody answers {item.kind} in WebKit")

    def _has_staged(self, count: int) -> bool:
        return len(self.all("ol.staged > li")) == count

    def check(self) -> str:
        """Check the answer; the verdict, which has come without a new page."""
        token = self.one("#answer input[name=token]").get_attribute("value")
        self.browser.execute_script("window.sameAsBefore = true")
        self.press("#do-check")
        self.until(lambda: self.one("#answer input[name=token]").get_attribute("value") != token)
        assert self.browser.execute_script("return window.sameAsBefore") is True
        return self.text("#feedback-title")
