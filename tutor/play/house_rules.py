"""Games by the rules of one's own table: whether they can be played here, what they are called, what a verdict cites.

A game keeps the rules with which it began, whatever the table changes later. It keeps the table's name beside them and
nothing else of it, so that nobody can tell from the database which table a learner belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from engine.notation.position_line import format_rules
from lessons.parting.probing import differing
from lessons.words import naming
from tutor.play.models import PlayedGame
from tutor.play.thinking import can_think
from tutor.tables.models import Table
from tutor.tables.showing import differences

OURS: Final = "table"
"""What is chosen to play by the rules of the table, with the number of players behind a hyphen."""
SEATED: Final = (4, 2)
"""Numbers of players for which there is a table to play at, the usual one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A game of the table that can be begun: what is sent for it, its title, and who plays how far."""

    name: str
    title: str
    note: str


def offers(table: Table | None) -> list[Offer]:
    """What can be played by the rules of this table."""
    if table is None or not can_think(table.rule_set):
        return []
    return [
        Offer(name=f"{OURS}-{players}", title=title_of(table.name, table.rule_set), note=note)
        for players in _seated(table.rule_set)
        for note in [players_note(players, table.rule_set)]
    ]


def why_not(table: Table | None) -> str:
    """Why nothing can be played by the rules of this table, as a sentence; empty where something can."""
    if table is None or offers(table):
        return ""
    facts = {"table": table.name}
    if not can_think(table.rule_set):
        return (
            gettext(
                "Nobody here can play by the rules of “%(table)s”: the players do not know canastas in "
                "which the colour of the twos matters."
            )
            % facts
        )
    return (
        gettext(
            "You cannot play by the rules of “%(table)s” here: they are for neither two nor four players, "
            "and there is no other table to sit down at."
        )
        % facts
    )


def players_chosen(table: Table | None, chosen: str) -> int:
    """For how many players this choice is. Raises ValueError where the table does not offer it."""
    names = [offer.name for offer in offers(table)]
    return int(names[names.index(chosen)].rpartition("-")[2])


def players_note(players: int, rules: RuleSet) -> str:
    """How many play, and to how many points."""
    note = ngettext(
        "%(count)s player, to %(target)s points", "%(count)s players, to %(target)s points", players
    )
    return note % {"count": naming.number_word(players), "target": naming.number(rules.target)}


def title_of(table: str, rules: RuleSet) -> str:
    """Rules in words, after the table whose they are where that is known."""
    name = naming.rule_set_name(rules)
    if not table:
        return name
    return pgettext("rules of a table", "“%(table)s”: %(rules)s") % {"table": table, "rules": name}


def title_of_game(game: PlayedGame) -> str:
    """By which rules the game is played."""
    return title_of(game.table_name, game.rules)


def has_moved_on(game: PlayedGame, table: Table | None) -> bool:
    """Whether the device's table, which has the name of this game's, plays by other rules by now."""
    if table is None or not game.table_name or table.name != game.table_name:
        return False
    return format_rules(table.rule_set) != format_rules(game.rules)


def moved_on_words(game: PlayedGame) -> str:
    """That the table has changed its rules since, and this game has not."""
    return gettext("“%(table)s” has changed its rules since. This game keeps those with which it began.") % {
        "table": game.table_name
    }


def said_of(game: PlayedGame, table: Table | None) -> dict[str, Any]:
    """What the page of the game says of its rules; nothing for a game by a rule set of the rulebook."""
    if not (game.house_rules or game.table_name):
        return {}
    return {
        "by_rules": gettext("By the rules of this game – %(rules)s.") % {"rules": title_of_game(game)},
        "moved_on": moved_on_words(game) if has_moved_on(game, table) else "",
        "house_rules": [_line(one) for one in differences(game.rules)],
        "usual": naming.named_rule_set(game.rule_set),
    }


def _line(difference: dict[str, Any]) -> dict[str, str]:
    return {
        "ask": str(difference["question"].ask),
        "here": difference["here"],
        "there": difference["there"],
    }


def ours_of(rule: str, rules: RuleSet) -> str:
    """What house rules say otherwise about this rule, as a sentence; empty where they go by the usual ones."""
    if not rules.changes or not rule:
        return ""
    base = RULE_SETS[rules.base or rules.name]
    if rule not in differing(base, rules):
        return ""
    usual = naming.named_rule_set(base.name)
    found = [one for one in differences(rules) if rule in (one["question"].rule, _rule_of_page(one))]
    if not found:
        return gettext("On this point this game differs from %(usual)s.") % {"usual": usual}
    said = {**_line(found[0]), "usual": usual}
    return gettext("A house rule of this game. “%(ask)s” – here: %(here)s; %(usual)s: %(there)s.") % said


def _rule_of_page(difference: dict[str, Any]) -> str:
    page = difference["rule"]
    return page.id if page is not None else ""


def _seated(rules: RuleSet) -> tuple[int, ...]:
    return tuple(players for players in SEATED if players in rules.player_counts)
