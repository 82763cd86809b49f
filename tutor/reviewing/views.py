"""The page of a review: the way to ask for it, that it is being thought about, and what came of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from engine.law.variants import rule_set
from lessons.words import naming
from tutor.learning.learner import learner_of
from tutor.play import services
from tutor.play.models import PlayedDeal
from tutor.reviewing import again, making
from tutor.reviewing.telling import tell
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private
from tutor.site.queue.jobs import State
from tutor.site.queue.living import living_workers


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def last(request: HtmxRequest, key: UUID) -> HttpResponse:
    """The way to the review of the last deal of a game that is over; a press asks for it at once."""
    game = services.find(learner=learner_of(request), key=key)
    number = None if game is None else game.deals.order_by("-number").values_list("number", flat=True).first()
    if number is None:
        raise Http404
    if request.method == "POST":
        return _asked(request, _own_deal(request, key, number + 1))
    return HttpResponseRedirect(_address(key, number))


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxRequest, key: UUID, number: int) -> HttpResponse:
    """The review of a deal of one's own: asked for, waited for, or read."""
    deal = _own_deal(request, key, number)
    if request.method == "POST":
        return _asked(request, deal)
    found = making.review_of(deal)
    state = None if found is None else making.state_of_review(found)
    if request.htmx and state == State.DONE:
        response = HttpResponse()
        response["HX-Refresh"] = "true"
        return response
    return _page(request, deal, state=state, told=found if state == State.DONE else None)


def _asked(request: HtmxRequest, deal: PlayedDeal) -> HttpResponse:
    verb, _, turn = request.POST.get("do", "ask").partition(":")
    if verb == "again":
        return _again(request, deal, turn)
    try:
        making.ask(deal=deal)
    except making.TooManyError:
        problem = gettext("Several of your deals are being analysed already. Please wait for one of them.")
        return _page(request, deal, state=None, problem=problem, status=429)
    return HttpResponseRedirect(_address(deal.game.key, deal.number), status=303)


def _address(key: UUID, number: int) -> str:
    """Where the review of a deal stands; deals are counted from 0."""
    return reverse("reviewing:review", args=[key, number + 1])


def _again(request: HtmxRequest, deal: PlayedDeal, turn: str) -> HttpResponse:
    try:
        number = int(turn) if turn.isdecimal() and turn.isascii() and len(turn) < 5 else -1
        game = again.begin(learner=deal.game.learner, deal=deal, turn=number)
    except again.NotPossibleError:
        return _page(
            request,
            deal,
            state=None,
            problem=gettext("It cannot be played again from there."),
            status=400,
        )
    return HttpResponseRedirect(reverse("play:game", args=[game.key]), status=303)


def _page(
    request: HtmxRequest,
    deal: PlayedDeal,
    *,
    state: State | None,
    told: Any = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    is_open = state in (State.WAITING, State.RUNNING)
    key = deal.game.key
    context = {
        "section": "play",
        "deal": deal,
        "number": deal.number + 1,
        "rule_set": naming.rule_set_name(rule_set(deal.game.rule_set)),
        "deal_url": reverse("play:deal", args=[key, deal.number + 1]),
        "others": [
            (one + 1, _address(key, one))
            for one in deal.game.deals.values_list("number", flat=True)
            if one != deal.number
        ],
        "state": state.value if state is not None else "",
        "is_open": is_open,
        "is_asleep": is_open and not living_workers(),
        "problem": problem,
        "told": None if told is None else tell(told),
    }
    name = "reviewing/review.html#thinking" if request.htmx and is_open else "reviewing/review.html"
    return render(request, name, context, status=status)


def _own_deal(request: HtmxRequest, key: UUID, number: int) -> PlayedDeal:
    game = services.find(learner=learner_of(request), key=key)
    deals = PlayedDeal.objects.select_related("game__learner")
    found = None if game is None else deals.filter(game=game, number=number - 1).first()
    if found is None or not making.can_be_reviewed(found.game):
        raise Http404
    return found
