"""The account page and what its forms do."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login, logout
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tutor.accounts import services
from tutor.accounts.devices import device_of, remember_device
from tutor.accounts.forms import RegisterForm, SignInForm
from tutor.accounts.going import NotAgreedError, holdings
from tutor.accounts.recovery import is_shown
from tutor.accounts.what_goes import goes_too
from tutor.learning.learner import forget_learner, learner_of, remember_learner, user_of
from tutor.learning.models import User
from tutor.site.carrying import carried, carry, put_down, secret_of
from tutor.site.posting import form_of
from tutor.site.private import keep_private

BACKEND = "django.contrib.auth.backends.ModelBackend"
CARRIED = "personal link"
UNPROCESSABLE = 422
TOO_MANY = 429


@keep_private
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Signed in or not: what is kept, and what can be done with it."""
    return _page(request)


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """Make an account and take along what was learned in this browser."""
    if request.method != "POST":
        return _page(request)
    form = RegisterForm(request.POST)
    if _only_switches_language(request):
        return _page(request, register_form=form.with_name_alone())
    if not form.is_valid():
        return _page(request, register_form=form, status=UNPROCESSABLE)
    return signed_in(request, form.save())


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with name and password."""
    if request.method != "POST":
        return _page(request)
    if _only_switches_language(request):
        typed = {"username": request.POST.get("username", "")}
        return _page(request, sign_in_form=SignInForm(request, initial=typed), is_signing_in=True)
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        status = TOO_MANY if form.has_error(NON_FIELD_ERRORS, "wait") else UNPROCESSABLE
        return _page(request, sign_in_form=form, is_signing_in=True, status=status)
    return signed_in(request, form.get_user())


@form_of(lambda: reverse("accounts:account"))
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. What was learned stays with the account."""
    logout(request)
    forget_learner(request)
    return HttpResponseRedirect(reverse("accounts:account"), status=303)


@form_of(lambda: reverse("accounts:account"))
def new_link(request: HttpRequest) -> HttpResponse:
    """A personal link, for the account or for a new one that has nothing but the link."""
    user = services.with_link(user_of(request))
    return signed_in(request, user)


@keep_private
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest) -> HttpResponse:
    """Sign in by a personal link. Opening it only asks, so that a preview of the link signs nobody in."""
    if request.method != "POST":
        key = carried(request, CARRIED)
        response = _link_page(request, link=key)
        if key:
            put_down(response)
        return response
    link = request.POST.get("link", "")
    if _only_switches_language(request):
        return _link_page(request, link=link)
    user = services.user_of_link(secret_of(link))
    if user is None:
        return _link_page(request, link=link, is_wrong=True)
    return signed_in(request, user)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def by_older_link(request: HttpRequest, key: str) -> HttpResponse:
    """A personal link of before, with its secret in the path: to the page with the secret in its form."""
    response = HttpResponseRedirect(reverse("accounts:link"), status=303)
    carry(response, CARRIED, secret_of(key))
    return response


@keep_private
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about the learner, as a file."""
    data = services.export_of(learner_of(request), user_of(request))
    response = JsonResponse(data, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="canasta.json"'
    return response


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete everything, after asking once more; not what was done with the slip of a class, which is the class's."""
    learner = learner_of(request)
    if learner is not None and learner.pass_number is not None:
        return HttpResponseRedirect(reverse("classroom:classes"), status=303)
    user = user_of(request)
    if request.method != "POST" or _only_switches_language(request):
        return _delete_page(request)
    something_ends = user is not None and any(one.ends for one in holdings(learner=learner, user=user))
    if something_ends and not services.is_name_of(user, request.POST.get("name", "")):
        problem = gettext("That is not the name of the account. Nothing was deleted.")
        return _delete_page(request, problem=problem)
    try:
        services.delete_all(learner=learner, user=user, agreed=request.POST.getlist("class"))
    except NotAgreedError:
        problem = gettext(
            "Your classes have changed in the meantime. Nothing was deleted; please look again."
        )
        return _delete_page(request, problem=problem)
    logout(request)
    forget_learner(request)
    return HttpResponseRedirect(f"{reverse('accounts:account')}?deleted=1", status=303)


def signed_in(request: HttpRequest, user: User, *, to: str = "") -> HttpResponse:
    """Sign in: what was learned in this browser comes along, and the device is known from then on."""
    before = learner_of(request)
    learner = services.take_along(user=user, learner=before)
    login(request, user, backend=BACKEND)
    if learner is not None:
        remember_learner(request, learner)
    response = HttpResponseRedirect(to or _next(request) or reverse("accounts:account"), status=303)
    remember_device(response, device_of(request).with_account(user))
    return response


def _only_switches_language(request: HttpRequest) -> bool:
    """Whether a form was sent for the other language alone, with what is typed so far."""
    return request.POST.get("do") == "language"


def _next(request: HttpRequest) -> str:
    """Where somebody wanted to go who was asked to sign in first; empty if that is not on this site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else ""


def _page(
    request: HttpRequest,
    *,
    register_form: RegisterForm | None = None,
    sign_in_form: SignInForm | None = None,
    is_signing_in: bool = False,
    status: int = 200,
) -> HttpResponse:
    user = user_of(request)
    link_page = request.build_absolute_uri(reverse("accounts:link"))
    context = {
        "section": "account",
        "name": _name(user) if user else "",
        "link": f"{link_page}#{user.link_key}" if user and user.link_key else "",
        "has_password": user is not None and user.has_usable_password(),
        "register_form": register_form or RegisterForm(),
        "sign_in_form": sign_in_form or SignInForm(request),
        "is_signing_in": is_signing_in,
        "was_deleted": "deleted" in request.GET,
        "was_changed": "changed" in request.GET,
        "has_code": user is not None and user.recovery_version > 0,
        "must_keep_code": user is not None and is_shown(user),
        "next": _next(request),
        **_kept(request),
    }
    return render(request, "accounts/account.html", context, status=status)


def _link_page(request: HttpRequest, *, link: str, is_wrong: bool = False) -> HttpResponse:
    context = {"section": "account", "link": link, "is_wrong": is_wrong}
    return render(request, "accounts/by_link.html", context, status=UNPROCESSABLE if is_wrong else 200)


def _delete_page(request: HttpRequest, *, problem: str = "") -> HttpResponse:
    user = user_of(request)
    held = holdings(learner=learner_of(request), user=user)
    context = {
        "section": "account",
        "username": user.username if user is not None else "",
        "holdings": held,
        "ends": [key for one in held for key in one.ends],
        "goes_too": [
            *goes_too(learner=learner_of(request), user=user, stay=sum(one.stay for one in held)),
            *(line for one in held for line in one.goes),
        ],
        "typed": request.POST.get("name", ""),
        "problem": problem,
        **_kept(request),
    }
    return render(request, "accounts/delete.html", context, status=UNPROCESSABLE if problem else 200)


def _kept(request: HttpRequest) -> dict[str, Any]:
    learner = learner_of(request)
    return {"attempts": learner.attempts.count() if learner else 0, "signed_in": user_of(request) is not None}


def _name(user: User) -> str:
    """What the page calls the account; one that has only a link has no name of its own."""
    return user.username if user.has_usable_password() else gettext("your personal link")
