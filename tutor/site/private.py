"""Pages that belong to whoever asks for them."""

from __future__ import annotations

from typing import Final

from django.views.decorators.cache import cache_control

keep_private: Final = cache_control(private=True, no_store=True)
"""Nobody between the site and the browser keeps the page, nor does the browser."""

ask_anew: Final = cache_control(private=True, no_cache=True)
"""The browser may keep the page, and asks before it shows it again whether it still is so."""
