"""The library's classes, fitted to our requests, cookies and cache. Nothing else of the site imports the library.

Its own Django parts bring tables of their own for the configuration, which is a file here.
"""

from __future__ import annotations

from typing import Any, Final

import requests
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from pylti1p3.cookie import CookieService
from pylti1p3.launch_data_storage.base import LaunchDataStorage
from pylti1p3.message_launch import MessageLaunch
from pylti1p3.oidc_login import OIDCLogin
from pylti1p3.redirect import Redirect
from pylti1p3.request import Request
from pylti1p3.service_connector import ServiceConnector
from pylti1p3.session import SessionService
from pylti1p3.tool_config.dict import ToolConfDict

from tutor.lti.config import tool_config
from tutor.lti.memory import recall, remember

PATIENCE: Final = 5  # seconds for a platform to answer
LAUNCH_SECONDS: Final = 60 * 60
"""How long a launch is remembered: as long as a teacher may take to choose."""


class OurRequest(Request):
    """A request of ours as the library reads it."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @property
    def session(self) -> Any:
        return self.request.session

    def is_secure(self) -> bool:
        return self.request.is_secure()

    def get_param(self, key: str) -> Any:
        return self.request.POST.get(key, self.request.GET.get(key))


class OurCookies(CookieService):
    """Cookies that also come along in a frame of the platform's page, where the site is served by HTTPS."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._new: dict[str, tuple[str, int | None]] = {}

    def get_cookie(self, name: str) -> str | None:
        return self._request.COOKIES.get(f"{self._cookie_prefix}-{name}")

    def set_cookie(self, name: str, value: Any, exp: int | None = 3600) -> None:
        self._new[f"{self._cookie_prefix}-{name}"] = (str(value), exp)

    def add_to(self, response: HttpResponse) -> HttpResponse:
        """The response with the cookies that were set."""
        secure = self._request.is_secure()
        for name, (value, seconds) in self._new.items():
            response.set_cookie(
                name,
                value,
                max_age=seconds,
                secure=secure,
                httponly=True,
                samesite="None" if secure else "Lax",
            )
        return response


class OurStorage(LaunchDataStorage[Any]):
    """What a launch has to know in its second half, in the memory that all server processes share."""

    def get_session_cookie_name(self) -> str | None:
        # Over plain HTTP some browsers lose the cookie between the halves; the state's own cookie is checked anyway.
        assert self._request is not None
        return super().get_session_cookie_name() if self._request.is_secure() else None

    def can_set_keys_expiration(self) -> bool:
        return True

    def get_value(self, key: str) -> Any:
        return recall(self._prepare_key(key))

    def set_value(self, key: str, value: Any, exp: int | None = None) -> None:
        remember(self._prepare_key(key), value, seconds=min(exp or LAUNCH_SECONDS, LAUNCH_SECONDS))

    def check_value(self, key: str) -> bool:
        return self.get_value(key) is not None


class OurRedirect(Redirect[HttpResponse]):
    def __init__(self, url: str, cookies: OurCookies) -> None:
        self._url, self._cookies = url, cookies

    def do_redirect(self) -> HttpResponse:
        return self._cookies.add_to(HttpResponseRedirect(self._url))

    def do_js_redirect(self) -> HttpResponse:
        return self.do_redirect()

    def set_redirect_url(self, location: str) -> None:
        self._url = location

    def get_redirect_url(self) -> str:
        return self._url


class Login(OIDCLogin[OurRequest, ToolConfDict, SessionService, OurCookies, HttpResponse]):
    """The first half of a launch: the platform announces somebody, and we send the browser there to be vouched for."""

    def __init__(self, request: HttpRequest) -> None:
        ours = OurRequest(request)
        super().__init__(
            ours, tool_config(), session_service=SessionService(ours), cookie_service=OurCookies(request),
            launch_data_storage=OurStorage(),
        )  # fmt: skip

    def get_redirect(self, url: str) -> OurRedirect:
        return OurRedirect(url, self._cookie_service)


class PatientSession(requests.Session):
    """Requests to a platform, which end after some seconds whatever the platform does."""

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        kwargs.setdefault("timeout", PATIENCE)
        return super().request(*args, **kwargs)


class Connector(ServiceConnector):
    """Requests to a platform's services, with access tokens kept in the cache."""

    def __init__(self, registration: Any, requests_session: requests.Session | None = None) -> None:
        super().__init__(registration, requests_session or PatientSession())

    def _get_cached_access_token(self, scope_key: str) -> str | None:
        token: str | None = cache.get(f"lti:token:{scope_key}")
        return token

    def _cache_access_token(self, scope_key: str, access_token: str, expires_in: float) -> None:
        cache.set(f"lti:token:{scope_key}", access_token, max(1, int(expires_in) - 10))


class Launch(MessageLaunch[OurRequest, ToolConfDict, SessionService, OurCookies]):
    """The second half: what the platform says of who comes, signed. Raises LtiException if anything is wrong."""

    def __init__(self, request: HttpRequest) -> None:
        ours = OurRequest(request)
        super().__init__(
            ours,
            tool_config(),
            session_service=SessionService(ours),
            cookie_service=OurCookies(request),
            launch_data_storage=OurStorage(),
            requests_session=PatientSession(),
            service_connector_cls=Connector,
        )
        self.set_launch_data_lifetime(LAUNCH_SECONDS)

    def save_launch_data(self) -> Launch:
        """Keep nothing of it: the message may hold a name, and what is needed of it is kept elsewhere."""
        return self

    def _get_request_param(self, key: str) -> Any:
        return self._request.get_param(key)
