"""Going out that costs more than it brings: a canasta against the bonus for going out, by the score sheet.

Every end of the turn is looked at, so the most points are exact. Where going out tempts it is allowed, and falls short
by one number, the bonus for it. Elsewhere what tempts would bring as much but for one rule, so that nobody knows
beforehand whether staying is the point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from engine.judging.best_play import best_lay_down
from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.position_line import format_position
from engine.reach.finishing import can_go_out
from engine.score.sheet import ScoreSide, score_side
from engine.turn.turn import Turn as TurnState
from lessons.kinds.common.accepting import sheet_now
from lessons.kinds.turn import Turn
from lessons.mining.ask_decide import one_forbidden
from lessons.mining.exact import End, ends, played
from lessons.mining.one_point import NEAR, OTHERS
from lessons.mining.spec import Maker, Record, Scene
from lessons.mining.weighing import Plan, leaves, plans, worth

MOST_HAND: Final = 10
TRIED, TEMPTED, SELDOM = 24, 20, 0.03
"""Turns that are tried by lot, and how seldom one without a way out is looked at: there are so many more of them."""
FEWEST: Final = 5
CLOSE: Final = 200
"""Points: with a greater difference nobody would be tempted."""
BONUSES: Final[dict[str, RuleId]] = {
    "natural-canasta": "canasta.natural-bonus",
    "mixed-canasta": "canasta.mixed-bonus",
    "samba": "samba.bonus",
    "wild-canasta": "sambaopt.wild-canasta-bonus",
}
FORBIDDING: Final[tuple[RuleId, ...]] = (
    "out.canastas-needed", "turn.keep-a-card", "wild.max-per-meld", "wild.add-to-canasta", "wild.majority",
)  # fmt: skip


def costs(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """At most one puzzle of a scene."""
    position = scene.drawn
    if position is None or not _is_fit(position):
        return
    goes = can_go_out(TurnState.start(position))
    if not goes and rng.random() > SELDOM:
        return
    if goes and not _may_cost(position):
        return
    found = ends(position)
    if not found:
        return
    if goes:
        yield from _out_or_not(position, found, rng)
    else:
        yield from _with_a_rule(maker, scene, position, found, rng)


def _is_fit(position: Position) -> bool:
    return (
        position.own.opened
        and position.player_has_melded is not False
        and position.permission is None
        and 3 <= len(position.hand) <= MOST_HAND
        and not position.unknown_cards
    )


def _may_cost(position: Position) -> bool:
    """Whether the most that can be laid is more than going out brings: a quick look before all ends are looked at."""
    most = best_lay_down(position)
    return most is not None and judge(position, most.actions, unfinished=True, remedy=False).went_out == "no"


def _out_or_not(position: Position, found: Sequence[End], rng: Random) -> Iterator[Record]:
    out = max((one for one in found if one.out), key=lambda one: one.points, default=None)
    stay = max((one for one in found if not one.out), key=lambda one: one.points, default=None)
    if out is None or stay is None or not 0 < stay.points - out.points <= CLOSE:
        return
    right, lures = played(position, stay), played(position, out)
    if right is None or lures is None:
        return
    rule = deciding_line(right[1], lures[1], position.rules)
    near = [one for one in found if abs(one.points - out.points) <= NEAR and one not in (stay, out)]
    rng.shuffle(near)
    kept = {repr(leaves(verdict)): actions for actions, verdict in (lures, right)}
    for one in near:
        way = played(position, one)
        if way is not None and len(kept) < 2 + OTHERS:
            kept.setdefault(repr(leaves(way[1])), way[0])
    if not rule or len(kept) < 2 + OTHERS:
        return
    yield {
        "kind": Turn.name, "position": format_position(position),
        "accept": {"sheet_min": sheet_now(right[1], position.rules)},
        "tempting": _told(lures[0]), "others": [_told(actions) for actions in list(kept.values())[1:]],
        "rules": [rule],
    }  # fmt: skip


def _told(actions: Sequence[Action]) -> list[str]:
    return [str(action) for action in actions]


def _with_a_rule(
    maker: Maker, scene: Scene, position: Position, found: Sequence[End], rng: Random
) -> Iterator[Record]:
    best = played(position, max(found, key=lambda one: one.points))
    if best is None:
        return
    accept = {"sheet_min": sheet_now(best[1], position.rules)}
    ways = [Plan(*best, worth(position, best[1])), *plans(position, rng, number=TRIED)]
    if len({plan.actions for plan in ways}) < FEWEST:
        return
    yield from one_forbidden(
        maker, scene, position, asked=[accept], found=ways, rng=rng, among=FORBIDDING, tries=TEMPTED
    )


def deciding_line(right: Verdict, lures: Verdict, rules: RuleSet) -> RuleId | None:
    """The rule of the bonus that the one has and the other has not; None where none parts them."""
    more = {item: _bonus(right, item, rules) - _bonus(lures, item, rules) for item in BONUSES}
    item = max(more, key=lambda one: more[one])
    return BONUSES[item] if more[item] > 0 else None


def _bonus(verdict: Verdict, item: str, rules: RuleSet) -> int:
    sheet = score_side(ScoreSide(melds=verdict.after.own.melds), rules)
    return sum(line.points for line in sheet.lines if line.item == item)
