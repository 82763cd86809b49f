"""How much of a large sample a run of the tests looks at: a part by default, all of it where CI is set."""

from __future__ import annotations

import os


def sample(part: int, whole: int) -> int:
    """``part`` on a developer's machine, ``whole`` where somebody waits less impatiently."""
    return whole if os.environ.get("CI") else part
