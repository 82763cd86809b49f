"""Positions on which a table and the rules that it starts from part: one allows what the other forbids.

They come from the rulebook and from the exercises of the course; whether they part is asked of the engine each time
that a table is drilled for the first time, never written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_rules
from lessons.content.reading import Library, load
from lessons.content.rulebook import Probe
from lessons.kinds.registry import kind_of
from lessons.parting.probing import Judged, differing, judged_under

MOST: Final = 12
MOST_OF_A_RULE: Final = 3
MOST_TRIED: Final = 400
"""Positions that are put to the engine, at a few thousandths of a second each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A move, under the usual rules and under those of the table; one of the two verdicts is yes, the other no."""

    rule: str
    usual: Judged
    ours: Judged


@lru_cache(maxsize=64)
def cases(root: Path, rules: str) -> tuple[Case, ...]:
    """What there is to drill for a rule set in notation, in the order of the rulebook, moves of each rule together."""
    ours = parse_rules(rules)
    base = RULE_SETS[ours.base or ours.name]
    found: list[Case] = []
    of_rule: Counter[str] = Counter()
    seen = set()
    for tried, (rule, probe) in enumerate(_candidates(load(root), base, ours)):
        if tried >= MOST_TRIED or len(found) >= MOST:
            break
        key = (str(probe.position), probe.actions)
        if of_rule[rule] >= MOST_OF_A_RULE or key in seen:
            continue
        seen.add(key)
        case = _case(rule, probe, base, ours)
        if case is not None:
            of_rule[rule] += 1
            found.append(case)
    return tuple(found)


def _candidates(content: Library, base: RuleSet, ours: RuleSet) -> Iterator[tuple[str, Probe]]:
    """Moves that may show a rule on which the two differ: those of the rulebook first, then those of exercises."""
    rules = [rule for rule in differing(base, ours) if rule in content.rules]
    for rule in rules:
        yield from ((rule, probe) for probe in content.rules[rule].probes)
    for rule in rules:
        for item in content.items.values():
            if rule in item.task.rules:
                judged = kind_of(item).judged(item)
                yield from (
                    (rule, Probe.model_construct(position=position, actions=tuple(actions)))
                    for position, actions, _ in judged
                    if actions and position.rules == base
                )


def _case(rule: str, probe: Probe, base: RuleSet, ours: RuleSet) -> Case | None:
    usual, here = judged_under(probe, base), judged_under(probe, ours)
    if usual is None or here is None:
        return None
    if {usual.verdict.legal, here.verdict.legal} != {True, False}:
        return None
    return Case(rule=rule, usual=usual, ours=here)
