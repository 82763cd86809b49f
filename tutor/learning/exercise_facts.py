"""What the line above a position or a score sheet says of it."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.law.position import SINGLE_PLAYERS
from lessons.content.base import SideTable
from lessons.content.reading import Item
from lessons.kinds.registry import given, kind_of
from lessons.table import position_words
from lessons.words import naming
from lessons.words.in_brief import InBrief


def facts_of(item: Item) -> list[str]:
    """What the line above a position says: the rule set and who is to do what."""
    side = given(item.task).side
    both = [naming.rule_set_name(rules) for rules in kind_of(item).rule_sets(item)]
    if len(both) > 1:
        compared = InBrief(gettext("%(first)s and %(second)s") % {"first": both[0], "second": both[1]})
        return [compared, *(_side_facts(side, alone=_is_alone(item))[:1] if side is not None else ())]
    if item.position is not None:
        return position_words.facts(
            item.position,
            one_action=kind_of(item).one_action(item),
            seat=kind_of(item).seat(item),
            labelled=not kind_of(item).reads_table(item),
        )
    facts = position_words.facts(rules=item.rules)
    if side is not None:
        facts += _side_facts(side, alone=_is_alone(item))
    return facts


def _is_alone(item: Item) -> bool:
    return item.rules.default_players <= SINGLE_PLAYERS


def _side_facts(side: SideTable, *, alone: bool) -> list[str]:
    """Whether the side went out and what it had; where everybody plays alone, the side is "you"."""
    points = {"points": naming.points_words(side.score_before)}
    if alone:
        went_out = {
            "no": gettext("You did not go out"),
            "yes": gettext("You went out"),
            "concealed": gettext("You went out concealed"),
        }
        return [went_out[side.went_out], gettext("Before the deal you had %(points)s") % points]
    went_out = {
        "no": gettext("Nobody on your side went out"),
        "yes": gettext("Somebody on your side went out"),
        "concealed": gettext("Somebody on your side went out concealed"),
    }
    return [went_out[side.went_out], gettext("Before the deal your side had %(points)s") % points]
