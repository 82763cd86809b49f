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
    names = side_names(rules)
    mine, theirs = (
        _view(side, title, nobody=side is other and own.went_out == "no", rules=rules)
        for side, title in zip((own, other), names, strict=True)
    )
    titles = (gettext("Left in an opponent’s hand"), gettext("Left in the other opponent’s hand"))
    left = score_side_of(other, rules).hands
    hands = tuple(Held(title, cards) for title, cards in zip(titles, left, strict=False))
    return Opposing(view=theirs, own=mine, hands=hands)


def _view(table: SideTable, title: str, *, nobody: bool, rules: RuleSet) -> SideView:
    """What lies before a side, what it had before the deal, and that it went out, or that ``nobody`` did."""
    side = score_side_of(table, rules)
    view = presenting.score_table(side.melds, side.red_threes, rules)
    went_out = {
        "no": gettext("nobody went out") if nobody else "",
        "yes": gettext("this side went out"),
        "concealed": gettext("this side went out concealed"),
    }[side.went_out]
    before = gettext("%(points)s before the deal") % {"points": naming.points_words(side.score_before)}
    return replace(view, title=title, notes=(before, *([went_out] if went_out else []), *view.notes))
