"""Known slips: which known way to count wrongly leads to the number that was given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from django.utils.translation import gettext

from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.counting.computing import Quantity, computed, score_side_of, side_with_red_threes
from lessons.counting.sheet_rows import TOTAL, points_in
from lessons.miscounts import bonus, cards, sums
from lessons.miscounts.base import SUMS, Asked, Slip

# The first slip that explains a number is told, so the likeliest come first. Errors about what counts at all and with
# which sign come before errors about a single value: they are made far more often, by people who know every value, and
# their numbers are large and seldom met by chance. Within a group the order is that of the stages of the course: what
# beginners are taught first, and miss first. What the classic rules would say comes late, because many of their numbers
# come about in other ways too; a meld left out comes last, because with many melds it fits many numbers.
SLIPS: Final[tuple[Slip, ...]] = (
    *sums.HANDS,
    *sums.ADDING,
    *cards.STRUCTURE,
    *bonus.CANASTAS,
    *bonus.RED_THREES,
    *bonus.GOING_OUT,
    *sums.MINIMUM,
    *sums.OPENING,
    *cards.VALUES,
    *sums.DECK,
    bonus.BY_CLASSIC,
    *cards.LAST,
)
NEVER_ONE_OF_TWO: Final = (*cards.VALUES, *cards.LAST, bonus.BY_CLASSIC)
BY_ID: Final[Mapping[str, Slip]] = {slip.id: slip for slip in SLIPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """What explains a wrong number: a sentence, the rule to read on, and the slips, the likeliest first.

    ``read`` are the slips of which the sentence speaks.
    """

    text: str
    rule_id: str
    slips: tuple[str, ...]
    read: tuple[str, ...] = ()


def mistake_in(asked: Asked, given: int) -> Mistake | None:
    """What explains this number, None where no known slip does. A sum may hold two slips at once."""
    found = explaining(asked, given)
    if found:
        first = found[0]
        return Mistake(
            text=first.sentence(asked), rule_id=first.rule_for(asked), slips=tuple(slip.id for slip in found),
            read=(first.id,),
        )  # fmt: skip
    pair = two_explaining(asked, given)
    if pair is None:
        return None
    sentences = [gettext("There are two mistakes here."), *(slip.sentence(asked) for slip in pair)]
    both = tuple(slip.id for slip in pair)
    return Mistake(text=" ".join(sentences), rule_id=pair[0].rule_for(asked), slips=both, read=both)


def explaining(asked: Asked, given: int) -> tuple[Slip, ...]:
    """Every slip that leads to this number, the likeliest first; none for the right number."""
    return tuple(slip for slip in SLIPS if given in slip.wrong_numbers(asked))


def two_explaining(asked: Asked, given: int) -> tuple[Slip, Slip] | None:
    """The two slips in different rows that together lead to this sum; None unless exactly two amounts do.

    Several slips may make the same difference; then the likeliest stands for them. Values of single cards are left
    out: together with another slip they would explain nearly every number.
    """
    is_sum = asked.place in SUMS or (asked.place == TOTAL and not asked.rows)
    if given == asked.right or not is_sum:
        return None
    by_difference: dict[int, Slip] = {}
    for slip in SLIPS:
        if slip in NEVER_ONE_OF_TWO or asked.place in slip.places:
            continue
        for number in slip.wrong_numbers(asked):
            by_difference.setdefault(number - asked.right, slip)
    pairs = [
        (by_difference[one], by_difference[other])
        for one, other in combinations(by_difference, 2)
        if asked.right + one + other == given
        and by_difference[one].places.isdisjoint(by_difference[other].places)
    ]
    return pairs[0] if len(pairs) == 1 else None


def asked_in_row(key: str, side: ScoreSide, sheet: ScoreSheet, rules: RuleSet) -> Asked:
    """A row of this side's score sheet."""
    rule = next((line.rule for line in sheet.lines if line.item == key), "score.formula")
    return Asked(place=key, right=points_in(sheet, key), rules=rules, side=side, sheet=sheet, rule=rule)


def asked_for_total(
    side: ScoreSide, sheet: ScoreSheet, rules: RuleSet, *, rows: Mapping[str, int] | None = None
) -> Asked:
    """The total of a sheet, added up from the learner's own rows where there are any."""
    if not rows:
        return Asked(place="side-total", right=sheet.total, rules=rules, side=side, sheet=sheet)
    return Asked(place=TOTAL, right=sum(rows.values()), rules=rules, side=side, sheet=sheet, rows=rows)


def asked_by(one: Quantity, *, rule: str) -> Asked:
    """A quantity as it is asked for; ``rule`` is what the exercise is about."""
    rules, right = one.rules, computed(one)
    place: str = one.compute
    side: ScoreSide | None = None
    if one.side is not None:
        side = score_side_of(one.side, rules)
    elif place in ("meld-points", "canasta-bonus"):
        side = ScoreSide(melds=(Meld(one.cards),))
    elif place == "red-three-points":
        place = "red-threes"
        side = side_with_red_threes(one.red_threes, rules, opened=one.opened)
    asked = Asked(place=place, right=right, rules=rules, quantity=one, rule=rule)
    return asked if side is None else replace(asked, side=side, sheet=score_side(side, rules))
