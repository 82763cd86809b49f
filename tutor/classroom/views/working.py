"""Assignments as pupils work through them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from lessons.content.providers import read_ahead
from lessons.fresh.sisters import base_slug
from lessons.kinds.common.card_buttons import DISCARD_AND_CHECK
from tutor.classroom import assigning
from tutor.classroom.access import asked_by_pages, for_pupils
from tutor.classroom.asked import asked_in
from tutor.classroom.choosing import item_for
from tutor.classroom.given import ASSIGNMENT
from tutor.classroom.models import Assignment, AssignmentAnswer, Pupil
from tutor.classroom.news import ASKED_EVERY, latest_in, news_url, said_since
from tutor.classroom.presence import note_place
from tutor.classroom.selectors import assignments_for
from tutor.classroom.telling import Entry, entries_of
from tutor.classroom.terms import COPIED, Terms, is_counted_right, is_right_in_vain, outcome_of, state_of
from tutor.learning.exercise_context import clock_of
from tutor.learning.models import Attempt
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import TIME_UP, work_on
from tutor.site.htmx import going_to
from tutor.site.numbers import number_in

_CHECKS: Final = ("check", "enter", DISCARD_AND_CHECK, TIME_UP)
"""What a page sends to have an answer counted."""


CLOCK_ASKED_EVERY: Final = 10
"""Seconds between two questions of the page of a running test."""
NO_CONTENT: Final = 204


class _Doing:
    """A pupil at one question, while a request lasts: the tries so far, and where to go on."""

    def __init__(self, assignment: Assignment, pupil: Pupil, number: int, terms: Terms) -> None:
        self.assignment, self.pupil, self.number, self.terms = assignment, pupil, number, terms
        self.asked = asked_in(assignment)
        self.tries = _tries(assignment, pupil)

    @property
    def used(self) -> int:
        return len(self.tries.get(self.number, ()))

    def is_used_up(self) -> bool:
        return bool(self.terms.tries) and self.used >= self.terms.tries

    def answered(self, attempt: Attempt) -> str:
        before = self.used
        used = assigning.record_answer(
            attempt=attempt, assignment=self.assignment, pupil=self.pupil, number=self.number
        )
        if used > before:
            outcome = outcome_of(attempt.outcome, hints=attempt.hints)
            self.tries.setdefault(self.number, []).append(outcome)
        return self.onward().url

    def onward(self) -> Onward:
        """The next question that is open, after this one first; the page of the assignment after the last."""
        order = sorted(self.asked, key=lambda number: (number <= self.number, number))
        open_ones = (number for number in order if number != self.number and not self.tries.get(number))
        following = next(open_ones, None)
        if following is None or self.terms.is_over:
            return Onward(gettext("Go to the overview"), _url("work", self.assignment))
        return Onward(gettext("Next exercise"), _url("question", self.assignment, following))

    def buttons(self) -> tuple[PlaceButton, ...]:
        """A way on for who is stuck: after a wrong answer the exercise may be left for later.

        Where no verdict is told, after any answer: a button that comes only after a wrong one would tell it.
        """
        tries = self.tries.get(self.number, [])
        is_right = bool(tries) and tries[-1] in (Attempt.Outcome.RIGHT, COPIED)
        leads_on = bool(tries) and not self.is_used_up() and not (self.terms.tells and is_right)
        return (PlaceButton(label=self.onward().label, value="on"),) if leads_on else ()

    def pressed(self, value: str) -> str:
        return self.onward().url

    def status(self) -> str:
        counts = self.assignment.counts
        right = sum(is_counted_right(self.tries.get(number, ()), counts) for number in self.asked)
        return gettext("%(right)s of %(count)s right") % {"right": right, "count": len(self.asked)}

    def label(self) -> str:
        """Which exercise it is; not of how many where some are gone, for numbers stay as they were."""
        if len(self.asked) < len(self.assignment.questions):
            return gettext("Exercise %(number)s") % {"number": self.number}
        return gettext("Exercise %(number)s of %(count)s") % {
            "number": self.number,
            "count": len(self.asked),
        }


@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def work(request: HttpRequest, pupil: Pupil, number: int) -> HttpResponse:
    """An assignment: what it asks, how far one is; with a clock, beginning it."""
    assignment, terms = _visible(pupil, number)
    if request.method == "POST" and terms.must_begin and not terms.is_over:
        assigning.start(assignment=assignment, pupil=pupil)
        first = next(iter(asked_in(assignment)), 1)
        return HttpResponseRedirect(_url("question", assignment, first), status=303)
    note_place(pupil, ASSIGNMENT, of=assignment.pk)
    tries = _tries(assignment, pupil)
    with read_ahead(map(base_slug, assignment.questions)):
        entries = entries_of(
            item_for(assignment, number, pupil) for number in range(1, len(assignment.questions) + 1)
        )
    shown = [_line(assignment, entry, terms, tries.get(entry.number, ())) for entry in entries if entry.item]
    following = next((one for one in shown if one["state"] == "open"), None)
    right = sum(is_counted_right(tries.get(one["number"], ()), assignment.counts) for one in shown)
    context = {
        "section": "class",
        "crumbs": _crumbs(pupil)[:1],
        "place": assignment.name,
        "assignment": assignment,
        "terms": terms,
        "archived": pupil.classroom.archived is not None,
        "missed": number_in(request.GET.get("missed", "")),
        "questions": shown,
        "following": following,
        "right": right,
        "done": sum(one["state"] != "open" for one in shown),
        "count": len(shown),
    }
    return render(request, "classroom/work.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_pupils
def question(request: HttpRequest, pupil: Pupil, number: int, question: int) -> HttpResponse:
    """One exercise of an assignment. After the end it can be looked at, and tried without counting."""
    assignment, terms = _visible(pupil, number)
    item = item_for(assignment, question, pupil)
    if item is None:
        raise Http404("question")
    doing = _Doing(assignment, pupil, question, terms)
    is_answer = request.method == "POST"
    counting = terms.takes_answers if is_answer else not terms.is_over
    closed = (terms.must_begin and counting) or (not terms.tells and (not counting or doing.is_used_up()))
    if closed:
        is_late = is_answer and not counting and request.POST.get("do", "check") in _CHECKS
        return going_to(request, _missed_url(assignment, question) if is_late else _url("work", assignment))
    if request.method != "POST":
        assigning.forget_earlier_work(assignment=assignment, number=question, pupil=pupil)
        note_place(pupil, ASSIGNMENT, of=assignment.pk, number=question, item=item.slug)
    is_timed = counting and terms.minutes is not None
    place = Place(
        url=_url("question", assignment, question),
        section="class",
        crumbs=(*_crumbs(pupil), (assignment.name, _url("work", assignment))),
        label=doing.label(),
        answered=doing.answered,
        shows_verdict=terms.tells,
        hints=assignment.hints or terms.is_over,
        tries_used=doing.is_used_up if counting else None,
        onward=doing.onward,
        status=doing.status if terms.tells else None,
        buttons=doing.buttons,
        pressed=doing.pressed,
        ends=terms.ends if is_timed else None,
        over_url=_url("work", assignment),
        missed_url=_missed_url(assignment, question) if terms.minutes is not None else "",
        watch_url=partial(_watch_url, assignment, question, terms, is_timed=is_timed),
        watch_seconds=CLOCK_ASKED_EVERY if is_timed else ASKED_EVERY,
        note=partial(_note, doing, counting=counting),
    )
    return work_on(request, item, place=place)


@require_safe
@asked_by_pages
def clock(request: HttpRequest, pupil: Pupil, number: int, question: int) -> HttpResponse:
    """Whether the teacher has given more time or said something since the page of a running test was shown. What else
    is new in the class waits until the test is over.
    """
    assignment, terms = _visible(pupil, number)
    since = request.GET.get("since", "")
    said = said_since(pupil, since)
    has_moved = request.GET.get("ends") != _seconds(terms.ends)
    if not said and not has_moved:
        return HttpResponse(status=NO_CONTENT)
    over, missed = _url("work", assignment), _missed_url(assignment, question)
    context = {
        "classroom": pupil.classroom,
        "news_url": _clock_url(assignment, question, terms, since=since),
        "asked_every": CLOCK_ASKED_EVERY,
        "said": said,
        "clock": clock_of(terms.ends, over_url=over, missed_url=missed) if has_moved else None,
    }
    return render(request, "classroom/mine.html#news", context)


def _watch_url(assignment: Assignment, question: int, terms: Terms, *, is_timed: bool) -> str:
    if not is_timed:
        return news_url(assignment.classroom, at="question")
    return _clock_url(assignment, question, terms, since=str(latest_in(assignment.classroom)))


def _clock_url(assignment: Assignment, question: int, terms: Terms, *, since: str) -> str:
    asked = urlencode({"ends": _seconds(terms.ends), "since": since})
    return f"{_url('clock', assignment, question)}?{asked}"


def _seconds(moment: datetime | None) -> str:
    return str(int(moment.timestamp())) if moment is not None else ""


def _note(doing: _Doing, *, counting: bool) -> str:
    if doing.pupil.classroom.archived is not None:
        return gettext("This class is over: what you do here now does not count.")
    if not counting:
        return gettext("Time is up: what you do here now does not count.")
    if not doing.terms.tells and doing.terms.tries == 1:
        return gettext("You have one try. After the due time you will see what was right.")
    if not doing.terms.tells:
        return gettext("After the due time you will see what was right.")
    left = doing.terms.tries - doing.used
    if doing.terms.tries and left > 0:
        return gettext("Tries left: %(count)s") % {"count": left}
    return ""


def _visible(pupil: Pupil, number: int) -> tuple[Assignment, Terms]:
    """The assignment with this number, if the pupil may see it."""
    assignment = assignments_for(pupil).filter(pk=number).first()
    if assignment is None:
        raise Http404("assignment")
    assignment.classroom = pupil.classroom
    terms = assigning.terms_of(assignment=assignment, pupil=pupil)
    if not terms.is_visible:
        raise Http404("assignment")
    return assignment, terms


def _tries(assignment: Assignment, pupil: Pupil) -> dict[int, list[str]]:
    """The outcomes of the pupil's tries, by question."""
    found: dict[int, list[str]] = {}
    rows = AssignmentAnswer.objects.filter(assignment=assignment, pupil=pupil).order_by("id")
    for number, outcome, hints in rows.values_list("number", "outcome", "attempt__hints"):
        found.setdefault(number, []).append(outcome_of(outcome, hints=hints))
    return found


def _line(assignment: Assignment, entry: Entry, terms: Terms, outcomes: Sequence[str]) -> dict[str, Any]:
    state = state_of(outcomes)
    used_up = bool(terms.tries) and len(outcomes) >= terms.tries
    return {
        "number": entry.number,
        "entry": entry,
        "state": state if terms.tells else "answered" if outcomes else "open",
        "may_still": not (terms.is_over or used_up),
        "in_vain": terms.tells and is_right_in_vain(outcomes, assignment.counts),
        "url": _url("question", assignment, entry.number)
        if terms.tells or not (terms.is_over or used_up)
        else "",
    }


def _crumbs(pupil: Pupil) -> tuple[tuple[str, str], ...]:
    return ((pupil.classroom.name, reverse("classroom:mine", args=[pupil.classroom.token])),)


def _missed_url(assignment: Assignment, question: int) -> str:
    return f"{_url('work', assignment)}?{urlencode({'missed': question})}"


def _url(name: str, assignment: Assignment, *more: int) -> str:
    return reverse(f"classroom:{name}", args=[assignment.classroom.token, assignment.pk, *more])
