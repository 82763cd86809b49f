"""``manage.py stood_in``: how often the careful style had to stand in for the strong one in the games that are kept."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tutor.play.thinking import counted
from tutor.site.console import say


class Command(BaseCommand):
    help = "Tell in how many turns of the strong style the careful one stood in, because no worker was ready in time."

    def handle(self, *args: Any, **options: Any) -> None:
        thought, stood_in = counted()
        turns = thought + stood_in
        share = f"{100 * stood_in / turns:.1f}" if turns else "0.0"
        say(
            f"{turns} Züge des starken Stils, in {stood_in} davon ist der vorsichtige eingesprungen: "
            f"{share.replace('.', ',')} %.",
            f"{turns} turns of the strong style, in {stood_in} of them the careful one stood in: {share} %.",
        )
