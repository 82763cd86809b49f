"""Laying a table and asking the rules about what is done on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie
from django_htmx.http import HttpResponseClientRedirect, push_url

from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.variants import RULE_SETS
from engine.notation.position_line import format_position, format_rules, parse_position, parse_rules
from engine.notation.text import parse_cards
from lessons.content.reading import library
from lessons.kinds.common.answers import AnswerError
from lessons.parting.probing import Judged, under_rules
from lessons.saying.engine_errors import error_at_its_place
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_title
from lessons.table import position_words, presenting
from lessons.words import naming
from tutor.editor import state
from tutor.editor.grid import buttons_of
from tutor.editor.items import has_ended, hindrance, right_reason, verdict_on
from tutor.editor.likely import likely_moves
from tutor.editor.permission import answers_of_partner, why_not_answered
from tutor.editor.state import Laying
from tutor.editor.turning import Turning, turning_from, turning_with
from tutor.learning.addresses import position_url
from tutor.learning.exercise_answer import answer_context, table_context
from tutor.reference.everywhere import answers_view, rule_sets_for
from tutor.site.heavy import heavy
from tutor.site.htmx import HtmxRequest
from tutor.tables.models import Table
from tutor.tables.services import table_of


@vary_on_cookie
@require_safe
@heavy
def lay(request: HtmxRequest) -> HttpResponse:
    """The table being laid. Everything stands in the address; a button of the form does one thing to it."""
    problem = ""
    laying = state.from_form(request.GET)
    table = table_of(request)
    if table is not None and "rules" not in request.GET:
        laying = replace(laying, rules=format_rules(table.rule_set))
    if "p" in request.GET:
        laying, problem = _from_link(request.GET["p"], request.GET.get("n", ""))
    do = request.GET.get("do", "")
    if do.startswith("language:"):
        return _switched(request, f"{reverse('editor:lay')}?{laying.query()}")
    quick = request.GET.get("quick", "").strip()[: state.MOST_TEXT]
    if quick:
        try:
            laying = state.type_in(laying, quick)
        except AnswerError as error:
            return _lay_page(request, laying, problem=error.message, quick=quick, status=400)
    if do:
        try:
            return _done(request, laying, do)
        except AnswerError as error:
            problem = error.message
    return _lay_page(request, laying, problem=problem, status=400 if problem else 200)


@vary_on_cookie
@require_safe
@heavy
def ask(request: HtmxRequest) -> HttpResponse:
    """What the player does on this table, and the verdict on it, under its rule set and under all others."""
    try:
        turning = turning_from(request.GET)
    except AnswerError as error:
        return _lay_page(request, Laying(), problem=error.message, status=400)
    do = request.GET.get("do", "")
    if not do:
        return _ask_page(request, turning)
    if do.startswith("language:"):
        return _switched(request, f"{reverse('editor:ask')}?{turning.query()}")
    try:
        done = turning_with(turning, do)
    except AnswerError as error:
        return _ask_page(request, turning, problem=error, status=400)
    return _gone(request, f"{reverse('editor:ask')}?{done.query()}", _ask_page, done)


def _done(request: HtmxRequest, laying: Laying, do: str) -> HttpResponse:
    verb, _, rest = do.partition(":")
    if verb == "put":
        laying = state.put(laying, rest)
    elif verb == "drop":
        zone, _, place = rest.partition(":")
        laying = state.drop(laying, zone, int(place) if place.isdecimal() and len(place) < 4 else -1)
    elif verb == "clear":
        laying = Laying(rules=laying.rules, typing=laying.typing, suits=laying.suits)
    elif verb == "go":
        position, faults = state.position_of(laying)
        if position is None:
            raise AnswerError(
                faults[0].field, gettext("Something is still wrong with this position; see below.")
            )
        return _led_to(request, f"{reverse('editor:ask')}?{_turning_of(laying, position).query()}")
    elif verb != "show":
        raise AnswerError(
            "do", gettext("The form did not arrive intact: this button is not known. Your table is kept.")
        )
    return _gone(request, f"{reverse('editor:lay')}?{laying.query()}", _lay_page, laying)


def _switched(request: HtmxRequest, url: str) -> HttpResponse:
    """The same page with all that is said there, in the language that the button names."""
    language = request.GET["do"].partition(":")[2]
    return _led_to(request, translate_url(url, language) if language in ("de", "en") else url)


def _led_to(request: HtmxRequest, url: str) -> HttpResponse:
    """To another page: the whole of it, not into the place of a part of this one."""
    return HttpResponseClientRedirect(url) if request.htmx else HttpResponseRedirect(url)


def _gone(
    request: HtmxRequest, url: str, page: Callable[..., HttpResponse], shown: Laying | Turning
) -> HttpResponse:
    """On to an address that says what there is now, so that it can be reloaded; with htmx only its page's part.

    Without scripts the page of a move is opened where the move and the verdict stand, if they lie below the cards.
    """
    if request.htmx:
        return push_url(page(request, shown), url)
    return HttpResponseRedirect(f"{url}#tray" if isinstance(shown, Turning) and shown.actions else url)


def _turning_of(laying: Laying, position: Position) -> Turning:
    """The table that is laid, with nothing done on it yet."""
    return Turning(position=position, next_cards=state.next_cards_of(laying))


def _from_link(text: str, next_cards: str) -> tuple[Laying, str]:
    """The table of a link that carries a position, and what is wrong with it."""
    german = (get_language() or "").startswith("de")
    try:
        position = parse_position(text, german=german)
        coming = parse_cards(next_cards, german=german, where="next_cards")
    except EngineError as error:
        return Laying(), error_at_its_place(error)
    laying = state.from_position(position, next_cards=coming)
    if laying is None:
        return Laying(), gettext(
            "This position holds more than the form can show, so it cannot be changed here."
        )
    return laying, ""


def _lay_page(
    request: HtmxRequest, laying: Laying, *, problem: str = "", quick: str = "", status: int = 200
) -> HttpResponse:
    position, faults = state.position_of(laying)
    is_empty = laying == Laying(
        rules=laying.rules, zone=laying.zone, typing=laying.typing, suits=laying.suits
    )
    zones, wrong = state.zones_of(laying), {fault.field for fault in faults}
    alone = state.plays_alone(laying)
    lying = Counter(card for zone in zones for card in state.cards_in(laying, zone))
    context = {
        "section": "table",
        "laying": laying,
        "problem": problem,
        "faults": () if is_empty else faults,
        "wrong": wrong,
        "is_empty": is_empty,
        "typing": laying.typing or any(_is_unread(laying, zone) for zone in zones),
        "opens_more": bool(wrong - {*zones, "position", "rules", "phase"}),
        "set_numbers": _set_numbers(laying),
        "alone": alone,
        "more_title": gettext("Scores, stock, frozen pile")
        if alone
        else gettext("Scores, stock, partner, frozen pile"),
        "is_possible": position is not None and not is_empty,
        "rule_sets": _rule_sets(laying, table_of(request)),
        "phases": [(phase, label) for phase, label in zip(state.PHASES, _phase_labels(), strict=True)],
        "suits": laying.suits,
        "quick": quick,
        "here": zone_label(laying.zone, alone=alone),
        **buttons_of(laying, lying),
        "likely": _likely(position) if position is not None and not is_empty else (),
        "zones": [_zone(laying, zone, faults) for zone in zones],
        "adds": f"table:{_turning_of(laying, position).query()}"
        if position is not None and not is_empty
        else "",
        "table": presenting.table(position) if position is not None and not is_empty else None,
        "facts": position_words.facts(position) if position is not None and not is_empty else (),
        "position_text": format_position(position) if position is not None and not is_empty else "",
    }
    return _render(request, "editor/lay.html", "laying", context, status)


def _likely(position: Position) -> list[dict[str, Any]]:
    """What the rules say of the moves that the table may be laid for, each with the way to its page."""
    found = []
    for actions in likely_moves(position):
        try:
            verdict = verdict_on(position, actions)
        except EngineError:  # the table leaves open what would decide
            continue
        told = explain(verdict, position=position, actions=actions, reveal=False)
        turning = Turning(position=position).with_actions(actions)
        found.append(
            {
                "words": actions_in_words(actions),
                "outcome": {True: "may", False: "maynot", None: "open"}[verdict.legal],
                "why": told.deciding.text if told.deciding else "",
                "url": f"{reverse('editor:ask')}?{turning.query()}",
            }
        )
    return found


def _ask_page(
    request: HtmxRequest, turning: Turning, *, problem: AnswerError | None = None, status: int = 200
) -> HttpResponse:
    item, work = turning.item, turning.work
    fresh = Turning(position=turning.position, next_cards=turning.next_cards)
    laying = state.from_position(turning.position, next_cards=turning.next_cards)
    context = {
        "section": "table",
        "crumbs": [
            (
                gettext("Ask the rules"),
                f"{reverse('editor:lay')}?{laying.query()}" if laying else reverse("editor:lay"),
            )
        ],
        "place": gettext("The move"),
        "settings_next": f"{reverse('editor:ask')}?{turning.query()}",
        "facts": position_words.facts(turning.position),
        "form_fields": [("p", format_position(turning.position)), ("n", words_of(turning))],
        "answer_error": problem,
        "at_once": True,
        "change_url": f"{reverse('editor:lay')}?{laying.query()}" if laying else "",
        "again_url": f"{reverse('editor:ask')}?{fresh.query()}",
        "save_url": f"{reverse('editor:new')}?{turning.query()}",
        "hindrance": hindrance(turning.position, turning.actions, turning.next_cards),
        "adds": f"table:{turning.query()}",
        "position_url": position_url(turning.position),
        "verdict": _verdict(turning, table_of(request)),
        "partner_answers": answers_of_partner(turning),
        **table_context(item, work),
        **answer_context(item, work, None, problem, focus=""),
    }
    return _render(request, "editor/ask.html", "asking", context, status)


def _rule_sets(laying: Laying, table: Table | None) -> list[dict[str, str]]:
    """What may be chosen: the visitor's table first, and house rules that the address carries."""
    found = {name: naming.named_rule_set(name) for name in RULE_SETS}
    if laying.rules not in found:
        found = {laying.rules: naming.rule_set_name(parse_rules(laying.rules)), **found}
    if table is not None:
        rules = format_rules(table.rule_set)
        found.pop(rules, None)
        found = {rules: gettext("Our table: %(name)s") % {"name": table.name}, **found}
    return [{"name": name, "title": title} for name, title in found.items()]


