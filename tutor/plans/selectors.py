"""What the pages of plans show: a class's plans, and each part with what was made for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lessons.content.deals import MiniDeal, mini_deal
from lessons.content.plans import DealWork, Exit, Live, Part, Plan, StageWork, plans
from lessons.content.reading import Item, Stage, library
from lessons.fresh.sisters import find_item
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.models import Assignment, Classroom
from tutor.live.models import LiveRound
from tutor.plans.models import ClassLesson, LessonPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A part of a plan, by its ``name`` there.

    ``items`` are the exercises it asks, ``mini`` is the mini-deal that is played in it.
    ``assignment``, ``deal`` and ``live`` are what was made for it.
    """

    name: str
    part: Part
    begins: int
    items: tuple[Item, ...]
    stage: Stage | None
    mini: MiniDeal | None
    assignment: Assignment | None
    deal: AssignedDeal | None
    live: LiveRound | None

    @property
    def opens(self) -> datetime | None:
        """When pupils see what was made for it; None for not yet, and where nothing was made."""
        made = self.assignment or self.deal
        return made.opens if made is not None else None

    @property
    def ends(self) -> int:
        return self.begins + self.part.minutes


def lesson_of(classroom: Classroom, plan: Plan) -> ClassLesson | None:
    """The plan as it was put into the class; one query."""
    lesson = ClassLesson.objects.filter(classroom=classroom, plan=plan.slug).first()
    if lesson is not None:
        lesson.classroom = classroom
    return lesson


def rows_of(plan: Plan, lesson: ClassLesson | None) -> list[Row]:
    """The parts in order; one query where the plan is in a class."""
    made: dict[str, LessonPart] = {}
    if lesson is not None:
        made = {one.part: one for one in lesson.parts.select_related("assignment", "deal", "live")}
    return [
        Row(
            name=name,
            part=part,
            begins=plan.begins_at(part),
            items=items_of(part),
            stage=library().stage(part.stage) if isinstance(part, StageWork) else None,
            mini=mini_deal(part.deal) if isinstance(part, DealWork) else None,
            assignment=made[name].assignment if name in made else None,
            deal=made[name].deal if name in made else None,
            live=made[name].live if name in made else None,
        )
        for name, part in plan.named.items()
    ]


def items_of(part: Part) -> tuple[Item, ...]:
    """The exercises that a part asks, in order."""
    if isinstance(part, StageWork):
        stage = library().stage(part.stage)
        return stage.steps if stage is not None else ()
    slugs = part.items if isinstance(part, Live | Exit) else ()
    found = (find_item(slug) for slug in slugs)
    return tuple(item for item in found if item is not None)


def following(plan: Plan) -> list[Plan]:
    """The plans that can come next: in a term the next lesson of it first."""
    after = [one for one in plans().values() if one.after == plan.slug]
    return sorted(after, key=lambda one: (one.term is None, one.number))


def already_in(classroom: Classroom) -> dict[str, ClassLesson]:
    """The plans that the class has, by their slugs; one query."""
    return {one.plan: one for one in classroom.lessons.all()}
