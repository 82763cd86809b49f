"""Which language a request gets: the one in its address, else the browser's wish, else German."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

FALLBACK = "de"


def preferred_language(request: HttpRequest) -> str:
    """The first of our languages in the Accept-Language header, German if it names none of them."""
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return FALLBACK


def language_of(request: HttpRequest) -> str:
    """The language in which to answer a request, whatever its address."""
    return translation.get_language_from_path(request.path_info) or preferred_language(request)


class LanguageMiddleware(LocaleMiddleware):
    """Django's, but with German as the last resort, although messages are written in English.

    It also sends an address without a language (`/rules/`) to the one with (`/de/rules/`).
    """

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(language_of(request))
        request.LANGUAGE_CODE = translation.get_language() or settings.LANGUAGE_CODE
