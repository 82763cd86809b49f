"""Addresses that belong to no area of the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tutor.health import health
from tutor.language import preferred_language


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The bare address leads to the home page in the browser's language."""
    response = HttpResponseRedirect(f"/{preferred_language(request)}/")
    patch_vary_headers(response, ["Accept-Language"])
    return response


@csrf_exempt  # a monitor that asks wrongly is told so, and not that a form was open for too long
@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """For monitoring: 200 while the database answers and takes what is written, else 503; see `tutor.health`."""
    found = health()
    return JsonResponse(found, status=200 if found["status"] == "ok" else 503)
