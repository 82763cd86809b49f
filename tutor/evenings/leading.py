"""Who leads over a year on this device: games won and points per deal, by the names of the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from lessons.words import naming
from tutor.evenings.sheet import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A player over a year: games that were decided, those won, and the points of the side on an average deal."""

    name: str
    games: int
    won: int
    average: str


def years_of(sheets: Iterable[Sheet]) -> list[int]:
    """The years in which deals were entered, the last one first."""
    return sorted({year_of(sheet) for sheet in sheets if sheet.rows}, reverse=True)


def year_of(sheet: Sheet) -> int:
    """The year in which the evening began, where the site is."""
    return timezone.localtime(sheet.evening.created).year


def leaders(sheets: Sequence[Sheet], year: int) -> list[Leader]:
    """The players of this year, who has won most first, then by points. Names that differ in capitals are one."""
    games: dict[str, int] = {}
    won: dict[str, int] = {}
    points: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for sheet in sheets:
        if year_of(sheet) != year or not sheet.rows:
            continue
        for player, name in enumerate(sheet.evening.players):
            key, side = name.casefold(), sheet.seating.side_of(player)
            names.setdefault(key, name)
            games[key] = games.get(key, 0) + (sheet.decided is not None)
            won[key] = won.get(key, 0) + (sheet.winner == side)
            points.setdefault(key, []).extend(row.points[side] for row in sheet.rows)
    means = {key: sum(all_of) / len(all_of) for key, all_of in points.items()}
    order = sorted(names, key=lambda key: (-won[key], -means[key], names[key]))
    return [
        Leader(name=names[key], games=games[key], won=won[key], average=naming.number(round(means[key])))
        for key in order
    ]
