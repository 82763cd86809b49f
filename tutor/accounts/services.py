"""What can be done with an account: making it, signing in by a link, taking progress along, export and deletion."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection
from typing import Any, Final

from django.contrib.auth import authenticate, get_user_model
from django.db import transaction
from django.http import HttpRequest

from tutor.accounts import going
from tutor.accounts.devices import account_mark, device_of
from tutor.editor.models import OwnItem
from tutor.evenings import services as evenings
from tutor.learning.attempts import exported
from tutor.learning.learner import merge_learners
from tutor.learning.models import Attempt, Learner, Skill, User
from tutor.learning.untold import untold
from tutor.play import exporting as play
from tutor.puzzles import services as practice
from tutor.reviewing import making as reviewing
from tutor.site.throttling import Source, address_of, attempt

LINK_BYTES: Final = 18  # 24 letters: nobody guesses them


@transaction.atomic
def take_along(*, user: User, learner: Learner | None) -> Learner | None:
    """Join what was learned in this browser before signing in with what the account has. None where neither has any."""
    own = Learner.objects.filter(user=user).order_by("created").first()
    if learner is not None and learner.pass_number is not None:  # of a class: taken along only when asked for
        return own or Learner.objects.create(user=user)
    if learner is None or learner.user_id is not None:
        return own
    if own is None:
        learner.user = user
        learner.save(update_fields=["user"])
        return learner
    return merge_learners(own, learner)


def plain_name(name: str) -> str:
    """A name as registration keeps it: other ways of writing the same signs are the same name, spaces around are none.

    Whoever compares names leaves capitals out of account as well: ``user_named`` does.
    """
    return unicodedata.normalize("NFKC", name).strip()


def user_named(name: str) -> User | None:
    """The account of this name, however it is typed; capitals count only where two names differ by nothing else."""
    users = get_user_model().objects
    exact = users.filter(username=plain_name(name)).first()
    if exact is not None:
        return exact
    alike = users.filter(username__iexact=plain_name(name))[:2]
    return alike[0] if len(alike) == 1 else None


def is_name_of(user: User | None, typed: str) -> bool:
    """Whether the account's name was typed, to confirm something; capitals do not matter."""
    return user is not None and plain_name(typed).casefold() == user.username.casefold()


def user_by_password(*, name: str, password: str, request: HttpRequest) -> User | None:
    """Whose name and password these are; None for wrong ones. Raises WaitError where the try has to wait."""
    known = user_named(name)
    device = device_of(request).number_for(account_mark(known)) if known is not None else ""
    return attempt(
        lambda: authenticate(
            request, username=known.username if known else plain_name(name), password=password
        ),
        kind="password",
        name=plain_name(name).casefold(),
        source=Source(address=address_of(request), device=device),
    )


@transaction.atomic
def with_link(user: User | None) -> User:
    """Give the account a new personal link; an older one stops working. An account is made if there is none."""
    if user is None:
        user = User(username=f"link-{secrets.token_hex(6)}")
        user.set_unusable_password()
    user.link_key = secrets.token_urlsafe(LINK_BYTES)
    user.save()
    return user


def user_of_link(key: str) -> User | None:
    """Whose personal link this is."""
    return get_user_model().objects.filter(link_key=key, is_active=True).first() if key else None


def export_of(learner: Learner | None, user: User | None) -> dict[str, Any]:
    """Everything that is stored about a learner, ready for JSON."""
    return {
        "account": {"name": user.username, "created": user.date_joined.isoformat()} if user else None,
        "learner": {
            "id": str(learner.pk),
            "created": learner.created.isoformat(),
            "review_on": learner.review_on,
        }
        if learner
        else None,
        "attempts": _attempts(learner) if learner else [],
        "drafts": [
            {"exercise": draft.item.slug, "answer": draft.answer, "updated": draft.updated.isoformat()}
            for draft in (learner.drafts.select_related("item") if learner else ())
        ],
        "review": [_skill(skill) for skill in (learner.skills.select_related("item") if learner else ())],
        "tests": [
            {
                "kind": sitting.kind,
                "questions": sitting.questions,
                "created": sitting.created.isoformat(),
                "finished": sitting.finished.isoformat() if sitting.finished else None,
            }
            for sitting in (learner.sittings.all() if learner else ())
        ],
        "practice": practice.export_of(learner),
        "games": play.export_of(learner),
        "reviews_of_deals": reviewing.export_of(learner),
        "met_rules": play.met_rules_of(learner),
        "evenings": evenings.export_of(learner),
        "own_exercises": [
            {"address": one.token, "name": one.name, "exercise": one.record}
            for one in (OwnItem.objects.filter(owner=user) if user else ())
        ],
        **going.exports_of(user),
    }


def _attempts(learner: Learner) -> list[dict[str, Any]]:
    """All answers; whether one was right only once that is told, as by a test of a class."""
    kept_back = {"outcome": None, "diagnoses": None}
    not_told = untold(learner)
    return [
        {
            **exported(attempt),
            **(kept_back if attempt.pk in not_told else {}),
            "hints": attempt.hints,
            "try": attempt.try_number,
        }
        for attempt in Attempt.objects.filter(learner=learner).select_related("item")
    ]


def _skill(skill: Skill) -> dict[str, Any]:
    return {
        "rule": skill.rule,
        "exercise": skill.item.slug,
        "schedule": skill.card,
        "due": skill.due.isoformat(),
        "seen": skill.seen.isoformat(),
        "reviews": skill.reviews,
        "missed": skill.missed,
        "postponed_until": skill.postponed_until.isoformat() if skill.postponed_until else None,
    }


@transaction.atomic
def delete_all(*, learner: Learner | None, user: User | None, agreed: Collection[str] = ()) -> None:
    """Delete the account and everything that was learned with it, or in this browser.

    ``agreed`` are the keys of what may end with the account. Raises NotAgreedError, and deletes nothing, if more would.
    """
    learners = list(Learner.objects.filter(user=user)) if user is not None else []
    going.let_learners_go(learners)
    for one in {one for one in (learner, *learners) if one is not None}:
        practice.forget(one)
        one.delete()
    if user is not None:
        going.let_account_go(user, agreed=agreed)
        user.delete()
