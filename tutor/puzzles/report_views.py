"""The form in which somebody says that something is wrong with an exercise."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import Item, library
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.common.work import Work
from lessons.table import presenting
from tutor.learning.addresses import carrying_url, item_crumbs, item_place, item_url
from tutor.learning.exercise_answer import table_context
from tutor.learning.learner import ensure_learner, learner_of, remember_learner
from tutor.puzzles import reports
from tutor.puzzles.models import Report
from tutor.site.private import keep_private
from tutor.site.throttling import address_of

TEMPLATE = "practice/report.html"
UNPROCESSABLE = 422
TOO_MANY = 429


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Fill in a report, send it, and the thanks for it."""
    slug = (request.POST.get("item") or request.GET.get("item", "")).strip()
    item = find_item(slug) if slug else None
    if item is None:
        return _no_item(request, slug)
    if request.method == "POST" and request.POST.get("do") == "language":
        return _page(request, item)
    if request.method == "POST":
        return _send(request, item)
    if request.GET.get("sent") == "1" and _has_reported(request):
        return _page(request, item, sent=True)
    return _page(request, item)


def _has_reported(request: HttpRequest) -> bool:
    """Whether there is a report to thank for: an address alone is none."""
    learner = learner_of(request)
    return learner is not None and Report.objects.filter(learner=learner).exists()


def _send(request: HttpRequest, item: Item) -> HttpResponse:
    reason, text = request.POST.get("reason", ""), request.POST.get("text", "").strip()
    if reason not in Report.Reason.values:
        problem = gettext("Choose what is not right. What you wrote is still here.")
        return _page(request, item, problem=problem, where="reason", status=UNPROCESSABLE)
    if len(text) > reports.MOST_TEXT:
        problem = gettext("Your text has %(count)s characters; at most %(most)s fit. It is still here.")
        problem %= {"count": len(text), "most": reports.MOST_TEXT}
        return _page(request, item, problem=problem, where="text", status=UNPROCESSABLE)
    token = _token(request)
    try:
        known = reports.earlier_report(token=token) if learner_of(request) is None else None
        if known is not None and known.learner is not None and known.learner.user_id is None:
            remember_learner(request, known.learner)
        if learner_of(request) is None:  # before a learner is made: a refusal leaves nothing behind
            reports.check_limits(learner=None, item=item, address=address_of(request))
        reports.report(
            learner=ensure_learner(request), item=item, reason=reason, text=text,
            language=get_language() or "en", token=token,
            address=address_of(request),
        )  # fmt: skip
    except reports.TooManyReportsError as error:
        return _page(request, item, problem=_too_many(error), where="limit", status=TOO_MANY)
    query = urlencode({"item": item.slug, "sent": "1", "next": _back(request)})
    return HttpResponseRedirect(f"{reverse('practice:report')}?{query}", status=303)


def _too_many(error: reports.TooManyReportsError) -> str:
    if error.of_item:
        return gettext(
            "There are many open reports about this exercise already. It is being looked at; yours is not kept."
        )
    return gettext(
        "That is as many reports as we take in a day. What you wrote is still here; send it tomorrow."
    )


def _page(
    request: HttpRequest,
    item: Item,
    *,
    sent: bool = False,
    problem: str = "",
    where: str = "",
    status: int = 200,
) -> HttpResponse:
    learner = learner_of(request)
    given = reports.given_answer(learner=learner, item=item)
    chosen = request.POST.get("reason", "")
    context: dict[str, Any] = {
        "section": "puzzles" if item.is_puzzle else "course",
        "crumbs": [*item_crumbs(item, library()), (item_place(item, library()), item_url(item))],
        "place": gettext("Report"),
        "item": item,
        "sent": sent,
        "problem": problem,
        "where": where,
        "back_url": _back(request) or item_url(item),
        "next": _back(request),
        "token": request.POST.get("token") or str(uuid.uuid4()),
        "reasons": [
            {"value": value, "label": reports.reason_words(value), "checked": value == chosen}
            for value in Report.Reason.values
        ],
        "text": request.POST.get("text", ""),
        "most": reports.MOST_TEXT,
        "answer": answer_in_words(item, given.answer) if given else "",
        "outcome": given.outcome if given else "",
        **table_context(item, Work()),
        "hand": _hand(item),
        "position_url": carrying_url(item),
    }
    return render(request, TEMPLATE, context, status=status)


def _hand(item: Item) -> Any:
    if item.position is None:
        return None
    return presenting.hand(item.position.hand, selectable=False, unknown=item.position.unknown_cards)


def _no_item(request: HttpRequest, slug: str) -> HttpResponse:
    """The address names no exercise: which one, and what to do."""
    if slug:
        problem = gettext("There is no exercise “%(slug)s”. The link may be cut off or old.")
        problem %= {"slug": slug[:100]}
    else:
        problem = gettext("This link does not say which exercise it is about.")
    context = {"section": "puzzles", "problem": problem, "item": None, "text": request.POST.get("text", "")}
    return render(request, TEMPLATE, context, status=404 if slug else 400)


def _token(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        return uuid.uuid4()


def _back(request: HttpRequest) -> str:
    """The page the learner came from, if it is one of ours: the exercise may be part of a round."""
    given = request.POST.get("next") or request.GET.get("next")
    if given is None:
        came_from = urlsplit(request.headers.get("referer", ""))
        given = (
            came_from._replace(scheme="", netloc="").geturl()
            if came_from.netloc == request.get_host()
            else ""
        )
    is_ours = url_has_allowed_host_and_scheme(
        given, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    here = given.startswith(reverse("practice:report"))
    return given if is_ours and given.startswith("/") and not here else ""
