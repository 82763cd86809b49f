"""How much of an exercise is in view without scrolling, in a real browser: ``python -m tests.in_view``.

For every size, language and kind: the share of exercises where question, upper card and state of the pile, every card
of the hand, the controls of the answer and Check are inside the window with nothing over them, before anything is
answered; and after a wrong and after a right answer the heading, the deciding condition and the next step; with
``--hints`` instead each hint when it was asked for, and Check. Lists that are long by nature may scroll in a panel of
their own, which then has to be in view. ``--bank`` looks at the bank of puzzles that were made: at the fullest puzzle
of each layout (theme, sides, rows of the hand, how full each side of the table is); ``--bank whole`` at every puzzle of
it, which takes an hour for a language even with ``--before`` alone. Starts a site of its own.
"""

from __future__ import annotations

import argparse
import random
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from engine.law.position import Position
from lessons.content.bank import bank
from lessons.content.reading import Item, library
from tests.benchmarks.requests import right_and_wrong
from tests.browser.answers import path_of
from tests.conftest import chromium, launch_arguments
from tests.running import leave_prepared, serving
from tests.windows import resize

SIZES = ("1280x680", "390x700", "360x640", "320x568")
LANGUAGES = ("de", "en")
LOCALES = {"de": "de-DE", "en": "en-GB"}
BEFORE = ("question", "pile", "hand", "answers", "check")
AFTER = ("heading", "condition", "next")
HINT = ("hint", "check")
WHOLE = "nothing cut"
LONG = frozenset({"sheet", "sheet-mistake", "find-all", "order", "mistake", "compare", "turn", "melds"})
"""Kinds whose answers are a list or a sheet that may be longer than any screen."""
HANDS = (11, 13, 15)
"""From so many cards on a hand takes another form (``HandView.length``)."""
MANY = 4
"""From so many melds on a side counts as full."""
PATIENCE = 20_000
# For each part the elements of it that are not in view: outside of the window or of what clips them, or covered where
# they are read. A card is read in its corner. `panels` lets what is inside a scrolling part count as that part.
LOOK = """([parts, panels]) => {
  const shown = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1;
  const inside = (b, c) =>
    Math.min(b.left - c.left, b.top - c.top, c.right - b.right, c.bottom - b.bottom) >= -1.5;
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const label = e => e.labels?.[0] && !e.closest(".pick") ? e.labels[0] : e;
  const inView = e => {
    let target = label(e);
    if (panels && !target.closest("#table, #hand")) {
      for (let p = target.parentElement; p && p !== document.body; p = p.parentElement)
        if (scrolls(p) && p.clientHeight >= 88) { target = p; break; }
    }
    const box = target.getBoundingClientRect();
    if (!box.width || !box.height || !inside(box, screen)) return false;
    for (let p = target.parentElement; p && p !== document.documentElement; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (style.overflowX !== "visible" || style.overflowY !== "visible")
        if (!inside(box, p.getBoundingClientRect())) return false;
    }
    const corner = target.matches(".card");
    const x = box.left + (corner ? Math.min(9, box.width / 4) : Math.min(box.width / 2, 40));
    const y = box.top + (corner ? box.height / 4 : Math.min(box.height / 2, 20));
    const found = document.elementFromPoint(x, y);
    if (!found) return false;
    return target.contains(found) || found.contains(target) || found.closest("label") === target.closest("label");
  };
  const result = {};
  const folded = ".vh, .vh *, details:not([open]) > :not(summary) *";
  for (const [name, selector] of Object.entries(parts)) {
    const all = [...document.querySelectorAll(selector)].filter(e => shown(label(e)) && !e.matches(folded));
    const out = all.filter(e => !inView(e)).map(e => String(e.id || e.getAttribute("class") || e.tagName));
    result[name] = {all: all.length, out};
  }
  const cut = [...document.querySelectorAll("#exercise *")].filter(e => shown(e) && !e.closest(".vh, svg"))
    .filter(e => getComputedStyle(e).overflowY === "hidden" && e.scrollHeight > e.clientHeight + 2)
    .filter(e => e.clientHeight > 1)
    .map(e => "cut: " + (e.id || e.getAttribute("class") || e.tagName));
  if (document.scrollingElement.scrollWidth > innerWidth) cut.push("scrolls sideways");
  result["nothing cut"] = {all: 1, out: cut};
  return result;
}"""
CONTROLS = (
    "#answer :is(button, input, select):not([type=hidden], [value=check], [value=hint], [value=reset],"
    " [name=card], .vh, #hand *, details *, .staged *, [data-all]), #table .place:not(.meld *)"
)
PARTS_BEFORE = {
    "question": "#goal",
    "pile": "#table .discard .upper > .card, #table .discard p",
    "hand": "#hand .card",
    "answers": CONTROLS,
    "check": "button[form=answer][value=check], #answer button[value=check]",
}
PARTS_AFTER = {
    "heading": "#feedback-title",
    "condition": "#feedback .why > :first-child,"
    " #feedback:not(:has(.why)) > :is(p, div):first-of-type:not(.onward, .rule)",
    "next": "#do-next",
}
CHECK_AGAIN = PARTS_BEFORE["check"]
PARTS_HINT = {"hint": "#hints li:last-child", "check": CHECK_AGAIN}
PARTS = {"before": PARTS_BEFORE, "hint": PARTS_HINT, "wrong": PARTS_AFTER, "right": PARTS_AFTER}


