"""`python3 manage.py prepare`: database, static files and content, without starting a server."""

from typing import Any

from django.core.management import BaseCommand

from tutor.setup.preparing import prepare
from tutor.site.console import say


class Command(BaseCommand):
    help = "Bring the database, the static files and the content up to date."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
        say("Fertig.", "Done.")
