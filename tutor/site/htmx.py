"""A request as views get it, with what django-htmx's middleware adds."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """``htmx`` is false for a request that the browser makes by itself."""

    htmx: HtmxDetails
