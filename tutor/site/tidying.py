"""What comes to its end by itself. Each area says what of it does; the site's own are counts of tries, jobs that are
done and sessions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from django.conf import settings
from django.core.management import call_command

from tutor.site import throttling

JOBS_KEPT: Final = 3  # days after they are done
_AREAS: Final[dict[str, Callable[[], int]]] = {}


def tidy_also(name: str, delete_old: Callable[[], int]) -> None:
    """Let an area delete what is over there, whenever the site tidies up; it returns how much that was."""
    _AREAS[name] = delete_old


def tidy_daily() -> None:
    """The job of the queue that does it every day."""
    tidy()


def tidy() -> dict[str, int]:
    """Delete everything whose time is over. Returns how much went, by the names that the areas gave."""
    gone = {name: delete_old() for name, delete_old in _AREAS.items()}
    throttling.forget_old()
    call_command("prune_db_task_results", min_age_days=JOBS_KEPT, verbosity=0)
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return gone
