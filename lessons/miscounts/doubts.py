"""Points of a deal that cannot be, as somebody enters them on a score sheet: what to ask, and the rule to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from engine.law.cards import NATURAL_RANKS, full_deck, points_of
from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet
from lessons.counting.computing import POINT_STEP
from lessons.words import naming


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """What cannot be, in a sentence, the rule to read on, and the side whose entry it is; None for all together."""

    text: str
    rule: str
    side: int | None = None


def doubts_of_points(points: Sequence[int], rules: RuleSet) -> tuple[Doubt, ...]:
    """What cannot be about the points of a deal, given as one number for each side."""
    found: list[Doubt] = []
    most, least = most_points(rules), least_points(rules)
    for side, number in enumerate(points):
        if number % POINT_STEP:
            text = gettext("%(points)s: scores are multiples of five, so no deal can give that.")
            found.append(_doubt(text, number, "score.formula", side))
        elif number > most:
            text = gettext("%(points)s is more than all the cards together can bring in one deal.")
            found.append(_doubt(text, number, "score.formula", side))
        elif number < least:
            text = gettext("%(points)s is more than anybody can lose in one deal.")
            found.append(_doubt(text, number, "score.hand-minus", side))
    return tuple(found)


def _doubt(text: str, number: int, rule: str, side: int) -> Doubt:
    return Doubt(text=text % {"points": naming.number(number)}, rule=rule, side=side)


def most_points(rules: RuleSet) -> int:
    """No side can make more in a deal: every card, a canasta of the dearest sort wherever there is room for one."""
    each = (
        rules.bonus_natural,
        rules.bonus_samba or 0,
        *(rules.bonus_wild or ()),
        *(rules.bonus_aces or ()),
        BLOCKING_CANASTA_TOTAL if rules.sperr_canasta else 0,
    )
    size = min(rules.canasta_size, rules.sequence_max or rules.canasta_size)
    room = rules.deck_size // size if rules.several_melds_per_rank else len(NATURAL_RANKS) + 2
    dearest: int = max(each)
    out = max(rules.going_out_bonus, rules.concealed_total)
    return _all_cards(rules) + room * dearest + _all_red_threes(rules) + out


def least_points(rules: RuleSet) -> int:
    """No side can lose more in a deal: every card in hand, and every red three against it or forgotten."""
    forgotten = 2 * rules.packs * rules.red_three_forgotten
    return -_all_cards(rules) - max(_all_red_threes(rules), forgotten)


def _all_cards(rules: RuleSet) -> int:
    return points_of(full_deck(packs=rules.packs, jokers=rules.jokers))


def _all_red_threes(rules: RuleSet) -> int:
    return max(rules.red_three_set[1], 2 * rules.packs * rules.red_three_value)
