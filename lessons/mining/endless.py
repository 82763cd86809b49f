"""Puzzles without end: when all of a theme were met, new ones are made by the second, proved by the engine.

Nothing of them is stored. The name of such a puzzle holds the seed that finds it and the beginning of what makes it
the same as another one, so it can be made again at any time, and whatever else a later version finds with that seed
does not go by its name. A letter before the seed says how its tables were made up: those of ``x``, by which puzzles
went before, need not have come out of a deal; those of ``y`` could have.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from lessons.content import bank
from lessons.content.reading import PUZZLE_PREFIX, Item
from lessons.mining.canonical import canonical
from lessons.mining.mine import MAKERS, Bucket, Found, begun, found_in
from lessons.mining.shares import WANTED, parts_from_classic
from lessons.mining.spec import Record

_SLUG: Final = re.compile(rf"{PUZZLE_PREFIX}([a-z0-9-]+)/\1-([xy][0-9]{{1,6}})-([0-9a-f]{{12}})")
_LETTER: Final = "y"
SEEDS: Final = 10**6
_SHAPE: Final = 12
"""So much of a shape stands in a name."""
ENOUGH: Final = 6
"""Of one seed so many are found at least, where it has them: something to draw from, within a moment."""
SOON: Final = 8
"""Seeds that are looked through for a puzzle that parts its rule set from classic, where another one is at hand."""
TRIES: Final = 24
"""Seeds of the wished rule set that are looked through before a theme is called exhausted."""


def is_endless(theme: str) -> bool:
    """Whether new puzzles of a theme are made within a moment; those of deals that players play take longer."""
    return theme in MAKERS and not MAKERS[theme].played_only


def new_puzzle(theme: str, *, rule_sets: Sequence[str], met: Iterable[Item], rng: Random) -> Item | None:
    """A puzzle that is equal to none of those that were met, up to suits and ranks of one value; None if none is found.

    Its rule set is drawn from ``rule_sets``, where one may stand several times. What decides is drawn first, so that
    what is seldom found comes as often as the rest. Of tables that are neither classic nor Samba nor for two it is one
    that parts them from classic, where such a one is soon found.
    """
    if not is_endless(theme):
        return None
    known = {shape_of(item.slug) or canonical(item.task, item.rules)[:_SHAPE] for item in met}
    makes = MAKERS[theme].rule_sets
    wished = [one for one in rule_sets if one in makes]
    spare = ""
    for tried in range(TRIES if wished else 0):
        if spare and tried >= SOON:
            break
        rule_set = rng.choice(wished)
        seed = _seed_of(theme, rule_set, rng)
        new = {shape: one for shape, one in _found(theme, seed).items() if shape not in known}
        shape = _drawn({shape: one for shape, one in new.items() if _is_worth(one, theme, rule_set)}, rng)
        if shape:
            return made(_name(theme, seed, shape))
        if new and not spare:
            spare = _name(theme, seed, _drawn(new, rng))
    return made(spare) if spare else None


def _drawn(found: Mapping[str, Found], rng: Random) -> str:
    """The shape of one of these, what decides drawn first; empty where there is none."""
    kinds: dict[Bucket, list[str]] = defaultdict(list)
    for shape, one in found.items():
        kinds[one.bucket].append(shape)
    return rng.choice(kinds[rng.choice(sorted(kinds, key=str))]) if kinds else ""


def _is_worth(one: Found, theme: str, rule_set: str) -> bool:
    """Whether its rule set is one that the bank asks for anyway, or has another answer than the classic one."""
    return rule_set in WANTED or parts_from_classic(one.record, theme)


def _name(theme: str, seed: str, shape: str) -> str:
    return f"{PUZZLE_PREFIX}{theme}/{theme}-{seed}-{shape}"


def made(slug: str) -> Item | None:
    """The puzzle of this name, made once more; None where its seed finds nothing of that shape."""
    record = record_of(slug)
    theme, seed = (match[1], match[2]) if (match := _SLUG.fullmatch(slug)) else ("", "")
    texts = bank.bank().texts.get(theme)
    if record is None or texts is None:
        return None
    return bank.item_of(record, texts, theme=theme, number=0, source=(theme, f"seed {seed}"))


def record_of(slug: str) -> Record | None:
    """The puzzle of this name as it would stand in a file of the bank; None as for :func:`made`."""
    match = _SLUG.fullmatch(slug)
    if match is None or not is_endless(match[1]):
        return None
    one = _found(match[1], match[2]).get(match[3])
    return {**one.record, "slug": slug.rpartition("/")[2]} if one is not None else None


def shape_of(slug: str) -> str:
    """What makes a puzzle of this name the same as another one; empty for the names of others."""
    match = _SLUG.fullmatch(slug)
    return match[3] if match else ""


def _seed_of(theme: str, rule_set: str, rng: Random) -> str:
    """A seed that begins with this rule set, with its letter."""
    while True:
        seed = f"{_LETTER}{rng.randrange(SEEDS)}"
        if begun(MAKERS[theme], seed)[1] == rule_set:
            return seed


@lru_cache(maxsize=128)
def _found(theme: str, seed: str) -> Mapping[str, Found]:
    """What one seed finds, by shape: an odd one in a deal played by lot, an even one in tables that are made up."""
    maker = replace(MAKERS[theme], adds_up=seed.startswith(_LETTER))
    found = found_in(maker, seed, played=bool(int(seed[1:]) % 2), second=None, enough=ENOUGH)
    return {one.shape[:_SHAPE]: one for one in found}


bank.read_made_with(made)
