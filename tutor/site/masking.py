"""Secrets that stand in addresses do not reach the log: what is said there of such an address ends before them.

New links carry their secret behind a ``#``, which no browser sends. Older ones, printed on slips or kept as bookmarks,
have it in the path, and learning platforms name people in the query. Every line of the log is read through
``masked``, whoever writes it: Django, the server's list of requests, a traceback.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

GONE: Final = "…"
_SLASH: Final = r"(?:/|%(?:25)*2F)"
# An address begins with a slash or a host, or in quotation marks (so Django tells what it has not found).
_START: Final = rf"(?<![\w.-])(?:(?:https?://[^/\s\"']+)?{_SLASH}+|(?<=[\"']))(?:(?:de|en){_SLASH}+)?"
_SECRET: Final = rf"(?:j|me|class{_SLASH}(?:join|invited)|lti{_SLASH}choose)"
# An address may hold spaces once it is decoded, so it ends only with the line, a quotation mark or the word HTTP.
_PATHS: Final = re.compile(
    rf"({_START}{_SECRET}{_SLASH}++)(?!{GONE})[^\s\"'][^\n\"']*?(?=\s+HTTP/|[\"'\n]|$)", re.IGNORECASE
)
# Who has the link of an exercise of somebody's own may work on it, and who has one of an evening reads or enters there.
_ITEMS: Final = re.compile(
    rf"((?:{_START}(?:items|evenings(?:{_SLASH}++read)?)|\bown){_SLASH}++)(?!(?:new|read)\b)[\w-]+",
    re.IGNORECASE,
)
# What a learning platform sends: who comes, and what vouches for it.
_VALUES: Final = re.compile(
    r"((?:[?&]|%3F|%26)(?:login_hint|lti_message_hint|id_token|state|nonce)(?:=|%3D))[^&\s\"']+",
    re.IGNORECASE,
)


def masked(text: str) -> str:
    """The text with an ellipsis for every secret of an address in it."""
    for pattern in (_PATHS, _ITEMS, _VALUES):
        text = pattern.sub(rf"\1{GONE}", text)
    return text


class MaskedRecord(logging.LogRecord):
    """A line of the log whose message and traceback are masked, whatever handler and format it goes through."""

    def getMessage(self) -> str:
        return masked(super().getMessage())

    @property
    def exc_text(self) -> str | None:
        return self._exc_text

    @exc_text.setter
    def exc_text(self, text: str | None) -> None:
        """The traceback, which the first handler writes and the others read."""
        self._exc_text = masked(text) if text else text


def mask_log() -> None:
    """From now on, let every line that this process logs be masked."""
    logging.setLogRecordFactory(MaskedRecord)


def keep_quiet(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What answers an address with a secret in it is kept nowhere and sends nobody that address, errors too."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _PATHS.search(request.path):
            response["Referrer-Policy"] = "no-referrer"
            response["Cache-Control"] = "private, no-store"
        return response

    return respond
