"""The initial meld: what is enough, what is not, and what is believed of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from engine.law.rule_ids import RuleId
from lessons.kinds.offered.scene import (
    FALSE_NO,
    FALSE_YES,
    Scene,
    believed,
    false_no,
    false_yes,
    true_no,
    true_yes,
)
from lessons.words import naming

STEPS: Final[tuple[RuleId, ...]] = (
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)
"""The rules that say how many points it takes, one for each range of scores."""
_LAYING = "meld take"


def _numbers(scene: Scene) -> dict[str, str]:
    return {name: naming.number(scene.facts[name]) for name in ("have", "needed", "score")}


def _compared(words: Mapping[str, str], *, enough: bool) -> str:
    text = (
        gettext(
            "the minimum at a score of %(score)s is %(needed)s points, and the cards laid are worth %(have)s"
        )
        if enough
        else gettext(
            "the minimum at a score of %(score)s is %(needed)s points, and the cards laid are worth only "
            "%(have)s"
        )
    )
    return text % words


@true_no(*STEPS)
def too_little(scene: Scene) -> str:
    if "needed" not in scene.facts:
        return ""
    return _compared(_numbers(scene), enough=False)


@true_no("concealed.minimum")
def too_little_concealed(scene: Scene) -> str:
    return too_little(scene)


@true_yes(*STEPS)
def enough(scene: Scene) -> str:
    if "needed" not in scene.facts:
        return ""
    return _compared(_numbers(scene), enough=True)


@true_yes("initial.top-card-counts")
def enough_with_top(scene: Scene) -> str:
    top = scene.top
    if top is None or "needed" not in scene.facts:
        return ""
    return gettext("with the top card, %(card)s, that makes %(have)s points; %(needed)s are needed") % {
        "card": naming.card_with_article(top), **_numbers(scene),
    }  # fmt: skip


@true_yes("concealed.minimum")
def concealed(scene: Scene) -> str:
    return gettext("you lay down your whole hand at once, including a canasta, so no minimum applies")


@true_yes("initial.wild-allowed")
def wilds_count(scene: Scene) -> str:
    return gettext("the wild card counts too: that makes %(points)s points") % {
        "points": naming.number(scene.laid_points)
    }


@true_yes("initial.per-side")
def opened_already(scene: Scene) -> str:
    return gettext("the initial meld has been made already, so no minimum applies")


def _other_step(rule: RuleId, *, enough: bool) -> None:
    """What somebody says who takes this step of the minimum for the one that applies."""

    def maker(scene: Scene) -> str:
        rules, side = scene.rules, scene.position.own
        step = rules.step_of(rule)
        minimum = scene.position.initial_minimum
        if step is None or side.opened or minimum is None or step[2] == minimum:
            return ""
        have = int(scene.facts["have"]) if "score" in scene.facts else scene.laid_points
        words = {
            "have": naming.number(have), "needed": naming.number(step[2]), "score": naming.number(side.score),
        }  # fmt: skip
        return _compared(words, enough=enough) if (have >= step[2]) == enough else ""

    believed(FALSE_YES if enough else FALSE_NO, (rule,), _LAYING, maker)


for _rule in STEPS:
    _other_step(_rule, enough=True)
    _other_step(_rule, enough=False)


@false_yes("meld", "initial.per-side")
def any_three(scene: Scene) -> str:
    minimum = scene.position.initial_minimum
    if scene.opened or minimum is None:
        return ""
    if minimum <= 15:
        return gettext("with a score below zero, no minimum applies")
    return gettext("a minimum applies only to your second meld, not to your first")


@false_yes("meld take", "initial.card-values-only")
def other_points_count(scene: Scene) -> str:
    own, minimum = scene.position.own, scene.position.initial_minimum
    if own.opened or minimum is None:
        return ""
    if own.red_threes:
        return gettext("your red threes count towards the minimum of %(needed)s points") % {
            "needed": naming.number(minimum)
        }
    return ""


@false_yes("meld", "initial.several-melds")
def rest_later(scene: Scene) -> str:
    minimum = scene.position.initial_minimum
    if scene.opened or minimum is None or minimum <= 15:
        return ""
    return gettext("the rest of the %(needed)s points may follow in your next turn") % {
        "needed": naming.number(minimum)
    }


@false_no("meld", "initial.several-melds")
def one_meld_only(scene: Scene) -> str:
    if scene.opened or len(scene.all_of("meld")) < 2:
        return ""
    return gettext("one meld alone must reach the minimum; the points are not added up")


@false_no("meld take", "initial.wild-allowed")
def wilds_do_not_count(scene: Scene) -> str:
    if scene.opened or not any(card.is_wild for one in scene.all_of("meld", "take") for card in one.cards):
        return ""
    return gettext("wild cards may not be part of the initial meld")


@false_no("meld", "initial.per-side")
def yours_alone(scene: Scene) -> str:
    minimum = scene.position.initial_minimum
    if not scene.opened or not scene.position.has_partner or minimum is None:
        return ""
    if any(meld.by == "self" for meld in scene.position.own.melds):
        return ""
    return gettext("you yourself still need an initial meld of %(needed)s points") % {
        "needed": naming.number(minimum)
    }


@false_no("meld", "initial.card-values-only")
def threes_do_not_count(scene: Scene) -> str:
    if scene.opened or not any(card.is_black_three for one in scene.all_of("meld") for card in one.cards):
        return ""
    return gettext("black threes do not count towards the minimum")
