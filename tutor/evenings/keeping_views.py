"""What an evening is kept and shared by: links, rules, history, as a table, on paper; and letting go of it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.evenings import history, house_rules, services
from tutor.evenings.export import as_csv
from tutor.evenings.sheet import sheet_of
from tutor.evenings.sheet_views import evening_to_enter, evening_to_read, sheet_context, to_sheet
from tutor.learning.learner import learner_of
from tutor.site.numbers import number_in
from tutor.site.posting import form_of
from tutor.site.private import keep_private
from tutor.site.qr import qr_code
from tutor.site.reaching import is_only_here

CSV: Final = "text/csv; charset=utf-8"


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, key: str) -> HttpResponse:
    """The two links, and what else can be done with an evening. Only who began it deletes it."""
    evening = evening_to_enter(key)
    learner = learner_of(request)
    is_own = learner is not None and evening.learner_id == learner.pk
    if request.method == "POST":
        if is_own and request.POST.get("do") == "delete":
            services.delete(evening=evening)
            return HttpResponseRedirect(reverse("evenings:evenings"), status=303)
        return HttpResponseRedirect(reverse("evenings:share", args=[key]), status=303)
    context = sheet_context(request, sheet_of(evening), may_enter=True)
    context["crumbs"].append((context["place"], reverse("evenings:sheet", args=[key])))
    read, enter = (
        request.build_absolute_uri(reverse(f"evenings:{name}", args=[secret]))
        for name, secret in (("read", evening.reading), ("sheet", evening.entering))
    )
    context |= {
        "place": gettext("Share and keep"),
        "is_own": is_own,
        "only_here": is_only_here(request),
        "links": [
            ("read", gettext("For following along"), read, qr_code(read)),
            ("enter", gettext("For entering as well"), enter, qr_code(enter)),
        ],
        "told": history.told(sheet_of(evening), viewer=learner.pk if learner else None),
    }
    return render(request, "evenings/share.html", context)


def _sheet_url(key: str) -> str:
    return reverse("evenings:sheet", args=[key])


@keep_private
@form_of(_sheet_url)
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Go by the rules that the table has changed meanwhile, or by those of before again. Nothing entered is touched."""
    evening = evening_to_enter(key)
    if request.POST.get("do") == "take":
        house_rules.take_over(evening=evening, text=request.POST.get("rules", ""))
    else:
        house_rules.go_back(evening=evening, taken=number_in(request.POST.get("taken", "")) or 0)
    return to_sheet(evening)


@keep_private
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet as a file for spreadsheets."""
    evening = evening_to_read(key)
    response = HttpResponse(as_csv(sheet_of(evening)), content_type=CSV)
    name = f"canasta-{timezone.localtime(evening.created):%Y-%m-%d}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@keep_private
@require_safe
def paper(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet to print, the first deal first."""
    sheet = sheet_of(evening_to_read(key))
    context = sheet_context(request, sheet, may_enter=False)
    context["crumbs"].append((context["place"], reverse("evenings:read", args=[key])))
    context |= {"lines": list(reversed(context["lines"])), "day": context["place"]}
    context["place"] = gettext("Print version")
    return render(request, "evenings/paper.html", context)
