"""Templates are indented for those who read them; what is sent to a browser need not be.

A page of an exercise has some 700 lines, and their indentation would be a quarter of its bytes.
"""

from __future__ import annotations

import re
from typing import Final

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Reads a template without the blanks its lines begin with. Lines stay lines, so that errors name the right one."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("", super().get_contents(origin))
