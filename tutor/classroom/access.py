"""Who may see what of a class. Whoever may not gets "no such page": nobody learns that a class exists."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from tutor.accounts import signing_in
from tutor.classroom.models import Classroom, ClassTeacher, Pupil
from tutor.classroom.presence import note_seen
from tutor.learning.learner import learner_of, user_of
from tutor.learning.models import User
from tutor.site.errors import error_page
from tutor.site.htmx import htmx_of
from tutor.site.private import keep_private

# Where the request for a page of a class keeps in what role it may be seen, so that the database is asked once.
_ROLE: Final = "_classroom_role"


class Role(IntEnum):
    """What somebody is in a class; a teacher may do less than an owner."""

    PUPIL = 1
    TEACHER = 2
    OWNER = 3


def role_in(request: HttpRequest, classroom: Classroom) -> Role | None:
    """What the person behind the request is in this class; None for a stranger."""
    if request.user.is_authenticated:
        row = ClassTeacher.objects.filter(classroom=classroom, user_id=request.user.pk).first()
        if row is not None:
            return Role.OWNER if row.role == ClassTeacher.Role.OWNER else Role.TEACHER
    return Role.PUPIL if pupil_of(request, classroom) is not None else None


def pupil_of(request: HttpRequest, classroom: Classroom) -> Pupil | None:
    """The pupil of this class who is behind the request."""
    learner = learner_of(request)
    if learner is None:
        return None
    rows = Pupil.objects.select_related("learner", "presence")
    return rows.filter(classroom=classroom, learner=learner).first()


def role_on_page(request: HttpRequest, classroom: Classroom) -> Role | None:
    """As ``role_in``, without a query on a page of this class for teachers: it was asked who they are."""
    of, role = getattr(request, _ROLE, (None, None))
    return role if of == classroom.pk else role_in(request, classroom)


def require_role(request: HttpRequest, classroom: Classroom, role: Role) -> Role:
    """What the person is in the class. Raises Http404 for less than ``role``; a teacher is not a pupil."""
    found = role_in(request, classroom)
    if found is None or found < role or (role == Role.PUPIL and found != Role.PUPIL):
        raise Http404("class")
    return found


def teacher_of(request: HttpRequest) -> User:
    """Who looks at a page for teachers. Raises Http404 for nobody: such a page has asked to sign in before."""
    user = user_of(request)
    if user is None:
        raise Http404("teacher")
    return user


def for_teachers(
    role: Role = Role.TEACHER,
) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """A page of a class for its teachers. The view gets the class; who is not signed in is asked to."""

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @keep_private
        @wraps(view)
        def page(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return sign_in_first(request)
            classroom = Classroom.objects.filter(token=token).first()
            if classroom is None:
                raise Http404("class")
            setattr(request, _ROLE, (classroom.pk, require_role(request, classroom, role)))
            return view(request, classroom, **kwargs)

        return page

    return decorate


def for_pupils(view: Callable[..., HttpResponse], *, acts: bool = True) -> Callable[..., HttpResponse]:
    """A page of a class for its pupils. The view gets the pupil, with the class.

    That the pupil is there is noted; ``acts`` says that it is the pupil who asks, and not a page by itself.
    """

    @keep_private
    @wraps(view)
    def page(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
        classroom = Classroom.objects.filter(token=token).first()
        pupil = pupil_of(request, classroom) if classroom is not None else None
        if classroom is None or pupil is None:
            # A page that asks by itself is shown anew, so that it no longer greets whom it does not know.
            return HttpResponseClientRefresh() if htmx_of(request) and not acts else _come_in(request)
        pupil.classroom = classroom
        note_seen(pupil, acts=acts)
        try:
            return view(request, pupil, **kwargs)
        except Http404:
            return _not_there(request, classroom)

    return page


def asked_by_pages(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """What a page of a pupil asks every few seconds by itself."""
    return for_pupils(view, acts=False)


def _come_in(request: HttpRequest) -> HttpResponse:
    """For whoever is no pupil of the class, whether there is such a class or not: who was one finds the way back."""
    return error_page(
        request,
        status=404,
        title=gettext("This page belongs to a class"),
        text=gettext(
            "Sign in with your slip: it brings you back as long as the class is there and you are in it. What has been "
            "deleted is gone for good. Nobody is signed in to the class on this device."
        ),
        onward=(gettext("Join"), reverse("classroom:join")),
    )


def _not_there(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """For a pupil who follows an old link."""
    return error_page(
        request,
        status=404,
        title=gettext("There is nothing here for you now"),
        text=gettext(
            "Your teacher may have closed this or taken it away. What is open is listed on the page of "
            "your class."
        ),
        onward=(gettext("Go to my class"), reverse("classroom:mine", args=[classroom.token])),
    )


def sign_in_first(request: HttpRequest, *, back: str = "") -> HttpResponse:
    """To the page for signing in, and back from there: to ``back``, else to this very page, or to all classes."""
    return signing_in.sign_in_first(request, back=back, instead=reverse("classroom:classes"))
