"""Counting a deal with help, before it is entered or to correct it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.words import naming
from tutor.evenings import counting, printed
from tutor.evenings.counting import Counted
from tutor.evenings.forms import Head, read_head
from tutor.evenings.models import EveningEntry
from tutor.evenings.sheet import Row, Sheet, sheet_of
from tutor.evenings.sheet_views import UNPROCESSABLE, evening_to_enter, put_on_sheet, sheet_context, to_sheet
from tutor.site.private import keep_private

Kind: Final = EveningEntry.Kind


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def count(request: HttpRequest, key: str) -> HttpResponse:
    """The next deal, counted with help."""
    sheet = sheet_of(evening_to_enter(key))
    if request.method != "POST":
        nothing = counting.nothing_counted(len(sheet.sides))
        return _page(request, sheet, nothing, Head(deal=sheet.next_deal, sequence=sheet.evening.changed))
    return _counted(request, sheet, read_head(request.POST), before=sheet.totals)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def recount(request: HttpRequest, key: str, deal: int) -> HttpResponse:
    """A deal that is on the sheet, counted once more."""
    sheet = sheet_of(evening_to_enter(key))
    row = sheet.row_of(deal)
    if row is None:
        return to_sheet(sheet.evening)
    before = [total - points for total, points in zip(row.after, row.points, strict=True)]
    if request.method != "POST":
        tallies = counting.tallies_in(row.entry.body)
        found = counting.counted(tallies, sheet, before=before) if tallies else None
        head = Head(deal=deal, parents=row.parents, sequence=sheet.evening.changed)
        return _page(request, sheet, found or counting.nothing_counted(len(sheet.sides)), head, row=row)
    return _counted(request, sheet, replace(read_head(request.POST), deal=deal), before=before, row=row)


def _counted(
    request: HttpRequest, sheet: Sheet, head: Head, *, before: Sequence[int], row: Row | None = None
) -> HttpResponse:
    """Show the sums, or put them on the sheet; what cannot be is asked about first."""
    found = counting.read_counted(request.POST, sheet, before=before)
    do = request.POST.get("do", "count")
    if found.wrong or (found.doubts and do != "agree"):
        return _page(request, sheet, found, head, row=row, status=UNPROCESSABLE)
    if do == "count":
        return _page(request, sheet, found, head, row=row)
    kind = Kind.DEAL if row is None else Kind.CORRECT
    return put_on_sheet(request, sheet.evening, (head.said(kind, found.body()),))


def _page(
    request: HttpRequest,
    sheet: Sheet,
    found: Counted,
    head: Head,
    *,
    row: Row | None = None,
    status: int = 200,
) -> HttpResponse:
    key = sheet.evening.entering
    context = sheet_context(request, sheet, may_enter=True)
    context["crumbs"].append((context["place"], reverse("evenings:sheet", args=[key])))
    number = row.place if row else len(sheet.rows) + 1
    context |= {
        "place": gettext("Count deal %(number)s") % {"number": number},
        "row": row,
        "head": head,
        "action": reverse("evenings:recount", args=[key, row.deal])
        if row
        else reverse("evenings:count", args=[key]),
        "counted": found,
        "values": "" if row else printed.values_ahead(sheet.rules),
        "sides": [
            {
                "place": place,
                "name": name,
                "wrong": found.wrong.get(place, ""),
                "lines": counting.lines_in_words(found.sheets[place]) if found.sheets else [],
                "total": naming.number(found.sheets[place].total) if found.sheets else "",
                **counting.side_form(found.tallies[place], place, sheet.rules),
            }
            for place, name in enumerate(sheet.sides)
        ],
        "doubts": [
            ("" if doubt.side is None else sheet.sides[doubt.side], doubt.side, doubt)
            for doubt in found.doubts
        ],
        "is_counted": any(sheet.lines for sheet in found.sheets) or bool(found.doubts),
    }
    return render(request, "evenings/count.html", context, status=status)
