"""Everything that writes a played game: beginning, acting, letting the others play, the next deal, deleting.

Each runs in a transaction that holds the game's row, so that two tabs, a double tap and a second device neither lose
nor double an action: a form that comes from a page of before is told so, and shown how the game stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Final, Literal
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from engine.law.actions import Action
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.notation.position_line import format_rules
from engine.notation.text import format_cards
from engine.play.game import Game
from engine.play.game import PlayedDeal as DealOver
from engine.play.players.strong import STRONG
from engine.play.prepared import Prepared
from lessons.content.deals import MiniDeal, mini_deal
from lessons.deals.points import Judged, reached
from lessons.deals.putting_up import PRINTED
from lessons.deals.putting_up import begin as begin_prepared
from tutor.learning.models import Learner
from tutor.play import sitting as play
from tutor.play.house_rules import players_chosen
from tutor.play.models import WHOLE, PlayedDeal, PlayedGame, RefusedAction
from tutor.play.noting import note
from tutor.play.sitting import NotAllowedError, Sitting
from tutor.play.thinking import Others, ask_for_turns, can_think, stood_in_of
from tutor.tables.models import Table

GAMES: Final = ("classic", "classic-2p", "samba")
"""Rule sets that can be played, in the order in which they are offered."""
OPPONENTS: Final = ("beginner", "careful", "quick", STRONG)
"""Styles that can be chosen for the opponents."""
PARTNERS: Final = ("beginner", "careful", "quick", "slow", STRONG)
"""Styles that can be chosen for the partner."""
MOST_GAMES: Final = 40
"""A learner keeps so many games; after that the oldest finished ones go, and if none is finished the oldest."""
MOST_REFUSED: Final = 500
"""So many refused tries of a game are kept."""


_LISTENERS: Final[list[Callable[[PlayedGame], None]]] = []


def tell_also(listener: Callable[[PlayedGame], None]) -> None:
    """Let a lower area hear of every game in which something was refused, a deal ended or a point was decided."""
    _LISTENERS.append(listener)


def _tell(game: PlayedGame) -> None:
    for listener in _LISTENERS:
        listener(game)


class CannotPlayError(Exception):
    """A style does not play this rule set."""


class StalePageError(Exception):
    """The form comes from a page of before: the game has gone on since."""


@dataclass(frozen=True, slots=True)
class Step:
    """A game after something was done in it. ``waits`` says that one of the others still thinks."""

    game: PlayedGame
    sitting: Sitting
    waits: bool = False


def sitting_of(game: PlayedGame) -> Sitting:
    """How a stored game stands."""
    sitting = play.sitting_from(game.record, tuple(game.styles), asked=game.asked)
    return replace(sitting, stood_in=stood_in_of(game, sitting.game.number))


@transaction.atomic
def begin(
    *,
    learner: Learner,
    rules: str,
    partner: str,
    opponents: str,
    rng: Random,
    pace: str = PlayedGame.Pace.NORMAL,
    single: bool = False,
    stage: str = "",
) -> PlayedGame:
    """A new game with its first deal dealt.

    Raises ValueError for a rule set or a style that cannot be chosen, CannotPlayError for two that do not go together.
    """
    chosen = rule_set(GAMES[GAMES.index(rules)])
    if STRONG in (opponents, partner) and not can_think(chosen):
        raise CannotPlayError
    game = Game.begin(chosen)
    styles = _styles(game, partner, opponents)
    return _begun(game.shuffle(rng), learner, styles, pace, single=single, stage=stage)


@transaction.atomic
def begin_at(
    *,
    learner: Learner,
    table: Table,
    chosen: str,
    partner: str,
    opponents: str,
    rng: Random,
    single: bool = False,
) -> PlayedGame:
    """A new game by the rules that a table has now. Raises ValueError for what cannot be chosen there."""
    game = Game.begin(table.rule_set, players=players_chosen(table, chosen)).shuffle(rng)
    styles = _styles(game, partner, opponents)
    return _begun(game, learner, styles, PlayedGame.Pace.NORMAL, single=single, table_name=table.name)


@transaction.atomic
def begin_same(*, learner: Learner, deal: PlayedDeal, pace: str = PlayedGame.Pace.NORMAL) -> PlayedGame:
    """One deal with the cards, the totals, the lead and the players of another one."""
    own = deal.game.table_name if deal.game.learner_id == learner.pk else ""
    return begin_recorded(
        learner=learner, record=deal.record, styles=list(deal.game.styles), pace=pace, table_name=own
    )


@transaction.atomic
def begin_recorded(
    *,
    learner: Learner,
    record: str,
    styles: list[str],
    pace: str = PlayedGame.Pace.NORMAL,
    table_name: str = "",
) -> PlayedGame:
    """The same of the record of a deal, against players of these styles."""
    before = play.played_again(record)
    played = before.finished[0]
    if played.prepared is not None:
        return begin_from(learner=learner, table=played.prepared, styles=styles, pace=pace)
    game = Game.begin(
        before.rules, players=before.seating.players, form=before.seating.form, scores=before.first_scores,
        dealt_before=before.dealt_before,
    )  # fmt: skip
    return _begun(game.dealt(played.deck), learner, styles, pace, single=True, table_name=table_name)


@transaction.atomic
def begin_from(
    *, learner: Learner, table: Prepared, styles: list[str], pace: str = PlayedGame.Pace.NORMAL
) -> PlayedGame:
    """One deal that goes on from a table; the learner sits at its first seat."""
    return _begun(Game.put_up(table), learner, styles, pace, single=True)


@transaction.atomic
def begin_mini(*, learner: Learner, mini: MiniDeal, seed: int = PRINTED, stage: str = "") -> PlayedGame:
    """A mini-deal with its printed cards, or with those of another seed; ``stage`` is the one that offered it."""
    game = begin_prepared(mini, seed)
    styles = [mini.style_of.get(player, "") for player in range(game.seating.players)]
    pace = PlayedGame.Pace.NORMAL
    return _begun(game, learner, styles, pace, single=True, mini=mini.slug, seed=seed, stage=stage)


def _begun(
    game: Game,
    learner: Learner,
    styles: list[str],
    pace: str,
    *,
    single: bool,
    mini: str = "",
    seed: int = 0,
    table_name: str = "",
    stage: str = "",
) -> PlayedGame:
    Learner.objects.select_for_update().get(pk=learner.pk)  # two at the same moment come one after the other
    _make_room(learner)
    last = PlayedGame.objects.filter(learner=learner).order_by("updated", "id").last()
    between = play.begun_anew(game, tuple(styles))
    row = PlayedGame(
        learner=learner, rule_set=game.rules.name, styles=styles, pace=pace, is_single=single, mini=mini,
        seed=seed, stage=stage, table_name=table_name,
        house_rules=format_rules(game.rules) if game.rules.changes else "",
        record=play.keep(play.with_deal(between, game)),
    )  # fmt: skip
    if last is not None:
        row.coach, row.partner_tells, row.by_suit = last.coach, last.partner_tells, last.by_suit
    if _is_first_whole_deal(row):
        row.coach = PlayedGame.Coach.EACH
    sitting = sitting_of(row)
    note(row, sitting, sitting)
    row.save()
    ask_for_turns(row, sitting)
    return row


def _is_first_whole_deal(row: PlayedGame) -> bool:
    """Whether the course ends here for the first time: it is played with the coach at one's side, if not sent away."""
    asks = row.mini == WHOLE and row.coach == PlayedGame.Coach.ASKED
    return asks and not PlayedGame.objects.filter(learner=row.learner, mini=WHOLE).exists()


