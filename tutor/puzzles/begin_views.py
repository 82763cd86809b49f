"""What each mode of rounds is, and beginning a round."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.parting.families import FAMILIES
from lessons.words.choices import FAMILY_NAMES
from tutor.learning.learner import ensure_learner, learner_of
from tutor.learning.models import Learner
from tutor.puzzles import rounds
from tutor.puzzles.models import Round
from tutor.puzzles.round_words import crumbs, lesson_of, over_url, place_url, so_far, theme_title, title_for
from tutor.puzzles.rounds import Choice
from tutor.site.private import keep_private

UNPROCESSABLE = 422


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


def _begin(request: HttpRequest, mode: str, *, theme: str = "") -> HttpResponse:
    learner = learner_of(request)
    running = rounds.open_round(learner, mode, theme)
    if request.method != "POST":
        last = running or rounds.last_over(learner, mode, theme)
        choice = _with_rules(rounds.kept_choice(learner, mode, theme), request.GET.get("rules", ""), theme)
        rated = last.rated if last else True
        return _show_begin(request, mode, theme, learner, running, choice=choice, rated=rated)
    choice, rated = _choice_from(request.POST, theme), "unrated" not in request.POST
    problem = ""
    if "choosing" in request.POST and not choice.families:
        problem = gettext("Choose at least one rule set to practise.")
    elif not rounds.pool_for(mode, theme=theme, choice=choice):
        problem = gettext("There are no puzzles for this choice. Choose another rule set as well.")
    if not problem:
        row = rounds.begin(
            learner=ensure_learner(request), mode=mode, theme=theme, choice=choice, rated=rated,
            anew="anew" in request.POST or running is None, rng=SystemRandom(),
        )  # fmt: skip
        if row is not None:
            return HttpResponseRedirect(place_url(row), status=303)
        problem = gettext("At the moment there is no puzzle to offer here. Try another topic.")
    return _show_begin(request, mode, theme, learner, running, choice=choice, rated=rated, problem=problem)


def _with_rules(choice: Choice, family: str, theme: str) -> Choice:
    """The choice with the rule sets that the page before was narrowed to, where there are puzzles of them."""
    there = rounds.families_of(theme) if theme else tuple(FAMILIES)
    return replace(choice, families=(family,)) if family in there else choice


def _choice_from(sent: QueryDict, theme: str) -> Choice:
    families = tuple(family for family in FAMILIES if family in sent.getlist("family"))
    if "choosing" not in sent:
        families = tuple(FAMILIES) if theme else Choice().families
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
    there = rounds.families_of(theme) if theme else tuple(FAMILIES)
    context = {
        "section": "puzzles",
        "crumbs": crumbs(mode, theme),
        "place": title_for(mode, theme) if mode != Round.Mode.THEME else gettext("Practise"),
        "mode": mode,
        "title": title_for(mode, theme),
        "minutes": int(rounds.STORM.total_seconds() // 60),
        "running": {"url": place_url(running), "words": so_far(running)} if running else None,
        "last": {"url": over_url(last), "words": so_far(last)} if last and mode in rounds.ENDLESS else None,
        "best": rounds.best(learner, mode) if mode not in rounds.ENDLESS else 0,
        "asks_families": len(there) > 1,
        "families": [{"key": key, "name": FAMILY_NAMES[key], "on": key in choice.families} for key in there],
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