def _verdict(turning: Turning, table: Table | None) -> dict[str, Any] | None:
    """The verdict on what is done so far, and what every rule set says of it; None before anything is done."""
    if not turning.actions:
        return None
    position, actions = turning.position, turning.actions
    try:
        verdict = verdict_on(position, actions, remedy=True)
    except EngineError as error:
        return {"cannot": why_not_answered(error, position)}
    rule = right_reason(verdict, position, actions)
    told = explain(verdict, position=position, actions=actions)
    # Whoever lays the last card, or draws a red three as the last of the stock, has no discard to make.
    is_over = has_ended(actions) or not verdict.after.my_turn
    headline = {
        True: gettext("That is allowed.") if is_over else gettext("So far that is allowed."),
        False: gettext("That is not allowed."),
        None: gettext("The text of this rule set does not decide that."),
    }[verdict.legal]
    found: dict[str, Judged | None] = {}
    is_ours = table is not None and position.rules == table.rule_set
    for name, rules in rule_sets_for(None if is_ours else table).items():
        try:
            there = under_rules(position, rules)
            found[name] = Judged(position=there, actions=actions, verdict=verdict_on(there, actions))
        except EngineError:
            found[name] = None
    return {
        "outcome": {True: "right", False: "wrong", None: "undecided"}[verdict.legal],
        "headline": headline,
        "why": told.deciding.text if told.deciding else "",
        "open_points": [one.text for one in told.open_points if one != told.deciding],
        "fix": told.fix.text if told.fix else "",
        "rule_id": told.rule_id or rule,
        "rule_title": rule_title(told.rule_id or rule, position.rules),
        "rule_set": gettext("Our table: %(name)s") % {"name": table.name}
        if is_ours and table is not None
        else naming.rule_set_name(position.rules),
        "rules": position.rules,
        "further": [sentence.text for sentence in told.further if sentence not in told.open_points],
        "everywhere": answers_view(library(), rule, found, table),
    }


