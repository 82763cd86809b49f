"""How much of a live question a projector shows without scrolling: ``python -m tests.projected``.

For every size, language and kind: the share of exercises of which the question, the table, the hand, all answers and
the address to join are inside the window, with no bar over them. Starts a site of its own with a class and a round.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from lessons.content.reading import Item  # noqa: E402
from tests.conftest import chromium, launch_arguments  # noqa: E402
from tests.in_view import LANGUAGES, LOCALES, LOOK, Seen, chosen, share  # noqa: E402
from tests.running import leave_prepared, manage, serving  # noqa: E402
from tests.windows import resize  # noqa: E402

SIZES = ("1280x720", "1920x1080")
PARTS = {
    "question": ".projector h1, .claimed li, .seen-asked b",
    "table": ".seen-table :is(.card, p, b), .seen-table tr",
    "hand": ".seen-hand .card",
    "answers": ".offered li",
    "address": ".joining-line b",
    "buttons": ".live-foot button",
}
BEGIN = """
from django.test import Client
from tests.tutor.classroom.makers import make_class, owner_of
from tutor.live.services import begin
room = make_class(pupils=30)
live = begin(classroom=room, teacher=owner_of(room), questions=["deck/how-many-cards"], title="7b")
client = Client()
client.force_login(owner_of(room))
print(room.token, live.pk, client.cookies["sessionid"].value)
"""


def begin(folder: Path) -> tuple[str, str]:
    """A round in a new class: the address of its page for the projector, and the cookie of its teacher."""
    done = manage("shell", "--no-imports", "-c", BEGIN, var=folder)
    assert done.returncode == 0, done.stderr
    token, number, cookie = done.stdout.split()[-3:]
    return f"class/{token}/live/{number}/projector/", cookie


def ask(folder: Path, slug: str) -> None:
    """Let the round ask this exercise."""
    with closing(sqlite3.connect(folder / "tutor.sqlite3", timeout=20)) as database, database:
        database.execute("UPDATE live_liveround SET questions = ?", [json.dumps([slug])])


def looked_at(
    browser: Browser, site: str, folder: Path, items: list[Item], *, sizes: list[str], languages: list[str]
) -> Iterator[Seen]:
    path, cookie = begin(folder)
    for language in languages:
        context = browser.new_context(locale=LOCALES[language], reduced_motion="reduce")
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site}])
        page = context.new_page()
        for item in items:
            ask(folder, item.slug)
            page.goto(f"{site}/{language}/{path}")
            for size in sizes:
                width, height = map(int, size.split("x"))
                resize(page, width, height)
                found = page.evaluate(LOOK, [PARTS, False])
                found = {name: found[name] for name in PARTS}
                assert found["question"]["all"], page.url
                yield Seen(
                    size=size,
                    language=language,
                    kind=item.kind,
                    moment="projected",
                    slug=item.slug,
                    parts={name: not one["out"] for name, one in found.items()},
                    out={name: one["out"] for name, one in found.items() if one["out"]},
                )
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="so many exercises instead of all, of each kind its share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", nargs="+", default=list(SIZES), help="windows as WIDTHxHEIGHT")
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--list", action="store_true", help="also name each exercise that is not whole")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        leave_prepared(Path(folder))
        with serving(Path(folder)) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_arguments(chromium()))
            seen = list(
                looked_at(
                    browser,
                    site.address,
                    Path(folder),
                    chosen(options.sample, options.seed),
                    sizes=options.size,
                    languages=options.language,
                )
            )
            browser.close()
    for one in seen if options.list else []:
        if not one.whole:
            print(one.size, one.language, one.kind, one.slug, one.out)
    print("| size | language | kind | items | all | " + " | ".join(PARTS) + " |")
    print("|---" * (5 + len(PARTS)) + "|")
    for size, language, kind in product(
        options.size, options.language, ["all", *sorted({one.kind for one in seen})]
    ):
        rows = [
            one for one in seen if (one.size, one.language) == (size, language) and kind in ("all", one.kind)
        ]
        cells = [
            share([one.whole for one in rows]),
            *(share([one.parts[part] for one in rows]) for part in PARTS),
        ]
        print("| " + " | ".join([size, language, kind, str(len(rows)), *cells]) + " |")


if __name__ == "__main__":
    main()
