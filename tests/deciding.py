"""What decides in the puzzles of each theme: ``python -m tests.deciding``.

For each theme of the bank: how many puzzles it has, the share of the commonest reason, how many rule sets, of how many
puzzles in which something not allowed is put forward it turns on one rule alone (with that rule, number or condition
changed the same action is allowed), and how many puzzles at most share a shape, equal up to suits, ranks of one value
and order. A theme in which one reason decides more than a third of its puzzles belongs to the drills of a stage; the
run fails where a theme for solvers is one.

Then stands how many puzzles have an idea, and how many of those are proved: what tempts turns on exactly one rule or
number, at least two other turns are allowed that bring as much but for 50 points, and no more than ten share a shape.
At the end stands of what rule sets the bank is made: classic about half, Samba and two players a sixth each, and of the
rest how many have another answer than under the classic rules with the same cards. The run fails where one of it is not
so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

import django

if TYPE_CHECKING:
    from engine.law.actions import Action
    from engine.law.position import Position
    from lessons.content.bank import BankTheme, Entry
    from lessons.content.reading import Item

MOST_OF_ONE_REASON: Final = 0.35
MOST_OF_ONE_SHAPE: Final = 10
LEAST_IDEAS: Final = 400


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A theme: its puzzles, the share of its commonest reason, its rule sets, and what was looked at more closely.

    ``tempting`` counts the puzzles looked at in which something is put forward that is not allowed, ``on_one`` those
    of them that turn on one rule or one number, ``alike`` the most that share a shape; it ``has_ideas`` where its
    puzzles tempt.
    """

    slug: str
    is_drill: bool
    count: int
    reason: str
    share: float
    rule_sets: int
    tempting: int
    on_one: int
    alike: int
    has_ideas: bool

    @property
    def falls_short(self) -> bool:
        """Whether a theme for solvers tells its answer, by its reasons or by its shapes."""
        is_alike = self.has_ideas and self.alike > MOST_OF_ONE_SHAPE
        return not self.is_drill and (self.share > MOST_OF_ONE_REASON or is_alike)


@dataclass(frozen=True, kw_only=True)
class Ideas:
    """The puzzles with an idea: how many there are, how many were looked at, those that fail, and the most alike."""

    count: int
    looked_at: int
    failing: tuple[str, ...]
    alike: int

    @property
    def fall_short(self) -> bool:
        """Whether they are too few, one is not proved, or too many share a shape."""
        return self.count < LEAST_IDEAS or bool(self.failing) or self.alike > MOST_OF_ONE_SHAPE


def put_forward(item: Item) -> Iterator[tuple[Position, tuple[Action, ...], bool]]:
    """What a puzzle tempts to: actions with their position, and whether the turn goes on afterwards."""
    from lessons.kinds.registry import given, kind_of

    shown = given(item.task)
    if item.position is None or not kind_of(item).actions_are_judged:
        return
    if shown.tempting:
        yield item.position, shown.tempting, False
    elif shown.lists and not kind_of(item).order_is_asked:
        yield from kind_of(item).judged(item)


def measured(theme: BankTheme, entries: Sequence[Entry], *, sample: int | None) -> Measured:
    """What is so of a theme; only ``sample`` of its puzzles are judged, if that is given."""
    from lessons.content import bank
    from lessons.kinds.registry import given

    reasons = Counter(entry.rules[0] for entry in entries)
    reason, most = reasons.most_common(1)[0]
    looked_at = Random(theme.slug).sample(entries, min(sample or len(entries), len(entries)))
    items = [item for entry in looked_at if (item := bank.item(entry.slug)) is not None]
    tempting, on_one = _counted(items)
    return Measured(
        slug=theme.slug, is_drill=theme.drill, count=len(entries), reason=reason, share=most / len(entries),
        rule_sets=len({entry.rule_set for entry in entries}), tempting=tempting, on_one=on_one, alike=_alike(items),
        has_ideas=any(given(item.task).tempting for item in items),
    )  # fmt: skip


def _counted(items: Sequence[Item]) -> tuple[int, int]:
    """In how many of these something is put forward that is not allowed, and in how many of those one rule decides."""
    from engine.judging.judge import judge
    from lessons.mining.one_point import turns_on_a_number
    from lessons.proving.turning_points import turns_on_one

    tempting = on_one = 0
    for item in items:
        if turns_on_a_number(item):
            tempting, on_one = tempting + 1, on_one + 1
            continue
        wrong = [
            one
            for one in put_forward(item)
            if judge(one[0], one[1], unfinished=one[2], remedy=False).legal is False
        ]
        tempting += bool(wrong)
        on_one += any(
            turns_on_one(position, actions, unfinished=goes_on) for position, actions, goes_on in wrong
        )
    return tempting, on_one


def _alike(items: Sequence[Item]) -> int:
    from lessons.mining.canonical import pattern

    return max(Counter(pattern(item.task, item.rules) for item in items).values(), default=0)


