#!/usr/bin/env python3
"""The one entry point: `python3 manage.py up` runs the tutor, `python3 manage.py test` tests it."""

import os
import sys

from tutor import bootstrap
from tutor.console import Problem, complain


def main() -> None:
    try:
        run()
    except Problem as problem:
        complain(problem.german, problem.english)
        sys.exit(1)
    except KeyboardInterrupt:
        complain("Abgebrochen.", "Interrupted.")
        sys.exit(130)


def run() -> None:
    bootstrap.ensure_python(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
