"""Positions, rule sets and verdicts as JSON data. Reading is strict: anybody may have written it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position, Side, check_meld
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import rule_set
from engine.law.verdict import Finding, Verdict
from engine.notation.text import format_cards, parse_cards

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


_POSITION_KEYS: Final = (
    "rules", "version", "players", "phase", "drew", "my_turn", "hand", "unknown_cards", "own", "opponents",
    "player_has_melded", "pile", "pile_size", "frozen", "stock", "partner_hand", "permission",
)  # fmt: skip
_SIDE_KEYS: Final = ("score", "melds", "red_threes", "opened")
_MELD_KEYS: Final = ("cards", "by")
_BIG: Final = 1_000_000


class Reader:
    """Reads typed values out of a JSON object; every error names the key."""

    def __init__(self, data: Any, *, where: str, keys: tuple[str, ...], german: bool = False) -> None:
        if not isinstance(data, dict):
            raise EngineError("position", where, "wrong-type", expected="an object")
        self.data: Mapping[str, Any] = data
        self.prefix = f"{where}." if where else ""
        self.german = german
        for key in data:
            if key not in keys:
                raise EngineError("position", f"{self.prefix}{key}", "unknown-key", key=str(key))

    def get(self, key: str, read: Callable[[Any, str], Any], default: Any = None) -> Any:
        value = self.data.get(key)
        return default if value is None else read(value, self.prefix + key)

    def number(self, key: str, *, default: int | None = None, lowest: int = 0, most: int = _BIG) -> Any:
        def read(value: Any, where: str) -> int:
            if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= most:
                raise EngineError("position", where, "bad-number", text=str(value)[:40])
            return value

        return self.get(key, read, default)

    def switch(self, key: str, *, default: bool | None = None) -> Any:
        def read(value: Any, where: str) -> bool:
            if not isinstance(value, bool):
                raise EngineError("position", where, "wrong-type", expected="true or false")
            return value

        return self.get(key, read, default)

    def choice(self, key: str, choices: tuple[str, ...], *, default: str | None = None) -> Any:
        def read(value: Any, where: str) -> str:
            if value not in choices:
                raise EngineError(
                    "position", where, "bad-choice", text=str(value)[:40], choices=", ".join(choices)
                )
            return str(value)

        return self.get(key, read, default)

    def cards(self, key: str) -> tuple[Card, ...]:
        def read(value: Any, where: str) -> tuple[Card, ...]:
            return cards_from_json(value, where=where, german=self.german)

        found: tuple[Card, ...] = self.get(key, read, ())
        return found

    def items(self, key: str) -> list[tuple[Any, str]]:
        def read(value: Any, where: str) -> list[tuple[Any, str]]:
            if not isinstance(value, list):
                raise EngineError("position", where, "wrong-type", expected="a list")
            return [(item, f"{where}[{i}]") for i, item in enumerate(value)]

        found: list[tuple[Any, str]] = self.get(key, read, [])
        return found


def cards_from_json(value: Any, *, where: str, german: bool = False) -> tuple[Card, ...]:
    """Cards from their text; also from a list of such texts."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise EngineError("position", where, "wrong-type", expected="a text that names cards")
    return parse_cards(value, german=german, where=where)


def rules_from_json(value: Any, *, version: Any = None) -> RuleSet:
    """A rule set from its name or from ``{"base": name, "changes": {parameter: value}}``."""
    if value is None:
        raise EngineError("position", "rules", "missing-key", key="rules")
    if isinstance(value, str):
        rules = rule_set(value)
    else:
        reader = Reader(value, where="rules", keys=("base", "changes", "version"))
        base = reader.data.get("base")
        if not isinstance(base, str):
            raise EngineError("position", "rules.base", "missing-key", key="base")
        if reader.data.get("version") is not None:
            version = reader.data["version"]
        changes = reader.data.get("changes")
        changes = {} if changes is None else changes
        if not isinstance(changes, dict):
            raise EngineError("position", "rules.changes", "wrong-type", expected="an object")
        rules = rule_set(base, where="rules.base").changed(changes)
    if version is not None and (isinstance(version, bool) or version != rules.version):
        raise EngineError("position", "rules", "unknown-version", name=rules.name, version=version)
    return rules


def rules_to_json(rules: RuleSet) -> Any:
    """The inverse of :func:`rules_from_json`."""
    if not rules.changes:
        return rules.name
    return {
        "base": rules.base,
        "changes": {name: ABOUT[name].to_json(value) for name, value in rules.changes},
    }


def meld_from_json(value: Any, *, where: str, by: str = "self", german: bool = False) -> Meld:
    """A meld from ``{"cards": ..., "by": ...}`` or from its cards alone.

    Not yet checked against a rule set.
    """
    if not isinstance(value, dict):
        cards = cards_from_json(value, where=where, german=german)
    else:
        reader = Reader(value, where=where, keys=_MELD_KEYS, german=german)
        cards = reader.cards("cards")
        by = reader.choice("by", ("self", "partner", "opponent"), default=by)
    if not cards:
        raise EngineError("position", where, "missing-key", key="cards")
    return Meld(cards, by)  # type: ignore[arg-type]  # one of the three, or the default


