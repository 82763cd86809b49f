"""What somebody else does is told of them: no sentence about the partner or an opponent speaks to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.content.reading import Item, library
from lessons.kinds.asking.hints import rule_hint
from lessons.kinds.mistake import MistakeTask
from lessons.kinds.predict import PredictTask
from lessons.kinds.registry import kind_of
from lessons.saying.verdicts import Explanation, explain
from lessons.saying.wording import rule_title
from lessons.table.position_words import Seat
from tests.golden import CASES, position_of
from tests.samples import share

EVERY: Final = 8
"""Of the bank, one exercise in so many."""
NAMED: Final = re.compile(
    r"[“„][^”“]*[”“]|\b(your (partner|side)|dein(?:em|en|es)? Partners?|eurer? Partnerschaft)\b",
    re.IGNORECASE,
)
"""Who is spoken of, and what is quoted: an action, or a rule that speaks to everybody."""
TO_THE_READER: Final = re.compile(
    r"\b(you|yours?|du|dir|dich|dein\w*|euch|eue?r\w*)\b|"
    r"(?:^|[.:] )(Zieh|Nimm|Lege?|Lass|Behalte|Mach|Frag|Wirf|Warte|Deckt|Beende|Erreiche|Gib|Reach|Do|"
    r"Add|Draw|Keep|Put|Leave|Ask|Go out|Complete|Take|Wait|Discard|Play|Meld) ",
    re.IGNORECASE,
)


def spoken_to(told: Explanation) -> list[str]:
    sentences = [one.text for one in (told.deciding, told.fix, *told.further) if one is not None]
    return [text for text in sentences if TO_THE_READER.search(NAMED.sub("", text))]


@pytest.mark.parametrize(("turn", "language"), [(0, "de"), (1, "en")])
def test_every_rule_can_be_told_of_somebody_else(turn: int, language: str) -> None:
    wrong = []
    for case in share(CASES, turn, of=2):
        position, actions = position_of(case), parse_actions(case["actions"])
        verdict = judge(position, actions, unfinished=case.get("unfinished", False), remedy=False)
        seats: tuple[Seat, ...] = ("partner", "opponent") if position.has_partner else ("opponent",)
        for seat in seats:
            with override(language):
                told = explain(verdict, position=position, actions=actions, seat=seat)
                wrong += [(case["name"], seat, text) for text in spoken_to(told)]
    assert not wrong


def of_others() -> list[Item]:
    """The exercises in which somebody else plays."""
    items = [item for item in library().items.values() if kind_of(item).seat(item) != "you"]
    found = [slug for slug in bank.bank().index if slug.startswith("puzzle/partner")]
    return items + [item for slug in found[::EVERY] if (item := bank.item(slug)) is not None]


def answers_of(item: Item) -> Iterator[dict[str, str]]:
    """Every answer that can be given."""
    match item.task:
        case PredictTask(options=options):
            yield from ({"choice": str(place)} for place in range(len(options)))
        case MistakeTask(actions=actions, reasons=reasons):
            yield from (
                {"choice": str(place), "reason": reason}
                for place in range(len(actions))
                for reason in reasons
            )


@pytest.mark.parametrize("language", ["de", "en"])
def test_exercise_about_somebody_else_is_told_of_them(language: str) -> None:
    items = of_others()
    assert {item.kind for item in items} == {"predict", "mistake"}
    wrong = []
    with override(language):
        for item in items:
            for answer in answers_of(item):
                told = kind_of(item).grade(item, answer, reveal=False).explanation
                wrong += [(item.slug, text) for text in spoken_to(told)]
    assert not wrong


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("you", "Your side has not melded yet. Until it has, the pile is frozen against you"),
        ("partner", "Your side has not melded yet, and until that happens the pile counts as frozen"),
        (
            "opponent",
            "The opponent’s side has not melded yet, and until that happens the pile counts as frozen",
        ),
    ],
)
def test_same_breach_is_told_to_and_of_whoever_plays(in_english: None, seat: Seat, said: str) -> None:
    position = parse_position("classic | draw | hand 9c JK 5c 6d | own 0: | pile 4d 9h | stock 30")
    actions = parse_actions(["take 9c JK"])
    verdict = judge(position, actions, unfinished=True, remedy=False)
    told = explain(verdict, position=position, actions=actions, about=["pickup.before-initial"], seat=seat)
    assert said in str(told.deciding)


LINK: Final = re.compile(r"\(rule:[^)]+\)")
OF_A_PARTNER: Final = re.compile(r"partner|\beure?[rnm]?\b|\beuch\b|\b(?:your|the) side\b", re.IGNORECASE)


@pytest.mark.parametrize("language", ["de", "en"])
def test_nobody_who_plays_alone_is_told_a_rule_of_partners(language: str) -> None:
    found = (bank.item(slug) for slug in [*bank.bank().index][::25])
    items = [item for item in [*library().items.values(), *found] if item is not None and item.plays_alone]
    assert len(items) > 20
    with override(language):
        for item in items:
            reasons = [one.text for one in kind_of(item).reasons(item)]
            rules = (*item.task.rules, *getattr(item.task, "reasons", ()))
            titles = [rule_title(rule, item.rules) for rule in rules]
            told = [rule_hint(item), *titles, *reasons]
            words = [LINK.sub(")", text) for text in told]  # the id of a rule stands in its address only
            assert [text for text in words if OF_A_PARTNER.search(text)] == [], item.slug


@pytest.mark.parametrize("language", ["de", "en"])
def test_title_of_a_rule_that_holds_without_a_partner_names_none(language: str) -> None:
    found = [page for page in library().rules.values() if page.alone]
    assert len(found) > 10
    with override(language):
        titles = [str(page.title) for page in found]
    assert [title for title in titles if OF_A_PARTNER.search(title)] == []
