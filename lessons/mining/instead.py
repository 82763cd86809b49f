"""Items of one rule set in the place of those of another, where the rules of the table decide nothing; and new ones in
the place of those that offer what nobody would try.

Each that goes is followed by one that the same rule decides the same way and that is from a played deal if it was, so
that a theme stays as balanced as it is. Who has met what goes finds it again: it stands at the end of the file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from random import Random

from engine.law.variants import RuleSetName
from lessons.content.bank import item_of, rule_set_of
from lessons.kinds.registry import kind_of
from lessons.mining.canonical import pattern
from lessons.mining.mine import (
    JOBS,
    MAKERS,
    MOST_ALIKE,
    PER_SEED,
    Bucket,
    Found,
    found_in,
    named,
    shape_of_record,
)
from lessons.mining.proving import Judge
from lessons.mining.shares import TEXTS, parts_from_classic
from lessons.mining.silly import has_silly_answer
from lessons.mining.spec import Maker, Record
from lessons.mining.workers import workers

_Job = tuple[Maker, str, bool, frozenset[Bucket]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What is to give its place to what: rule sets in notation, and at most how many items.

    ``kept`` are the names of items that stay, because lessons or plans speak of them. With ``silly`` those go that
    offer what nobody would try, else those in which the rules of the table decide nothing.
    """

    of: Set[str]
    to: tuple[RuleSetName, ...]
    count: int
    seed: int
    kept: Set[str] = frozenset()
    silly: bool = False


def exchanged(
    theme: str,
    there: Sequence[Record],
    what: Exchange,
    *,
    second: Judge,
    processes: int = 1,
    rounds: int = 40,
) -> list[Record]:
    """The lines of a theme in which up to so many items gave their place to new ones, those that went at the end."""
    leaving = _leaving(theme, there, what)
    found = _mined(
        theme, there, Counter(leaving.values()), what, second=second, processes=processes, rounds=rounds
    )
    new: dict[Bucket, list[Record]] = defaultdict(list)
    for one, record in zip(found, named(found, {record["slug"] for record in there}), strict=True):
        new[one.bucket].append(record)
    kept, gone = [], []
    for place, record in enumerate(there):
        others = new[leaving[place]] if place in leaving else []
        if others:
            kept.append(others.pop())
            gone.append({**record, "withdrawn": True})
        else:
            kept.append(record)
    return sorted((*kept, *gone), key=lambda record: "withdrawn" in record)


def _leaving(theme: str, there: Sequence[Record], what: Exchange) -> dict[int, Bucket]:
    """The places of those that may go, by lot, with the bucket of each."""
    places = [
        place
        for place, record in enumerate(there)
        if rule_set_of(record) in what.of and "withdrawn" not in record and record["slug"] not in what.kept
    ]
    Random(f"{theme} {what.seed}").shuffle(places)
    free = (place for place in places if _may_go(theme, there[place], what))
    return {place: _bucket(there[place], theme) for place, _ in zip(free, range(what.count), strict=False)}


def _may_go(theme: str, record: Record, what: Exchange) -> bool:
    return has_silly_answer(record) if what.silly else not parts_from_classic(record, theme)


def _bucket(record: Record, theme: str) -> Bucket:
    item = item_of(record, TEXTS, theme=theme, number=1, source=(theme, record["slug"]))
    return record["from"], record["rules"][0], kind_of(item).is_legal(item)


def _mined(
    theme: str, there: Sequence[Record], wanted: Mapping[Bucket, int], what: Exchange, *, second: Judge,
    processes: int, rounds: int,
) -> list[Found]:  # fmt: skip
    maker = replace(MAKERS[theme], rule_sets=what.to)
    known = {shape_of_record(record, theme) for record in there}
    alike = _patterns(theme, there)
    left, found = Counter(wanted), []
    with workers(processes) as each:
        for number in range(rounds):
            if not +left:
                break
            seeds = [f"{what.seed}x.{number * JOBS + place}" for place in range(JOBS)]
            jobs = [(maker, seed, place % 2 == 0, frozenset(+left)) for place, seed in enumerate(seeds)]
            for one in chain.from_iterable(each(partial(_job, second=second), jobs)):
                if one.shape not in known and left[one.bucket] > 0 and alike[one.pattern] < MOST_ALIKE:
                    known.add(one.shape)
                    alike[one.pattern] += 1
                    left[one.bucket] -= 1
                    found.append(one)
    return found


def _patterns(theme: str, there: Sequence[Record]) -> Counter[str]:
    items = (item_of(one, TEXTS, theme=theme, number=1, source=(theme, one["slug"])) for one in there)
    return (
        Counter(pattern(item.task, item.rules) for item in items) if MAKERS[theme].played_only else Counter()
    )


def _job(job: _Job, *, second: Judge) -> list[Found]:
    maker, seed, played, wanted = job
    most = 1 if maker.played_only else PER_SEED
    return found_in(maker, seed, played=played or maker.played_only, wanted=wanted, second=second, most=most)
