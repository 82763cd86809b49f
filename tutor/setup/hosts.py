"""Names of hosts, and sites, that an operator lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from tutor.site.console import Problem

_NAME: Final = re.compile(
    r"\*|\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?", re.I
)

_SITE: Final = re.compile(
    r"https?://(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?", re.I
)


def host_names(variable: str, names: Iterable[str]) -> list[str]:
    """The names, as they are. Problem if one could never be the host of a request."""
    listed = list(names)
    for name in listed:
        if not (_NAME.fullmatch(name) or _is_ipv6(name)):
            raise Problem(
                f"{variable}: „{name}“ ist kein Name eines Rechners. Schreibe nur ihn, etwa canasta.example, ohne "
                "https://, Port und Pfad, mehrere mit Kommas; Umlaute als xn--….",
                f"{variable}: “{name}” is not the name of a host. Write just that, such as canasta.example, without "
                "https://, port and path, several with commas; umlauts as xn--….",
            )
    return listed


def embedding_sites(variable: str, sites: Iterable[str]) -> list[str]:
    """Sites that may show pages in a frame, as ``frame-ancestors`` names them. Problem for what names none."""
    listed = [site.rstrip("/") for site in sites]
    for site in listed:
        if site != "*" and not _SITE.fullmatch(site):
            raise Problem(
                f"{variable}: „{site}“ ist keine Adresse einer Website. Schreibe sie mit https:// und ohne Pfad, etwa "
                "https://forum.example, mehrere mit Kommas, oder * für alle.",
                f"{variable}: “{site}” is not the address of a site. Write it with https:// and without a path, such "
                "as https://forum.example, several with commas, or * for all.",
            )
    return listed


def _is_ipv6(name: str) -> bool:
    if not (name.startswith("[") and name.endswith("]")):
        return False
    try:
        IPv6Address(name[1:-1])
    except AddressValueError:
        return False
    return True
