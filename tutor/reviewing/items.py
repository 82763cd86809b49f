"""Positions of one's own deals as exercises of the notebook: made of the table of a finding, proved like all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.timezone import localdate
from pydantic import ValidationError

from engine.law.errors import EngineError
from engine.notation.position_line import format_rules
from engine.play.deal import Deal
from engine.play.record import Watched, watch_game
from lessons.content import bank
from lessons.content.bank import item_of
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from lessons.mining.deals import moment_of
from lessons.mining.mine import MAKERS, first_of, scene_of
from lessons.mining.spec import Record
from tutor.learning.models import Learner
from tutor.reviewing.differing import BY_SLUG
from tutor.reviewing.models import DealFinding, DealItem

PREFIX: Final = "deal/"


class DealItems:
    """The provider of these exercises."""

    prefix = PREFIX

    def find(self, slug: str) -> Item | None:
        """The exercise with this slug; None if there is none, or if it cannot be read any more."""
        return self.find_many([slug]).get(slug)

    def find_many(self, slugs: Iterable[str]) -> dict[str, Item]:
        """Those that there are, by slug."""
        rows = DealItem.objects.filter(token__in=[slug.removeprefix(PREFIX) for slug in slugs])
        found = {_slug(row): _item(row) for row in rows}
        return {slug: item for slug, item in found.items() if item is not None}

    def url(self, item: Item) -> str:
        """It is worked on in the notebook; a sister leads there too."""
        return reverse("practice:notebook-do", args=[base_slug(item.slug)])


def to_practise(learner: Learner) -> Iterator[tuple[str, date]]:
    """The exercises of a learner's own deals and the days on which they were made; one query."""
    rows = DealItem.objects.filter(finding__review__deal__game__learner=learner)
    return ((_slug(row), localdate(row.created)) for row in rows)


def keep_items(record: str, findings: Sequence[DealFinding]) -> None:
    """Make an exercise of each finding whose table the theme has a proved question about.

    ``record`` is that of the deal, ``findings`` are of one review of it. The same finding makes the same exercise.
    """
    turns = {turn: (deal, done) for turn, deal, done in turns_of(list(watch_game(record)))}
    for one in findings:
        made = _made(one, *turns[one.turn]) if one.turn in turns and one.theme in BY_SLUG else None
        if made is not None:
            DealItem.objects.create(finding=one, theme=BY_SLUG[one.theme].exercises, record=made)


def turns_of(moments: Sequence[Watched]) -> Iterator[tuple[int, Deal, Deal]]:
    """Each turn of a deal: its number, the deal before it, and after it."""
    begun: Deal | None = None
    for moment in moments:
        game = moment.game
        deal = game.deal or (game.finished[0].deal if game.finished else None)
        if deal is None:
            continue
        if begun is not None and len(deal.played) > len(begun.played):
            yield len(begun.played), begun, deal
            begun = None
        if begun is None and not deal.over and not deal.steps:
            begun = deal


def _made(finding: DealFinding, begun: Deal, after: Deal) -> Record | None:
    theme = BY_SLUG[finding.theme].exercises
    if theme not in MAKERS or format_rules(begun.rules) not in MAKERS[theme].rule_sets:
        return None
    played = tuple(step.to_action() for step in after.played[len(begun.played)])
    scene = scene_of(moment_of(begun, played), format_rules(begun.rules))
    return first_of(theme, scene, f"{finding.turn} {begun.turn.hand}")


def _slug(row: DealItem) -> str:
    return f"{PREFIX}{row.token}"


def _item(row: DealItem) -> Item | None:
    """The exercise of a row; None if its theme is gone or its record cannot be read any more."""
    texts = bank.bank().texts.get(row.theme)
    if texts is None:
        return None
    try:
        item = item_of(row.record, texts, theme=row.theme, number=1, source=("deal", row.token))
    except (EngineError, ValidationError):
        return None
    return replace(item, slug=_slug(row), is_puzzle=False)
