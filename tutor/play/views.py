"""The list of one's games, and the table of the one that is being played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from engine.law.actions import Action
from lessons.content.deals import mini_deal, mini_deals
from lessons.deals.points import in_words
from lessons.kinds.asking.working import is_staging, staged_with, with_typed_selected, work_from_form
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.words import naming
from tutor.learning.learner import ensure_learner, learner_of
from tutor.play import services, telling
from tutor.play import sitting as play
from tutor.play.choosing import BY_RESULTS, opponents_for
from tutor.play.models import PlayedGame
from tutor.play.services import GAMES, StalePageError, Step, sitting_of
from tutor.play.sitting import NotAllowedError, Sitting
from tutor.site.htmx import HtmxRequest

TEMPLATE: Final = "play/game.html"
UNPROCESSABLE: Final = 422
PACES: Final = tuple(PlayedGame.Pace.values)
"""From the slowest to the quickest."""

keep_private = cache_control(private=True, no_store=True)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: HtmxRequest) -> HttpResponse:
    """Begin a game, or go on with one."""
    if request.method == "POST":
        return _begin_or_delete(request)
    return _games_page(request)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HtmxRequest, key: UUID) -> HttpResponse:
    """The table of a game. A button of the form does one thing at it; what is legal decides the engine."""
    row = _own(request, key)
    if request.method != "POST":
        return _show(request, row, sitting_of(row))
    do = request.POST.get("do", "")
    if do.startswith("language:"):
        return _switched(request, row, do.partition(":")[2])
    before = sitting_of(row)
    try:
        return _done(request, row, before, do)
    except StalePageError:
        quiet = do == "on"  # the page asked by itself
        problem = "" if quiet else _gone_on()
        return _show(request, row, sitting_of(_again(row)), problem=problem)
    except NotAllowedError as error:
        refused = telling.refused_context(before, error)
        return _show(request, row, before, refused=refused, announce=refused["why"])
    except AnswerError as error:
        return _show(request, row, before, problem=error.message, status=UNPROCESSABLE)


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
        "log": telling.log_of(sitting.watched.history, me=sitting.me, seats=len(sitting.deal.hands)),
        "game_url": reverse("play:game", args=[row.key]),
    }
    return render(request, "play/log.html", context)


def _done(request: HtmxRequest, row: PlayedGame, before: Sitting, do: str) -> HttpResponse:
    """What the pressed button says. Raises StalePageError, NotAllowedError and AnswerError."""
    verb, _, rest = do.partition(":")
    stamp = request.POST.get("stamp", "")
    if do in ("on", "through"):
        return _after(request, services.go_on(game=row, stamp=stamp, through=do == "through"))
    if do in ("answer:yes", "answer:no"):
        said = "yes" if rest == "yes" else "no"
        return _after(request, services.answer(game=row, stamp=stamp, answer=said))  # type: ignore[arg-type]
    if do == "deal":
        return _after(request, services.deal_next(game=row, stamp=stamp, rng=SystemRandom()))
    if verb == "pace":
        services.set_pace(game=row, pace=rest)
        return _show(request, row, before)
    if stamp != before.stamp:
        raise StalePageError
    if do == "can":
        legal = telling.legal_in_words(play.what_is_legal(before))
        return _show(request, row, before, legal=legal, work=_work(request, before))
    if verb == "undo":
        return _after(request, _take_back(row, before, rest))
    if do in ("select", "enter", ""):
        work = with_typed_selected(turn_at(before.deal.position()), _work(request, before))
        return _show(request, row, before, work=work)
    if before.state != "mine" or not is_staging(do):
        raise AnswerError("do", gettext("The form was damaged: this button is not known. The game is kept."))
    return _after(request, services.act(game=row, stamp=stamp, action=_action(request, before, do)))


def _take_back(row: PlayedGame, before: Sitting, index: str) -> Step:
    count = len(before.deal.actions) - int(index) if index.isdecimal() and len(index) < 4 else 0
    try:
        return services.take_back(game=row, stamp=before.stamp, count=count)
    except StalePageError:
        raise
    except ValueError as error:
        raise AnswerError(
            "do", gettext("That stays done. Only cards laid since can be taken back.")
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


def _work_so_far(sitting: Sitting) -> Work:
    return Work(actions=sitting.deal.actions if sitting.state == "mine" else ())


def _after(request: HtmxRequest, step: Step) -> HttpResponse:
    """The table after something was done; without scripts the browser is sent to fetch it."""
    if not request.htmx:
        return HttpResponseRedirect(f"{reverse('play:game', args=[step.game.key])}#goal", status=303)
    said = "" if step.sitting.state == "over" else _last_words(step.sitting)
    return _show(request, step.game, step.sitting, announce=said)


def _last_words(sitting: Sitting) -> str:
    """What was done last, for those who hear the page: the own turn so far, or those of the others since."""
    turns = play.turns_of(sitting.watched.history)
    if not turns:
        return ""
    told = turns[-1:]
    if turns[-1][0].seat != sitting.me:
        told = [turn for turn in turns[-len(sitting.deal.hands) + 1 :] if turn[0].seat != sitting.me]
    return telling.turns_in_words(told, sitting)


def _show(
    request: HtmxRequest,
    row: PlayedGame,
    sitting: Sitting,
    *,
    work: Work | None = None,
    problem: str = "",
    refused: dict[str, Any] | None = None,
    legal: list[str] | None = None,
    announce: str = "",
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
        "rule_set": naming.rule_set_name(sitting.game.rules),
        "problem": problem,
        "refused": refused,
        "legal": legal,
        "announce": announce or problem,
        "delay": telling.DELAYS[row.pace],
        "slower": _neighbour(row.pace, -1),
        "quicker": _neighbour(row.pace, +1),
        "action_url": reverse("play:game", args=[row.key]),
    }
    if row.mini:
        context |= _mini_context(row, sitting)
    if sitting.state == "over":
        context |= _over_context(row, sitting)
    else:
        context |= telling.table_context(sitting)
        is_over = bool(row.outcome)
        context |= telling.turn_context(sitting, work=work or _work_so_far(sitting), is_over=is_over)
    whole = not request.htmx or request.htmx.history_restore_request
    response = render(request, TEMPLATE if whole else f"{TEMPLATE}#game", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


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
    over = play.played_again(last.record).finished[0]
    return {
        "last": last,
        "sheets": telling.sheets_of(over, sitting.game),
        "deal_url": telling.deal_url(last),
        "sheet_url": reverse("play:sheet", args=[row.key, last.number + 1]),
        "winner": telling.winner_words(sitting.game) if sitting.game.over else "",
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


def _games_page(request: HtmxRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    learner = learner_of(request)
    rows = list(PlayedGame.objects.filter(learner=learner)) if learner else []
    lines = [telling.game_line(row) for row in rows]
    reached = {row.mini for row in rows if row.outcome == PlayedGame.Outcome.REACHED}
    context = {
        "section": "play",
        "problem": problem,
        "rule_sets": [{"name": name, "title": naming.named_rule_set(name)} for name in GAMES],
        "opponents": [_style(name) for name in services.OPPONENTS],
        "partners": [_style(name) for name in services.PARTNERS],
        "match": telling.style_title(opponents_for(learner)),
        "mini_deals": [
            telling.mini_line(mini, reached=mini.slug in reached) for mini in mini_deals().values()
        ],
        "running": [line for line in lines if line["game"].finished is None],
        "over": [line for line in lines if line["game"].finished is not None],
    }
    return render(request, "play/games.html", context, status=status)


def _begin_mini(request: HtmxRequest, chosen: str) -> HttpResponse:
    """A mini-deal by its slug, with printed or other cards: ``mini:slug`` or ``mini:slug:3``."""
    slug, _, seed = chosen.partition(":")
    mini = mini_deal(slug)
    if mini is None or (seed and not (seed.isdecimal() and seed.isascii() and len(seed) < 7)):
        return _games_page(
            request, problem=gettext("This choice is not known. Choose again, please."), status=400
        )
    row = services.begin_mini(learner=ensure_learner(request), mini=mini, seed=int(seed or 0))
    return HttpResponseRedirect(reverse("play:game", args=[row.key]), status=303)


def _style(name: str) -> dict[str, str]:
    return {"name": name, "title": telling.style_title(name), "note": telling.style_note(name)}


def _begin_or_delete(request: HtmxRequest) -> HttpResponse:
    chosen: Callable[[str, str], str] = request.POST.get
    do = chosen("do", "begin")
    verb, _, rest = do.partition(":")
    if verb == "mini":
        return _begin_mini(request, rest)
    if verb == "delete":
        with suppress(ValueError):  # nothing has such a name: then there is nothing to delete
            services.delete(game=_own(request, UUID(rest)))
        return HttpResponseRedirect(reverse("play:games"), status=303)
    opponents = chosen("opponents", BY_RESULTS)
    if opponents == BY_RESULTS:
        opponents = opponents_for(learner_of(request))
    try:
        row = services.begin(
            learner=ensure_learner(request),
            rules=chosen("rules", GAMES[0]),
            partner=chosen("partner", "careful"),
            opponents=opponents,
            rng=SystemRandom(),
            single=chosen("length", "game") == "deal",
        )
    except ValueError:
        problem = gettext("This choice is not known. Choose again, please.")
        return _games_page(request, problem=problem, status=400)
    return HttpResponseRedirect(reverse("play:game", args=[row.key]), status=303)
