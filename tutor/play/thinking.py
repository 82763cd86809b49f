"""Turns of the style that thinks too long for a web thread: a worker of the queue thinks them out ahead.

Whatever brings the turn to the others puts a job into the queue. The worker plays on from there up to where the learner
is to act, and keeps each turn that took thought under a digest of how the game stood before it. The page plays it
at its own pace. Where it is not ready in time, the careful style stands in, and the game remembers that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.play.players.player import RulePlayer
from engine.play.players.playout import why_not_played
from engine.play.players.strong import STRONG
from engine.play.players.style import CAREFUL
from tutor.play import sitting as play
from tutor.play.models import PlayedGame, Thought
from tutor.play.sitting import Sitting
from tutor.site.queue.jobs import enqueue
from tutor.site.queue.living import living_workers

JOB: Final = "think-out-turns"
PATIENCE: Final = timedelta(seconds=5)
"""So long a turn is waited for that a worker is to think out."""


def can_think(rules: RuleSet) -> bool:
    """Whether the strong style plays this rule set otherwise than the careful one."""
    return not why_not_played(rules)


def ask_for_turns(game: PlayedGame, sitting: Sitting) -> None:
    """Let a worker think out the turns up to the learner's next one, where anybody needs that and a worker lives."""
    if sitting.state != "theirs" or STRONG not in sitting.styles or not living_workers():
        return
    game.thoughts.all().delete()
    enqueue(JOB, game=game.pk, place=_place(sitting))


def think(game: int, place: str) -> None:
    """What a worker does: think out the turns of the others from here, unless the game has gone on since."""
    row = PlayedGame.objects.filter(pk=game).first()
    if row is None or _digest(row.record, asked=row.asked) != place:
        return
    try:
        sitting = play.sitting_from(row.record, tuple(row.styles), asked=row.asked)
    except EngineError:
        return
    while sitting.state == "theirs":
        after = play.with_turn_of_other(sitting)
        if sitting.thinks_long and not _kept(row, _place(sitting), play.turn_as_text(sitting, after)):
            return
        sitting = after


@transaction.atomic
def _kept(row: PlayedGame, place: str, turn: str) -> bool:
    """Keep a turn; False where the game is gone, or goes on otherwise because another style has stood in."""
    now = PlayedGame.objects.select_for_update().filter(pk=row.pk).values_list("stood_in", flat=True).first()
    if now is None or now != row.stood_in:
        return False
    Thought.objects.get_or_create(game=row, place=place, defaults={"turn": turn})
    return True


def _place(sitting: Sitting) -> str:
    """A digest of how a game stands, the cards that nobody has seen included."""
    return _digest(sitting.record(), asked=sitting.asked)


def _digest(record: str, *, asked: bool) -> str:
    return sha256(f"{int(asked)} {record}".encode()).hexdigest()


@dataclass(slots=True)
class Others:
    """The others as they play in one request, in a game whose row is locked and will be saved.

    ``is_fresh`` is whether the turn has just come to them. Afterwards ``waits`` says that somebody still thinks, and
    ``stood_in`` that the careful style has played for somebody.
    """

    row: PlayedGame
    is_fresh: bool = False
    waits: bool = False
    stood_in: bool = False

    def turn(self, sitting: Sitting) -> Sitting:
        """After the turn of who is to act; unchanged while that one thinks."""
        after = self._thought_out(sitting) if sitting.thinks_long else play.with_turn_of_other(sitting)
        self.is_fresh = True
        return after

    def _thought_out(self, sitting: Sitting) -> Sitting:
        found = self.row.thoughts.filter(place=_place(sitting)).first()
        if found is not None:
            self.row.thought += 1
            return play.with_told_turn(sitting, found.turn)
        if living_workers() and (self.is_fresh or timezone.now() - self.row.updated < PATIENCE):
            self.waits = True
            return sitting
        return self._stand_in(sitting)

    def _stand_in(self, sitting: Sitting) -> Sitting:
        number, turn = sitting.game.number, len(sitting.deal.played)
        self.row.stood_in = [*self.row.stood_in, [number, turn]]
        self.stood_in = True
        after = play.with_turn_of_other(sitting, RulePlayer(CAREFUL))
        return replace(after, stood_in=after.stood_in | {turn})


def stood_in_of(game: PlayedGame, number: int) -> frozenset[int]:
    """The turns of a deal of the game in which the careful style stood in."""
    return frozenset(turn for deal, turn in game.stood_in if deal == number)


def counted() -> tuple[int, int]:
    """How many turns of the games that are kept were thought out, and in how many the careful style stood in."""
    thought = PlayedGame.objects.aggregate(Sum("thought"))["thought__sum"] or 0
    stood_in = PlayedGame.objects.exclude(stood_in=[]).values_list("stood_in", flat=True)
    return thought, sum(map(len, stood_in))
