"""Rules that a situation at the table meets, and where the course teaches them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.law.cards import BLACK_THREE_KIND, RED_THREE_KIND
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from engine.play.view import View, view_of_deal
from engine.reach.finishing import can_go_out
from engine.turn.turn import Turn
from lessons.content.reading import Item, library
from lessons.parting.probing import differing
from tutor.learning.models import Attempt, Learner
from tutor.learning.untold import told_to
from tutor.play.sitting import Sitting

Meets = Callable[[View, Turn], bool]


def _drawing(view: View, turn: Turn) -> bool:
    return turn.phase == "draw"


def _takes(view: View, turn: Turn) -> bool:
    return _drawing(view, turn) and bool(view.pile)


MEETINGS: Final[tuple[tuple[RuleId, Meets], ...]] = (
    ("turn.draw-or-take", _drawing),
    ("stock.forced-take", lambda view, turn: _takes(view, turn) and not view.stock),
    ("red3.expose-at-once", lambda view, turn: bool(turn.hand[RED_THREE_KIND])),
    ("black3.stop-card", lambda view, turn: _takes(view, turn) and view.pile[-1] == BLACK_THREE_KIND),
    ("freeze.take-natural-pair-only", lambda view, turn: _takes(view, turn) and bool(view.frozen)),
    ("pickup.before-initial", lambda view, turn: _takes(view, turn) and not turn.opened),
    ("pickup.natural-pair", lambda view, turn: _takes(view, turn) and turn.opened),
    ("out.canastas-needed", lambda view, turn: turn.phase == "play" and can_go_out(turn)),
)
"""For each rule whether it matters in this turn, in the order in which they are told."""


def rules_of(sitting: Sitting) -> list[RuleId]:
    """The rules that matter where the learner is to act or to answer now."""
    if sitting.state == "asked":
        return ["out.ask-optional"]
    deal = sitting.deal
    view = view_of_deal(deal, sitting.watched.memory, sitting.me)
    found = [rule for rule, meets in MEETINGS if meets(view, deal.turn)]
    if deal.turn.phase == "play" and not deal.turn.opened:
        found.append(deal.rules.initial_rule(deal.turn.score))
    return found


def _has_done(learner: Learner, steps: list[Item]) -> bool:
    """Whether one of them was answered rightly, as far as that was told."""
    right = told_to(learner).filter(outcome=Attempt.Outcome.RIGHT)
    return right.filter(item__slug__in=[step.slug for step in steps]).exists()


def step_to_learn(learner: Learner | None, rule: str, rules: RuleSet) -> Item | None:
    """The first step of the course about a rule, by this rule set if there is one; None where one was done rightly.

    None too for a rule that house rules have changed: the course teaches it otherwise.
    """
    if rules.changes and rule in differing(RULE_SETS[rules.base or rules.name], rules):
        return None
    steps = [step for stage in library().stages for step in stage.steps if rule in step.task.rules]
    if not steps:
        return None
    if learner is not None and _has_done(learner, steps):
        return None
    return next((step for step in steps if step.rules.name == rules.name), steps[0])
