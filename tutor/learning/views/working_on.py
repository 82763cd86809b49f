"""Working on an exercise, wherever it stands: showing it, staging, hints, checking."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import translate_url
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext, ngettext
from django_htmx.http import HttpResponseClientRedirect, HttpResponseLocation, push_url

from lessons.content.reading import Item, library
from lessons.kinds.asking.feedback import may_see_cards
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.asking.working import (
    answer_of,
    chosen_cards,
    is_staging,
    move_of,
    moved,
    selected_words,
    staged_in_words,
    staged_with,
    started_over,
    with_typed_selected,
    without,
    work_from_form,
    work_from_json,
)
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.card_buttons import DISCARD_AND_CHECK
from lessons.kinds.registry import kind_of
from tutor.learning.again import AGAIN, next_or_again
from tutor.learning.attempts import (
    Progressing,
    count_misses,
    earlier_attempt,
    record_attempt,
    save_draft,
    standing,
)
from tutor.learning.companions import tell_checked
from tutor.learning.exercise_context import SELECTED, exercise_context
from tutor.learning.learner import ensure_learner, hold_learner, learner_of, remember_learner
from tutor.learning.models import Attempt
from tutor.learning.progress import progress_of
from tutor.learning.review import note_answer
from tutor.learning.shown import Place, Shown, result_again, shown_from_draft
from tutor.site.htmx import going_to, htmx_of
from tutor.site.templatetags.canasta import plain

TEMPLATE = "lessons/exercise.html"
FRAGMENT = f"{TEMPLATE}#exercise"
UNPROCESSABLE = 422
TIME_UP = "time"
"""What the page sends by itself when its clock has run out."""
FAST = timedelta(seconds=3)
"""So much earlier than the server's the clock of a page may run out."""


def work_on(request: HttpRequest, item: Item, *, place: Place | None = None) -> HttpResponse:
    """Show the exercise, or do with it what the pressed button says."""
    if request.method == "POST":
        return _post(request, item, place)
    before = standing(learner=learner_of(request), item=item)
    shown = shown_from_draft(item, before, place=place)
    if htmx_of(request) and not htmx_of(request).history_restore_request:
        status = plain(place.status()) if place and place.status else ""
        # Who asked for the explanation is led to it.
        is_told = place is not None and place.told is not None and shown.result is not None
        shown = replace(shown, focus="feedback" if is_told else "goal", announce=status)
    return _show(request, shown)