def act(*, game: PlayedGame, stamp: str, action: Action) -> Step:
    """The learner's action. Raises NotAllowedError, after the try was kept, and StalePageError."""
    try:
        return _changed(game, stamp, lambda sitting, others: _going_on(others, play.tried(sitting, action)))
    except NotAllowedError as error:
        _keep_refused(game, error)
        raise


def go_on(*, game: PlayedGame, stamp: str, through: bool = False) -> Step:
    """Let the next player play a turn, or with ``through`` everybody until the learner is to act.

    Where somebody still thinks the game stays as it is up to there.
    """

    def played(sitting: Sitting, others: Others) -> Sitting:
        if through:
            return _until_mine(others, sitting)
        return others.turn(sitting) if sitting.state == "theirs" else sitting

    return _changed(game, stamp, played, is_of_others=True)


def answer(*, game: PlayedGame, stamp: str, answer: Literal["yes", "no"]) -> Step:
    """Answer the partner's question."""

    def answered(sitting: Sitting, others: Others) -> Sitting:
        if sitting.state != "asked":
            raise StalePageError
        return _going_on(others, play.answered(sitting, answer))

    return _changed(game, stamp, answered)


def take_back(*, game: PlayedGame, stamp: str, count: int) -> Step:
    """Take back the last so many actions of the learner's turn. Raises ValueError for one that stays done."""
    return _changed(game, stamp, lambda sitting, _: play.taken_back(sitting, count))


