"""Reading JSON that anybody may have written: strictly, and so that whatever was read can be shown again."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

MOST_NESTING: Final = 16
"""Lists and objects inside one another; a question about a house rule set needs six."""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _number(text: str) -> int | float:
    """JSON knows one kind of number: 4.0 is the same as 4."""
    number = float(text)
    return int(number) if number.is_integer() else number


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant, parse_float=_number)


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text in UTF-8. Raises ValueError for what is none, or is nested without sense."""
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check(value, text)
    return value


def read_json_at(text: str, place: int) -> tuple[Any, int]:
    """The value of the JSON that begins at this place, and where it ends. Raises ValueError."""
    try:
        value, end = _DECODER.raw_decode(text, place)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check(value, text)
    return value, end


def _check(value: Any, text: str) -> None:
    level = [value]
    for _ in range(MOST_NESTING):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            break
    else:
        raise ValueError("nested too deeply")
    if "\\u" in text:
        # An escape can name half of a character, which no answer and no page could repeat.
        json.dumps(value, ensure_ascii=False).encode("utf-8")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
