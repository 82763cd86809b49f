"""The set of the week: what it is, its questions one after another, and a result to share that gives nothing away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.fresh.sisters import find_item
from lessons.words import naming
from tutor.learning.learner import ensure_learner, learner_of
from tutor.learning.models import Attempt, Learner
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import work_on
from tutor.puzzles import daily, rounds, weekly
from tutor.puzzles.dashboard import title_of_theme
from tutor.puzzles.day_words import Now
from tutor.puzzles.models import Round
from tutor.puzzles.next_up import NextUp, next_up
from tutor.puzzles.round_words import mark_words, weeks_in_a_row
from tutor.site.private import keep_private

WEEKS_SHOWN: Final = 8
SIGNS: Final = {"right": "■", "later": "◧"}
"""What a question is in a message, where everything else is an empty square: letters that every device has."""


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def now(request: HttpRequest) -> HttpResponse:
    """The set of this week. Its form goes to the address of its week, so that midnight changes nothing."""
    return _of_week(request, weekly.this_week())


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def of_week(request: HttpRequest, week: date) -> HttpResponse:
    """The set of one week: begin, go on, or what came of it."""
    if not weekly.is_week(week):
        return _no_week(request, week)
    return _of_week(request, week)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, week: date, number: int) -> HttpResponse:
    """One question of a week's set. What is answered can be read again, and tried again until it is told."""
    played = weekly.round_of(learner_of(request), week) if weekly.is_week(week) else None
    if played is None:
        return HttpResponseRedirect(week_url(week))
    if request.method != "POST":
        weekly.replace_gone(played=played)
    item = rounds.item_of(played, number) if 1 <= number <= len(played.questions) else None
    if item is None:
        return HttpResponseRedirect(place_url(played), status=303 if request.method == "POST" else 302)
    return work_on(request, item, place=_place(played, number))


def week_url(week: date) -> str:
    """Where the set of a week stands."""
    return reverse("practice:week", args=[week])


def place_url(played: Round, *, after: int = 0) -> str:
    """The open question that follows, else the result."""
    number = weekly.next_number(played, after=after)
    return week_url(_week(played)) if number is None else f"{_question_url(played, number)}#goal"


def share_text(request: HttpRequest, played: Round) -> str:
    """The result in three lines, without a word about the answers; the link leads to the set alone."""
    week = _week(played)
    title = f"{gettext('Canasta Rule School')} · {week_in_words(week)}"
    squares = "".join(SIGNS.get(mark, "□") for mark in weekly.marks_of(played))
    return f"{title}\n{squares} {_score(played)}\n{request.build_absolute_uri(week_url(week))}"


def week_in_words(week: date) -> str:
    """The set of a week by its number, as in "Set of week 48, 2026"."""
    year, number, _ = week.isocalendar()
    return gettext("Set of week %(week)s, %(year)s") % {"week": number, "year": year}


def _of_week(request: HttpRequest, week: date) -> HttpResponse:
    if request.method == "POST":
        begun = weekly.begin(learner=ensure_learner(request), week=week)
        return HttpResponseRedirect(place_url(begun), status=303)
    learner = learner_of(request)
    by_week = weekly.rounds_of(learner)
    played = by_week.get(week)
    others = weekly.others_of(week)
    in_a_row, most = weekly.in_a_row(learner)
    context = {
        "section": "puzzles",
        "crumbs": ((gettext("Puzzles"), reverse("lessons:puzzles")),),
        "place": week_in_words(week),
        "title": week_in_words(week),
        "url": week_url(week),
        "is_now": week == weekly.this_week(),
        "closes": date_format(weekly.last_day(week), gettext("l, j F")),
        "state": _state(played),
        "score": _score(played) if played else "",
        "go_on_url": place_url(played) if played and not played.finished else "",
        "puzzles": _rows(week, played),
        "share": share_text(request, played) if played and played.finished else "",
        "others": {"count": others.count, "middle": _number(others.middle)} if others else None,
        "row": weeks_in_a_row(in_a_row, most),
        "next": _next(learner, by_week) if played and played.finished else None,
        "weeks": _weeks(week, by_week),
    }
    return render(request, "practice/weekly.html", context)


def _next(learner: Learner | None, by_week: Mapping[date, Round]) -> NextUp:
    """What to do next, which stands there once a set is done."""
    now = Now(days=daily.standing(learner), week=by_week.get(weekly.this_week()))
    return next_up(learner, now=now)


def _state(played: Round | None) -> str:
    if played is None:
        return "open"
    return "over" if played.finished else "begun"


def _score(played: Round) -> str:
    facts = {"right": played.right, "count": len(played.questions)}
    return gettext("%(right)s of %(count)s") % facts


