"""Pages for frames of others, what oEmbed asks, and pictures for previews."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language_from_path, gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from lessons.kinds.common.work import Work
from lessons.parting.probing import Judged
from lessons.table import presenting
from tutor.elsewhere import picture
from tutor.elsewhere.framing import for_frames, may_be_framed
from tutor.elsewhere.linking import frame
from tutor.elsewhere.settled import quarrel_thing, scored_thing, thing_at
from tutor.elsewhere.things import (
    WIDTH,
    NotShown,
    Thing,
    evening_thing,
    position_thing,
    rule_thing,
)
from tutor.evenings import showing
from tutor.learning.exercise_answer import table_context
from tutor.site.heavy import heavy
from tutor.site.numbers import number_in
from tutor.site.private import ask_anew

NARROWEST, LOWEST = 240, 160  # CSS pixels of a frame in which anything can be read
A_DAY: Final = 24 * 60 * 60  # seconds
for_a_day: Final = cache_control(public=True, max_age=A_DAY)


@require_safe
@for_frames
@heavy
def position(request: HttpRequest) -> HttpResponse:
    """The position of the link, in a frame."""
    try:
        thing = position_thing(request.GET.get("p", ""), request.GET.get("a", ""))
    except NotShown as error:
        return _refused(request, error)
    drawn = presenting.looked_at(thing.found)
    return _page(request, thing, {**drawn, "nested": True})


@require_safe
@for_frames
@heavy
def scored(request: HttpRequest) -> HttpResponse:
    """The end of a deal, in a frame."""
    try:
        thing = scored_thing(request.GET.get("s", ""))
    except NotShown as error:
        return _refused(request, error)
    return _page(request, thing, {**table_context(thing.found, Work()), "item": thing.found, "nested": True})


@require_safe
@for_frames
@heavy
def quarrel(request: HttpRequest, slug: str) -> HttpResponse:
    """A quarrel with its answer and the table that was judged, in a frame."""
    try:
        thing = quarrel_thing(slug, request.GET.dict())
    except NotShown as error:
        return _refused(request, error, status=400)
    drawn = presenting.looked_at(thing.found.position) if isinstance(thing.found, Judged) else {}
    return _page(request, thing, {**drawn, "nested": True})


@require_safe
@for_frames
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    """A rule with its sentence and its example, in a frame."""
    try:
        thing = rule_thing(rule_id)
    except NotShown as error:
        return _refused(request, error, status=404)
    example = thing.found.example
    drawn = presenting.looked_at(example.position) if example else {}
    return _page(request, thing, {**drawn, "nested": True})


@ask_anew
@require_safe
@for_frames
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """The score sheet, in a frame."""
    thing = evening_thing(key)
    sheet = thing.found
    return _page(
        request, thing, {"columns": showing.columns_of(sheet), "lines": showing.lines_of(sheet)[:12]}
    )


@for_a_day
@require_safe
@heavy
def position_picture(request: HttpRequest) -> HttpResponse:
    """The position as a picture."""
    try:
        return _picture(position_thing(request.GET.get("p", ""), request.GET.get("a", "")))
    except NotShown as error:
        raise Http404(str(error)) from error


@for_a_day
@require_safe
@heavy
def scored_picture(request: HttpRequest) -> HttpResponse:
    """The end of a deal as a picture."""
    try:
        return _picture(scored_thing(request.GET.get("s", "")))
    except NotShown as error:
        raise Http404(str(error)) from error


@for_a_day
@require_safe
@heavy
def quarrel_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The answer to a quarrel as a picture."""
    try:
        return _picture(quarrel_thing(slug, request.GET.dict()))
    except NotShown as error:
        raise Http404(str(error)) from error


@for_a_day
@require_safe
@heavy
def rule_picture(request: HttpRequest, rule_id: str) -> HttpResponse:
    try:
        return _picture(rule_thing(rule_id))
    except NotShown as error:
        raise Http404(str(error)) from error


@ask_anew
@require_safe
@heavy
def evening_picture(request: HttpRequest, key: str) -> HttpResponse:
    return _picture(evening_thing(key))


@require_safe
@heavy
def oembed(request: HttpRequest) -> HttpResponse:
    """What another site shows for one of our addresses (oembed.com, JSON only).

    A frame where the operator lets others frame us, else a link with a picture. Errors say what is wrong.
    """
    url = request.GET.get("url", "")
    parts = _parts_of(url)
    language = get_language_from_path(parts.path) or "en"
    with override(language):
        if request.GET.get("format", "json") != "json":
            return _json({"error": gettext("Answers are given only as JSON here.")}, 501)
        if not url:
            return _json({"error": gettext("The address that is asked about is missing.")}, 400)
        if parts.netloc.casefold() != request.get_host().casefold():
            return _json({"error": gettext("This address is not one of ours.")}, 404)
        try:
            thing = thing_at(url)
        except NotShown as error:
            return _json({"error": str(error)}, 404)
        except Http404:
            return _json({"error": gettext("There is no such page here.")}, 404)
        return _json(_answer(request, thing), 200)


def _parts_of(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # such as a bracket that does not close
        return urlsplit("")


def _answer(request: HttpRequest, thing: Thing) -> dict[str, Any]:
    width = min(WIDTH, max(NARROWEST, number_in(request.GET.get("maxwidth", "")) or WIDTH))
    height = min(thing.height, max(LOWEST, number_in(request.GET.get("maxheight", "")) or thing.height))
    answer: dict[str, Any] = {
        "version": "1.0",
        "type": "link",
        "title": thing.title,
        "provider_name": gettext("Canasta Rule School"),
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": 60 if thing.kind == "evening" else A_DAY,
        "thumbnail_url": request.build_absolute_uri(thing.picture_url),
        "thumbnail_width": picture.WIDTH,
        "thumbnail_height": picture.HEIGHT,
    }
    if may_be_framed():
        answer |= {"type": "rich", "width": width, "height": height}
        answer["html"] = str(frame(request.build_absolute_uri(thing.frame_url), thing, width, height))
    return answer


def _json(data: dict[str, Any], status: int) -> HttpResponse:
    response = JsonResponse(data, status=status)
    response["Access-Control-Allow-Origin"] = "*"  # it holds what everybody may read who has the address
    return response


def _page(request: HttpRequest, thing: Thing, context: dict[str, Any]) -> HttpResponse:
    return render(request, "elsewhere/frame.html", {"thing": thing, **context})


def _refused(request: HttpRequest, error: NotShown, *, status: int = 400) -> HttpResponse:
    context = {"problem": str(error), "start_url": reverse("lessons:home")}
    return render(request, "elsewhere/frame.html", context, status=status)


def _picture(thing: Thing) -> HttpResponse:
    return HttpResponse(picture.draw(thing), content_type="image/png")
