"""Home, the map of the course, a stage."""

from __future__ import annotations

from itertools import cycle
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_safe

from engine.law.cards import Card, card
from lessons.content import bank
from lessons.content.reading import Item, Library, RulePage, Stage, library
from lessons.content.schema import BRANCHES, Scene
from lessons.table import presenting
from lessons.words import naming
from tutor.learning.addresses import (
    branch_about,
    branch_title,
    item_url,
    rule_line,
    stage_place,
    stage_url,
    stage_view,
)
from tutor.learning.before import question_url, skills_before
from tutor.learning.learner import learner_of
from tutor.learning.models import Learner, Sitting
from tutor.learning.progress import Progress, current_step, progress_of, resume_step
from tutor.learning.review import count_due, skills_of
from tutor.learning.sittings import last_finished, placed_stage
from tutor.learning.stage_rules import told_of
from tutor.site.private import ask_anew

HERO_CARDS: Final = tuple(card(notation) for notation in ("Kh", "Ks", "Kd", "2c", "JK"))
LAID_OUT: Final = tuple(card(f"{rank}h") for rank in "456789TJQKA")

MOST_COMING_BACK: Final = 3


@ask_anew
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where to begin or to go on."""
    content = library()
    context = {
        "section": "home",
        "hero_cards": HERO_CARDS,
        "puzzle_count": puzzle_count(content),
        "step_count": step_count(content),
        **_map(request, content),
    }
    return render(request, "lessons/home.html", context)


@ask_anew
@require_safe
def course(request: HttpRequest) -> HttpResponse:
    """The stages in order, with what is done."""
    return render(request, "lessons/course.html", {"section": "course", **_map(request, library())})


@ask_anew
@require_safe
def stage(request: HttpRequest, stage: str) -> HttpResponse:
    """One stage: its steps, and what the learner can do after it."""
    content = library()
    found = content.stage(stage)
    if found is None:
        raise Http404(stage)
    progress = progress_of(learner_of(request))
    current = current_step(found, progress)
    done = current is None
    context = {
        "section": "course",
        "stage": found,
        "crumbs": [(gettext("Course"), reverse("lessons:course"))],
        "place": stage_place(found, content),
        "steps": [_line_of(step, progress, is_next=step is current) for step in found.steps],
        "further": [_line_of(one, progress) for one in found.more],
        "done": done,
        "scenes": [_scene(scene) for scene in found.scenes],
        "tried": any(progress.of(step).tries for step in found.steps),
        "first_try": progress.first_try(found.steps),
        "laid": _laid(found, progress) if done else (),
        "step_total": len(found.steps),
        "rules": [_rule_line(content.rules[rule], found) for rule in found.rules if rule in content.rules],
        "coming_back": _coming_back(learner_of(request), found),
        "primary": _primary(found, content, progress),
        "before": _before(learner_of(request), found, progress),
    }
    return render(request, "lessons/stage.html", context)


def _line_of(item: Item, progress: Progress, *, is_next: bool = False) -> dict[str, Any]:
    """An exercise of a stage as its list shows it."""
    state = "now" if is_next else progress.of(item).state
    named = {"number": item.number, "goal": item.goal, "url": item_url(item)}
    return {**named, "state": state, "adds": f"item:{item.slug}"}


def _before(learner: Learner | None, stage: Stage, progress: Progress) -> dict[str, Any] | None:
    """The questions about what was learned before with which a stage begins; None once it was begun."""
    if learner is None or any(progress.of(step).tries for step in stage.steps):
        return None
    skills = skills_before(learner, stage, today=localdate())
    url = question_url(learner, stage, skills, number=1)
    return {"url": url, "count": len(skills)} if url else None


def _map(request: HttpRequest, content: Library) -> dict[str, Any]:
    """The stages as the map shows them, and where to go on."""
    learner = learner_of(request)
    progress = progress_of(learner)
    placed = placed_stage(last_finished(learner, Sitting.Kind.PLACEMENT), content)
    known = {stage.slug for stage in content.stages if placed and stage.number < placed.number}
    resume = resume_step(learner, library=content, progress=progress)
    if resume is None and placed is not None:
        resume = current_step(placed, progress)
    current = content.group_of(resume) if resume else _first_open(content, progress, known)
    branches = [
        {
            "slug": name,
            "title": branch_title(name),
            "about": branch_about(name),
            "stages": [
                stage_view(
                    stage,
                    progress,
                    number=number,
                    is_current=stage is current,
                    is_known=stage.slug in known,
                )
                for number, stage in enumerate(content.branch(name), start=1)
            ],
        }
        for name in BRANCHES
        if content.branch(name)
    ]
    return {
        "branches": branches,
        "is_placed": placed is not None,
        "waiting": count_due(learner, today=localdate()),
        "resume": {"title": content.group_of(resume).title, "url": item_url(resume)} if resume else None,
    }


def _first_open(content: Library, progress: Progress, known: set[str]) -> Stage | None:
    """The first stage that is neither known nor done."""
    return next(
        (stage for stage in content.stages if stage.slug not in known and not progress.is_done(stage)), None
    )


def _laid(found: Stage, progress: Progress) -> list[Card | None]:
    """A card for each step of a finished stage: open where it was right on the first try, else None, its back.

    Empty where the stage was finished otherwise than by its steps.
    """
    if not all(progress.of(step).right for step in found.steps):
        return []
    faces = cycle(LAID_OUT)
    return [face if progress.of(step).first else None for step, face in zip(found.steps, faces, strict=False)]


def _scene(scene: Scene) -> dict[str, Any]:
    """A position to look at, as it is drawn."""
    return {**presenting.looked_at(scene.position), "text": scene.text}


def _rule_line(page: RulePage, stage: Stage) -> dict[str, Any]:
    told = told_of(page, stage)
    return rule_line(page) | {"title": told.title, "short": told.short}


def _coming_back(learner: Learner | None, stage: Stage) -> list[str]:
    """What of a finished stage comes back in the review: the next few rules, a sentence for each day; how many more.

    Of those that come on the same day, what was missed stands first.
    """
    if learner is None or not learner.review_on:
        return []
    needed = {rule for step in stage.steps for rule in step.task.rules}
    skills = sorted(
        (skill for skill in skills_of(learner).values() if skill.rule in needed),
        key=lambda skill: (localdate(skill.due), not skill.missed, skill.due),
    )
    today = localdate()
    by_day: dict[int, list[str]] = {}
    for skill in skills[:MOST_COMING_BACK]:
        page = library().rules.get(skill.rule)
        title = told_of(page, stage).title if page else skill.rule
        days = max(0, (localdate(skill.due) - today).days)
        by_day.setdefault(days, []).append(gettext("“%(rule)s”") % {"rule": title})
    lines = [
        ngettext(
            "%(rules)s comes back in your review %(when)s.",
            "%(rules)s come back in your review %(when)s.",
            len(titles),
        )
        % {"rules": naming.join_words(titles), "when": _in_days(days)}
        for days, titles in by_day.items()
    ]
    more = len(skills) - MOST_COMING_BACK
    if more > 0:
        words = ngettext("One more rule comes back too.", "%(count)s more rules come back too.", more)
        lines.append(naming.first_upper(words % {"count": naming.number_word(more)}))
    return lines


def _in_days(days: int) -> str:
    if days == 0:
        return pgettext("comes back", "today")
    return ngettext("tomorrow", "in %(count)s days", days) % {"count": days}


def step_count(content: Library) -> int:
    return sum(len(stage.steps) for stage in content.stages)


def puzzle_count(content: Library) -> int:
    return sum(len(theme.puzzles) for theme in content.themes) + len(bank.bank().offered)


def _primary(found: Stage, content: Library, progress: Progress) -> dict[str, Any]:
    """The one main button of a stage."""
    current = current_step(found, progress)
    if current is not None:
        begun = any(progress.of(step).tries for step in found.steps)
        return {
            "label_kind": "continue" if begun else "start",
            "title": found.title,
            "url": item_url(current),
        }
    following = content.stage_after(found)
    if following is not None:
        return {"label_kind": "next-stage", "title": following.title, "url": stage_url(following)}
    if content.themes:
        return {"label_kind": "puzzles", "title": gettext("Puzzles"), "url": reverse("lessons:puzzles")}
    return {"label_kind": "again", "title": found.title, "url": item_url(found.steps[0])}
