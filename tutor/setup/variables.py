"""What an operator writes into an environment variable that is on or off, an address or a key."""

from __future__ import annotations

import os
from ipaddress import ip_address
from typing import Final

from tutor.setup.bridge.environ import ANY_PROXY
from tutor.setup.secret_key import SHORTEST
from tutor.site.console import Problem

ON: Final = frozenset({"1", "true", "yes", "on"})
OFF: Final = frozenset({"", "0", "false", "no", "off"})


def switched_on(variable: str) -> bool:
    """Problem for what is neither on nor off: a site that is taken for secure must not be served without HTTPS."""
    said = os.environ.get(variable, "").strip()
    if said.lower() in ON:
        return True
    if said.lower() in OFF:
        return False
    raise Problem(
        f"{variable}: „{said}“ heißt weder an noch aus. Schreibe 1 für an und 0 für aus.",
        f"{variable}: “{said}” is neither on nor off. Write 1 for on and 0 for off.",
    )


def proxy_address(variable: str, usual: str) -> str:
    """The address of the one proxy that is believed. Problem for a name: requests come from addresses."""
    said = os.environ.get(variable, "").strip() or usual
    try:
        return said if said == ANY_PROXY else str(ip_address(said))
    except ValueError:
        raise Problem(
            f"{variable}: „{said}“ ist keine IP-Adresse. Schreibe die des Proxys, etwa 10.0.0.7, oder * für jeden.",
            f"{variable}: “{said}” is not an IP address. Write that of the proxy, such as 10.0.0.7, or * for any.",
        ) from None


def given_key(variable: str) -> str:
    """The key in the variable, empty where it is not set. Problem for one that is soon guessed."""
    key = os.environ.get(variable, "").strip()
    if key and len(key) < SHORTEST:
        raise Problem(
            f"{variable}: Der Schlüssel ist zu kurz, nötig sind {SHORTEST} Zeichen. An ihm hängen Anmeldungen und "
            "gedruckte Zettel.",
            f"{variable}: The key is too short, {SHORTEST} characters are needed. Sign-ins and printed slips depend "
            "on it.",
        )
    return key
