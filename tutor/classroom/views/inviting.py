"""The link that makes an account a teacher of a class."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom import services
from tutor.classroom.access import sign_in_first
from tutor.classroom.models import Classroom
from tutor.site.carrying import ONE_HOUR, carried, carry, put_down, secret_of
from tutor.site.private import keep_private

CARRIED = "invitation"
UNPROCESSABLE = 422


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest) -> HttpResponse:
    """Opening the link and sending its secret only tell who invites to what. Accepting needs an account: who is not
    signed in does that first and comes back."""
    if request.method != "POST":
        return _opened(request)
    link, do = request.POST.get("link", ""), request.POST.get("do")
    key = secret_of(link)
    classroom = services.invited_to(key)
    if classroom is None:
        return _asked(request, link=link, is_wrong=do != "language")
    if do != "accept":
        return _to_page(key)
    if not request.user.is_authenticated:
        return _signed_in_first(request, key)
    classroom = services.accept_invitation(key=key, user=request.user)
    if classroom is None:
        return _asked(request, link=link, is_wrong=True)
    return HttpResponseRedirect(reverse("classroom:class", args=[classroom.token]), status=303)


@keep_private
@require_safe
def invited_by_older_link(request: HttpRequest, key: str) -> HttpResponse:
    """An invitation of before, with its secret in the path: on without it."""
    return _to_page(secret_of(key))


def _to_page(key: str) -> HttpResponse:
    """To the page that names the class; so going back never asks to send a form again."""
    response = HttpResponseRedirect(reverse("classroom:invited"), status=303)
    carry(response, CARRIED, key)
    return response


def _opened(request: HttpRequest) -> HttpResponse:
    """The page with what an older link or signing in has brought along, else with an empty field."""
    key = carried(request, CARRIED)
    if not key:
        return _asked(request)
    classroom = services.invited_to(key)
    response = (
        _asked(request, link=key, is_wrong=True) if classroom is None else _confirmed(request, classroom, key)
    )
    put_down(response)
    return response


def _signed_in_first(request: HttpRequest, key: str) -> HttpResponse:
    response = sign_in_first(request, back=reverse("classroom:invited"))
    carry(response, CARRIED, key, seconds=ONE_HOUR)
    return response


def _asked(request: HttpRequest, *, link: str = "", is_wrong: bool = False) -> HttpResponse:
    context = {"section": "class", "link": link, "is_wrong": is_wrong}
    return render(request, "classroom/invited.html", context, status=UNPROCESSABLE if is_wrong else 200)


def _confirmed(request: HttpRequest, classroom: Classroom, key: str) -> HttpResponse:
    return render(
        request, "classroom/invited.html", {"section": "class", "classroom": classroom, "link": key}
    )
