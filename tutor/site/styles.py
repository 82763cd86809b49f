"""The style sheet of the site is written in files for its parts, and sent as one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT: Final = re.compile(r'^@import url\("([^"]+)"\);$', re.MULTILINE)
FOR_READERS: Final = re.compile(r"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE)
"""Comments and the blanks that lines begin with. No text of ours holds a comment's sign."""


class JoinedStyles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Puts in the place of ``@import`` what it names. Where nothing is collected, browsers follow the imports."""

    def post_process(
        self, paths: dict[str, tuple[Any, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """As Django has it; ``paths`` says for each name which storage holds it, and where."""
        sheets = {name: _text(place) for name, place in paths.items() if name.endswith(".css")}
        for name in [] if dry_run else [name for name, text in sheets.items() if IMPORT.search(text)]:
            for part in IMPORT.findall(sheets[name]):
                part_name = posixpath.join(posixpath.dirname(name), part)
                sheets[name] = sheets[name].replace(f'@import url("{part}");', sheets[part_name])
                paths.pop(part_name)  # nothing asks for it any more
            Path(self.path(name)).write_text(FOR_READERS.sub("", sheets[name]), encoding="utf-8")
            paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def _text(place: tuple[Any, str]) -> str:
    storage, path = place
    with storage.open(path) as file:
        content: bytes = file.read()
    return content.decode()
