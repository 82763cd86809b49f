"""Names of hosts that an operator lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from tutor.site.console import Problem

_NAME: Final = re.compile(
    r"\*|\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?", re.I
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


def _is_ipv6(name: str) -> bool:
    if not (name.startswith("[") and name.endswith("]")):
        return False
    try:
        IPv6Address(name[1:-1])
    except AddressValueError:
        return False
    return True
