"""What comes to its end by itself: classes on their day, lines about those that are gone, sessions, counts of tries,
jobs that are done, large files."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from django.conf import settings
from django.core.management import call_command

from tutor.classroom import audit, keeping
from tutor.classroom.paper import making
from tutor.lti import memory
from tutor.site import throttling

JOBS_KEPT: Final = 3  # days after they are done


def tidy_daily() -> None:
    """The job of the queue that does it every day."""
    tidy()


def tidy() -> int:
    """Delete everything whose time is over. Returns how many classes went."""
    classes = keeping.delete_due()
    audit.forget_old()
    throttling.forget_old()
    memory.forget_old()
    making.forget_old()
    call_command("prune_db_task_results", min_age_days=JOBS_KEPT, verbosity=0)
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return classes
