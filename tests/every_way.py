"""Every kind of exercise by every way of using it, on the screen of a phone: ``python -m tests.every_way``.

One exercise of each kind is answered wrongly and then rightly: by thumb, by keyboard alone, without scripts, and as a
screen reader reads it, in German and in English. Where a wrong pick closes the position, the right answer is given to
the other cards that follow. A reader knows controls by their role and name alone, so each of them has to have a name
of its own, a place on the table has to say what it will do with the selected cards, and what happens has to be said.
Prints a table, and whatever was not as it has to be. Starts a site of its own.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.utils.translation import override  # noqa: E402
from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402

from engine.law.actions import Action  # noqa: E402
from engine.notation.text import parse_actions  # noqa: E402
from lessons.content.reading import Item  # noqa: E402
from lessons.fresh.sisters import find_item  # noqa: E402
from lessons.words import naming  # noqa: E402
from tests.browser.answers import KINDS, Answer, items, path_of, right_answer, wrong_answer  # noqa: E402
from tests.browser.learner import LANGUAGES, Learner, Way  # noqa: E402
from tests.conftest import chromium, launch_arguments  # noqa: E402
from tests.running import leave_prepared, serving  # noqa: E402

WIDTH, HEIGHT = 390, 700
LOCALES = {"de": "de-DE", "en": "en-GB"}
RIGHT = {"de": ("Richtig", "Alles richtig"), "en": ("Right",)}
EachWay = Literal["thumb", "keyboard", "no scripts", "reader"]
WAYS: tuple[EachWay, ...] = ("thumb", "keyboard", "no scripts", "reader")
SMALLEST, SMALLEST_CARD = 44, 24
"""Pixels of what a thumb taps, and of a card in the fan."""
PATIENCE = 20_000
FURTHER = re.compile(r"/course/([\w-]+/[\w-]+)/missed/now/(\d+)/")
# The size of what is tapped for a control: its label where it has one, and what lies around it that does the same.
TARGET = """e => {
  const box = (e.labels?.[0] ?? e).getBoundingClientRect(), around = getComputedStyle(e, "::after");
  const grown = around.content !== "none" && around.position === "absolute" ? parseFloat(around.height) || 0 : 0;
  return [Math.max(box.width, grown && parseFloat(around.width)), Math.max(box.height, grown)];
}"""


@dataclass(frozen=True, slots=True)
class Played:
    """One exercise by one way: how long it took in seconds, and what was not as it has to be."""

    kind: str
    way: EachWay
    language: str
    seconds: float
    problems: tuple[str, ...]


class Thumb(Learner):
    """A thumb, which measures what it taps."""

    def press(self, selector: str) -> None:
        self._measure(selector, SMALLEST)
        super().press(selector)

    def tick(self, selector: str) -> None:
        self._measure(selector, SMALLEST_CARD if "card" in selector else SMALLEST)
        super().tick(selector)

    def _measure(self, selector: str, least: int) -> None:
        width, height = self.see(selector).first.evaluate(TARGET)
        if min(width, height) < least - 0.5:
            self.troubles.append(f"{selector} is {width:.0f} x {height:.0f} pixels")


class Reader(Learner):
    """Somebody who hears the page: every control is found by its role and its name, and by nothing else."""

    def press(self, selector: str) -> None:
        self._found(selector).evaluate("e => e.click()")

    def tick(self, selector: str) -> None:
        self.press(selector)

    def write(self, selector: str, text: str) -> None:
        self._found(selector).fill(text)

    def _stage(self, item: Item, done: tuple[Action, ...], actions: list[str]) -> None:
        for action in parse_actions(actions):
            if action.verb not in ("draw", "merge") and action.cards:
                self.select(" ".join(map(str, action.cards)), item, done)
                self._expect_said(action)
            self.press(f"#{self._button(action)}")
            done = (*done, action)
            expect(self.staged).to_have_count(len(done))
            expect(self.see("#live")).not_to_be_empty()

    def _expect_said(self, action: Action) -> None:
        """The place names the cards that it will take."""
        _, name = self._role_and_name(f"#{self._button(action)}")
        with override(self.language):
            words = {naming.rank_many(naming.word_key(card)) for card in action.cards}
            ones = {
                naming.rank_many(naming.word_key(card)): naming.rank_count(naming.word_key(card), 1)
                for card in action.cards
            }
        for many in words:
            stem = ones[many].split()[-1][:3].casefold()
            if stem not in name.casefold():
                self.troubles.append(f"the place says “{name}”, not what becomes of {many}")

    def _found(self, selector: str) -> Any:
        expect(self.see(selector).first).to_be_attached()
        role, name = self._role_and_name(selector)
        if not role or not name:
            self.troubles.append(f"{selector} is no control with a name: {role!r}, {name!r}")
        elif role in ("button", "checkbox", "radio", "textbox", "link"):
            group = self.see(selector).first.locator(
                "xpath=ancestor::fieldset[legend][1]"
            )  # its name is said first
            within = group if group.count() else self.page
            same = within.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
            alike = 1 if "card" not in selector else same.count()  # the deck has every card twice
            if same.count() != alike:
                self.troubles.append(f"{same.count()} times {role} “{name}”")
        return self.see(selector).first

    def _role_and_name(self, selector: str) -> tuple[str, str]:
        session = self.page.context.new_cdp_session(self.page)
        root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        told = session.send("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False})
        session.detach()
        found = told["nodes"][0]
        if found.get("ignored"):
            return "", ""
        return found["role"]["value"], found.get("name", {}).get("value", "").strip()


HANDS: dict[EachWay, tuple[type[Learner], Way]] = {
    "thumb": (Thumb, "thumb"),
    "keyboard": (Learner, "keyboard"),
    "no scripts": (Learner, "no scripts"),
    "reader": (Reader, "mouse"),
}


def one_of(kind: str) -> Item:
    """The first exercise of a kind in the course."""
    return next((item for item in items(kind) if not item.is_puzzle), items(kind)[0])


def arrived(browser: Browser, address: str, way: EachWay, language: str) -> Learner:
    """Somebody new, with a phone."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        locale=LOCALES[language],
        java_script_enabled=way != "no scripts",
        has_touch=way == "thumb",
        is_mobile=way == "thumb",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    hands, its_way = HANDS[way]
    learner = hands(page=context.new_page(), address=address, language=language, way=its_way)
    context.on("weberror", lambda problem: learner.troubles.append(str(problem.error)))
    context.on(
        "console",
        lambda said: said.type in ("error", "warning") and learner.troubles.append(said.text),
    )
    return learner


