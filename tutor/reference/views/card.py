"""The card to take along: the rules of classic Canasta, or of a table, on one printed page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.errors import EngineError
from engine.law.rule_ids import RuleId
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from lessons.content.reading import library
from lessons.content.topics import TOPICS
from lessons.saying.wording import rule_as_sentence, rule_on_card
from lessons.words import naming
from tutor.site.private import keep_private
from tutor.site.qr import qr_code
from tutor.site.reaching import is_only_here
from tutor.tables.services import table_by_id
from tutor.tables.showing import differences
from tutor.tables.views import link_of, no_such_table

BOXES: Final[dict[int, tuple[RuleId, ...]]] = {
    1: (
        "deck.packs", "deck.jokers", "seat.partnership-draw", "seat.first-player", "deal.hand-size", "deal.upcard",
        "deal.upcard-cover-wild-red3",
    ),
    3: ("turn.draw-or-take", "turn.draw-count", "turn.discard-one", "red3.expose-at-once", "red3.replace-from-stock"),
    7: (
        "meld.min-size", "meld.same-rank", "wild.identity", "meld.min-natural", "wild.only-with-naturals",
        "wild.max-per-meld", "meld.one-per-rank", "meld.add-own-partner", "meld.no-opponent", "canasta.size",
    ),
    9: (
        "initial.per-side", "initial.threshold-negative", "initial.threshold-low", "initial.threshold-mid",
        "initial.threshold-high", "initial.card-values-only", "initial.several-melds", "initial.top-card-counts",
    ),
    10: (
        "pickup.top-must-be-melded", "pickup.natural-pair", "pickup.natural-plus-wild", "pickup.add-to-meld",
        "pickup.whole-pile", "pickup.top-wild", "pickup.top-black-three",
    ),
    11: (
        "freeze.wild-discard", "freeze.opening-card", "freeze.take-natural-pair-only", "freeze.before-initial",
        "freeze.until-taken",
    ),
    12: (
        "out.canastas-needed", "turn.keep-a-card", "out.final-discard-optional", "out.ask-optional", "out.ask-binding",
        "black3.meld-only-going-out", "concealed.definition", "concealed.own-canasta", "concealed.no-partner-add",
    ),
    14: ("stock.play-on", "stock.forced-take"),
    15: (
        "value.joker", "value.ace-two", "value.eight-to-king", "value.four-to-seven", "value.black-three",
        "canasta.natural-bonus", "canasta.mixed-bonus", "canasta.card-values-extra", "red3.value-each",
        "red3.all-bonus", "red3.sign-condition", "out.bonus", "concealed.bonus", "score.hand-minus", "game.target",
    ),
}  # fmt: skip
"""The rules of each box, under the number of the section that names it."""


STEPS: Final[tuple[RuleId, ...]] = BOXES[9][1:5]
"""The steps of the classic initial meld, a rule each."""
IF_CONCEALED_BRINGS_MORE: Final[tuple[RuleId, ...]] = (
    "concealed.definition", "concealed.own-canasta", "concealed.no-partner-add",
)  # fmt: skip
"""What counts as going out concealed; it does not matter where every going out brings the same."""
WITH_SEQUENCES: Final[tuple[RuleId, ...]] = (
    "samba.sequence-shape", "samba.sequence-max-seven", "samba.sequence-no-wild-no-three", "samba.counts-as-canasta",
    "samba.bonus", "samba.sequence-pickup",
)  # fmt: skip
"""What a card says besides, where sequences are melds; under the number of their section."""
SEQUENCES: Final = 18
MOST_ROWS: Final = 132
"""Rows of both columns in the usual print; a card that needs more is printed smaller."""
ROW: Final = 68  # characters


@vary_on_cookie
@require_safe
def card(request: HttpRequest) -> HttpResponse:
    """All that a table needs, a sentence a rule, and what people do without any rule saying so."""
    boxes = [{"title": TOPICS[section], "lines": lines_of(rules)} for section, rules in BOXES.items()]
    context = {
        "section": "course",
        "boxes": [*boxes, {"title": gettext("What is customary"), "lines": _customs()}],
    }
    return render(request, "lessons/card.html", context)


@keep_private
@require_safe
def table_card(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a table plays: first what it does differently, then all that it needs, by its own rules."""
    table = table_by_id(public_id)
    if table is None:
        return no_such_table(request)
    rules = table.rule_set
    different = list(_different(rules))
    told = {one["rule"].id for one in different}
    link = link_of(request, table)
    boxes = [
        {"title": TOPICS[section], "lines": lines_of(of_box, rules, without=told)}
        for section, of_box in boxes_of(rules).items()
    ]
    context = {
        "section": "table",
        "table": table,
        "rule_set": naming.named_rule_set(rules.base or rules.name),
        "differences": different,
        "boxes": [box for box in boxes if box["lines"]],
        "tight": _rows(boxes, different) > MOST_ROWS,
        "link": link.partition("://")[2],
        "qr": qr_code(link),
        "only_here": is_only_here(request),
    }
    return render(request, "lessons/card.html", context)


