#!/usr/bin/env python3
"""The one entry point: `python3 manage.py up` runs the tutor, `python3 manage.py test` tests it."""

import os
import sys

from tutor import bootstrap


def main() -> None:
    bootstrap.ensure_python(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    from django.core.management import execute_from_command_line

    from tutor.console import complain
    from tutor.database import DatabaseURLError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseURLError as error:
        complain(error.german, error.english)
        sys.exit(1)


if __name__ == "__main__":
    main()
