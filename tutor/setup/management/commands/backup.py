"""`python3 manage.py backup`: database and keys in one file, while the site may run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from tutor.setup.backup.services import back_up
from tutor.site.console import say


class Command(BaseCommand):
    help = "Write the database and the keys into one file, also while the site is running."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="Default: a new file in var/backups/.")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        made = back_up(file)
        say(f"Gesichert: {made}", f"Backed up: {made}")
        say(
            "Die Datei enthält den geheimen Schlüssel und alles über Lernende. Verwahre sie entsprechend.",
            "The file holds the secret key and everything about learners. Keep it accordingly.",
        )
