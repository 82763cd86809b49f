"""Delete the classes whose last day has come, and counts of wrong codes that mean nothing any more."""

from typing import Any

from django.core.management.base import BaseCommand

from tutor.classroom.keeping import delete_due
from tutor.classroom.throttle import forget_old


class Command(BaseCommand):
    help = "Delete classes whose day of deletion has come. `prepare` does it too; run it daily on a server."

    def handle(self, *args: Any, **options: Any) -> None:
        count = delete_due()
        forget_old()
        self.stdout.write(f"{count} Klassen gelöscht | classes deleted")
