"""What can be shown elsewhere: a position, a rule, the score sheet of an evening; title, text and picture.

The end of a deal and a quarrel that is settled: :mod:`tutor.elsewhere.settled`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language, gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import library
from lessons.saying.engine_errors import error_at_its_place
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_short
from lessons.table import position_words
from tutor.elsewhere.texts import position_as_text
from tutor.evenings import showing
from tutor.evenings.models import Evening
from tutor.evenings.sheet import Sheet, sheet_of
from tutor.site.templatetags.canasta import plain

Kind = Literal["position", "scored", "quarrel", "rule", "evening"]
MOST_TEXT: Final = 1200
"""Letters of a position or of a list of actions in a link."""
WIDTH: Final = 560
HEIGHTS: Final[Mapping[Kind, int]] = {
    "position": 620, "scored": 760, "quarrel": 620, "rule": 380, "evening": 460,
}  # fmt: skip
"""Size of a frame, in CSS pixels."""


_DRAWN: Final = re.compile(r"\s*\{[^}]*\}")
"""Cards that pages draw behind the words for them."""


class NotShown(Exception):
    """A link that does not lead to anything that can be shown; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """Something to show elsewhere. ``rows`` are what the picture draws: names with texts or cards."""

    kind: Kind
    title: str
    text: str
    url: str
    frame_url: str
    picture_url: str
    rows: Sequence[tuple[str, Any]] = ()
    note: str = ""
    verdict: str = ""
    outcome: str = ""
    found: Any = field(default=None, repr=False)

    @property
    def height(self) -> int:
        return HEIGHTS[self.kind]


def position_thing(text: str, done: str = "") -> Thing:
    """A position with the actions of a turn. Raises NotShown that names what cannot be read."""
    german = (get_language() or "").startswith("de")
    try:
        if not text.strip():
            raise NotShown(gettext("This link carries no position."))
        position = parse_position(text[:MOST_TEXT], german=german)
        actions = _actions_in(done[:MOST_TEXT])
        said = _judged(position, actions) if actions else {}
    except EngineError as error:
        raise NotShown(error_at_its_place(error)) from error
    pairs = {"p": format_position(position), "a": "; ".join(map(str, actions))}
    query = urlencode({name: value for name, value in pairs.items() if value})
    told = position_as_text(position)
    return Thing(
        kind="position",
        title=said.get("title") or gettext("A position in Canasta"),
        text="\n".join(filter(None, [told, said.get("verdict", "")])),
        url=f"{reverse('lessons:position')}?{query}",
        frame_url=f"{reverse('elsewhere:position')}?{query}",
        picture_url=f"{reverse('elsewhere:position-picture')}?{query}",
        rows=rows_of(position),
        note=" · ".join(str(fact) for fact in position_words.facts(position)),
        verdict=said.get("verdict", ""),
        outcome=said.get("outcome", ""),
        found=position,
    )


def _actions_in(text: str) -> tuple[Action, ...]:
    return (
        tuple(parse_actions([part.strip() for part in text.rstrip("; ").split(";")])) if text.strip() else ()
    )


def _judged(position: Position, actions: tuple[Action, ...]) -> dict[str, str]:
    """What was done and what the rules say of it, in words. Raises EngineError."""
    verdict = judge(position, actions, unfinished=actions[-1].verb not in ("discard", "end"), remedy=False)
    told = explain(verdict, position=position, actions=actions, reveal=False)
    said = {
        True: gettext("It is allowed."),
        False: gettext("It is not allowed."),
        None: gettext("The text does not decide."),
    }[verdict.legal]
    why = plain(told.deciding.text) if told.deciding else ""
    done = _DRAWN.sub("", actions_in_words(actions))
    return {
        "title": done,
        "verdict": f"{said} {why}".strip(),
        "outcome": {True: "right", False: "wrong", None: "undecided"}[verdict.legal],
    }


def rows_of(position: Position) -> list[tuple[str, Any]]:
    """What the picture draws of a position: the pile, what both sides have, the hand."""
    rows: list[tuple[str, Any]] = [(gettext("Discard pile"), [position.pile[-8:]])]
    rows.append((position_words.own_title(position, "you"), [meld.cards for meld in position.own.melds]))
    rows += [
        (position_words.opponents_title(position, 1), [meld.cards for meld in side.melds])
        for side in position.opponents[:1]
    ]
    rows.append((gettext("Your hand"), [position.hand]))
    return [(name, [cards for cards in groups if cards]) for name, groups in rows if any(groups)]


def rule_thing(rule_id: str) -> Thing:
    """A rule of the rulebook, with its sentence. Raises NotShown."""
    page = library().rules.get(rule_id)
    if page is None:
        raise NotShown(gettext("There is no such rule."))
    facts = {"number": page.number, "title": plain(page.title)}
    sentence = plain(rule_short(rule_id))
    example = page.example
    return Thing(
        kind="rule",
        title=gettext("Rule %(number)s · %(title)s") % facts,
        text=sentence,
        url=reverse("lessons:rule", args=[rule_id]),
        frame_url=reverse("elsewhere:rule", args=[rule_id]),
        picture_url=reverse("elsewhere:rule-picture", args=[rule_id]),
        rows=rows_of(example.position)[-2:] if example else (),
        note=sentence,
        found=page,
    )


def evening_thing(key: str) -> Thing:
    """The score sheet of an evening, for whoever has the link to read it. Raises Http404."""
    evening = Evening.objects.filter(reading=key[:60]).first()
    if evening is None:
        raise Http404("evening")
    sheet = sheet_of(evening)
    told = showing.summary(sheet)
    columns = showing.columns_of(sheet)
    standing = "\n".join(f"{column.name}: {column.total} ({column.opens})" for column in columns)
    return Thing(
        kind="evening",
        title=str(told["title"]),
        text="\n".join(filter(None, [str(told["won"]), standing, *_deals(sheet)])),
        url=reverse("evenings:read", args=[evening.reading]),
        frame_url=reverse("elsewhere:evening", args=[evening.reading]),
        picture_url=reverse("elsewhere:evening-picture", args=[evening.reading]),
        rows=[(column.name, column.total) for column in columns],
        note=" · ".join(filter(None, [str(told["rules"]), str(told["won"])])),
        found=sheet,
    )


def _deals(sheet: Sheet) -> list[str]:
    return [
        gettext("Deal %(number)s: %(points)s")
        % {"number": line.row.place, "points": " : ".join(cell.points for cell in line.cells)}
        for line in reversed(showing.lines_of(sheet))
    ]
