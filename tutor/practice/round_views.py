"""Rounds of puzzles: what each mode is and beginning it, its questions, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import SystemRandom
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from lessons import bank
from lessons.attempts import standing
from lessons.content import Item, library
from lessons.families import FAMILIES, FAMILY_NAMES
from lessons.feedback import rule_title
from lessons.learner import ensure_learner, learner_of
from lessons.models import Attempt, Learner
from lessons.views.exercise_context import Onward, Place, PlaceButton, result_again
from lessons.views.paths import item_url, rule_line, stage_url
from lessons.views.working_on import work_on
from tutor.practice import rounds
from tutor.practice.models import Round
from tutor.practice.rounds import Choice

UNPROCESSABLE = 422
_ONE_ANSWER = (Round.Mode.STREAK, Round.Mode.STORM)

keep_private = cache_control(private=True, no_store=True)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def by_theme(request: HttpRequest, theme: str) -> HttpResponse:
    """Practising one theme: beginning a round, or going on with it."""
    if theme_title(theme) is None:
        raise Http404(theme)
    return _begin(request, Round.Mode.THEME, theme=theme)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def by_mode(request: HttpRequest, mode: str) -> HttpResponse:
    """A mixed round, a streak or a storm: what it is, and beginning it."""
    return _begin(request, mode)


@keep_private
@require_safe
def lead(request: HttpRequest, played: int) -> HttpResponse:
    """Where a round stands: on to its open question, or what came of it."""
    row = _own(request, played)
    if not rounds.is_over(row):
        return HttpResponseRedirect(_place_url(row))
    return render(request, "practice/round_over.html", _over_context(row))


@keep_private
@require_POST
def end(request: HttpRequest, played: int) -> HttpResponse:
    """End a round; twice is once."""
    row = _own(request, played)
    rounds.end(played=row)
    return HttpResponseRedirect(_over_url(row), status=303)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, played: int, number: int) -> HttpResponse:
    """One question of a round. What is answered can be read again; what is not there yet leads to what is open."""
    row = _own(request, played)
    if not 1 <= number <= len(row.questions):
        return _go(request, _place_url(row))
    item = rounds.item_of(row, number)
    if item is None:
        rounds.replace_gone(played=row, number=number, rng=SystemRandom())
        item = rounds.item_of(row, number) if number <= len(row.questions) else None
        if item is None or rounds.is_over(row):
            return _go(request, _place_url(row))
    if _is_past(request, row, number, item):
        return _go(request, _place_url(row))
    return work_on(request, item, place=_place(row, number, item))


def _is_past(request: HttpRequest, row: Round, number: int, item: Item) -> bool:
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
        url=_question_url(row, number),
        section="puzzles",
        crumbs=((gettext("Puzzles"), reverse("lessons:puzzles")), (title_of(row), begin_url(row))),
        label=gettext("Puzzle %(number)s") % {"number": number},
        answered=partial(_answered, row=row, number=number),
        shows_verdict=row.mode != Round.Mode.STORM,
        hints=is_endless,
        first_answer_ends=row.mode in _ONE_ANSWER,
        onward=partial(_onward, row),
        status=partial(_status, row, number),
        buttons=partial(_buttons, row, number),
        pressed=partial(_pressed, row=row, number=number),
        ends=row.ends,
        over_url=_over_url(row),
        note=_note(row, item),
    )


def _answered(attempt: Attempt, *, row: Round, number: int) -> str:
    rounds.answer(played=row, number=number, attempt=attempt, rng=SystemRandom())
    return _place_url(row)


def _pressed(value: str, *, row: Round, number: int) -> str:
    if value == "skip":
        rounds.skip(played=row, number=number, rng=SystemRandom())
    elif value == "end":
        rounds.end(played=row)
    return _place_url(row)


def _buttons(row: Round, number: int) -> tuple[PlaceButton, ...]:
    outcome = rounds.outcome_of(row, number)
    found = []
    if outcome is None and rounds.may_skip(row):
        found.append(PlaceButton(gettext("Skip this one"), "skip"))
    if row.mode in rounds.ENDLESS and outcome == Attempt.Outcome.WRONG and not rounds.is_over(row):
        found.append(PlaceButton(gettext("On to the next puzzle"), "on"))
    if row.mode != Round.Mode.STREAK and not rounds.is_over(row):
        found.append(PlaceButton(gettext("Stop here"), "end"))
    return tuple(found)


def _onward(row: Round) -> Onward:
    label = gettext("To the result") if rounds.is_over(row) else gettext("Next puzzle")
    return Onward(label=label, url=_place_url(row))


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
    return gettext("%(right)s of %(count)s right at the first try.") % facts


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


def _note(row: Round, item: Item) -> str:
    if row.mode == Round.Mode.STORM:
        return gettext("One answer each. A miss costs nothing but time.")
    if row.mode == Round.Mode.STREAK:
        return gettext("One answer each; the first miss ends the streak.")
    title = theme_title(item.group) if row.mode == Round.Mode.MIXED else None
    return gettext("Topic: %(title)s") % {"title": title} if title else ""


# Beginning


def _begin(request: HttpRequest, mode: str, *, theme: str = "") -> HttpResponse:
    learner = learner_of(request)
    running = rounds.open_round(learner, mode, theme)
    if request.method != "POST":
        last = running or rounds.last_over(learner, mode, theme)
        choice = rounds.choice_of(last.choice) if last else Choice()
        rated = last.rated if last else True
        return _show_begin(request, mode, theme, learner, running, choice=choice, rated=rated)
    choice, rated = _choice_from(request.POST), "unrated" not in request.POST
    problem = ""
    if not theme and "choosing" in request.POST and not choice.families:
        problem = gettext("Choose at least one rule set to practise.")
    elif not rounds.pool_for(mode, theme=theme, choice=choice):
        problem = gettext("There are no puzzles for this choice. Choose another rule set as well.")
    if not problem:
        row = rounds.begin(
            learner=ensure_learner(request), mode=mode, theme=theme, choice=choice, rated=rated,
            anew="anew" in request.POST or running is None, rng=SystemRandom(),
        )  # fmt: skip
        if row is not None:
            return HttpResponseRedirect(_place_url(row), status=303)
        problem = gettext("At the moment there is no puzzle to offer here. Try another topic.")
    return _show_begin(request, mode, theme, learner, running, choice=choice, rated=rated, problem=problem)


def _choice_from(sent: QueryDict) -> Choice:
    families = tuple(family for family in FAMILIES if family in sent.getlist("family"))
    if "choosing" not in sent:
        families = Choice().families
    return Choice(families=families, level=rounds.choice_of({"level": sent.get("level")}).level)


def _show_begin(
    request: HttpRequest,
    mode: str,
    theme: str,
    learner: Learner | None,
    running: Round | None,
    *,
    choice: Choice,
    rated: bool,
    problem: str = "",
) -> HttpResponse:
    last = rounds.last_over(learner, mode, theme)
    context = {
        "section": "puzzles",
        "crumbs": _crumbs(mode, theme),
        "place": title_for(mode, theme) if mode != Round.Mode.THEME else gettext("Practise"),
        "mode": mode,
        "title": title_for(mode, theme),
        "minutes": int(rounds.STORM.total_seconds() // 60),
        "running": {"url": _place_url(running), "words": _so_far(running)} if running else None,
        "last": {"url": _over_url(last), "words": _so_far(last)} if last and mode in rounds.ENDLESS else None,
        "best": rounds.best(learner, mode) if mode not in rounds.ENDLESS else 0,
        "asks_families": mode != Round.Mode.THEME,
        "families": [
            {"key": key, "name": FAMILY_NAMES[key], "on": key in choice.families} for key in FAMILIES
        ],
        "levels": [
            {"key": key, "name": name, "on": key == choice.level} for key, name in level_names().items()
        ],
        "unrated": not rated,
        "lesson": lesson_of(theme) if theme else None,
        "problem": problem,
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "practice/round_begin.html", context, status=status)


def level_names() -> dict[str, str]:
    """The levels beside one's own, in words."""
    return {
        "easier": gettext("easier"),
        "same": gettext("my level"),
        "harder": gettext("harder"),
    }


