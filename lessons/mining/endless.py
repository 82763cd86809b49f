"""Puzzles without end: when all of a theme were met, new ones are made by the second, proved by the engine.

Nothing of them is stored. The name of such a puzzle holds the seed that finds it and the beginning of what makes it
the same as another one, so it can be made again at any time, and whatever else a later version finds with that seed
does not go by its name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from lessons.content import bank
from lessons.content.reading import PUZZLE_PREFIX, Item
from lessons.mining.canonical import canonical
from lessons.mining.mine import MAKERS, Bucket, Found, begun, found_in

_SLUG: Final = re.compile(rf"{PUZZLE_PREFIX}([a-z0-9-]+)/\1-x([0-9]{{1,6}})-([0-9a-f]{{12}})")
SEEDS: Final = 10**6
_SHAPE: Final = 12
"""So much of a shape stands in a name."""
ENOUGH: Final = 6
"""Of one seed so many are found at least, where it has them: something to draw from, within a moment."""
TRIES: Final = 8
"""Seeds of the wished rule set that are looked through before a theme is called exhausted."""


def is_endless(theme: str) -> bool:
    """Whether new puzzles of a theme are made within a moment; those of deals that players play take longer."""
    return theme in MAKERS and not MAKERS[theme].played_only


def new_puzzle(theme: str, *, rule_sets: Sequence[str], met: Iterable[Item], rng: Random) -> Item | None:
    """A puzzle that is equal to none of those that were met, up to suits and ranks of one value; None if none is found.

    Its rule set is drawn from ``rule_sets``, where one may stand several times. What decides is drawn first, so that
    what is seldom found comes as often as the rest.
    """
    if not is_endless(theme):
        return None
    known = {shape_of(item.slug) or canonical(item.task, item.rules)[:_SHAPE] for item in met}
    makes = MAKERS[theme].rule_sets
    wished = [one for one in rule_sets if one in makes]
    for _ in range(TRIES if wished else 0):
        seed = _seed_of(theme, rng.choice(wished), rng)
        kinds: dict[Bucket, list[str]] = defaultdict(list)
        for shape, one in _found(theme, seed).items():
            if shape not in known:
                kinds[one.bucket].append(shape)
        if kinds:
            shape = rng.choice(kinds[rng.choice(sorted(kinds, key=str))])
            return made(f"{PUZZLE_PREFIX}{theme}/{theme}-x{seed}-{shape}")
    return None


def made(slug: str) -> Item | None:
    """The puzzle of this name, made once more; None where its seed finds nothing of that shape."""
    match = _SLUG.fullmatch(slug)
    if match is None or not is_endless(match[1]):
        return None
    one = _found(match[1], int(match[2])).get(match[3])
    texts = bank.bank().texts.get(match[1])
    if one is None or texts is None:
        return None
    record = {**one.record, "slug": slug.rpartition("/")[2]}
    return bank.item_of(record, texts, theme=match[1], number=0, source=(match[1], f"seed {match[2]}"))


def shape_of(slug: str) -> str:
    """What makes a puzzle of this name the same as another one; empty for the names of others."""
    match = _SLUG.fullmatch(slug)
    return match[3] if match else ""


def _seed_of(theme: str, rule_set: str, rng: Random) -> int:
    """A seed that begins with this rule set."""
    while True:
        seed = rng.randrange(SEEDS)
        if begun(MAKERS[theme], f"x{seed}")[1] == rule_set:
            return seed


@lru_cache(maxsize=128)
def _found(theme: str, seed: int) -> Mapping[str, Found]:
    """What one seed finds, by shape: an odd one in a deal played by lot, an even one in tables that are made up."""
    found = found_in(MAKERS[theme], f"x{seed}", played=bool(seed % 2), second=None, enough=ENOUGH)
    return {one.shape[:_SHAPE]: one for one in found}


bank.read_made_with(made)
