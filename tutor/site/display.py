"""How the site looks for one visitor: theme, suit colours, card size, motion, keys. Kept in a cookie of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponse, QueryDict

COOKIE: Final = "display"
ONE_YEAR: Final = 365 * 24 * 60 * 60  # seconds
Theme = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("auto", "light", "dark")
SWITCHES: Final = ("four_colour", "large_cards", "reduced_motion", "keys")


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """The settings with their defaults for somebody who has chosen nothing."""

    theme: Theme = "auto"
    four_colour: bool = False
    large_cards: bool = False
    reduced_motion: bool = False
    keys: bool = True


def display_of(request: HttpRequest) -> Display:
    """The visitor's settings; what the cookie says wrongly is ignored."""
    text = request.COOKIES.get(COOKIE, "")
    return _from_values(dict(parse_qsl(text[:200])), absent=Display()) if text else Display()


def display_from_form(form: QueryDict) -> Display:
    """The settings of a submitted form: a checkbox that is not there is off."""
    off = Display(keys=False)
    return _from_values({key: str(form[key]) for key in ("theme", *SWITCHES) if key in form}, absent=off)


def remember_display(response: HttpResponse, display: Display, *, secure: bool) -> None:
    values = {"theme": display.theme} | {name: int(getattr(display, name)) for name in SWITCHES}
    response.set_cookie(
        COOKIE, urlencode(values), max_age=ONE_YEAR, samesite="Lax", httponly=True, secure=secure
    )


def _from_values(values: dict[str, str], *, absent: Display) -> Display:
    wanted = values.get("theme", absent.theme)
    theme: Theme = next((one for one in THEMES if one == wanted), "auto")
    switches: dict[str, Any] = {
        name: values[name] == "1" if name in values else getattr(absent, name) for name in SWITCHES
    }
    return Display(theme=theme, **switches)
