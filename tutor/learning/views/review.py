"""What comes back, putting it off, switching it off, and what a learner knows so far."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from lessons.content.reading import Item, library
from lessons.content.topics import TOPICS
from lessons.fresh.sisters import find_item
from lessons.saying.wording import rule_title
from tutor.learning import again
from tutor.learning import review as reviewing
from tutor.learning.addresses import rule_line
from tutor.learning.learner import ensure_learner, learner_of
from tutor.learning.models import Skill
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import work_on
from tutor.site.posting import form_of
from tutor.site.private import ask_anew


@ask_anew
@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """What is to be met again, with the reason why, and how every rule stands."""
    learner, today = learner_of(request), localdate()
    skills = reviewing.skills_of(learner)
    put_off = reviewing.postponed(learner, today=today)
    entries = [
        {
            "id": one.skill.pk,
            "title": rule_title(one.skill.rule),
            "rule": rule_line(library().rules[one.skill.rule]) if one.skill.rule in library().rules else None,
            "goal": one.met.goal,
            "days": one.days,
            "missed": one.skill.missed,
            "answered": bool(one.skill.reviews),
            "url": _url(one),
        }
        for one in reviewing.due(learner, today=today)
    ]
    coming = reviewing.next_after(skills, today=today)
    context = {
        "section": "review",
        "tab": "review",
        "entries": entries,
        "later": len(put_off),
        "put_off": next(
            (rule_title(one.rule) for one in put_off if str(one.pk) == request.GET.get("later")), None
        ),
        "is_on": learner is None or learner.review_on,
        "coming": {"day": coming[0], "title": rule_title(coming[1].rule)} if coming else None,
        "comes_tomorrow": coming is not None and coming[0] == today + reviewing.POSTPONED,
        "known": learner is not None,
        "has_skills": bool(skills),
        "topics": known_by_topic(skills),
    }
    return render(request, "lessons/review.html", context)


@ask_anew
@require_http_methods(["GET", "HEAD", "POST"])
def do(request: HttpRequest, entry: int, slug: str) -> HttpResponse:
    """A rule of the review with these cards; Next leads to the next one that is due."""
    learner, item = learner_of(request), find_item(slug)
    skill = Skill.objects.filter(learner=learner, pk=entry).first() if learner is not None else None
    if skill is None or item is None or skill.rule not in item.task.rules:
        raise Http404(slug)
    going = _Going(skill, item)
    place = Place(
        url=request.path,
        section="review",
        crumbs=((gettext("Review"), reverse("lessons:review")),),
        label=gettext("Due today"),  # not the rule: that would answer the question
        answered=lambda attempt: "",
        shows_verdict=True,
        hints=True,
        onward=going.onward,
        status=going.status,
        buttons=going.buttons,
        pressed=lambda value: going.past().url,
        closes=True,
    )
    return work_on(request, item, place=place)


class _Going:
    """Working through what is due. It is read once, after the answer of this request has been kept."""

    def __init__(self, skill: Skill, item: Item) -> None:
        self.skill = skill
        self.item = item

    @cached_property
    def due(self) -> list[reviewing.Due]:
        return reviewing.due(self.skill.learner, today=localdate())

    @property
    def others(self) -> list[reviewing.Due]:
        """What is due besides this rule."""
        return [one for one in self.due if one.skill.pk != self.skill.pk]

    def onward(self) -> Onward:
        """A wrong pick is followed by other cards, everything else by the next rule that is due."""
        learner = self.skill.learner
        another = reviewing.asked_for(learner, self.skill) if again.follows(self.item, learner) else None
        if another is None:
            return self.past()
        url = reverse("lessons:review-do", args=[self.skill.pk, another.slug])
        return Onward(again.with_other_cards(), f"{url}#goal")

    def past(self) -> Onward:
        """What comes after this rule."""
        if not self.others:
            return Onward(gettext("Back to the review"), reverse("lessons:review"))
        return Onward(gettext("Next in the review"), f"{_url(self.others[0])}#goal")

    def status(self) -> str:
        count = len(self.others)
        if not count:
            return gettext("After this one, nothing more is due.")
        return ngettext(
            "After this one, another rule is due.",
            "After this one, %(count)s more rules are due.",
            count,
        ) % {"count": count}

    def buttons(self) -> tuple[PlaceButton, ...]:
        """Who is stuck may go on; the rule stays in the review."""
        stays = len(self.others) < len(self.due)
        return (PlaceButton(gettext("Skip this one"), "skip"),) if stays and self.others else ()


def _url(one: reviewing.Due) -> str:
    """Where a rule that is due is tried with its cards."""
    return reverse("lessons:review-do", args=[one.skill.pk, one.item.slug])


@form_of(lambda entry: reverse("lessons:review"))
def later(request: HttpRequest, entry: int) -> HttpResponse:
    """Put one rule off until tomorrow."""
    learner = learner_of(request)
    if learner is None or not reviewing.postpone(learner=learner, skill=entry, today=localdate()):
        raise Http404(str(entry))
    return HttpResponseRedirect(f"{reverse('lessons:review')}?later={entry}#put-off", status=303)


@form_of(lambda: reverse("lessons:review"))
def switch(request: HttpRequest) -> HttpResponse:
    """Switch the review on or off."""
    reviewing.switch(learner=ensure_learner(request), on=request.POST.get("review") == "on")
    return HttpResponseRedirect(reverse("lessons:review"), status=303)


def known_by_topic(skills: dict[str, Skill]) -> list[dict[str, Any]]:
    """The rules that were met, by topic, each with how well it is known."""
    topics: dict[int, list[dict[str, Any]]] = {}
    for rule, page in library().rules.items():
        if rule in skills:
            line = rule_line(page) | {"state": reviewing.state_of(skills[rule])}
            topics.setdefault(page.section, []).append(line)
    return [{"title": TOPICS[section], "rules": rules} for section, rules in sorted(topics.items())]
