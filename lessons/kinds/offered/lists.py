"""The list of answers to a question of legal or not: the true one, and plausible false ones that the engine refutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from django.utils.translation import get_language, gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Finding, Verdict
from lessons.kinds.common import diagnoses
from lessons.kinds.common.reasons import OF_PARTNERS, fitting_reasons
from lessons.kinds.offered import (  # noqa: F401  # they register their sentences
    add_beliefs,
    initial,
    meld_beliefs,
    melds,
    out_beliefs,
    pile,
    pile_beliefs,
    samba,
    turn,
    turn_beliefs,
)
from lessons.kinds.offered.scene import FALSE_NO, FALSE_YES, TRUE_NO, TRUE_YES, Scene
from lessons.saying.verdicts import tell_breach, tell_ground
from lessons.words import naming

Said = Literal["yes", "no"]
COUNT: Final = 3
"""So many answers: more of them would not stand beside the table on a phone, and a fourth was seldom worth reading."""
_OF_ASKING: Final = "out.ask-"
"""How the rules begin about asking the partner, which the course teaches long after most that is asked there."""
_LAST: Final = ("meld.stays-on-table", "turn.discard-one")
"""Rules that can be misunderstood in any turn, and so say little of this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One answer: the verdict, the rule that is its reason, and both in the words of the position.

    ``shows`` is the id of the misconception that it stands for: see ``lessons.kinds.common.diagnoses``; empty for the
    true answer. Only verdict and rule are kept of an answer.
    """

    said: Said
    rule: str
    text: str
    shows: str = ""

    @property
    def value(self) -> str:
        """What a form sends for it: the verdict and the rule."""
        return f"{self.said} {self.rule}"

    @property
    def lead(self) -> str:
        """The verdict with which the text begins: "No:"."""
        return self.text.partition(" ")[0]


def deciding(rules: Sequence[str], reasons: Sequence[str], verdict: Verdict) -> str:
    """The rule that is given as the reason of the true answer; empty where none of those offered decides."""
    fitting = fitting_reasons(verdict)
    return next((rule for rule in (*rules, *reasons) if rule in fitting and rule in reasons), "")


def answers(
    position: Position,
    actions: Sequence[Action],
    *,
    unfinished: bool,
    rules: Sequence[str],
    reasons: Sequence[str],
    name: str,
    asking: bool = True,
) -> tuple[Offered, ...]:
    """Three answers, the true one first; none where a reason decides nothing, or nothing false is plausible.

    ``rules`` and ``reasons`` are those of the exercise; ``name`` decides by lot which beliefs are offered of those
    that are as near. Without ``asking`` none is about asking the partner unless the exercise names such a rule. The
    sentences are in the active language.
    """
    verdict = judge(position, actions, unfinished=unfinished, remedy=False)
    rule = deciding(rules, reasons, verdict)
    if verdict.legal is None or not rule:
        return ()
    finding = finding_behind(verdict, rule)
    scene = Scene(position=position, actions=tuple(actions), verdict=verdict, finding=finding)
    right: Said = "yes" if verdict.legal else "no"
    text = true_reason(scene, rule, right)
    if not text:
        return ()
    first = Offered(said=right, rule=rule, text=_in_full(right, text))
    asking = asking or any(one.startswith(_OF_ASKING) for one in (*rules, *reasons))
    chosen = _chosen(scene, first, reasons=reasons, name=name, asking=asking)
    is_whole = len(chosen) == COUNT and len({one.said for one in chosen}) == 2
    return tuple(chosen) if is_whole else ()


def _chosen(
    scene: Scene, first: Offered, *, reasons: Sequence[str], name: str, asking: bool
) -> list[Offered]:
    """The true answer with two false ones: one of the other verdict, and one more.

    In two lists of three that is of the same verdict as the true one, so that how often a verdict stands there tells
    nothing: whichever answer is taken blindly is right once in three times.
    """
    other: Said = "no" if first.said == "yes" else "yes"
    against = _false(scene, other, order=_order(other, (first.rule, *reasons), name))
    beside = _false(scene, first.said, order=_order(first.said, reasons, name))
    if not asking:
        against, beside = (
            (one for one in source if not one.rule.startswith(_OF_ASKING)) for source in (against, beside)
        )
    texts, found = {first.text}, [first]
    is_alone = Random(f"{name} {scene.verdict.legal}").randrange(3) == 0
    places: list[tuple[Iterator[Offered], int]]
    places = [(against, 2), (beside, 1)] if is_alone else [(against, 1), (beside, 1), (against, 1)]
    for source, wanted in places:
        for one in source:
            if len(found) == COUNT:
                break
            if one.text in texts:
                continue
            texts.add(one.text)
            found.append(one)
            wanted -= 1
            if not wanted:
                break
    return found


def _order(said: Said, near: Iterable[str], name: str) -> list[str]:
    """The rules of which something may be believed: those of the exercise first, the others by lot."""
    register = FALSE_YES if said == "yes" else FALSE_NO
    near = [rule for rule in dict.fromkeys(near) if rule not in _LAST]
    first = [rule for rule in near if rule in register]
    rest = sorted(set(register) - set(first))
    Random(f"{name} {said}").shuffle(rest)
    topics = {rule.partition(".")[0] for rule in near[:1]}
    rest.sort(key=lambda rule: (rule in _LAST, rule.partition(".")[0] not in topics))
    return [*first, *rest]


def _false(scene: Scene, said: Said, *, order: Iterable[str]) -> Iterator[Offered]:
    """False answers with this verdict, in this order of rules; each rule once."""
    register = FALSE_YES if said == "yes" else FALSE_NO
    legal = scene.verdict.legal
    fitting = fitting_reasons(scene.verdict)
    for rule in order:
        if (said == "yes") == legal and rule in fitting:
            continue  # that is true, too
        if rule in OF_PARTNERS and not scene.position.has_partner:
            continue
        text = next(filter(None, _said_of(scene, register[rule])), "")
        if text:
            yield Offered(said=said, rule=rule, text=_in_full(said, text), shows=_shown(scene, said, rule))


def _said_of(
    scene: Scene, beliefs: Iterable[tuple[tuple[str, ...], Callable[[Scene], str]]]
) -> Iterator[str]:
    return (maker(scene) for verbs, maker in beliefs if scene.act.verb in verbs)


def _shown(scene: Scene, said: Said, rule: str) -> str:
    """The misconception behind a false answer."""
    if (said == "yes") == scene.verdict.legal:
        return diagnoses.reason(rule)
    if scene.verdict.legal:
        return diagnoses.forbids(rule)
    return diagnoses.overlooks(scene.finding.rule if scene.finding else rule)


def finding_behind(verdict: Verdict, rule: str) -> Finding | None:
    """The finding behind the rule: its own, or one that it explains."""
    findings = verdict.broken or verdict.findings
    own = next((one for one in findings if one.rule == rule), None)
    return own or next((one for one in findings if rule in one.facts.get("because", ())), None)


def true_reason(scene: Scene, rule: str, said: Said) -> str:
    """The reason of the true answer: a short sentence of its own, else what the verdict says of it."""
    register = TRUE_YES if said == "yes" else TRUE_NO
    behind = scene.finding.rule if scene.finding else ""
    for one in dict.fromkeys((rule, behind)):
        text = register[one](scene) if one in register else ""
        if text:
            return text
    if scene.finding is None:
        return ""
    text = _told_at_length(scene, scene.finding).removesuffix(".")
    return text if (get_language() or "").startswith("de") else text[:1].lower() + text[1:]


def _told_at_length(scene: Scene, finding: Finding) -> str:
    """What the verdict says of this finding, without naming the action once more."""
    actions = scene.actions
    if finding.action is not None:
        actions, finding = (actions[finding.action],), replace(finding, action=0)
    if finding.holds:
        return tell_ground(finding, position=scene.position, actions=actions)
    return tell_breach(finding, position=scene.position, actions=actions).why


def _in_full(said: Said, reason: str) -> str:
    """Verdict and reason as one answer: "No. ..." in English, "Nein: ..." in German, each followed by a sentence."""
    text = gettext("Yes. %(reason)s.") if said == "yes" else gettext("No. %(reason)s.")
    return text % {"reason": naming.first_upper(reason)}


def in_order(found: Sequence[Offered], lot: str) -> tuple[Offered, ...]:
    """The answers as they are shown: the order is drawn by lot, and the same lot draws the same."""
    shown = sorted(found, key=lambda one: (one.said, one.rule))
    Random(lot).shuffle(shown)
    return tuple(shown)
