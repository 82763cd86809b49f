"""What comes to its end by itself: classes on their day, lines about those that are gone, sessions, counts of tries."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings

from tutor import throttling
from tutor.classroom import audit, keeping, throttle
from tutor.lti import memory


def tidy() -> int:
    """Delete everything whose time is over. Returns how many classes went."""
    classes = keeping.delete_due()
    audit.forget_old()
    throttle.forget_old()
    throttling.forget_old()
    memory.forget_old()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return classes
