"""What to read after an exercise was missed: the rule that its verdict names, and the stage that teaches it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lessons.content import bank
from lessons.content.reading import Item, Stage, library
from lessons.kinds.registry import kind_of
from lessons.parting.families import family_of
from tutor.learning.models import Draft, Learner
from tutor.learning.shown import result_again

BEFORE_THE_GAME = "tonight"
"""The branch for those who want to play the same evening: it teaches little of each rule."""


def rules_told(learner: Learner | None, items: Iterable[Item]) -> dict[str, str]:
    """By slug, the rule that the verdict on the last answer names, as the page of the exercise does.

    Of an exercise without an answer, or that has changed since, its main rule.
    """
    by_slug = {item.slug: item for item in items}
    told: dict[str, str] = {slug: item.task.rules[0] for slug, item in by_slug.items()}
    if learner is None:
        return told
    drafts = Draft.objects.filter(learner=learner, item__slug__in=by_slug)
    for draft in drafts.select_related("item", "last_result"):
        result = result_again(by_slug[draft.item.slug], draft.last_result, misses=1)
        if result is not None and result.explanation.rule_id:
            told[draft.item.slug] = result.explanation.rule_id
    return told


def stage_of(item: Item) -> Stage | None:
    """The stage that an exercise stands in; of a puzzle the one that its theme names.

    A theme has puzzles by several rule sets. Where its stage is about another one, it is the stage that teaches what
    the puzzle asks by its own.
    """
    content = library()
    if not item.is_puzzle:
        return content.stage(item.group)
    theme = content.theme(item.group) or next((one for one in bank.themes() if one.slug == item.group), None)
    named = content.stage(theme.lesson) if theme and theme.lesson else None
    if named is None or _is_about(named, item):
        return named
    return next(_teaching(item, content.stages), named)


def _is_about(stage: Stage, item: Item) -> bool:
    """Whether a stage has steps by a rule set of the item; a single one is only there to compare."""
    there = Counter(family for step in stage.exercises for family in _families(step))
    return any(there[family] > 1 for family in _families(item))


def _teaching(item: Item, stages: Sequence[Stage]) -> Iterator[Stage]:
    """The stages that teach a rule of the item by its rule set, those first that teach its main rule."""
    for rule in item.task.rules:
        for stage in stages:
            steps = (step for step in stage.steps if step.intro is not None and rule in step.task.rules)
            here = {family_of(step.rules.base or step.rules.name) for step in steps}
            if stage.branch != BEFORE_THE_GAME and here & _families(item):
                yield stage


def _families(item: Item) -> set[str]:
    """The families of the rule sets by which an exercise is answered: two where two tables are compared."""
    return {family_of(rules.base or rules.name) for rules in kind_of(item).rule_sets(item)}
