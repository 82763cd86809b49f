"""A table full of melds: what a played deal shows late, put on the page of one that has begun."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import override
from playwright.sync_api import Page

from engine.law.cards import Card
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.law.variants import CLASSIC
from engine.notation.text import parse_cards
from lessons.kinds.turn import turn_form
from lessons.table.presenting import table

OWN: Final = (
    "4c 4d 4h", "6c 6d 6h 6s JK", "7c 7d 7h 7s 7c 7d 7h", "9c 9d 9h 9s 2c 2d JK", "Tc Td Th Ts Tc 2h JK",
    "Qc Qd Qh 2s", "Kc Kd Kh Ks Kc Kd 2c 2d", "Ac Ad Ah As",
)  # fmt: skip
OTHERS: Final = (
    "5c 5d 5h 5s 5c 2h JK", "6c 6d 6h", "8c 8d 8h 8s 8c 8d 8h 8s", "9c 9d 9h", "Td Th Ts", "Jc Jd Jh Js Jc Jd 2s",
    "Qc Qd Qh Qs Qs", "Ac Ad Ah As",
)  # fmt: skip
THREES: Final = parse_cards("3d 3h")
_PUT: Final = """html => {
  const laid = new DOMParser().parseFromString(html, "text/html").querySelector("#table");
  document.querySelector("#table").replaceWith(laid);
}"""


def fill(
    page: Page, language: str, *, own: int, others: int, pile: str = "4h 9s", places: bool = False
) -> None:
    """Lay so many melds on each side of the table that the page shows, with ``places`` as before one's own draw."""
    position = Position(
        rules=CLASSIC,
        phase="draw",
        hand=parse_cards("Kh 5d"),
        own=_side(OWN[-own:], THREES),
        opponents=(_side(OTHERS[-others:], ()),),
        pile=parse_cards(pile),
        stock=9,
    )
    with override(language):
        form = turn_form(position, hand=position.hand)
        shown = {"table": table(position), "places": form.places if places else None}
        html = render_to_string("lessons/_table.html", shown)
    page.evaluate(_PUT, html)


def _side(melds: tuple[str, ...], red_threes: tuple[Card, ...]) -> Side:
    return Side(
        score=2_345, melds=tuple(Meld(parse_cards(one)) for one in melds), red_threes=red_threes, opened=True
    )
