"""A learning platform, simulated at the level of its protocol: keys, signed messages, access tokens, a gradebook.

It shares no code with the library that the site uses: tokens are put together and checked here by hand.
"""

from __future__ import annotations

import base64
import json
import time
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

CLIENT, DEPLOYMENT, COURSE = "tutor-client", "deployment-1", "course-7"
CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
AGS = "https://purl.imsglobal.org/spec/lti-ags/"
LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
INSTRUCTOR = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signed(key: rsa.RSAPrivateKey, kid: str, claims: dict[str, Any], **header: Any) -> str:
    """A token with these claims."""
    head = {"alg": "RS256", "typ": "JWT", "kid": kid, **header}
    parts = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
    signature = key.sign(parts.encode(), padding.PKCS1v15(), hashes.SHA256())
    return f"{parts}.{encoded(signature)}"


def claims_in(token: str, key: rsa.RSAPublicKey) -> dict[str, Any]:
    """The claims of a token that this key has signed; an AssertionError for any other."""
    head, body, signature = token.split(".")
    try:
        key.verify(decoded(signature), f"{head}.{body}".encode(), padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        raise AssertionError("the token is not signed with this key") from None
    claims: dict[str, Any] = json.loads(decoded(body))
    assert claims["exp"] > time.time()
    return claims


def public_key(jwk: dict[str, str]) -> rsa.RSAPublicKey:
    modulus, exponent = (int.from_bytes(decoded(jwk[name]), "big") for name in ("n", "e"))
    return rsa.RSAPublicNumbers(exponent, modulus).public_key()


@dataclass
class Platform:
    """One platform with one course. ``scores`` is what it was sent, ``broken`` lets its gradebook fail."""

    tool_key: rsa.RSAPublicKey | None = None
    scores: list[dict[str, Any]] = field(default_factory=list)
    broken: bool = False

    def __post_init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.kid = "platform-key"
        self.tokens: set[str] = set()
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                platform._get(self)

            def do_POST(self) -> None:
                platform._post(self)

            def log_message(self, *args: Any) -> None:
                """Be quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def registration(self) -> dict[str, Any]:
        """What the operator of the site writes into the file of platforms."""
        return {
            self.url: [
                {
                    "client_id": CLIENT, "auth_login_url": f"{self.url}/auth", "auth_token_url": f"{self.url}/token",
                    "key_set_url": f"{self.url}/keys", "deployment_ids": [DEPLOYMENT],
                }
            ]
        }  # fmt: skip

    def message(
        self, *, nonce: str, roles: str = LEARNER, subject: str = "person-1", **changes: Any
    ) -> dict[str, Any]:
        """The claims of a launch; ``changes`` by their short names, None leaves one out."""
        now = int(time.time())
        claims = {
            "iss": self.url, "aud": CLIENT, "sub": subject, "nonce": nonce, "iat": now, "exp": now + 300,
            "message_type": "LtiResourceLinkRequest", "version": "1.3.0", "deployment_id": DEPLOYMENT,
            "target_link_uri": "http://testserver/lti/launch/", "roles": [roles],
            "context": {"id": COURSE, "title": "Games"}, "resource_link": {"id": "activity-1"},
            "launch_presentation": {"locale": "en"}, "ags": {
                "scope": [f"{AGS}scope/score"], "lineitem": f"{self.url}/lines/1", "lineitems": f"{self.url}/lines",
            },
        } | changes  # fmt: skip
        names = {
            "ags": f"{AGS}claim/endpoint",
            "settings": "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings",
        }
        plain = ("iss", "aud", "sub", "nonce", "iat", "exp")
        return {
            names.get(name, name if name in plain else CLAIM + name): value
            for name, value in claims.items()
            if value is not None
        }

    def sign(self, claims: dict[str, Any], **header: Any) -> str:
        return signed(self.key, self.kid, claims, **header)

    def _get(self, request: BaseHTTPRequestHandler) -> None:
        numbers = self.key.public_key().public_numbers()
        jwk = {
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": self.kid,
            "n": encoded(numbers.n.to_bytes(256, "big")), "e": encoded(numbers.e.to_bytes(3, "big")),
        }  # fmt: skip
        self._answer(request, 200, {"keys": [jwk]} if request.path == "/keys" else {})

    def _post(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        if request.path == "/token":
            self._token(request, {name: values[0] for name, values in parse_qs(body).items()})
        elif request.path == "/lines/1/scores" and not self.broken:
            known = request.headers["Authorization"].removeprefix("Bearer ") in self.tokens
            if known:
                self.scores.append(json.loads(body))
            self._answer(request, 200 if known else 401, {})
        else:
            self._answer(request, 500, {})

    def _token(self, request: BaseHTTPRequestHandler, form: dict[str, str]) -> None:
        """An access token, for who proves to be the tool."""
        assert self.tool_key is not None
        claims = claims_in(form["client_assertion"], self.tool_key)
        assert (claims["iss"], claims["sub"], claims["aud"]) == (CLIENT, CLIENT, f"{self.url}/token")
        assert form["scope"] == f"{AGS}scope/score"
        token = uuid.uuid4().hex
        self.tokens.add(token)
        self._answer(request, 200, {"access_token": token, "token_type": "Bearer", "expires_in": 3600})

    @staticmethod
    def _answer(request: BaseHTTPRequestHandler, status: int, data: dict[str, Any]) -> None:
        text = json.dumps(data).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(text)))
        request.end_headers()
        request.wfile.write(text)
