"""Questions that are answered with cards: choose them, build melds, play a whole turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.judging.best_play import highest_initial_meld, turns, way_out
from engine.judging.judge import legal_actions
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.position_line import format_position
from engine.notation.text import format_cards
from lessons.kinds.cards import Cards
from lessons.kinds.melds import Melds
from lessons.kinds.turn import Turn
from lessons.mining.ask_legal import place, verdict_on
from lessons.mining.deals import LONGEST_PILE
from lessons.mining.spec import Maker, Record, Scene
from lessons.saying.cards import property_of
from lessons.table.staging import stage

MOST_HAND: Final = 15
MOST_OPENINGS: Final = 200


def cards(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Choose the cards of one action: take the pile, add to a meld."""
    position = place(maker, scene, rng)
    if position is None or len(position.hand) > MOST_HAND:
        return
    verb = maker.options["do"]
    found: dict[str, list[Action]] = {}
    for action in legal_actions(position):
        if action.verb == verb and (verb == "take" or action.target):
            found.setdefault(_do(action), []).append(action)
    wanted = [
        (do, actions)
        for do, actions in found.items()
        if do in ("take",) or do.startswith(("take-onto", "add"))
    ]
    rng.shuffle(wanted)
    for do, actions in wanted:
        for action in actions:
            verdict = verdict_on(position, (action,), unfinished=True)
            cited = {finding.rule for finding in verdict.findings} if verdict and verdict.legal else set()
            rule = next((rule for rule in maker.allowing if rule in cited), None)
            if rule is None:
                continue
            record: Record = {
                "kind": Cards.name,
                "position": format_position(position),
                "do": do,
                "rules": [rule],
            }
            if maker.options.get("most"):
                most = max(len(one.cards) for one in actions)
                if most < 2:
                    continue
                record["accept"] = {"cards_left": len(position.hand) - most}
            yield record
            return


def _do(action: Action) -> str:
    if action.verb == "take":
        return "take" if action.cards else f"take-onto:{action.target}"
    return f"{action.verb}:{action.target}"


def find(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Choose all cards with a property among those of a hand, or of a hand and the pile."""
    position = scene.drawn or scene.position
    if position is None or not 8 <= len(position.hand) <= MOST_HAND + 5:
        return
    shown = position.hand
    for what, rule in rng.sample(maker.options["find"], len(maker.options["find"])):
        fitting = [card for card in shown if property_of(what)(card)]
        if 1 <= len(fitting) < len(shown) - 1:
            yield {
                "kind": Cards.name, "find": what, "cards": format_cards(shown), "rule_set": position.rules.name,
                "rules": [rule],
            }  # fmt: skip
            return


def melds(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Build the initial meld: any, the dearest, the cheapest, or the one that keeps most cards; or a canasta."""
    position = place(maker, scene, rng)
    if position is None or position.phase != "play" or len(position.hand) > MOST_HAND:
        return
    aim = maker.options["aim"]
    if aim == "canasta":
        yield from _canasta(maker, position)
        return
    if position.own.opened or position.initial_minimum is None:
        return
    try:
        best = highest_initial_meld(position)
    except EngineError:
        return
    if best is None:
        return
    way = best.actions
    accept: dict[str, object] = {"opens": True}
    if aim == "highest":
        if best.points < position.initial_minimum + 15:
            return
        accept["min_points"] = best.points
    if aim in ("fewest", "cheapest"):
        ways = turns(position, most=MOST_OPENINGS)
        if not ways.complete or len(ways.turns) < 2:
            return
        counts = [sum(len(action.cards) for action in way) for way in ways.turns]
        laid = [stage(position, way).laid for way in ways.turns]
        if aim == "fewest":
            if min(counts) == max(counts):
                return
            accept["cards_left"] = len(position.hand) - min(counts)
        else:
            if min(laid) == max(laid):
                return
            accept["max_points"] = min(laid)
            way = ways.turns[laid.index(min(laid))]
    verdict = verdict_on(position, way)
    cited = {finding.rule for finding in verdict.findings} if verdict and verdict.legal else set()
    rule = next((rule for rule in maker.allowing if rule in cited), None)
    if verdict is None or rule is None or verdict.went_out != "no":
        return
    yield {"kind": Melds.name, "position": format_position(position), "accept": accept, "rules": [rule]}


def _canasta(maker: Maker, position: Position) -> Iterator[Record]:
    """A canasta can be completed by laying cards of the hand, and none lies there yet."""
    if not position.own.opened or any(meld.is_canasta(position.rules) for meld in position.own.melds):
        return
    size = position.rules.canasta_size
    wilds = [card for card in position.hand if card.is_wild]
    for lying in position.own.melds:
        if lying.is_sequence or not lying.naturals:
            continue
        fitting = [card for card in position.hand if card.rank == lying.rank]
        missing = size - len(lying.cards)
        if not missing <= len(fitting) + len(wilds):
            continue
        name = lying.rank
        used = (*fitting, *wilds[: max(0, missing - len(fitting))])
        verdict = verdict_on(position, (Action(verb="add", cards=used, target=name),))
        if verdict is None or not verdict.legal or verdict.went_out != "no":
            continue
        mixed = any(meld.is_canasta(position.rules) and meld.wilds for meld in verdict.after.own.melds)
        rule = "canasta.mixed-bonus" if mixed else "canasta.natural-bonus"
        if rule in maker.allowing:
            yield {
                "kind": Melds.name, "position": format_position(position), "accept": {"canasta": "any"},
                "rules": [rule],
            }  # fmt: skip
            return


def turn(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Play the turn: take the pile, open, or go out."""
    position = place(maker, scene, rng)
    if position is None or len(position.hand) > MOST_HAND or position.pile_size > LONGEST_PILE:
        return
    aim = maker.options["aim"]
    record: Record = {"kind": Turn.name, "position": format_position(position)}
    if position.phase == "draw":
        if not scene.next_cards or position.stock == 0:
            return
        record["next_cards"] = " ".join(map(str, scene.next_cards))
    ways: list[tuple[Action, ...]] = []
    try:
        if aim == "out":
            found = way_out(position)
            ways = [found] if found else []
        elif aim == "pile":
            ways = [way for way in turns(position, most=40).turns if way[0].verb == "take"]
    except EngineError:
        return
    rng.shuffle(ways)
    for way in ways:
        verdict = verdict_on(position, way, unfinished=aim != "out")
        cited = {finding.rule for finding in verdict.findings} if verdict and verdict.legal else set()
        rule = next((rule for rule in maker.allowing if rule in cited), None)
        if verdict is None or rule is None:
            continue
        if aim == "out":
            if sum(len(action.cards) for action in way) < 2:
                return
            record["accept"] = {"cards_left": 0}
        else:
            record["accept"] = {"took_pile": True}
        record["rules"] = [rule]
        yield record
        return
