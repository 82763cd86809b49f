"""The secret key of an installation: made at the first start, kept in a file that only its owner can read."""

from __future__ import annotations

import secrets
import string
from pathlib import Path
from typing import Final

from tutor.site.console import Problem
from tutor.site.files import file_problem, keep_first

SHORTEST: Final = 20  # characters; ours have 64
_WRITABLE: Final = frozenset(string.ascii_letters + string.digits + string.punctuation + " ")


def read_or_make(path: Path) -> str:
    """The key in the file; a new one is written if there is no file. Problem if the file holds no key.

    A file without a key is never replaced: it was one, and printed slips and cookies hang on it.
    """
    try:
        if not path.exists():
            keep_first(path, secrets.token_urlsafe(48) + "\n")
        # Read again, since another process may have been the first.
        found = path.read_bytes()
    except IsADirectoryError:
        raise unusable(path, "das ist ein Ordner", "it is a folder") from None
    except OSError as error:
        raise file_problem(path, error) from error
    key = found.decode("ascii", errors="replace").strip()
    if not key:
        raise unusable(path, "die Datei ist leer", "the file is empty")
    if not _WRITABLE.issuperset(key):
        raise unusable(path, "die Datei enthält keinen Text", "the file is not text")
    if len(key) < SHORTEST:
        raise unusable(path, "der Schlüssel ist zu kurz", "the key is too short")
    return key


def unusable(path: Path, german: str, english: str) -> Problem:
    return Problem(
        f"{path}: Hier fehlt der geheime Schlüssel, {german}. Lege die gesicherte Datei wieder hierher. Gibt es keine, "
        "so lösche diese; dann entsteht ein neuer, und gedruckte Zettel und bisherige Cookies gelten nicht mehr.",
        f"{path}: The secret key is missing, {english}. Put the file from your backup here again. If there is none, "
        "delete this one; then a new key is made, and printed slips and earlier cookies are no longer valid.",
    )
