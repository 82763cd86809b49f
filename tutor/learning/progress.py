"""How far a learner is: read with a fixed number of queries, whatever the size of the content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from django.db.models import Count, Q

from lessons.content.reading import Item, Library, Stage
from lessons.fresh.sisters import TURNED, base_item, base_slug, sister_number
from lessons.fresh.variants import FIRST_SISTER
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.registry import kind_of
from tutor.learning.models import Attempt, Draft, Learner
from tutor.learning.untold import told_to

State = Literal["ok", "later", "open"]
_ALSO: Final[list[Callable[[Learner, Stage], bool]]] = []


def done_also(is_done: Callable[[Learner, Stage], bool]) -> None:
    """Let a lower area say that a learner has finished a stage in its own way, as by playing it."""
    _ALSO.append(is_done)


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """``first`` is whether the very first answer was right, ``right`` whether any was.

    What was copied from the worked answer, the last of the hints, was not right at once. What a wrong pick has closed
    was right later where its answer with other cards was.
    """

    first: bool = False
    right: bool = False
    tries: int = 0

    @property
    def state(self) -> State:
        """Right on the first try, right later, or open."""
        if self.first:
            return "ok"
        return "later" if self.right else "open"


@dataclass(frozen=True, slots=True)
class Progress:
    """A learner's progress by item slug; what is not there has not been tried.

    ``learner`` is whose it is, for stages that can be finished without all of their steps.
    """

    items: Mapping[str, ItemProgress] = field(default_factory=dict)
    learner: Learner | None = None
    _otherwise: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def of(self, item: Item) -> ItemProgress:
        return self.items.get(item.slug, ItemProgress())

    def of_slug(self, slug: str) -> ItemProgress:
        return self.items.get(slug, ItemProgress())

    def rights_among(self, slugs: Iterable[str]) -> int:
        """How many of the items with these slugs were answered rightly."""
        return sum(self.items[slug].right for slug in slugs if slug in self.items) if self.items else 0

    def right(self, items: Iterable[Item]) -> int:
        """How many of these items were answered rightly."""
        return sum(self.of(item).right for item in items)

    def first_try(self, items: Iterable[Item]) -> int:
        """How many of these items were right on the first try."""
        return sum(self.of(item).first for item in items)

    def is_done(self, stage: Stage) -> bool:
        return all(self.of(step).right for step in stage.steps) or self.is_done_otherwise(stage)

    def is_done_otherwise(self, stage: Stage) -> bool:
        """Whether the stage was finished in another way than by its steps; asked once."""
        if self.learner is None:
            return False
        if stage.slug not in self._otherwise:
            self._otherwise[stage.slug] = any(is_done(self.learner, stage) for is_done in _ALSO)
        return self._otherwise[stage.slug]

    @property
    def is_empty(self) -> bool:
        return not self.items


def progress_of(learner: Learner | None) -> Progress:
    """A learner's progress as far as it is told; one query and those of `untold`, none without a learner."""
    if learner is None:
        return Progress()
    right = Q(outcome=Attempt.Outcome.RIGHT)
    rows = (
        told_to(learner)
        .order_by()
        .values("item__slug")
        .annotate(
            first=Count("id", filter=right & Q(try_number=1, hints__lt=HINT_COUNT)),
            right=Count("id", filter=right),
            tries=Count("id"),
        )
    )
    found = {
        row["item__slug"]: ItemProgress(
            first=bool(row["first"]), right=bool(row["right"]), tries=row["tries"]
        )
        for row in rows
    }
    return Progress(found | dict(_right_with_other_cards(found)), learner)


def _right_with_other_cards(found: Mapping[str, ItemProgress]) -> Iterator[tuple[str, ItemProgress]]:
    """What is still open and was closed by a wrong pick, but right with other cards; by its slug."""
    for slug, one in found.items():
        number, base = sister_number(slug), base_slug(slug)
        if number is None or not one.right or number % TURNED < FIRST_SISTER:
            continue
        itself = found.get(base)
        item = base_item(base) if itself is not None and not itself.right else None
        if itself is not None and item is not None and kind_of(item).is_picked(item):
            yield base, replace(itself, right=True)


def resume_step(learner: Learner | None, *, library: Library, progress: Progress) -> Item | None:
    """The step to go on with: the one worked on last, else the next open one; None where nothing was begun."""
    if learner is None:
        return None
    slugs = Draft.objects.filter(learner=learner).order_by("-updated").values_list("item__slug", flat=True)
    steps = [step for stage in library.stages for step in stage.steps]
    places = {step.slug: place for place, step in enumerate(steps)}
    latest = next((places[slug] for slug in slugs[:50] if slug in places), None)
    if latest is None:
        return None
    in_order = [*steps[latest:], *steps[:latest]]
    return next((step for step in in_order if not progress.of(step).right), None)


def current_step(stage: Stage, progress: Progress) -> Item | None:
    """The first step of a stage that is still open; None when all are right, or the stage was finished otherwise."""
    if progress.is_done_otherwise(stage):
        return None
    return next((step for step in stage.steps if not progress.of(step).right), None)
