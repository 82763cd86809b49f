"""A system check: a file of platforms that cannot be used is told at start, not at the first launch."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from tutor.lti.wanted import is_on


@register
def check_platforms(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """What is wrong with the file that TUTOR_LTI names."""
    if not is_on():
        return []
    from tutor.lti.config import LtiConfigError, tool_config

    try:
        tool_config()
    except LtiConfigError as error:
        return [Error(str(error), id="lti.E001")]
    return []
