"""Links that carry what is scored at the end of a deal."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from engine.notation.position_line import format_rules
from lessons.content import bank
from lessons.content.reading import library
from lessons.counting.sides_text import format_sides, parse_sides
from tests.lessons import pages

pytestmark = pytest.mark.django_db

SIDES = (
    "classic | own 1480: 9c 9d 9h 9s 2c 2d JK, Ac Ad Ah; 3d 3h | hand | hand 4c 8h | out"
    " | opp 620: Qc Qd Qh | hand Jc Kd | hand 5c"
)


def opened(text: str, *, language: str = "en") -> pages.Page:
    return pages.Page(Client().get(f"/{language}/position/scored/?{urlencode({'s': text})}"))


def test_sides_of_every_exercise_come_back_from_their_text() -> None:
    entries = {entry.theme: entry.slug for entry in bank.bank().index.values() if entry.kind == "sheet"}
    items = [*library().items.values(), *filter(None, map(bank.item, entries.values()))]
    kinds = set()
    for item in items:
        sides = [getattr(item.task, name, None) for name in ("side", "other")]
        shown = tuple(side for side in sides if side is not None)
        if shown:
            rules = format_rules(item.rules)
            found, again = parse_sides(format_sides(rules, shown))
            assert (found, [side.to_json() for side in again]) == (rules, [side.to_json() for side in shown])
            kinds.add((item.task.kind, len(shown)))
    assert {("sheet", 1), ("sheet", 2), ("number", 1), ("sheet-mistake", 1)} <= kinds


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Opponents", "Left in your partner’s hand", "Somebody on your side went out", "1,480")),
        (
            "de",
            ("Gegner", "Im Blatt deines Partners geblieben", "eurer Partnerschaft hat ausgemacht", "1.480"),
        ),
    ],
)
def test_link_shows_both_sides_and_not_what_they_score(language: str, said: tuple[str, ...]) -> None:
    page = opened(SIDES, language=language)
    assert page.status == 200
    assert [one for one in said if one not in page.text] == []
    assert SIDES in html.unescape(page.source)
    assert "2.055" not in page.text
    assert "2,055" not in page.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ("Link",)),
        ("classic", ("own",)),
        ("nonsense | own 5: Kc", ("nonsense",)),
        (SIDES.replace("9s", "9x"), ("Eigene Partnerschaft, Meldung 1", "9x")),
        (SIDES.replace("Qh", "4h"), ("Gegner, Meldung 1",)),
        (SIDES.replace("3d 3h", "3c"), ("Eigene Partnerschaft, rote Dreien", "Drei")),
        (SIDES.replace("9c 9d 9h 9s 2c 2d JK", "9c 9d 9h"), ("Eigene Partnerschaft, Ausmachen", "Canasta")),
        (SIDES.replace("hand 5c", "hand 5c | hand 6c"), ("hand 6c",)),
        (SIDES.replace("Jc Kd", "Ac Ac"), ("Kreuz-Ass",)),
        ("x" * 5_000, ("5.000",)),
    ],
)
def test_bad_link_names_its_place(text: str, said: tuple[str, ...]) -> None:
    page = opened(text, language="de")
    assert page.status == 400
    problem = page.part('<p class="problem"', "</p>")
    assert [one for one in said if one not in problem] == []
    assert text[:40] in html.unescape(page.source)


def test_score_sheet_links_to_what_it_scores() -> None:
    item = next(item for item in library().items.values() if item.task.kind == "sheet" and not item.is_puzzle)
    learner = pages.Learner()
    page = learner.open(f"/en/course/{item.slug}/")
    link = re.search(r'href="(/en/position/scored/[^"]+)"', page.source)
    assert link is not None
    assert learner.open(html.unescape(link[1])).status == 200
