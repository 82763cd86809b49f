"""How the table of a game is shown: to whom it is now, what has just been answered, and how a deal ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from lessons.content.deals import mini_deal
from lessons.deals.points import in_words
from lessons.kinds.common.work import Work
from lessons.saying import moves
from lessons.table import presenting
from tutor.learning.exercise_context import SELECTED
from tutor.play import asking, coaching, ending, services, telling
from tutor.play import sitting as play
from tutor.play.comparing import is_compared
from tutor.play.from_course import url_of_stage, way_on
from tutor.play.house_rules import said_of, title_of_game
from tutor.play.models import PlayedGame
from tutor.play.sitting import Sitting
from tutor.site.htmx import HtmxRequest
from tutor.tables.services import table_of

TEMPLATE: Final = "play/game.html"
POLL: Final = 600
"""Milliseconds between two looks at whether somebody has thought long enough."""
PACES: Final = tuple(PlayedGame.Pace.values)
"""From the slowest to the quickest."""


def show(
    request: HtmxRequest,
    row: PlayedGame,
    sitting: Sitting,
    *,
    work: Work | None = None,
    problem: str = "",
    refused: dict[str, Any] | None = None,
    legal: list[str] | None = None,
    sure: Mapping[str, str] | None = None,
    asked: dict[str, Any] | None = None,
    announce: str = "",
    pressed: bool = False,
    waits: bool = False,
    through: bool = False,
    focus: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of the game, or the part of it that htmx asks for."""
    answered = _focus(row, sitting, problem, refused, asked, legal, sure, pressed)
    context: dict[str, Any] = {
        "section": "play",
        "row": row,
        "sitting": sitting,
        "state": "decided" if row.outcome else sitting.state,
        "stamp": sitting.stamp,
        "goal": telling.outcome_words(row.outcome) if row.outcome else telling.status_words(sitting),
        "score": telling.score_words(sitting.game),
        "rule_set": title_of_game(row),
        **said_of(row, table_of(request)),
        "problem": problem,
        "refused": refused,
        "legal": legal,
        "sure": sure,
        "asked": asked,
        "announce": announce,
        "focus": answered if focus is None else focus,
        "by_itself": _by_itself(row, sitting, waits=waits, through=through, said=announce),
        "slower": _neighbour(row.pace, -1),
        "quicker": _neighbour(row.pace, +1),
        "action_url": reverse("play:game", args=[row.key]),
        "leave_url": url_of_stage(row) or reverse("play:games"),
        "way_on": way_on(row) if row.finished else None,
    }
    context |= coaching.coach_context(row, sitting)
    context |= _deal_context(row, sitting, work=work, focused=focus == SELECTED)
    whole = not request.htmx or request.htmx.history_restore_request
    response = render(request, TEMPLATE if whole else f"{TEMPLATE}#game", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _deal_context(row: PlayedGame, sitting: Sitting, *, work: Work | None, focused: bool) -> dict[str, Any]:
    """The point of a mini-deal, and the table with the turn at it, or how the deal ended.

    ``focused`` says that the focus goes to the selected cards.
    """
    context = _mini_context(row, sitting) if row.mini else {}
    if sitting.state == "over":
        return context | _over_context(row, sitting)
    turn = telling.turn_context(
        sitting,
        work=work or work_so_far(sitting),
        is_over=bool(row.outcome),
        asks=sitting.state == "mine" and asking.stands_open(row, sitting),
    )
    if row.by_suit:
        turn["hand"] = presenting.by_suit(turn["hand"])
    if focused:
        turn["hand"] = presenting.focused(turn["hand"])
    return context | telling.table_context(sitting) | turn | {"partner_answer": asking.answer_words(sitting)}


def _by_itself(
    row: PlayedGame, sitting: Sitting, *, waits: bool, through: bool, said: str
) -> dict[str, str] | None:
    """What the page does next by itself, as htmx is told; None where it is the learner's turn."""
    if sitting.state != "theirs" or row.outcome:
        return None
    at_once = row.pace == PlayedGame.Pace.ONCE
    if not waits and not at_once:
        return {"do": "on", "again": "", "trigger": f"load delay:{telling.delay_after(said, row.pace)}ms"}
    return {"do": "through" if through or at_once else "on", "again": "1", "trigger": f"every {POLL}ms"}


def _focus(
    row: PlayedGame,
    sitting: Sitting,
    problem: str,
    refused: dict[str, Any] | None,
    asked: dict[str, Any] | None,
    legal: list[str] | None,
    sure: Mapping[str, str] | None,
    pressed: bool,
) -> str:
    """Where the focus goes: to what has just been answered; while the others play by themselves it stays."""
    if asked:
        return "asked"
    if problem:
        return "problem"
    if refused:
        return "refused"
    if legal is not None:
        return "legal"
    if sure:
        return "sure"
    if sitting.state == "theirs" and not row.outcome:
        return "through" if pressed else ""
    return "goal"


def _mini_context(row: PlayedGame, sitting: Sitting) -> dict[str, Any]:
    """The goal of a mini-deal, how it stands towards it, and what comes next once that is decided."""
    mini = mini_deal(row.mini)
    if mini is None:
        return {}
    last = row.deals.last() if sitting.state == "over" else None
    played = play.played_again(last.record) if last else sitting.game
    point = services.point_of(row, played)
    return {
        "mini": mini,
        "point": in_words(point) if point else "",
        "next_mini": telling.next_mini(mini),
        "again_seed": row.seed + 1,
    }


def _over_context(row: PlayedGame, sitting: Sitting) -> dict[str, Any]:
    """Between deals: how the last one ended, its sheet, and what comes next."""
    last = row.deals.order_by("number").last()
    if last is None:
        return {}
    watched = play.watched_again(last.record)
    over = watched.game.finished[0]
    seats = len(over.players)
    me = over.players.index(play.ME)
    turn = play.turns_of(watched.history)[-1]
    return {
        "last": last,
        "compared_url": f"{telling.deal_url(last)}#compared" if is_compared(last) else "",
        "goal": telling.outcome_words(row.outcome) if row.outcome else ending.ended_words(over),
        "score": telling.score_words(watched.game),
        "last_turn": moves.turn_in_words(turn, me=me, seats=seats),
        "result": telling.result_words(over, sitting.game),
        "table": ending.table_of(over, sitting.game),
        "deals": [(deal.number + 1, telling.deal_url(deal)) for deal in row.deals.all()],
        "sheets": ending.sheets_of(over, sitting.game),
        "deal_url": telling.deal_url(last),
        "sheet_url": reverse("play:sheet", args=[row.key, last.number + 1]),
        "winner": ending.winner_words(sitting.game) if sitting.game.over else "",
        "is_finished": row.finished is not None,
    }


def _neighbour(pace: str, step: int) -> str:
    """The next slower or quicker pace, empty where there is none."""
    place = PACES.index(pace) + step
    return PACES[place] if 0 <= place < len(PACES) else ""


def work_so_far(sitting: Sitting) -> Work:
    """What the learner has done in this turn."""
    return Work(actions=sitting.deal.actions if sitting.state == "mine" else ())
