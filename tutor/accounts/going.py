"""What else goes with an account, or with what was learned in a browser.

Accounts know nothing of classes. An area that keeps something for them registers a holder when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tutor.learning.models import Learner, User


class NotAgreedError(Exception):
    """Something would go that was not named to who deletes the account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What a holder says before anything is deleted.

    ``goes`` are lines of what goes; what takes more words than a line, ``template`` draws from ``facts``. ``ends`` are
    the keys of what ends with the account, each to be agreed to. ``stay`` counts the exercises of the account's own
    that pass to somebody else.
    """

    goes: tuple[str, ...] = ()
    template: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    ends: tuple[str, ...] = ()
    stay: int = 0


class Holder(Protocol):
    """An area that keeps something for accounts and learners."""

    def holding(self, *, learner: Learner | None, user: User | None) -> Holding:
        """What it has of them."""

    def learners_go(self, learners: Sequence[Learner]) -> None:
        """Before these learners are deleted, in the same transaction."""

    def account_goes(self, user: User, *, agreed: Collection[str]) -> None:
        """Before the account is deleted, in the same transaction. Raises NotAgreedError where more would end."""


_HOLDERS: Final[list[Holder]] = []
_EXPORTS: Final[dict[str, Callable[[User], Any]]] = {}


def register(holder: Holder) -> None:
    """Ask this one from now on."""
    _HOLDERS.append(holder)


def export_also(name: str, export: Callable[[User], Any]) -> None:
    """Let another area add what it keeps for an account to the file with all its data, ready for JSON."""
    _EXPORTS[name] = export


def exports_of(user: User | None) -> dict[str, Any]:
    """What other areas keep for an account, by name; nothing for who has none."""
    return {name: export(user) for name, export in _EXPORTS.items()} if user is not None else {}


def holdings(*, learner: Learner | None, user: User | None) -> list[Holding]:
    """What all of them have."""
    return [holder.holding(learner=learner, user=user) for holder in _HOLDERS]


def let_learners_go(learners: Sequence[Learner]) -> None:
    for holder in _HOLDERS:
        holder.learners_go(learners)


def let_account_go(user: User, *, agreed: Collection[str]) -> None:
    for holder in _HOLDERS:
        holder.account_goes(user, agreed=agreed)
