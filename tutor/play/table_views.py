"""The table of a game that is being played."""

from __future__ import annotations

from random import SystemRandom
from typing import Final
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from engine.law.actions import Action
from engine.law.errors import EngineError
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
from lessons.words import naming
from tutor.learning.exercise_context import SELECTED
from tutor.learning.learner import learner_of
from tutor.play import coach_views, services, telling
from tutor.play import sitting as play
from tutor.play.legal_list import legal_in_words
from tutor.play.models import PlayedGame
from tutor.play.services import StalePageError, Step, sitting_of
from tutor.play.showing import show, work_so_far
from tutor.play.sitting import NotAllowedError, Sitting
from tutor.site.errors import error_page
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private

UNPROCESSABLE: Final = 422
GONE: Final = 410
NO_CONTENT: Final = 204


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
        return show(request, row, before)
    do = request.POST.get("do", "")
    if do.startswith("language:"):
        return _switched(request, row, do.partition(":")[2])
    try:
        return _done(request, row, before, do)
    except StalePageError:
        quiet = do == "on" or _asks_by_itself(request)
        problem = "" if quiet else _gone_on()
        return show(request, row, sitting_of(_again(row)), problem=problem)
    except NotAllowedError as error:
        refused = telling.refused_context(before, error)
        work = _still_selected(request, before)
        return show(request, row, before, work=work, refused=refused, announce=refused["why"])
    except AnswerError as error:
        work = _still_selected(request, before)
        return show(request, row, before, work=work, problem=error.message, status=UNPROCESSABLE)


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
        return show(request, row, before)
    if verb in ("coach", "partner", "sort"):
        coach_views.set_choice(row, verb, rest)
        return show(request, row, before, work=_still_selected(request, before) if verb == "sort" else None)
    if stamp != before.stamp:
        raise StalePageError
    if do == "can":
        legal = legal_in_words(play.what_is_legal(before))
        return show(request, row, before, legal=legal, work=_work(request, before), announce=" ".join(legal))
    if (before.state == "mine" and do in ("may", "would")) or (before.state == "asked" and do == "would"):
        work = _work(request, before)
        asked = coach_views.ask(before, do, work=work)
        return show(request, row, before, work=work, asked=asked.shown, announce=asked.heard)
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
    return show(request, row, before, work=chosen, announce=said, focus=focus)


def _acted(request: HtmxRequest, row: PlayedGame, before: Sitting, do: str) -> HttpResponse:
    """The learner's action. Whoever takes the pile without having selected a card is asked first."""
    verb, _, rest = do.partition(":")
    action = _action(request, before, rest if verb == "sure" else do)
    if action.verb == "take" and not action.cards and verb != "sure" and (ways := _without_a_card(before)):
        sure = {do: ways.get(do, "")} if action.target else ways
        return show(request, row, before, sure=sure, work=_work(request, before))
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
    return work_from_form(form, turn_at(before.deal.position()), work_so_far(before))


def _still_selected(request: HtmxRequest, before: Sitting) -> Work | None:
    """What was ticked and typed, so that it stays so; None where it cannot be read."""
    try:
        return _work(request, before)
    except AnswerError:
        return None


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
    return show(
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
