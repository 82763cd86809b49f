"""Somebody at the site: with a mouse, with a thumb on a touch screen, with the keyboard alone, without scripts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext, override
from playwright.sync_api import Error, Locator, Page, expect

from engine.law.actions import Action
from engine.notation.text import parse_actions, parse_cards
from lessons.content.reading import Item
from tests.browser.answers import Answer, hand_of, path_of, ticks
from tests.windows import resize

Way = Literal["mouse", "thumb", "keyboard", "no scripts"]
LANGUAGES = ("de", "en")
EACH_WAY = (("mouse", "de"), ("keyboard", "en"), ("no scripts", "de"))
"""Every way and both languages, where not every combination of them can make a difference."""
NARROW, WIDE = 320, 1280
EACH_PAIR = (
    ("mouse", "de", NARROW),
    ("keyboard", "en", NARROW),
    ("no scripts", "de", WIDE),
    ("mouse", "en", WIDE),
)
"""Every way, language and width, and both languages in both widths."""
# Where Tab stops on a page, in order, with radio buttons of one name as one stop; and where the focus is.
STOPS = """const stops = [], groups = new Set();
  for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
    if (e.disabled || e.type === "hidden" || e.tabIndex < 0 || !e.checkVisibility()) continue;
    if (e.type === "radio" && groups.has(e.name)) continue;
    if (e.type === "radio") groups.add(e.name);
    stops.push(e);
  }
  const from = document.activeElement;
