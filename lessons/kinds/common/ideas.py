"""What the idea of a puzzle was, said once it is solved: the thought in a line, what tempts, and why that fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from lessons.kinds.common.accepting import Accept, sheet_now
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import explain
from lessons.words import naming

_POINTS: Final = gettext_lazy(
    "Count an initial meld before you lay it: what looks best in your hand may be a few points short."
)
_LAST_CARD: Final = gettext_lazy(
    "Without enough canastas to go out, you must keep one card: choose it before you lay the others."
)
IDEAS: Final[Mapping[str, Promise | str]] = {
    "freeze.take-natural-pair-only": gettext_lazy(
        "You can take a frozen pile only with a natural pair: put that pair aside and plan your turn "
        "around it."
    ),
    "pickup.before-initial": gettext_lazy(
        "Before the initial meld you can take the pile only with a natural pair: keep the wild card for "
        "the melds."
    ),
    "pickup.natural-plus-wild": gettext_lazy(
        "A wild card does not help you take the pile here: it is better kept for the melds."
    ),
    "pickup.add-to-meld": gettext_lazy(
        "You cannot take the pile by adding its top card to a meld here: the cards that take it must come "
        "from your hand."
    ),
    "pickup.add-to-canasta": gettext_lazy(
        "You cannot take the pile by adding its top card to a complete canasta here: the cards that take "
        "it must come from your hand."
    ),
    "initial.top-card-counts": gettext_lazy(
        "Until the initial meld is made, only the top card of the pile counts: all other points must come "
        "from your hand."
    ),
    "initial.threshold-low": _POINTS,
    "initial.threshold-mid": _POINTS,
    "initial.threshold-high": _POINTS,
    "samba.initial-7000": _POINTS,
    "wild.max-per-meld": gettext_lazy(
        "A meld takes only so many wild cards: before you lay the first, think about where the last one "
        "will go."
    ),
    "wild.majority": gettext_lazy(
        "Natural cards must outnumber wild ones: before each wild card, make sure there are enough "
        "natural ones."
    ),
    "wild.add-to-canasta": gettext_lazy(
        "A complete canasta takes no more wild cards here: find another place for them."
    ),
    "out.canastas-needed": _LAST_CARD,
    "turn.keep-a-card": _LAST_CARD,
}
"""By the rule that decides: the thought that finds the turn."""
_NEVER_BEFORE: Final = gettext_lazy(
    "Before the initial meld you cannot take the pile here, not even with a pair: make that meld from "
    "your hand."
)
_CANASTA: Final = gettext_lazy(
    "Going out brings its bonus once; a wild card spent on it may bring more in a canasta. Count both ways."
)
COUNTED: Final[Mapping[str, Promise | str]] = {
    "canasta.mixed-bonus": _CANASTA,
    "samba.bonus": _CANASTA,
    "sambaopt.wild-canasta-bonus": _CANASTA,
    "canasta.natural-bonus": gettext_lazy(
        "Going out brings its bonus once; a wild card on a natural canasta costs more than that. Count "
        "both ways."
    ),
}
"""By the line of the sheet that decides, where going out is allowed and costs more than it brings."""
_PAIR: Final = gettext_lazy(
    "Put the pair for the frozen pile aside first, then look for the cheapest initial meld among the "
    "other cards."
)


class Idea(Protocol):
    """A task with something tempting."""

    @property
    def position(self) -> Position: ...

    @property
    def rules(self) -> tuple[Any, ...]: ...

    @property
    def tempting(self) -> tuple[Action, ...]: ...

    @property
    def others(self) -> tuple[tuple[Action, ...], ...]: ...

    @property
    def accept(self) -> Accept | None: ...


def _idea(task: Idea) -> Promise | str | None:
    rule = task.rules[0]
    if task.accept is not None and task.accept.keeps_pair is not None:
        return _PAIR
    if rule == "pickup.before-initial" and task.position.rules.pickup_before_initial == "never":
        return _NEVER_BEFORE
    return IDEAS.get(rule) or COUNTED.get(rule)


def idea_in_words(task: Idea) -> str:
    """The idea, and why what tempts fails; empty for a task that tempts to nothing."""
    idea = _idea(task)
    if not task.tempting or idea is None:
        return ""
    verdict = judge(task.position, task.tempting, remedy=False)
    if verdict.legal:
        return _counted_out(task, idea, verdict)
    told = explain(verdict, position=task.position, actions=task.tempting, about=task.rules, reveal=False)
    facts = {
        "idea": str(idea),
        "turn": actions_in_words(task.tempting),
        "reason": told.deciding.text if told.deciding else "",
    }
    return (
        gettext("**The idea:** %(idea)s **What is tempting:** %(turn)s **Why it fails:** %(reason)s") % facts
    )


def _counted_out(task: Idea, idea: Promise | str, verdict: Verdict) -> str:
    """What tempts is allowed, and the sheet tells what it costs."""
    best = judge(task.position, task.others[0], remedy=False)
    facts = {
        "idea": str(idea),
        "turn": actions_in_words(task.tempting),
        "points": naming.number(sheet_now(verdict, task.position.rules)),
        "most": naming.number(sheet_now(best, task.position.rules)),
    }
    return (
        gettext(
            "**The idea:** %(idea)s **What is tempting:** %(turn)s **What it costs:** "
            "on the sheet that comes to %(points)s points, while staying in would "
            "bring %(most)s."
        )
        % facts
    )
