"""What of a plan holds where another rule set is played, and what does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.deals import mini_deal
from lessons.content.plans import DealWork, Exit, Live, Part, Plan, StageWork, Tell
from lessons.content.reading import RulePage, library
from lessons.fresh.sisters import find_item
from lessons.parting.probing import differing
from lessons.saying.rule_values import Said, said


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """A rule that is otherwise there: its value in the plan, then in the other rule set, and the parts that ask it."""

    page: RulePage
    here: Said
    there: Said
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """``rules`` counts those that the plan is about; ``apart`` are those of them that are otherwise."""

    rules: int
    apart: tuple[Apart, ...]

    @property
    def same(self) -> int:
        return self.rules - len(self.apart)


def fit(plan: Plan, rules: RuleSet) -> Fit:
    """How a plan fits a class that plays by these rules, in the active language."""
    by_part = _rules_of(plan)
    about = {rule for _, some in by_part for rule in some}
    own = RULE_SETS[plan.rule_set]
    pages = library().rules
    return Fit(
        rules=len(about),
        apart=tuple(
            Apart(
                page=pages[rule], here=said(own, rule), there=said(rules, rule),
                parts=tuple(plan.parts[place] for place, some in by_part if rule in some),
            )
            for rule in _differing(own, rules)
            if rule in about and rule in pages
        ),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _differing(first: RuleSet, second: RuleSet) -> tuple[str, ...]:
    return differing(first, second) if first != second else ()


@lru_cache(maxsize=64)
def _rules_of(plan: Plan) -> tuple[tuple[int, frozenset[str]], ...]:
    """The rules that each part tells or asks, by its place from zero."""
    return tuple((place, frozenset(_rules(part))) for place, part in enumerate(plan.parts))


def _rules(part: Part) -> Iterable[str]:
    if isinstance(part, Tell):
        return part.rules
    if isinstance(part, StageWork):
        stage = library().stage(part.stage)
        return [*stage.rules, *(rule for step in stage.steps for rule in step.task.rules)] if stage else ()
    if isinstance(part, DealWork):
        mini = mini_deal(part.deal)
        return mini.rules if mini else ()
    slugs = part.items if isinstance(part, Live | Exit) else ()
    items = [find_item(slug) for slug in slugs]
    return [rule for item in items if item is not None for rule in item.task.rules]
