"""Whether any platform is configured.

By itself, without the library of the platforms, which takes long to import: most sites have no platform.
"""

from __future__ import annotations

from django.conf import settings


def is_on() -> bool:
    """Whether any platform is configured."""
    return bool(settings.LTI_PLATFORMS_FILE)