def words_of(turning: Turning) -> str:
    """The cards that the stock will give, as the form keeps them."""
    return " ".join(map(str, turning.next_cards))


def _zone(laying: Laying, zone: str, faults: tuple[state.Fault, ...]) -> dict[str, Any]:
    """A place for cards: its names, its text field, and its cards as buttons that take them away again."""
    side, _, place = zone.partition("-")
    is_meld = place.isdecimal() or place == "new"
    alone = state.plays_alone(laying)
    return {
        "zone": zone,
        "label": zone_label(zone, alone=alone),
        "short": _short_label(zone, alone=alone),
        "field": side if is_meld else zone.replace("-", "_"),
        "text": state.text_of(laying, zone),
        "cards": list(enumerate(state.cards_in(laying, zone))),
        "checked": zone == laying.zone,
        "faults": [fault.message for fault in faults if fault.field == zone],
    }


def zone_label(zone: str, *, alone: bool) -> str:
    """What a place for cards is called; with ``alone`` where nobody has a partner."""
    side, _, place = zone.partition("-")
    if place.isdecimal():
        facts = {"number": int(place) + 1}
        if side == "own":
            return gettext("Your meld %(number)s") % facts
        return (
            gettext("Opponent’s meld %(number)s") if alone else gettext("Opponents’ meld %(number)s")
        ) % facts
    return {
        "hand": pgettext("editor", "Your hand"),
        "pile": gettext("Discard pile, top card last"),
        "own-new": gettext("A new meld of yours") if alone else gettext("A new meld for your side"),
        "own-threes": gettext("Your red threes") if alone else gettext("Your side’s red threes"),
        "opp-new": gettext("A new meld for the opponent")
        if alone
        else gettext("A new meld for the opponents"),
        "opp-threes": gettext("Red threes of the opponent")
        if alone
        else gettext("Red threes of the opponents"),
        "next": gettext("What will be drawn from the stock"),
    }[zone]


