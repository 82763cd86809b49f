"""Parameters of rule sets: what each is about, and its value as JSON data, written and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from engine.law.errors import EngineError
from engine.law.rule_ids import LedgerId

Value = TypeVar("Value")
MAX_NUMBER: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class About:
    """What a parameter is about: the rule of the ledger that it belongs to, in words, and its unit.

    ``keys`` name its parts in JSON where it has several. The rest follows from its type: ``choices`` are the values
    that one given by name may have, ``may_be_none`` and ``is_switch`` say what else its value may be.
    """

    rule: LedgerId
    says: str
    unit: str = ""
    keys: tuple[str, ...] = ()
    name: str = ""
    choices: tuple[str, ...] = ()
    may_be_none: bool = False
    is_switch: bool = False

    def to_json(self, value: Any) -> Any:
        """A value as JSON data: mappings for compound values, null for no limit."""
        if self.name == "hand_size":
            return {str(players): cards for players, cards in value}
        if self.name == "initial_steps" and value is not None:
            return [{"from": from_score, "minimum": minimum} for from_score, minimum in value]
        if self.keys and value is not None:
            return dict(zip(self.keys, value, strict=True))
        return value

    def from_json(self, value: Any) -> Any:
        """The inverse of :meth:`to_json`; raises EngineError naming the parameter."""
        where = f"rules.{self.name}"
        if self.choices:
            if value not in self.choices:
                choices = ", ".join(self.choices)
                raise EngineError("position", where, "bad-choice", text=str(value), choices=choices)
            return value
        if self.is_switch:
            if not isinstance(value, bool):
                raise EngineError("position", where, "wrong-type", expected="true or false")
            return value
        if self.may_be_none and value is None:
            return None
        if self.name == "hand_size":
            sizes = _mapping(where, value).items()
            return tuple(sorted((_number(where, p, key=True), _number(where, n)) for p, n in sizes))
        if self.name == "initial_steps":
            return _steps(where, value)
        if self.keys:
            parts = _mapping(where, value)
            if set(parts) != set(self.keys):
                expected = f"an object with {' and '.join(self.keys)}"
                raise EngineError("position", where, "wrong-type", expected=expected)
            return tuple(_number(where, parts[key]) for key in self.keys)
        return _number(where, value)


def parameter(
    usual: Value, rule: LedgerId, says: str, unit: str = "", *, keys: tuple[str, ...] = ()
) -> Value:
    """A field of a rule set that is a parameter: its value in the official laws, and what it is about."""
    return field(default=usual, metadata={"about": About(rule, says, unit, keys)})


def described(rule_set: type) -> dict[str, About]:
    """What each parameter of this dataclass is about, in the order of its fields."""
    types = get_type_hints(rule_set)
    found = {}
    for each in fields(rule_set):
        if "about" in each.metadata:
            its = types[each.name]
            found[each.name] = replace(
                each.metadata["about"],
                name=each.name,
                choices=get_args(its) if get_origin(its) is Literal else (),
                may_be_none=NoneType in get_args(its),
                is_switch=its is bool,
            )
    return found


def _steps(where: str, value: Any) -> tuple[tuple[int | None, int], ...]:
    expected = "a list of objects with “from” and “minimum”; the first “from” is null, the others rise"
    if not isinstance(value, list) or not value:
        raise EngineError("position", where, "wrong-type", expected=expected)
    steps: list[tuple[int | None, int]] = []
    for step in value:
        if set(_mapping(where, step)) != {"from", "minimum"}:
            raise EngineError("position", where, "wrong-type", expected=expected)
        from_score = (
            step["from"] if step["from"] is None else _number(where, step["from"], lowest=-MAX_NUMBER)
        )
        steps.append((from_score, _number(where, step["minimum"])))
    scores = [from_score for from_score, _ in steps[1:]]
    if steps[0][0] is not None or None in scores or scores != sorted(set(scores)):  # type: ignore[type-var]  # no None here
        raise EngineError("position", where, "wrong-type", expected=expected)
    return tuple(steps)


def _mapping(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise EngineError("position", where, "wrong-type", expected="an object")
    return value


def _number(where: str, value: Any, *, key: bool = False, lowest: int = 0) -> int:
    if key and isinstance(value, str) and value.isdecimal() and len(value) < 4 and str(int(value)) == value:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= MAX_NUMBER:
        raise EngineError("position", where, "bad-number", text=str(value))
    return value
