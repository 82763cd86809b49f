"""`python3 manage.py restore FILE`: put a back-up in place of what is there."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from tutor.setup.backup.services import restore
from tutor.setup.preparing import prepare
from tutor.site.console import say


class Command(BaseCommand):
    help = "Put a backup in place of the database and the keys that are there, which are moved aside."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        aside = restore(file)
        if aside is not None:
            say(f"Was vorher da war, liegt in {aside}", f"What was there before is in {aside}")
        if os.environ.get("TUTOR_SECRET_KEY"):
            say(
                "TUTOR_SECRET_KEY ist gesetzt und gilt vor dem Schlüssel der Sicherung.",
                "TUTOR_SECRET_KEY is set and goes before the key of the backup.",
            )
        prepare()
        say("Eingespielt.", "Restored.")
