"""What pupils have met already, and exercises with cards that they have not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random, SystemRandom
from typing import Final

from django.db.models import Q

from lessons.content.reading import Item
from lessons.fresh.sisters import MARK, MOST_SISTERS, base_item, base_slug, sister_of
from tutor.classroom.models import Pupil
from tutor.learning.models import Attempt, Draft

MOST_IN_VAIN: Final = 3
"""After so many numbers without other cards there are none."""


def met_by(pupils: Iterable[Pupil], *, of: str = "") -> set[str]:
    """The slugs of what these pupils have begun or answered, all or those ``of`` one exercise; two queries."""
    wanted = Q(item__slug=of) | Q(item__slug__startswith=f"{of}{MARK}") if of else Q()
    learners = [pupil.learner_id for pupil in pupils]
    return {
        slug
        for model in (Attempt, Draft)
        for slug in model.objects.filter(wanted, learner__in=learners).values_list("item__slug", flat=True)
    }


def exercises_met_by(pupils: Iterable[Pupil]) -> frozenset[str]:
    """The same, whatever their cards were."""
    return frozenset(map(base_slug, met_by(pupils)))


def unseen(base: str, pupils: Iterable[Pupil], *, count: int) -> list[Item]:
    """The exercise with other cards, so many times, none of which these pupils have met; two queries."""
    met, item = met_by(pupils, of=base), base_item(base)
    found = _sisters(item, SystemRandom()) if item is not None else iter(())
    return [one for one, _ in zip((one for one in found if one.slug not in met), range(count), strict=False)]


def _sisters(item: Item, rng: Random) -> Iterator[Item]:
    """In any order; gives up where the first few show that other cards make no other exercise."""
    in_vain = 0
    for number in rng.sample(range(1, MOST_SISTERS + 1), MOST_SISTERS):
        sister = sister_of(item, number)
        in_vain += sister is None
        if in_vain > MOST_IN_VAIN:
            return
        if sister is not None:
            yield sister
