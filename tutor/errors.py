"""Pages for what went wrong outside a lesson: in the language of the address, without the database."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tutor.language import language_of

logger = logging.getLogger(__name__)


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
                text=_("This address only takes what is sent by a form. Go back and use the button there."),
            )
        page["Allow"] = response["Allow"]
        return page

    return respond


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=400,
            title=_("This request cannot be read"),
            text=_("The link or the form was incomplete or damaged. Go back and try it once more."),
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
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=500,
            title=_("Something went wrong on our side"),
            text=_("Your progress is saved. Go back and try it once more."),
        )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    with translation.override(language_of(request)):
        return error_page(
            request,
            status=403,
            title=_("This page was open for too long"),
            text=_(
                "For your safety the form is valid for a limited time, and only with cookies. "
                "Go back, reload the page and send your answer again. Your progress is saved."
            ),
        )


def error_page(
    request: HttpRequest, *, status: int, title: str, text: str, onward: tuple[str, str] | None = None
) -> HttpResponse:
    """Render `error.html` with these, ``onward`` being the words and the address of the way out; a bare page if the
    template itself is what fails."""
    context = {"status": status, "title": title, "text": text, "onward": onward}
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
        _("To the home page"),
    )
