"""A learner at the table of a played game, through its pages; and games and deals to look at."""

from __future__ import annotations

import html
import re
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from engine.law.cards import Card
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.view import view_of_deal
from engine.turn.table import Table, realise
from tests.lessons.pages import be
from tutor.learning.models import Learner
from tutor.play import services
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.play.sitting import Sitting


def readable(source: str) -> str:
    """The text of a page without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", source)).split())


@dataclass
class AtTable:
    """Presses buttons of the page that is shown, as a browser would; ``source`` is that page."""

    client: Client = field(default_factory=Client)
    language: str = "en"
    htmx: bool = False
    source: str = ""

    def url(self, name: str, *args: Any) -> str:
        with override(self.language):
            return reverse(f"play:{name}", args=args)

    def begin(self, **chosen: str) -> PlayedGame:
        response = self.client.post(self.url("games"), {"do": "begin", **chosen}, follow=True)
        assert response.status_code == 200
        self.source = response.content.decode()
        return PlayedGame.objects.latest("id")

    def open(self, game: PlayedGame) -> str:
        response = self.client.get(self.url("game", game.key))
        assert response.status_code == 200
        self.source = response.content.decode()
        return self.text

    @property
    def text(self) -> str:
        """What can be read on the page."""
        return readable(self.source)

    def stamp(self) -> str:
        found = re.search(r'name="stamp" value="([^"]+)"', self.source)
        assert found
        return html.unescape(found[1])

    def press(self, game: PlayedGame, do: str, *, status: int = 200, **more: Any) -> str:
        data = {"do": do, "stamp": self.stamp(), **more}
        headers = {"HX-Request": "true"} if self.htmx else {}
        response = self.client.post(self.url("game", game.key), data, headers=headers, follow=True)
        assert response.status_code == status
        self.source = response.content.decode()
        return self.text


def sitting(game: PlayedGame) -> Sitting:
    game.refresh_from_db()
    return services.sitting_of(game)


def play_my_turn(game: PlayedGame) -> None:
    """Play the learner's turn as a careful player would, action by action."""
    step = sitting(game)
    number, turns = step.game.number, len(step.deal.played)
    while step.state == "mine" and step.game.number == number and len(step.deal.played) == turns:
        deal = step.deal
        view = view_of_deal(deal, step.watched.memory)
        move = RulePlayer(CAREFUL).choose(view, deal.legal_moves()).move
        table = Table(deal.position())
        for action in deal.actions:
            table.do(action)
        step = services.act(game=game, stamp=step.stamp, action=realise(table, move)).sitting


def play_on(game: PlayedGame) -> Sitting:
    """Play until the deal is over; the learner says yes when asked."""
    step = sitting(game)
    while step.state != "over":
        if step.state == "mine":
            play_my_turn(game)
        elif step.state == "asked":
            services.answer(game=game, stamp=step.stamp, answer="yes")
        else:
            services.go_on(game=game, stamp=step.stamp, through=True)
        step = sitting(game)
    return step


def begun(
    rules: str = "classic",
    *,
    seed: int = 1,
    pace: str = "normal",
    partner: str = "careful",
    single: bool = False,
) -> PlayedGame:
    return services.begin(
        learner=Learner.objects.create(), rules=rules, partner=partner, opponents="careful",
        rng=Random(seed), pace=pace, single=single,
    )  # fmt: skip


@cache
def _played_once() -> PlayedDeal:
    game = begun(seed=2, pace="once", single=True)
    play_on(game)
    deal = PlayedDeal.objects.select_related("game").get(game=game)
    game.learner.delete()  # and the rows with it
    return deal


def played_deal() -> PlayedDeal:
    """A deal that is over, always of the same cards: it is played once, and its rows are made for each test."""
    deal, game = copy(_played_once()), copy(_played_once().game)
    for row in (game, deal):
        row.pk, row.key, row._state.adding = None, uuid4(), True
    game.created = game.updated = game.finished = deal.ended = timezone.now()
    game.learner = Learner.objects.create()
    game.save()
    deal.game = game
    deal.save()
    return PlayedDeal.objects.get(pk=deal.pk)


def seated(game: PlayedGame, *, language: str = "en", htmx: bool = False) -> AtTable:
    """The page of a game as its learner sees it."""
    at = AtTable(language=language, htmx=htmx)
    be(at.client, game.learner)
    at.open(game)
    return at


def ticked(cards: tuple[Card, ...]) -> list[str]:
    seen: dict[Card, int] = {}
    values = []
    for card in cards:
        seen[card] = seen.get(card, -1) + 1
        values.append(f"{card}#{seen[card]}")
    return values
