"""The list of one's games: beginning one, a mini-deal too, and deleting."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from uuid import UUID

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.deals import mini_deal, mini_deals
from lessons.words import naming
from tutor.learning.learner import ensure_learner, learner_of
from tutor.play import services, telling
from tutor.play.choosing import BY_RESULTS, opponents_for
from tutor.play.from_course import known_stage
from tutor.play.house_rules import OURS, Offer, offers, why_not
from tutor.play.models import PlayedGame
from tutor.play.services import GAMES
from tutor.site.htmx import HtmxRequest
from tutor.site.private import keep_private
from tutor.tables.services import table_of


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def games(request: HtmxRequest) -> HttpResponse:
    """Begin a game, or go on with one."""
    if request.method == "POST":
        return _begin_or_delete(request)
    return _games_page(request)


def _games_page(request: HtmxRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    learner, table = learner_of(request), table_of(request)
    rows = list(PlayedGame.objects.filter(learner=learner)) if learner else []
    lines = [telling.game_line(row, table=table) for row in rows]
    reached = {row.mini for row in rows if row.outcome == PlayedGame.Outcome.REACHED}
    context = {
        "section": "play",
        "problem": problem,
        "rule_sets": [
            *offers(table),
            *(
                Offer(name=name, title=naming.named_rule_set(name), note=telling.game_note(name))
                for name in GAMES
            ),
        ],
        "not_ours": why_not(table),
        "opponents": [_style(name) for name in services.OPPONENTS],
        "partners": [_style(name) for name in services.PARTNERS],
        "match": telling.style_title(opponents_for(learner)),
        "cannot_play": telling.cannot_play_words(GAMES),
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
    stage = known_stage(request.POST.get("stage", ""))
    row = services.begin_mini(learner=ensure_learner(request), mini=mini, seed=int(seed or 0), stage=stage)
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
            found = services.find(learner=learner_of(request), key=UUID(rest))
            if found is not None:
                services.delete(game=found)
        return HttpResponseRedirect(reverse("play:games"), status=303)
    try:
        row = _begun(request)
    except services.CannotPlayError:
        return _games_page(request, problem=telling.cannot_play_words(GAMES), status=400)
    except ValueError:
        problem = gettext("This choice is not known. Choose again, please.")
        return _games_page(request, problem=problem, status=400)
    return HttpResponseRedirect(reverse("play:game", args=[row.key]), status=303)


def _begun(request: HtmxRequest) -> PlayedGame:
    """The game that was chosen. Raises ValueError and CannotPlayError for what cannot be."""
    chosen: Callable[[str, str], str] = request.POST.get
    rules, opponents = chosen("rules", GAMES[0]), chosen("opponents", BY_RESULTS)
    partner, single = chosen("partner", "careful"), chosen("length", "game") == "deal"
    table = table_of(request) if rules.startswith(f"{OURS}-") else None
    if opponents == BY_RESULTS:
        base = GAMES[GAMES.index(rules)] if table is None else table.rule_set.name
        opponents = opponents_for(learner_of(request), base)
    learner, rng, stage = ensure_learner(request), SystemRandom(), known_stage(chosen("stage", ""))
    if table is None:
        return services.begin(
            learner=learner,
            rules=rules,
            partner=partner,
            opponents=opponents,
            rng=rng,
            single=single,
            stage=stage,
        )
    return services.begin_at(
        learner=learner,
        table=table,
        chosen=rules,
        partner=partner,
        opponents=opponents,
        rng=rng,
        single=single,
    )