# What came of it


def _over_context(row: Round) -> dict[str, Any]:
    before = rounds.best(row.learner, row.mode, but=row.pk)
    count = rounds.answered(row)
    return {
        "section": "puzzles",
        "crumbs": _crumbs(row.mode, row.theme, over=True),
        "place": gettext("Result"),
        "mode": row.mode,
        "title": title_of(row),
        "right": row.right,
        "answered": count,
        "wrong": count - row.right,
        "is_best": row.right > before,
        "best": max(before, row.right),
        "missed": [_missed(one) for one in rounds.missed(row)],
        "again_url": begin_url(row),
        "again": [("family", family) for family in rounds.choice_of(row.choice).families]
        + [("level", rounds.choice_of(row.choice).level)]
        + ([] if row.rated or row.mode in rounds.TIMED else [("unrated", "1")]),
        "lesson": lesson_of(row.theme) if row.theme else None,
    }


def _missed(one: rounds.Missed) -> dict[str, Any]:
    """A question that was missed: its verdict, its rule, and where it is taught."""
    rule = one.base.task.rules[0]
    page = library().rules.get(rule)
    return {
        "title": theme_title(one.base.group) or rule_title(rule),
        "goal": one.item.goal,
        "url": item_url(one.item),
        "rule": rule_line(page) if page else None,
        "lesson": lesson_of(one.base.group),
    }


