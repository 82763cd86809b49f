"""Changing the password, and the recovery code that stands in for a forgotten one."""

from __future__ import annotations

from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tutor.accounts import recovery
from tutor.accounts.forms import ChangePasswordForm, RecoverForm, wait_words
from tutor.accounts.services import user_by_password
from tutor.accounts.signing_in import sign_in_first
from tutor.accounts.views import TOO_MANY, UNPROCESSABLE, signed_in
from tutor.learning.learner import user_of
from tutor.learning.models import User
from tutor.site.private import keep_private
from tutor.site.throttling import WaitError


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Another password, for who knows the old one. Other browsers are signed out, this one stays."""
    user = user_of(request)
    if user is None:
        return sign_in_first(request)
    if not user.has_usable_password():
        return HttpResponseRedirect(reverse("accounts:account"), status=303)
    form = ChangePasswordForm(request, user, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        update_session_auth_hash(request, form.save())
        return HttpResponseRedirect(f"{reverse('accounts:account')}?changed=1", status=303)
    context = {"section": "account", "form": form}
    return render(request, "accounts/password.html", context, status=UNPROCESSABLE if form.is_bound else 200)


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_code(request: HttpRequest) -> HttpResponse:
    """The code, until its owner has kept it; then only a new one, for who knows the password."""
    user = user_of(request)
    if user is None:
        return sign_in_first(request)
    problem, do = "", request.POST.get("do", "")
    if do == "kept" and recovery.is_shown(user):
        recovery.keep(user)
        return HttpResponseRedirect(f"{reverse('accounts:recovery')}?kept=1", status=303)
    if do == "new":
        problem = _wrong_password(request, user)
        if not problem:
            recovery.renew(user)
            return HttpResponseRedirect(reverse("accounts:recovery"), status=303)
    shown = recovery.is_shown(user)
    context = {
        "section": "account",
        "username": user.username,
        "code": recovery.code_of(user) if shown else "",
        "has_code": user.recovery_version > 0,
        "has_password": user.has_usable_password(),
        "is_new": user.recovery_version > 1,
        "was_used": "used" in request.GET,
        "was_kept": "kept" in request.GET,
        "problem": problem,
    }
    return render(request, "accounts/recovery.html", context, status=UNPROCESSABLE if problem else 200)


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Back in with the recovery code and a new password; then the next code is shown."""
    if request.method != "POST" or request.POST.get("do") == "language":
        typed = {name: request.POST.get(name, "") for name in ("username", "code")}
        return _recover_page(request, RecoverForm(request, initial=typed))
    form = RecoverForm(request, request.POST)
    if not form.is_valid():
        return _recover_page(
            request, form, status=TOO_MANY if form.has_error(NON_FIELD_ERRORS, "wait") else UNPROCESSABLE
        )
    user = form.found
    recovery.recover(user, password=form.cleaned_data["password1"])
    return signed_in(request, user, to=f"{reverse('accounts:recovery')}?used=1")


def _recover_page(request: HttpRequest, form: RecoverForm, *, status: int = 200) -> HttpResponse:
    return render(request, "accounts/recover.html", {"section": "account", "form": form}, status=status)


def _wrong_password(request: HttpRequest, user: User) -> str:
    """Why no new code is made; empty where one is. An account that has only its link has no password to ask for."""
    if not user.has_usable_password():
        return ""
    try:
        found = user_by_password(
            name=user.username, password=request.POST.get("password", ""), request=request
        )
    except WaitError as wait:
        return wait_words(wait)
    return "" if found is not None else gettext("This is not your password. Nothing was changed.")