def deal_next(*, game: PlayedGame, stamp: str, rng: Random) -> Step:
    """Deal the next deal of a game that is not over."""

    def dealt(sitting: Sitting, others: Others) -> Sitting:
        if sitting.state != "over" or game.finished is not None:
            raise StalePageError
        return play.with_deal(sitting, sitting.game.shuffle(rng))

    return _changed(game, stamp, dealt)


def set_pace(*, game: PlayedGame, pace: str) -> None:
    """How quickly the others play from now on; what is no pace changes nothing."""
    if pace in PlayedGame.Pace.values:
        PlayedGame.objects.filter(pk=game.pk).update(pace=pace)
        game.pace = pace


def set_coach(*, game: PlayedGame, coach: str) -> None:
    """How much the coach says from now on; what is no such word changes nothing."""
    if coach in PlayedGame.Coach.values:
        PlayedGame.objects.filter(pk=game.pk).update(coach=coach)
        game.coach = coach


def set_partner_tells(*, game: PlayedGame, on: bool) -> None:
    """Whether the partner says from now on why it made a move."""
    PlayedGame.objects.filter(pk=game.pk).update(partner_tells=on)
    game.partner_tells = on


def set_by_suit(*, game: PlayedGame, on: bool) -> None:
    """Whether the learner's cards lie by suits from now on, or by ranks."""
    PlayedGame.objects.filter(pk=game.pk).update(by_suit=on)
    game.by_suit = on


def share(*, deal: PlayedDeal) -> None:
    """Let whoever has its link play the same cards. A mini-deal has its own address for everybody."""
    if deal.game.mini:
        return
    PlayedDeal.objects.filter(pk=deal.pk).update(is_shared=True)
    deal.is_shared = True


def delete(*, game: PlayedGame) -> None:
    game.delete()


def merge(keep: Learner, other: Learner) -> None:
    """Hand the games of ``other`` to ``keep``: they are one person."""
    other.played_games.update(learner=keep)
    told = keep.met_rules.values_list("rule", flat=True)
    other.met_rules.exclude(rule__in=list(told)).update(learner=keep)


def digest_of(rules: RuleSet, scores: tuple[int, ...], before: int, deck: str) -> str:
    """By which deals are found that began alike: rule set, totals, lead and all cards in their order."""
    return sha256(f"{format_rules(rules)} {scores} {before} {deck}".encode()).hexdigest()


Change = Callable[[Sitting, Others], Sitting]


