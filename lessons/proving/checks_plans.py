"""Checks of the plans for lessons: all they name exists, the minutes add up, nothing is asked before it was told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.law.variants import RULE_SETS
from lessons.content import bank, deals, plans
from lessons.content.base import Text
from lessons.content.deals import MiniDeal
from lessons.content.files import Problem
from lessons.content.plans import Cards, DealWork, Exit, Live, Part, Plan, StageWork, Tell
from lessons.content.reading import Item, Library
from lessons.proving.checks_texts import text_problems
from lessons.proving.coverage import rule_sets_of

_AFTER_MINUTES: Final = re.compile(r"[Aa]fter (\d+) minutes")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What a plan may name."""

    library: Library
    bank: bank.Bank
    plans: Mapping[str, Plan]
    deals: Mapping[str, MiniDeal]

    def item(self, slug: str) -> Item | None:
        """An exercise that is offered; None for one that there is not, or not any more."""
        entry = self.bank.index.get(slug)
        if entry is not None and entry.withdrawn:
            return None
        return self.library.item(slug) or self.bank.item(slug)


def plan_problems(root: Path, library: Library) -> Iterator[Problem]:
    """Every fault of the plans below this folder."""
    found, problems = plans.read(root)
    yield from problems
    known = _Known(library=library, bank=bank.load(root), plans=found, deals=deals.read(root)[0])
    yield from _term(found)
    for plan in found.values():
        yield from _texts(plan)
        yield from _shape(plan)
        named = list(_named(plan, known))
        yield from named
        if not named:
            yield from _taught(plan, known)
            yield from _exit(plan, known)


def _texts(plan: Plan) -> Iterator[Problem]:
    texts: list[tuple[str, Text]] = [
        ("title", plan.title), ("summary", plan.summary), ("material", plan.material)
    ]  # fmt: skip
    texts += [(f"aim[{place}].text", aim.text) for place, aim in enumerate(plan.aims)]
    for place, part in enumerate(plan.parts):
        texts += [(f"part[{place}].title", part.title), (f"part[{place}].text", part.text)]
        steps = part.steps if isinstance(part, Cards) else ()
        texts += [(f"part[{place}].steps[{number}]", step) for number, step in enumerate(steps)]
    for key, text in texts:
        yield from text_problems(plan.source, key, text)


def _shape(plan: Plan) -> Iterator[Problem]:
    """The minutes are those of the lesson, and it has all that belongs to one, the exit ticket last."""
    total = sum(part.minutes for part in plan.parts)
    if total != plan.minutes:
        yield Problem(plan.source, "minutes", f"the parts take {total} minutes, the lesson {plan.minutes}")
    for sort, name in ((Live, "a live round"), (StageWork, "a stage"), (Cards, "cards on real tables")):
        if not any(isinstance(part, sort) for part in plan.parts):
            yield Problem(plan.source, "part", f"there is no part with {name}")
    exits = [place for place, part in enumerate(plan.parts) if isinstance(part, Exit)]
    if exits != [len(plan.parts) - 1]:
        yield Problem(plan.source, "part", "the exit ticket is one part, and the last")
    yield from _moments(plan)


def _moments(plan: Plan) -> Iterator[Problem]:
    """What is to be done after so many minutes of a part comes before it is over."""
    for place, part in enumerate(plan.parts):
        texts = (part.text, *(part.steps if isinstance(part, Cards) else ()))
        for text in texts:
            late = [found for found in _AFTER_MINUTES.findall(text.en) if int(found) >= part.minutes]
            if late:
                message = f"{late[0]} minutes are not over within the {part.minutes} of this part"
                yield Problem(plan.source, f"part[{place}]", message)


def _named(plan: Plan, known: _Known) -> Iterator[Problem]:
    """All that is named exists, is named once, and is about the rule set of the plan."""
    if plan.rule_set not in RULE_SETS:
        yield Problem(plan.source, "rule_set", "a plan is for a rule set without changes")
        return
    seen: set[str] = set()
    for place, part in enumerate(plan.parts):
        key = f"part[{place}]"
        if isinstance(part, StageWork) and known.library.stage(part.stage) is None:
            yield Problem(plan.source, f"{key}.stage", f"there is no stage “{part.stage}”")
        if isinstance(part, DealWork):
            yield from _deal(plan, part, f"{key}.deal", known, seen)
        for number, slug in enumerate(_slugs(part, known)):
            at = f"{key}.items[{number}]" if isinstance(part, Live | Exit) else f"{key}.stage"
            item = known.item(slug)
            if item is None:
                yield Problem(plan.source, at, f"there is no exercise “{slug}”")
                continue
            if slug in seen:
                yield Problem(plan.source, at, f"“{slug}” is asked twice")
            seen.add(slug)
            if RULE_SETS[plan.rule_set] not in rule_sets_of(item):
                yield Problem(plan.source, at, f"“{slug}” is not about the rule set {plan.rule_set}")