def play(learner: Learner, item: Item) -> None:
    """Answer an exercise wrongly, then rightly; what is not as it has to be is added to ``learner.troubles``."""
    learner.open_item(item)
    wrong = wrong_answer(item)
    answer(learner, item, wrong)
    _look(learner, right=False)
    if not learner.holds(item, wrong):
        learner.troubles.append("the wrong answer does not stand there any more")
    if learner.see("#do-check").count():
        for index in range(len(wrong.get("actions", ())) - 1, -1, -1):
            learner.press(f"#undo-{index}")
            expect(learner.staged).to_have_count(index)
    else:
        item = _with_other_cards(learner)
    answer(learner, item, right_answer(item))
    _look(learner, right=True)


def answer(learner: Learner, item: Item, given: Answer) -> None:
    """Enter an answer and have it checked."""
    learner.answer(item, given)
    learner.check()


def _with_other_cards(learner: Learner) -> Item:
    """On to the sister that follows a wrong pick."""
    learner.press("#do-next")
    expect(learner.page).to_have_url(FURTHER)
    found = FURTHER.search(learner.page.url)
    item = find_item(f"{found[1]}~{found[2]}") if found else None
    assert item is not None, learner.page.url
    expect(learner.see("#feedback")).to_have_count(0)
    return item


def _look(learner: Learner, *, right: bool) -> None:
    """What is there after a check: the verdict where the eye and the focus are, and one strong step."""
    said = learner.verdict()
    if said.startswith(RIGHT[learner.language]) != right:
        learner.troubles.append(f"the verdict is “{said}”")
    if learner.way != "no scripts":
        expect(learner.see("#feedback-title")).to_be_focused()
        if said.strip() in learner.see("#live").inner_text():
            learner.troubles.append(f"“{said}” has the focus and is said besides")
        if learner.see("#feedback .why").count() != learner.see("#feedback [aria-describedby]").count():
            learner.troubles.append(f"the reason is not heard with “{said}”")
    if learner.see(".finish .primary").count() != 1:
        learner.troubles.append(f"{learner.see('.finish .primary').count()} strong buttons")
    if right and not learner.see("#do-next.primary").count():
        learner.troubles.append("nothing leads on after a right answer")
    expect(learner.see(".finish .primary")).to_be_in_viewport(ratio=1)
    if learner.page.viewport_size and learner.way != "no scripts":
        wide = learner.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
        if wide > 0:
            learner.troubles.append(f"scrolls sideways by {wide} pixels")


def played(browser: Browser, address: str, kind: str, way: EachWay, language: str) -> Played:
    """One exercise of this kind by this way, with what was not as it has to be."""
    learner = arrived(browser, address, way, language)
    begun = time.perf_counter()
    try:
        play(learner, one_of(kind))
    except Exception as error:
        learner.troubles.append(f"{type(error).__name__}: {str(error).splitlines()[0]}")
    learner.page.context.close()
    return Played(kind, way, language, time.perf_counter() - begun, tuple(learner.troubles))


def all_played(browser: Browser, address: str, kinds: list[str], ways: list[EachWay]) -> Iterator[Played]:
    for kind, way, language in product(kinds, ways, LANGUAGES):
        yield played(browser, address, kind, way, language)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--way", nargs="+", choices=WAYS, default=list(WAYS))
    options = parser.parse_args()
    expect.set_options(timeout=PATIENCE)
    done: list[Played] = []
    with TemporaryDirectory() as folder:
        leave_prepared(Path(folder))
        with serving(Path(folder)) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_arguments(chromium()))
            for one in all_played(browser, site.address, options.kind, options.way):
                done.append(one)
                for problem in one.problems:
                    print(
                        f"{one.kind}, {one.way}, {one.language} ({path_of(one_of(one.kind), one.language)}): {problem}"
                    )
            browser.close()
    print("| kind | " + " | ".join(options.way) + " |\n" + "|---" * (1 + len(options.way)) + "|")
    for kind in options.kind:
        cells = []
        for way in options.way:
            here = [one for one in done if (one.kind, one.way) == (kind, way)]
            good = sum(not one.problems for one in here)
            cells.append(f"{good} of {len(here)}, {sum(one.seconds for one in here):.1f} s")
        print(f"| {kind} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
