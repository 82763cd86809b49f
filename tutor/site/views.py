"""The start, the site's health, and the display settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tutor.site.display import COOKIE, display_from_form, display_of, remember_display
from tutor.site.health import health
from tutor.site.language import preferred_language
from tutor.site.private import keep_private


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
    """For monitoring: 200 while the database answers and takes what is written, else 503; see `tutor.site.health`."""
    found = health()
    return JsonResponse(found, status=200 if found["status"] == "ok" else 503)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def display_settings(request: HttpRequest) -> HttpResponse:
    """Theme, suit colours, large cards, motion and keys, kept in a cookie."""
    here = reverse("lessons:settings")
    if request.method == "POST":
        back = _safe_path(request, request.POST.get("next", ""))
        response = HttpResponseRedirect(back or f"{here}?saved=1", status=303)
        remember_display(response, display_from_form(request.POST), secure=settings.SESSION_COOKIE_SECURE)
        return response
    came_from = _safe_path(request, request.GET.get("next", ""))
    # Whether the browser took the cookie shows when it comes back.
    told, is_kept = request.GET.get("saved") == "1", COOKIE in request.COOKIES
    context = {
        "section": "settings",
        "settings": display_of(request),
        "next": came_from,
        "saved": told and is_kept,
        "refused": told and not is_kept,
    }
    return render(request, "settings.html", context)


def _safe_path(request: HttpRequest, path: str) -> str:
    """The path if it leads to this site, else an empty text."""
    safe = url_has_allowed_host_and_scheme(
        path, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return path if safe and path.startswith("/") else ""
