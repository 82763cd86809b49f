"""`python3 manage.py make_admin <name>`: let an account release exercises that were withheld."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from tutor.accounts.services import user_named
from tutor.site.console import say


class Command(BaseCommand):
    help = (
        "Make an account an administrator: it may open /practice/admin/. With --remove it may not any more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of the account")
        parser.add_argument("--remove", action="store_true", help="take the right away")

    def handle(self, *args: Any, **options: Any) -> None:
        name: str = options["name"]
        user = user_named(name)
        if user is None:
            raise CommandError(
                f"Es gibt kein Konto „{name}“. Lege es zuerst auf der Seite „Konto“ an.\n"
                f"There is no account “{name}”. Make it first, on the page “Account”."
            )
        if not options["remove"] and not user.has_usable_password():
            raise CommandError(
                f"Das Konto „{name}“ hat kein Passwort, nur einen Link. Nimm eines mit Passwort.\n"
                f"The account “{name}” has no password, only a link. Take one with a password."
            )
        name = user.username
        user.is_staff = not options["remove"]
        user.save(update_fields=["is_staff"])
        if user.is_staff:
            say(f"{name} darf jetzt /practice/admin/ öffnen.", f"{name} may open /practice/admin/ now.")
        else:
            say(f"{name} darf es nicht mehr.", f"{name} may not any more.")
