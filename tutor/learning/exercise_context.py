"""The one context of an exercise, for the whole page and for the fragment alike."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.template.defaultfilters import truncatechars
from django.utils import timezone
from django.utils.translation import gettext

from engine.law.actions import Action
from lessons.content.providers import provider_of
from lessons.content.reading import Item, Library
from lessons.fresh.sisters import MARK, base_item, base_slug, sister_of
from lessons.kinds.asking.consequences import Consequence, consequence_of, played_in
from lessons.kinds.asking.feedback import (
    MISSES_BEFORE_PARALLEL,
    Feedback,
    feedback_on,
    kept_back,
    parallel_to,
)
from lessons.kinds.asking.hints import HINT_COUNT, hints_of
from lessons.kinds.asking.working import started_over
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from lessons.kinds.registry import given, kind_of
from lessons.proving.fading import example_for, met_until
from lessons.table import presenting
from lessons.table.playing_out import on_hand, on_table
from lessons.words.in_brief import InBrief
from tutor.learning.addresses import (
    carrying_url,
    example_url,
    item_crumbs,
    item_place,
    item_url,
    next_place,
    worked_url,
)
from tutor.learning.again import next_or_again
from tutor.learning.companions import beside
from tutor.learning.exercise_answer import answer_context, table_context
from tutor.learning.exercise_facts import facts_of
from tutor.learning.models import Learner
from tutor.learning.progress import Progress
from tutor.learning.shown import Shown
from tutor.site.templatetags.canasta import plain

SELECTED: Final = "selected"
"""The focus on the first of the selected cards."""


def exercise_context(
    shown: Shown, *, library: Library, progress: Progress, learner: Learner | None
) -> dict[str, Any]:
    """Everything that ``lessons/exercise.html`` shows."""
    item, work, result = shown.item, shown.work, shown.result
    feedback = _feedback(shown, result, library) if result else None
    goal = plain(item.goal)
    place = shown.place
    label = place.label if place else item_place(item, library)
    follows = _follows(item, shown.result_told)
    return {
        "section": place.section if place else "puzzles" if item.is_puzzle else "course",
        "crumbs": place.crumbs if place else item_crumbs(item, library),
        "place": label,
        "dots": [] if place else _dots(item, library, progress),
        "page_title": f"{label}: {truncatechars(goal, 60)}",
        **_introduction(shown, library),
        "status": place.status() if place and place.status else "",
        "clock": clock_of(place.ends, over_url=place.over_url, missed_url=place.missed_url)
        if place
        else None,
        "one_step": place is not None and place.one_step,
        "watch_url": place.watch_url() if place and place.watch_url else "",
        "watch_seconds": place.watch_seconds if place else 0,
        "place_buttons": place.buttons() if place and place.buttons else (),
        "may_try_again": shown.may_try_again,
        "item": item,
        "action_url": shown.url,
        "facts": facts_of(item),
        "note": shown.note
        or (place.note() if place and place.note else "")
        or (_one_answer() if shown.in_test and not (place and place.one_step) else _difficulty(item)),
        "feedback": feedback,
        "is_changed": shown.is_changed,
        "follows": _told(follows),
        "hints": _hints(item, shown=shown.hints_shown),
        "hints_left": HINT_COUNT - shown.hints_shown if shown.may_hint else 0,
        "next": (following := _next(shown, library, feedback, learner)),
        "skip": "" if following else _skip(shown, library),
        **_added(shown, learner),
        # The page of the position judges any turn on it.
        "position_url": "" if shown.in_test else carrying_url(item, _shareable(shown)),
        "token": str(uuid.uuid4()),
        "content_hash": item.content_hash,
        "can_reset": result is not None or work.to_json() != started_over(work).to_json(),
        "answer_error": shown.error,
        "focus": _focus(shown),
        "announce": shown.announce,
        **_at_table(shown, learner, follows),
    }


def _as_begun(shown: Shown) -> tuple[str, str, bool] | None:
    """What the table and the hand depend on while nobody has done anything: the same for everybody who comes."""
    if shown.result or shown.hints_shown or shown.error or shown.work.to_json():
        return None
    return shown.item.slug, shown.item.content_hash, shown.in_test


def _focus(shown: Shown) -> str:
    """Where the focus goes: to begin with in the field of a number, where nothing but the number is wanted."""
    is_typed = kind_of(shown.item).one_step == "number" and shown.error is None and shown.result is None
    return "number" if is_typed and shown.focus in ("", "goal") else shown.focus


def _answer(shown: Shown, learner: Learner | None) -> dict[str, Any]:
    """The answer form with its hand. A test counts no points of an initial meld and checks nothing at once."""
    work = replace(_looked_at(shown), lot=_lot(shown, learner))
    context = answer_context(shown.item, work, shown.result_told, shown.error, focus=shown.focus)
    if shown.in_test and context["tray"] is not None:
        context["tray"] = replace(context["tray"], meter=None)
    if shown.focus == SELECTED and context["hand"] is not None:
        context["hand"] = presenting.focused(context["hand"])
    check = context["form"].check
    if shown.in_test and not check.named and not (shown.place and shown.place.one_step):
        context["form"] = replace(context["form"], check=replace(check, label=gettext("Hand in")))
    return context


def _looked_at(shown: Shown) -> Work:
    """The running answer as table and form show it: where the verdict is kept back, no label gives it away."""
    return replace(shown.work, untold=shown.in_test or shown.keeps_back)


def _lot(shown: Shown, learner: Learner | None) -> str:
    """What decides the order of answers whose order means nothing, until the form sends it along.

    The same for a learner and a day, so that going back changes nothing and coming again does. A live question has
    one order for everybody, that of the projector.
    """
    if shown.place is not None and shown.place.one_order:
        return ""
    drawn = f"{learner.pk if learner else ''} {shown.item.slug} {timezone.localdate()}"
    return sha256(drawn.encode()).hexdigest()[:8]


def clock_of(ends: datetime | None, *, over_url: str, missed_url: str = "") -> dict[str, Any] | None:
    """When the clock runs out, how many seconds are left until then, and where it leads; None for no clock."""
    if ends is None:
        return None
    left = (ends - timezone.now()).total_seconds()
    return {"ends": ends, "left": max(0, round(left)), "over_url": over_url, "missed_url": missed_url}


def _shareable(shown: Shown) -> tuple[Action, ...]:
    """The staged actions that the link to the position may carry: its page says whether they are allowed.

    So not where that is not to be told: in a test, or before the one answer that counts.
    """
    told = shown.place is None or (
        shown.place.shows_verdict and (shown.may_try_again or shown.result is not None)
    )
    return shown.work.actions if told and not shown.keeps_back else ()


def _hints(item: Item, *, shown: int) -> list[dict[str, str]]:
    """The hints so far; the worked answer leads on to the same question with other cards."""
    hints = [{"text": text, "url": ""} for text in hints_of(item, shown=shown)]
    if shown == HINT_COUNT and MARK not in item.slug and (sister := sister_of(item, 1)) is not None:
        hints[-1]["url"] = item_url(sister)
    return hints


def _added(shown: Shown, learner: Learner | None) -> dict[str, Any]:
    """What other parts of the site put beside the exercise."""
    added = beside(learner=learner, item=shown.item, attempt=shown.attempt if shown.result else None)
    links = (one for one in added.links if not (shown.in_test and one.judges))
    return {
        "added_lines": added.lines,
        "added_under": added.under,
        "added_notes": added.notes,
        "added_links": (*(shown.place.links if shown.place else ()), *links),
    }


def _feedback(shown: Shown, result: Result, library: Library) -> Feedback:
    item, misses = shown.item, shown.misses_told
    if shown.keeps_back:
        return replace(kept_back(item, result), show_costs=shown.place.show_costs if shown.place else "")
    feedback = feedback_on(item, result, misses=misses, met=met_until(library, item))
    if result.outcome != "wrong" or misses < MISSES_BEFORE_PARALLEL:
        return feedback
    if shown.is_closed:  # the second of a row, which has other cards
        base = base_item(base_slug(item.slug))
        return replace(feedback, worked_url=worked_url(base)) if base and MARK in item.slug else feedback
    if MARK not in item.slug and provider_of(item.slug) is None and sister_of(item, 1) is not None:
        return replace(feedback, worked_url=worked_url(item))
    parallel = parallel_to(item)
    return replace(feedback, parallel_url=item_url(parallel)) if parallel else feedback


def _follows(item: Item, result: Result | None) -> Consequence | None:
    """What follows at the table from an answer that is not right."""
    if result is None or result.outcome != "wrong" or result.verdict is None or item.position is None:
        return None
    return consequence_of(
        item.position,
        played_in(item, result),
        result.verdict,
        next_cards=given(item.task).next_cards,
    )


def _told(consequence: Consequence | None) -> dict[str, Any] | None:
    """A consequence in sentences, with the table as it stands then."""
    if consequence is None:
        return None
    return {"sentences": consequence.sentences, **presenting.looked_at(consequence.position)}


def _at_table(shown: Shown, learner: Learner | None, follows: Consequence | None) -> dict[str, Any]:
    """The table and the answer form with its hand; what follows from an answer is played out there."""
    context = table_context(shown.item, _looked_at(shown), shown.result_told) | _answer(shown, learner)
    context["as_begun"] = _as_begun(shown)
    if follows is None:
        return context
    table, hand, played = context["table"], context["hand"], follows.played
    return context | {"table": table and on_table(table, played), "hand": on_hand(hand, played)}


def _introduction(shown: Shown, library: Library) -> dict[str, Any]:
    """What is said before the question, and an example where a rule is asked for the first time."""
    item = shown.item
    is_new = shown.place is None and shown.result is None
    offers = is_new and not shown.misses and example_for(library, item) is not None
    return {
        "intro": None if shown.in_test else item.intro,
        "intro_open": is_new and _is_step(item, library),
        "example_url": example_url(item) if offers else "",
    }


def _is_step(item: Item, library: Library) -> bool:
    """Whether this is a step of the course itself, which says what is new on its way; no sister of one."""
    return not item.is_puzzle and library.stage(item.group) is not None and MARK not in item.slug


def _dots(item: Item, library: Library, progress: Progress) -> list[str]:
    if item.is_puzzle:
        return []
    return ["now" if step.slug == item.slug else progress.of(step).state for step in library.siblings(item)]


def _difficulty(item: Item) -> str:
    if not item.is_puzzle or item.task.difficulty is None:
        return ""
    return InBrief(gettext("Difficulty %(difficulty)s of 5") % {"difficulty": item.task.difficulty}, "")


def _one_answer() -> str:
    return gettext("Your first answer counts. At the end you see what was right.")


def _next(
    shown: Shown, library: Library, feedback: Feedback | None, learner: Learner | None
) -> dict[str, str] | None:
    place = shown.place
    if feedback is None:
        return None
    if not (feedback.outcome == "right" or feedback.is_solved or (place and place.takes_no_more)):
        return None
    if place is not None:
        onward = place.onward() if place.onward else None
        return {"kind": "place", "label": onward.label} if onward else None
    kind, label, _, _ = next_or_again(shown.item, library=library, learner=learner)
    return {"kind": kind, "label": label}


def _skip(shown: Shown, library: Library) -> str:
    """What the button says that goes on without an answer: a puzzle on its own page holds nobody."""
    if shown.place is not None or not shown.item.is_puzzle or provider_of(shown.item.slug) is not None:
        return ""
    return next_place(shown.item, library)[1] if MARK in shown.item.slug else gettext("Skip")
