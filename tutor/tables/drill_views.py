"""The drill of a table: may one do that with us? Each answer is what the engine says now, under both rule sets."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import library, seeds_folder
from lessons.parting.probing import Parting
from lessons.saying import comparing
from lessons.words import naming
from tutor.learning.addresses import position_url, rule_line
from tutor.site.heavy import heavy
from tutor.site.numbers import number_in
from tutor.site.private import keep_private
from tutor.tables.drilling import Case, cases
from tutor.tables.models import Table
from tutor.tables.services import table_by_id
from tutor.tables.views import no_such_table

ANSWERS: Final = {"yes": True, "no": False}


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
@heavy
def drill(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A move, and whether it is allowed at this table; after the last one, how it went."""
    table = table_by_id(public_id)
    if table is None:
        return no_such_table(request)
    found = cases(seeds_folder(), table.rules)
    so_far = min(number_in(request.GET.get("right", "")) or 0, max(number - 1, 0), len(found))
    context: dict[str, Any] = {"section": "table", "table": table, "count": len(found), "right": so_far}
    if not 1 <= number <= len(found):
        return render(request, "tables/drill.html", context)
    answer = ANSWERS.get(request.POST.get("answer", ""))
    context |= _asked(table, found[number - 1]) | {"number": number, "answered": answer is not None}
    if answer is not None:
        was_right = answer is found[number - 1].ours.verdict.legal
        onward = reverse("tables:drill", args=[table.public_id, number + 1])
        context |= {"was_right": was_right, "next_url": f"{onward}?right={so_far + was_right}"}
    elif request.method == "POST":
        context["problem"] = gettext("Choose one of the two answers first.")
    return render(request, "tables/drill.html", context, status=422 if "problem" in context else 200)


def _asked(table: Table, case: Case) -> dict[str, Any]:
    """The position with the move, labelled as at this table, and what both rule sets say of it."""
    shown = comparing.show(case.rule, Parting(case.ours, case.usual))
    rules = table.rule_set
    ours, usual = shown.outcomes
    return {
        "shown": shown,
        "columns": [(table.name, ours), (naming.named_rule_set(rules.base or rules.name), usual)],
        "rule": rule_line(library().rules[case.rule], rules),
        "position_url": position_url(shown.position) if shown.position else "",
    }
