"""Coming in by the code of a slip, and leaving again."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tutor.accounts.devices import device_of, learner_before, remember_device, without_before
from tutor.classroom import codes, services
from tutor.classroom.access import for_pupils
from tutor.classroom.forms import JoinForm
from tutor.classroom.models import Pupil
from tutor.classroom.presence import forget_presence
from tutor.learning.learner import forget_learner, learner_of, remember_learner
from tutor.site.carrying import carried, carry, put_down
from tutor.site.language import preferred_language
from tutor.site.private import keep_private
from tutor.site.throttling import Source, WaitError, address_of, queue_words

CARRIED = "slip"
UNPROCESSABLE = 422
TOO_MANY = 429


@keep_private
@require_safe
def short(request: HttpRequest, code: str = "") -> HttpResponse:
    """The short link on slips: on to the page in the language of the browser. Nothing is looked up.

    Browsers take along what stands behind the ``#``. Slips of before have the code in the path.
    """
    with override(preferred_language(request)):
        return _to_page(code)


@keep_private
@require_safe
def join_by_older_link(request: HttpRequest, code: str) -> HttpResponse:
    """What the short link of slips led to before: to the page, with the code in its form and not in its address."""
    return _to_page(code)


@keep_private
@csrf_protect
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type the code, or confirm the one of the link: opening a link signs nobody in."""
    if request.method != "POST":
        return _asked(request)
    if request.POST.get("do") == "language":
        typed = {name: request.POST.get(name, "") for name in JoinForm.base_fields}
        return _page(request, JoinForm(initial=typed))
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=UNPROCESSABLE)
    code = _code(form.cleaned_data["letters"], form.cleaned_data["words"])
    device = device_of(request)
    slip = f"{code.class_letters}-{code.pupil_letters}"
    try:
        source = Source(address=address_of(request), device=device.number_for(slip))
        pupil = services.pupil_by_code(code, source=source)
    except WaitError as wait:
        return _page(request, form, problem=_wait(wait), status=TOO_MANY)
    problem = _wrong() if pupil is None else _refused(pupil)
    if pupil is None or problem:
        return _page(request, form, problem=problem, status=UNPROCESSABLE)
    before = learner_of(request)
    if request.user.is_authenticated:
        logout(request)
    remember_learner(request, pupil.learner)
    services.note_joined(pupil)
    response = HttpResponseRedirect(reverse("classroom:mine", args=[pupil.classroom.token]), status=303)
    remember_device(response, device.with_slip(slip, before=before))
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def leave(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """Sign out, for a device that others use too; after asking who may have no slip to come in again.

    The browser is again who it was before.
    """
    if request.method != "POST" or (lacks_slip(request, pupil) and request.POST.get("sure") != "1"):
        return _leaving(request, pupil)
    forget_presence(pupil)
    device = device_of(request)
    before = learner_before(device)
    response = HttpResponseRedirect(reverse("classroom:join"), status=303)
    if pupil.learner.user_id is not None:
        logout(request)
    if before is None:
        forget_learner(request)
    else:
        remember_learner(request, before)
        remember_device(response, without_before(device))
    return response


def has_slip(request: HttpRequest, pupil: Pupil) -> bool:
    """Whether the pupil's slip has been used on this device."""
    return bool(device_of(request).number_for(f"{pupil.classroom.letters}-{pupil.letters}"))


def lacks_slip(request: HttpRequest, pupil: Pupil) -> bool:
    """Whether the pupil may be unable to come in again: who came by the code on the wall needs a slip for it."""
    if pupil.learner.user_id is not None or has_slip(request, pupil):
        return False
    return not services.comes_in_otherwise(pupil)


def _leaving(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """Whether to sign out. A form of an older page is led to its address, where the language can be changed."""
    if request.method == "POST":
        return HttpResponseRedirect(request.path, status=303)
    context = {
        "section": "class",
        "crumbs": [(pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token]))],
        "place": gettext("Sign out"),
        "classroom": pupil.classroom,
        "pupil": pupil,
        "lacks_slip": lacks_slip(request, pupil),
    }
    return render(request, "classroom/leave.html", context)


def _to_page(code: str) -> HttpResponse:
    response = HttpResponseRedirect(reverse("classroom:join"))
    if code:
        carry(response, CARRIED, code)
    return response


def _asked(request: HttpRequest) -> HttpResponse:
    """The form, with the code of an older link; it is shown once, so that the next pupil at the device finds none."""
    letters, _, words = carried(request, CARRIED).partition("/")
    words = words.replace("/", " ").replace("-", " ").strip()
    response = _page(
        request, JoinForm(initial={"letters": letters, "words": words}), has_code=bool(letters and words)
    )
    if letters:
        put_down(response)
    return response


def _code(letters: str, words: str) -> codes.Typed:
    if not codes.folded(words):  # all of it in the first field
        letters, words = codes.split(letters)
    return codes.typed(letters, words)


def _wrong() -> str:
    return gettext(
        "This code is not right. Look at your slip again: eight letters and digits, then two words."
    )


def _refused(pupil: Pupil) -> str:
    """Why a right code does not let its owner in, empty where it does."""
    if pupil.classroom.archived is not None:
        return gettext(
            "This class is over, so nobody can come in any more. Ask your teacher if you still need it."
        )
    if pupil.learner.user_id is not None:
        return gettext(
            "You took your work in this class with you into your own account. Sign in with that account, "
            "or with your personal link."
        )
    if pupil.code_has_expired:
        return gettext("This code has expired. Ask your teacher for a new slip; what you have done is kept.")
    return ""


def _wait(wait: WaitError) -> str:
    if wait.is_queue:
        return queue_words(wait.seconds)
    seconds = wait.seconds
    minutes = -(-seconds // 60)
    if seconds <= 60:
        text = ngettext(
            "There were too many failed attempts with this code. Wait %(count)s second, then try again.",
            "There were too many failed attempts with this code. Wait %(count)s seconds, then try again.",
            seconds,
        )
        return text % {"count": seconds}
    text = ngettext(
        "There were too many failed attempts with this code. "
        "Wait %(count)s minute, or ask your teacher for a new slip.",
        "There were too many failed attempts with this code. "
        "Wait %(count)s minutes, or ask your teacher for a new slip.",
        minutes,
    )
    return text % {"count": minutes}


def _page(
    request: HttpRequest, form: JoinForm, *, has_code: bool = False, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"section": "class", "form": form, "has_code": has_code, "problem": problem}
    return render(request, "classroom/join.html", context, status=status)
