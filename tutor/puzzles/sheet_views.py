"""The printable sheet of a theme with its key, and the short address of every exercise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from lessons.content.reading import Item
from lessons.parting.families import FAMILIES
from lessons.words.choices import FAMILY_NAMES
from tutor.learning.addresses import item_url
from tutor.puzzles import printing
from tutor.site.language import preferred_language
from tutor.site.private import ask_anew

USUAL_COUNT: Final = 8
MOST_SEED: Final = 9999
KEYS: Final = ("separate", "only", "none")
LEVELS: Final = range(1, 6)
SEPARATOR: Final = "."
MOST_WITHOUT: Final = 60
"""So many exercises of a sheet are swapped or taken out; more make an address too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Addresses of the same sheet with another exercise in a place, and without it; empty where there is none."""

    swap: str
    drop: str


@ask_anew
@require_safe
def sheet(request: HttpRequest, theme: str) -> HttpResponse:
    """A sheet as its address says; an address without a number gets one, so that it can be printed again."""
    title = printing.themes().get(theme)
    if title is None:
        raise Http404(theme)
    if not request.GET.get("seed"):
        query = request.GET.dict() | {"seed": str(SystemRandom().randint(1, MOST_SEED))}
        return HttpResponseRedirect(f"{request.path}?{urlencode(query)}")
    context: dict[str, Any] = {
        "section": "puzzles",
        "crumbs": [
            (gettext("Puzzles"), reverse("lessons:puzzles")),
            (str(title), reverse("lessons:theme", args=[theme])),
        ],
        "place": gettext("Sheet to print"),
        "title": title,
        "theme_url": reverse("lessons:theme", args=[theme]),
        "most": printing.MOST_ITEMS,
        "most_seed": MOST_SEED,
        "families": FAMILY_NAMES.items(),
        "asked": asked_of(request),
    }
    try:
        wanted = wanted_of(request)
    except ValueError as error:
        return render(request, "practice/sheet.html", context | {"problem": str(error)}, status=400)
    items = printing.sheet_items(theme, **chosen_by(wanted))
    key, host = wanted["key"], request.get_host()
    changes = changes_of(theme, request.path, asked_of(request), wanted, items)
    next_sheet = {"seed": wanted["seed"] % MOST_SEED + 1, "without": ""}
    context |= {
        "problem": "" if items else nothing_words(),
        "items": [
            (printing.sheet_item(item, number=number, host=host), change)
            for number, (item, change) in enumerate(zip(items, changes, strict=True), 1)
        ]
        if key != "only"
        else [],
        "entries": [printing.key_entry(item, number=number) for number, item in enumerate(items, 1)]
        if key != "none"
        else [],
        "seed": wanted["seed"],
        "found": len(items),
        "is_short": 0 < len(items) < wanted["count"],
        "large": wanted["large"],
        "other_url": f"{request.path}?{urlencode(asked_of(request) | next_sheet)}",
    }
    return render(request, "practice/sheet.html", context)


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    """The exercise with this code, in the reader's language."""
    item = printing.item_of_code(code)
    if item is None:
        raise Http404(code)
    with translation.override(preferred_language(request)):
        response = HttpResponseRedirect(item_url(item))
    patch_vary_headers(response, ["Accept-Language"])
    return response


def asked_of(request: HttpRequest, *, family: str = "") -> dict[str, str]:
    """What the address asks for, as it stands there; of the rule sets of this ``family`` where it does not say."""
    usual = {"count": str(USUAL_COUNT), "difficulty": "1-5", "key": "separate", "seed": "", "large": ""}
    usual |= {"family": family, "without": ""}
    most = {"without": MOST_WITHOUT * (printing.CODE_LENGTH + 1)}
    return {name: request.GET.get(name, value)[: most.get(name, 20)] for name, value in usual.items()}


def nothing_words() -> str:
    """That nothing is drawn."""
    return gettext("This topic has no exercise of this difficulty and rule set. Choose a wider range.")


def chosen_by(wanted: dict[str, Any]) -> dict[str, Any]:
    """That part of it by which the exercises are drawn."""
    return {name: wanted[name] for name in ("count", "seed", "difficulties", "family", "without")}


def changes_of(
    theme: str, path: str, asked: dict[str, str], wanted: dict[str, Any], items: Sequence[Item]
) -> tuple[Change, ...]:
    """For each exercise the address of the same sheet with another in its place, and without it.

    ``asked`` is what the address of this one says, and ``wanted`` the same, read.
    """
    more = printing.sheet_items(theme, **chosen_by(wanted | {"count": wanted["count"] + 1}))
    spare, room = len(more) > len(items), len(wanted["without"]) < MOST_WITHOUT
    fewer = {"count": str(len(items) - 1)}
    found = []
    for item in items:
        out = {"without": SEPARATOR.join([*sorted(wanted["without"]), printing.code_of(item.slug)])}
        swap, drop = urlencode(asked | out), urlencode(asked | out | fewer)
        found.append(
            Change(
                swap=f"{path}?{swap}" if spare and room else "",
                drop=f"{path}?{drop}" if len(items) > 1 and room else "",
            )
        )
    return tuple(found)


def wanted_of(request: HttpRequest) -> dict[str, Any]:
    """The same, read. Raises ValueError with a sentence that names the part that cannot be read."""
    asked = asked_of(request)
    low, _, high = asked["difficulty"].partition("-")
    if not (_is_in(low, LEVELS) and _is_in(high or low, LEVELS) and low <= (high or low)):
        raise ValueError(
            gettext("Difficulty: “%(text)s” is neither a number from 1 to 5 nor a range such as 2-4.")
            % {"text": asked["difficulty"]}
        )
    if not _is_in(asked["count"], range(1, printing.MOST_ITEMS + 1)):
        raise ValueError(
            gettext("Number of exercises: “%(text)s” is not a number from 1 to %(most)s.")
            % {"text": asked["count"], "most": printing.MOST_ITEMS}
        )
    if not _is_in(asked["seed"], range(1, MOST_SEED + 1)):
        raise ValueError(
            gettext("Number of the sheet: “%(text)s” is not a number from 1 to %(most)s.")
            % {"text": asked["seed"], "most": MOST_SEED}
        )
    if asked["family"] and asked["family"] not in FAMILIES:
        raise ValueError(gettext("Choose a rule set from the list."))
    if asked["key"] not in KEYS:
        raise ValueError(
            gettext("Key: “%(text)s” is none of these: separate, only, none.") % {"text": asked["key"]}
        )
    return {
        "count": int(asked["count"]),
        "seed": int(asked["seed"]),
        "difficulties": range(int(low), int(high or low) + 1),
        "family": asked["family"],
        "without": frozenset(filter(None, asked["without"].split(SEPARATOR))),
        "key": asked["key"],
        "large": asked["large"] == "1",
    }


def _is_in(text: str, numbers: range) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and int(text) in numbers
