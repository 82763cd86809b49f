"""Whether others can open the address by which somebody has opened the site."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest


def is_only_here(request: HttpRequest) -> bool:
    """Whether the host is a name of the very computer that asks, such as localhost: links with it lead nobody here."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return False
