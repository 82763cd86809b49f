"""The checks of the content as one of Django's, with the tag ``content``.

They take seconds, so they run only where the tag is asked for: at set-up and in the tests.
"""

from __future__ import annotations

from typing import Any, Final

from django.core.checks import CheckMessage, Error, register

from lessons.content.reading import seeds_folder
from lessons.proving.checks import problems

TAG: Final = "content"


@register(TAG, deploy=True)
def check_content(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Everything that is wrong with the content of the project."""
    return [
        Error(
            f"{problem.file}: {problem.key}: {problem.message}" if problem.key else str(problem),
            id="content.E001",
        )
        for problem in problems(seeds_folder())
    ]
