"""At the table: what there is, a table with its rules and its links, and what a device remembers of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_rules
from lessons.content.reading import load, seeds_folder
from lessons.saying import comparing
from lessons.words import naming
from tutor.learning.addresses import position_url, rule_line, rule_set_url
from tutor.site.carrying import secret_of
from tutor.site.errors import error_page
from tutor.site.language import preferred_language
from tutor.site.posting import form_of
from tutor.site.private import keep_private
from tutor.site.qr import qr_code
from tutor.site.reaching import is_only_here
from tutor.tables.models import Table
from tutor.tables.remembering import memory_of, remember
from tutor.tables.services import TableError, delete_table, fits, table_by_id, table_of
from tutor.tables.showing import differences

UNPROCESSABLE: Final = 422


@require_safe
def short(request: HttpRequest, public_id: str) -> HttpResponse:
    """The short link leads to the table in the browser's language."""
    response = HttpResponseRedirect(f"/{preferred_language(request)}/table/{public_id}/")
    patch_vary_headers(response, ["Accept-Language"])
    return response


@keep_private
@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Everything for an evening at the table, and the tables that this device knows."""
    memory = memory_of(request)
    found = [(one, table_by_id(one.public_id)) for one in memory.tables]
    context = {
        "section": "table",
        "tables": [
            _line(one) | {"chosen": one.public_id == memory.chosen} for _, one in found if one is not None
        ],
        "gone": [known.public_id for known, one in found if one is None],
        "chosen": table_of(request),
    }
    return render(request, "tables/hub.html", context)


@keep_private
@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table: what it plays otherwise, its link, and for who holds the key how it is changed."""
    found = table_by_id(public_id)
    if found is None:
        return no_such_table(request)
    memory = memory_of(request)
    key = memory.key_of(found.public_id)
    link = link_of(request, found)
    context = {
        "section": "table",
        "table": found,
        "rule_set": naming.named_rule_set(_base_of(found)),
        "rule_set_url": rule_set_url(_base_of(found)),
        "differences": [one | {"rule": rule_line(one["rule"])} for one in differences(found.rule_set)],
        "positions": _positions(seeds_folder(), found.rules, found.name, get_language() or "en"),
        "link": link,
        "qr": qr_code(link),
        "only_here": is_only_here(request),
        "is_known": memory.knows(found.public_id),
        "is_chosen": memory.chosen == found.public_id,
        "key_link": f"{request.build_absolute_uri(reverse('tables:key', args=[found.public_id]))}#{key}"
        if fits(key, found)
        else "",
        "is_new": request.GET.get("new") == "1",
    }
    return render(request, "tables/table.html", context)


@keep_private
@sensitive_post_parameters("link")
@require_http_methods(["GET", "HEAD", "POST"])
def key(request: HttpRequest, public_id: str) -> HttpResponse:
    """The second link: it lets this device change the table. Opening it only asks."""
    found = table_by_id(public_id)
    if found is None:
        return no_such_table(request)
    link = request.POST.get("link", "")
    secret = secret_of(link)
    is_switching = request.POST.get("do", "").startswith("language")
    if request.method == "POST" and not is_switching and fits(secret, found):
        response = HttpResponseRedirect(reverse("tables:table", args=[found.public_id]), status=303)
        remember(response, memory_of(request).with_table(found.public_id, key=secret))
        return response
    is_wrong = request.method == "POST" and not is_switching
    context = {"section": "table", "table": found, "link": link, "is_wrong": is_wrong}
    return render(request, "tables/key.html", context, status=UNPROCESSABLE if is_wrong else 200)


def _hub_url(public_id: str) -> str:
    return reverse("tables:hub")


@keep_private
@form_of(_hub_url)
def do(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let the device remember, choose or forget the table, go by the official rules for now, or delete it for all."""
    memory, wanted = memory_of(request), request.POST.get("do", "")
    here = reverse("tables:hub")
    match wanted:
        case "choose":
            found = table_by_id(public_id)
            if found is None:
                return no_such_table(request)
            memory = memory.with_table(found.public_id)
            here = reverse("tables:table", args=[found.public_id])
        case "officially":
            memory = memory.choosing("")
        case "forget":
            memory = memory.without(public_id)
        case "delete":
            problem = _delete(public_id, memory.key_of(public_id))
            if problem:
                return refused(request, problem, status=403)
            memory = memory.without(public_id)
        case _:
            return refused(
                request,
                gettext("The form did not arrive intact: this button is not known. Nothing has changed."),
            )
    response = HttpResponseRedirect(here, status=303)
    remember(response, memory)
    return response


def no_such_table(request: HttpRequest) -> HttpResponse:
    """What somebody reads whose link leads to no table."""
    text = gettext(
        "A letter in the link may be missing or wrong, or the table may have been "
        "deleted. Ask whoever sent you the link, or put your rules together again."
    )
    return error_page(
        request,
        status=404,
        title=gettext("There is no such table"),
        text=text,
        onward=(gettext("At the table"), reverse("tables:hub")),
    )


def refused(request: HttpRequest, message: str, *, status: int = 400) -> HttpResponse:
    """A page that says why nothing was done."""
    return error_page(
        request,
        status=status,
        title=gettext("That did not work"),
        text=message,
        onward=(gettext("At the table"), reverse("tables:hub")),
    )


def link_of(request: HttpRequest, table: Table) -> str:
    """The short link with which everybody reads the table."""
    return request.build_absolute_uri(reverse("table-short", args=[table.public_id]))


def _delete(public_id: str, key: str) -> str:
    found = table_by_id(public_id)
    if found is None:
        return ""
    try:
        delete_table(table=found, key=key)
    except TableError as error:
        return error.message
    return ""


def _base_of(table: Table) -> str:
    rules = table.rule_set
    return rules.base or rules.name


def _line(table: Table) -> dict[str, Any]:
    """A table as the list of tables shows it."""
    return {
        "name": table.name,
        "public_id": table.public_id,
        "url": reverse("tables:table", args=[table.public_id]),
        "rule_set": naming.named_rule_set(_base_of(table)),
        "count": len(table.rule_set.changes),
    }


@lru_cache(maxsize=64)
def _positions(root: Path, rules: str, name: str, language: str) -> SafeString:
    """Positions that show what this table plays otherwise than its base; by content, rules, name and language alone."""
    here = parse_rules(rules)
    base = RULE_SETS[here.base or here.name]
    drawn = [
        {
            **rule_line(one.page),
            "title": one.page.about,
            "columns": one.columns,
            "shown": one.shown,
            "position_url": position_url(one.shown.position) if one.shown and one.shown.position else "",
        }
        for one in _each_once(comparing.differences(load(root), base, here))
    ]
    context = {"titles": [naming.named_rule_set(base.name), name], "with_position": drawn, "without": ()}
    return render_to_string("lessons/_differences.html", context) if drawn else SafeString()


def _each_once(found: Iterable[comparing.Difference]) -> Iterator[comparing.Difference]:
    """Those with something to show; what two rules show in the same position stands at the first of them."""
    seen = set()
    for one in found:
        shown = one.shown
        if shown and (what := (shown.actions, str(shown.position or shown.side))) not in seen:
            seen.add(what)
            yield one
