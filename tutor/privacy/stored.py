"""The table of everything that is stored, read from ``fields.toml`` in the active language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lessons.content.base import Text

FILE: Final = Path(__file__).with_name("fields.toml")


@dataclass(frozen=True, slots=True)
class Field:
    """One stored field: its name in the database, and what it is."""

    name: str
    what: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """One table: what a row of it is, why it is there, how long, and who sees it."""

    name: str
    what: Text
    why: Text
    kept: Text
    seen: Text
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Tables that belong together. ``name`` is the word for it in addresses."""

    name: str
    title: Text
    tables: tuple[Stored, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookie:
    """A cookie: when it is set, what it is for and how long it lasts."""

    name: str
    when: Text
    why: Text
    lasts: Text


@lru_cache(maxsize=1)
def _record() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def row_number() -> Text:
    """What the field ``id`` is wherever the database counts rows."""
    return _text(_record()["row_number"])


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Every table, by group."""
    record = _record()
    return tuple(
        Group(
            name=name,
            title=_text(title),
            tables=tuple(_stored(one, record) for one in record["model"] if one["group"] == name),
        )
        for name, title in record["groups"].items()
    )


@lru_cache(maxsize=1)
def cookies() -> tuple[Cookie, ...]:
    """Every cookie."""
    return tuple(
        Cookie(name=one["name"], **{part: _text(one[part]) for part in ("when", "why", "lasts")})
        for one in _record()["cookie"]
    )


def texts() -> Iterator[Text]:
    """Every text of the table and of the cookies."""
    record = _record()
    yield row_number()
    yield from map(_text, (*record["kept"].values(), *record["seen"].values()))
    for group in groups():
        yield group.title
        for table in group.tables:
            yield from (table.what, table.why, *(field.what for field in table.fields))
    for one in cookies():
        yield from (one.when, one.why, one.lasts)


def _stored(one: dict[str, Any], record: dict[str, Any]) -> Stored:
    return Stored(
        name=one["name"],
        what=_text(one["what"]),
        why=_text(one["why"]),
        kept=_text(record["kept"][one["kept"]]),
        seen=_text(record["seen"][one["seen"]]),
        fields=tuple(Field(name, _text(what)) for name, what in one["fields"].items()),
    )


def _text(pair: list[str]) -> Text:
    german, english = pair
    return Text(de=german, en=english)
