"""A live round as pupils take part in it: waiting, the question, what came of the own answer."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.reading import Item
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION, feedback_on
from lessons.words.in_brief import in_figures
from tutor.classroom.access import asked_by_pages, for_pupils
from tutor.classroom.models import Pupil
from tutor.classroom.presence import note_place
from tutor.learning.addresses import item_url
from tutor.learning.models import Attempt
from tutor.learning.shown import Place, result_again
from tutor.learning.views.working_on import work_on
from tutor.live import selectors, services
from tutor.live.giving import LIVE
from tutor.live.models import LiveAnswer, LiveRound
from tutor.puzzles.printing import key_entry
from tutor.site.htmx import HtmxRequest, going_to
from tutor.site.numbers import number_in

NO_CONTENT = 204
_State = LiveRound.State


@require_safe
@for_pupils
def here(request: HtmxRequest, pupil: Pupil) -> HttpResponse:
    """Where a pupil of a class is in its live round: on to an open question, else the page on which to wait."""
    live = selectors.running(pupil.classroom)
    late = _late(request)
    if live is None or pupil.classroom.archived is not None:
        return render(request, "live/here.html", _over(pupil, late))
    services.come_in(live=live, pupil=pupil)
    note_place(pupil, LIVE, of=live.pk, number=live.place)
    item = selectors.item_at(live, live.place)
    answer = selectors.answer_of(live, pupil, live.place)
    if live.state == _State.ASKING and answer is None and item is not None:
        return HttpResponseRedirect(_question_url(pupil, live.place, late), status=303)
    context = {
        **_shell(pupil, late),
        "live": live,
        "state": live.state,
        "number_words": _number_words(live),
        "item": item,
        "answer": answer,
        "seen": _seen(live, answered=answer is not None),
    }
    if live.state == _State.REVEALED and item is not None:
        context |= _told(item, answer)
    return render(request, "live/here.html", context)


@require_safe
@asked_by_pages
def poll(request: HtmxRequest, pupil: Pupil) -> HttpResponse:
    """Whether there is anything new for a pupil: nothing, or where to go on.

    On the page of a question, ``at`` is its number: there, what is typed or ticked stays until the round goes on.
    """
    live = None if pupil.classroom.archived is not None else selectors.running(pupil.classroom)
    at = request.GET.get("at", "")
    if live is not None and at == f"{live.pk}.{live.place}":
        is_closed = live.state != _State.ASKING
        if is_closed == (request.GET.get("told") == "1"):
            return HttpResponse(status=NO_CONTENT)
        context = {
            "pupil": pupil,
            "is_closed": is_closed,
            "watch_url": _watch_url(pupil, live, told=is_closed),
        }
        return render(request, "live/here.html#watch", context)
    answered = live is not None and not at and selectors.answer_of(live, pupil, live.place) is not None
    if not at and request.GET.get("seen", "") == _seen(live, answered=answered):
        return HttpResponse(status=NO_CONTENT)
    return HttpResponseClientRedirect(_here_url(pupil))


@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def question(request: HtmxRequest, pupil: Pupil, place: int) -> HttpResponse:
    """The question that is on. An answer to another one, or after closing, is kept but does not count."""
    live = selectors.running(pupil.classroom)
    item = selectors.item_at(live, place) if live is not None else None
    is_on = (
        live is not None
        and pupil.classroom.archived is None
        and live.place == place
        and live.state == _State.ASKING
    )
    if live is None or item is None:
        return going_to(request, _here_url(pupil))
    if selectors.answer_of(live, pupil, place) is not None:
        return going_to(request, _here_url(pupil))
    if not is_on:
        if request.method != "POST" or place > live.place:
            return going_to(request, _here_url(pupil))
        services.keep_late_answer(item=item, learner=pupil.learner, form=request.POST)
        if request.POST.get("do", "check") in ("check", "enter"):
            return going_to(request, _here_url(pupil, late=place))
        return going_to(request, _here_url(pupil))
    if request.method != "POST":
        services.come_in(live=live, pupil=pupil)
        note_place(pupil, LIVE, of=live.pk, number=live.place, item=item.slug)
        services.forget_earlier_work(item=item, learner=pupil.learner)
    return work_on(request, item, place=_place(request, pupil, live))


def _place(request: HtmxRequest, pupil: Pupil, live: LiveRound) -> Place:
    number = live.place

    def answered(attempt: Attempt) -> str:
        counts = services.record_answer(live=live, pupil=pupil, place=number, attempt=attempt)
        return _here_url(pupil, late=0 if counts else number)

    late = _late(request)
    return Place(
        url=_question_url(pupil, number),
        section="class",
        crumbs=((pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token])),),
        label=_number_words(live),
        answered=answered,
        watch_url=lambda: _watch_url(pupil, live),
        one_order=True,
        note=partial(_note, late),
    )


def _note(late: int) -> str:
    counts = gettext(
        "Your first answer counts. The class sees how many answered what, without names; "
        "your teacher sees the names."
    )
    return " ".join(filter(None, [_late_words(late), counts]))


def _shell(pupil: Pupil, late: int) -> dict[str, Any]:
    return {
        "section": "class",
        "crumbs": [(pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token]))],
        "place": gettext("Live round"),
        "pupil": pupil,
        "late": _late_words(late),
    }


def _over(pupil: Pupil, late: int) -> dict[str, Any]:
    """No round is on: what came of the last one."""
    last = selectors.last_round_of(pupil)
    lines = selectors.own_summary(last, pupil) if last is not None else []
    return {
        **_shell(pupil, late),
        "live": None,
        "last": last,
        "lines": [(line, item_url(line.entry.item) if line.entry.item else "") for line in lines],
        "right": sum(line.outcome == Attempt.Outcome.RIGHT for line in lines),
        "seen": _seen(None),
    }


def _told(item: Item, answer: LiveAnswer | None) -> dict[str, Any]:
    """Whether the own answer was right, with the reason; without an answer what is right, and why."""
    result = result_again(item, answer.attempt, misses=1) if answer is not None else None
    feedback = feedback_on(item, result, misses=MISSES_BEFORE_SOLUTION) if result is not None else None
    try:
        key = key_entry(item, number=1) if feedback is None else None
    except LookupError:
        key = None
    return {"feedback": feedback, "key": key}


def _late(request: HtmxRequest) -> int:
    """The number of a question to which an answer came too late, from the address."""
    return number_in(request.GET.get("late", "")) or 0


def _late_words(number: int) -> str:
    if not number:
        return ""
    return gettext(
        "Question %(number)s was closed before your answer came, so the answer does "
        "not count. It is kept: after the round you will find it with the exercise."
    ) % {"number": number}


def _number_words(live: LiveRound) -> str:
    return in_figures(
        gettext("Question %(number)s of %(count)s"), number=live.place, count=len(live.questions)
    )


def _seen(live: LiveRound | None, *, answered: bool = False) -> str:
    return "none" if live is None else f"{live.pk}.{live.changed}.{int(answered)}"


def _here_url(pupil: Pupil, *, late: int = 0) -> str:
    url = reverse("live:here", args=[pupil.classroom.token])
    return f"{url}?{urlencode({'late': late})}" if late else url


def _question_url(pupil: Pupil, place: int, late: int = 0) -> str:
    url = reverse("live:question", args=[pupil.classroom.token, place])
    return f"{url}?{urlencode({'late': late})}" if late else url


def _watch_url(pupil: Pupil, live: LiveRound, *, told: bool = False) -> str:
    """The address that the page of a question asks; ``told`` says that it shows already that the question is closed."""
    asked = urlencode({"at": f"{live.pk}.{live.place}", "told": int(told)})
    return f"{reverse('live:poll', args=[pupil.classroom.token])}?{asked}"
