"""Where devices send the deals that were written down without a network."""

from __future__ import annotations

import json
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from tutor.evenings.arriving import MOST_AT_ONCE, arrive, in_each_language
from tutor.evenings.models import Evening
from tutor.learning.learner import ensure_learner
from tutor.site.posting import form_of
from tutor.site.private import keep_private

BAD_REQUEST: Final = 400
NOT_FOUND: Final = 404


@csrf_exempt  # the key in the address is the secret, and a page that was kept has an old token
@keep_private
@form_of(lambda key: reverse("evenings:sheet", args=[key]))
def entries(request: HttpRequest, key: str) -> JsonResponse:
    """Put deals on the sheet in the order in which they come, and say of each what became of it.

    Takes ``{"forms": [...]}`` (:func:`tutor.evenings.arriving.arrive`), and answers ``{"entries": [...]}`` with
    ``token``, ``kept``, ``clear`` and ``text`` of each, or ``{"problem": ...}``; what is said, by language.
    """
    evening = Evening.objects.filter(entering=key[:60]).first()
    if evening is None:
        return JsonResponse({"problem": in_each_language(_no_such_evening)}, status=NOT_FOUND)
    forms = _forms_in(request.body)
    if forms is None:
        return JsonResponse({"problem": in_each_language(_not_readable)}, status=BAD_REQUEST)
    arrived = arrive(evening=evening, forms=forms, learner=ensure_learner(request))
    return JsonResponse(
        {
            "entries": [
                {"token": one.token, "kept": one.is_kept, "clear": one.is_clear, "text": dict(one.text)}
                for one in arrived
            ]
        }
    )


def _no_such_evening() -> str:
    return gettext(
        "There is no such evening any more: it was deleted or has ended, or the link "
        "is damaged. What you have written down is still on this device."
    )


def _not_readable() -> str:
    return gettext("What was sent cannot be read. It is still on this device.")


def _forms_in(body: bytes) -> list[str] | None:
    """The forms that are sent; None for anything else."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return None
    forms = sent.get("forms") if isinstance(sent, dict) else None
    if not isinstance(forms, list) or not all(isinstance(one, str) for one in forms):
        return None
    return forms[:MOST_AT_ONCE]
