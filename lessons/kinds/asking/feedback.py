"""What stands beside the answer: the verdict in its four parts, the hints, the solution after three misses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from lessons.content.reading import Item, library
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.result import Result
from lessons.kinds.registry import given, kind_of
from lessons.saying.looking_again import look_again
from lessons.saying.wording import rule_title
from lessons.words import naming

MISSES_BEFORE_SOLUTION: Final = 3
MISSES_BEFORE_CARDS: Final = 2
"""After so many misses a change may be told with its cards, not only as a condition."""
MISSES_BEFORE_PARALLEL: Final = 2
_SHOWS_WHAT_IS_MISSED: Final = frozenset({"overlooks", "forbids", "doubts", "count"})
"""The diagnoses whose rule is what to look at again; a wrong reason names a rule that is not the point."""


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
    is_solved: bool = False
    """Whether the answer is told: in ``solution``, or by headline and reason where these say all of it."""
    solution: str = ""
    solution_title: str = ""
    right_extra: str = ""
    lines: tuple[str, ...] = ()
    parallel_url: str = ""
    worked_url: str = ""
    is_kept_back: bool = False
    """Whether the explanation waits until the tries are used up or somebody asks for it."""
    show_costs: str = ""
    """What asking for it costs, in a sentence."""


def parallel_to(item: Item) -> Item | None:
    """Another exercise about the same rule, of the same kind if there is one."""
    main = item.task.rules[0]
    others = [
        other for other in library().items.values() if other.task.rules[0] == main and other.slug != item.slug
    ]
    return min(others, key=lambda other: other.kind != item.kind, default=None)


def feedback_on(item: Item, result: Result, *, misses: int, met: frozenset[str] | None = None) -> Feedback:
    """The feedback on a graded answer; ``misses`` counts the wrong answers up to and including this one.

    ``met`` are the rules that the reader has met, None for all: with others nobody is told why more is allowed.
    """
    told = result.explanation
    right = result.outcome == "right"
    solved = "" if right or misses < MISSES_BEFORE_SOLUTION else solution_in_words(item)
    has_idea = bool(given(item.task).tempting)
    says_all = kind_of(item).judges_claim and told.deciding is not None
    return Feedback(
        outcome=result.outcome,
        headline=told.headline,
        why=told.deciding.text if told.deciding else "",
        fix=told.fix.text if told.fix and not right else "",
        fix_heading=gettext("What it would take") if told.fix and not told.fix_actions else "",
        rule_id=told.rule_id,
        rule_title=_title_with_rules(told.rule_id, item.rules, but_for=None if right or solved else item),
        further=tuple(
            sentence.text for sentence in told.further if not right or met is None or sentence.rule_id in met
        ),
        is_solved=bool(solved),
        solution="" if says_all else solved,
        solution_title=answer_title(item),
        right_extra=kind_of(item).after_solving(item) if right or (solved and has_idea) else "",
        lines=kind_of(item).lines(item) if right or solved else (),
    )


def kept_back(item: Item, result: Result) -> Feedback:
    """The feedback on a wrong answer whose explanation waits: which kind of thing was overlooked, and no more."""
    return Feedback(
        outcome=result.outcome,
        headline=gettext("Not right."),
        why=look_again(_missed_rule(item, result)),
        is_kept_back=True,
    )


def _missed_rule(item: Item, result: Result) -> str:
    """The rule that a wrong answer shows to be misunderstood, else the one that decides, else that of the exercise."""
    for one in result.diagnoses:
        rule = diagnosis(one, item.rules).rule
        if rule and one.partition(":")[0] in _SHOWS_WHAT_IS_MISSED:
            return rule
    return result.explanation.rule_id or item.task.rules[0]


def may_see_cards(misses_before: int) -> bool:
    """Whether a wrong answer given now may be told the cards of the change that would mend it."""
    return misses_before >= MISSES_BEFORE_CARDS


def names_answer(item: Item, text: str) -> bool:
    """Whether a text names the number that is asked for, such as "108 cards"."""
    number = kind_of(item).number_of_rule(item)
    if number is None:
        return False
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


def answer_title(item: Item) -> str:
    """What the answer that is shown is called: the right one, or one of those that are accepted."""
    return kind_of(item).answer_title(item)


def solution_in_words(item: Item) -> str:
    """One right answer, in words and with its cards; empty where none is found."""
    answer = solution(item)
    return "" if answer is None else kind_of(item).solution_in_words(item, answer)
