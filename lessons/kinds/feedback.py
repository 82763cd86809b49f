"""What stands beside the answer: the verdict in its four parts, the hints, the solution after three misses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from engine.notation.text import parse_actions, parse_cards
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.reading import Item, library
from lessons.content.schema import CardsTask, LegalTask, NumberTask, SheetTask
from lessons.counting.computing import compute
from lessons.kinds import both_sides, sheets
from lessons.kinds.choosing import columns, legal_options
from lessons.kinds.grading import action_of
from lessons.kinds.result import Result
from lessons.kinds.solving import solution
from lessons.saying.rule_values import said
from lessons.saying.verdicts import actions_in_words
from lessons.words import naming

MISSES_BEFORE_SOLUTION: Final = 3
MISSES_BEFORE_CARDS: Final = 2
"""After so many misses a change may be told with its cards, not only as a condition."""
MISSES_BEFORE_PARALLEL: Final = 2
NAMED_BY_RULE: Final = frozenset(
    {"deck-count", "hand-size", "max-wild-in-meld", "canasta-size", "canasta-bonus", "initial-minimum"}
)
"""Numbers that stand in a rule as they are; all others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What the page shows after a check. Texts carry the marks of authored text."""

    outcome: str
    headline: str
    why: str = ""
    fix: str = ""
    fix_heading: str = ""
    rule_id: str = ""
    rule_title: str = ""
    further: tuple[str, ...] = ()
    solution: str = ""
    right_extra: str = ""
    lines: tuple[str, ...] = ()
    parallel_url: str = ""
    worked_url: str = ""


def parallel_to(item: Item) -> Item | None:
    """Another exercise about the same rule, of the same kind if there is one."""
    main = item.task.rules[0]
    others = [
        other for other in library().items.values() if other.task.rules[0] == main and other.slug != item.slug
    ]
    return min(others, key=lambda other: other.kind != item.kind, default=None)


def feedback_on(item: Item, result: Result, *, misses: int) -> Feedback:
    """The feedback on a graded answer; ``misses`` counts the wrong answers up to and including this one."""
    told = result.explanation
    right = result.outcome == "right"
    solved = "" if right or misses < MISSES_BEFORE_SOLUTION else solution_in_words(item)
    return Feedback(
        outcome=result.outcome,
        headline=told.headline,
        why=told.deciding.text if told.deciding else "",
        fix=told.fix.text if told.fix and not right else "",
        fix_heading=gettext("What it would take") if told.fix and not told.fix_actions else "",
        rule_id=told.rule_id,
        rule_title=_title_with_rules(told.rule_id, item.rules, but_for=None if right or solved else item),
        further=tuple(sentence.text for sentence in told.further),
        solution=solved,
        right_extra=str(item.task.right) if right and item.task.right else "",
        lines=_lines(item) if right or solved else (),
    )


def may_see_cards(misses_before: int) -> bool:
    """Whether a wrong answer given now may be told the cards of the change that would mend it."""
    return misses_before >= MISSES_BEFORE_CARDS


def names_answer(item: Item, text: str) -> bool:
    """Whether a text names the number that is asked for, such as "108 cards"."""
    if not isinstance(item.task, NumberTask) or item.task.compute not in NAMED_BY_RULE:
        return False
    number = compute(item)
    told = {naming.number(number), naming.number_word(number)}
    return not told.isdisjoint(re.findall(r"[\w.,]*\w", text.casefold()))


def _title_with_rules(rule_id: str, rules: RuleSet, *, but_for: Item | None) -> str:
    """The rule's title with the rule set by which was judged: another one may say otherwise.

    ``but_for`` is an exercise that is still open: a title that names its answer is left out.
    """
    title = rule_title(rule_id, rules)
    name = naming.rule_set_name(rules)
    if but_for is not None and names_answer(but_for, title):
        return name
    return f"{title} ({name})" if title else name


def rule_title(rule_id: str, rules: RuleSet = CLASSIC) -> str:
    """The rule's title; where the rule set says otherwise than the classic law, what the rule is about."""
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    return str(page.title if _as_in_classic(rule_id, rules) else page.about)


def rule_short(rule_id: str, rules: RuleSet = CLASSIC) -> str:
    """The rule in one sentence, or in the words of the rule set where it says otherwise than the classic law.

    An empty text where the rulebook does not tell it.
    """
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    if _as_in_classic(rule_id, rules):
        return str(page.short)
    told = said(rules, rule_id)
    value = f"{told.value} ({told.note})" if told.note else told.value
    return gettext("%(rules)s: %(value)s.") % {"rules": naming.rule_set_name(rules), "value": value}


def _as_in_classic(rule_id: str, rules: RuleSet) -> bool:
    return (
        str(said(rules, rule_id)) == str(said(CLASSIC, rule_id))
        and said(rules, rule_id).status != "contradiction"
    )


def _lines(item: Item) -> tuple[str, ...]:
    if isinstance(item.task, SheetTask):
        return tuple(both_sides.sheet_lines(item.task, item.rules))
    return ()


def solution_in_words(item: Item) -> str:
    """One right answer, in words and with its cards; empty where none is found."""
    answer = solution(item)
    if answer is None:
        return ""
    task = item.task
    match task:
        case LegalTask():
            said = gettext("It is allowed.") if answer["legal"] == "yes" else gettext("It is not allowed.")
            return f"{said} {_reason(answer['reason'], item.rules)}"
        case NumberTask():
            return f"**{naming.number(compute(item))}**"
        case FindAllTask() | PredictTask():
            places = legal_options(task)
            return "\n\n".join(actions_in_words(task.options[place]) for place in places) or gettext(
                "None of them."
            )
        case MistakeTask():
            return f"{actions_in_words([task.actions[int(answer['choice'])]])} {_reason(answer['reason'], item.rules)}"
        case SheetMistakeTask():
            row = naming.first_upper(sheets.row_name(task.wrong_row))
            return f"{row}. {_reason(answer['reason'], item.rules)}"
        case OrderTask():
            return actions_in_words(task.actions)
        case CompareTask():
            return compared_in_words(item, task)
        case SheetTask():
            return both_sides.totals_in_words(task, item.rules)
        case CardsTask() if task.find:
            return f"{{{answer['cards']}}}" if answer["cards"] else gettext("None of them.")
        case CardsTask():
            assert task.position is not None
            return actions_in_words([action_of(task.do or "", parse_cards(answer["cards"]), task.position)])
    return actions_in_words(parse_actions(answer["actions"]))


def _reason(rule: str, rules: RuleSet) -> str:
    return gettext("The reason: %(rule)s.") % {"rule": rule_title(rule, rules) or rule}


def compared_in_words(item: Item, task: CompareTask) -> str:
    """The right answers under both rule sets."""
    said = {
        "yes": gettext("It is allowed."),
        "no": gettext("It is not allowed."),
        "undecided": gettext("The text does not decide."),
    }
    lines = []
    for column in columns(task):
        answer = said[column.answer] if column.sheet is None else naming.number(column.sheet.total)
        lines.append(f"**{naming.rule_set_name(column.rules)}:** {answer}")
    return "\n\n".join(lines)
