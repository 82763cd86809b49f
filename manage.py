#!/usr/bin/env python3
"""The one entry point: `python3 manage.py up` runs the tutor, `python3 manage.py test` tests it."""

import gc
import os
import sys

from tutor.setup import bootstrap
from tutor.site.console import Problem, complain

SELDOM = (50_000, 20, 100)
"""After how many new objects garbage is looked for: what is read at the start stays, and is much to look through."""
OURS = ("tutor", "lessons", "engine", "tests")


def main() -> None:
    try:
        run()
    except Problem as problem:
        complain(problem.german, problem.english)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in OURS:
            raise
        complain(
            f"Das Paket {error.name} fehlt. Lösche den Ordner .venv und starte noch einmal.",
            f"The package {error.name} is missing. Delete the folder .venv and start again.",
        )
        sys.exit(1)
    except KeyboardInterrupt:
        complain("Abgebrochen.", "Interrupted.")
        sys.exit(130)


def run() -> None:
    bootstrap.ensure_python(sys.argv)
    gc.set_threshold(*SELDOM)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
