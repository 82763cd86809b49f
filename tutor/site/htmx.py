"""A request as views get it, with what django-htmx's middleware adds."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """``htmx`` is false for a request that the browser makes by itself."""

    htmx: HtmxDetails


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What htmx says of a request that comes through views which know nothing of it."""
    return cast("HtmxRequest", request).htmx


def going_to(request: HttpRequest, url: str) -> HttpResponse:
    """On to another page, as a whole, with scripts too."""
    return HttpResponseClientRedirect(url) if htmx_of(request) else HttpResponseRedirect(url, status=303)
