"""The table of a game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from engine.law.actions import Action
from engine.law.errors import EngineError
from lessons.content.deals import mini_deal
from lessons.deals.points import in_words
from lessons.kinds.asking.working import (
    chosen_cards,
    is_staging,
    selected_words,
    staged_with,
    with_typed_selected,
    work_from_form,
)
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.card_buttons import onto_buttons
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.saying import moves
from lessons.table import presenting
from lessons.words import naming
from tutor.learning.exercise_context import SELECTED
from tutor.learning.learner import learner_of
from tutor.play import asking, coach_views, coaching, ending, services, telling
from tutor.play import sitting as play
from tutor.play.comparing import is_compared
from tutor.play.from_course import url_of_stage, way_on
from tutor.play.house_rules import said_of, title_of_game
from tutor.play.legal_list import legal_in_words
from tutor.play.models import PlayedGame
from tutor.play.services import StalePageError, Step, sitting_of
from tutor.play.sitting import NotAllowedError, Sitting
from tutor.site.errors import error_page
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private
from tutor.tables.services import table_of

TEMPLATE: Final = "play/game.html"
UNPROCESSABLE: Final = 422
GONE: Final = 410
POLL: Final = 600
"""Milliseconds between two looks at whether somebody has thought long enough."""
NO_CONTENT: Final = 204
PACES: Final = tuple(PlayedGame.Pace.values)
"""From the slowest to the quickest."""


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HtmxRequest, key: UUID) -> HttpResponse:
    """The table of a game. A button of the form does one thing at it; what is legal decides the engine."""
    row = _own(request, key)
    try:
        before = sitting_of(row)
    except EngineError:
        title = gettext("This game has ended")
        return error_page(request, status=GONE, title=title, text=telling.unreadable_words())
    if request.method != "POST":
        return _show(request, row, before)
    do = request.POST.get("do", "")
    if do.startswith("language:"):
        return _switched(request, row, do.partition(":")[2])
    try:
        return _done(request, row, before, do)
    except StalePageError:
        quiet = do == "on" or _asks_by_itself(request)
        problem = "" if quiet else _gone_on()
        return _show(request, row, sitting_of(_again(row)), problem=problem)
    except NotAllowedError as error:
        refused = telling.refused_context(before, error)
        work = _still_selected(request, before)
        return _show(request, row, before, work=work, refused=refused, announce=refused["why"])
    except AnswerError as error:
        work = _still_selected(request, before)
        return _show(request, row, before, work=work, problem=error.message, status=UNPROCESSABLE)


@keep_private
@require_safe
def record(request: HtmxRequest, key: UUID) -> HttpResponse:
    """The record of the game as text; of a deal that is being played only what the learner has seen."""
    row = _own(request, key)
    response = HttpResponse(telling.whole_record(row), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="canasta-{row.key}.txt"'
    return response


@keep_private
@require_safe
def log(request: HtmxRequest, key: UUID) -> HttpResponse:
    """What happened in the deal that is being played, turn by turn."""
    row = _own(request, key)
    sitting = sitting_of(row)
    if sitting.state == "over":
        return HttpResponseRedirect(reverse("play:game", args=[row.key]))
    context = {
        "section": "play",
        "score": telling.score_words(sitting.game),
        "log": telling.log_of(sitting),
        "game_url": reverse("play:game", args=[row.key]),
    }
    return render(request, "play/log.html", context)


def _done(request: HtmxRequest, row: PlayedGame, before: Sitting, do: str) -> HttpResponse:
    """What the pressed button says. Raises StalePageError, NotAllowedError and AnswerError."""
    verb, _, rest = do.partition(":")
    stamp = request.POST.get("stamp", "")
    if do in ("on", "through"):
        through = do == "through"
        step = services.go_on(game=row, stamp=stamp, through=through)
        by_itself = do == "on" or _asks_by_itself(request)
        return _after(request, step, before, by_itself=by_itself, through=through)
    if do in ("answer:yes", "answer:no"):
        said = "yes" if rest == "yes" else "no"
        return _after(request, services.answer(game=row, stamp=stamp, answer=said), before)  # type: ignore[arg-type]
    if do == "deal":
        return _after(request, services.deal_next(game=row, stamp=stamp, rng=SystemRandom()), before)
    if verb == "pace":
        services.set_pace(game=row, pace=rest)
        if row.pace == PlayedGame.Pace.ONCE and before.state == "theirs":
            return _after(request, services.go_on(game=row, stamp=before.stamp, through=True), before)
        return _show(request, row, before)
    if verb in ("coach", "partner", "sort"):
        coach_views.set_choice(row, verb, rest)
        return _show(request, row, before, work=_still_selected(request, before) if verb == "sort" else None)
    if stamp != before.stamp:
        raise StalePageError
    if do == "can":
        legal = legal_in_words(play.what_is_legal(before))
        return _show(request, row, before, legal=legal, work=_work(request, before), announce=" ".join(legal))
    if (before.state == "mine" and do in ("may", "would")) or (before.state == "asked" and do == "would"):
        work = _work(request, before)
        asked = coach_views.ask(before, do, work=work)
        return _show(request, row, before, work=work, asked=asked.shown, announce=asked.heard)
    if before.state == "mine" and verb == "undo":
        return _after(request, _take_back(row, before, rest), before)
    if before.state == "mine" and do in ("select", "enter", ""):
        return _selected(request, row, before, do)
    if before.state != "mine" or not is_staging(rest if verb == "sure" else do):
        raise AnswerError(
            "do", gettext("The form did not arrive intact: this button is not known. The game is kept.")
        )
    return _acted(request, row, before, do)


def _selected(request: HtmxRequest, row: PlayedGame, before: Sitting, do: str) -> HttpResponse:
    """The typed cards as selected ones, with the focus on them; after Enter on a card it stays there."""
    item, work = turn_at(before.deal.position()), _work(request, before)
    chosen = with_typed_selected(item, work)
    said = selected_words(chosen_cards(item, chosen)) if work.typed.strip() else ""
    focus = SELECTED if said else "" if do == "enter" else None
    return _show(request, row, before, work=chosen, announce=said, focus=focus)


def _acted(request: HtmxRequest, row: PlayedGame, before: Sitting, do: str) -> HttpResponse:
    """The learner's action. Whoever takes the pile without having selected a card is asked first."""
    verb, _, rest = do.partition(":")
    action = _action(request, before, rest if verb == "sure" else do)
    if action.verb == "take" and not action.cards and verb != "sure" and (ways := _without_a_card(before)):
        sure = {do: ways.get(do, "")} if action.target else ways
        return _show(request, row, before, sure=sure, work=_work(request, before))
    return _after(request, services.act(game=row, stamp=before.stamp, action=action), before)