def _deal(plan: Plan, part: DealWork, key: str, known: _Known, seen: set[str]) -> Iterator[Problem]:
    """The mini-deal exists, is played once, and by the rules of the plan."""
    mini = known.deals.get(part.deal)
    if mini is None:
        yield Problem(plan.source, key, f"there is no mini-deal “{part.deal}”")
        return
    if part.deal in seen:
        yield Problem(plan.source, key, f"“{part.deal}” is played twice")
    seen.add(part.deal)
    if mini.table.rules.name != plan.rule_set:
        yield Problem(plan.source, key, f"“{part.deal}” is not played by the rule set {plan.rule_set}")


def _slugs(part: Part, known: _Known) -> tuple[str, ...]:
    if isinstance(part, Live | Exit):
        return part.items
    stage = known.library.stage(part.stage) if isinstance(part, StageWork) else None
    return tuple(step.slug for step in stage.steps) if stage else ()


def _taught(plan: Plan, known: _Known) -> Iterator[Problem]:
    """No exercise and no mini-deal asks a rule that was told neither before it nor in its own stage."""
    told = _told_before(plan, known, ())
    for place, part in enumerate(plan.parts):
        if isinstance(part, Tell):
            told |= set(part.rules)
        if isinstance(part, StageWork):
            told |= _told_by(part.stage, known)
        for slug, rules in _asked(part, known):
            if missing := sorted(set(rules) - told):
                message = f"“{slug}” asks what was not told: {', '.join(missing)}"
                yield Problem(plan.source, f"part[{place}]", message)


def _asked(part: Part, known: _Known) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a part asks, with the rules that it takes: its exercises, or its mini-deal."""
    if isinstance(part, DealWork):
        yield part.deal, known.deals[part.deal].rules
    for slug in _slugs(part, known):
        item = known.item(slug)
        if item is not None:
            yield slug, tuple(item.task.rules)


def _told_before(plan: Plan, known: _Known, later: tuple[str, ...]) -> set[str]:
    """The rules that the plans tell which this one follows."""
    before = known.plans.get(plan.after or "")
    if before is None or before.slug in later:
        return set()
    return _told_before(before, known, (*later, plan.slug)) | _told_in(before, known)


def _told_in(plan: Plan, known: _Known) -> set[str]:
    told: set[str] = set()
    for part in plan.parts:
        if isinstance(part, Tell):
            told |= set(part.rules)
        elif isinstance(part, StageWork):
            told |= _told_by(part.stage, known)
    return told


def _told_by(slug: str, known: _Known) -> set[str]:
    """The rules of a stage, and those of its steps that say something before they ask."""
    stage = known.library.stage(slug)
    if stage is None:
        return set()
    told = {rule for step in stage.steps if step.intro is not None for rule in step.task.rules}
    return told | set(stage.rules)


def _exit(plan: Plan, known: _Known) -> Iterator[Problem]:
    """The exit ticket asks the rules of every aim, and nothing else; and the aims are told in the plan or before."""
    place, ticket = len(plan.parts) - 1, plan.exit
    asked = [known.item(slug) for slug in (ticket.items if ticket else ())]
    items = [item for item in asked if item is not None]
    told = _told_in(plan, known) | _told_before(plan, known, ())
    for number, aim in enumerate(plan.aims):
        if not any(set(aim.rules) & set(item.task.rules) for item in items):
            yield Problem(plan.source, f"aim[{number}]", "the exit ticket asks none of its rules")
        if untold := sorted(set(aim.rules) - told):
            message = f"nothing in the plan tells {', '.join(untold)}"
            yield Problem(plan.source, f"aim[{number}].rules", message)
    aims = {rule for aim in plan.aims for rule in aim.rules}
    for number, item in enumerate(items):
        if not aims & set(item.task.rules):
            message = f"“{item.slug}” asks none of the aims’ rules"
            yield Problem(plan.source, f"part[{place}].items[{number}]", message)


def _term(found: Mapping[str, Plan]) -> Iterator[Problem]:
    """The lessons of the term are numbered from one and follow each other; every plan follows one that there is."""
    term = sorted((plan for plan in found.values() if plan.term), key=lambda plan: plan.term or 0)
    before: Plan | None = None
    for number, plan in enumerate(term, start=1):
        if plan.term != number:
            yield Problem(plan.source, "term", f"the lessons of the term are counted; this would be {number}")
        if before is not None and not _follows(plan, before.slug, found):
            yield Problem(
                plan.source, "after", f"does not follow “{before.slug}”, the lesson before it in the term"
            )
        before = plan
    for plan in found.values():
        if plan.after is not None and plan.after not in found:
            yield Problem(plan.source, "after", f"there is no plan “{plan.after}”")
        elif plan.after is not None and _follows(found[plan.after], plan.slug, found):
            yield Problem(plan.source, "after", "the plans follow each other in a circle")


def _follows(plan: Plan, slug: str, found: Mapping[str, Plan]) -> bool:
    """Whether the plan comes after the other one, directly or by others."""
    seen: set[str] = set()
    before = found.get(plan.after or "")
    while before is not None and before.slug not in seen:
        if before.slug == slug:
            return True
        seen.add(before.slug)
        before = found.get(before.after or "")
    return plan.slug == slug
