"""The markup and the addresses by which others show a thing of ours."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from tutor.elsewhere.things import WIDTH, Thing


def frame(url: str, thing: Thing, width: int = WIDTH, height: int = 0) -> str:
    """The markup that shows the thing on another page."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0;max-width:100%"></iframe>',
        url,
        width,
        height or thing.height,
        thing.title,
    )


def discovery_url(request: HttpRequest, thing: Thing) -> str:
    """Where oEmbed is told about the thing."""
    query = urlencode({"url": request.build_absolute_uri(thing.url), "format": "json"})
    return request.build_absolute_uri(f"{reverse('oembed')}?{query}")
