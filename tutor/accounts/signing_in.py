"""To the page for signing in, and back."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


def sign_in_first(request: HttpRequest, *, back: str = "", instead: str = "") -> HttpResponse:
    """To the page for signing in, and back from there: to ``back``, else to this very page.

    What was sent cannot be sent again, so from a form it goes back to ``instead``, else stays with the account.
    """
    account = reverse("accounts:account")
    here = request.get_full_path() if request.method in ("GET", "HEAD") else instead or account
    return HttpResponseRedirect(f"{account}?{urlencode({'next': back or here})}", status=303)
