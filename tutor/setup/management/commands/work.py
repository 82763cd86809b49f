"""`manage.py work`: one worker, started by `up` or `run_workers`, which watch over it."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tutor.setup.backup.running import note_running
from tutor.site.queue.working import work


class Command(BaseCommand):
    help = "One worker of the job queue. `up` and `run_workers` start it; it ends when its input does."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--worker-id", required=True)

    def handle(self, *args: Any, worker_id: str, **options: Any) -> None:
        note_running(settings.VAR)
        work(worker_id, sys.stdin.buffer)
