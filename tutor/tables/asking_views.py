"""Putting the rules of a table together: from which rule set, what is different, and what that changes on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.reading import library
from lessons.saying import comparing
from lessons.words import naming
from tutor.learning.addresses import position_url, rule_line
from tutor.site.heavy import heavy
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private
from tutor.site.throttling import address_of
from tutor.tables import showing
from tutor.tables.answers import (
    MOST_STEPS,
    PLAYERS,
    Answered,
    answered,
    carried_over,
    field_names,
    texts_from,
    texts_of,
)
from tutor.tables.asking import HANDS, STEPS, Question, questions_by_parameter, topics
from tutor.tables.models import MOST_NAME, Table
from tutor.tables.remembering import memory_of, remember
from tutor.tables.services import TableError, change_table, fits, keep_table, table_by_id
from tutor.tables.views import no_such_table, refused

UNPROCESSABLE: Final = 422
NO_MOVE: Final = (HANDS, "packs", "jokers", "upcard_cover_black_three")
"""What decides how a deal begins, and no single move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """The form as it stands. ``told`` is a problem that no question has, such as with the name."""

    base: RuleSet
    texts: Mapping[str, str]
    name: str = ""
    told: TableError | None = None
    table: Table | None = None

    @property
    def made(self) -> Answered:
        return answered(self.texts, self.base)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HtmxRequest) -> HttpResponse:
    """The questions for a new table; first from which rule set it starts."""
    base = RULE_SETS.get(request.POST.get("base", "") or request.GET.get("base", ""))
    if base is None:
        return _bases_page(request)
    return _asked(request, Filling(base=base, texts=texts_of(base)))


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HtmxRequest, public_id: str) -> HttpResponse:
    """The questions for a table that there is, for who holds its key."""
    table = table_by_id(public_id)
    if table is None:
        return no_such_table(request)
    if not fits(memory_of(request).key_of(table.public_id), table):
        text = gettext(
            "This device does not hold the key to the table. First open the link that changes the table."
        )
        return refused(request, text, status=403)
    rules = table.rule_set
    base = RULE_SETS[rules.base or rules.name]
    return _asked(request, Filling(base=base, texts=texts_of(rules), name=table.name, table=table))


@keep_private
@require_safe
@heavy
def shows(request: HtmxRequest, parameter: str) -> HttpResponse:
    """A position on which an answer and the usual one part, both judged or counted now."""
    question = questions_by_parameter().get(parameter)
    base = RULE_SETS.get(request.GET.get("base", "classic"))
    if question is None or base is None:
        raise Http404(parameter)
    here = answered(texts_from(request.GET.dict(), base), base).rules
    found = None if parameter in NO_MOVE else showing.shown(question, base, here)
    context = {
        "section": "table",
        "question": question,
        "base": base,
        "base_title": naming.named_rule_set(base.name),
        "again_url": f"{reverse('tables:new')}?base={base.name}#q-{parameter}",
        "shown": None,
        **(_difference(question, found) if found else {}),
    }
    return _render(request, "tables/shows.html", "difference", context)


def _difference(question: Question, found: showing.Shown) -> dict[str, Any]:
    drawn = comparing.show(found.rule, found.apart)
    answers = [
        showing.in_words(question, showing.value_of(rules, question)) for rules in (found.usual, found.other)
    ]
    return {
        "shown": drawn,
        "columns": list(zip(answers, drawn.outcomes, strict=True)),
        "position_url": position_url(drawn.position) if drawn.position else "",
    }


def _asked(request: HtmxRequest, filling: Filling) -> HttpResponse:
    """What a button of the form does. Without one, with scripts, only what the answers come to is told."""
    if request.method != "POST":
        return _questions_page(request, filling)
    base = RULE_SETS.get(request.POST.get("base", ""), filling.base)
    before = RULE_SETS.get(request.POST.get("was", ""), base)
    # What is not sent is as it was: in the table that is changed, or in the rule set that it starts from.
    sent = {**filling.texts, **request.POST.dict()} if filling.table else request.POST.dict()
    texts = texts_from(sent, before)
    if before != base:
        texts = carried_over(texts, before, base)
    filled = replace(filling, base=base, texts=texts, name=request.POST.get("name", "")[: 5 * MOST_NAME])
    # A script only tells what the answers come to. It names the button that was pressed last, too: were that obeyed,
    # whoever types the name and presses "keep" would make two tables.
    wanted = "" if request.htmx else request.POST.get("do", "")
    if wanted != "keep":
        # Nobody has asked for anything yet who is still answering, or wants the other language.
        is_refused = wanted in ("check", "base") and bool(filled.made.faults)
        return _questions_page(request, filled, status=UNPROCESSABLE if is_refused else 200)
    return _kept(request, filled)


