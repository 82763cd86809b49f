"""The evenings of a device, and beginning one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, rule_set
from lessons.words import naming
from tutor.evenings import leading, services, showing
from tutor.evenings.models import MOST_NAME, Evening
from tutor.evenings.services import EveningError
from tutor.evenings.sheet import Sheet, sheet_of
from tutor.learning.learner import ensure_learner, learner_of
from tutor.site.numbers import number_in
from tutor.site.private import keep_private
from tutor.site.throttling import address_of
from tutor.tables.models import Table
from tutor.tables.services import table_by_id, table_of

UNPROCESSABLE: Final = 422
SEATS: Final = 6
MOST_SEATED: Final = 4
"""Of so many players nobody sits out in any form."""
OF_TABLE: Final = "table:"
"""What the value of a choice begins with that is a table of one's own."""


@keep_private
@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """The evenings of this device."""
    rows = services.evenings_of(learner_of(request))
    sheets = [Sheet(row, tuple(row.entries.all())) for row in rows]
    years = leading.years_of(sheets)
    asked = number_in(request.GET.get("year", ""))
    year = asked if asked in years else next(iter(years), None)
    context = {
        "section": "table",
        "running": [showing.summary(one) for one in sheets if one.decided is None],
        "rankings": leading.rankings(sheets, year) if year is not None else [],
        "year": year,
        "years": [one for one in years if one != year],
        "over": [showing.summary(one) for one in sheets if one.decided is not None],
    }
    return render(request, "evenings/evenings.html", context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What is chosen on the page on which an evening begins, as it was typed."""

    rules: str = "classic"
    names: tuple[str, ...] = ("",) * SEATS
    dealer: int = 0
    form: str = "pairs"
    problem: EveningError | None = field(default=None, compare=False)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Who plays, by which rules, and who deals first. What was chosen last stands there already."""
    if request.method != "POST":
        return _new_page(request, _as_last_time(request))
    chosen = _read(request.POST)
    try:
        return _begun(request, chosen)
    except EveningError as error:
        return _new_page(request, replace(chosen, problem=error), status=UNPROCESSABLE)


def _begun(request: HttpRequest, chosen: Chosen) -> HttpResponse:
    """Begin it. Raises EveningError."""
    rules, table = _rules(chosen.rules)
    players = services.read_players(chosen.names, rules)
    if learner_of(request) is None and not services.OF_NEWCOMERS.take(address_of(request)):
        raise EveningError(
            gettext("A great many evenings were begun from here today. Come back tomorrow, please.")
        )
    seats = [place for place, name in enumerate(chosen.names) if name.strip()]
    if chosen.dealer not in seats:
        message = gettext("Seat %(number)s is empty. Choose who deals first.")
        raise EveningError(message % {"number": chosen.dealer + 1}, where="dealer")
    evening = services.begin(
        learner=ensure_learner(request),
        rules=rules,
        players=players,
        form=chosen.form,
        first_dealer=seats.index(chosen.dealer),
        table=(table.public_id, table.name) if table else ("", ""),
    )
    return HttpResponseRedirect(reverse("evenings:sheet", args=[evening.entering]), status=303)


def _rules(name: str) -> tuple[RuleSet, Table | None]:
    """A named rule set, or those of a table, named by its public id."""
    table = table_by_id(name.removeprefix(OF_TABLE)) if name.startswith(OF_TABLE) else None
    if table is not None:
        return table.rule_set, table
    try:
        return rule_set(name), None
    except EngineError:
        message = gettext("These rules are not known here. Choose others, please.")
        raise EveningError(message, where="rules") from None


def _read(form: QueryDict) -> Chosen:
    names = tuple(form.get(f"name-{place}", "")[:200] for place in range(SEATS))
    dealer = number_in(form.get("dealer", ""))
    if dealer is None or dealer >= SEATS:
        dealer = next((place for place, name in enumerate(names) if name.strip()), 0)
    return Chosen(
        rules=form.get("rules", "classic")[:80],
        names=names,
        dealer=dealer,
        form=form.get("form", "pairs"),
    )


def _as_last_time(request: HttpRequest) -> Chosen:
    """The players and rules of the last evening, so that the next one begins with one press."""
    again = Evening.objects.filter(entering=request.GET.get("again", "")[:60]).first()
    if again is not None:
        return _as_in(again, dealer=again.players.index(sheet_of(again).dealer))
    own = table_by_id(request.GET["table"]) if "table" in request.GET else table_of(request)
    rules = f"{OF_TABLE}{own.public_id}" if own else ""
    learner = learner_of(request)
    last = learner.evenings.first() if learner else None
    if last is None:
        return Chosen(rules=rules or "classic")
    chosen = _as_in(last)
    return replace(chosen, rules=rules or chosen.rules)


def _as_in(evening: Evening, *, dealer: int = 0) -> Chosen:
    """The players, rules and seats of this evening."""
    return Chosen(
        rules=f"{OF_TABLE}{evening.table}" if evening.table else evening.rule_set,
        names=(*evening.players, *[""] * SEATS)[:SEATS],
        form=evening.form if len(evening.players) == SEATS else "pairs",
        dealer=dealer,
    )


def _choices(request: HttpRequest, chosen: Chosen) -> list[dict[str, str]]:
    """The rules that can be chosen: the own table first, then the named rule sets."""
    tables = [table_of(request)]
    if chosen.rules.startswith(OF_TABLE):
        tables.append(table_by_id(chosen.rules.removeprefix(OF_TABLE)))
    own = {table.public_id: table for table in tables if table is not None}
    return [
        {"name": f"{OF_TABLE}{key}", "title": table.name, "players": _players(table.rule_set)}
        for key, table in own.items()
    ] + [
        {"name": name, "title": naming.named_rule_set(name), "players": _players(rules)}
        for name, rules in RULE_SETS.items()
    ]


def _new_page(request: HttpRequest, chosen: Chosen, *, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "table",
        "crumbs": [(gettext("Evenings"), reverse("evenings:evenings"))],
        "place": gettext("New evening"),
        "chosen": chosen,
        "seats": [
            {
                "place": place,
                "number": place + 1,
                "name": name,
                "deals": place == chosen.dealer,
                "where": f"name-{place}",
            }
            for place, name in enumerate(chosen.names)
        ],
        "may_sit_out": len([name for name in chosen.names if name.strip()]) > MOST_SEATED,
        "rule_sets": _choices(request, chosen),
        "most_name": MOST_NAME,
    }
    return render(request, "evenings/new.html", context, status=status)


def _players(rules: RuleSet) -> str:
    counts = rules.player_counts
    if len(counts) > 1:
        return gettext("%(least)s to %(most)s players") % {"least": min(counts), "most": max(counts)}
    return gettext("%(count)s players") % {"count": counts[0]}
