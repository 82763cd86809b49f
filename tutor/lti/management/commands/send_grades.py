"""Send the grades that learning platforms have not got yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tutor.lti.services import send, unsent
from tutor.lti.wanted import is_on


class Command(BaseCommand):
    help = "Send the grades that learning platforms have not got yet."

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_on():
            raise CommandError("No learning platform is configured (TUTOR_LTI).")
        done = [send(grade) for grade in unsent()]
        self.stdout.write(f"{sum(done)} sent, {len(done) - sum(done)} left")
