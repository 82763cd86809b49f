"""Drawing the exercises of a new assignment: they are seen and swapped before anything is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

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
    """What stands on the page of a new assignment after the pressed button. Raises ClassError.

    A second level is drawn as soon as somebody is ticked for it.
    """
    kind = form.kind
    if kind not in DRAWN:
        return []
    return on_page(
        request, kind, [form.source, *([form.second_source] if second and form.second_source else [])]
    )


def on_page(request: HttpRequest, kind: str, sources: Sequence[Mapping[str, Any]]) -> list[Draw]:
    """What is drawn by each of these: anew, also where something else is asked for than was drawn; with one swapped or
    taken out; or as it was. Raises ClassError.
    """
    do, _, rest = request.POST.get("do", "").partition(":")
    rng = SystemRandom()
    found = []
    for level, source in enumerate(sources, 1):
        before = None if do == "draw" else _before(request, kind, source, level)
        found.append(before or draw(kind, source, level=level, rng=rng))
    at, _, of = rest.partition("-")
    place, number = (number_in(at) or 0) - 1, number_in(of)
    if do in ("swap", "drop") and 0 <= place < len(found) and number is not None:
        one = found[place]
        taken = [slug for other in found for slug in other.slugs]
        found[place] = swapped(one, number, taken=taken, rng=rng) if do == "swap" else without(one, number)
    return found


def kept_of(request: HttpRequest, kind: str, sources: Sequence[Mapping[str, Any]]) -> list[Draw]:
    """What stood on the page before a button that could not be followed."""
    found = [_before(request, kind, source, level) for level, source in enumerate(sources, 1) if source]
    return [one for one in found if one is not None] if kind in DRAWN else []


def is_unseen(request: HttpRequest, draws: Sequence[Draw]) -> bool:
    """Whether something is drawn that nobody has looked at yet: another level, or by something else than before."""
    return any(
        not request.POST.getlist(f"drawn-{one.level}")
        if f"drawn-of-{one.level}" not in request.POST
        else request.POST[f"drawn-of-{one.level}"] != one.of
        for one in draws
    )


def _before(request: HttpRequest, kind: str, source: Mapping[str, Any], level: int) -> Draw | None:
    """What the form sends of a level, if it was drawn by this."""
    sent = request.POST.getlist(f"drawn-{level}")
    one = drawn_before(kind, source, level=level, sent=sent)
    return one if one is not None and request.POST.get(f"drawn-of-{level}", one.of) == one.of else None


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
        raise ClassError(
            gettext(
                "Only what is drawn by topic can have a second level here; for anything else, use the basket."
            )
        )
    made = assigning.create_assignment(
        classroom=classroom, kind=form.kind, source=form.source, title=form.cleaned_data["title"], only=only,
        questions=draws[0].slugs if draws else (), **form.settings,
    )  # fmt: skip
    for other in draws[1:]:
        add_level(assignment=made, questions=other.slugs, only=second, source=other.source)
    return made
