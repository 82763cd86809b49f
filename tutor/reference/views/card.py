"""The card to take along: the rules of classic Canasta on one printed page."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.rule_ids import RuleId
from lessons.content.reading import library
from lessons.content.topics import TOPICS
from lessons.saying.wording import rule_short

BOXES: Final[dict[int, tuple[RuleId, ...]]] = {
    1: ("seat.partnership-draw", "seat.first-player", "deal.hand-size", "deal.upcard", "deal.upcard-cover-wild-red3"),
    3: ("turn.draw-or-take", "turn.draw-count", "turn.discard-one", "red3.expose-at-once", "red3.replace-from-stock"),
    7: (
        "meld.min-size", "wild.identity", "meld.min-natural", "wild.max-per-meld", "meld.one-per-rank",
        "meld.add-own-partner", "canasta.size",
    ),
    9: (
        "initial.per-side", "initial.threshold-negative", "initial.threshold-low", "initial.threshold-mid",
        "initial.threshold-high",
    ),
    10: (
        "pickup.top-must-be-melded", "pickup.natural-pair", "pickup.natural-plus-wild", "pickup.add-to-meld",
        "pickup.whole-pile", "pickup.top-wild", "pickup.top-black-three",
    ),
    11: ("freeze.wild-discard", "freeze.take-natural-pair-only", "freeze.before-initial", "freeze.until-taken"),
    12: (
        "out.canastas-needed", "turn.keep-a-card", "out.final-discard-optional", "out.ask-optional", "out.ask-binding",
        "black3.meld-only-going-out",
    ),
    15: (
        "value.joker", "value.ace-two", "value.eight-to-king", "value.four-to-seven", "canasta.natural-bonus",
        "canasta.mixed-bonus", "red3.value-each", "red3.all-bonus", "red3.sign-condition", "out.bonus",
        "score.hand-minus", "game.target",
    ),
}  # fmt: skip
"""The rules of each box, under the number of the section that names it."""


@vary_on_cookie
@require_safe
def card(request: HttpRequest) -> HttpResponse:
    """All that a table needs, a sentence a rule, and what people do without any rule saying so."""
    boxes = [{"title": TOPICS[section], "lines": _lines(rules)} for section, rules in BOXES.items()]
    context = {
        "section": "course",
        "boxes": [*boxes, {"title": gettext("What is customary"), "lines": _customs()}],
    }
    return render(request, "lessons/card.html", context)


def _lines(rules: tuple[RuleId, ...]) -> list[dict[str, Any]]:
    pages = library().rules
    return [{"number": pages[rule].number, "text": rule_short(rule)} for rule in rules if rule in pages]


def _customs() -> list[dict[str, Any]]:
    said = (
        gettext(
            "A finished canasta is squared up, a red card on top when it is natural, a black one when mixed."
        ),
        gettext("The wild card that freezes the discard pile lies crosswise, so that everybody sees it."),
        gettext("Nobody talks about the cards in their hand, not even with their partner."),
    )
    return [{"number": "", "text": text} for text in said]
