"""`python3 manage.py prepare`: database, static files and content, without starting a server."""

from typing import Any

from django.core.management import BaseCommand

from tutor.console import say
from tutor.preparing import prepare


class Command(BaseCommand):
    help = "Bring the database, the static files and the content up to date."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
        say("Fertig.", "Done.")
