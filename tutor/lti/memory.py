"""A short memory that all server processes share: a launch takes several requests, and cookies may not come along."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tutor.lti.models import LaunchMemo


def remember(key: str, value: Any, *, seconds: int) -> None:
    """Keep a value that JSON can hold for so long; what has ended is forgotten on the way."""
    now = timezone.now()
    LaunchMemo.objects.filter(ends__lt=now).delete()
    LaunchMemo.objects.update_or_create(
        key=key, defaults={"value": value, "ends": now + timedelta(seconds=seconds)}
    )


def recall(key: str) -> Any:
    """The value; None if there is none, or its time is over."""
    row = LaunchMemo.objects.filter(key=key, ends__gte=timezone.now()).first()
    return row.value if row is not None else None


def take(key: str) -> Any:
    """The value, for the first who asks; None for everybody after."""
    value = recall(key)
    deleted, _ = LaunchMemo.objects.filter(key=key).delete()
    return value if deleted else None