@transaction.atomic
def _changed(game: PlayedGame, stamp: str, change: Change, *, is_of_others: bool = False) -> Step:
    """The game after a change, kept. Raises StalePageError where it has gone on since the form was shown."""
    row = PlayedGame.objects.select_for_update().get(pk=game.pk)
    before = sitting_of(row)
    if before.stamp != stamp or row.outcome:
        raise StalePageError
    others = Others(row, is_fresh=not is_of_others)
    sitting = change(before, others)
    if sitting is before:  # one of the others still thinks
        return Step(row, sitting, waits=others.waits)
    point = point_of(row, sitting.game)
    if point is not None and point.is_decided:
        row.outcome, row.finished = point.state, timezone.now()
    note(row, before, sitting)
    ended = sitting.game.finished
    if ended:
        sitting = _deal_over(row, sitting, ended[0])
    row.record, row.asked, row.updated = play.keep(sitting), sitting.asked, timezone.now()
    row.save()
    if ended or row.outcome:
        _tell(row)
    if not is_of_others or others.stood_in:
        ask_for_turns(row, sitting)
    for name in ("record", "asked", "finished", "outcome", "stood_in", "updated", "coached"):
        setattr(game, name, getattr(row, name))
    return Step(row, sitting, waits=others.waits)


def _deal_over(row: PlayedGame, sitting: Sitting, over: DealOver) -> Sitting:
    """Keep the deal that has ended, and go on between deals."""
    game = sitting.game
    PlayedDeal.objects.create(
        game=row,
        number=game.number - 1,
        record=play.keep(sitting),
        points=[sheet.total for sheet in over.score.sheets],
        cards=digest_of(
            game.rules, game.first_scores, game.dealt_before, format_cards(over.deck) or repr(over.prepared)
        ),
    )
    if row.is_single or game.over:
        row.finished = timezone.now()
    between = Game.begin(
        game.rules, players=game.seating.players, form=game.seating.form, scores=game.scores,
        dealt_before=game.number,
    )  # fmt: skip
    return play.begun_anew(between, sitting.styles)


def _going_on(others: Others, sitting: Sitting) -> Sitting:
    """At once up to the learner's next turn, where the pace says so."""
    return _until_mine(others, sitting) if others.row.pace == PlayedGame.Pace.ONCE else sitting


def _until_mine(others: Others, sitting: Sitting) -> Sitting:
    """After the turns of the others, or up to who still thinks; a mini-deal stops where its point is decided."""
    while sitting.state == "theirs" and not others.waits and not _is_decided(others.row, sitting):
        sitting = others.turn(sitting)
    return sitting


def _is_decided(game: PlayedGame, sitting: Sitting) -> bool:
    point = point_of(game, sitting.game)
    return point is not None and point.is_decided


def point_of(game: PlayedGame, played: Game) -> Judged | None:
    """How the mini-deal stands towards its point; None for other games, and for one that the content has no more."""
    mini = mini_deal(game.mini) if game.mini else None
    return None if mini is None else reached(mini, played, seat=play.ME)


def _keep_refused(game: PlayedGame, error: NotAllowedError) -> None:
    if game.refused.count() >= MOST_REFUSED:
        return
    sitting = sitting_of(game)
    broken = [] if error.verdict is None else [str(finding.rule) for finding in error.verdict.broken]
    RefusedAction.objects.create(
        game=game, number=sitting.game.number, place=len(sitting.watched.history),
        action=str(error.action)[:200], rules=broken,
    )  # fmt: skip
    _tell(game)


def _styles(game: Game, partner: str, opponents: str) -> list[str]:
    """The styles of the players by number. Raises ValueError for one that cannot be chosen."""
    mine = game.seating.side_of(play.ME)
    chosen = []
    for player in range(game.seating.players):
        plays_with_me = game.seating.side_of(player) == mine
        styles, style = (PARTNERS, partner) if plays_with_me else (OPPONENTS, opponents)
        chosen.append("" if player == play.ME else styles[styles.index(style)])
    return chosen


def _make_room(learner: Learner) -> None:
    """Delete the oldest games where there are too many; finished ones first."""
    while PlayedGame.objects.filter(learner=learner).count() >= MOST_GAMES:
        games = PlayedGame.objects.filter(learner=learner).order_by("updated", "id")
        (games.exclude(finished=None).first() or games[0]).delete()


def find(*, learner: Learner | None, key: UUID) -> PlayedGame | None:
    """The learner's own game; others find nothing."""
    return None if learner is None else learner.played_games.filter(key=key).first()
