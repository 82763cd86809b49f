"""Who leads over a year on this device: games won and points per deal, by the names of the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from lessons.words import naming
from tutor.evenings.models import Evening
from tutor.evenings.sheet import Sheet
from tutor.evenings.showing import rules_name

NONE_PLAYED: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A player over a year: games that were decided, those won, and the points of the side on an average deal.

    Deals that the player sat out do not count.
    """

    name: str
    games: int
    won: int
    average: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Who leads by the same rules."""

    rules: str
    leaders: tuple[Leader, ...]


def years_of(sheets: Iterable[Sheet]) -> list[int]:
    """The years in which deals were entered, the last one first."""
    return sorted({year_of(sheet) for sheet in sheets if sheet.rows}, reverse=True)


def year_of(sheet: Sheet) -> int:
    """The year in which the evening began, where the site is."""
    return timezone.localtime(sheet.evening.created).year


def rankings(sheets: Sequence[Sheet], year: int) -> list[Ranking]:
    """The rankings of this year, that by which most deals were played first: points by other rules are no measure."""
    by_rules: dict[tuple[str, ...], list[Sheet]] = {}
    for sheet in sheets:
        if year_of(sheet) == year and sheet.rows:
            by_rules.setdefault(_whose(sheet.evening), []).append(sheet)
    ranked = sorted(by_rules.values(), key=lambda played: -sum(len(sheet.rows) for sheet in played))
    return [
        Ranking(rules=rules_name(played[0].evening), leaders=tuple(_leaders(played))) for played in ranked
    ]


def _whose(evening: Evening) -> tuple[str, ...]:
    """By whose rules it is played: a table's, which may change them, or those of a rule set."""
    return (evening.table,) if evening.table else ("", evening.rule_set)


def _leaders(sheets: Sequence[Sheet]) -> list[Leader]:
    """Who has won most first, then by points. Names that differ in capitals are one."""
    games: dict[str, int] = {}
    won: dict[str, int] = {}
    points: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for sheet in sheets:
        for player, name in enumerate(sheet.evening.players):
            key, side = name.casefold(), sheet.seating.side_of(player)
            names.setdefault(key, name)
            games[key] = games.get(key, 0) + (sheet.decided is not None)
            won[key] = won.get(key, 0) + (sheet.winner == side)
            played = (row for index, row in enumerate(sheet.rows) if player in sheet.at_table(index))
            points.setdefault(key, []).extend(row.points[side] for row in played)
    means = {key: sum(all_of) / len(all_of) for key, all_of in points.items() if all_of}
    order = sorted(names, key=lambda key: (-won[key], key not in means, -means.get(key, 0), names[key]))
    return [
        Leader(
            name=names[key],
            games=games[key],
            won=won[key],
            average=naming.number(round(means[key])) if key in means else NONE_PLAYED,
        )
        for key in order
    ]
