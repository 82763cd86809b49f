"""Jobs that tell in a folder that they have begun, and wait there until they may end."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

from django.apps import AppConfig
from django.utils import timezone


class JobsConfig(AppConfig):
    name = "tests.tutor.site.queue.jobs_of_tests"
    label = "jobs_of_tests"

    def ready(self) -> None:
        from tutor.site.queue.jobs import add_job  # knows models, which are not there when this is imported

        add_job("slow", slow)


def slow(*, folder: str, key: str) -> None:
    """Write the number of the process, wait for a file, and count under a key whether anything is seen twice."""
    from tutor.site.models import WrongTries

    with (Path(folder) / "begun").open("a", encoding="ascii") as begun:
        begun.write(f"{os.getpid()}\n")
    while not (Path(folder) / "go").exists():
        time.sleep(0.05)
    WrongTries.objects.get_or_create(
        key=key, defaults={"count": 1, "until": timezone.now() + timedelta(days=1)}
    )
    (Path(folder) / "written").touch()
