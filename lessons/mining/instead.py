"""Items of one rule set in the place of those of another, where the rules of the table decide nothing; and new ones in
the place of those that are not worth it.

Each that goes is followed by one with the same verdict that is from a played deal if it was, and as a rule by one that
the same rule decides, so that a theme stays as balanced as it is. Where a rule need not be kept, none decides more than
a third. Who has met what goes finds it again: it stands at the end of the file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from random import Random
from typing import Final

from engine.law.variants import RuleSetName
from lessons.content.bank import bank, item_of, rule_set_of
from lessons.content.reading import Item
from lessons.kinds.registry import kind_of
from lessons.mining.canonical import pattern
from lessons.mining.mine import (
    JOBS,
    MAKERS,
    MOST_ALIKE,
    MOST_OF_A_RULE,
    PER_SEED,
    Bucket,
    Found,
    found_in,
    named,
    shape_of_record,
)
from lessons.mining.poor import why_poor
from lessons.mining.proving import Judge
from lessons.mining.shares import TEXTS, parts_from_classic
from lessons.mining.spec import Maker, Record
from lessons.mining.workers import workers
from lessons.proving.could_happen import miscounts

MOST_OF_A_DRILL: Final = 0.6
"""Where a drill is exchanged, no rule decides more of it."""
_Job = tuple[Maker, str, bool, frozenset[Bucket] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What is to give its place to what: rule sets in notation, and at most how many items. To none: it only goes.

    ``kept`` are the names of items that stay, because lessons or plans speak of them. With ``poor`` those go that are
    not worth it or whose cards do not add up, else those in which the rules of the table decide nothing. With
    ``parting`` the new ones have another answer than under the classic rules with the same cards.
    """

    of: Set[str]
    to: tuple[RuleSetName, ...]
    count: int
    seed: int
    kept: Set[str] = frozenset()
    poor: bool = False
    parting: bool = False

    @property
    def by_rule(self) -> bool:
        """Whether the same rule has to decide: not where that is what was poor, or what no table parts on."""
        return not (self.poor or self.parting)


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
    if not what.to:
        kept = [record for place, record in enumerate(there) if place not in leaving]
        return _gone_last([*kept, *({**there[place], "withdrawn": True} for place in sorted(leaving))])
    found = _mined(
        theme, there, Counter(leaving.values()), what, second=second, processes=processes, rounds=rounds
    )
    new: dict[Bucket, list[Record]] = defaultdict(list)
    for one, record in zip(found, named(found, {record["slug"] for record in there}), strict=True):
        new[_place(one.bucket, what)].append(record)
    kept, gone = [], []
    for place, record in enumerate(there):
        others = new[leaving[place]] if place in leaving else []
        if others:
            kept.append(others.pop())
            gone.append({**record, "withdrawn": True})
        else:
            kept.append(record)
    return _gone_last([*kept, *gone])


def _gone_last(records: Sequence[Record]) -> list[Record]:
    return sorted(records, key=lambda record: "withdrawn" in record)


def _leaving(theme: str, there: Sequence[Record], what: Exchange) -> dict[int, Bucket]:
    """The places of those that may go, by lot, with the bucket of each."""
    places = [
        place
        for place, record in enumerate(there)
        if rule_set_of(record) in what.of and "withdrawn" not in record and record["slug"] not in what.kept
    ]
    Random(f"{theme} {what.seed}").shuffle(places)
    free = (place for place in places if _may_go(theme, there[place], what))
    return {
        place: _bucket(there[place], theme, what) for place, _ in zip(free, range(what.count), strict=False)
    }


def _may_go(theme: str, record: Record, what: Exchange) -> bool:
    if not what.poor:
        return not parts_from_classic(record, theme)
    item = _item(theme, record)
    return bool(why_poor(item) or (item.position is not None and miscounts(item.position)))


def _item(theme: str, record: Record) -> Item:
    return item_of(record, TEXTS, theme=theme, number=1, source=(theme, record["slug"]))


def _bucket(record: Record, theme: str, what: Exchange) -> Bucket:
    item = _item(theme, record)
    return _place(((record["from"], record["rules"][0], kind_of(item).is_legal(item))), what)


def _place(bucket: Bucket, what: Exchange) -> Bucket:
    """Where an item may follow another one."""
    return bucket if what.by_rule else (bucket[0], "", bucket[2])


def _mined(
    theme: str, there: Sequence[Record], wanted: Mapping[Bucket, int], what: Exchange, *, second: Judge,
    processes: int, rounds: int,
) -> list[Found]:  # fmt: skip
    maker = replace(MAKERS[theme], rule_sets=what.to)
    known = {shape_of_record(record, theme) for record in there}
    alike, rules = _patterns(theme, there), _rules(there)
    share = MOST_OF_A_DRILL if bank().texts[theme].get("drill") else MOST_OF_A_RULE
    most = max(int(share * rules.total()), *rules.values())
    left, found = Counter(wanted), []
    with workers(processes) as each:
        for number in range(rounds):
            if not +left:
                break
            seeds = [f"{what.seed}x.{number * JOBS + place}" for place in range(JOBS)]
            among = frozenset(+left) if what.by_rule else None
            jobs = [(maker, seed, place % 2 == 0, among) for place, seed in enumerate(seeds)]
            for one in chain.from_iterable(each(partial(_job, second=second), jobs)):
                bucket, rule = _place(one.bucket, what), one.bucket[1]
                if one.shape in known or left[bucket] <= 0 or alike[one.pattern] >= MOST_ALIKE:
                    continue
                if not what.by_rule and rules[rule] >= most:
                    continue
                if what.parting and not parts_from_classic(one.record, theme):
                    continue
                known.add(one.shape)
                alike[one.pattern] += 1
                rules[rule] += 1
                left[bucket] -= 1
                found.append(one)
    return found


def _rules(there: Sequence[Record]) -> Counter[str]:
    """How many of those that are offered each rule decides."""
    return Counter(record["rules"][0] for record in there if "withdrawn" not in record)


def _patterns(theme: str, there: Sequence[Record]) -> Counter[str]:
    items = (item_of(one, TEXTS, theme=theme, number=1, source=(theme, one["slug"])) for one in there)
    return (
        Counter(pattern(item.task, item.rules) for item in items) if MAKERS[theme].played_only else Counter()
    )


def _job(job: _Job, *, second: Judge) -> list[Found]:
    maker, seed, played, wanted = job
    most = 1 if maker.played_only else PER_SEED
    return found_in(maker, seed, played=played or maker.played_only, wanted=wanted, second=second, most=most)
