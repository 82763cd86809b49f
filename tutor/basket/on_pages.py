"""“+ for my class” on the pages of others, seen by who teaches a class, and the way to the basket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from tutor.basket.models import BasketEntry
from tutor.classroom.models import Classroom, ClassTeacher
from tutor.learning.learner import user_of
from tutor.site.parts import Part

_KNOWN: Final = "_basket_known"
"""Where a request keeps what was found, so that the database is asked once."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is in the basket, as ``item:first/sum``."""

    names: frozenset[str]


def known_of(request: HttpRequest | None) -> Known | None:
    """The basket of whoever teaches a class, None for others; two queries at most, none for who is not signed in."""
    if request is None:
        return None
    if not hasattr(request, _KNOWN):
        setattr(request, _KNOWN, _look(request))
    known: Known | None = getattr(request, _KNOWN)
    return known


def teaches(request: HttpRequest) -> bool:
    """Whether somebody teaches a class; one query, none for who is not signed in."""
    user = user_of(request)
    return user is not None and ClassTeacher.objects.filter(user=user).exists()


def _look(request: HttpRequest) -> Known | None:
    if not teaches(request):
        return None
    rows = BasketEntry.objects.filter(owner=user_of(request)).values_list("sort", "what")
    return Known(frozenset(f"{sort}:{what}" for sort, what in rows))


def _facts(request: HttpRequest | None, about: Any) -> dict[str, Any] | None:
    known = known_of(request)
    if known is None or request is None or not about:
        return None
    return {"named": str(about), "is_in": str(about) in known.names, "next": request.get_full_path()}


def on_its_own(request: HttpRequest | None, about: Any) -> Part | None:
    """The button with a form of its own; ``about`` says what is put in, see ``services``."""
    facts = _facts(request, about)
    return Part("basket/_add.html", facts) if facts else None


def in_a_form(request: HttpRequest | None, about: Any) -> Part | None:
    """The button inside of a form of the page, whose other fields do not matter."""
    facts = _facts(request, about)
    return Part("basket/_add.html", {**facts, "in_form": True}) if facts else None


def on_classes(request: HttpRequest | None, about: Any) -> Part | None:
    """The way to the basket from the list of classes."""
    known = known_of(request)
    return Part("basket/_on_class.html", {"count": len(known.names)}) if known else None


def on_class(request: HttpRequest | None, classroom: Classroom) -> Part | None:
    """The way to the basket, for this class, where there is something in it."""
    known = known_of(request)
    if known is None or not known.names:
        return None
    return Part("basket/_on_class.html", {"count": len(known.names), "classroom": classroom})
