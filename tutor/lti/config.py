"""Which learning platforms may launch us, and the key that we sign with.

``TUTOR_LTI`` names a JSON file: by issuer a list of registrations, each with ``client_id``, ``auth_login_url``,
``auth_token_url``, ``key_set_url`` and ``deployment_ids``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from pylti1p3.tool_config.dict import TIssConf, ToolConfDict

from tutor.site.files import keep_first

KEYS: Final = ("client_id", "auth_login_url", "auth_token_url", "key_set_url", "deployment_ids")
KEY_BITS: Final = 2048


class LtiConfigError(ValueError):
    """The file of platforms cannot be used. The message says why, for the operator, in English."""


def tool_config() -> ToolConfDict:
    """The platforms as the library takes them. Raises LtiConfigError naming the key."""
    path = Path(settings.LTI_PLATFORMS_FILE)
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise LtiConfigError(f"TUTOR_LTI: {path} cannot be read ({error.strerror})") from error
    return _read(path, changed)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> ToolConfDict:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LtiConfigError(f"TUTOR_LTI: {path} is not JSON: {error}") from error
    platforms = _checked(data)
    config = ToolConfDict({**platforms})
    private, public = key_pair(Path(settings.LTI_KEY_FILE))
    for issuer, registrations in platforms.items():
        for one in registrations:
            config.set_private_key(issuer, private, client_id=one["client_id"])
            config.set_public_key(issuer, public, client_id=one["client_id"])
    return config


def platform_origins() -> list[str]:
    """The sites of the configured platforms."""
    data = json.loads(Path(settings.LTI_PLATFORMS_FILE).read_text(encoding="utf-8"))
    urls = [
        url
        for issuer, listed in _checked(data).items()
        for one in listed
        for url in (issuer, one["auth_login_url"])
    ]
    return sorted({origin_of_url(url) for url in urls})


def origin_of_url(url: str) -> str:
    """Scheme, host and port of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _checked(data: Any) -> dict[str, list[TIssConf]]:
    """By issuer a list of registrations, each complete."""
    if not isinstance(data, dict) or not data:
        raise LtiConfigError("TUTOR_LTI: the file must hold an object: registrations by issuer")
    found: dict[str, list[TIssConf]] = {}
    for issuer, registrations in data.items():
        listed = registrations if isinstance(registrations, list) else [registrations]
        for place, one in enumerate(listed):
            where = f"TUTOR_LTI: {issuer}[{place}]"
            if not isinstance(one, dict):
                raise LtiConfigError(f"{where} must be an object")
            missing = [key for key in KEYS if not one.get(key)]
            if missing:
                raise LtiConfigError(f"{where} lacks {', '.join(missing)}")
            unknown = sorted(set(one) - {*KEYS, "auth_audience", "default"})
            if unknown:
                raise LtiConfigError(f"{where} has the unknown key {unknown[0]}")
            if not isinstance(one["deployment_ids"], list):
                raise LtiConfigError(f"{where}.deployment_ids must be a list")
        found[issuer] = listed
    return found


def key_pair(path: Path) -> tuple[str, str]:
    """Our private key and its public half, as PEM. Made at first use, in a file that only its owner can read.

    Raises LtiConfigError if the file cannot be used.
    """
    try:
        if not path.exists():
            keep_first(path, _new_key())
        # Read again: of two processes starting at once both use the key of the first.
        private = path.read_text(encoding="ascii")
        key = serialization.load_pem_private_key(private.encode("ascii"), password=None)
    except OSError as error:
        raise LtiConfigError(f"{path} cannot be read or written ({error.strerror})") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise LtiConfigError(f"{path} holds no private key") from error
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private, public.decode("ascii")


def _new_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode("ascii")
