"""Addresses of forms that stand on another page: what is sent there is done, and who reads one is led to the form.

Where a form is refused its page is shown at such an address. Switching the language reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods


def form_of(page: Callable[..., str]) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Takes what a form sends that stands on ``page``, which is asked with what the view gets besides the request."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def sent(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method != "POST":
                return HttpResponseRedirect(page(*args, **kwargs))
            return view(request, *args, **kwargs)

        return sent

    return decorate
