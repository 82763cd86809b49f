"""Who may show our pages in a frame of theirs: those that the operator names, and only the pages made for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

View = Callable[..., HttpResponse]


def may_be_framed() -> bool:
    """Whether anybody foreign may show these pages in a frame."""
    return bool(settings.EMBED_IN)


def for_frames(view: View) -> View:
    """The page may stand in frames of our own pages, and in those of the sites that the operator names."""

    @xframe_options_exempt  # frame-ancestors says it, for every browser that we serve
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response._csp_replace = {"frame-ancestors": ["'self'", *settings.EMBED_IN]}  # type: ignore[attr-defined]  # django-csp's
        return response

    return wrapped
