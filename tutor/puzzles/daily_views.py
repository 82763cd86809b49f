"""The position of the day: today's, earlier ones, and a result to share that gives nothing away."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from lessons.content.reading import Item
from lessons.words.in_brief import InBrief
from tutor.learning.learner import learner_of
from tutor.learning.models import Attempt
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import work_on
from tutor.puzzles import daily
from tutor.puzzles.day_words import now_of
from tutor.puzzles.models import Round
from tutor.puzzles.next_up import next_up
from tutor.puzzles.round_words import lesson_for, theme_title
from tutor.site.private import keep_private

DAYS_SHOWN: Final = 7


@keep_private
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """The position of today. Its form goes to the address of its day, so that midnight changes nothing."""
    return _work(request, localdate())


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def of_day(request: HttpRequest, day: date) -> HttpResponse:
    """The position of one day."""
    if not daily.is_day(day):
        return _no_day(request, day)
    return _work(request, day)


@keep_private
@require_safe
def result(request: HttpRequest, day: date) -> HttpResponse:
    """What came of a day's position, to share; while it is open, the position itself."""
    if not daily.is_day(day):
        return _no_day(request, day)
    learner = learner_of(request)
    played = daily.round_of(learner, day)
    item = daily.item_for(played, day)
    if played is None or played.finished is None or item is None:
        return HttpResponseRedirect(_url(day))
    now = now_of(learner)
    context = {
        "section": "puzzles",
        "crumbs": _crumbs(),
        "place": gettext("Result"),
        "day": day_in_words(day),
        "right": bool(played.right),
        "how": _how(played),
        "theme": {"title": theme_title(item.group), "slug": item.group},
        "lesson": lesson_for(item),
        "url": _url(day),
        "share": share_text(request, day, item, played),
        "in_a_row": now.days.in_a_row,
        "longest": now.days.longest,
        "next": next_up(learner, now=now),
        "is_today": day == localdate(),
        "days": [
            {
                "url": _url(one),
                "words": date_format(one, gettext("D, j F")),
                "state": now.days.of(one),
                "now": one == day,
            }
            for one in daily.days_until(localdate(), DAYS_SHOWN)
        ],
    }
    return render(request, "practice/daily_over.html", context)


def share_text(request: HttpRequest, day: date, item: Item, played: Round) -> str:
    """The result in one line, without a word about the answer; the link leads to the position alone."""
    parts = (
        gettext("Canasta Rule School"),
        gettext("Position of the day, %(day)s") % {"day": date_format(day, gettext("j F Y"))},
        _how(played),
        request.build_absolute_uri(_url(day)),
    )
    return " · ".join(part for part in parts if part)


def day_in_words(day: date) -> str:
    """The day with its weekday, as people write it."""
    return date_format(day, gettext("l, j F Y"))


def _work(request: HttpRequest, day: date) -> HttpResponse:
    learner = learner_of(request)
    played = daily.round_of(learner, day)
    item = daily.item_for(played, day)
    if item is None:
        raise Http404(str(day))
    seen = _Seen(day=day, item=item, played=played)
    place = Place(
        url=_url(day),
        section="puzzles",
        crumbs=_crumbs(),
        label=InBrief(day_in_words(day), date_format(day, gettext("j M"))),
        answered=partial(_answered, seen=seen),
        shows_verdict=True,
        hints=True,
        onward=partial(_onward, seen),
        status=partial(_status, seen),
        told=lambda _: seen.is_over,
        show_costs=gettext("The day then counts as not solved."),
        buttons=partial(_buttons, seen),
        pressed=partial(_pressed, seen=seen),
    )
    return work_on(request, item, place=place)


class _Seen:
    """A day's position and what the learner has done on it by now: the place is made before the answer is graded."""

    def __init__(self, *, day: date, item: Item, played: Round | None) -> None:
        self.day, self.item, self.played = day, item, played

    @property
    def is_over(self) -> bool:
        return self.played is not None and self.played.finished is not None


def _answered(attempt: Attempt, *, seen: _Seen) -> str:
    seen.played = daily.answer(learner=attempt.learner, day=seen.day, item=seen.item, attempt=attempt)
    return _url(seen.day)


def _buttons(seen: _Seen) -> tuple[PlaceButton, ...]:
    """One may always go on with something else: the day stays open."""
    return () if seen.is_over else (PlaceButton(gettext("Leave it for later"), "later"),)


def _pressed(value: str, *, seen: _Seen) -> str:
    if value == "later":
        return reverse("lessons:puzzles")
    if value == "show" and seen.played is not None:
        daily.give_up(played=seen.played, item=seen.item)
    return f"{_url(seen.day)}#feedback-title"


def _onward(seen: _Seen) -> Onward | None:
    if not seen.is_over:
        return None
    return Onward(label=gettext("See the result"), url=reverse("practice:daily-result", args=[seen.day]))


def _status(seen: _Seen) -> str:
    if seen.played is not None and seen.is_over:
        return gettext("Position of the day: %(how)s.") % {"how": _how(seen.played)}
    tries = len(seen.played.questions[0]["tries"]) if seen.played else 0
    left = daily.MOST_TRIES - tries
    said = ngettext(
        "Position of the day, the same for everybody. One try is left.",
        "Position of the day, the same for everybody. You have %(count)s tries.",
        left,
    )
    return said % {"count": left}


def _how(played: Round) -> str:
    """ "solved on the second try, with one hint": nothing about the answer."""
    question = played.questions[0]
    tries, hints = len(question["tries"]), question["hints"]
    if not played.right:
        return gettext("not solved this time")
    how = {
        1: gettext("solved on the first try"),
        2: gettext("solved on the second try"),
    }.get(tries, gettext("solved on the third try"))
    if not hints:
        return how
    with_hints = ngettext("%(how)s, with one hint", "%(how)s, with %(count)s hints", hints)
    return with_hints % {"how": how, "count": hints}


def _no_day(request: HttpRequest, day: date) -> HttpResponse:
    """There is no position of this day, or not yet."""
    context: dict[str, Any] = {
        "section": "puzzles",
        "crumbs": _crumbs(),
        "place": day_in_words(day),
        "is_future": day > localdate(),
        "is_tomorrow": day == localdate() + timedelta(days=1),
        "first": {"url": _url(daily.FIRST_DAY), "words": day_in_words(daily.FIRST_DAY)},
        "day": day_in_words(day),
    }
    return render(request, "practice/daily_none.html", context, status=404)


def _crumbs() -> tuple[tuple[str, str], ...]:
    return (
        (gettext("Puzzles"), reverse("lessons:puzzles")),
        (gettext("Position of the day"), reverse("practice:daily")),
    )


def _url(day: date) -> str:
    return reverse("practice:day", args=[day])
