"""What every template may use: the visitor's display settings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.site.display import display_of


def site(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Works without a database, for error pages."""
    return {"settings": display_of(request)}
