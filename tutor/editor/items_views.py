"""Exercises of one's own: the list, making and changing one, and working on it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.law.errors import EngineError
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.fresh.sisters import MARK, find_item
from lessons.kinds.asking.feedback import solution_in_words
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import Choice
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.common.work import Work
from lessons.kinds.registry import KINDS, kind_of
from lessons.saying.engine_errors import error_in_words
from lessons.saying.remedies import actions_in_words
from lessons.saying.wording import rule_title
from lessons.table import position_words, presenting
from lessons.words import naming
from tutor.editor.in_use import hand_on, uses_of
from tutor.editor.items import (
    PREFIX,
    Draft,
    doubts_about,
    draft_of,
    hindrance,
    item_from,
    item_of,
    kinds_for,
    near_reasons,
    record_of,
    right_reason,
    titles_of_kinds,
    verdict_on,
)
from tutor.editor.models import OwnItem, new_token
from tutor.editor.sharing import keep_copy
from tutor.editor.turning import Turning, turning_from
from tutor.learning.learner import user_of
from tutor.learning.models import User
from tutor.learning.shown import Onward, Place
from tutor.learning.views.working_on import work_on
from tutor.site.heavy import heavy
from tutor.site.private import keep_private

MOST_TEXT = 400
MOST_NAME = 80
UNPROCESSABLE = 422
FORBIDDEN = 403


@keep_private
@require_safe
def items(request: HttpRequest) -> HttpResponse:
    """All exercises that the account has made."""
    user = user_of(request)
    rows = OwnItem.objects.filter(owner=user) if user is not None else ()
    lines = [_line(row) for row in rows]
    for line in lines:
        line["address"] = request.build_absolute_uri(reverse("editor:item", args=[line["token"]]))
    context = {"section": "table", "signed_in": user is not None, "items": lines}
    return render(request, "editor/items.html", context)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
@heavy
def new(request: HttpRequest) -> HttpResponse:
    """Make an exercise of a table and of what is done on it."""
    try:
        turning = turning_from(request.GET)
    except AnswerError as error:
        return _problem(request, error.message)
    return _edited(request, turning, row=None)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
@heavy
def edit(request: HttpRequest, token: str) -> HttpResponse:
    """Change the texts of an exercise of one's own."""
    row = _own(request, token)
    try:
        draft = draft_of(row.record)
    except (EngineError, KeyError):
        return _problem(request, gettext("This exercise can no longer be read. Delete it and make it again."))
    turning = Turning(position=draft.position, next_cards=draft.next_cards).with_actions(draft.actions)
    return _edited(request, turning, row=row, before=draft)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, token: str) -> HttpResponse:
    """Delete an exercise of one's own, after asking once more. What somebody works with stays."""
    row = _own(request, token)
    uses = uses_of(row)
    own = [use for use in uses if use.is_own]
    if request.method == "POST" and not own:
        if not hand_on(row):
            row.delete()
        return HttpResponseRedirect(reverse("editor:items"), status=303)
    context = {"section": "table", "item": _line(row), "own_uses": own, "is_used": bool(uses)}
    return render(request, "editor/delete.html", context)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, token: str) -> HttpResponse:
    """Keep a copy of an exercise whose link somebody has. Who is not signed in is told that it needs an account."""
    row = get_object_or_404(OwnItem, token=token)
    user = user_of(request)
    if request.method == "POST" and user is not None:
        made = keep_copy(row=row, owner=user)
        return HttpResponseRedirect(f"{reverse('editor:items')}#item-{made.token}", status=303)
    context = {"section": "table", "item": _line(row), "signed_in": user is not None}
    return render(request, "editor/copy.html", context, status=FORBIDDEN if request.method == "POST" else 200)


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
@heavy
def item(request: HttpRequest, token: str) -> HttpResponse:
    """Work on it. Who has the link may: it cannot be guessed."""
    return _work(request, f"{PREFIX}{token}")


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
@heavy
def again(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Work on it once more with other cards."""
    return _work(request, f"{PREFIX}{token}{MARK}{number}")


def _work(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_item(slug)
    if found is None:
        raise Http404(slug)
    user = user_of(request)
    token = slug.removeprefix(PREFIX).partition(MARK)[0]
    mine = user is not None and OwnItem.objects.filter(token=token, owner=user).exists()
    place = Place(
        url=request.path,
        section="rules",
        crumbs=((gettext("Own exercises"), reverse("editor:items")),) if mine else (),
        label=gettext("The same question with other cards")
        if MARK in slug
        else gettext("An exercise of your own")
        if mine
        else gettext("A shared exercise"),
        answered=lambda attempt: request.path,
        shows_verdict=True,
        hints=True,
        onward=(lambda: Onward(gettext("Go to your exercises"), reverse("editor:items"))) if mine else None,
    )
    return work_on(request, found, place=place)


def _edited(
    request: HttpRequest, turning: Turning, *, row: OwnItem | None, before: Draft | None = None
) -> HttpResponse:
    """Show the form, or save what it says. Doubts are told first; what nobody could solve is not saved at all."""
    kinds = (
        (before.kind,)
        if before is not None
        else kinds_for(turning.position, turning.actions, turning.next_cards)
    )
    if not kinds:
        return _problem(request, hindrance(turning.position, turning.actions, turning.next_cards))
    try:
        draft = _draft(request, turning, kinds, before)
        doubts = doubts_about(draft)
    except EngineError as error:
        return _problem(request, error_in_words(error))
    user = user_of(request)
    asked = request.method == "POST"
    sure = not doubts or (bool(request.POST.get("sure")) and not any(doubt.forbids for doubt in doubts))
    if asked and user is not None and sure and request.POST.get("do") == "save":
        saved = _save(row, draft, owner=user, name=request.POST.get("name", "").strip()[:MOST_NAME])
        return HttpResponseRedirect(f"{reverse('editor:items')}#item-{saved.token}", status=303)
    wants_saved = asked and request.POST.get("do") == "save"
    is_refused = wants_saved and bool(doubts)
    context = _form_context(request, turning, draft, kinds, row) | {
        "doubts": doubts,
        "may_insist": bool(doubts) and not any(doubt.forbids for doubt in doubts),
        "refused": is_refused,
        "signed_in": user is not None,
    }
    status = UNPROCESSABLE if is_refused else FORBIDDEN if wants_saved and user is None else 200
    return render(request, "editor/edit.html", context, status=status)


def _draft(
    request: HttpRequest, turning: Turning, kinds: tuple[KindName, ...], before: Draft | None
) -> Draft:
    """The exercise as the form says it; what is offered where nothing was chosen yet."""
    form = request.POST
    kind = next((one for one in kinds if one == form.get("kind")), kinds[0])
    reasons: tuple[str, ...] = ()
    judges_claim = KINDS[kind].judges_claim
    if judges_claim:
        verdict = verdict_on(turning.position, turning.actions)
        reasons = near_reasons(verdict, turning.position, turning.actions)
        if before is not None and not set(before.reasons) & {*fitting_reasons(verdict), *verdict.undecided}:
            reasons = before.reasons

    def texts(key: str) -> tuple[str, str]:
        if request.method != "POST" and before is not None:
            return before.goal if key == "goal" else before.right
        de, en = (form.get(f"{key}_{language}", "").strip()[:MOST_TEXT] for language in ("de", "en"))
        return de, en

    return Draft(
        kind=kind, position=turning.position, actions=turning.actions if judges_claim else (),
        next_cards=turning.next_cards, reasons=reasons, goal=texts("goal"), right=texts("right"),
    )  # fmt: skip


def _save(row: OwnItem | None, draft: Draft, *, owner: User, name: str) -> OwnItem:
    row = row or OwnItem(owner=owner, token=new_token())
    before = row.record or {}
    row.record = record_of(draft, name=row.token)
    if "reasons" in before and sorted(row.record.get("reasons", ())) == sorted(before["reasons"]):
        row.record["reasons"] = before["reasons"]  # another order would make it another question
    row.name = name
    row.save()
    return row


def _form_context(
    request: HttpRequest, turning: Turning, draft: Draft, kinds: tuple[KindName, ...], row: OwnItem | None
) -> dict[str, Any]:
    position = turning.position
    made = item_from(record_of(draft, name="draft"))
    right = ""
    if KINDS[draft.kind].judges_claim:
        right = right_reason(verdict_on(position, turning.actions), position, turning.actions)
    titles, chosen = titles_of_kinds(), draft.kind
    return {
        "section": "table",
        "facts": position_words.facts(position),
        **presenting.looked_at(position),
        "nested": True,
        "actions": actions_in_words(turning.actions) if turning.actions else "",
        "kinds": [{"kind": name, "label": titles[name], "checked": name == chosen} for name in kinds],
        "draft": draft,
        "name": request.POST.get("name", row.name if row else ""),
        "decides": right,
        "decides_title": rule_title(right, position.rules) if right else "",
        "offered": _offered(row) if row is not None and right else (),
        "goal": made.goal,
        "key": solution_in_words(made),
        "key_rules": made.rules,
        "is_new": row is None,
        "back_url": f"{reverse('editor:ask')}?{turning.query()}",
    }


def _offered(row: OwnItem) -> tuple[Choice, ...]:
    """The answers from which whoever works on it chooses, as long as the exercise can be read."""
    found = item_of(row)
    if found is None:
        return ()
    choices: tuple[Choice, ...] = kind_of(found).form(found, Work(), None, None, focus="")["form"].choices
    return choices


def _line(row: OwnItem) -> dict[str, Any]:
    """An exercise as the list shows it."""
    found: Item | None = item_of(row)
    return {
        "token": row.token,
        "name": row.name or (str(found.goal) if found else row.token),
        "goal": found.goal if found and row.name else "",
        "rule_set": naming.rule_set_name(found.rules) if found else "",
        "updated": row.updated,
        "is_readable": found is not None,
    }


def _problem(request: HttpRequest, message: str) -> HttpResponse:
    context = {"section": "table", "problem": message}
    return render(request, "editor/problem.html", context, status=400)


def _own(request: HttpRequest, token: str) -> OwnItem:
    user = user_of(request)
    if user is None:
        raise Http404(token)
    return get_object_or_404(OwnItem, token=token, owner=user)
