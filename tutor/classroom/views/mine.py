"""What pupils see of their class, and taking along what they did."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tutor.accounts.devices import device_of, remember_device
from tutor.accounts.forms import RegisterForm, SignInForm
from tutor.accounts.services import with_link
from tutor.accounts.views import BACKEND
from tutor.classroom.access import asked_by_pages, for_pupils
from tutor.classroom.models import Pupil
from tutor.classroom.news import (
    ASKED_EVERY,
    is_known_to_be_quiet,
    is_new,
    news_url,
    remember_who_asks,
    said_since,
)
from tutor.classroom.notes import notes_to
from tutor.classroom.presence import note_place
from tutor.classroom.selectors import own_assignments
from tutor.classroom.services import ClassError
from tutor.classroom.taking import take_into_account
from tutor.classroom.views.joining import has_slip, lacks_slip
from tutor.learning.learner import remember_learner
from tutor.learning.models import User
from tutor.site.numbers import number_in

UNPROCESSABLE = 422
NO_CONTENT = 204


@require_safe
@for_pupils
def mine(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """The pupil's page: what is due, what was done. It asks by itself whether there is anything new."""
    note_place(pupil, "")
    context = {
        "section": "class",
        "pupil": pupil,
        "classroom": pupil.classroom,
        "archived": pupil.classroom.archived is not None,
        "own_account": pupil.learner.user_id is not None,
        "has_slip": has_slip(request, pupil),
        "lacks_slip": lacks_slip(request, pupil),
        "was_taken": "taken" in request.GET,
        "lines": own_assignments(pupil),
        "notes": notes_to(pupil),
        "news_url": news_url(pupil.classroom),
        "asked_every": ASKED_EVERY,
    }
    return render(request, "classroom/mine.html", context)


@require_safe
def news(request: HttpRequest, token: str) -> HttpResponse:
    """Whether anything was opened since a page was shown: nothing, or where to find it."""
    return HttpResponse(status=NO_CONTENT) if is_known_to_be_quiet(request, token) else _news(request, token)


@asked_by_pages
def _news(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """The page of the class shows itself anew; at a question, what is typed or ticked stays. Either says what the
    teacher has written to the pupil since it was shown."""
    seen, at = request.GET.get("seen", ""), request.GET.get("at", "")
    since = request.GET.get("since", "") or seen
    if remember_who_asks(request, pupil.classroom) <= (number_in(seen) or 0):
        return HttpResponse(status=NO_CONTENT)
    there_is = is_new(pupil, since)
    if there_is and not at:
        return HttpResponseClientRefresh()
    context = {
        "classroom": pupil.classroom,
        "news_url": news_url(pupil.classroom, at=at, since=since),
        "asked_every": ASKED_EVERY,
        "there_is": there_is,
        "said": said_since(pupil, since),
    }
    part = "news" if at else "asking"  # with what is new for others, if not for this pupil
    return render(request, f"classroom/mine.html#{part}", context)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def take(request: HttpRequest, pupil: Pupil) -> HttpResponse:
    """Take along what was done: into a new account, into one that there is, or with a personal link."""
    do = request.POST.get("do", "")
    new = RegisterForm(request.POST if do == "new" else None)
    known = SignInForm(request, request.POST if do == "known" else None)
    problem = ""
    if request.method == "POST" and pupil.learner.user_id is None:
        try:
            user: User | None = None
            if do == "new" and new.is_valid():
                user = new.save()
            elif do == "known" and known.is_valid():
                user = known.get_user()
            elif do == "link":
                user = with_link(None)
            if user is not None:
                learner = take_into_account(pupil=pupil, user=user)
                login(request, user, backend=BACKEND)
                remember_learner(request, learner)
                url = reverse("accounts:account")
                if do != "link":
                    url = f"{reverse('classroom:mine', args=[pupil.classroom.token])}?taken=1"
                response = HttpResponseRedirect(url, status=303)
                remember_device(response, device_of(request).with_account(user))
                return response
        except ClassError as error:
            problem = error.message
    context = {
        "section": "class",
        "crumbs": [(pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token]))],
        "place": gettext("Take your work with you"),
        "pupil": pupil,
        "classroom": pupil.classroom,
        "own_account": pupil.learner.user_id is not None,
        "new": new,
        "known": known,
        "problem": problem,
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "classroom/take.html", context, status=status)
