"""Questions about one list of actions, or several: is it allowed, which are, where is the mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.position_line import format_position, parse_rules
from lessons.content.tasks import KindName
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.compare import Compare
from lessons.kinds.find_all import FindAll
from lessons.kinds.legal import Legal
from lessons.kinds.mistake import Mistake
from lessons.kinds.order import Order
from lessons.kinds.predict import Predict
from lessons.mining.deals import LONGEST_PILE, shortened
from lessons.mining.near import offered_reasons
from lessons.mining.offers import OFFERS
from lessons.mining.offers_base import Tried
from lessons.mining.silly import is_silly
from lessons.mining.spec import Maker, Record, Scene
from lessons.parting.probing import under_rules

MOST_OF_A_SCENE: Final = 2
MOST_HAND: Final = 22


def verdict_on(position: Position, actions: Tried, *, unfinished: bool = False) -> Verdict | None:
    """The verdict, None where the question cannot be asked or the text does not decide."""
    try:
        verdict = judge(position, actions, unfinished=unfinished, remedy=False)
    except EngineError:
        return None
    return None if verdict.legal is None or verdict.undecided else verdict


def deciding_rule(maker: Maker, verdict: Verdict) -> str | None:
    """The one rule that decides, if the theme is about it: several broken ones make no clear question."""
    if verdict.legal:
        cited = {finding.rule for finding in verdict.findings}
        return next((rule for rule in maker.allowing if rule in cited), None)
    broken = {finding.rule for finding in verdict.broken}
    if len(broken) != 1 or len(verdict.broken) != 1:
        return None
    (rule,) = broken
    return rule if rule in maker.forbidding else None


def place(maker: Maker, scene: Scene, rng: Random) -> Position | None:
    """The position that is asked about, fit to be shown; with the partner's answer where the theme is about asking."""
    position = maker.positions(scene)
    if position is None or len(position.hand) > MOST_HAND or not position.hand:
        return None
    if position.phase == "draw" and position.pile_size > LONGEST_PILE:
        position = shortened(position)
    if maker.options.get("answer"):
        position = replace(position, permission=rng.choice(("yes", "no")))
    return position


def tried(maker: Maker, position: Position, rng: Random) -> list[Tried]:
    """What the theme tries there, each once, in random order."""
    found = [actions for offer in maker.offers for actions in OFFERS[offer](position, rng)]
    found = [actions for actions in dict.fromkeys(found) if actions]
    rng.shuffle(found)
    return found


