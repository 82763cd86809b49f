"""What may be said against a turn that was played: the true reason, and objections that the engine refutes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from django.utils.translation import override

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Finding, Verdict
from lessons.content.base import LANGUAGES
from lessons.kinds.common import diagnoses
from lessons.kinds.common.reason_words import Reason, as_sentence
from lessons.kinds.common.reasons import OF_PARTNERS, reasons_of
from lessons.kinds.offered.lists import finding_behind, true_reason
from lessons.kinds.offered.scene import FALSE_NO, Maker, Scene
from lessons.saying.verdicts import tell_breach
from lessons.table.position_words import Seat

COUNT: Final = 4
"""So many reasons where so many are plausible."""
FEWEST: Final = 3
_FOR_ANY_TURN: Final = ("turn.discard-one", "turn.draw-or-take")
"""Rules that can be misunderstood in any turn, and so say little of this one."""
_TO_THE_READER: Final = re.compile(
    r"\b(you|your|yours|yourself|opponents?|du|dir|dich|dein\w*|euch|eure?\w*|gegner\w*)\b", re.IGNORECASE
)
"""Words of sentences that speak from the reader's own seat: of somebody else's turn they would say something else."""


def objections(
    position: Position,
    actions: Sequence[Action],
    verdict: Verdict,
    *,
    rule: str,
    reasons: Sequence[str],
    seat: Seat,
    name: str,
) -> tuple[Reason, ...]:
    """Reasons why one of these actions is a mistake, the true one first; none where too little false is plausible.

    ``rule`` is the one that is broken, ``reasons`` are those of the exercise; ``name`` decides by lot which objections
    are offered of those that are as near. They are about the mistake as well as about the other actions, as far as
    there are such. The sentences are in the active language.
    """
    finding = finding_behind(verdict, rule)
    if finding is None:
        return ()
    scene = Scene(position=position, actions=tuple(actions), verdict=verdict, finding=finding)
    found = [Reason(rule=rule, text=as_sentence(_true(scene, finding, rule, seat)))]
    places, order = _places(scene, finding, name), _order(reasons, name)
    _add([_against(scene, place, order, seat) for place in places], found, most=COUNT)
    _add([_against(scene, place, _FOR_ANY_TURN, seat) for place in places], found, most=FEWEST)
    return tuple(found) if len(found) >= FEWEST else ()


def _add(sources: list[Iterator[Reason]], found: list[Reason], *, most: int) -> None:
    """Take from each source in turn what is not there yet."""
    while sources:
        for source in list(sources):
            if len(found) >= most:
                return
            more = next((new for new in source if _is_new(new, found)), None)
            if more is None:
                sources.remove(source)
            else:
                found.append(more)


def _true(scene: Scene, finding: Finding, rule: str, seat: Seat) -> str:
    """Why it is a mistake, for whoever sits there."""
    short = true_reason(scene, rule, "no")
    if seat == "you" or not _speaks_to_reader(lambda one: true_reason(one, rule, "no"), scene):
        return short
    actions: Sequence[Action] = scene.actions
    if finding.action is not None:
        actions, finding = (scene.act,), replace(finding, action=0)
    return tell_breach(finding, position=scene.position, actions=actions, seat=seat).why.removesuffix(".")


def _places(scene: Scene, finding: Finding, name: str) -> list[int]:
    """The actions by lot, but the mistake first."""
    places = list(range(len(scene.actions)))
    Random(name).shuffle(places)
    return sorted(places, key=lambda place: place != finding.action)


def _order(reasons: Sequence[str], name: str) -> list[str]:
    """The rules of which something may be believed: those of the exercise first, the others by lot."""
    first = [rule for rule in reasons if rule in FALSE_NO and rule not in _FOR_ANY_TURN]
    rest = sorted(set(FALSE_NO) - {*first, *_FOR_ANY_TURN})
    Random(name).shuffle(rest)
    return [*first, *rest]


def _against(scene: Scene, place: int, order: Sequence[str], seat: Seat) -> Iterator[Reason]:
    """What somebody may wrongly say against the action in this place."""
    here = Scene(position=scene.position, actions=scene.actions, verdict=scene.verdict, place=place)
    broken = reasons_of(scene.verdict.broken)
    blames_it = scene.finding is not None and scene.finding.action == place
    for rule in order:
        if rule in broken or (rule in OF_PARTNERS and not scene.position.has_partner) or _opens(here, rule):
            continue
        for verbs, maker in FALSE_NO[rule]:
            text = maker(here) if here.act.verb in verbs else ""
            if text and (seat == "you" or not _speaks_to_reader(maker, here)):
                shows = diagnoses.reason(rule) if blames_it else diagnoses.forbids(rule)
                yield Reason(rule=rule, text=as_sentence(text), shows=shows)
                break


def _opens(scene: Scene, rule: str) -> bool:
    """Whether a rule about the initial meld would not be out of place: what is laid does not reach it so far."""
    minimum = scene.position.initial_minimum or 0
    return rule.startswith("initial.") and not scene.opened and scene.laid_points < minimum


def _speaks_to_reader(maker: Maker, scene: Scene) -> bool:
    """Whether it does in any language, so that the same reasons are offered in all."""
    for language in LANGUAGES:
        with override(language):
            if _TO_THE_READER.search(maker(scene)):
                return True
    return False


def _is_new(reason: Reason, found: Sequence[Reason]) -> bool:
    return all(reason.rule != one.rule and reason.text != one.text for one in found)
