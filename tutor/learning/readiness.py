"""What the readiness test asks: positions of the bank, one from each place of a plan, that the learner has not seen.

The plan names the themes that a place is filled from. It always has a frozen pile, an initial meld, a card to keep, a
score sheet, a going out and whole turns, and of the questions whether something is allowed half are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from lessons.content import bank
from lessons.content.reading import Item, seeds_folder
from lessons.fresh.variants import fresh_variant
from lessons.kinds.asking.solving import solution

PLAN: Final[tuple[tuple[str, ...], ...]] = (
    ("a-meld-or-not",),
    ("which-melds", "open-with-few-cards"),
    ("how-many-wild-cards", "two-melds-of-a-rank"),
    ("what-fits-on-the-table", "add-as-many-as-fit"),
    ("red-three-in-hand",),
    ("enough-to-open",),
    ("open-with-your-hand", "first-meld-in-order"),
    ("cards-for-the-pile", "ways-to-the-pile"),
    ("frozen-pile",),
    ("ways-to-a-frozen-pile", "partner-at-the-pile"),
    ("pile-for-the-first-meld",),
    ("take-the-pile",),
    ("melding-black-threes",),
    ("complete-the-canasta", "what-a-canasta-brings"),
    ("one-card-must-stay",),
    ("enough-to-go-out",),
    ("go-out-now",),
    ("asking-to-go-out",),
    ("when-the-stock-is-empty", "whose-meld"),
    ("score-the-deal",),
)
"""The places in the order of the course, each with the themes of the bank that it is filled from."""
RULE_SET: Final = "classic"


def questions(*, seen: AbstractSet[str], rng: Random) -> list[Item]:
    """One question for each place of the plan, about as many rules as there are; none where there is no bank.

    ``seen`` are the slugs of what the learner has worked on. What was seen comes with other cards, where nothing else
    is left.
    """
    if not all(_of_theme(theme) for place in PLAN for theme in place):
        return []
    verdicts = _verdicts_in_turn(rng)
    asked: Counter[str] = Counter()
    found = []
    for place in PLAN:
        entries = _of_theme(rng.choice(place))
        wanted = next(verdicts) if _verdict(seeds_folder(), entries[0].slug) else None
        entry = _chosen(entries, wanted=wanted, asked=asked, seen=seen, rng=rng)
        asked.update(entry.rules)
        item = bank.item(entry.slug)
        assert item is not None, entry.slug
        found.append((fresh_variant(item, seen, rng=rng) or item) if item.slug in seen else item)
    return found


def _chosen(
    entries: tuple[bank.Entry, ...],
    *,
    wanted: str | None,
    asked: Counter[str],
    seen: AbstractSet[str],
    rng: Random,
) -> bank.Entry:
    """An entry not seen, with the verdict that is wanted, about rules that were asked least."""
    folder = seeds_folder()
    fitting = [one for one in entries if wanted is None or _verdict(folder, one.slug) == wanted] or entries
    fresh = [entry for entry in fitting if entry.slug not in seen] or fitting
    fewest = min(_times(asked, entry.rules) for entry in fresh)
    return rng.choice([entry for entry in fresh if _times(asked, entry.rules) == fewest])


def _times(asked: Counter[str], rules: Iterable[str]) -> int:
    return sum(asked[rule] for rule in rules)


def _verdicts_in_turn(rng: Random) -> Iterator[str]:
    """As many times "yes" as "no", in an order that cannot be foreseen."""
    while True:
        yield from rng.sample(("yes", "no"), 2)


def _of_theme(theme: str) -> tuple[bank.Entry, ...]:
    return tuple(entry for entry in bank.entries_of(theme) if entry.rule_set == RULE_SET)


@lru_cache(maxsize=2048)
def _verdict(folder: Path, slug: str) -> str:
    """Whether what a question of these seeds asks about is allowed: yes or no; empty where it asks something else."""
    item = bank.item(slug)
    answer = solution(item) if item else None
    return str((answer or {}).get("legal", ""))
