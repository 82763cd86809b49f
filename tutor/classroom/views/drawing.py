"""Drawing the exercises of a new assignment: they are seen and swapped before anything is made."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from django.http import HttpRequest
from django.utils.translation import gettext

from tutor.classroom import assigning
from tutor.classroom.assignment_forms import NewAssignmentForm
from tutor.classroom.drawing import DRAWN, Draw, draw, drawn_before, swapped, without
from tutor.classroom.grouping import add_level
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.classroom.services import ClassError
from tutor.site.numbers import number_in

MAKE = "make"


def draws_of(request: HttpRequest, form: NewAssignmentForm, second: Sequence[Pupil]) -> list[Draw]:
    """What stands on the page after the pressed button: drawn anew, swapped, taken out, or as it was.

    A second level is drawn as soon as somebody is ticked for it. Raises ClassError.
    """
    kind = form.kind
    if kind not in DRAWN:
        return []
    do, _, rest = request.POST.get("do", "").partition(":")
    rng = SystemRandom()
    sources = [form.source, *([form.second_source] if second and form.second_source else [])]
    found = []
    for level, source in enumerate(sources, 1):
        sent = request.POST.getlist(f"drawn-{level}")
        before = None if do == "draw" else drawn_before(kind, source, level=level, sent=sent)
        found.append(before or draw(kind, source, level=level, rng=rng))
    at, _, of = rest.partition("-")
    place, number = (number_in(at) or 0) - 1, number_in(of)
    if do in ("swap", "drop") and 0 <= place < len(found) and number is not None:
        one = found[place]
        taken = [slug for other in found for slug in other.slugs]
        found[place] = swapped(one, number, taken=taken, rng=rng) if do == "swap" else without(one, number)
    return found


def kept_of(request: HttpRequest, form: NewAssignmentForm) -> list[Draw]:
    """What stood on the page before a button that could not be followed."""
    kind, sources = form.kind, [form.source, form.second_source]
    found = [
        drawn_before(kind, source, level=level, sent=request.POST.getlist(f"drawn-{level}"))
        for level, source in enumerate(sources, 1)
        if source and kind in DRAWN
    ]
    return [one for one in found if one is not None]


def is_new_level(request: HttpRequest, draws: Sequence[Draw]) -> bool:
    """Whether there is a level that nobody has looked at yet."""
    return any(not request.POST.getlist(f"drawn-{one.level}") for one in draws[1:])


def made_from(
    classroom: Classroom,
    form: NewAssignmentForm,
    draws: Sequence[Draw],
    *,
    only: Sequence[Pupil],
    second: Sequence[Pupil],
) -> Assignment:
    """The assignment, with its second level where one was drawn. Raises ClassError."""
    if second and not draws[1:]:
        raise ClassError(gettext("Only what is drawn by topic can have a second level here; use the basket."))
    made = assigning.create_assignment(
        classroom=classroom, kind=form.kind, source=form.source, title=form.cleaned_data["title"], only=only,
        questions=draws[0].slugs if draws else (), **form.settings,
    )  # fmt: skip
    for other in draws[1:]:
        add_level(assignment=made, questions=other.slugs, only=second, source=other.source)
    return made
