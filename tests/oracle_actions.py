"""Reading the actions of the interchange notation for the oracle."""

import re
from dataclasses import dataclass

from tests.oracle_cards import OracleError, parse_cards

_RANK = r"(?:10|[4-9TJQKA])"
_TARGET = rf"(?:opp:)?(?:{_RANK}[cdhs]-{_RANK}[cdhs]|{_RANK}|3|W)(?:#\d+)?"
_NEEDS_CARDS = ("meld", "add", "expose", "discard")


@dataclass
class Action:
    """One action: its verb, the cards it names and the melds it names."""

    verb: str
    cards: list[str]
    target: str | None = None
    second: str | None = None
    other_card: str | None = None
    top_only: bool = False


def parse_action(words: str, where: str) -> Action:
    """Read one action string; anything else is a notation error at `where`."""
    if not isinstance(words, str) or not words.split():
        raise OracleError("notation", where, "an action is a text")
    verb, *rest = words.split()
    tail = " ".join(rest)
    if verb in ("ask", "end"):
        if tail:
            raise OracleError("notation", where, f"nothing follows {verb}")
        return Action(verb, [])
    if verb in ("merge", "move", "swap"):
        return _table_action(verb, tail, where)
    if verb == "take":
        return _take(tail, where)
    if verb == "add":
        match = re.fullmatch(rf"(.+?) to ({_TARGET})", tail)
        if match is None:
            raise OracleError("notation", where, "add CARDS to MELD")
        return Action("add", _some(match.group(1), where), _name(match.group(2)))
    if verb not in ("draw", "meld", "expose", "discard"):
        raise OracleError("notation", where, f"unknown action {verb!r}")
    cards = parse_cards(tail, where)
    if (verb in _NEEDS_CARDS and not cards) or (verb == "discard" and len(cards) != 1):
        raise OracleError("notation", where, "wrong number of cards")
    return Action(verb, cards)


def _some(words: str, where: str) -> list[str]:
    cards = parse_cards(words, where)
    if not cards:
        raise OracleError("notation", where, "no card named")
    return cards


def _name(target: str) -> str:
    return target.replace("10", "T")


def _take(tail: str, where: str) -> Action:
    target = None
    match = re.fullmatch(rf"(.*?)\s*\bonto ({_TARGET})", tail)
    if match is not None:
        tail, target = match.group(1), _name(match.group(2))
    top_only = tail.split()[:1] == ["top"]
    if top_only:
        tail = tail.split(None, 1)[1] if len(tail.split()) > 1 else ""
    return Action("take", parse_cards(tail, where), target, top_only=top_only)


def _table_action(verb: str, tail: str, where: str) -> Action:
    if verb == "merge":
        match = re.fullmatch(rf"({_TARGET}) and ({_TARGET})", tail)
        if match is not None:
            return Action("merge", [], _name(match.group(1)), _name(match.group(2)))
    elif verb == "move":
        match = re.fullmatch(rf"(.+?) from ({_TARGET}) to ({_TARGET})", tail)
        if match is not None:
            return Action("move", _some(match.group(1), where), _name(match.group(2)), _name(match.group(3)))
    else:
        match = re.fullmatch(rf"(\w+) for (\w+) in ({_TARGET})", tail)
        if match is not None:
            mine, theirs = _some(match.group(1), where), _some(match.group(2), where)
            if len(mine) == len(theirs) == 1:
                return Action("swap", mine, _name(match.group(3)), other_card=theirs[0])
    raise OracleError("notation", where, f"{verb} is not written like this")
