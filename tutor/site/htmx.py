"""A request as views get it, with what django-htmx's middleware adds."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """``htmx`` is false for a request that the browser makes by itself."""

    htmx: HtmxDetails


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What htmx says of a request that comes through views which know nothing of it."""
    return cast("HtmxRequest", request).htmx