def _rows(week: date, played: Round | None) -> list[dict[str, Any]]:
    """The puzzles of a set in order: their rule set and difficulty, and what came of them. The topic would tell."""
    slugs = [question["slug"] for question in played.questions] if played else weekly.slugs_of(week)
    marks = weekly.marks_of(played) if played else ["open"] * len(slugs)
    rows = []
    for number, (slug, mark) in enumerate(zip(slugs, marks, strict=True), start=1):
        item = find_item(slug)
        if item is None:
            continue
        rows.append(
            {
                "number": number,
                "mark": mark,
                "words": mark_words(mark),
                "rules": naming.rule_set_name(item.rules),
                "difficulty": item.task.difficulty or 2,
                "theme": title_of_theme(item.group) if mark != "open" else "",
                "url": _question_url(played, number) if played else "",
            }
        )
    return rows


def _weeks(shown: date, by_week: Mapping[date, Round]) -> list[dict[str, Any]]:
    """The last weeks besides the one that is shown, and how the learner stands at each."""
    found = []
    for week in weekly.weeks_until(weekly.this_week(), WEEKS_SHOWN):
        if week == shown:
            continue
        played = by_week.get(week)
        found.append(
            {
                "url": week_url(week),
                "title": week_in_words(week),
                "state": _state(played),
                "score": _score(played) if played else "",
            }
        )
    return found


def _place(played: Round, number: int) -> Place:
    week = _week(played)
    return Place(
        url=_question_url(played, number),
        section="puzzles",
        crumbs=((gettext("Puzzles"), reverse("lessons:puzzles")), (week_in_words(week), week_url(week))),
        label=gettext("Puzzle %(number)s of %(count)s") % {"number": number, "count": len(played.questions)},
        answered=partial(_answered, played=played, number=number),
        shows_verdict=True,
        told=lambda misses: rounds.is_told(played, number, misses=misses),
        onward=partial(_onward, played, number),
        status=partial(_status, played),
        buttons=partial(_buttons, played, number),
        pressed=partial(_pressed, played=played, number=number),
        over_url=week_url(week),
        next_in_page=True,
    )


def _answered(attempt: Attempt, *, played: Round, number: int) -> str:
    weekly.answer(played=played, number=number, attempt=attempt)
    return place_url(played, after=number)


def _pressed(value: str, *, played: Round, number: int) -> str:
    if value == "show":
        weekly.show(played=played, number=number)
        return f"{_question_url(played, number)}#feedback-title"
    if value == "end":
        weekly.finish(played=played)
        return week_url(_week(played))
    if value == "on" and weekly.next_number(played) is None:
        weekly.finish(played=played)
    return place_url(played, after=number)


def _buttons(played: Round, number: int) -> tuple[PlaceButton, ...]:
    """One can always go on: what is left for later stays open, and with the last of that the set can be ended."""
    if played.finished is not None:
        return ()
    mark = weekly.marks_of(played)[number - 1]
    is_last = weekly.next_number(played, after=number) in (None, number)
    found = []
    if mark == "open" and not is_last:
        found.append(PlaceButton(gettext("Leave it for later"), "later"))
    if mark == "wrong":
        found.append(
            PlaceButton(gettext("See the result") if is_last else gettext("On to the next puzzle"), "on")
        )
    if mark == "open" and is_last:
        found.append(PlaceButton(gettext("End the set"), "end"))
    return tuple(found)


def _onward(played: Round, number: int) -> Onward:
    is_over = weekly.next_number(played) is None
    label = gettext("See the result") if is_over else gettext("Next puzzle")
    return Onward(label=label, url=place_url(played, after=number))


def _status(played: Round) -> str:
    """How the set stands; in which rule set a puzzle is, its own bar says."""
    answered = sum(mark != "open" for mark in weekly.marks_of(played))
    if not answered:
        return gettext("Your first answer to each puzzle counts.")
    facts = {"right": played.right, "count": answered}
    return gettext("%(right)s of %(count)s right on the first try.") % facts


def _question_url(played: Round, number: int) -> str:
    return reverse("practice:week-question", args=[_week(played), number])


def _week(played: Round) -> date:
    assert played.day is not None  # begun with its Monday
    return played.day


def _number(value: float) -> str:
    return number_format(value, 0 if value == int(value) else 1)


def _no_week(request: HttpRequest, week: date) -> HttpResponse:
    """There is no set of this week, or not yet."""
    if week.weekday() != 0:
        raise Http404(str(week))
    context = {
        "section": "puzzles",
        "crumbs": ((gettext("Puzzles"), reverse("lessons:puzzles")),),
        "place": week_in_words(week),
        "title": week_in_words(week),
        "is_future": week > weekly.this_week(),
        "opens": date_format(week, gettext("l, j F Y")),
        "first": {"url": week_url(weekly.FIRST_WEEK), "words": week_in_words(weekly.FIRST_WEEK)},
    }
    return render(request, "practice/weekly_none.html", context, status=404)
