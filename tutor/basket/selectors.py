"""What pages of a basket read."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from lessons.content.deals import mini_deal
from lessons.content.providers import read_ahead
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from lessons.words import naming
from tutor.basket.models import BasketEntry
from tutor.basket.services import cards_of
from tutor.classroom.minutes import minutes_for
from tutor.classroom.telling import Entry, entries_of
from tutor.learning.addresses import item_url
from tutor.learning.models import User
from tutor.play.models import PlayedDeal
from tutor.play.telling import deal_url

_Sort = BasketEntry.Sort


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something in the basket, as it is shown. ``is_there`` says whether it is still on the site.

    ``item`` is the exercise and ``cards`` the played deal, where it is one; ``entry`` tells equal exercises apart.
    """

    row: BasketEntry
    title: str
    note: str
    url: str
    is_there: bool
    item: Item | None = None
    cards: PlayedDeal | None = None
    entry: Entry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Basket:
    """A basket with its lines in order."""

    lines: tuple[Line, ...]

    @property
    def exercises(self) -> tuple[Line, ...]:
        """The exercises that are still there."""
        return tuple(line for line in self.lines if line.item is not None)

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(line.item for line in self.lines if line.item is not None)

    @property
    def deals(self) -> tuple[Line, ...]:
        """The deals that are still there."""
        return tuple(line for line in self.lines if line.row.sort != _Sort.ITEM and line.is_there)

    @property
    def minutes(self) -> int:
        """About how long the exercises take."""
        return minutes_for(self.items)


def basket_of(user: User) -> Basket:
    """What is in the basket of an account; a few queries, and one for each played deal."""
    rows = list(BasketEntry.objects.filter(owner=user))
    slugs = [row.what for row in rows if row.sort == _Sort.ITEM]
    with read_ahead(map(base_slug, slugs)):
        items = [find_item(slug) for slug in slugs]
    told = dict(zip(slugs, zip(items, entries_of(items), strict=True), strict=True))
    return Basket(
        lines=tuple(
            _exercise(row, *told[row.what]) if row.sort == _Sort.ITEM else _deal(row, user) for row in rows
        )
    )


def _exercise(row: BasketEntry, item: Item | None, entry: Entry) -> Line:
    return Line(
        row=row, title=entry.goal, note=entry.kind, url=item_url(item) if item else "", is_there=item is not None,
        item=item, entry=entry,
    )  # fmt: skip


def _deal(row: BasketEntry, user: User) -> Line:
    if row.sort == _Sort.MINI:
        mini = mini_deal(row.what)
        return Line(
            row=row, title=str(mini.title) if mini else "", note=str(mini.goal) if mini else "",
            url=f"{reverse('play:games')}#mini-deals", is_there=mini is not None,
        )  # fmt: skip
    cards = cards_of(user, row.what)
    mine = cards is not None and cards.game.learner.user_id == user.pk
    return Line(
        row=row, title=naming.rule_set_name(cards.game.rules) if cards else "", note="", is_there=cards is not None,
        url="" if cards is None else deal_url(cards) if mine else reverse("play:same", args=[cards.key]), cards=cards,
    )  # fmt: skip
