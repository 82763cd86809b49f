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
    return _way(deal.game, deal.number, "reviewing/_on_deal.html")


def on_game(request: HttpRequest | None, about: Any) -> Part | None:
    """The way from the end of a deal to its review, a button of :func:`of_game`; one query."""
    game: PlayedGame = about
    last = _last(game)
    return None if last is None else _way(game, last, "reviewing/_on_game.html")


def of_game(request: HttpRequest | None, about: Any) -> Part | None:
    """The form of the way from the end of a deal, which cannot stand in that of the table; one query."""
    game: PlayedGame = about
    last = _last(game) if can_be_reviewed(game) else None
    return None if last is None else _way(game, last, "reviewing/_of_game.html")


def _last(game: PlayedGame) -> int | None:
    return game.deals.order_by("-number").values_list("number", flat=True).first()


def _way(game: PlayedGame, number: int, template: str) -> Part | None:
    """The way to a review; of a deal by house rules why there is none."""
    if game.house_rules:
        return Part("reviewing/_not_for_house_rules.html", {})
    if not can_be_reviewed(game):
        return None
    return Part(template, {"key": game.key, "number": number + 1})


def on_list(request: HttpRequest | None, game: PlayedGame) -> Part | None:
    """The way from a finished game in a list to the review of its last deal; no query.

    A mini-deal may end before its deal does, and has then nothing to look back at.
    """
    if game.mini or not can_be_reviewed(game):
        return None
    return Part("reviewing/_on_list.html", {"key": game.key})


def on_dashboard(request: HttpRequest | None, about: Any) -> Part | None:
    """What the last deals cost, theme by theme; two queries, none without a learner."""
    costs = costs_of(None if request is None else learner_of(request))
    return Part("reviewing/_on_dashboard.html", {"costs": costs}) if costs.deals else None
