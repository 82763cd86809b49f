"""A short memory that all server processes share: a launch takes several requests, and cookies may not come along."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from tutor.lti.models import LaunchMemo, UsedLaunch

KEPT: Final = timedelta(days=1)
"""How long a used launch is remembered: longer than a message is valid."""


def remember(key: str, value: Any, *, seconds: int) -> None:
    """Keep a value that JSON can hold for so long; what has ended is forgotten on the way."""
    now = timezone.now()
    forget_old(now=now)
    LaunchMemo.objects.update_or_create(
        key=key, defaults={"value": value, "ends": now + timedelta(seconds=seconds)}
    )


def forget_old(*, now: datetime | None = None) -> int:
    """Delete what has ended, and launches that are too old to be used again anyway. Returns how many rows."""
    now = now or timezone.now()
    ended, _ = LaunchMemo.objects.filter(ends__lt=now).delete()
    used, _ = UsedLaunch.objects.filter(at__lt=now - KEPT).delete()
    return ended + used


def recall(key: str) -> Any:
    """The value; None if there is none, or its time is over."""
    row = LaunchMemo.objects.filter(key=key, ends__gte=timezone.now()).first()
    return row.value if row is not None else None


def take(key: str) -> Any:
    """The value, for the first who asks; None for everybody after."""
    value = recall(key)
    deleted, _ = LaunchMemo.objects.filter(key=key).delete()
    return value if deleted else None
