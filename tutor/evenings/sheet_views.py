"""The sheet of an evening: to enter on, to read, and what is new on it; a single deal with its correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from lessons.words import naming
from tutor.evenings import counting, printed, services, showing
from tutor.evenings.entering import said_by
from tutor.evenings.forms import Head, Points, no_points, points_as_typed, read_head, read_points
from tutor.evenings.house_rules import by_rules
from tutor.evenings.models import MOST_NOTE, Evening, EveningEntry
from tutor.evenings.services import EveningError, Said
from tutor.evenings.sheet import Row, Sheet, sheet_of
from tutor.learning.learner import ensure_learner, learner_of
from tutor.site.numbers import number_in
from tutor.site.private import keep_private

UNPROCESSABLE: Final = 422
NO_CONTENT: Final = 204
Kind = EveningEntry.Kind


def evening_to_enter(key: str) -> Evening:
    """The evening on which whoever has this key may enter."""
    return _found(Evening.objects.filter(entering=key[:60]).first())


def evening_to_read(key: str) -> Evening:
    return _found(Evening.objects.filter(reading=key[:60]).first())


def _found(evening: Evening | None) -> Evening:
    if evening is None:
        raise Http404("evening")
    return evening


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet with the fields for the next deal."""
    evening = evening_to_enter(key)
    if request.method != "POST":
        return _page(request, sheet_of(evening))
    head = read_head(request.POST)
    do = request.POST.get("do", "save")
    if do in ("save", "agree"):
        return _enter_deal(request, evening, head, agreed=do == "agree")
    return put_on_sheet(request, evening, said_by(sheet_of(evening), head, do))


def _enter_deal(request: HttpRequest, evening: Evening, head: Head, *, agreed: bool) -> HttpResponse:
    """Keep the points of a deal, or ask about them and keep what was typed."""
    before = sheet_of(evening)
    entered = read_points(request.POST, before.rules, sides=len(before.sides))
    if not entered.points or (entered.doubts and not agreed):
        return _page(request, before, entered=entered, head=head, status=UNPROCESSABLE)
    body = {"points": list(entered.points), "agreed": bool(entered.doubts)}
    return put_on_sheet(request, evening, (head.said(Kind.DEAL, body),))


def put_on_sheet(request: HttpRequest, evening: Evening, said: Iterable[Said]) -> HttpResponse:
    """Put these on the sheet, and show it."""
    changed = 0
    try:
        with transaction.atomic():
            for one in said:
                entry = services.enter(evening=evening, said=one, learner=ensure_learner(request))
                changed = changed or (entry.number if one.kind != Kind.DEAL else 0)
    except EveningError as error:
        return _page(request, sheet_of(evening), problem=error.message, status=UNPROCESSABLE)
    return to_sheet(evening, changed=changed)


def to_sheet(evening: Evening, *, changed: int = 0) -> HttpResponse:
    """Back to the sheet; with ``changed`` it marks what the entry of this number has changed."""
    url = reverse("evenings:sheet", args=[evening.entering])
    return HttpResponseRedirect(f"{url}?{urlencode({'changed': changed})}" if changed else url, status=303)


