"""`python3 manage.py up`: prepare everything and serve it."""

from __future__ import annotations

import signal
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from tutor.setup import serving
from tutor.setup.bridge import server
from tutor.setup.bridge.environ import Proxy
from tutor.setup.bridge.limits import Limits
from tutor.setup.preparing import prepare
from tutor.setup.serving import LOOPBACK, address, lan_host
from tutor.setup.variables import proxy_address
from tutor.site.console import say
from tutor.site.queue.living import workers_wanted
from tutor.site.queue.supervising import workers


class Command(BaseCommand):
    help = "Set everything up, serve it and print the address."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        serving.add_arguments(parser)

    def handle(self, *args: Any, port: str | int | None, lan: bool, **options: Any) -> None:
        # What is wrong with a variable is told before anything is done.
        workers_wanted()
        proxy = trusted_proxy(https=settings.HTTPS)
        # The port comes first: who asked for a taken one reads so before anything is prepared, and keeps a free one.
        listening = serving.listening_socket(lan=lan, port=serving.port_number(port))
        prepare()
        host = (lan_host() if lan else None) or LOOPBACK
        if host not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(host)
        announce(host, listening.getsockname()[1])
        # The workers begin before the server listens to signals: an end in between must put their jobs back too.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        with workers():
            serve(listening, proxy)
        server.end_process()


def announce(host: str, port: int) -> None:
    print(f"\n  Deutsch   {address(host, port, 'de')}\n  English   {address(host, port, 'en')}\n", flush=True)
    say("Beenden mit Strg+C.", "Stop with Ctrl+C.")


def serve(listening: socket.socket, proxy: Proxy) -> None:
    """Serve the site until Ctrl+C."""
    # As the settings name it; imported here, where the apps are ready.
    from django.core.servers.basehttp import get_internal_wsgi_application

    limits = Limits(body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    server.serve(get_internal_wsgi_application(), listening, proxy=proxy, limits=limits)


def trusted_proxy(*, https: bool) -> Proxy:
    """Only a proxy that we are told of may say that the visitor came by HTTPS."""
    return Proxy(proxy_address("TUTOR_PROXY", LOOPBACK) if https else None)
