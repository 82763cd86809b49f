"""Turns with one idea: something tempting that one rule or one number forbids, and what goes instead.

The tempting turn does what is asked for and is allowed where one thing is otherwise; at least two other turns are
allowed as they are and bring about as much, one of which does what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from engine.judging.best_play import way_out
from engine.judging.judge import judge
from engine.judging.moves import legal_moves
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.notation.position_line import format_position
from engine.notation.text import format_cards
from engine.reach.points import reaches
from engine.turn.turn import Turn as TurnState
from lessons.kinds.common.accepting import Accept, meets
from lessons.kinds.turn import Turn
from lessons.mining.deals import LONGEST_PILE
from lessons.mining.one_point import NEAR, OTHERS
from lessons.mining.spec import Maker, Record, Scene
from lessons.mining.weighing import Plan, leaves, plans, worth
from lessons.proving.turning_points import broken_rule, changed

MOST_HAND: Final = 14
FIRST, TRIED, TEMPTED = 14, 36, 14
"""Turns that are tried by lot: at first, in all, and where one rule is otherwise."""
ANY_COUNT: Final = -1
"""In what is asked for: as many cards as some turn leaves."""
FEW: Final = 4
"""No more cards than these are few: who is to have as few as possible is asked for so many at most."""
FEWEST, SHARE_MOST = 5, 0.4
"""Fewer different turns make no choice; where more of them do what is asked for, it asks for nothing."""


def decide(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """At most one puzzle of a scene."""
    position = scene.drawn if rng.random() < maker.options.get("drawn", 0.0) else scene.position
    if position is None or not _is_fit(maker, position, scene):
        return
    if not _may_do(maker, position):
        return
    found = _allowed(maker, position, scene, rng)
    asked = [one for one in _aims(maker, found) if _asks_something(one, position, found)]
    if not asked:
        return
    yield from one_forbidden(maker, scene, position, asked=asked, found=found, rng=rng)


def one_forbidden(
    maker: Maker,
    scene: Scene,
    position: Position,
    *,
    asked: Sequence[dict[str, Any]],
    found: Sequence[Plan],
    rng: Random,
    among: Sequence[RuleId] | None = None,
    tries: int = TEMPTED,
) -> Iterator[Record]:
    """At most one puzzle in which a rule forbids what tempts: one of ``among``, else of those that the maker names."""
    rules = [rule for rule in (maker.forbidding if among is None else among) if may_matter(rule, position)]
    rng.shuffle(rules)
    for rule in rules:
        for accept, plan, broken in tempting(rule, maker, position, asked, rng, tries=tries):
            record = record_of(position, scene, accept, plan, broken, found)
            if record is not None:
                yield record
                return


def _is_fit(maker: Maker, position: Position, scene: Scene) -> bool:
    if not 3 <= len(position.hand) <= MOST_HAND or position.unknown_cards:
        return False
    if maker.options.get("opened", position.own.opened) is not position.own.opened:
        return False
    if position.phase == "play":
        return True
    return position.pile_size == len(position.pile) <= LONGEST_PILE and bool(
        scene.next_cards and position.stock
    )


def may_matter(rule: str, position: Position) -> bool:
    """Whether a turn from here could come to break this rule: a quick look before turns are tried."""
    own, rules = position.own, position.rules
    match rule.partition(".")[0]:
        case "freeze":
            return position.phase == "draw" and position.is_frozen and own.opened
        case "pickup":
            return position.phase == "draw" and (rule != "pickup.before-initial" or not own.opened)
        case "initial" | "samba":
            return not own.opened and rule in (rules.initial_rule(own.score), "initial.top-card-counts")
        case "wild" | "meld":
            return any(card.is_wild for card in position.hand)
    return (
        own.canastas(rules) < rules.canastas_to_go_out and len(position.hand) + len(position.pile) < MOST_HAND
    )


def _allowed(maker: Maker, position: Position, scene: Scene, rng: Random) -> list[Plan]:
    """Different turns that are allowed, also after a draw; none where nothing that is asked for is soon found."""
    found = list(_first(maker, position)) + list(plans(position, rng, number=FIRST))
    if position.phase == "draw" and scene.drawn is not None:
        draw = Action(verb="draw", cards=scene.next_cards)
        found += plans(scene.drawn, rng, number=FIRST, begun=(draw,))
    if not any(_does(one, position, plan) for one in _aims(maker, found) for plan in found):
        return []
    found += plans(position, rng, number=TRIED - FIRST)
    each = {f"{leaves(plan.verdict)} {plan.verdict.after.hand}": plan for plan in found}
    return list(each.values()) if len(each) >= FEWEST else []


def _may_do(maker: Maker, position: Position) -> bool:
    """Whether the least that is asked for may be in reach: a quick look before turns are tried."""
    start, aims = TurnState.start(position), maker.options["accept"]
    if all(one.get("took_pile") for one in aims) and all(move.verb != "take" for move in legal_moves(start)):
        return False
    opens = not position.own.opened and position.phase == "play"
    return not opens or reaches(start, start.minimum, keep=0)


def _aims(maker: Maker, found: Sequence[Plan]) -> list[dict[str, Any]]:
    """What may be asked for; where the number of cards is left open, each that some turn leaves."""
    aims: list[dict[str, Any]] = []
    counts = sorted({len(plan.verdict.after.hand) for plan in found})
    for one in maker.options["accept"]:
        key = next((key for key in one if one[key] == ANY_COUNT), "")
        most = [count for count in counts if count > 0 and (count <= FEW) is (key == "cards_left_max")]
        aims += (
            [one | {key: count} for count in (most if key == "cards_left_max" else most[::-1])]
            if key
            else [one]
        )
    return aims


def _first(maker: Maker, position: Position) -> Iterator[Plan]:
    """The way out that the engine finds, where going out is asked for: by lot it is seldom met."""
    if any(one.get("cards_left") == 0 for one in maker.options["accept"]):
        way = way_out(position)
        if way is not None and way[0].verb != "draw":
            verdict = judge(position, way, remedy=False)
            yield Plan(way, verdict, worth(position, verdict))


def _accept(said: dict[str, Any]) -> Accept:
    return Accept.model_validate(said)


def _does(said: dict[str, Any], position: Position, plan: Plan) -> bool:
    return meets(_accept(said), position=position, actions=plan.actions, verdict=plan.verdict)


def _asks_something(said: dict[str, Any], position: Position, found: Sequence[Plan]) -> bool:
    doing = sum(_does(said, position, plan) for plan in found)
    return 0 < doing <= SHARE_MOST * len(found)


def tempting(
    rule: str,
    maker: Maker,
    position: Position,
    asked: Sequence[dict[str, Any]],
    rng: Random,
    *,
    tries: int = TEMPTED,
) -> Iterator[tuple[dict[str, Any], Plan, str]]:
    """Turns that do what is asked for where the rule is otherwise, and what they break here, which is one thing."""
    for there, _ in changed(rule, position, ()):
        if there == position:
            continue
        there_found = plans(there, rng, number=tries, but_in=position)
        for plan in sorted(there_found, key=lambda plan: -plan.worth):
            broken = _breaks(position, plan)
            accept = next((one for one in asked if _does(one, there, plan)), None)
            if accept is not None and broken in maker.forbidding:
                yield accept, plan, broken


def _breaks(position: Position, plan: Plan) -> str:
    try:
        return broken_rule(judge(position, plan.actions, remedy=False))
    except EngineError:
        return ""


def record_of(
    position: Position, scene: Scene, accept: dict[str, Any], tempting: Plan, rule: str, found: Sequence[Plan]
) -> Record | None:
    """The line of the file; None where too few turns are allowed that bring about as much as what tempts."""
    near = [plan for plan in found if abs(plan.worth - tempting.worth) <= NEAR]
    kept: dict[str, Plan] = {}
    for plan in sorted(near, key=lambda plan: not _does(accept, position, plan)):
        kept.setdefault(repr(leaves(plan.verdict)), plan)
    others = list(kept.values())[:OTHERS]
    if len(others) < OTHERS or not _does(accept, position, others[0]):
        return None
    record: Record = {"kind": Turn.name, "position": format_position(position)}
    if position.phase == "draw":
        record["next_cards"] = format_cards(scene.next_cards)
    return record | {
        "accept": accept, "tempting": [str(action) for action in tempting.actions],
        "others": [[str(action) for action in plan.actions] for plan in others], "rules": [rule],
    }  # fmt: skip
