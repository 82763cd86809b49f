"""What the coach and the partner have to say of what was just done, kept with the game until something new is done.

It is worked out when a move is made, from what was known then: the page only shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.judging.moves import ASK
from engine.law.actions import Move
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet
from engine.play.players.deciding import Decision
from engine.play.players.player import RulePlayer
from engine.play.players.strong import STRONG
from engine.play.players.style import CAREFUL, STYLES
from engine.play.record import Done, Watched
from engine.play.view import view_of_deal
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, remarks
from tutor.play.meeting import rules_of, step_to_learn
from tutor.play.models import MetRule, PlayedGame
from tutor.play.sitting import Sitting

MOST_SAID: Final = 2
"""Sentences about one turn: more are not read."""
ONCE_A_DEAL: Final = frozenset({"red-threes", "stop-wasted", "short-opening"})
"""Themes that are true in one turn after the other: once a deal is enough."""
TELLING: Final = (
    "ask-partner", "go-out", "go-out-towards", "take-large", "take-useful", "open", "open-towards", "lay-canasta",
    "join", "throw-stop", "throw-freeze", "throw-dead", "lay-before-the-end", "lay-wild", "lay-new",
)  # fmt: skip
"""Reasons of a turn that say most, in this order; else that of its last move."""
OF_TRYING_OUT: Final = "tried-out"
"""In place of a reason: a player who tries its moves out has left its rules of thumb."""


def note(row: PlayedGame, before: Sitting, after: Sitting) -> None:
    """Keep with the game what is to be said of what was done since. The row is locked and will be saved.

    ``after`` is the game before a deal that has ended is put away.
    """
    kept = _of_this_deal(row, before if after.game.finished else after)
    done_before = len(before.watched.history)
    if len(after.watched.history) < done_before:
        kept["remarks"] = []  # what was taken back is spoken of no more
    since = after.watched.history[done_before:]
    is_each = row.coach == PlayedGame.Coach.EACH
    spoken_of = since if is_each or row.partner_tells else ()
    for watched, move, done in _moments(before.watched, after.watched, spoken_of):
        moment = Moment(view_of_deal(watched.deal, watched.memory), watched.deal.legal_moves(), move)
        if done.seat == before.me:
            _begin_turn(kept, done.turn)
            if is_each:
                _note_mine(kept, moment)
        elif row.partner_tells and moment.view.partner == before.me:
            _note_partner(kept, moment, before.style_at(done.seat), turn=done.turn)
    mine = [done.turn for done in since if done.seat == before.me]
    if mine:
        _begin_turn(kept, mine[-1])
    if after.asked and not before.asked and row.partner_tells:
        watched = after.watched
        moment = Moment(view_of_deal(watched.deal, watched.memory), watched.deal.legal_moves(), ASK)
        _note_partner(kept, moment, after.style_at(watched.deal.seat), turn=len(watched.deal.played))
    _note_new_rule(row, kept, after)
    row.coached = kept


def _of_this_deal(row: PlayedGame, sitting: Sitting) -> dict[str, Any]:
    """What is kept of the deal that is being played."""
    if row.coached.get("deal") == sitting.game.number:
        return {**row.coached}
    return {"deal": sitting.game.number, "remarks": [], "heard": []}


def _moments(
    before: Watched, after: Watched, since: tuple[Done, ...]
) -> Iterator[tuple[Watched, Move, Done]]:
    """The game before each of these actions, and the move that it was; ``after`` is the game after the last."""
    watched = before
    for place, done in enumerate(since, start=1):
        later = after if place == len(since) else watched.play(done.action, answer=done.answer or None)
        deal = later.game.deal or later.game.finished[-1].deal
        yield watched, (deal.steps or deal.played[-1])[-1].move, done
        watched = later


def _begin_turn(kept: dict[str, Any], turn: int) -> None:
    """What was said of the learner's turn before is said no more."""
    if kept.get("turn") != turn:
        kept |= {"turn": turn, "remarks": []}


def _note_mine(kept: dict[str, Any], moment: Moment) -> None:
    said = [*kept["remarks"], *[remark.to_json() for remark in worth_saying(moment, kept["heard"])]]
    kept["remarks"] = sorted(said, key=lambda one: (one["tone"] != "heed", -one["weight"]))[:MOST_SAID]
    kept["heard"] = sorted({*kept["heard"], *[one["theme"] for one in kept["remarks"]]} & ONCE_A_DEAL)


def worth_saying(moment: Moment, heard: list[str]) -> list[Remark]:
    """What to say unasked of a move: nothing against one that the careful style would have made as well."""
    found = [remark for remark in remarks(moment, during_play=True) if remark.tone != "note"]
    if any(remark.tone == "heed" for remark in found) and _is_careful(moment):
        found = [remark for remark in found if remark.tone == "good"]
    return [remark for remark in found if remark.theme not in heard]


def _is_careful(moment: Moment) -> bool:
    return RulePlayer(CAREFUL).choose(moment.view, moment.moves).move == moment.move


def _note_partner(kept: dict[str, Any], moment: Moment, style: str, *, turn: int) -> None:
    """Keep why the partner made this move; of a turn what says most."""
    decision = RulePlayer(STYLES.get(style, CAREFUL)).choose(moment.view, moment.moves)
    if decision.move == moment.move:
        told: dict[str, Any] = {"reason": decision.reason, "facts": dict(decision.facts)}
    elif style == STRONG:
        told = {"reason": OF_TRYING_OUT, "facts": {}}
    else:
        return
    earlier = kept.get("partner", {})
    if earlier.get("turn") == turn and _rank(earlier["reason"]) <= _rank(told["reason"]):
        return
    kept["partner"] = {"turn": turn, **told}


def _rank(reason: str) -> int:
    return TELLING.index(reason) if reason in TELLING else len(TELLING)


def reason_of(told: dict[str, Any]) -> Decision:
    """The decision as far as words need it."""
    return Decision(Move("draw"), told["reason"], told["facts"])


def _note_new_rule(row: PlayedGame, kept: dict[str, Any], after: Sitting) -> None:
    """Keep the first rule of this situation that the learner has neither learnt nor been told of."""
    if row.coach == PlayedGame.Coach.SILENT or row.outcome or after.state not in ("mine", "asked"):
        return
    turn = len(after.deal.played)
    if kept.get("met", {}).get("turn") == turn:
        return
    rule = _first_new(row, rules_of(after), after.game.rules)
    if rule is not None:
        MetRule.objects.get_or_create(learner_id=row.learner_id, rule=rule)
        kept["met"] = {"turn": turn, "rule": rule}


def _first_new(row: PlayedGame, rules: list[RuleId], played: RuleSet) -> RuleId | None:
    if not rules:
        return None
    told = set(
        MetRule.objects.filter(learner_id=row.learner_id, rule__in=rules).values_list("rule", flat=True)
    )
    for rule in rules:
        if rule not in told and step_to_learn(row.learner, rule, played) is not None:
            return rule
    return None
