"""The addresses that a learning platform and its visitors come to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from pylti1p3.exception import LtiException, OIDCException, ToolConfException
from requests import RequestException

from tutor.learning.learner import remember_learner, user_of
from tutor.learning.models import Learner
from tutor.lti.config import origin_of_url, platform_origins, tool_config
from tutor.lti.library import Launch, Login, OurStorage
from tutor.lti.services import (
    CHOICE_SECONDS,
    CLAIM,
    DEEP_LINKING,
    LaunchError,
    assignment_meant,
    check_fresh,
    choices_of,
    deep_link_answer,
    enter_pupil,
    new_ticket,
    origin_of,
    part,
    plays_deals,
    said_in,
    teaches,
    ticket_value,
)
from tutor.lti.wanted import is_on
from tutor.site.carrying import carried, carry

CARRIED = "choice"
log = logging.getLogger(__name__)
WRONG = (LtiException, OIDCException, ToolConfException, RequestException)
"""What the library says of launches that are wrong, and of platforms that do not answer."""
View = Callable[..., HttpResponse]


def where_configured(view: View) -> View:
    """Without platforms these addresses do not exist."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_on():
            raise Http404("lti")
        return view(request, *args, **kwargs)

    return wrapped


def for_frames(view: View) -> View:
    """The configured platforms may show what the view answers in a frame of theirs."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response._csp_replace = {"frame-ancestors": platform_origins()}  # type: ignore[attr-defined]  # django-csp's
        return response

    return wrapped


@where_configured
@csrf_exempt  # comes from the platform's page; what it says is believed only after the platform has signed it
@never_cache
@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """A platform announces somebody: send the browser back there, to be vouched for."""
    try:
        announced = Login(request)
        announced.set_launch_data_storage(OurStorage())
        return announced.redirect(request.build_absolute_uri(reverse("lti:launch")))
    except WRONG as error:
        log.info("login refused: %s", error)
        return _refused(request, gettext("This platform is not known here."))


@where_configured
@csrf_exempt  # see above
@xframe_options_exempt  # platforms show it in a frame
@for_frames
@never_cache
@sensitive_post_parameters()
@require_POST
def launch(request: HttpRequest) -> HttpResponse:
    """Somebody comes, and the platform has signed who. Teachers choose exercises, pupils go to theirs."""
    try:
        came = Launch(request)
        came.set_launch_data_storage(OurStorage())
        came.validate()
    except WRONG as error:
        log.info("launch refused: %s", error)
        return _refused(
            request,
            gettext(
                "The launch could not be checked. Open the activity in your course again, preferably "
                "in a separate window: some browsers keep no cookies for a page within a page."
            ),
        )
    data = said_in(came)
    locale = str(part(data, f"{CLAIM}launch_presentation").get("locale", ""))
    language = "de" if locale.startswith("de") else "en" if locale else translation.get_language() or "en"
    with translation.override(language):
        try:
            check_fresh(came, now=timezone.now())
            return _welcomed(request, came, language)
        except LaunchError as error:
            return _refused(request, str(error))


def _welcomed(request: HttpRequest, came: Launch, language: str) -> HttpResponse:
    origin = origin_of(came)
    data = said_in(came)
    if came.is_deep_link_launch():
        if not teaches(came):
            raise LaunchError(gettext("Only a teacher of the course can choose exercises for it."))
        value = {
            "origin": {name: getattr(origin, name) for name in ("issuer", "client", "deployment", "context")},
            "settings": data[DEEP_LINKING],
            "language": language,
        }
        return _page(request, "lti/begin_choice.html", {"ticket": new_ticket("choice", value)}, language)
    if teaches(came):
        assignment = assignment_meant(data)
        course = origin.courses().filter(classroom=assignment.classroom).first() if assignment else None
        known = course is not None and course.is_connected
        context = {"assignment": assignment if known else None, "home": f"/{language}/"}
        return _page(request, "lti/teacher.html", context, language)
    person, assignment = enter_pupil(came)
    value = {
        "learner": str(person.pupil.learner_id),
        "class": assignment.classroom.token,
        "language": language,
    }
    context = {"ticket": new_ticket("enter", value), "assignment": assignment, "alias": person.pupil.alias}
    return _page(request, "lti/enter.html", context, language)


@where_configured
@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Our public key, for platforms that check what we sign."""
    return JsonResponse(tool_config().get_jwks())


@where_configured
@csrf_exempt  # the ticket is the secret, and in a frame no cookie came along
@never_cache
@sensitive_post_parameters()
@require_POST
def enter(request: HttpRequest) -> HttpResponse:
    """From the platform's frame into a window of our own: from here on the browser knows the pupil."""
    value = ticket_value("enter", request.POST.get("ticket", ""), use_up=True)
    learner = Learner.objects.filter(pk=value["learner"]).first() if value else None
    if value is None or learner is None:
        return _refused(
            request, gettext("This link has been used already. Open the activity in your course again.")
        )
    if learner.user_id is None:
        remember_learner(request, learner)
    with translation.override(value["language"]):
        url = reverse("classroom:mine", args=[value["class"]])
    return HttpResponseRedirect(url, status=303)


@where_configured
@csrf_exempt  # the ticket is the secret, and in a frame no cookie came along
@never_cache
@sensitive_post_parameters()
@require_POST
def choice(request: HttpRequest) -> HttpResponse:
    """From the platform's frame into a window of our own, to choose there; the ticket goes along, unseen."""
    response = HttpResponseRedirect(reverse("lti:choose"), status=303)
    carry(response, CARRIED, request.POST.get("ticket", ""), seconds=CHOICE_SECONDS)
    return response


@where_configured
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """A teacher chooses the exercises for an activity; the answer goes back to the platform by the teacher's press."""
    value = ticket_value("choice", carried(request, CARRIED))
    if value is None:
        return _refused(request, gettext("Too much time has passed. Begin again in your course."))
    language = value["language"]
    user = user_of(request)
    with translation.override(language):
        choices = choices_of(user) if user is not None else []
        chosen = next((one for one in choices if str(one.pk) == request.POST.get("assignment")), None)
        if request.method != "POST" or user is None or chosen is None:
            context = {
                "choices": choices,
                "signed_in": user is not None,
                "has_deals": user is not None and plays_deals(user),
                "home": f"/{language}/class/",
            }
            status = 422 if request.method == "POST" else 200
            return _page(request, "lti/choose.html", context, language, status=status)
        launch_url = request.build_absolute_uri(reverse("lti:launch"))
        answer = deep_link_answer(value, chosen, user=user, launch_url=launch_url)
        back = str(value["settings"]["deep_link_return_url"])
        context = {"answer": answer, "back": back, "assignment": chosen}
        response = _page(request, "lti/hand_over.html", context, language)
        response._csp_replace = {"form-action": ["'self'", origin_of_url(back)]}  # type: ignore[attr-defined]  # django-csp's
        return response


def _refused(request: HttpRequest, message: str) -> HttpResponse:
    return _page(
        request, "lti/refused.html", {"message": message}, translation.get_language() or "en", status=403
    )


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], language: str, *, status: int = 200
) -> HttpResponse:
    with translation.override(language):
        return render(request, template, context, status=status)
