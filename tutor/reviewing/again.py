"""A deal played once more from one of the learner's turns on, with the same cards and the same players."""

from __future__ import annotations

from engine.law.errors import EngineError
from engine.play.deal import Deal
from engine.play.prepared import prepared_of
from engine.play.record import watch_game
from tutor.learning.models import Learner
from tutor.play import services
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.play.sitting import ME


class NotPossibleError(Exception):
    """No turn of the learner begins there, or its table cannot be put up."""


def begin(*, learner: Learner, deal: PlayedDeal, turn: int) -> PlayedGame:
    """A game of one deal that goes on where this turn of the learner began. Raises NotPossibleError."""
    moments = list(watch_game(deal.record))
    players = moments[-1].game.finished[0].players
    me = players.index(ME)
    start = next(
        (one for moment in moments if (one := moment.game.deal) is not None and _begins(one, turn)), None
    )
    if start is None or start.seat != me:
        raise NotPossibleError
    try:
        table = prepared_of(start, first=me)
    except EngineError as error:
        raise NotPossibleError from error
    styles = [deal.game.styles[players[(me + place) % len(players)]] for place in range(len(players))]
    return services.begin_from(learner=learner, table=table, styles=styles, pace=deal.game.pace)


def _begins(deal: Deal, turn: int) -> bool:
    return len(deal.played) == turn and not deal.steps
