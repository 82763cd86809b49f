"""A site's folder and database as an operator has them, with the commands of manage.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.earlier import counts, earlier_site
from tests.running import made_once, manage

# What lives for an hour or a day, and what Django and the content write anew.
PASSING: Final = {
    "lti_launchmemo",
    "lti_usedlaunch",
    "tutor_tries",
    "classroom_wrongcodes",
    "sqlite_sequence",
}


@dataclass(frozen=True, slots=True)
class Installation:
    """A folder of a site, and the variables that give it its database."""

    folder: Path
    database: Mapping[str, str]

    def run(self, *arguments: str, fails: bool = False) -> str:
        """What a command of manage.py says in the end."""
        done = manage(*arguments, var=self.folder, **self.database)
        assert "Traceback" not in done.stderr
        assert done.returncode == (1 if fails else 0), done.stdout + done.stderr
        return done.stderr if fails else done.stdout

    def rows(self) -> dict[str, int]:
        """Those that last."""
        found = counts(self.folder, self.database)
        lasting = set(found) - PASSING
        return {table: found[table] for table in lasting if not table.startswith("queue_")}


def earlier_backup() -> Path:
    """A back-up of the earlier version's installation, which has not been brought up to date; made once."""
    name = "backup of Montag.zip"

    def make(folder: Path) -> None:
        file = folder / name
        with earlier_site(folder) as database:
            said = Installation(folder, database).run("backup", str(file))
        assert f"Gesichert: {file}" in said
        assert f"Backed up: {file}" in said
        assert "holds the secret key" in said
        assert file.stat().st_mode & 0o077 == 0

    return made_once("earlier", make) / name
