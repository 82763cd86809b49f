"""Rounds of puzzles: their questions, and what came of them."""

from __future__ import annotations

from functools import partial
from random import SystemRandom
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from lessons.content.reading import Item, library
from lessons.fresh.sisters import MARK
from lessons.saying.wording import rule_title
from tutor.learning.addresses import item_url, rule_line
from tutor.learning.attempts import standing
from tutor.learning.learner import learner_of
from tutor.learning.models import Attempt
from tutor.learning.shown import Onward, Place, PlaceButton, result_again
from tutor.learning.to_read import rules_told
from tutor.learning.views.working_on import work_on
from tutor.puzzles import ratings, rounds
from tutor.puzzles.models import Round
from tutor.puzzles.rating_lines import signed
from tutor.puzzles.round_words import (
    begin_url,
    crumbs,
    lesson_for,
    lesson_of,
    over_url,
    place_url,
    question_url,
    theme_title,
    title_of,
)
from tutor.site.htmx import HtmxRequest
from tutor.site.posting import form_of
from tutor.site.private import keep_private

DATED = (Round.Mode.DAILY, Round.Mode.WEEKLY)
"""Rounds of a day or a week, which have pages of their own."""
_ONE_ANSWER = (Round.Mode.STREAK, Round.Mode.STORM)


@keep_private
@require_safe
def lead(request: HtmxRequest, played: int) -> HttpResponse:
    """Where a round stands: on to its open question, or what came of it."""
    row = _own(request, played)
    if not rounds.is_over(row):
        return HttpResponseRedirect(place_url(row))
    return render(request, "practice/round_over.html", _over_context(row))


@keep_private
@form_of(lambda played: reverse("practice:round", args=[played]))
def end(request: HtmxRequest, played: int) -> HttpResponse:
    """End a round; twice is once."""
    row = _own(request, played)
    rounds.end(played=row)
    return HttpResponseRedirect(over_url(row), status=303)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HtmxRequest, played: int, number: int) -> HttpResponse:
    """One question of a round. What is answered can be read again; what is not there yet leads to what is open."""
    row = _own(request, played)
    if not 1 <= number <= len(row.questions):
        return _go(request, place_url(row))
    item = rounds.item_of(row, number)
    if item is None:
        rounds.replace_gone(played=row, number=number, rng=SystemRandom())
        item = rounds.item_of(row, number) if number <= len(row.questions) else None
        if item is None or rounds.is_over(row):
            return _go(request, place_url(row))
    if _is_past(request, row, number, item):
        return _go(request, place_url(row))
    return work_on(request, item, place=_place(row, number, item))


def _is_past(request: HtmxRequest, row: Round, number: int, item: Item) -> bool:
    """Whether nothing is to be done at a question any more, so that it leads on.

    An open question of a round that is over takes an answer that comes too late: it is kept, and does not count. Where
    one answer ends a question its verdict can still be read, in both languages, but not be answered once more.
    """
    is_open = rounds.outcome_of(row, number) is None
    if is_open:
        return rounds.is_over(row) and request.method != "POST"
    if row.mode not in _ONE_ANSWER:
        return False
    last = standing(learner=row.learner, item=item).last_result
    if row.mode == Round.Mode.STORM or last is None or last.content_hash != item.content_hash:
        return True
    do = request.POST.get("do", "")
    return request.method == "POST" and do != "next" and not do.startswith("language:")


def _place(row: Round, number: int, item: Item) -> Place:
    is_endless = row.mode in rounds.ENDLESS
    return Place(
        url=question_url(row, number),
        section="puzzles",
        crumbs=((gettext("Puzzles"), reverse("lessons:puzzles")), (title_of(row), begin_url(row))),
        label=gettext("Puzzle %(number)s") % {"number": number},
        answered=partial(_answered, row=row, number=number),
        shows_verdict=row.mode != Round.Mode.STORM,
        hints=is_endless,
        first_answer_ends=row.mode in _ONE_ANSWER,
        told=(lambda misses: rounds.is_told(row, number, misses=misses)) if is_endless else None,
        onward=partial(_onward, row),
        status=partial(_status, row, number),
        buttons=partial(_buttons, row, number),
        pressed=partial(_pressed, row=row, number=number),
        ends=row.ends,
        over_url=over_url(row),
        next_in_page=True,
        one_step=row.mode == Round.Mode.STORM,
        note=partial(_note, row, number, item),
    )


def _answered(attempt: Attempt, *, row: Round, number: int) -> str:
    rounds.answer(played=row, number=number, attempt=attempt, rng=SystemRandom())
    return place_url(row)


def _pressed(value: str, *, row: Round, number: int) -> str:
    if value == "skip":
        rounds.skip(played=row, number=number, rng=SystemRandom())
    elif value == "end":
        rounds.end(played=row)
    elif value == "show" and row.mode in rounds.ENDLESS:
        rounds.show(played=row, number=number)
        return f"{question_url(row, number)}#feedback-title"
    return place_url(row)