def _page(
    request: HttpRequest,
    sheet: Sheet,
    *,
    entered: Points | None = None,
    head: Head | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The sheet to enter on; ``entered`` and ``head`` are what was sent and has to be looked at again."""
    head = head or Head(deal=sheet.next_deal, sequence=sheet.evening.changed)
    entered = entered or no_points(len(sheet.sides))
    context = {
        **sheet_context(request, sheet, may_enter=True),
        "entered": entered,
        "head": head,
        "fields": list(zip(showing.columns_of(sheet), entered.fields, strict=True)),
        "problem": problem,
        "checks": printed.checks_ahead(sheet.rules),
        "saved": request.method != "POST" and "changed" in request.GET,
    }
    return render(request, "evenings/sheet.html", context, status=status)


def sheet_context(request: HttpRequest, sheet: Sheet, *, may_enter: bool) -> dict[str, Any]:
    """What every page of a sheet shows."""
    evening, learner = sheet.evening, learner_of(request)
    changed = number_in(request.GET.get("changed", ""))
    earlier = sheet.before(changed) if changed else None
    name = "sheet" if may_enter else "read"
    key = evening.entering if may_enter else evening.reading
    return {
        "section": "table",
        "crumbs": [(gettext("Evenings"), reverse("evenings:evenings"))],
        "place": date_format(timezone.localtime(evening.created), "DATE_FORMAT"),
        "evening": evening,
        "sheet": sheet,
        "key": key,
        "may_enter": may_enter,
        "heading": showing.heading(sheet),
        "resting": showing.resting_words(sheet.resting) if sheet.decided is None else "",
        "columns": showing.columns_of(sheet),
        "lines": showing.lines_of(sheet, earlier=earlier, viewer=learner.pk if learner else None),
        "rules": showing.rules_name(evening),
        "by_rules": by_rules(evening),
        "target": naming.number(sheet.rules.target),
        "news_url": _news_url(name, key, sheet),
        "undo_words": showing.undo_words(sheet),
        "back_words": showing.back_words(sheet),
        "undone_token": str(sheet.undoing[-1].token) if sheet.undoing else "",
        "token": uuid4(),
        "is_over": sheet.decided is not None,
        "title": showing.title_of(sheet),
        "ahead": printed.rows_ahead(sheet) if may_enter else "",
    }


def _news_url(name: str, key: str, sheet: Sheet) -> str:
    url = reverse("evenings:news" if name == "sheet" else "evenings:read-news", args=[key])
    return f"{url}?{urlencode({'seen': sheet.evening.version})}"


@require_safe
def news(request: HttpRequest, key: str) -> HttpResponse:
    """What is new on the sheet for who may enter: nothing at all, or the sheet anew."""
    return _news(request, evening_to_enter(key), may_enter=True)


@require_safe
def read_news(request: HttpRequest, key: str) -> HttpResponse:
    return _news(request, evening_to_read(key), may_enter=False)


def _news(request: HttpRequest, evening: Evening, *, may_enter: bool) -> HttpResponse:
    """One query where nothing is new; a browser that has kept the last answer is told so by 304, a page by 204."""
    etag = f'"{evening.pk}.{evening.version}.{get_language()}.{int(may_enter)}"'
    if request.GET.get("seen") == evening.version:
        response: HttpResponse = HttpResponse(status=NO_CONTENT)
    else:
        conditional = get_conditional_response(request, etag=etag)
        response = conditional or _sheet_anew(request, evening, may_enter=may_enter)
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _sheet_anew(request: HttpRequest, evening: Evening, *, may_enter: bool) -> HttpResponse:
    sheet = sheet_of(evening)
    context = {**sheet_context(request, sheet, may_enter=may_enter), "is_news": True}
    return render(request, "evenings/_sheet.html", context)


@keep_private
@require_safe
def read(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet for whoever only reads it."""
    sheet = sheet_of(evening_to_read(key))
    return render(request, "evenings/read.html", sheet_context(request, sheet, may_enter=False))


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest, key: str, deal: int) -> HttpResponse:
    """One deal: what was entered, and correcting it or taking it off the sheet."""
    evening = evening_to_enter(key)
    sheet = sheet_of(evening)
    row = sheet.row_of(deal)
    if row is None:
        return to_sheet(evening)
    if request.method != "POST":
        return _deal_page(request, sheet, row, points_as_typed(row.points))
    head = replace(read_head(request.POST), deal=deal)
    do = request.POST.get("do", "save")
    if do == "drop":
        return put_on_sheet(request, evening, (head.said(Kind.DROP),))
    entered = read_points(request.POST, sheet.rules, sides=len(sheet.sides))
    if not entered.points or (entered.doubts and do != "agree"):
        return _deal_page(request, sheet, row, entered, head=head, status=UNPROCESSABLE)
    body = {"points": list(entered.points), "agreed": bool(entered.doubts)}
    return put_on_sheet(request, evening, (head.said(Kind.CORRECT, body),))


def _deal_page(
    request: HttpRequest,
    sheet: Sheet,
    row: Row,
    entered: Points,
    *,
    head: Head | None = None,
    status: int = 200,
) -> HttpResponse:
    head = head or Head(deal=row.deal, parents=row.parents, sequence=sheet.evening.changed)
    context = sheet_context(request, sheet, may_enter=True)
    context["crumbs"].append((context["place"], reverse("evenings:sheet", args=[sheet.evening.entering])))
    context |= {
        "place": gettext("Deal %(number)s") % {"number": row.place},
        "row": row,
        "entered": entered,
        "head": head,
        "fields": list(zip(showing.columns_of(sheet), entered.fields, strict=True)),
        "most_note": MOST_NOTE,
        "sides": counting.told(row, sheet),
    }
    return render(request, "evenings/deal.html", context, status=status)
