"""A deal that is over: its sheet, filled in or to fill in, played again turn by turn, and shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from engine.law.cards import Card
from engine.notation.position_line import format_rules
from engine.play.game import Game
from engine.play.record import Watched, watch_game
from engine.play.seen import seen_by
from lessons.content.reading import Item
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import AnswerForm, SheetSide
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from lessons.kinds.registry import kind_of
from lessons.kinds.sheet import deal_of, row_keys
from lessons.saying import moves
from lessons.table import presenting
from lessons.table.view_models import HandView, SideView
from lessons.words import naming
from tutor.learning.exercise_answer import table_context
from tutor.learning.learner import ensure_learner, learner_of
from tutor.play import ending, services, telling
from tutor.play import sitting as play
from tutor.play.comparing import results_with_same_cards
from tutor.play.house_rules import title_of_game
from tutor.play.models import PlayedDeal
from tutor.play.thinking import stood_in_of
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HtmxRequest, key: UUID, number: int) -> HttpResponse:
    """A deal of one's own that is over: its sheet, what happened turn by turn, and how others did."""
    found = _own_deal(request, key, number)
    if request.method == "POST":
        services.share(deal=found)
        return HttpResponseRedirect(f"{telling.deal_url(found)}#share", status=303)
    moments = list(watch_game(found.record))
    turns = _turn_ends(moments)
    at = _place(request.GET.get("turn", ""), len(turns))
    context: dict[str, Any] = {
        "replay": _replay(moments, turns, at),
        "stood_in": telling.stood_in_words() if at - 1 in stood_in_of(found.game, found.number) else "",
    }
    if request.htmx and not request.htmx.history_restore_request:
        response = render(request, "play/deal.html#replay", context)
    else:
        response = render(
            request, "play/deal.html", context | _deal_context(request, found, moments[-1].game)
        )
    patch_vary_headers(response, ["HX-Request"])
    return response


def _deal_context(request: HtmxRequest, found: PlayedDeal, game: Game) -> dict[str, Any]:
    """What stands round the turns of a deal: its sheet, its link and how others did."""
    return {
        "section": "play",
        "deal": found,
        "game_url": reverse("play:game", args=[found.game.key]),
        "adds": f"cards:{found.key}",
        "sheets": ending.sheets_of(game.finished[0], game),
        "rule_set": title_of_game(found.game),
        "share_url": request.build_absolute_uri(reverse("play:same", args=[found.key])),
        "results": results_with_same_cards(found),
    }


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HtmxRequest, key: UUID, number: int) -> HttpResponse:
    """The score sheet of a deal to fill in oneself, graded row by row."""
    found = _own_deal(request, key, number)
    game = play.played_again(found.record)
    own, other = ending.sides_of(game.finished[0])
    item = deal_of(own, other, rule_set=format_rules(game.rules))
    kind = kind_of(item)
    work, result, error = Work(entered={"rows": _no_rows(item)}), None, None
    if request.method == "POST":
        work = Work(entered=kind.from_form(item, request.POST, Work()))
        try:
            result = kind.grade(item, kind.answer(item, work), reveal=False)
        except AnswerError as caught:
            error = caught
    form = kind.form(item, work, result, error, focus="")
    context = {
        "section": "play",
        "sides": _sides(item, work, form["form"]),
        "deal_url": telling.deal_url(found),
        "game_url": reverse("play:game", args=[key]),
        "ended": ending.ended_words(game.finished[0]),
        "answer_error": error,
        "outcome": _outcome_words(result),
    }
    return render(request, "play/sheet.html", context, status=400 if error else 200)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def same(request: HtmxRequest, key: UUID) -> HttpResponse:
    """Play the cards of a deal that somebody shares."""
    found = PlayedDeal.objects.select_related("game").filter(key=key, is_shared=True).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        row = services.begin_same(learner=ensure_learner(request), deal=found)
        return HttpResponseRedirect(reverse("play:game", args=[row.key]), status=303)
    rules = play.played_again(found.record).rules
    context = {"section": "play", "rule_set": naming.rule_set_name(rules), "key": key, "adds": f"cards:{key}"}
    return render(request, "play/same.html", context)


def _own_deal(request: HtmxRequest, key: UUID, number: int) -> PlayedDeal:
    game = services.find(learner=learner_of(request), key=key)
    found = None if game is None else game.deals.filter(number=number - 1).first()
    if found is None:
        raise Http404
    return found


def _turn_ends(moments: list[Watched]) -> list[int]:
    """For each turn the moment after its last action; before the first the moment after dealing."""
    ends = [1]
    for place, moment in enumerate(moments[2:], start=2):
        if len(moment.history) > 1 and moment.history[-1].turn == moment.history[-2].turn:
            ends[-1] = place
        else:
            ends.append(place)
    return ends


def _place(text: str, count: int) -> int:
    """The turn that the address names, from 0; the beginning for what is none."""
    return min(int(text), count - 1) if text.isdecimal() and len(text) < 5 else 0


def _replay(moments: list[Watched], turns: list[int], at: int) -> dict[str, Any]:
    """The table after a turn, all hands open, and what was done in it."""
    moment = moments[turns[at]]
    game = moment.game
    deal = game.deal or game.finished[-1].deal
    players = game.players_at_table if game.deal else game.finished[-1].players
    me, seats = players.index(play.ME), len(deal.hands)
    last = play.turns_of(moment.history)[-1] if moment.history else []
    return {
        "at": at,
        "count": len(turns) - 1,
        "said": moves.turn_in_words(last, me=me, seats=seats) if last else gettext("The cards are dealt."),
        "table": presenting.table(seen_by(deal, me)),
        "hands": [
            _open_hand(deal.hands[seat], moves.who(seat, me, seats))
            for seat in ((me + step) % seats for step in range(seats))
        ],
        "before": at - 1,
        "after": at + 1 if at + 1 < len(turns) else 0,
    }


def _open_hand(cards: tuple[Card, ...], name: str) -> HandView:
    return presenting.hand(cards, selectable=False, title=name)


def _sides(item: Item, work: Work, form: AnswerForm) -> list[tuple[SideView, Sequence[Any], SheetSide]]:
    """What lies before each side and is left in its hands, with the rows that count it; the own side first."""
    other = kind_of(item).opposing(item)
    assert other is not None
    own, theirs = form.sheets
    return [(other.own, table_context(item, work)["score_hands"], own), (other.view, other.hands, theirs)]


def _no_rows(item: Any) -> dict[str, str]:
    """The sheet of both sides with nothing in it."""
    return dict.fromkeys(row_keys(item.task), "")


def _outcome_words(result: Result | None) -> str:
    if result is None:
        return ""
    if result.outcome == "right":
        return gettext("Every row is right.")
    return gettext("Some rows are not right yet: the sheet says why.")
