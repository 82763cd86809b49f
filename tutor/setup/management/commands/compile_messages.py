"""`python3 manage.py compile_messages`: compile the catalogue without GNU gettext.

The compiled catalogue is committed, so nobody who only runs the site needs this.
"""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand


class Command(BaseCommand):
    help = "Compile every .po file of the project into the .mo file beside it."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).rglob("*.po")):
                compiled = source.with_suffix(".mo")
                compiled.write_bytes(polib.pofile(str(source)).to_binary())
                self.stdout.write(str(compiled.relative_to(settings.BASE_DIR)))