def ideas_of(themes: Sequence[BankTheme], *, sample: int | None) -> Ideas:
    """The proof of every puzzle that tempts to something; of ``sample`` of each theme, if that is given."""
    from lessons.content import bank
    from lessons.kinds.registry import given
    from lessons.mining.canonical import pattern
    from lessons.mining.one_point import idea_faults

    count, looked_at, failing = 0, 0, list[str]()
    shapes: Counter[str] = Counter()
    for theme in themes:
        entries = bank.entries_of(theme.slug)
        first = bank.item(entries[0].slug)
        if first is None or not given(first.task).tempting:
            continue
        count += len(entries)
        for entry in Random(theme.slug).sample(entries, min(sample or len(entries), len(entries))):
            item = bank.item(entry.slug)
            if item is None:
                continue
            looked_at += 1
            shapes[pattern(item.task, item.rules)] += 1
            failing += [f"{entry.slug}: {fault}" for fault in idea_faults(item)]
    return Ideas(
        count=count, looked_at=looked_at, failing=tuple(failing), alike=max(shapes.values(), default=0)
    )


def lines_of_ideas(ideas: Ideas) -> Iterator[str]:
    """How many puzzles have an idea and how many of them are proved, and what is wrong with the others."""
    bad = len({line.partition(":")[0] for line in ideas.failing})
    yield (
        f"with an idea: {ideas.count} puzzles (wanted {LEAST_IDEAS}); turning on one rule or number, with two other"
        f" turns that bring as much: {ideas.looked_at - bad} of {ideas.looked_at}; most alike {ideas.alike}"
    )
    yield from (f"NOT PROVED: {line}" for line in ideas.failing)


def lines(found: Sequence[Measured]) -> Iterator[str]:
    """The table, a line a theme, and what all of it comes to."""
    yield f"{'theme':31} {'':5} {'':>4} {'commonest reason':>17} {'sets':>5} {'one rule':>9} {'alike':>6}"
    for one in found:
        share = f"{one.on_one}/{one.tempting}" if one.tempting else "-"
        mark = "drill" if one.is_drill else "SHORT" if one.falls_short else ""
        yield (
            f"{one.slug:31} {mark:5} {one.count:>4} {one.share:>12.0%} {one.rule_sets:>10} {share:>9} {one.alike:>6}"
            f"  {one.reason}"
        )
    for name, members in _groups(found):
        puzzles = sum(one.count for one in members)
        tempting, on_one = sum(one.tempting for one in members), sum(one.on_one for one in members)
        over = sum(one.share > MOST_OF_ONE_REASON for one in members)
        yield (
            f"{name}: {len(members)} themes, {puzzles} puzzles; one reason over {MOST_OF_ONE_REASON:.0%}"
            f" in {over}; turning on one rule {on_one} of {tempting}"
        )


def _groups(found: Sequence[Measured]) -> list[tuple[str, list[Measured]]]:
    solvers = [one for one in found if not one.is_drill]
    drills = [one for one in found if one.is_drill]
    return [(name, group) for name, group in (("for solvers", solvers), ("drills", drills)) if group]


def parting_of(entries: Sequence[Entry], *, sample: int | None) -> tuple[int, int]:
    """Of the items of other rule sets that were looked at, how many part from classic, and how many they are."""
    from lessons.content import bank
    from lessons.mining.shares import WANTED, parts_from_classic

    others = [entry for entry in entries if entry.rule_set not in WANTED]
    looked_at = Random("others").sample(others, min(sample or len(others), len(others)))
    parting = sum(parts_from_classic(bank.bank().records[one.slug], one.theme) for one in looked_at)
    return parting, len(looked_at)


def lines_of_rule_sets(entries: Sequence[Entry], parting: tuple[int, int]) -> Iterator[str]:
    """The shares of the rule sets, and how many of those that are neither classic nor Samba part from classic."""
    from lessons.mining.shares import LEAST_PARTING, WANTED, counted, off, shares

    counts = counted(entries)
    for name, share in shares(counts).items():
        least, most = WANTED[name]
        yield f"{name:12} {share:6.1%} (wanted {least:.0%} to {most:.0%})"
    named = ", ".join(f"{name} {count}" for name, count in counts.most_common() if name not in WANTED)
    yield (
        f"others: {named}; another answer than under classic rules in {parting[0]} of {parting[1]}"
        f" (wanted {LEAST_PARTING:.0%})"
    )
    yield from (f"OFF: {name} {share:.1%}" for name, share in off(counts).items())


def main(words: Sequence[str] | None = None) -> int:
    """How many themes for solvers, and shares of rule sets, fall short."""
    import lessons.kinds  # noqa: F401  # registers the kinds
    from lessons.content import bank
    from lessons.mining.shares import LEAST_PARTING, counted, off

    parser = argparse.ArgumentParser(prog="python -m tests.deciding", description=__doc__)
    parser.add_argument(
        "--sample", type=int, help="judge only so many puzzles of each theme; reasons count all"
    )
    parser.add_argument("--theme", action="append", help="repeat for several; else all")
    options = parser.parse_args(words)
    found = [
        measured(theme, bank.entries_of(theme.slug), sample=options.sample)
        for theme in bank.themes()
        if theme.count and (not options.theme or theme.slug in options.theme)
    ]
    print(*lines(found), sep="\n")
    looked_at = {one.slug for one in found}
    ideas = ideas_of([theme for theme in bank.themes() if theme.slug in looked_at], sample=options.sample)
    print(*lines_of_ideas(ideas), sep="\n")
    short = sum(one.falls_short for one in found)
    if options.theme:
        return short
    entries = bank.bank().offered
    parting = parting_of(entries, sample=options.sample)
    print(*lines_of_rule_sets(entries, parting), sep="\n")
    short += ideas.fall_short
    return short + len(off(counted(entries))) + (parting[0] < LEAST_PARTING * parting[1])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    sys.exit(1 if main() else 0)
