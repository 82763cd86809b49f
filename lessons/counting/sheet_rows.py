"""The rows of a score sheet: which of them a rule set has, what they are called and what they count there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext

from engine.law.position import SINGLE_PLAYERS
from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet
from engine.score.sheet import ScoreSheet
from lessons.content.base import SHEET_ROWS
from lessons.words import naming

TOTAL = "total"
MINIMUM: Final = "next-minimum"
"""The row for what the next initial meld needs, asked for where both sides are scored."""
OTHER: Final = "other-"
"""What the keys of the opponents' rows begin with."""
_OF_A_SIDE: Final = (*SHEET_ROWS, TOTAL, MINIMUM)
KEYS_OF_BOTH: Final = (*_OF_A_SIDE, *(f"{OTHER}{key}" for key in _OF_A_SIDE))
"""Every row of a sheet of both sides, whatever the rule set."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row to fill in: its key is the item of the engine's score sheet."""

    key: str
    label: str
    note: str


def rows_of(rules: RuleSet) -> tuple[str, ...]:
    """The keys of the rows that this rule set can fill, in their order, without the total."""
    only_with = {
        "samba": rules.sequences,
        "wild-canasta": rules.bonus_wild is not None,
        "blocking-canasta": rules.sperr_canasta,
    }
    return tuple(key for key in SHEET_ROWS if only_with.get(key, True))


def points_in(sheet: ScoreSheet, key: str) -> int:
    """What a score sheet has in a row; 0 for a row that it does not have."""
    return sum(line.points for line in sheet.lines if line.item == key)


def labelled_rows(rules: RuleSet) -> tuple[Row, ...]:
    """The rows in the active language, with the numbers of the rule set."""
    texts = {
        "melded-cards": (gettext("Melded cards"), _melded(rules)),
        "natural-canasta": (gettext("Natural canastas"), _canastas(rules, 0)),
        "mixed-canasta": (gettext("Mixed canastas"), _canastas(rules, 1)),
        "samba": (gettext("Sambas"), _samba(rules)),
        "wild-canasta": (gettext("Wild canastas"), _wild(rules)),
        "blocking-canasta": (gettext("Blocking canasta"), _blocking()),
        "red-threes": (gettext("Red threes"), _red_threes(rules)),
        "going-out": (gettext("Going out"), _going_out(rules)),
        "hand-cards": (gettext("Cards in hand"), _hands(rules)),
    }
    return tuple(Row(key, *texts[key]) for key in rows_of(rules))


def side_names(rules: RuleSet) -> tuple[str, str]:
    """What the two sides are called."""
    if rules.default_players > SINGLE_PLAYERS:
        return gettext("Your side"), gettext("Opponents")
    return pgettext("side", "You"), pgettext("side", "Opponent")


def _melded(rules: RuleSet) -> str:
    if rules.sperr_canasta:
        return gettext("all cards on the table except those in a blocking canasta")
    if rules.sequences:
        return gettext("all cards on the table, including those in canastas and sambas")
    return gettext("all cards on the table, including those in canastas")


def _canastas(rules: RuleSet, place: int) -> str:
    bonus = (rules.bonus_natural, rules.bonus_mixed)[place]
    if rules.bonus_aces is None:
        return _each(bonus)
    return gettext("%(bonus)s each, canastas of aces %(aces)s") % {
        "bonus": naming.number(bonus), "aces": naming.number(rules.bonus_aces[place]),
    }  # fmt: skip


def _each(points: int) -> str:
    return gettext("%(points)s each") % {"points": naming.number(points)}


def _samba(rules: RuleSet) -> str:
    return gettext("complete sequences, %(points)s each") % {"points": naming.number(rules.bonus_samba or 0)}


def _wild(rules: RuleSet) -> str:
    jokers, twos, mixed = rules.bonus_wild or (0, 0, 0)
    if jokers == twos == mixed:
        return _each(jokers)
    return gettext("jokers alone %(jokers)s, twos alone %(twos)s, both together %(mixed)s") % {
        "jokers": naming.number(jokers), "twos": naming.number(twos), "mixed": naming.number(mixed),
    }  # fmt: skip


def _blocking() -> str:
    return gettext("%(points)s with all its cards") % {"points": naming.number(BLOCKING_CANASTA_TOTAL)}


def _red_threes(rules: RuleSet) -> str:
    count, total = rules.red_three_set
    return gettext("%(value)s each, %(total)s for all %(count)s") % {
        "value": naming.number(rules.red_three_value),
        "count": naming.number_word(count),
        "total": naming.number(total),
    }


def _going_out(rules: RuleSet) -> str:
    if not rules.concealed_is_special:
        return naming.number(rules.going_out_bonus)
    return gettext("%(bonus)s, concealed %(concealed)s") % {
        "bonus": naming.number(rules.going_out_bonus), "concealed": naming.number(rules.concealed_total),
    }  # fmt: skip


def _hands(rules: RuleSet) -> str:
    if rules.default_players < FOUR:
        return gettext("deducted")
    return gettext("both hands are deducted")


FOUR = 4
"""From so many players on there is a partner."""
