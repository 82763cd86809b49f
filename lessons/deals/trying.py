"""Playing a mini-deal without a person: by a style in the player's seat, or along given turns of the player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.law.errors import EngineError
from engine.play.deal import Deal
from engine.play.game import Game
from engine.play.players.player import Player, RulePlayer
from engine.play.players.style import STYLES
from engine.play.prepared import Prepared
from engine.play.view import Memory, view_of_deal
from lessons.content.deals import MiniDeal, Turn
from lessons.deals.points import Judged, reached


def others(mini: MiniDeal) -> dict[int, Player]:
    """Who sits in the other seats."""
    return {seat: RulePlayer(STYLES[style]) for seat, style in mini.style_of.items()}


def played_by(mini: MiniDeal, style: str, *, table: Prepared | None = None, to_the_end: bool = True) -> Game:
    """The mini-deal played by this style in the player's seat, to the end of the deal, or until no turn is left.

    Where the point sets no number of turns it is played to the end.
    """
    start = table or mini.table
    players = others(mini) | {mini.seat: RulePlayer(STYLES[style])}
    most = None if to_the_end else mini.turns
    memory = Memory.of_table(start.players)
    deal, own = start.deal(), 0
    while not deal.over and not (most is not None and own >= most and deal.seat == mini.seat):
        after = _step(deal, players, memory)
        own += deal.seat == mini.seat and len(after.played) > len(deal.played)
        deal = after
    return Game.put_up(start).after(deal)


def played_along(mini: MiniDeal, turns: Sequence[Turn], *, table: Prepared | None = None) -> Game:
    """The mini-deal after these turns of the player and the answers of the others, up to the player's next turn.

    Raises EngineError (request) naming the action that is not possible there: ``model[1]: discard Kh``.
    """
    start = table or mini.table
    players = others(mini)
    memory = Memory.of_table(start.players)
    deal = start.deal()
    left = list(enumerate(turns))
    while not deal.over and (deal.seat != mini.seat or left):
        if deal.seat == mini.seat:
            place, turn = left.pop(0)
            deal = _along(deal, turn, place, memory, players)
        else:
            deal = _step(deal, players, memory)
    return Game.put_up(start).after(deal)


def _along(deal: Deal, turn: Turn, place: int, memory: Memory, players: dict[int, Player]) -> Deal:
    seat = deal.seat
    number = len(deal.played)
    for action in turn:
        view = view_of_deal(deal, memory)
        answer = None
        if action.verb == "ask":
            asked = players[view.partner].answer(view_of_deal(deal, memory, view.partner))
            answer = "yes" if asked else "no"
        try:
            after = deal.play(action, answer=answer)
        except ValueError:
            raise EngineError("request", f"model[{place}]", "record-impossible", text=str(action)) from None
        steps = after.steps or after.played[-1]
        memory.note(seat, steps[-1].move, view.pile)
        deal = after
    if len(deal.played) == number:
        raise EngineError("request", f"model[{place}]", "record-impossible", text=f"{turn[-1]} (no end)")
    return deal


def _step(deal: Deal, players: dict[int, Player], memory: Memory) -> Deal:
    view = view_of_deal(deal, memory)
    decision = players[deal.seat].choose(view, deal.legal_moves())
    answer = None
    if decision.move.verb == "ask":
        # Who is asked may be the player, of whom nothing is known here: then the answer is yes.
        asked = players.get(view.partner)
        answer = "yes" if asked is None or asked.answer(view_of_deal(deal, memory, view.partner)) else "no"
    memory.note(deal.seat, decision.move, view.pile)
    return deal.play_move(decision.move, answer=answer)


def by_model(mini: MiniDeal, turns: Sequence[Turn], table: Prepared | None = None) -> Judged:
    """How the point stands after these turns of the player. Raises EngineError as :func:`played_along`."""
    return reached(mini, played_along(mini, turns, table=table))


def by_style(mini: MiniDeal, style: str, table: Prepared | None = None) -> Judged:
    """How the point was decided where this style played in the player's seat."""
    return reached(mini, played_by(mini, style, table=table, to_the_end=False))