def _kept(request: HtmxRequest, filled: Filling) -> HttpResponse:
    rules = filled.made.rules
    if rules is None:
        return _questions_page(request, filled, status=UNPROCESSABLE)
    memory = memory_of(request)
    try:
        if filled.table is None:
            table, key = keep_table(name=filled.name, rules=rules, address=address_of(request))
        else:
            key = memory.key_of(filled.table.public_id)
            table = change_table(table=filled.table, key=key, name=filled.name, rules=rules)
    except TableError as error:
        return _questions_page(request, replace(filled, told=error), status=UNPROCESSABLE)
    url = reverse("tables:table", args=[table.public_id])
    response = HttpResponseRedirect(url if filled.table else f"{url}?new=1", status=303)
    remember(response, memory.with_table(table.public_id, key=key))
    return response


def _bases_page(request: HtmxRequest) -> HttpResponse:
    content = library()
    entries = [entry for entry in content.rule_sets.values() if entry.name in RULE_SETS]
    context = {
        "section": "table",
        "bases": [
            {
                "title": entry.title,
                "summary": entry.summary,
                "players": entry.players,
                "url": f"{reverse('tables:new')}?base={entry.name}",
            }
            for entry in entries
        ],
    }
    return render(request, "tables/bases.html", context)


def _questions_page(request: HtmxRequest, filled: Filling, *, status: int = 200) -> HttpResponse:
    made = filled.made
    base_title = naming.named_rule_set(filled.base.name)
    differs = {name for name, _ in made.rules.changes} if made.rules else set()
    wrong: dict[str, str] = {name: fault.message for fault in made.faults for name in fault.parameters}
    context = {
        "section": "table",
        "table": filled.table,
        "name": filled.name,
        "told": filled.told,
        "base": filled.base.name,
        "base_title": base_title,
        "bases": [(name, naming.named_rule_set(name)) for name in RULE_SETS],
        "faults": [
            {"message": fault.message, "at": [questions_by_parameter()[name] for name in fault.parameters]}
            for fault in made.faults
        ],
        "differences": showing.differences(made.rules) if made.rules else (),
        "is_possible": made.rules is not None,
        "topics": [
            {
                "key": topic.key,
                "title": topic.title,
                "is_open": number == 0 or any(one.parameter in wrong for one in topic.questions),
                "differs": sum(one.parameter in differs for one in topic.questions),
                "questions": [_question(one, filled, wrong, differs) for one in topic.questions],
            }
            for number, topic in enumerate(topics())
        ],
    }
    return _render(request, "tables/questions.html", "told", context, status)


def _question(
    question: Question, filled: Filling, wrong: Mapping[str, str], differs: set[str]
) -> dict[str, Any]:
    """A question as the form asks it: with the answers of the named rule sets, and its own so far."""
    name = question.parameter
    said = [
        (value, showing.in_words(question, value), who) for value, who in showing.said_elsewhere(question)
    ]
    usual = showing.value_of(filled.base, question)
    page = library().rules.get(question.rule)
    return {
        "parameter": name,
        "ask": question.ask,
        "unit": question.unit,
        "options": [
            {
                "text": option.text,
                "words": option.words,
                "checked": filled.texts[name] == option.text,
                "usual": option.value == usual,
                "who": next((who for value, _, who in said if value == option.value), ""),
            }
            for option in question.options
        ],
        "said": () if question.options else [(words, who) for _, words, who in said],
        "fields": () if question.options else _fields(question, filled.texts),
        "steps": _steps(filled.texts) if name == STEPS else (),
        "none": question.none,
        "note": question.note,
        "fault": wrong.get(name, ""),
        "differs": name in differs,
        "rule": rule_line(page) | {"title": page.about} if page else None,
        "shows_url": ""
        if name in NO_MOVE
        else f"{reverse('tables:shows', args=[name])}?base={filled.base.name}",
    }


def _fields(question: Question, texts: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Name, label and text of each number that is asked for."""
    names = field_names(question)
    if question.parameter == STEPS:
        return []
    if question.parameter == HANDS:
        labels = [gettext("%(count)s players") % {"count": players} for players in PLAYERS]
    else:
        labels = [str(label) for _, label in question.parts] or [""]
    return [(name, label, texts[name]) for name, label in zip(names, labels, strict=True)]


def _steps(texts: Mapping[str, str]) -> list[dict[str, str]]:
    """Rows of the steps: from which score on, and how many points; the first reaches down without limit."""
    rows = [{"number": "0", "minimum": texts["minimum_0"]}]
    for place in range(1, MOST_STEPS + 1):
        rows.append(
            {"number": str(place), "from": texts[f"from_{place}"], "minimum": texts[f"minimum_{place}"]}
        )
    return rows


def _render(
    request: HtmxRequest, template: str, part: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    whole = not request.htmx or request.htmx.history_restore_request
    response = render(request, template if whole else f"{template}#{part}", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
