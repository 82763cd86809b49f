"""The file of a back-up: a zip of the database, the keys, and a manifest that says what they are."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tutor.site.console import Problem

MARK: Final = "canasta-rule-school backup"
FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
KEYS: Final = ("secret_key", "lti_key.pem")
_CHUNK: Final = 1 << 20  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a checked archive holds. ``migrations`` are those that its database has had, as ``app.name``."""

    path: Path
    made: str
    engine: str
    migrations: frozenset[str]
    keys: tuple[str, ...]

    def extract(self, name: str, target: Path) -> None:
        """Write one of the files, readable for its owner only. OSError."""
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with (
            os.fdopen(descriptor, "wb") as file,
            zipfile.ZipFile(self.path) as archive,
            archive.open(name) as source,
        ):
            shutil.copyfileobj(source, file, _CHUNK)


def write(target: Path, *, engine: str, migrations: Iterable[str], files: Mapping[str, Path | bytes]) -> None:
    """Write an archive of these files under a name that is free, whole or not at all. OSError."""
    aside = target.with_name(f"{target.name}.part")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with (
            os.fdopen(descriptor, "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive,
        ):
            held = {}
            for name, content in files.items():
                if isinstance(content, bytes):
                    archive.writestr(name, content)
                    held[name] = hashlib.sha256(content).hexdigest()
                else:
                    archive.write(content, name)
                    held[name] = _digest_of(content)
            manifest = {
                "is": MARK,
                "format": FORMAT,
                "made": datetime.now(UTC).isoformat(timespec="seconds"),
                "engine": engine,
                "migrations": sorted(migrations),
                "sha256": held,
            }
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        aside.rename(target)
    finally:
        aside.unlink(missing_ok=True)


def read(path: Path) -> Contents:
    """The contents of an archive, each file compared with its checksum. Problem if it cannot be used; OSError."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest_in(archive, path)
            for name, digest in manifest["sha256"].items():
                if _digest_in(archive, name) != digest:
                    raise damaged(path)
    except (zipfile.BadZipFile, KeyError, EOFError, ValueError, NotImplementedError) as error:
        raise damaged(path) from error
    except RuntimeError as error:  # encrypted
        raise foreign(path) from error
    except Exception as error:
        if type(error).__module__ == "zlib":  # its data do not unpack
            raise damaged(path) from error
        raise
    return Contents(
        path=path,
        made=manifest["made"],
        engine=manifest["engine"],
        migrations=frozenset(manifest["migrations"]),
        keys=tuple(name for name in KEYS if name in manifest["sha256"]),
    )


def _digest_in(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # it is readable into, too


def _manifest_in(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    if MANIFEST not in archive.namelist():
        raise foreign(path)
    manifest = json.loads(archive.read(MANIFEST))
    if not isinstance(manifest, dict) or manifest.get("is") != MARK:
        raise foreign(path)
    if manifest["format"] != FORMAT:
        raise newer(path)
    if DATABASE not in manifest["sha256"] or KEYS[0] not in manifest["sha256"]:
        raise damaged(path)
    return manifest


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def damaged(path: Path) -> Problem:
    return Problem(
        f"{path}: Diese Sicherung ist beschädigt. Es wurde nichts verändert; nimm eine andere.",
        f"{path}: This backup is damaged. Nothing was changed; use another one.",
    )


def foreign(path: Path) -> Problem:
    return Problem(
        f"{path}: Das ist keine Sicherung des Tutors. Es wurde nichts verändert.",
        f"{path}: This is no backup of the tutor. Nothing was changed.",
    )


def newer(path: Path) -> Problem:
    return Problem(
        f"{path}: Diese Sicherung stammt von einer neueren Version des Tutors. Nimm diese; es wurde nichts verändert.",
        f"{path}: This backup is of a newer version of the tutor. Use that version; nothing was changed.",
    )
