"""Pages for what went wrong outside a lesson: in the language of the address, without the database."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from typing import Final

from django.core.exceptions import BadRequest, DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tutor.site.language import language_of
from tutor.site.unwritable import TRY_AGAIN_AFTER, Trouble, trouble_of

logger = logging.getLogger(__name__)

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
CSRF_FIELD: Final = "csrfmiddlewaretoken"
SECRET_PARTS: Final = ("password", "secret", "words", "code", "link", "ticket", "id_token")
"""Fields with such a part in their names are never written onto a page."""
MOST_OF_HOST: Final = 100
MOST_TYPED: Final = 200_000
"""Letters of a form that are carried along to be sent again."""


def forms_alone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Whoever opens an address that only takes a form gets a page instead of a blank."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "GET" or not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        with translation.override(language_of(request)):
            page = error_page(
                request,
                status=response.status_code,
                title=_("There is nothing to read here"),
                text=_("This address accepts only what is sent by a form. Go back and use the button there."),
            )
        page["Allow"] = response["Allow"]
        return page

    return respond


def no_nulls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse the character NUL, which nobody can type: PostgreSQL knows no text with it and fails."""

    def respond(request: HttpRequest) -> HttpResponse:
        forms = [request.GET]
        if request.content_type in FORMS and not request.path.startswith("/api/"):
            forms.append(request.POST)
        if "\0" in request.path or any("\0" in text for form in forms for text in _all_in(form)):
            raise BadRequest("NUL in a request")
        return get_response(request)

    return respond


def _all_in(form: QueryDict) -> Iterator[str]:
    """Every name and every value of a form."""
    for name, values in form.lists():
        yield name
        yield from map(str, values)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    with translation.override(language_of(request)):
        if isinstance(exception, DisallowedHost):
            host = request.META.get("HTTP_HOST", "")[:MOST_OF_HOST]
            return error_page(
                request,
                status=400,
                title=_("This site does not go by that name"),
                text=_(
                    "You came by “%(host)s”. Whoever looks after the site lists the names of its hosts in "
                    "TUTOR_ALLOWED_HOSTS."
                )
                % {"host": host},
            )
        return error_page(
            request,
            status=400,
            title=_("This request cannot be read"),
            text=_("The link or the form was incomplete or damaged. Go back and try again."),
        )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=403,
            title=_("This page is not open to you"),
            text=_("It belongs to somebody else. Your own progress is on the course page."),
        )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=404,
            title=_("There is no such page"),
            text=_(
                "The address may be mistyped, or the page has moved. "
                "The course, the puzzles and the rules are in the menu."
            ),
        )


def server_error(request: HttpRequest) -> HttpResponse:
    """What a fault of ours means for whoever met it: above all whether the site has what was sent."""
    trouble = trouble_of(sys.exc_info()[1])
    with translation.override(language_of(request)):
        if trouble is not None:
            return _unwritten(request, trouble)
        if request.method in SAFE_METHODS:
            text = _("The page could not be shown. Go back and try again.")
        else:
            text = _(
                "It is not certain that what you sent was saved. Go back, look, and send it again if it "
                "is not there."
            )
        return error_page(request, status=500, title=_("Something went wrong on our side"), text=text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=403,
            title=_("This page was open for too long"),
            text=_(
                "What you have just sent was not saved. For your safety the form is valid only for a "
                "limited time and only with cookies. Go back, reload the page and send it again."
            ),
        )


def _unwritten(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """The database did not take it. What was typed stands on the page, to be sent once more."""
    why = {
        Trouble.LOCKED: _("The database was busy for too long."),
        Trouble.FULL: _("The server’s disk is full. Please tell whoever runs this site."),
        Trouble.READ_ONLY: _(
            "The database can only be read at the moment. Please tell whoever runs this site."
        ),
        Trouble.AWAY: _("The database is not answering at the moment."),
    }[trouble]
    resend = None
    if request.method in SAFE_METHODS:
        title, lost = (
            _("This does not work at the moment"),
            _("The page could not be shown. Try again in a while."),
        )
    else:
        title, resend = _("This was not saved"), _typed(request)
        lost = _unsaved(request, has_form=resend is not None)
    page = error_page(request, status=503, title=title, text=f"{lost} {why}", resend=resend)
    page["Cache-Control"] = "no-store"
    if trouble == Trouble.LOCKED:
        page["Retry-After"] = str(TRY_AGAIN_AFTER)
    return page


def _unsaved(request: HttpRequest, *, has_form: bool) -> str:
    if (
        request.headers.get("HX-Request") == "true"
    ):  # only this sentence is shown, on the page that it was sent from
        return _("What you have just sent was not saved. It is still here: wait a little and send it again.")
    if has_form:
        return _(
            "What you have just sent was not saved. It is kept on this page: wait a little and send it again."
        )
    return _("What you have just sent was not saved. Go back, wait a little and send it again.")


def _typed(request: HttpRequest) -> tuple[tuple[str, str], ...] | None:
    """The fields of the form, to be sent again; None where they hold a password or a file, or are too many."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
        has_files = bool(request.FILES)
    except Exception:  # what was sent cannot be read again
        return None
    fields = [(name, value) for name, value in fields if name != CSRF_FIELD]
    size = sum(len(name) + len(value) for name, value in fields)
    is_secret = any(part in name.lower() for name, _value in fields for part in SECRET_PARTS)
    return None if has_files or is_secret or size > MOST_TYPED or not fields else tuple(fields)


def error_page(
    request: HttpRequest,
    *,
    status: int,
    title: str,
    text: str,
    onward: tuple[str, str] | None = None,
    resend: tuple[tuple[str, str], ...] | None = None,
) -> HttpResponse:
    """Render `error.html` with these; a bare page if the template itself is what fails.

    ``onward`` is the words and the address of the way out, ``resend`` the fields of a form to be sent here once more.
    """
    context = {"status": status, "title": title, "text": text, "onward": onward, "resend": resend}
    try:
        content: str = render_to_string("error.html", context, request)
    except Exception:
        logger.exception("The error page could not be rendered")
        content = bare_page(title, text)
    return HttpResponse(content, status=status)


def bare_page(title: str, text: str) -> str:
    return format_html(
        '<!doctype html><html lang="{}"><meta charset="utf-8"><title>{}</title>'
        '<main><h1>{}</h1><p>{}</p><p><a href="/{}/">{}</a></p></main>',
        translation.get_language(),
        title,
        title,
        text,
        translation.get_language(),
        _("Go to the home page"),
    )