@dataclass(frozen=True, slots=True)
class Seen:
    """What was looked at once: which of its parts were in view."""

    size: str
    language: str
    kind: str
    moment: str
    slug: str
    parts: dict[str, bool]
    out: dict[str, list[str]]

    @property
    def whole(self) -> bool:
        return all(self.parts.values())


def chosen(count: int | None, seed: int) -> list[Item]:
    """All exercises, or so many of them, of every kind about as many as there are."""
    items = list(library().items.values())
    if count is None or count >= len(items):
        return items
    mixed = random.Random(seed)
    by_kind = defaultdict(list)
    for item in items:
        by_kind[item.kind].append(item)
    part = count / len(items)
    return [
        item
        for kind in by_kind.values()
        for item in mixed.sample(kind, min(len(kind), max(2, round(part * len(kind)))))
    ]


def layout_of(item: Item) -> tuple[str | int, ...]:
    """What decides how a puzzle of the bank is laid out: its theme, and how full its table and its hand are."""
    at = item.position
    if at is None:
        return (item.group,)
    hand = bisect(HANDS, len(at.hand))
    opponents = sum(len(side.melds) for side in at.opponents)
    return (item.group, len(at.opponents), hand, len(at.own.melds) >= MANY, opponents >= MANY)


def fullest() -> list[Item]:
    """Of each layout of the bank the puzzle with the most cards on the table and in the hand."""
    found: dict[tuple[str | int, ...], Item] = {}
    for entry in bank().offered:
        item = bank().item(entry.slug)
        assert item is not None, entry.slug
        before = found.setdefault(layout_of(item), item)
        if _fullness(item.position) > _fullness(before.position):
            found[layout_of(item)] = item
    return list(found.values())


def whole_bank() -> list[Item]:
    """Every puzzle of the bank that is offered."""
    found = [bank().item(entry.slug) for entry in bank().offered]
    return [item for item in found if item is not None]


def _fullness(at: Position | None) -> int:
    if at is None:
        return 0
    sides = (at.own, *at.opponents)
    return len(at.hand) + len(at.pile) + sum(4 * len(side.melds) + len(side.red_threes) for side in sides)


OF_THE_BANK = {"layouts": fullest, "whole": whole_bank}


def look(page: Page, item: Item, moment: str, *, size: str, language: str) -> Seen:
    """Measure the page as it stands."""
    parts = dict(PARTS[moment])
    if "next" in parts and not page.locator("#do-next").count():
        parts["next"] = CHECK_AGAIN
    found = parts_of(page, parts, size=size, panels=moment == "before" and item.kind in LONG)
    missing = {
        name
        for name in ("question", "check", "heading", "next", "hint")
        if name in parts and not found[name]["all"]
    }
    return Seen(
        size=size,
        language=language,
        kind=item.kind,
        moment=moment,
        slug=item.slug,
        parts={name: not one["out"] and name not in missing for name, one in found.items()},
        out={
            name: one["out"] or ["not there"] for name, one in found.items() if one["out"] or name in missing
        },
    )


def parts_of(page: Page, parts: dict[str, str], *, size: str, panels: bool = False) -> dict[str, Any]:
    """For each part how many elements it has (``all``) and those of them that are not in view (``out``)."""
    width, height = map(int, size.split("x"))
    resize(page, width, height)
    found: dict[str, Any] = page.evaluate(LOOK, [parts, panels])
    return found


