"""Where a rule is practised: which step of the course teaches it and which ask it later, for classic Canasta and for
Samba; and something to try it under any rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, RuleSetName
from lessons.content.reading import Item, Library
from lessons.kinds.registry import kind_of
from lessons.parting.probing import said_of_rules
from lessons.saying.rule_values import is_absent

COURSES: Final[tuple[RuleSetName, ...]] = ("classic", "samba")
"""The rule sets of which the course is to teach every rule."""

_POINTLESS: Final[dict[str, Callable[[RuleSet], bool]]] = {
    "stock.short-draw": lambda rules: rules.draw_count == 1,
    "meld.merge": lambda rules: not rules.several_melds_per_rank,
    **dict.fromkeys(
        ("concealed.definition", "concealed.own-canasta", "concealed.pile-allowed"),
        lambda rules: not rules.concealed_is_special,
    ),
}
"""Rules that have a value everywhere, and where they decide nothing."""


SECOND_HAND: Final = frozenset({"red3.forgotten-penalty"})
"""Rules known only second-hand: they are told in the rulebook and never graded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A rule in the course: the step that teaches it, and the later ones that ask it.

    ``is_special`` says that the rule set does not have it as classic Canasta does, so that only steps under this rule
    set teach it.
    """

    rule: str
    is_special: bool
    teaching: Item | None
    asking: tuple[Item, ...]


def rules_to_cover(name: str) -> tuple[str, ...]:
    """The rules of a rule set that decide whether something is allowed or what it counts, in order of the rulebook."""
    rules = RULE_SETS[name]
    return tuple(
        rule
        for rule, entry in RULES.items()
        if entry.sort != "informative"
        and rule not in SECOND_HAND
        and not is_absent(rule, said_of_rules(rules)[rule]["value"])
        and not (rule in _POINTLESS and _POINTLESS[rule](rules))
    )


def coverage(content: Library, name: str) -> tuple[Covered, ...]:
    """Every rule to cover of this rule set, in order of the rulebook."""
    return tuple(_covered(content, name, rule) for rule in rules_to_cover(name))


def _says(step: Item, rule: str) -> bool:
    """Whether its introduction says the rule: any that the step asks, where its author does not name them."""
    return step.intro is not None and (step.task.tells is None or rule in step.task.tells)


def _covered(content: Library, name: str, rule: str) -> Covered:
    steps = [
        step for stage in content.stages for step in stage.exercises if _serves(content, step, name, rule)
    ]
    place = next(
        (at for at, step in enumerate(steps) if _says(step, rule) and not content.is_further(step)), None
    )
    return Covered(
        rule=rule,
        is_special=_is_special(name, rule),
        teaching=steps[place] if place is not None else None,
        asking=tuple(steps[place + 1 :]) if place is not None else (),
    )


def _is_special(name: str, rule: str) -> bool:
    return _value(RULE_SETS[name], rule) != _value(RULE_SETS["classic"], rule)


def _serves(content: Library, step: Item, name: str, rule: str) -> bool:
    """Whether the step is about the rule as the rule set has it."""
    if rule not in step.task.rules:
        return False
    special = _is_special(name, rule)
    wanted = _value(RULE_SETS[name], rule)
    for rules in rule_sets_of(step):
        base = rules.base or rules.name
        belongs = name in _line_of(content, base) if name != "classic" else base == "classic"
        if (belongs or (base == "classic" and not special)) and _value(rules, rule) == wanted:
            return True
    return False


def exercise_for(content: Library, rule: str, rules: RuleSet) -> Item | None:
    """A step or puzzle under this rule set that asks the rule; rather one that is mainly about it, rather a step."""
    asking = [item for item in content.asking.get(rule, ()) if rules in rule_sets_of(item)]
    return min(asking, key=lambda item: (item.task.rules.index(rule) > 0, item.is_puzzle), default=None)


def rule_sets_of(item: Item) -> tuple[RuleSet, ...]:
    """The rule sets by which an item is answered; two where two are compared."""
    return kind_of(item).rule_sets(item)


def _line_of(content: Library, name: str) -> Iterator[str]:
    """A rule set, what it varies, what that varies, and so on."""
    while name in content.rule_sets:
        yield name
        name = content.rule_sets[name].parent or ""


def _value(rules: RuleSet, rule: str) -> object:
    return said_of_rules(rules)[rule]["value"]
