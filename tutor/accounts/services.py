"""What can be done with an account: making it, signing in by a link, taking progress along, export and deletion."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction

from lessons.learner import merge_learners
from lessons.models import Learner, User

LINK_BYTES: Final = 18  # 24 letters: nobody guesses them
MOST_FAILURES: Final = 10
FAILURE_SECONDS: Final = 15 * 60


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
    return get_user_model().objects.filter(link_key=key, is_active=True).first() if key else None  # type: ignore[return-value]


def is_locked(name: str) -> bool:
    """Whether too many wrong passwords were tried for this name. Never by address: a school has only one."""
    return cache.get(_failures_key(name), 0) >= MOST_FAILURES


def note_failure(name: str) -> None:
    """One more wrong password for this name."""
    key = _failures_key(name)
    cache.add(key, 0, FAILURE_SECONDS)
    cache.incr(key)


def forget_failures(name: str) -> None:
    cache.delete(_failures_key(name))


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
        "attempts": [
            {
                "exercise": attempt.item.slug,
                "answer": attempt.answer,
                "outcome": attempt.outcome,
                "rule_set": attempt.rule_set,
                "position": attempt.position,
                "hints": attempt.hints,
                "try": attempt.try_number,
                "language": attempt.language,
                "created": attempt.created.isoformat(),
            }
            for attempt in (learner.attempts.select_related("item") if learner else ())
        ],
        "drafts": [
            {"exercise": draft.item.slug, "answer": draft.answer, "updated": draft.updated.isoformat()}
            for draft in (learner.drafts.select_related("item") if learner else ())
        ],
        "review": [
            {
                "rule": skill.rule,
                "exercise": skill.item.slug,
                "schedule": skill.card,
                "due": skill.due.isoformat(),
                "seen": skill.seen.isoformat(),
                "reviews": skill.reviews,
                "missed": skill.missed,
                "postponed_until": skill.postponed_until.isoformat() if skill.postponed_until else None,
            }
            for skill in (learner.skills.select_related("item") if learner else ())
        ],
        "tests": [
            {
                "kind": sitting.kind,
                "questions": sitting.questions,
                "created": sitting.created.isoformat(),
                "finished": sitting.finished.isoformat() if sitting.finished else None,
            }
            for sitting in (learner.sittings.all() if learner else ())
        ],
    }


@transaction.atomic
def delete_all(*, learner: Learner | None, user: User | None) -> None:
    """Delete the account and everything that was learned with it, or in this browser."""
    if learner is not None:
        learner.delete()
    if user is not None:
        Learner.objects.filter(user=user).delete()
        user.delete()


def _failures_key(name: str) -> str:
    return f"accounts:failures:{name.strip().casefold()[:150]}"
