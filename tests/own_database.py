"""For programs that walk pages by themselves: Django as the tests have it, with an empty database of its own."""

from __future__ import annotations

import os


def begin() -> None:
    """Set everything up; what the database holds goes with the process."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