def boxes_of(rules: RuleSet) -> dict[int, tuple[RuleId, ...]]:
    """The boxes as this rule set needs them: other steps of the initial meld in one line, concealed hands
    where they bring more, sequences where there are."""
    boxes = dict(BOXES)
    if any(rules.step_of(rule) != CLASSIC.step_of(rule) for rule in STEPS):
        boxes[9] = (*(rule for rule in BOXES[9] if rule not in STEPS), "initial.boundaries")
    if not rules.concealed_is_special:
        boxes[12] = tuple(rule for rule in boxes[12] if rule not in IF_CONCEALED_BRINGS_MORE)
    if rules.sequences:
        boxes[SEQUENCES] = WITH_SEQUENCES
    return dict(sorted(boxes.items()))


def _different(rules: RuleSet) -> Iterator[dict[str, Any]]:
    """What a table plays differently, in a sentence; where no sentence tells it, the question with its answer."""
    base = RULE_SETS[rules.base or rules.name]
    seen = set()
    for one in differences(rules):
        rule = one["rule"].id
        text = rule_as_sentence(rule, rules)
        if not _tells(text, one["question"].parameter, rule, rules, base):
            text = f"{one['question'].ask} {naming.first_upper(one['here'])}."
        if text not in seen:
            seen.add(text)
            yield {"rule": one["rule"], "number": one["rule"].number, "text": text}


def _tells(sentence: str, parameter: str, rule: str, rules: RuleSet, base: RuleSet) -> bool:
    """Whether the rule's sentence is another one because of this parameter, so that it says what is different."""
    usual = ABOUT[parameter].to_json(getattr(base, parameter))
    try:
        return bool(sentence) and sentence != rule_as_sentence(rule, rules.changed({parameter: usual}))
    except EngineError:
        return False  # the two go together only with another change


def _rows(boxes: list[dict[str, Any]], different: list[dict[str, Any]]) -> int:
    """About how many rows of print the card needs, its headings included."""
    texts = [str(line["text"]) for box in boxes for line in box["lines"]]
    texts += [one["text"] for one in different]
    return 2 * (len(boxes) + 1) + sum(1 + len(text) // ROW for text in texts)


def lines_of(
    of_box: tuple[RuleId, ...], rules: RuleSet = CLASSIC, *, without: Collection[str] = ()
) -> list[dict[str, Any]]:
    """The lines of a box; what two rules say in the same words stands once."""
    pages, found = library().rules, dict[str, str]()
    for rule in of_box:
        if rule in pages and rule not in without:
            found.setdefault(rule_on_card(rule, rules), pages[rule].number)
    return [{"number": number, "text": text} for text, number in found.items()]


def _customs() -> list[dict[str, Any]]:
    said = (
        gettext(
            "A finished canasta is squared up, with a red card on top if it is natural and a black one if it is mixed."
        ),
        gettext("The wild card that freezes the discard pile lies crosswise, so that everybody can see it."),
        gettext("Nobody talks about the cards in their hand, not even with their partner."),
    )
    return [{"number": "", "text": text} for text in said]
