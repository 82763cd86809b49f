"""Reading TOML files of authors: all that is wrong with their shape is collected, each fault with its file and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

_Model = TypeVar("_Model", bound=BaseModel)
_NUMBERED: Final = re.compile(r"(?:(\d+)-)?([a-z0-9]+(?:-[a-z0-9]+)*)")


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the content: which file, which key, what is wrong; in English, for authors."""

    file: str
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.message}" if self.key else f"{self.file}: {self.message}"


class Files:
    """Reads files below a folder and collects problems instead of stopping at the first."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Problem] = []

    def list_file(self, name: str, model: type[BaseModel], key: str) -> tuple[Any, ...]:
        """The entries of a file that holds a list; none where there is no such file, or it cannot be read."""
        path = self.root / name
        if not path.is_file():
            return ()
        _, file = self.validated(path, model)
        return getattr(file, key) if file is not None else ()

    def numbered(self, pattern: str, *, reserved: Collection[str] = ()) -> list[tuple[Path, str]]:
        """The files in order of the numbers in their names, those without a number last, with their slugs.

        A pattern with a folder for each (``lessons/*/stage.toml``) takes the names of the folders.
        """
        found = []
        slugs: dict[str, Path] = {}
        for path in sorted(self.root.glob(pattern)):
            name = path.stem if pattern.endswith("*.toml") else path.parent.name
            match = _NUMBERED.fullmatch(name)
            if match is None:
                self.report(
                    path, "", f"“{name}” is not a name such as 03-melds: small letters, digits and hyphens"
                )
                continue
            number, slug = match.groups()
            if slug in slugs or slug in reserved:
                self.report(path, "", f"the slug “{slug}” is taken already")
                continue
            slugs[slug] = path
            found.append((int(number) if number else 10_000, slug, path))
        return [(path, slug) for _, slug, path in sorted(found)]

    def validated(self, path: Path, model: type[_Model]) -> tuple[Any, _Model | None]:
        """A file as it stands there, and as the model has it; None for what cannot be read."""
        raw = self.parsed(path)
        return (None, None) if raw is None else (raw, self.checked(path, raw, model))

    def parsed(self, path: Path) -> dict[str, Any] | None:
        """A file as it stands there; None where it is not TOML."""
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            self.report(path, "", f"this is not TOML: {error}")
            return None

    def checked(self, path: Path, raw: Any, model: type[_Model], *, prefix: str = "") -> _Model | None:
        """Data as the model has it; None where its shape is wrong. ``prefix`` is the key below which it stands."""
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            for one in error.errors(include_url=False, include_input=False):
                self.report(path, _key(prefix, one["loc"]), one["msg"].removeprefix("Value error, "))
            return None

    def report(self, path: Path, key: str, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(self.name_of(path), key, message))

    def name_of(self, path: Path) -> str:
        """The file as problems name it, from the folder on."""
        return path.relative_to(self.root.parent).as_posix()


def _key(prefix: str, location: tuple[int | str, ...]) -> str:
    """The path of a key as an author would write it."""
    text = prefix
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