def looked_at(
    browser: Browser,
    address: str,
    items: list[Item],
    *,
    sizes: list[str],
    language: str,
    hints: bool = False,
    answered: bool = True,
) -> Iterator[Seen]:
    """Every exercise as a visitor meets it, after a wrong answer and after a right one; or with each of its hints."""
    context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for item in items:
        url = address + path_of(item, language)
        page.goto(url)
        if hints:
            while page.locator("#do-hint").count():
                send(page, "hint", {})
                page.goto(url)
                yield from [look(page, item, "hint", size=size, language=language) for size in sizes]
            continue
        yield from [look(page, item, "before", size=size, language=language) for size in sizes]
        if not answered:
            continue
        right, wrong = right_and_wrong(item)
        for moment, answer in (("right", right), ("wrong", wrong)):  # a wrong pick closes the position
            send(page, "check", answer)
            page.goto(url)
            yield from [look(page, item, moment, size=size, language=language) for size in sizes]
    context.close()


def send(page: Page, button: str, answer: dict[str, Any]) -> None:
    """Press a button of the form that is open with an answer, past its fields."""
    page.evaluate(
        """async ([button, fields]) => {
          const form = document.querySelector("#answer"), data = new FormData();
          for (const name of ["csrfmiddlewaretoken", "token", "hash"]) data.append(name, form.elements[name].value);
          data.append("do", button);
          for (const [name, value] of fields) data.append(name, value);
          const answer = await fetch(form.getAttribute("action"), {method: "POST", body: data});
          if (!answer.ok) throw new Error(form.getAttribute("action") + ": " + answer.status);
          sessionStorage.clear();
        }""",
        [
            button,
            [
                [name, one]
                for name, value in answer.items()
                for one in ([value] if isinstance(value, str) else value)
            ],
        ],
    )


def share(of: list[bool]) -> str:
    return f"{100 * sum(of) / len(of):.1f} %" if of else "-"


def tell(seen: list[Seen], sizes: list[str], languages: list[str]) -> None:
    """Print the table: for all kinds together and for each."""
    kinds = ["all", *sorted({one.kind for one in seen})]
    names = {
        "before": ("before Check", BEFORE),
        "hint": ("with each hint", HINT),
        "wrong": ("after a wrong answer", AFTER),
        "right": ("after a right answer", AFTER),
    }
    there = {one.moment for one in seen}
    for moment, (title, its_parts) in names.items():
        if moment not in there:
            continue
        parts = (*its_parts, WHOLE)
        print(f"\n{title}")
        print("| size | language | kind | items | all | " + " | ".join(parts) + " |")
        print("|---" * (5 + len(parts)) + "|")
        for size, language, kind in product(sizes, languages, kinds):
            here = [one for one in seen if (one.size, one.language, one.moment) == (size, language, moment)]
            rows = [one for one in here if kind in ("all", one.kind)]
            cells = [share([one.parts[part] for one in rows]) for part in parts]
            line = [size, language, kind, str(len(rows)), share([one.whole for one in rows]), *cells]
            print("| " + " | ".join(line) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="so many exercises instead of all, of each kind its share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--bank",
        nargs="?",
        const="layouts",
        choices=tuple(OF_THE_BANK),
        help="the bank: one puzzle of each layout, or the whole of it",
    )
    parser.add_argument("--before", action="store_true", help="look only before anything is answered")
    parser.add_argument("--size", nargs="+", default=list(SIZES), help="windows as WIDTHxHEIGHT")
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--kind", nargs="+", help="only these kinds of exercises")
    parser.add_argument(
        "--hints", action="store_true", help="look at each hint instead of before and after Check"
    )
    parser.add_argument("--only", nargs="+", metavar="SLUG", help="these exercises alone")
    parser.add_argument(
        "--list", action="store_true", help="also name each exercise of which something is out of view"
    )
    options = parser.parse_args()
    items = [
        item
        for item in (OF_THE_BANK[options.bank]() if options.bank else chosen(options.sample, options.seed))
        if not options.kind or item.kind in options.kind
        if not options.only or item.slug in options.only
    ]
    seen: list[Seen] = []
    with TemporaryDirectory() as folder:
        leave_prepared(Path(folder))
        with serving(Path(folder)) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_arguments(chromium()))
            for language in options.language:
                seen += looked_at(
                    browser,
                    site.address,
                    items,
                    sizes=options.size,
                    language=language,
                    hints=options.hints,
                    answered=not options.before,
                )
            browser.close()
    if options.list:
        for one in seen:
            if not one.whole:
                print(one.size, one.language, one.kind, one.moment, one.slug, one.out)
    tell(seen, options.size, options.language)


if __name__ == "__main__":
    main()
