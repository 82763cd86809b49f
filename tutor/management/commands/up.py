"""`python3 manage.py up`: prepare everything and serve it."""

from __future__ import annotations

import os
import signal
import socket
import sys
from argparse import ArgumentParser
from types import FrameType
from typing import Any, NoReturn

import waitress
from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tutor.console import say
from tutor.preparing import prepare
from tutor.serving import EVERYWHERE, LOOPBACK, address, free_socket, lan_host, ports_to_try

THREADS = 8


class Command(BaseCommand):
    help = "Set everything up, serve it and print the address."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, help="Default: the first free one from 8000 on.")
        parser.add_argument(
            "--lan",
            action="store_true",
            help="Let other computers in the local network open it, for a classroom.",
        )

    def handle(self, *args: Any, port: int | None, lan: bool, **options: Any) -> None:
        prepare()
        try:
            listening = free_socket(EVERYWHERE if lan else LOOPBACK, ports_to_try(port))
        except (OSError, OverflowError) as error:
            raise CommandError(f"Kein freier Port | No free port: {error}") from error
        host = (lan_host() if lan else None) or LOOPBACK
        if host not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(host)
        announce(host, listening.getsockname()[1])
        serve(listening)


def announce(host: str, port: int) -> None:
    print(f"\n  Deutsch   {address(host, port, 'de')}\n  English   {address(host, port, 'en')}\n", flush=True)
    say("Beenden mit Strg+C.", "Stop with Ctrl+C.")


def serve(listening: socket.socket) -> None:
    """Serve the site until Ctrl+C."""
    from tutor.wsgi import application

    signal.signal(signal.SIGTERM, stop)
    server = waitress.create_server(
        application, sockets=[listening], threads=THREADS, ident=None, **proxy_options(https=settings.HTTPS)
    )
    server.run()


def proxy_options(*, https: bool) -> dict[str, Any]:
    """Only a proxy that we are told of may say that the visitor came by HTTPS."""
    if not https:
        return {"clear_untrusted_proxy_headers": True}
    return {
        "trusted_proxy": os.environ.get("TUTOR_PROXY", LOOPBACK),
        "trusted_proxy_headers": {"x-forwarded-proto", "x-forwarded-for"},
        "clear_untrusted_proxy_headers": True,
    }


def stop(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(0)
