"""The mistake notebook as a page, and working through it, one exercise after another."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from lessons.content import bank
from lessons.content.providers import provider_of
from lessons.content.reading import Item, library
from lessons.fresh.sisters import base_item, find_item
from tutor.learning import again
from tutor.learning.addresses import item_crumbs, rule_line
from tutor.learning.learner import learner_of
from tutor.learning.models import Attempt
from tutor.learning.shown import Onward, Place, PlaceButton, result_again
from tutor.learning.views.working_on import work_on
from tutor.puzzles.notebook import MOST_SHOWN, Entry, Notebook, cards_of, notebook_of
from tutor.site.private import keep_private


@keep_private
@require_safe
def notebook(request: HttpRequest) -> HttpResponse:
    """What went wrong and is not clean yet, the easiest first."""
    entries = notebook_of(learner_of(request)).entries
    shown = entries[:MOST_SHOWN]
    keys = [entry.answer for entry in shown if entry.answer is not None]
    answers = Attempt.objects.select_related("item").in_bulk(keys)
    context = {
        "section": "puzzles",
        "tab": "notebook",
        "entries": [_line(entry, answers.get(entry.answer or 0)) for entry in shown],
        "count": len(entries),
        "more": max(0, len(entries) - MOST_SHOWN),
        "first_url": do_url(entries[0].slug) if entries else "",
        "has_answers": learner_of(request) is not None,
    }
    return render(request, "practice/notebook.html", context)


@keep_private
@require_safe
def do(request: HttpRequest, slug: str) -> HttpResponse:
    """To an exercise of the notebook, with cards that the learner has not seen."""
    item = base_item(slug)
    if item is None:
        raise Http404(slug)
    cards = notebook_of(learner_of(request)).cards_for(item)
    return HttpResponseRedirect(f"{_cards_url(item, cards.slug)}#goal")


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def do_cards(request: HttpRequest, slug: str, cards: str) -> HttpResponse:
    """An exercise of the notebook with these cards; Next leads to the next one in the notebook."""
    item = base_item(slug)
    shown = cards_of(item, cards) if item is not None else None
    if item is None or shown is None:
        raise Http404(cards)
    going = _Going(request, item)
    place = Place(
        url=_cards_url(item, cards),
        section="puzzles",
        crumbs=((gettext("Puzzles"), reverse("lessons:puzzles")), (gettext("Notebook"), reverse("practice:notebook"))),
        label=gettext("Once more"),  # not the topic: many of them answer the question
        answered=_noted,
        shows_verdict=True,
        hints=True,
        onward=going.onward,
        status=going.status,
        buttons=going.buttons,
        pressed=going.pressed,
        closes=True,
    )  # fmt: skip
    return work_on(request, shown, place=place)


class _Going:
    """Working through the notebook. What is in it is read once, after the answer of this request has been kept."""

    def __init__(self, request: HttpRequest, item: Item) -> None:
        self.request = request
        self.item = item

    @cached_property
    def notebook(self) -> Notebook:
        return notebook_of(learner_of(self.request))

    def onward(self) -> Onward:
        """A wrong pick is followed by other cards, everything else by the next exercise of the notebook."""
        learner = learner_of(self.request)
        if learner is not None and again.follows(self.item, learner):
            return Onward(again.with_other_cards(), do_url(self.item.slug))
        return self.past()

    def past(self) -> Onward:
        """What comes after this exercise."""
        entry = self.notebook.after(self.item)
        if entry is None:
            return Onward(gettext("Back to the notebook"), reverse("practice:notebook"))
        return Onward(gettext("Next in the notebook"), do_url(entry.slug))

    def buttons(self) -> tuple[PlaceButton, ...]:
        """Who is stuck may go on; the exercise stays in the notebook."""
        stays = self.notebook.has(self.item.slug) and self.notebook.after(self.item) is not None
        return (PlaceButton(gettext("Skip this one"), "skip"),) if stays else ()

    def pressed(self, value: str) -> str:
        return self.past().url

    def status(self) -> str:
        count = len(self.notebook.entries)
        if self.notebook.has(self.item.slug):
            said = ngettext(
                "%(count)s exercise is in your notebook.", "%(count)s exercises are in your notebook.", count
            )
        elif count:
            said = ngettext(
                "This one is not in your notebook any more; %(count)s is left.",
                "This one is not in your notebook any more; %(count)s are left.",
                count,
            )
        else:
            said = gettext("Your notebook is empty.")
        return said % {"count": count}


def do_url(slug: str) -> str:
    """Where an exercise of the notebook is done again."""
    return reverse("practice:notebook-do", args=[slug])


def theme_title(item: Item) -> str:
    """What the theme or the stage of an exercise is called."""
    if provider_of(item.slug) is not None:
        return next((str(theme.title) for theme in bank.themes() if theme.slug == item.group), "")
    return item_crumbs(item, library())[-1][0]


def _noted(attempt: Attempt) -> str:
    """The notebook is read from the answers: nothing else is kept."""
    return ""


def _cards_url(item: Item, cards: str) -> str:
    return reverse("practice:notebook-cards", args=[item.slug, cards])


def _rule_told(item: Item, answer: Attempt | None) -> str:
    """The rule that the verdict on the last wrong answer led to; that of the exercise where there is none."""
    answered = find_item(answer.item.slug) if answer is not None else None
    result = result_again(answered, answer, misses=1) if answered is not None else None
    return (result.explanation.rule_id if result else "") or item.task.rules[0]


def _line(entry: Entry, answer: Attempt | None) -> dict[str, Any]:
    item, rules = entry.item, library().rules
    rule = _rule_told(item, answer)
    return {
        "goal": item.goal,
        "theme": theme_title(item),
        "rule": rule_line(rules[rule]) if rule in rules else None,
        "missed": entry.missed,
        "last": entry.last,
        "url": do_url(entry.slug),
    }
