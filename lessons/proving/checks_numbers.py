"""Numbers in texts: the same in both languages, and every number of points is one that the engine knows here.

A number that only the author's thought leads to names its cards: ``[105](points:9c 9d 9h Ac As 2c)``; those of a
canasta may be counted with its bonus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Final

from engine.judging.best_play import highest_initial_meld
from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import CARDS, Card, points_of
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from engine.notation.text import parse_actions
from engine.score.sheet import ScoreSheet
from lessons.content.base import Text
from lessons.content.reading import Item
from lessons.counting.computing import meld_lines, sheet_of
from lessons.kinds.asking.solving import solution
from lessons.kinds.registry import given, kind_of
from lessons.table.staging import stage

NUMBER: Final = re.compile(r"(?<![\w.,])(\d{1,3}(?:[.,]\d{3})+|\d+)(?!\w)")
POINTS: Final = re.compile(r"(?<![\w.,])(\d{1,3}(?:[.,]\d{3})+|\d+)\**\s+(?:Punkt|point)")
GROUP: Final = re.compile(r"\{([^}]*)\}")
SHOWN: Final = re.compile(r"\[(\d[\d.,]*)\]\(points:([^)]*)\)")
_LINK: Final = re.compile(r"\]\((?:rule|points|term):[^)]*\)")
_TEXTS: Final = ("goal", "intro", "look", "right", "accept_text")


def unequal_numbers(text: Text) -> str | None:
    """What is wrong where the digits of the two languages differ."""
    german, english = _digits(text.de), _digits(text.en)
    return None if german == english else f"the numbers differ: {german} in German, {english} in English"


def wrong_sums(text: str) -> Iterator[str]:
    """Sums that name their cards and are not their sum."""
    for number, cards in SHOWN.findall(text):
        known = [CARDS[one] for one in cards.split() if one in CARDS]
        sums = {points_of(known), meld_lines(tuple(known), CLASSIC).total}
        if len(known) != len(cards.split()) or _value(number) not in sums:
            yield f"“{cards}” are not worth {number} points"


def unknown_points(item: Item) -> Iterator[tuple[str, str]]:
    """Numbers of points in an item's texts that nothing on the table, no rule and no answer yields: key and message."""
    known: frozenset[int] | None = None
    for name in _TEXTS:
        text = getattr(item.task, name, None)
        if text is None:
            continue
        plain = SHOWN.sub("", text.en)
        for number in map(_value, POINTS.findall(plain)):
            if known is None:
                known = known_numbers(item)
            if number not in known | _of_groups(text.en):
                yield (
                    name,
                    f"nothing here is worth {number} points; if something is, write [{number}](points:…)",
                )


def known_numbers(item: Item) -> frozenset[int]:
    """Every number that the rules, the position, the cards shown and the answer of an item yield."""
    shown = given(item.task)
    kind = kind_of(item)
    rule_sets = kind.rule_sets(item)
    found = set(kind.numbers(item)) | {number for rules in rule_sets for number in _of_rules(rules)}
    if item.position is not None:
        found |= set(_of_position(item.position))
        for actions in shown.lists if kind.actions_are_judged else ():
            found |= set(_of_actions(item.position, actions))
    side = shown.side
    if side is not None:
        found |= {number for rules in rule_sets for number in _of_sheet(sheet_of(side, rules))}
    if side is not None and len(rule_sets) == 1:
        found.add(side.score_before)
        for meld in side.melds:
            cards = tuple(CARDS[one] for one in meld.split())
            found |= {points_of(cards), meld_lines(cards, item.rules).total}
    answer = solution(item) or {}
    if item.position is not None and "actions" in answer:
        found |= set(_of_actions(item.position, parse_actions(answer["actions"])))
    return frozenset(map(abs, found))


def _of_rules(rules: RuleSet) -> Iterator[int]:
    yield from (5, 10, 20, 50, 100)
    for slot in fields(rules):
        yield from _numbers_in(getattr(rules, slot.name))
    yield rules.bonus_natural - rules.bonus_mixed
    yield rules.concealed_total - rules.going_out_bonus


def _numbers_in(value: object) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from _numbers_in(one)


def _of_position(position: Position) -> Iterator[int]:
    yield position.initial_minimum or 0
    yield points_of(position.hand)
    if position.phase == "play" and not position.own.opened:
        best = highest_initial_meld(position)
        yield best.points if best else 0
    for side in (position.own, *position.opponents):
        yield side.score
        yield len(side.red_threes) * position.rules.red_three_value
        for meld in side.melds:
            yield meld.points
            yield meld_lines(meld.cards, position.rules).total


def _of_actions(position: Position, actions: Iterable[Action]) -> Iterator[int]:
    actions = tuple(actions)
    staged = stage(position, actions)
    yield staged.laid
    yield points_of(staged.hand)
    yield max(0, (position.initial_minimum or 0) - staged.laid)
    for action in actions:
        yield points_of(action.cards)
    after = judge(position, actions, unfinished=True, remedy=False).after
    for meld in after.own.melds:
        yield meld.points
        yield meld_lines(meld.cards, position.rules).total


def _of_sheet(sheet: ScoreSheet) -> Iterator[int]:
    yield from (sheet.total, sheet.score_after, sheet.next_minimum or 0)
    for line in sheet.lines:
        yield line.points
        yield sheet.points_of(line.item)
        yield points_of(line.cards)


def _of_groups(text: str) -> frozenset[int]:
    """The sums of the groups of cards in a text, alone and with those before them."""
    together: list[Card] = []
    found = set()
    for group in GROUP.findall(text):
        cards = [CARDS[one] for one in group.split() if one in CARDS]
        together += cards
        found |= {points_of(cards), points_of(together)}
    return frozenset(found)


def _digits(text: str) -> list[int]:
    plain = _LINK.sub("", GROUP.sub("", text))
    return sorted(map(_value, NUMBER.findall(plain)))


def _value(number: str) -> int:
    return int(re.sub(r"[.,]", "", number))
