"""Checks of the quarrels: each is decided by a rule that it names, and nothing is asked in vain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.law.variants import CLASSIC, RULE_SETS
from lessons.content.base import Text
from lessons.content.files import Problem
from lessons.content.quarrels import QuarrelEntry
from lessons.content.reading import Library
from lessons.kinds.common.reasons import fitting_reasons
from lessons.parting.probing import Judged, differing
from lessons.parting.settling import Found, found_for, standing

QUARRELS_FILE: Final = "quarrels.toml"


def quarrel_problems(library: Library) -> Iterator[Problem]:
    """Everything that only the engine and the rest of the content can tell."""
    for place, entry in enumerate(library.quarrels.values()):
        where = f"quarrel[{place}]"
        if entry.question and entry.question not in library.questions:
            yield Problem(QUARRELS_FILE, f"{where}.question", f"there is no question “{entry.question}”")
        for number, rule in enumerate(entry.rules):
            if library.rules and rule not in library.rules:
                yield Problem(QUARRELS_FILE, f"{where}.rules[{number}]", f"the rulebook has no page “{rule}”")
        yield from _nowhere(entry, where)
        yield from _asked_in_vain(entry, where)
        yield from _decided_elsewhere(entry, where)
        yield from _allowed_for_no_reason(entry, where)


def quarrel_texts(library: Library) -> Iterator[tuple[str, str, Text]]:
    """Every text that is shown, with its file and key."""
    for entry in library.quarrels.values():
        yield QUARRELS_FILE, f"{entry.slug}.title", entry.title
        for one in entry.decide:
            yield QUARRELS_FILE, f"{entry.slug}.{one.key}", one.ask
            for choice in one.choice:
                yield QUARRELS_FILE, f"{entry.slug}.{one.key}.{choice.key}", choice.words


def _asked_in_vain(entry: QuarrelEntry, where: str) -> Iterator[Problem]:
    """A question that changes the answer under no rule set."""
    for number, one in enumerate(entry.decide):
        if all(one not in standing(entry, rules, {}).open for rules in RULE_SETS.values()):
            yield Problem(
                QUARRELS_FILE, f"{where}.decide[{number}]", "this changes the answer under no rule set"
            )


def _nowhere(entry: QuarrelEntry, where: str) -> Iterator[Problem]:
    """A way to answer that can come up nowhere."""
    for way in entry.ways():
        if all(found_for(entry, rules, way) is None for rules in RULE_SETS.values()):
            yield Problem(QUARRELS_FILE, where, f"{dict(way)} can come up under no rule set")


def _decided_elsewhere(entry: QuarrelEntry, where: str) -> Iterator[Problem]:
    decisive: set[str] = set()
    for rules in RULE_SETS.values():
        for way in entry.ways():
            decisive |= _reasons(entry, found_for(entry, rules, way))
    if not decisive & set(entry.rules):
        yield Problem(QUARRELS_FILE, f"{where}.rules", "none of these rules decides it anywhere")


def _allowed_for_no_reason(entry: QuarrelEntry, where: str) -> Iterator[Problem]:
    """Ways that are allowed by rules which the quarrel does not name, so that none of its own says why."""
    own = set(entry.rules)
    for name, rules in RULE_SETS.items():
        told = own & set(differing(CLASSIC, rules))
        for way in entry.ways():
            found = found_for(entry, rules, way)
            if isinstance(found, Judged) and found.verdict.legal and not told | own & _cited(found):
                message = f"{dict(way)} is allowed in {name}, and none of these rules says why"
                yield Problem(QUARRELS_FILE, f"{where}.rules", message)


def _cited(found: Judged) -> set[str]:
    return {finding.rule for finding in found.verdict.findings}


def _reasons(entry: QuarrelEntry, found: Found) -> set[str]:
    if found is None:
        return set()
    if isinstance(found, Judged):
        return {*fitting_reasons(found.verdict), *found.verdict.undecided}
    return {line.rule for line in found.sheet.lines if entry.item in ("", line.item)}