def legal(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Legal or not, and why."""
    position = place(maker, scene, rng)
    if position is None:
        return
    seen: set[tuple[str, bool]] = set()
    for actions in tried(maker, position, rng):
        verdict = verdict_on(position, actions)
        rule = deciding_rule(maker, verdict) if verdict else None
        if verdict is None or rule is None or (rule, bool(verdict.legal)) in seen:
            continue
        reasons = offered_reasons(rule, fitting_reasons(verdict), position, rng)
        if reasons is None:
            continue
        seen.add((rule, bool(verdict.legal)))
        yield {
            "kind": Legal.name, "position": format_position(position), "actions": _texts(actions),
            "reasons": list(reasons), "rules": [rule],
        }  # fmt: skip
        if len(seen) == MOST_OF_A_SCENE:
            return


def find_all(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Which of these are allowed: some are, some are not; the rule of one that is not (or is) decides."""
    yield from _options(maker, scene, rng, kind=FindAll.name)


def predict(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Which one of these may the partner do."""
    yield from _options(maker, scene, rng, kind=Predict.name)


def _options(maker: Maker, scene: Scene, rng: Random, *, kind: KindName) -> Iterator[Record]:
    position = place(maker, scene, rng)
    if position is None:
        return
    good: list[tuple[str, Tried]] = []
    bad: list[tuple[str, Tried]] = []
    for actions in tried(maker, position, rng):
        verdict = verdict_on(position, actions, unfinished=True)
        if verdict is None:
            continue
        broken = {finding.rule for finding in verdict.broken}
        if verdict.legal:
            good.append((actions[-1].verb + actions[-1].target, actions))
        elif len(broken) == 1 and not is_silly(actions, rows=position.rules.sequences):
            bad.append((broken.pop(), actions))
    good, bad = _spread(good, rng), _spread(bad, rng)
    about = [one for one in bad if one[0] in maker.forbidding]
    number = 1 if kind == Predict.name else rng.choice((1, 2, 2, 3))
    if not good or not about or len(bad) < 2:
        return
    bad = [about[0], *(one for one in bad if one != about[0])]
    chosen = [*good[:number], *bad[: rng.choice((3, 4)) - (number == 3)]]
    if len(chosen) < 3 + (kind == FindAll.name):
        return
    rng.shuffle(chosen)
    yield {
        "kind": kind, "position": format_position(position), "options": [_texts(actions) for _, actions in chosen],
        "rules": [about[0][0]],
    }  # fmt: skip


def _spread(found: list[tuple[str, Tried]], rng: Random) -> list[tuple[str, Tried]]:
    """One option for each rule first, then the others: so that the options differ."""
    first: dict[str, tuple[str, Tried]] = {}
    for rule, actions in found:
        first.setdefault(rule, (rule, actions))
    heads = list(first.values())
    rng.shuffle(heads)
    return [*heads, *(one for one in found if one not in heads)]


def mistake(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """A turn that somebody played, with one action that breaks one rule."""
    position = scene.position
    if position is None or position.pile_size > LONGEST_PILE or len(position.hand) > MOST_HAND:
        return
    turns = [scene.played] if scene.played else _own_turns(scene)
    for played in turns:
        for actions in _spoiled(maker, position, played, rng):
            verdict = verdict_on(position, actions, unfinished=actions[-1].verb not in ("discard", "end"))
            if verdict is None or verdict.legal or len(verdict.broken) != 1:
                continue
            found = verdict.broken[0]
            if found.action is None or found.rule not in maker.forbidding:
                continue
            reasons = offered_reasons(found.rule, fitting_reasons(verdict), position, rng)
            if reasons is None:
                continue
            yield {
                "kind": Mistake.name, "position": format_position(position), "actions": _texts(actions),
                "player": rng.choice(("you", "partner", "opponent")) if position.has_partner else "you",
                "reasons": list(reasons), "rules": [found.rule],
            }  # fmt: skip
            return


def _own_turns(scene: Scene) -> list[Tried]:
    """A turn for a scene that was made up: draw and discard."""
    if scene.position is None or not scene.next_cards or not scene.position.hand:
        return []
    draw = Action(verb="draw", cards=scene.next_cards)
    last = scene.position.hand[len(scene.position.hand) // 2]
    return [(draw, Action(verb="discard", cards=(last,)))]


def _spoiled(maker: Maker, position: Position, played: Tried, rng: Random) -> Iterator[Tried]:
    """The turn with a wrong action put in or in place of another one."""
    places = list(range(len(played)))
    rng.shuffle(places)
    for number in places:
        before = played[:number]
        if before:
            verdict = verdict_on(position, before, unfinished=True)
            if verdict is None or not verdict.legal or not verdict.after.my_turn:
                continue
            here = shortened(verdict.after)
        else:
            here = position
        for wrong in tried(maker, here, rng)[:30]:
            if len(wrong) == 1 and not is_silly(wrong, rows=here.rules.sequences):
                yield (*before, *wrong, *played[number:])
                yield (*before, *wrong, *played[number + 1 :])


def order(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """A played turn of four to six actions, to be put in order: three are in order before one has thought."""
    position, played = scene.position, scene.played
    if position is None or not 4 <= len(played) <= 6 or position.pile_size > LONGEST_PILE:
        return
    if len(set(played)) < len(played) or len(position.hand) > MOST_HAND:
        return
    verdict = verdict_on(position, played)
    if verdict is None or not verdict.legal:
        return
    rule = deciding_rule(maker, verdict)
    if rule is not None:
        yield {
            "kind": Order.name, "position": format_position(position), "actions": _texts(played), "rules": [rule],
        }  # fmt: skip


def compare(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """One list of actions under two rule sets: mostly they part, sometimes they agree."""
    position = place(maker, scene, rng)
    if position is None:
        return
    other = rng.choice(maker.options["against"])
    try:
        there = under_rules(position, parse_rules(other))
    except EngineError:
        return
    agree = rng.random() < 0.15
    for actions in tried(maker, position, rng):
        one, two = verdict_on(position, actions), verdict_on(there, actions)
        if one is None or two is None or (one.legal is two.legal) is not agree:
            continue
        cited = [deciding_rule(maker, one), deciding_rule(maker, two)]
        rule = next((rule for rule in cited if rule in maker.forbidding), None)
        if rule is not None:
            yield {
                "kind": Compare.name, "position": format_position(position), "actions": _texts(actions),
                "against": other, "rules": [rule],
            }  # fmt: skip
            return


def _texts(actions: Tried) -> list[str]:
    return [str(action) for action in actions]