def _without_a_card(sitting: Sitting) -> dict[str, str]:
    """What the buttons do that take the pile without a card from the hand, and what they say, where that is legal."""
    position = sitting.deal.position()
    labels = {button.do: button.label for button in onto_buttons(position)}
    ways = [one for one in play.what_is_legal(sitting) if one.verb == "take" and not one.cards]
    top = position.upcard.rank if position.upcard else ""
    found = [
        "take-onto" if one.target == top else f"take-onto:{one.target}" if one.target else "take"
        for one in ways
    ]
    return {do: labels.get(do, "") for do in found}


def _take_back(row: PlayedGame, before: Sitting, index: str) -> Step:
    count = len(before.deal.actions) - int(index) if index.isdecimal() and len(index) < 4 else 0
    try:
        return services.take_back(game=row, stamp=before.stamp, count=count)
    except StalePageError:
        raise
    except ValueError as error:
        raise AnswerError(
            "do", gettext("That cannot be undone. Only cards laid after it can be taken back.")
        ) from error


def _action(request: HtmxRequest, before: Sitting, do: str) -> Action:
    """The action that the button and the chosen cards make. Raises AnswerError where something is missing."""
    if do == "draw":
        return Action(verb="draw")
    item, work = turn_at(before.deal.position()), _work(request, before)
    return staged_with(item, work, do).actions[-1]


def _work(request: HtmxRequest, before: Sitting) -> Work:
    """The turn so far with the cards that are ticked or typed. Raises AnswerError for what cannot be read."""
    if before.state != "mine":
        return Work()
    form = request.POST.copy()
    form.setlist("action", [])
    return work_from_form(form, turn_at(before.deal.position()), _work_so_far(before))


def _still_selected(request: HtmxRequest, before: Sitting) -> Work | None:
    """What was ticked and typed, so that it stays so; None where it cannot be read."""
    try:
        return _work(request, before)
    except AnswerError:
        return None


def _work_so_far(sitting: Sitting) -> Work:
    return Work(actions=sitting.deal.actions if sitting.state == "mine" else ())


def _after(
    request: HtmxRequest, step: Step, before: Sitting, *, by_itself: bool = False, through: bool = False
) -> HttpResponse:
    """The table after something was done; without scripts the browser is sent to fetch it.

    ``by_itself`` says that the page went on, not somebody who pressed a button; ``through`` that it shall go on up to
    the learner's turn.
    """
    if not request.htmx:
        return HttpResponseRedirect(f"{reverse('play:game', args=[step.game.key])}#goal", status=303)
    if _asks_by_itself(request) and step.waits and step.sitting.stamp == before.stamp:
        return HttpResponse(status=NO_CONTENT)
    return _show(
        request,
        step.game,
        step.sitting,
        announce=_news(before, step.sitting),
        pressed=not by_itself,
        waits=step.waits,
        through=through,
    )


def _asks_by_itself(request: HtmxRequest) -> bool:
    """Whether the page looks again at somebody who still thinks, without anybody having pressed a button."""
    return bool(request.htmx) and request.POST.get("again") == "1"


def _news(before: Sitting, now: Sitting) -> str:
    """What was done since, for those who hear the page."""
    if now.game.deal is None:
        return ""
    old, new = before.watched.history, now.watched.history
    if len(new) < len(old):
        taken = [naming.action_in_words(done.action) for done in old[len(new) :]]
        return gettext("Taken back: %(actions)s.") % {"actions": "; ".join(taken)}
    return telling.turns_in_words(play.turns_of(new[len(old) :]), now)


def _show(
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
        "focus": _focus(row, sitting, problem, refused, asked, legal, sure, pressed)
        if focus is None
        else focus,
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
        work=work or _work_so_far(sitting),
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


def _gone_on() -> str:
    return gettext("The game has gone on since this page was shown. This is how it stands now.")


def _switched(request: HtmxRequest, row: PlayedGame, language: str) -> HttpResponse:
    url = reverse("play:game", args=[row.key])
    there = translate_url(url, language) if language in ("de", "en") else url
    return HttpResponseClientRedirect(there) if request.htmx else HttpResponseRedirect(there)


def _own(request: HtmxRequest, key: UUID) -> PlayedGame:
    """The learner's own game. Others find nothing."""
    found = services.find(learner=learner_of(request), key=key)
    if found is None:
        raise Http404
    return found


def _again(row: PlayedGame) -> PlayedGame:
    row.refresh_from_db()
    return row