def _show(request: HttpRequest, shown: Shown, *, status: int = 200) -> HttpResponse:
    """The exercise as a whole page, or as a fragment where htmx asks for it."""
    learner = learner_of(request)
    context = exercise_context(shown, library=library(), progress=progress_of(learner), learner=learner)
    whole = not htmx_of(request) or htmx_of(request).history_restore_request
    response = render(request, TEMPLATE if whole else FRAGMENT, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show_work(request: HttpRequest, shown: Shown) -> HttpResponse:
    """The exercise after work on the answer, which is kept by now.

    Without htmx the browser is sent to fetch the page: a page that is itself the answer to a form cannot be reloaded
    or gone back to without sending the form once more. A sentence that is not kept is shown at once instead.
    """
    if htmx_of(request) or shown.note:
        return _show(request, shown)
    places = {"feedback": "feedback-title", "hint": f"hint-{shown.hints_shown}", "": "tray", SELECTED: "hand"}
    place = places.get(shown.focus, shown.focus)
    return HttpResponseRedirect(f"{shown.url}#{place}", status=303)


def _post(request: HttpRequest, item: Item, place: Place | None) -> HttpResponse:
    """Work on the answer as the pressed button says. Whatever goes wrong, the answer stays and a sentence says what."""
    do = request.POST.get("do", "check")
    if do == "enter":
        do = "select" if kind_of(item).takes_cards else "check"
    before = standing(learner=learner_of(request), item=item)
    shown = shown_from_draft(item, before, place=place)
    if shown.is_closed and do.partition(":")[0] not in ("next", "language", "place"):
        return _show_work(request, replace(shown, focus="feedback"))  # from a page that is older
    try:
        shown = replace(shown, work=work_from_form(request.POST, item, shown.work))
        if request.POST.get("hash", item.content_hash) != item.content_hash:
            raise AnswerError(
                "do",
                gettext("This exercise has been changed since you opened it. Look at it again, then check."),
            )
        return _do(request, do, shown, before)
    except AnswerError as error:
        if do.startswith("language:"):
            return _switch_language(request, do.removeprefix("language:"))
        if do == TIME_UP and place is not None and place.missed_url:
            return going_to(request, place.missed_url)
        # What was typed or ticked stays in the draft too, as far as it could be read.
        _save(request, shown, before.last_result)
        shown = replace(shown, error=error, focus="error")
        return _show(request, shown, status=UNPROCESSABLE)


def _do(request: HttpRequest, do: str, shown: Shown, before: Progressing) -> HttpResponse:
    verb, _, rest = do.partition(":")
    if do == "check":
        return _check(request, shown)
    if do == TIME_UP and shown.place is not None and shown.place.missed_url:
        return _time_up(request, shown, shown.place, before)
    if do == "next":
        return _next(request, shown)
    if verb == "language":
        _save(request, shown, before.last_result)
        return _switch_language(request, rest)
    if verb == "place" and shown.place is not None and shown.place.pressed is not None:
        return _go_on(request, shown.place, shown.place.pressed(rest))
    if do == "place:show" and shown.explains_later:
        work = replace(shown.work, told=True)
        return _keep(request, replace(shown, work=work, focus="feedback"), before)
    if do == "hint" and shown.may_hint:
        return _hint(request, shown, before)
    if do == "reset":
        return _reset(request, shown)
    if do == "select":
        return _select(request, shown, before)
    if verb in ("up", "down"):
        return _move(request, shown, before, do)
    if verb in ("undo", "clear"):
        return _take_back(request, shown, before, rest if verb == "undo" else "")
    if do == DISCARD_AND_CHECK:
        return _check(request, replace(shown, work=staged_with(shown.item, shown.work, "discard")))
    if is_staging(do):
        work = staged_with(shown.item, shown.work, do, several=True)
        said = staged_in_words(work, count=max(1, len(work.actions) - len(shown.work.actions)))
        return _keep(request, replace(shown, work=work, announce=said), before, changed=True)
    raise AnswerError(
        "do", gettext("The form did not arrive intact: this button is not known. Your answer is kept.")
    )


def _check(request: HttpRequest, shown: Shown) -> HttpResponse:
    """Grade the answer and keep the attempt; the same form sent twice counts once."""
    item = shown.item
    token = _token(request)
    result = grade(item, answer_of(item, shown.work), reveal=may_see_cards(shown.misses))
    with transaction.atomic():
        # A new visitor's second click comes without the cookie that the first one's answer will bring.
        known = earlier_attempt(token=token) if learner_of(request) is None else None
        if known is not None and known.learner.user_id is None:
            remember_learner(request, known.learner)
        learner = ensure_learner(request, token=token)
        hold_learner(learner)
        attempt = record_attempt(
            learner=learner, item=item, result=result, hints=shown.hints_shown,
            language=get_language() or "en", token=token,
        )  # fmt: skip
        work = replace(shown.work, checked=True)
        save_draft(
            learner=learner,
            item=item,
            answer=work.to_json(),
            hints_shown=shown.hints_shown,
            last_result=attempt,
        )
        tell_checked(learner=learner, item=item, attempt=attempt, in_test=shown.in_test)
        url = shown.place.answered(attempt) if shown.place is not None else ""
        if not shown.in_test:
            misses = count_misses(learner=learner, item=item)
            again = misses == shown.misses  # sent twice: the miss was counted, and told, before
            shown = replace(shown, misses=misses, result=result)
            note_answer(learner=learner, item=item, attempt=attempt, misses=shown.misses_told)
    if shown.in_test and shown.place is not None:
        return _go_on(request, shown.place, url)
    if again:
        result = result_again(item, attempt, misses=misses) or result
    return _show_work(request, replace(shown, work=work, result=result, attempt=attempt, focus="feedback"))


def _time_up(request: HttpRequest, shown: Shown, place: Place, before: Progressing) -> HttpResponse:
    """Check what stands there when the clock has run out, if anything does that was not checked before."""
    _save(request, shown, before.last_result)
    if place.ends is None:
        return going_to(request, place.missed_url)
    if timezone.now() < place.ends - FAST:  # there is more time than the page knows
        return going_to(request, shown.url)
    empty = work_from_json({}, shown.item).to_json()
    if shown.work.to_json() == empty or place.takes_no_more:
        return going_to(request, place.over_url)
    answer = grade(shown.item, answer_of(shown.item, shown.work)).answer
    if before.last_result is not None and before.last_result.answer == answer:
        return going_to(request, place.over_url)
    return _check(request, shown)


def _go_on(request: HttpRequest, place: Place, url: str) -> HttpResponse:
    """On to what comes next at a place. With htmx the next exercise of a round is fetched into the page that is there:
    a clock goes on, and nothing flickers.
    """
    is_exercise = url.partition("#")[0] != place.over_url
    if htmx_of(request) and place.next_in_page and is_exercise:
        return HttpResponseLocation(url, target="#exercise", swap="outerHTML")
    return going_to(request, url)


def _next(request: HttpRequest, shown: Shown) -> HttpResponse:
    if shown.place is not None:
        onward = shown.place.onward() if shown.place.onward else None
        return _go_on(request, shown.place, onward.url if onward else shown.url)
    learner = learner_of(request)
    kind, _, url, following = next_or_again(shown.item, library=library(), learner=learner)
    if not htmx_of(request):
        return HttpResponseRedirect(f"{url}#goal" if following else url, status=303)
    if following is None:
        return HttpResponseClientRedirect(url)
    if kind == AGAIN:
        return HttpResponseLocation(f"{url}#goal", target="#exercise", swap="outerHTML")
    there = shown_from_draft(following, standing(learner=learner, item=following))
    return push_url(_show(request, replace(there, focus="goal")), url)


def _hint(request: HttpRequest, shown: Shown, before: Progressing) -> HttpResponse:
    count = min(shown.hints_shown + 1, HINT_COUNT)
    return _keep(
        request, replace(shown, hints_shown=count, focus="hint", announce=gettext("A new hint.")), before
    )


def _reset(request: HttpRequest, shown: Shown) -> HttpResponse:
    """From the beginning: the answer goes, hints and misses stay; after a right answer the hints go as well."""
    was_right = shown.result is not None and shown.result.outcome == "right"
    work = started_over(shown.work)
    shown = replace(
        shown, work=work, result=None, hints_shown=0 if was_right else shown.hints_shown, focus="goal",
        announce=gettext("From the beginning."),
    )  # fmt: skip
    _save(request, shown, None)
    return _show_work(request, shown)


def _move(request: HttpRequest, shown: Shown, before: Progressing, do: str) -> HttpResponse:
    """One action of an order up or down. The focus follows the action: the button that goes on moving it."""
    verb, _, _ = do.partition(":")
    work = moved(shown.item, shown.work, do)
    _, there = move_of(do)
    said = gettext("Now in place %(number)s.") % {"number": there + 1}
    return _keep(
        request, replace(shown, work=work, announce=said, focus=f"{verb}-{there}"), before, changed=True
    )


def _take_back(request: HttpRequest, shown: Shown, before: Progressing, index: str) -> HttpResponse:
    if not index:
        work = started_over(shown.work)
        return _keep(
            request, replace(shown, work=work, announce=gettext("The tray is empty.")), before, changed=True
        )
    work, others = without(shown.item, shown.work, int(index) if index.isdecimal() and len(index) < 4 else -1)
    said = gettext("Taken back.")
    if others:
        said += " " + ngettext(
            "One later action depended on it and was undone too.",
            "%(count)s later actions depended on it and were undone too.",
            others,
        ) % {"count": others}
    return _keep(
        request, replace(shown, work=work, announce=said, note=said if others else ""), before, changed=True
    )


def _keep(request: HttpRequest, shown: Shown, before: Progressing, *, changed: bool = False) -> HttpResponse:
    """Keep the running answer and show it. A right verdict goes when the answer changes; a wrong one stays to read."""
    last = before.last_result
    if changed and shown.result is not None and shown.result.outcome == "right":
        shown, last = replace(shown, result=None), None
    _save(request, shown, last)
    return _show_work(request, shown)


def _save(request: HttpRequest, shown: Shown, last: Attempt | None) -> None:
    with transaction.atomic():
        save_draft(
            learner=ensure_learner(request), item=shown.item, answer=shown.work.to_json(),
            hints_shown=shown.hints_shown, last_result=last,
        )  # fmt: skip


def _switch_language(request: HttpRequest, language: str) -> HttpResponse:
    url = translate_url(request.get_full_path(), language) if language in ("de", "en") else request.path
    if htmx_of(request):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303)


def _select(request: HttpRequest, shown: Shown, before: Progressing) -> HttpResponse:
    """The typed cards as selected ones. The field that they were typed into closes, so the focus goes to them."""
    work = with_typed_selected(shown.item, shown.work)
    said = selected_words(chosen_cards(shown.item, work))
    focus = SELECTED if shown.work.typed.strip() else shown.focus
    return _keep(request, replace(shown, work=work, announce=said, focus=focus), before)


def _token(request: HttpRequest) -> uuid.UUID:
    text = request.POST.get("token", "")
    if not text:
        return uuid.uuid4()
    try:
        return uuid.UUID(text)
    except ValueError:
        raise AnswerError(
            "do",
            gettext(
                "The form did not arrive intact. Nothing was graded; your answer is kept. Check it again."
            ),
        ) from None
