"""Whether the coach beside the table would have done the same: it decides by rules of thumb, without playing on."""

from __future__ import annotations

from engine.law.actions import Move
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.review.turns import Moment
from engine.play.view import view_of_deal
from tutor.reviewing.differing import come_to_the_same
from tutor.reviewing.reasons import shown
from tutor.reviewing.storing import StoredChoice


def coach_agrees(moment: Moment, choice: StoredChoice) -> bool:
    """Whether what was done is what the coach would have advised, step by step."""
    advised = coach_plan(moment, only_beginning=choice.part == "beginning")
    return come_to_the_same(advised, shown(moment.made, choice))


def coach_plan(moment: Moment, *, only_beginning: bool) -> tuple[Move, ...]:
    """What the coach would have done from here to the end of the turn, up to where it would ask the partner."""
    coach, deal, memory = RulePlayer(CAREFUL), moment.deal, moment.view.memory.copy()
    seat, turn, done = deal.seat, len(deal.played), list[Move]()
    while not deal.over and (deal.seat, len(deal.played)) == (seat, turn):
        move = coach.choose(view_of_deal(deal, memory), deal.legal_moves()).move
        if move.verb == "ask":
            break
        done.append(move)
        if only_beginning:
            break
        memory.note(seat, move, [card.kind for card in deal.turn.pile])
        deal = deal.play_move(move)
    return tuple(done)