def _buttons(row: Round, number: int) -> tuple[PlaceButton, ...]:
    outcome = rounds.outcome_of(row, number)
    found = []
    if outcome is None and rounds.may_skip(row):
        found.append(PlaceButton(_skip_label(row, number), "skip"))
    if row.mode in rounds.ENDLESS and outcome == Attempt.Outcome.WRONG and not rounds.is_over(row):
        found.append(PlaceButton(gettext("On to the next puzzle"), "on"))
    if row.mode != Round.Mode.STREAK and not rounds.is_over(row):
        found.append(PlaceButton(gettext("Stop here"), "end"))
    return tuple(found)


def _skip_label(row: Round, number: int) -> str:
    """What leaving a question out costs is said before it is done."""
    item = rounds.item_of(row, number) if rounds.skip_costs(row, number) else None
    cost = ratings.cost_of_skip(learner=row.learner, item=item) if item is not None else None
    if cost is None:
        return gettext("Skip this one") if row.mode == Round.Mode.STREAK else gettext("Skip")
    if cost.is_provisional:
        return gettext("Skip (half a miss)")
    return gettext("Skip (rating %(change)s)") % {"change": signed(-cost.points)}


def _onward(row: Round) -> Onward:
    label = gettext("See the result") if rounds.is_over(row) else gettext("Next puzzle")
    return Onward(label=label, url=place_url(row))


def _status(row: Round, number: int) -> str:
    """Where the round stands, in one line."""
    facts = {"right": row.right, "count": rounds.answered(row)}
    if row.mode == Round.Mode.STORM:
        return " ".join(part for part in (_last_verdict(row, number), _right_words(row.right)) if part)
    if row.mode == Round.Mode.STREAK:
        skipping = gettext("You may skip one.") if rounds.may_skip(row) else ""
        most = rounds.best(row.learner, row.mode, but=row.pk)
        best = gettext("Best so far: %(count)s.") % {"count": most} if most else ""
        so_far = gettext("In a row: %(right)s.") % facts
        return " ".join(part for part in (so_far, best, skipping) if part)
    if not facts["count"]:
        return gettext("Your first answer to each puzzle counts.")
    return gettext("%(right)s of %(count)s right on the first try.") % facts


def _right_words(count: int) -> str:
    return gettext("%(count)s right so far.") % {"count": count}


def _last_verdict(row: Round, number: int) -> str:
    """What the question before this one was: the verdict of a storm takes no page of its own."""
    if number < 2:
        return ""
    outcome, item = rounds.outcome_of(row, number - 1), rounds.item_of(row, number - 1)
    if outcome == Attempt.Outcome.RIGHT:
        return "**" + gettext("Right.") + "**"
    if item is None or outcome != Attempt.Outcome.WRONG:
        return ""
    last = standing(learner=row.learner, item=item).last_result
    result = result_again(item, last, misses=1)
    why = result.explanation.deciding if result else None
    return "**" + gettext("Wrong.") + "**" + (f" {why.text}" if why else "")


def _note(row: Round, number: int, item: Item) -> str:
    """What is to be known at a question; in a storm at the first one, since later the last verdict needs the room."""
    if row.mode == Round.Mode.STORM:
        return gettext("One answer each. A miss costs nothing but time.") if number == 1 else ""
    if row.mode == Round.Mode.STREAK:
        return gettext("One answer each; the first miss ends the streak.")
    if MARK in item.slug:
        return gettext("You have met every puzzle of this topic. Here is one of them with other cards.")
    return ""


def _over_context(row: Round) -> dict[str, Any]:
    before = rounds.best(row.learner, row.mode, but=row.pk)
    count, missed = rounds.answered(row), rounds.missed(row)
    told = rules_told(row.learner, [one.item for one in missed])
    return {
        "section": "puzzles",
        "crumbs": crumbs(row.mode, row.theme, over=True),
        "place": gettext("Result"),
        "mode": row.mode,
        "title": title_of(row),
        "right": row.right,
        "answered": count,
        "wrong": count - row.right,
        "is_best": row.right > before,
        "best": max(before, row.right),
        "missed": [_missed(one, told[one.item.slug]) for one in missed],
        "again_url": begin_url(row),
        "again": [("family", family) for family in rounds.choice_for(row).families]
        + [("level", rounds.choice_of(row.choice).level)]
        + ([] if row.rated or row.mode in rounds.TIMED else [("unrated", "1")]),
        "lesson": lesson_of(row.theme) if row.theme else None,
    }


def _missed(one: rounds.Missed, rule: str) -> dict[str, Any]:
    """A question that was missed: its verdict, the rule that it names, and where that is taught."""
    page = library().rules.get(rule)
    return {
        "title": theme_title(one.base.group) or rule_title(rule),
        "goal": one.item.goal,
        "url": item_url(one.item),
        "rule": rule_line(page) if page else None,
        "lesson": lesson_for(one.base),
    }


def _own(request: HtmxRequest, played: int) -> Round:
    """The learner's own round. Others find nothing."""
    learner = learner_of(request)
    rows = Round.objects.select_related("learner").exclude(mode__in=DATED)
    row = rows.filter(pk=played, learner=learner).first() if learner else None
    if row is None:
        raise Http404(str(played))
    return row


def _go(request: HtmxRequest, url: str) -> HttpResponse:
    if request.htmx:
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303 if request.method == "POST" else 302)