def side_from_json(value: Any, *, where: str, by: str, rules: RuleSet, german: bool = False) -> Side:
    """A side of a position; its melds are checked here, in the order in which they are given."""
    reader = Reader(value, where=where, keys=_SIDE_KEYS, german=german)
    melds = tuple(meld_from_json(item, where=at, by=by, german=german) for item, at in reader.items("melds"))
    for meld, (_, at) in zip(melds, reader.items("melds"), strict=True):
        check_meld(rules, meld, where=at)
    opened = reader.switch("opened")
    if melds and opened is False:
        raise EngineError("position", f"{where}.opened", "opened-contradicts")
    score = reader.number("score", default=0, lowest=-_BIG)
    return Side(score=score, melds=melds, red_threes=reader.cards("red_threes"), opened=bool(opened))


def position_from_json(data: Any, *, german: bool = False) -> Position:
    """A position from its JSON object (already decoded). Raises EngineError naming the key."""
    reader = Reader(data, where="", keys=_POSITION_KEYS, german=german)
    rules = rules_from_json(reader.data.get("rules"), version=reader.data.get("version"))
    opponents = tuple(
        side_from_json(item, where=where, by="opponent", rules=rules, german=german)
        for item, where in reader.items("opponents")
    )
    own = reader.data.get("own")
    own = side_from_json({} if own is None else own, where="own", by="self", rules=rules, german=german)
    melded = reader.switch("player_has_melded")
    if (
        own.melds
        and melded is None
        and reader.data.get("drew") == "pile"
        and reader.data.get("phase") != "draw"
    ):
        # Melds of this turn and of earlier ones look alike, and a concealed hand depends on the difference.
        raise EngineError("position", "player_has_melded", "missing-key", key="player_has_melded")
    return Position(
        rules=rules,
        players=reader.number("players", default=rules.default_players),
        phase=reader.choice("phase", ("draw", "play"), default="play"),
        drew=reader.choice("drew", ("stock", "pile"), default="stock"),
        my_turn=reader.switch("my_turn", default=True),
        hand=reader.cards("hand"),
        unknown_cards=reader.number("unknown_cards", default=0),
        own=own,
        opponents=opponents,
        player_has_melded=melded,
        pile=reader.cards("pile"),
        pile_size=reader.number("pile_size", default=0),
        frozen=reader.switch("frozen", default=False),
        stock=reader.number("stock"),
        partner_hand=reader.number("partner_hand"),
        permission=reader.choice("permission", ("yes", "no")),
    )


def meld_to_json(meld: Meld) -> dict[str, str]:
    return {"cards": format_cards(meld.cards), "by": meld.by}


def side_to_json(side: Side) -> dict[str, Any]:
    """A side as JSON data, ``opened`` always given."""
    return {
        "score": side.score,
        "melds": [meld_to_json(meld) for meld in side.melds],
        "red_threes": format_cards(side.red_threes),
        "opened": side.opened,
    }


def position_to_json(position: Position) -> dict[str, Any]:
    """A position as JSON data: what is unknown and what has its default is left out, the rest is canonical."""
    data: dict[str, Any] = {"rules": rules_to_json(position.rules)}
    if position.players != position.rules.default_players:
        data["players"] = position.players
    data["phase"] = position.phase
    if position.phase == "play":
        data["drew"] = position.drew
    data["my_turn"] = position.my_turn
    data["hand"] = format_cards(position.hand)
    if position.unknown_cards:
        data["unknown_cards"] = position.unknown_cards
    data["own"] = side_to_json(position.own)
    data["opponents"] = [side_to_json(side) for side in position.opponents]
    if position.player_has_melded is not None:
        data["player_has_melded"] = position.player_has_melded
    data["pile"] = format_cards(position.pile)
    data["pile_size"] = position.pile_size
    if position.frozen:
        data["frozen"] = True
    for key in ("stock", "partner_hand", "permission"):
        if getattr(position, key) is not None:
            data[key] = getattr(position, key)
    return data


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as the command line writes it."""
    remedy = verdict.remedy
    limit = {"remedy_limit": True} if verdict.remedy_limit else {}
    return {
        "legal": verdict.legal,
        "findings": [finding_to_json(finding) for finding in verdict.findings],
        "undecided": list(verdict.undecided),
        "fallback": list(verdict.fallback),
        "remedy": None if remedy is None else {"actions": [str(action) for action in remedy]},
        **limit,
        "went_out": verdict.went_out,
        "after": position_to_json(verdict.after),
    }


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """A finding: the rule, whether it holds, the index of the action or null, and the facts."""
    return {
        "rule": finding.rule,
        "holds": finding.holds,
        "action": finding.action,
        "facts": dict(finding.facts),
    }
