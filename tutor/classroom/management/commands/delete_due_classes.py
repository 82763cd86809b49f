"""Delete the classes whose last day has come, and all else whose time is over, such as expired sessions."""

from typing import Any

from django.core.management.base import BaseCommand

from tutor.site.tidying import tidy


class Command(BaseCommand):
    help = (
        "Delete classes whose day of deletion has come, and what else has expired: sessions, counts of wrong tries, "
        "lines about classes that are long gone. `prepare` and the job queue (once a day) do it too."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{tidy()['classes']} Klassen gelöscht | classes deleted")
