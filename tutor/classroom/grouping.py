"""Groups of pupils, whom an assignment is for, a second level of it, and a copy for another class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from tutor.classroom.asked import still_there
from tutor.classroom.models import Assignment, Classroom, Group, Pupil
from tutor.classroom.selectors import chosen_pupils
from tutor.classroom.services import ClassError
from tutor.site.numbers import number_in

MOST_GROUPS: Final = 20
MOST_GROUP_NAME: Final = 40  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The pupils and groups of a class to tick, and which are ticked."""

    pupils: tuple[Pupil, ...]
    groups: tuple[Group, ...]
    ticked: frozenset[int]
    ticked_groups: frozenset[int]
    name: str

    @property
    def is_open(self) -> bool:
        """Whether single pupils are ticked, so that the list has to be seen."""
        return bool(self.ticked)


def whom_of(classroom: Classroom, form: QueryDict, *, name: str = "pupil") -> list[Pupil]:
    """The pupils who are ticked in a form, by themselves or with a group; nobody where nothing is ticked."""
    sent = form.getlist(f"{name}-group")
    groups = [number for value in sent if (number := number_in(value)) is not None]
    of_groups = Pupil.objects.filter(groups__classroom=classroom, groups__pk__in=groups)
    numbers = [*form.getlist(name), *map(str, of_groups.values_list("pk", flat=True))]
    found = chosen_pupils(classroom, numbers)
    if groups and not found:
        raise ClassError(gettext("There is nobody in this group yet."))
    return found


def choice_of(
    classroom: Classroom, form: QueryDict | None = None, *, chosen: Iterable[Pupil] = (), name: str = "pupil"
) -> Choice:
    """What to tick, as it was sent, else with those who are chosen; two queries."""
    ticked = {one.pk for one in chosen}
    ticked_groups: set[int] = set()
    if form is not None:
        ticked = {number for value in form.getlist(name) if (number := number_in(value)) is not None}
        sent = form.getlist(f"{name}-group")
        ticked_groups = {number for value in sent if (number := number_in(value)) is not None}
    return Choice(
        pupils=tuple(classroom.pupils.all()), groups=tuple(classroom.groups.prefetch_related("pupils")),
        ticked=frozenset(ticked), ticked_groups=frozenset(ticked_groups), name=name,
    )  # fmt: skip


@transaction.atomic
def save_group(
    *, classroom: Classroom, name: str, pupils: Sequence[Pupil], group: Group | None = None
) -> Group:
    """A new group, or another name and other pupils for one. Raises ClassError."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    name = " ".join(name.split())
    if not name:
        raise ClassError(gettext("A group needs a name."))
    if len(name) > MOST_GROUP_NAME:
        message = gettext("“%(label)s…” is longer than %(most)s characters.")
        raise ClassError(message % {"label": name[:30], "most": MOST_GROUP_NAME})
    others = classroom.groups.exclude(pk=group.pk) if group is not None else classroom.groups.all()
    if name.casefold() in {one.name.casefold() for one in others}:
        raise ClassError(gettext("There is already a group called “%(label)s”.") % {"label": name})
    if group is None and len(others) >= MOST_GROUPS:
        raise ClassError(gettext("A class has room for %(most)s groups.") % {"most": MOST_GROUPS})
    if group is None:
        group = Group(classroom=classroom)
    group.name = name
    group.save()
    group.pupils.set(pupils)
    return group


def add_level(
    *, assignment: Assignment, questions: Sequence[str], only: Sequence[Pupil], source: Mapping[str, Any]
) -> Assignment:
    """A second level of an assignment: these pupils get these exercises instead, with the same settings."""
    level = _twin(assignment)
    level.level_of, level.questions, level.source = assignment, list(questions), dict(source)
    level.save()
    level.only.set(only)
    return level


@transaction.atomic
def copy_assignment(*, assignment: Assignment, classroom: Classroom) -> Assignment:
    """The same for another class, not yet open and without days; nobody there has the second level yet."""
    levels = list(assignment.levels.all())
    copied = _twin(assignment)
    copied.classroom, copied.opens, copied.due = classroom, None, None
    copied.save()
    for one in levels:
        level = _twin(one)
        level.classroom, level.level_of, level.opens, level.due = classroom, copied, None, None
        level.save()
    return copied


def _twin(assignment: Assignment) -> Assignment:
    """The same assignment as a new row that is not saved yet."""
    plain = [field.attname for field in Assignment._meta.concrete_fields if not field.primary_key]
    twin = Assignment(**{name: getattr(assignment, name) for name in plain})
    twin.questions = still_there(twin.questions)
    twin.created = timezone.now()
    return twin


def export_groups(classroom: Classroom) -> list[dict[str, Any]]:
    """The groups of a class, ready for JSON."""
    rows = classroom.groups.prefetch_related("pupils")
    return [{"name": one.name, "pupils": [pupil.pk for pupil in one.pupils.all()]} for one in rows]
