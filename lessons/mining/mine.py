"""Mining a theme: scenes by seed, questions, proofs; then a balanced choice without duplicates."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from typing import Final

from pydantic import ValidationError

from engine.law.cards import Card, full_deck
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.variants import RuleSetName
from engine.notation.position_line import parse_rules
from engine.score.sheet import ScoreSide
from lessons.content.bank import item_of
from lessons.kinds.registry import kind_of
from lessons.mining import themes_choice, themes_count, themes_decide, themes_legal
from lessons.mining.canonical import canonical, pattern
from lessons.mining.deals import Moment, moments, moments_of_players
from lessons.mining.difficulty import difficulty
from lessons.mining.made import made_position, made_side
from lessons.mining.poor import why_poor
from lessons.mining.proving import Judge, faults_of
from lessons.mining.shares import TEXTS
from lessons.mining.spec import Maker, Record, Scene
from lessons.mining.workers import workers
from lessons.proving.could_happen import miscounts

MAKERS: Final[dict[str, Maker]] = {
    maker.slug: maker
    for maker in (*themes_legal.MAKERS, *themes_choice.MAKERS, *themes_count.MAKERS, *themes_decide.MAKERS)
}
SCENES: Final = 40
"""Scenes that are made up for one seed; a played deal has about as many."""
PER_SEED: Final = 6
"""At most so many items of one bucket come from one seed: a bank from many deals, not from a few."""
MOST_ROUNDS: Final = 400
MOST_OF_A_RULE: Final = 0.35
"""Where what decides is not to be known beforehand, no rule decides more of a theme."""
MOST_ALIKE: Final = 10
"""So many puzzles there may be alike but for the table around what tempts."""
JOBS: Final = 8
"""Seeds of one round."""

Bucket = tuple[str, str, bool | None]
"""Where it is from, the deciding rule, and whether it is legal where that is the question."""


@dataclass(frozen=True, slots=True)
class Found:
    """One proved item: its record, what makes it the same as another one, and its bucket."""

    record: Record
    shape: str
    bucket: Bucket
    pattern: str = ""


def scenes(rules_text: str, rng: Random, *, maker: Maker, played: bool) -> Iterator[Scene]:
    """Scenes of one played deal, or as many that are made up."""
    rules = parse_rules(rules_text)
    sides = maker.topics == ("side",)
    if maker.played_only:
        yield from (scene_of(moment, rules_text) for moment in moments_of_players(rules, rng))
        return
    if played:
        last: list[ScoreSide] = []
        for moment in moments(rules, rng, temper=maker.options.get("temper", "")):
            if isinstance(moment, ScoreSide):
                last.append(moment)
            elif not sides:
                yield scene_of(moment, rules_text)
        for place, side in enumerate(last if sides else ()):
            other = last[1 - place] if len(last) == 2 else None
            yield Scene(side=side, other=other, rules=rules_text)
        return
    for _ in range(SCENES):
        found = _made(rules, rules_text, rng, maker)
        if found is not None:
            yield found


def scene_of(moment: Moment, rules_text: str) -> Scene:
    """A turn of a played deal as a place for questions."""
    return Scene(
        position=moment.position, drawn=moment.drawn, next_cards=moment.next_cards, played=moment.played,
        rules=rules_text,
    )  # fmt: skip


def first_of(theme: str, scene: Scene, seed: str, *, second: Judge | None = None) -> Record | None:
    """The first proved item of a theme in one turn of a played deal; None where it finds nothing to ask there.

    Without a second judge the engine proves alone. Raises KeyError for a theme that nobody makes.
    """
    maker = MAKERS[theme]
    for record in maker.ask(maker, scene, Random(f"{theme} {seed}")):
        found = _proved(
            maker, record, seed, played=True, full=frozenset(), counts=Counter(), second=second, most=1
        )
        if found is not None:
            return found.record
    return None


def _made(rules: RuleSet, rules_text: str, rng: Random, maker: Maker) -> Scene | None:
    if maker.topics == ("side",):
        side = made_side(rules, rng)
        other = made_side(rules, rng) if maker.options.get("both") else None
        return Scene(side=side, other=other, rules=rules_text) if side else None
    topic = rng.choice(maker.topics)
    position = made_position(rules, rng, phase=maker.phase, topic=topic, adds_up=maker.adds_up)
    if position is None:
        return None
    if maker.phase == "play":
        return Scene(drawn=position, rules=rules_text)
    come = tuple(card for card in _unseen(rules, position, rng) if not card.is_red_three)[: rules.draw_count]
    come = come if (position.stock or 0) >= len(come) else ()
    return Scene(position=position, next_cards=come, rules=rules_text)


def _unseen(rules: RuleSet, position: Position, rng: Random) -> list[Card]:
    """Six cards that lie nowhere in sight."""
    left = Counter(full_deck(packs=rules.packs, jokers=rules.jokers))
    left -= Counter(position.hand) + Counter(position.pile)
    for side in (position.own, *position.opponents):
        left -= Counter(side.red_threes)
        for meld in side.melds:
            left -= Counter(meld.cards)
    return rng.sample(list(left.elements()), 6)


def begun(maker: Maker, seed: str) -> tuple[Random, RuleSetName]:
    """What a seed begins with: its lots, and the rule set that the first of them has drawn."""
    rng = Random(f"{maker.slug} {seed}")
    return rng, maker.rule_sets[rng.randrange(len(maker.rule_sets))]


def found_in(
    maker: Maker,
    seed: str,
    *,
    played: bool,
    full: frozenset[Bucket] = frozenset(),
    wanted: frozenset[Bucket] | None = None,
    second: Judge | None,
    most: int = PER_SEED,
    enough: int | None = None,
) -> list[Found]:
    """The proved items of one seed: of one played deal, or of as many scenes that are made up.

    At most so many of a bucket, none of the buckets that are full, and only of those that are wanted, where that is
    said; without a second judge the engine proves alone. With ``enough`` no further scene is begun after so many.
    """
    rng, rules_text = begun(maker, seed)
    found: list[Found] = []
    counts: Counter[Bucket] = Counter()
    shapes: set[str] = set()
    for scene in scenes(rules_text, rng, maker=maker, played=played):
        if enough is not None and len(found) >= enough:
            break
        for record in maker.ask(maker, scene, rng):
            one = _proved(
                maker,
                record,
                seed,
                played=played,
                full=full,
                wanted=wanted,
                counts=counts,
                second=second,
                most=most,
            )
            if one is not None and one.shape not in shapes:
                shapes.add(one.shape)
                counts[one.bucket] += 1
                found.append(one)
    return found


def _proved(
    maker: Maker, record: Record, seed: str, *, played: bool, full: frozenset[Bucket], counts: Counter[Bucket],
    second: Judge | None, most: int, wanted: frozenset[Bucket] | None = None,
) -> Found | None:  # fmt: skip
    origin = "deal" if played else "made"
    named = {"slug": f"{maker.slug}-0", **record, "difficulty": 1, "from": origin, "seed": seed}
    try:
        item = item_of(named, TEXTS, theme=maker.slug, number=1, source=(maker.slug, seed))
        bucket = (origin, record["rules"][0], kind_of(item).is_legal(item))
        if bucket in full or counts[bucket] >= most or (wanted is not None and bucket not in wanted):
            return None
        if maker.adds_up and item.position is not None and miscounts(item.position):
            return None
        if why_poor(item) or faults_of(item, second):
            return None
        shape = canonical(item.task, item.rules)
        named = {**named, "slug": f"{maker.slug}-{shape[:4]}", "difficulty": difficulty(item)}
    except (EngineError, ValidationError):
        return None
    return Found(named, shape, bucket, pattern(item.task, item.rules))


def _job(job: tuple[str, str, bool, frozenset[Bucket]], *, second: Judge) -> list[Found]:
    slug, seed, played, full = job
    maker = MAKERS[slug]
    most = 1 if maker.played_only else PER_SEED
    return found_in(maker, seed, played=played or maker.played_only, full=full, second=second, most=most)


def mine(
    slug: str, count: int, seed: int, *, second: Judge, processes: int = 1,
    progress: Callable[[int], None] = lambda number: None, rounds: int = MOST_ROUNDS, there: Sequence[Record] = (),
) -> list[Record]:  # fmt: skip
    """So many items of a theme, or as many as could be found, balanced and in the order of difficulty.

    None of them is one of those that are ``there`` already. ``second`` is handed to every process.
    The same seed finds the same items on any number of cores.
    """
    known = {shape_of_record(record, slug) for record in there}
    pool: dict[str, Found] = {}
    most = max(4, count // 2)
    with workers(processes) as each:
        for number in range(rounds):
            buckets = Counter(found.bucket for found in pool.values())
            full = frozenset(bucket for bucket, have in buckets.items() if have >= most)
            jobs = [(slug, f"{seed}.{number * JOBS + place}", place % 2 == 0, full) for place in range(JOBS)]
            for one in chain.from_iterable(each(partial(_job, second=second), jobs)):
                if one.shape not in known:
                    pool.setdefault(one.shape, one)
            chosen = _chosen(list(pool.values()), count, MAKERS[slug])
            progress(len(chosen))
            if len(chosen) >= count and number >= 3:
                break
    chosen = _chosen(list(pool.values()), count, MAKERS[slug])
    chosen.sort(key=lambda found: (found.record["difficulty"], found.shape))
    return named(chosen, {record["slug"] for record in there})


def shape_of_record(record: Record, theme: str) -> str:
    """What makes a line of the bank the same as another one."""
    item = item_of(record, TEXTS, theme=theme, number=1, source=(theme, record["slug"]))
    return canonical(item.task, item.rules)


def _chosen(pool: list[Found], count: int, maker: Maker) -> list[Found]:
    """A balanced choice; of a theme in which many things may decide, none of them too often, and none too alike."""
    chosen = balanced(pool, count)
    if not maker.played_only:
        return chosen
    chosen = _at_most(chosen, lambda one: one.pattern, MOST_ALIKE)
    return _at_most(chosen, lambda one: one.bucket[1], int(MOST_OF_A_RULE * len(chosen)))


def balanced(pool: list[Found], count: int) -> list[Found]:
    """At most so many of these: rules by turns, at least half from played deals, legal and illegal about even."""
    piles: dict[Bucket, list[Found]] = defaultdict(list)
    for one in pool:
        piles[one.bucket].append(one)
    left = {bucket: iter(found) for bucket, found in piles.items()}
    chosen: list[Found] = []
    used: Counter[Bucket] = Counter()
    by_rule: Counter[str] = Counter()
    by_side: Counter[bool | None] = Counter()
    by_origin: Counter[str] = Counter()
    while len(chosen) < count and left:
        bucket = min(
            left,
            key=lambda one: (by_side[one[2]], by_rule[one[1]], by_origin[one[0]], used[one], str(one)),
        )
        nxt = next(left[bucket], None)
        if nxt is None:
            del left[bucket]
            continue
        chosen.append(nxt)
        used[bucket] += 1
        by_rule[bucket[1]] += 1
        by_side[bucket[2]] += 1
        by_origin[bucket[0]] += 1
    return _trimmed(chosen)


def _trimmed(chosen: list[Found]) -> list[Found]:
    """Without the last ones that would make legal or made-up items too many."""
    sides = Counter(one.bucket[2] for one in chosen)
    if set(sides) >= {True, False}:
        most = int(min(sides[True], sides[False]) * 1.5)
        chosen = _at_most(chosen, lambda one: one.bucket[2], most)
    deals = sum(one.bucket[0] == "deal" for one in chosen)
    made = [one for one in chosen if one.bucket[0] == "made"]
    kept = {id(one) for one in made[:deals]}
    return [one for one in chosen if one.bucket[0] == "deal" or id(one) in kept]


def _at_most(chosen: list[Found], key: Callable[[Found], object], most: int) -> list[Found]:
    counts: Counter[object] = Counter()
    kept = []
    for one in chosen:
        counts[key(one)] += 1
        if counts[key(one)] <= most:
            kept.append(one)
    return kept


def named(chosen: Sequence[Found], taken: Set[str]) -> list[Record]:
    """The records with slugs that are not taken, in this order."""
    names = set(taken)
    records = []
    for one in chosen:
        stem = one.record["slug"][:-5]
        length = 4
        while f"{stem}-{one.shape[:length]}" in names:
            length += 1
        name = f"{stem}-{one.shape[:length]}"
        names.add(name)
        records.append({**one.record, "slug": name})
    return records


def line_of(record: Record) -> str:
    """One line of a file of the bank."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
