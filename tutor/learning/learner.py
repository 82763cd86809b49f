"""Who is learning: a random id in a signed cookie, made at the first write, or a signed-in account."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tutor.learning.models import Learner, User

COOKIE: Final = "learner"
SALT: Final = "lessons.learner"  # its text is in cookies that are out
ONE_YEAR: Final = 365 * 24 * 60 * 60  # seconds

_OF_TOKEN: Final = uuid.UUID("6f0c8f0e-3f53-4c0e-9d0b-0a6d6c1f6b58")  # makes a learner's id of a form's token

# Where a request keeps what was found, so that the database is asked once.
_KNOWN: Final = "_lessons_learner"
_REMEMBER: Final = "_lessons_remember"
_FORGET: Final = "_lessons_forget"

_MERGES: list[Callable[[Learner, Learner], None]] = []


class LearnerMiddleware:
    """Sends the cookie when a view has written something for the learner."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if hasattr(request, _KNOWN):
            patch_vary_headers(response, ["Cookie"])
        if getattr(request, _FORGET, False):
            response.delete_cookie(COOKIE, samesite="Lax")
            # What pages have kept in this browser goes too: what was typed, and what is there without a network.
            response["Clear-Site-Data"] = '"storage"'
        learner: Learner | None = getattr(request, _REMEMBER, None)
        if learner is not None:
            response.set_signed_cookie(
                COOKIE,
                _cookie_value(learner),
                salt=SALT,
                max_age=ONE_YEAR,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def user_of(request: HttpRequest) -> User | None:
    """The account that is signed in, None for somebody without."""
    return request.user if isinstance(request.user, User) else None


def learner_of(request: HttpRequest) -> Learner | None:
    """The learner behind a request, None for somebody who has not answered anything yet."""
    if not hasattr(request, _KNOWN):
        setattr(request, _KNOWN, _find(request))
    known: Learner | None = getattr(request, _KNOWN)
    return known


def ensure_learner(request: HttpRequest, *, token: uuid.UUID | None = None) -> Learner:
    """The learner behind a request, made if need be. For writes only: the answer carries the cookie.

    A form of a new visitor that comes twice at the same moment makes one learner, the one of its ``token``.
    """
    learner = learner_of(request)
    if learner is None:
        user = user_of(request)
        if token is not None:
            made, _ = Learner.objects.get_or_create(
                pk=uuid.uuid5(_OF_TOKEN, str(token)), defaults={"user": user}
            )
            learner = made if made.user == user else None
        learner = learner or Learner.objects.create(user=user)
    remember_learner(request, learner)
    return learner


def hold_learner(learner: Learner) -> None:
    """Let what else is written for this learner wait until the transaction ends.

    No query where the database lets one writing transaction after the other begin anyway, as SQLite does here.
    """
    if connection.features.has_select_for_update:
        Learner.objects.select_for_update(no_key=True).filter(pk=learner.pk).first()


def remember_learner(request: HttpRequest, learner: Learner) -> None:
    """Let the rest of this request, and the browser from now on, be this learner."""
    setattr(request, _KNOWN, learner)
    setattr(request, _REMEMBER, learner)


def forget_learner(request: HttpRequest) -> None:
    """Let this browser be nobody again: who signs out leaves nothing behind."""
    setattr(request, _KNOWN, None)
    setattr(request, _REMEMBER, None)
    setattr(request, _FORGET, True)


def merge_also(merge: Callable[[Learner, Learner], None]) -> None:
    """Let another part of the site hand over what it keeps of a learner, whenever two become one: keep and other."""
    _MERGES.append(merge)


@transaction.atomic
def merge_learners(keep: Learner, other: Learner) -> Learner:
    """Hand everything that `other` did to `keep` and delete `other`: they are one person, who has signed in.

    Of two drafts for the same item the later one stays.
    """
    if keep.pk == other.pk:
        return keep
    for merge in _MERGES:
        merge(keep, other)
    other.attempts.all().hand_to(keep)
    kept = {draft.item_id: draft for draft in keep.drafts.all()}
    for draft in other.drafts.all():
        rival = kept.get(draft.item_id)
        if rival is not None and rival.updated >= draft.updated:
            continue
        if rival is not None:
            rival.delete()
        # Not save(), which would set the time of the last change.
        other.drafts.filter(pk=draft.pk).update(learner=keep)
    _merge_skills(keep, other)
    other.sittings.update(learner=keep)
    other.delete()
    return keep


def _merge_skills(keep: Learner, other: Learner) -> None:
    """Of two skills in the same rule the one that was seen later stays."""
    kept = {skill.rule: skill for skill in keep.skills.all()}
    for skill in other.skills.all():
        rival = kept.get(skill.rule)
        if rival is not None and rival.seen >= skill.seen:
            continue
        if rival is not None:
            rival.delete()
        other.skills.filter(pk=skill.pk).update(learner=keep)


def _find(request: HttpRequest) -> Learner | None:
    learner = _from_cookie(request)
    if request.user.is_authenticated:
        if learner is not None and learner.user_id == request.user.pk:
            return learner
        own = Learner.objects.filter(user=request.user).order_by("created").first()
        return own or (_unlinked(learner) if learner is None or learner.pass_number is None else None)
    return _unlinked(learner)


def _unlinked(learner: Learner | None) -> Learner | None:
    """An account's learner is open only to who is signed in to it: school computers are shared."""
    return learner if learner is not None and learner.user_id is None else None


def _from_cookie(request: HttpRequest) -> Learner | None:
    """None too for a cookie that is forged, too old, whose learner is gone or has got a new pass: a new visitor."""
    value = request.get_signed_cookie(COOKIE, default=None, salt=SALT, max_age=ONE_YEAR)
    if value is None:
        return None
    key, _, number = value.partition(":")
    try:
        learner = Learner.objects.filter(pk=uuid.UUID(key)).first()
    except ValueError:
        return None
    if learner is None or learner.pass_number is None or str(learner.pass_number) == number:
        return learner
    return None


def _cookie_value(learner: Learner) -> str:
    """The id, and the number of the pass where the learner has one."""
    return str(learner.pk) if learner.pass_number is None else f"{learner.pk}:{learner.pass_number}"