# Names and addresses


def theme_title(slug: str) -> str | None:
    """What a theme is called; None for one that does not exist."""
    found = library().theme(slug) or next((one for one in bank.themes() if one.slug == slug), None)
    return str(found.title) if found else None


def lesson_of(slug: str) -> Mapping[str, str] | None:
    """The stage of the course that teaches a theme."""
    found = library().theme(slug) or next((one for one in bank.themes() if one.slug == slug), None)
    stage = library().stage(found.lesson) if found and found.lesson else None
    return {"title": str(stage.title), "url": stage_url(stage)} if stage else None


def title_of(row: Round) -> str:
    return title_for(row.mode, row.theme)


def title_for(mode: str, theme: str = "") -> str:
    """What a mode is called; a round about a theme has its name."""
    return (
        {
            Round.Mode.MIXED: gettext("Mixed puzzles"),
            Round.Mode.STREAK: gettext("Streak"),
            Round.Mode.STORM: gettext("Storm"),
        }.get(Round.Mode(mode))
        or theme_title(theme)
        or gettext("Puzzles")
    )


def begin_url(row: Round) -> str:
    """Where a round of this mode is begun."""
    if row.mode == Round.Mode.THEME:
        return reverse("practice:theme", args=[row.theme])
    return reverse("practice:mode", args=[row.mode])


def _so_far(row: Round) -> str:
    facts = {"right": row.right, "count": rounds.answered(row)}
    if row.mode in rounds.ENDLESS:
        return gettext("%(right)s of %(count)s right") % facts
    return gettext("%(right)s right") % facts


def _crumbs(mode: str, theme: str, *, over: bool = False) -> tuple[tuple[str, str], ...]:
    found = [(gettext("Puzzles"), reverse("lessons:puzzles"))]
    if mode == Round.Mode.THEME:
        url = reverse("practice:theme", args=[theme]) if over else reverse("lessons:theme", args=[theme])
        found.append((title_for(mode, theme), url))
    elif over:
        found.append((title_for(mode), reverse("practice:mode", args=[mode])))
    return tuple(found)


def _own(request: HttpRequest, played: int) -> Round:
    """The learner's own round. Others find nothing."""
    learner = learner_of(request)
    rows = Round.objects.select_related("learner").exclude(mode=Round.Mode.DAILY)
    row = rows.filter(pk=played, learner=learner).first() if learner else None
    if row is None:
        raise Http404(str(played))
    return row


def _place_url(row: Round) -> str:
    """The open question, or the result."""
    number = rounds.next_number(row)
    return _over_url(row) if number is None else f"{_question_url(row, number)}#goal"


def _question_url(row: Round, number: int) -> str:
    return reverse("practice:question", args=[row.pk, number])


def _over_url(row: Round) -> str:
    return reverse("practice:round", args=[row.pk])


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303 if request.method == "POST" else 302)
