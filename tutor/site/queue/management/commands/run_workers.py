"""`manage.py run_workers`: the workers of the job queue alone, where another server than `up` serves the site."""

import signal
import sys
import threading
from types import FrameType
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from tutor.site.console import say
from tutor.site.queue.supervising import workers


class Command(BaseCommand):
    help = "Keep the workers of the job queue running (TUTOR_WORKERS of them) until Ctrl+C. `up` does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, _stop)
        with workers() as found:
            if found is None:
                say("TUTOR_WORKERS ist 0: nichts zu tun.", "TUTOR_WORKERS is 0: nothing to do.")
                return
            say("Die Helfer laufen. Beenden mit Strg+C.", "The workers run. Stop with Ctrl+C.")
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                return


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(0)
