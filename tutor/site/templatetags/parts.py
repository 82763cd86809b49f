"""``{% part "home" %}``: what lower areas put in a place of this page."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tutor.site.parts import parts_of

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: dict[str, Any], place: str, about: Any = None) -> SafeString:
    """Everything in this place of the page, drawn one after the other; ``about`` is what the page is about."""
    request = context.get("request")
    found = parts_of(place, request, about)
    return mark_safe("".join(render_to_string(one.template, dict(one.facts), request) for one in found))
