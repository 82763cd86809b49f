"""What pages of other areas say so that others can show them: in their heads, and in their buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest

from engine.notation.position_line import format_rules
from tutor.elsewhere import picture
from tutor.elsewhere.framing import may_be_framed
from tutor.elsewhere.linking import discovery_url, frame
from tutor.elsewhere.settled import quarrel_thing, scored_thing
from tutor.elsewhere.things import Kind, NotShown, Thing, evening_thing, position_thing, rule_thing
from tutor.site.parts import Part
from tutor.site.reaching import is_only_here

_FOUND = "_elsewhere_thing"  # where a request keeps it, so that it is put together once


def head_of(kind: Kind) -> Callable[[HttpRequest | None, Any], Part | None]:
    """What the head of a page of this kind tells those who make a preview of it."""

    def head(request: HttpRequest | None, about: Any) -> Part | None:
        thing = _thing(request, kind, about)
        if request is None or thing is None:
            return None
        facts = {
            "thing": thing,
            "url": request.build_absolute_uri(thing.url),
            "picture_url": request.build_absolute_uri(thing.picture_url),
            "picture_words": picture.words_of_picture(thing),
            "width": picture.WIDTH,
            "height": picture.HEIGHT,
            "oembed_url": discovery_url(request, thing),
        }
        return Part("elsewhere/_head.html", facts)

    return head


def sharing_of(kind: Kind) -> Callable[[HttpRequest | None, Any], Part | None]:
    """The buttons with which a page of this kind is passed on, and its text to select."""

    def sharing(request: HttpRequest | None, about: Any) -> Part | None:
        thing = _thing(request, kind, about)
        if request is None or thing is None:
            return None
        url = request.build_absolute_uri(thing.url)
        facts = {
            "thing": thing,
            "url": url,
            "only_here": is_only_here(request),
            "text": f"{thing.title}\n{thing.text}\n{url}",
            "frame": str(frame(request.build_absolute_uri(thing.frame_url), thing))
            if may_be_framed()
            else "",
        }
        return Part("elsewhere/_sharing.html", facts)

    return sharing


def _thing(request: HttpRequest | None, kind: Kind, about: Any) -> Thing | None:
    if request is None:
        return None
    if not hasattr(request, _FOUND):
        try:
            found = _of_page(request, kind, about)
        except (NotShown, Http404):  # the page itself says what is wrong with its address
            found = None
        setattr(request, _FOUND, found)
    thing: Thing | None = getattr(request, _FOUND)
    return thing


def _of_page(request: HttpRequest, kind: Kind, about: Any) -> Thing:
    match kind:
        case "position":
            return position_thing(request.GET.get("p", ""), request.GET.get("a", ""))
        case "scored":
            return scored_thing(request.GET.get("s", ""))
        case "quarrel":
            said = {**request.GET.dict(), **about["choices"], "rules": format_rules(about["rules"])}
            return quarrel_thing(about["slug"], said)
        case "rule":
            return rule_thing(str(about))
        case "evening":
            return evening_thing(str(about))
