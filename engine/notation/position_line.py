"""The one-line text form of a position: readable, fit for a link, and canonical.

Sections stand in a fixed order with `` | `` between them; a section at its default is left out::

    classic | play | hand 5s 9c Kd Kh 2c | own 1480: K=Kc Kd Kh JK* ; 3h | opp 620: 7=7c 7d 7h 2s | pile 5h Kd
    | stock 42

``classic{max_wilds=2}`` names a house rule set. The phase is ``draw``, ``play`` or ``play pile`` (the player
has taken the pile), with ``waiting`` behind it when it is somebody else's turn. A meld is its name, ``=`` and
its cards; ``*`` behind the cards marks a meld of the partner. Behind ``;`` stand red threes. ``pile 12: 5h
Kd`` lists two of twelve cards, ``frozen`` before the colon says that one that is not listed freezes the pile.
``hand 5s +1`` holds one card that nobody has named. ``opened`` behind the score marks a side that has melded
without its melds being listed.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import rule_set
from engine.notation.as_json import position_from_json, read_json_at
from engine.notation.text import MAX_TEXT, format_cards

_RULES: Final = re.compile(r"([a-z0-9-]+)(?:@(\d{1,6}))?(?:\{(.*)\})?", re.DOTALL)
_SIDE: Final = re.compile(r"(-?\d{1,7})?\s*(opened)?\s*(?::(.*))?", re.DOTALL)
_PILE: Final = re.compile(r"(?:(\d{1,4})?\s*(frozen)?\s*:)?([^:]*)", re.DOTALL)
_MELD_START: Final = re.compile(r"([^\s=]+)\s*=")
_NUMBER: Final = re.compile(r"\d{1,6}")


def _fail(where: str, code: str, **facts: Any) -> EngineError:
    return EngineError("notation", where, code, **facts)


def parse_position(text: str, *, german: bool = False) -> Position:
    """A position from its one-line text. Raises EngineError naming the section.

    Sections after the rule set may come in any order and may be left out.
    """
    if len(text) > MAX_TEXT:
        raise _fail("position", "text-too-long", length=len(text))
    parts = [part.strip() for part in text.split("|")]
    data: dict[str, Any] = {"rules": _rules(parts[0])}
    for part in filter(None, parts[1:]):
        word, _, rest = part.partition(" ")
        _section(data, word, rest.strip(), part)
    return position_from_json(data, german=german)


def _rules(text: str) -> Any:
    match = _RULES.fullmatch(text)
    if not match:
        raise EngineError("position", "rules", "unknown-rule-set", name=text[:40])
    name, version, changes = match.groups()
    data: dict[str, Any] = {"base": name}
    if version:
        data["version"] = int(version)
    if changes:
        data["changes"] = _changes(changes)
    return name if len(data) == 1 else data


def _changes(text: str) -> dict[str, Any]:
    """Changed parameters: ``name=value`` with commas between, values as in JSON, names of choices without quotes."""
    changes: dict[str, Any] = {}
    place = 0
    while place < len(text):
        match = re.compile(r"\s*,?\s*([a-z_]+)\s*=\s*").match(text, place)
        if not match:
            raise _fail("rules", "unknown-section", text=text[place:][:40])
        try:
            value, place = read_json_at(text, match.end())
        except ValueError:
            word = re.compile(r"[a-z_]+").match(text, match.end())
            if not word:
                raise _fail(f"rules.{match[1]}", "bad-number", text=text[match.end() :][:40]) from None
            value, place = word[0], word.end()
        changes[match[1]] = value
    return changes


def _section(data: dict[str, Any], word: str, rest: str, part: str) -> None:
    key = {"draw": "phase", "play": "phase", "opp": "opponents", "partner": "partner_hand"}.get(word, word)
    if (key != "opponents" and key in data) or (word == "melded" and "player_has_melded" in data):
        raise _fail(key, "repeated-section", text=part[:60])
    match word:
        case "draw" | "play":
            data["phase"] = word
            for extra in rest.split():
                if extra == "pile" and word == "play":
                    data["drew"] = "pile"
                elif extra == "waiting":
                    data["my_turn"] = False
                else:
                    raise _fail("phase", "unknown-phase", text=part[:60])
        case "hand":
            cards, _, unknown = rest.partition("+")
            data["hand"] = cards
            if unknown:
                data["unknown_cards"] = _number(unknown, "hand")
        case "own":
            data["own"] = _side(rest, where="own", by="self")
        case "opp":
            sides = data.setdefault("opponents", [])
            sides.append(_side(rest, where=f"opponents[{len(sides)}]", by="opponent"))
        case "pile":
            found = _PILE.fullmatch(rest)
            if not found:
                raise _fail("pile", "unknown-section", text=part[:60])
            data["pile"] = found[3]
            if found[1]:
                data["pile_size"] = int(found[1])
            if found[2]:
                data["frozen"] = True
        case "players" | "stock" | "partner":
            data[key] = _number(rest, key)
        case "permission":
            data["permission"] = rest
        case "melded":
            if rest not in ("yes", "no"):
                raise _fail("player_has_melded", "bad-choice", text=rest[:40], choices="yes, no")
            data["player_has_melded"] = rest == "yes"
        case _:
            raise _fail("position", "unknown-section", text=part[:60])


def _number(text: str, where: str) -> int:
    if not _NUMBER.fullmatch(text.strip()):
        raise _fail(where, "bad-number", text=text[:40])
    return int(text)


def _side(text: str, *, where: str, by: str) -> dict[str, Any]:
    match = _SIDE.fullmatch(text)
    if not match:
        raise _fail(where, "unknown-section", text=text[:60])
    side: dict[str, Any] = {"score": int(match[1] or 0)}
    if match[2]:
        side["opened"] = True
    melds, _, red_threes = (match[3] or "").partition(";")
    side["red_threes"] = red_threes
    side["melds"] = _melds(melds.strip(), where=where, by=by)
    return side


def _melds(text: str, *, where: str, by: str) -> list[dict[str, str]]:
    starts = list(_MELD_START.finditer(text))
    if text and (not starts or starts[0].start() != 0):
        raise _fail(f"{where}.melds", "bad-meld-text", text=text[:60])
    melds = []
    for place, start in enumerate(starts):
        end = starts[place + 1].start() if place + 1 < len(starts) else len(text)
        cards = text[start.end() : end].strip()
        partner = cards.endswith("*")
        if partner and by == "opponent":
            raise _fail(f"{where}.melds[{place}]", "bad-meld-text", text=text[start.start() : end][:60])
        melds.append({"cards": cards.removesuffix("*"), "by": "partner" if partner else by})
    return melds


def format_rules(rules: RuleSet) -> str:
    """A rule set as text: its name, with changed parameters in braces for a house rule set."""
    if not rules.changes:
        return rules.name
    changes = []
    for name, value in rules.changes:
        data = ABOUT[name].to_json(value)
        changes.append(f"{name}={data if isinstance(data, str) else json.dumps(data, separators=(',', ':'))}")
    return f"{rules.base}{{{','.join(changes)}}}"


def _format_meld(meld: Meld) -> str:
    return f"{meld.rank}={format_cards(meld.cards)}{'*' if meld.by == 'partner' else ''}"


def _format_side(side: Side) -> str:
    text = str(side.score)
    if side.opened and not side.melds:
        text += " opened"
    table = " ".join(map(_format_meld, side.melds))
    if side.red_threes:
        table = f"{table} ; {format_cards(side.red_threes)}".strip()
    return f"{text}: {table}" if table else text


def format_position(position: Position) -> str:
    """The canonical one-line text: one text for each position."""
    phase: str = position.phase
    if phase == "play" and position.drew == "pile":
        phase += " pile"
    parts = [format_rules(position.rules), phase if position.my_turn else f"{phase} waiting"]
    if position.players != position.rules.default_players:
        parts.append(f"players {position.players}")
    hand = [format_cards(position.hand), f"+{position.unknown_cards}" if position.unknown_cards else ""]
    if any(hand):
        parts.append(f"hand {' '.join(filter(None, hand))}")
    if position.own != Side():
        parts.append(f"own {_format_side(position.own)}")
    parts += [f"opp {_format_side(side)}" for side in position.opponents]
    if position.pile_size or position.frozen:
        parts.append(_format_pile(position))
    if position.stock is not None:
        parts.append(f"stock {position.stock}")
    if position.partner_hand is not None:
        parts.append(f"partner {position.partner_hand}")
    if position.permission:
        parts.append(f"permission {position.permission}")
    if position.player_has_melded is not None:
        parts.append(f"melded {'yes' if position.player_has_melded else 'no'}")
    return " | ".join(parts)


def _format_pile(position: Position) -> str:
    cards = format_cards(position.pile)
    head = [str(position.pile_size)] if position.pile_size != len(position.pile) else []
    if position.frozen:
        head.append("frozen")
    return f"pile {' '.join(head)}: {cards}".rstrip() if head else f"pile {cards}"


def parse_rules(text: str) -> RuleSet:
    """A rule set from its text form."""
    data = _rules(text.strip())
    if isinstance(data, str):
        return rule_set(data)
    return position_from_json({"rules": data}).rules
