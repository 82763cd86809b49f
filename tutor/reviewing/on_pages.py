"""What pages of other areas say of reviews."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.learning.learner import learner_of
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.reviewing.costing import costs_of
from tutor.reviewing.making import can_be_reviewed
from tutor.site.parts import Part


def on_deal(request: HttpRequest | None, deal: PlayedDeal) -> Part | None:
    """The way from a deal that is over to its review; no query."""
    if not can_be_reviewed(deal.game.rule_set):
        return None
    return Part("reviewing/_on_deal.html", {"key": deal.game.key, "number": deal.number + 1})


def on_game(request: HttpRequest | None, about: Any) -> Part | None:
    """The way from the end of a deal to its review; one query."""
    game: PlayedGame = about
    last = game.deals.order_by("-number").values_list("number", flat=True).first()
    if last is None or not can_be_reviewed(game.rule_set):
        return None
    return Part("reviewing/_on_deal.html", {"key": game.key, "number": last + 1})


def on_list(request: HttpRequest | None, game: PlayedGame) -> Part | None:
    """The way from a finished game in a list to the review of its last deal; no query.

    A mini-deal may end before its deal does, and has then nothing to look back at.
    """
    if game.mini or not can_be_reviewed(game.rule_set):
        return None
    return Part("reviewing/_on_list.html", {"key": game.key})


def on_dashboard(request: HttpRequest | None, about: Any) -> Part | None:
    """What the last deals cost, theme by theme; two queries, none without a learner."""
    costs = costs_of(None if request is None else learner_of(request))
    return Part("reviewing/_on_dashboard.html", {"costs": costs}) if costs.deals else None
