"""The opponents' side of a deal that is scored for both sides, as the page shows it above one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from engine.law.cards import Card
from engine.law.ruleset import RuleSet
from lessons.content.base import SideTable
from lessons.counting.computing import score_side_of
from lessons.counting.sheet_rows import side_names
from lessons.table import presenting
from lessons.table.view_models import SideView
from lessons.words import naming


@dataclass(frozen=True, slots=True)
class Held:
    """The cards left in a hand."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposing:
    """What lies on the table, and what is left in the hands; ``own`` is the player's side under its name."""

    view: SideView
    own: SideView
    hands: tuple[Held, ...]


def opposing(own: SideTable, other: SideTable, rules: RuleSet) -> Opposing:
    """The two sides of a deal, told by their names."""
    side = score_side_of(other, rules)
    view = presenting.score_table(side.melds, side.red_threes, rules)
    went_out = {
        "no": gettext("nobody went out"),
        "yes": gettext("somebody went out"),
        "concealed": gettext("somebody went out concealed"),
    }
    before = gettext("%(points)s before the deal") % {"points": naming.points_words(side.score_before)}
    view = replace(view, title=side_names(rules)[1], notes=(before, went_out[side.went_out], *view.notes))
    titles = (gettext("Left in an opponent’s hand"), gettext("Left in the other opponent’s hand"))
    hands = tuple(Held(title, cards) for title, cards in zip(titles, side.hands, strict=False))
    mine = score_side_of(own, rules)
    shown = replace(presenting.score_table(mine.melds, mine.red_threes, rules), title=side_names(rules)[0])
    return Opposing(view=view, own=shown, hands=hands)
