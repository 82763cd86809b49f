"""Why something else would have been better: what the themes say of what was done, and of what would have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.law.actions import Move
from engine.law.rule_ids import RuleId
from engine.play.review.turns import Moment, SeatTurn
from engine.play.view import view_of_deal
from lessons.coaching import chances
from lessons.coaching.moments import Moment as Looked
from lessons.coaching.registry import Remark, remarks
from tutor.reviewing.differing import (
    DISCARD,
    DISCARD_ON_FROZEN,
    DISCARD_ON_OPEN,
    HOLD,
    LAY,
    LAYING,
    TAKE_OTHERWISE,
    Difference,
    cards_in,
    difference,
)
from tutor.reviewing.storing import StoredChoice

OF_DISCARDS: Final = frozenset(
    {"fits-their-meld", "known-pair", "risky-discard", "stop-wasted", "pair-broken"}
)
"""Themes that say something against a discard."""
FEW: Final = 2
"""So few cards are left that keeping one is what matters."""
LETS_TAKE: Final = frozenset({"fits-their-meld", "known-pair", "risky-discard"})
"""Those of them that say that the next player can take the pile."""
PART: Final = 4
"""A number of points is a reason only if the loss is at most so many times as large: else something else made it."""
ABOUT_PILE: Final = LETS_TAKE | {"pair-broken"}
"""Those of them that say with what the pile can be taken."""


def moment_of(seen: SeatTurn, choice: StoredChoice) -> Moment:
    """The decision that a choice is about. Raises ValueError where there was none."""
    moment = seen.beginning if choice.part == "beginning" else seen.playing
    if moment is None:
        raise ValueError("the review is of another deal")
    return moment


def shown(made: tuple[Move, ...], choice: StoredChoice) -> tuple[Move, ...]:
    """As much of what was done as the choice is about."""
    return made[:1] if choice.part == "beginning" else made


def told_as(moment: Moment, choice: StoredChoice, found: Sequence[Remark]) -> Difference:
    """What the better plan does otherwise; where both lay and discard differ, what the reason is about."""
    other = difference(moment, choice.better)
    of_discard = bool(found) and found[0].theme in OF_DISCARDS and found[0].tone != "good"
    if of_discard and other in LAYING and choice.better[-1] != moment.made[-1]:
        other = DISCARD
    if other is DISCARD and any(remark.theme in ABOUT_PILE for remark in found):
        return DISCARD_ON_FROZEN if moment.view.frozen else DISCARD_ON_OPEN
    return other


def _is_against(remark: Remark) -> bool:
    return remark.tone == "heed" or (remark.tone == "note" and remark.kind == "proved")


def rule_of(
    moment: Moment, choice: StoredChoice, found: Sequence[Remark], other: Difference
) -> RuleId | Literal[""]:
    """The rule that a finding leads to; empty where it is about none.

    Holding cards back is about keeping one only where few are left.
    """
    if other is TAKE_OTHERWISE and not any(plan[0].wilds for plan in (moment.made, choice.better)):
        return "pickup.natural-pair"
    if other is HOLD and sum(moment.view.hand) - cards_in(moment.made) > FEW:
        other = LAY
    return next((remark.rule for remark in found if remark.rule is not None), other.rule)


def reasons_of(moment: Moment, choice: StoredChoice) -> list[Remark]:
    """What themes say of what was done; where that is nothing, of what would have been better.

    What is as true of the one as of the other is no reason. Of two discards the chances of both are told where they
    are not about the same.
    """
    made = looked(moment, shown(moment.made, choice))
    better = looked(moment, choice.better)
    praised = _only(better, made, "good")[:1]
    heeded = [one for one in _only(made, better, "heed") if not _is_a_trifle(one, choice)]
    heeded = heeded or _against_discard(moment, choice, "heed")
    if heeded:
        less = [one for one in _chances_of([], better) if heeded[0].chance is not None]
        return both_chances([heeded[0], *less]) or heeded[:1] + praised
    return praised or _against_discard(moment, choice, "note")[:1] or both_chances(_chances_of(made, better))


def _is_a_trifle(remark: Remark, choice: StoredChoice) -> bool:
    """Whether it tells of points left in the hand that are only a small part of those that were lost."""
    if remark.theme != "points-left" or choice.gain is None:
        return False
    return bool(remark.facts["points"] * PART < choice.gain.mean)


def _only(mine: Sequence[Remark], others: Sequence[Remark], tone: str) -> list[Remark]:
    """What is said in this tone of the one alone: not where a theme says it as often of the other."""
    said = [remark for remark in mine if remark.tone == tone]
    there = [remark for remark in others if remark.tone == tone]
    return [
        remark
        for remark in said
        if remark not in there
        and sum(one.theme == remark.theme for one in said) > sum(one.theme == remark.theme for one in there)
    ]


def _against_discard(moment: Moment, choice: StoredChoice, tone: str) -> list[Remark]:
    """That a discard lets the next player take the pile, and the better one does not.

    It is looked at before anything is laid: afterwards there may be no other card left to discard.
    """
    made, better = moment.made[-1], choice.better[-1]
    if choice.part == "beginning" or made == better or not {made, better} <= set(moment.legal):
        return []
    found = [
        [one for one in looked(moment, (move,)) if one.theme in LETS_TAKE and _is_against(one)]
        for move in (made, better)
    ]
    return [one for one in found[0] if one.tone == tone and one.theme not in {two.theme for two in found[1]}]


def _chances_of(made: Sequence[Remark], better: Sequence[Remark]) -> list[Remark]:
    return [*[one for one in made if one.chance is not None],
            *[one for one in better if one.chance is not None and one not in made]]  # fmt: skip


def both_chances(said: Sequence[Remark]) -> list[Remark]:
    """The chances of what was done and of what would have been better, where the words for them tell a difference."""
    if len(said) < 2:
        return []
    risk, less = said[0].chance or 0.0, said[-1].chance or 0.0
    return [said[0], said[-1]] if less < risk and chances.in_words(less) != chances.in_words(risk) else []


def looked(moment: Moment, plan: Sequence[Move]) -> list[Remark]:
    """Everything that themes say of the moves of a plan, the first of its moves first."""
    found: list[Remark] = []
    deal, memory = moment.deal, moment.view.memory
    for move in plan:
        view = view_of_deal(deal, memory)
        found += remarks(Looked(view, deal.legal_moves(), move))
        if move is not plan[-1]:
            deal = deal.play_move(move)
    return found