"""
# About how many stops of Tab lie between the focus and what is wanted, 0 where it stands before the focus.
TABS_BEFORE = f"""wanted => {{
  {STOPS}
  const after = from && from !== document.body
    ? stops.filter(e => from.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) : stops;
  return Math.max(0, after.findIndex(e => e.matches(wanted)));
}}"""
OUTSIDE = -1
# At which stop the focus is, or that it is outside of all, and how many there are.
AT_STOP = f"""() => {{
  {STOPS}
  const same = e => e === from || (e.type === "radio" && from.type === "radio" && e.name === from.name);
  return [stops.findIndex(same), stops.length];
}}"""
SURELY_ASKED = 4
MOST_TABS = 250
HAS_FOCUS = "e => e === document.activeElement"


@dataclass(kw_only=True)
class Learner:
    """A page and the hands at it. ``troubles`` collects what must not happen on any page."""

    page: Page
    address: str
    language: str = "de"
    way: Way = "mouse"
    expected: tuple[str, ...] = ()
    """Parts of complaints of the browser that belong to the test, such as that a page is not found."""
    troubles: list[str] = field(default_factory=list)

    # Where to

    def open(self, path: str) -> None:
        """Go to an address as somebody who types it in, also where the page goes on by itself at that very moment."""
        try:
            self.page.goto(self.address + path)
        except Error as error:
            if "interrupted by another navigation" not in error.message:
                raise
            self.page.goto(self.address + path)

    def open_item(self, item: Item) -> None:
        self.open(path_of(item, self.language))

    def resize(self, width: int, height: int) -> None:
        """A window of so many CSS pixels."""
        if self.way == "no scripts":
            self.page.set_viewport_size({"width": width, "height": height})
        else:
            resize(self.page, width, height)

    def expect_at(self, path: str) -> None:
        """The browser has arrived there."""
        expect(self.page).to_have_url(re.compile(re.escape(self.address + path) + r"(#.*)?$"))

    # Looking

    def see(self, selector: str) -> Locator:
        return self.page.locator(selector)

    @property
    def goal(self) -> str:
        return self.see("#goal").inner_text()

    @property
    def staged(self) -> Locator:
        return self.see("ol.staged > li")

    @property
    def selected(self) -> set[str]:
        """The values of the selected cards."""
        return set(
            self.see("input[name=card]").evaluate_all("all => all.filter(e => e.checked).map(e => e.value)")
        )

    def expect_focus(self, selector: str) -> None:
        """The focus is there, and it is in view."""
        expect(self.see(selector)).to_be_focused()
        expect(self.see(selector)).to_be_in_viewport()

    # Doing

    def press(self, selector: str) -> None:
        """A button or a link."""
        if self.way == "keyboard":
            self._tab_to(selector)
            self.page.keyboard.press("Enter")
        else:
            self.point_at(self.see(selector))

    def point_at(self, there: Locator, **where: Any) -> None:
        """A click, or a tap of the thumb."""
        (there.tap if self.way == "thumb" else there.click)(**where)

    def open_more(self) -> None:
        """What stands behind "more" in the bar of an exercise: language, settings, keys, links."""
        if not self.see("#extras .tools").is_visible():
            self.press("#extras > summary")

    def tick(self, selector: str) -> None:
        """A check box that is to be on or off, as it is not now; or the radio button that is to be chosen."""
        box = self.see(selector)
        if self.way != "keyboard":
            # The left edge: of a card that lies under others, only that much can be seen.
            self.point_at(box, position={"x": 12, "y": 12})
        elif box.get_attribute("type") == "radio":
            self._choose_radio(selector)
        else:
            self._tab_to(selector)
            self.page.keyboard.press("Space")

    def write(self, selector: str, text: str) -> None:
        """Text in place of what stands in the field."""
        if self.way == "keyboard":
            self._tab_to(selector)  # which selects what stands there
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
        else:
            self.see(selector).fill(text)

    def _tab_to(self, selector: str) -> None:
        """Tab until the focus is on an element that the selector finds."""
        expect(self.see(selector).first).to_be_attached()
        self.page.wait_for_load_state()  # till then the focus may still go to what the address names
        # Most of the way without asking after each press where the focus is; that is asked for the last presses.
        for _ in range(self.page.evaluate(TABS_BEFORE, selector) - SURELY_ASKED):
            self.page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if self.page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def _choose_radio(self, selector: str) -> None:
        """Radio buttons of one name are one stop for Tab; the arrow keys choose among them."""
        name = self.see(selector).get_attribute("name")
        self._tab_to(f"input[type=radio][name='{name}']")
        self.page.keyboard.press("Space")
        for _ in range(12):
            if self.see(selector).evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrow keys do not reach {selector}")

    # An answer

    def select(self, cards: str, item: Item, done: tuple[Action, ...] = ()) -> None:
        """Have exactly these cards selected."""
        wanted = set(ticks(parse_cards(cards), hand_of(item, done)))
        for value in sorted(wanted ^ self.selected):
            self.tick(f"input[name=card][value='{value}']")
        assert self.selected == wanted

    def stage(self, item: Item, actions: list[str]) -> None:
        """Put these actions into the tray, one after the other."""
        self._stage(item, (), actions)

    def add(self, item: Item, actions: list[str]) -> None:
        """Put these actions into the tray behind those that are there."""
        self._stage(item, parse_actions(self.actions), actions)

    def _stage(self, item: Item, done: tuple[Action, ...], actions: list[str]) -> None:
        for action in parse_actions(actions):
            cards = "" if action.verb in ("draw", "merge") else " ".join(map(str, action.cards))
            if cards:
                self.select(cards, item, done)
            self.press(f"#{self._button(action)}")
            done = (*done, action)
            expect(self.staged).to_have_count(len(done))

    def _button(self, action: Action) -> str:
        target = action.target.replace("#", "-")
        if action.verb == "take" and action.target:
            own = f"do-take-onto-{target}"
            return own if self.see(f"#{own}").count() else "do-take-onto"
        if action.verb == "merge":
            return f"do-merge-{target}-{action.source.replace('#', '-')}"
        return f"do-add-{target}" if action.verb == "add" else f"do-{action.verb}"

    def answer(self, item: Item, answer: Answer) -> None:
        """Enter an answer; do not check it yet."""
        match item.kind:
            case "legal":
                self.tick(f"input[name=answer][value='{in_one(answer)}']")
            case "number":
                self.write("#number", answer["number"])
            case "sheet":
                for key, value in answer["rows"].items():
                    self.write(f"#row-{key}", value)
            case "cards":
                none = self.see("#none")
                if none.count() and none.is_checked() != bool(answer.get("none")):
                    self.tick("#none")
                self.select(answer["cards"], item)
            case "find-all":
                self._tick_exactly({f"option-{place}" for place in answer["ticks"]})
                if self.see("#none").is_checked() != bool(answer.get("none")):
                    self.tick("#none")
            case "predict" | "mistake" | "sheet-mistake":
                self.tick(f"#option-{answer['choice']}")
                if "reason" in answer:
                    self.tick(f"input[name=reason][value='{answer['reason']}']")
            case "order":
                self._sort(answer["order"])
            case "compare":
                for side in ("first", "second"):
                    if item.task.side:
                        self.write(f"#{side}", answer[side])
                    else:
                        self.tick(f"#{side}-{answer[side]}")
            case _:
                self.stage(item, answer["actions"])

    def _tick_exactly(self, wanted: set[str]) -> None:
        ticked = set(self.see("input[name=tick]:checked").evaluate_all("all => all.map(e => e.id)"))
        for one in sorted(wanted ^ ticked):
            self.tick(f"#{one}")

    def _sort(self, wanted: list[str]) -> None:
        """Move actions up until they stand in this order."""
        for place, value in enumerate(wanted):
            while self.order[place] != value:
                at, before = self.order.index(value), self.order
                self.press(f"#up-{at}")
                expect(self.see(f"#place-{at - 1} input[name=order]")).to_have_value(value)
                assert self.order != before

    @property
    def order(self) -> list[str]:
        """The values of the actions in the order in which they stand."""
        return self.see("input[name=order]").evaluate_all("all => all.map(e => e.value)")

    def check(self) -> None:
        """Check the answer and wait for the verdict."""
        before = self.see("#answer input[name=token]").get_attribute("value")
        self.press("#do-check")
        expect(self.see("#answer input[name=token]")).not_to_have_value(before or "")

    def holds(self, item: Item, answer: Answer) -> bool:
        """Whether the page still has this answer in its form."""
        match item.kind:
            case "legal":
                chosen = self.see("input[type=radio]:checked").evaluate_all("all => all.map(e => e.value)")
                return chosen == [in_one(answer)]
            case "number":
                return self.see("#number").input_value() == answer["number"]
            case "sheet":
                rows = {key: self.see(f"#row-{key}").input_value() for key in answer["rows"]}
                return rows == answer["rows"]
            case "cards":
                return self.selected == set(ticks(parse_cards(answer["cards"]), hand_of(item)))
            case "find-all":
                ticked = self.see("input[name=tick]:checked").evaluate_all("all => all.map(e => e.value)")
                return ticked == answer["ticks"]
            case "predict" | "mistake" | "sheet-mistake":
                chosen = self.see("input[type=radio]:checked").evaluate_all("all => all.map(e => e.value)")
                return chosen == [answer[key] for key in ("choice", "reason") if key in answer]
            case "order":
                return self.order == answer["order"]
            case "compare" if item.task.side:
                return [self.see(f"#{side}").input_value() for side in ("first", "second")] == list(
                    answer.values()
                )
            case "compare":
                chosen = self.see("input[type=radio]:checked").evaluate_all("all => all.map(e => e.value)")
                return chosen == list(answer.values())
        return self.actions == answer["actions"]

    @property
    def actions(self) -> list[str]:
        """The staged actions, in the notation in which the form carries them."""
        return self.see("input[name=action]").evaluate_all("all => all.map(e => e.value)")

    def verdict(self) -> str:
        return self.see("#feedback-title").inner_text()


def said(language: str, words: str, **values: object) -> str:
    """Words of the site in this language."""
    with override(language):
        return gettext(words) % values


def in_words(locator: Locator) -> str:
    """The text that is seen, with its white space made even."""
    return re.sub(r"\s+", " ", locator.inner_text()).strip()


def in_one(answer: Answer) -> str:
    """What the form of "legal or not" sends for a verdict and its reason."""
    return f"{answer['legal']} {answer['reason']}".strip()