def _short_label(zone: str, *, alone: bool) -> str:
    """What the switch to a place for cards is called."""
    return {
        "pile": gettext("Discard pile"),
        "own-new": gettext("New meld"),
        "own-threes": gettext("Red threes"),
        "opp-new": gettext("Opponent: new meld") if alone else gettext("Opponents: new meld"),
        "opp-threes": gettext("Opponent: red threes") if alone else gettext("Opponents: red threes"),
        "next": gettext("To be drawn"),
    }.get(zone) or zone_label(zone, alone=alone)


def _is_unread(laying: Laying, zone: str) -> bool:
    """Whether what is typed for a place names no cards, so that only its text shows what is there."""
    return bool(state.text_of(laying, zone)) and not state.cards_in(laying, zone)


def _set_numbers(laying: Laying) -> list[str]:
    """What is said of the table besides its cards, each in a word or two."""
    found = []
    if laying.own_score or laying.opp_score:
        both = {"own": laying.own_score or "0", "opp": laying.opp_score or "0"}
        found.append(gettext("%(own)s to %(opp)s points") % both)
    if laying.stock:
        found.append(gettext("stock %(count)s") % {"count": laying.stock})
    if laying.pile_size:
        found.append(gettext("discard pile %(count)s") % {"count": laying.pile_size})
    if laying.partner:
        found.append(gettext("partner %(count)s") % {"count": laying.partner})
    if laying.frozen:
        found.append(gettext("frozen"))
    if laying.opened:
        found.append(gettext("initial meld made"))
    return found


def _phase_labels() -> tuple[str, ...]:
    """How far the turn is, short enough for a field on a phone."""
    return (
        pgettext("how far the turn is", "At its beginning"),
        pgettext("how far the turn is", "After drawing"),
        pgettext("how far the turn is", "After taking the pile"),
    )


def _render(
    request: HtmxRequest, template: str, part: str, context: dict[str, Any], status: int
) -> HttpResponse:
    whole = not request.htmx or request.htmx.history_restore_request
    # A fragment is swapped in only with a status that says so.
    code = status if whole or status == 200 else 422
    response = render(request, template if whole else f"{template}#{part}", context, status=code)
    patch_vary_headers(response, ["HX-Request"])
    return response
