"""Sides at the end of a deal as a text that a link can carry, and back.

The form follows that of positions: the rule set, then one side or both, each with what was left in the hands and
whether it went out. Red threes stand behind a semicolon:

    classic | own 1480: Kc Kd Kh, 7c 7d 7h 2s; 3h 3d | hand | hand 4c 8h | out | opp 620: Qc Qd Qh | hand Jc
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from engine.law.errors import EngineError
from engine.notation.position_line import format_rules, parse_rules
from engine.notation.text import format_cards, parse_cards
from engine.score.questions import check_score_cards
from lessons.content.base import SideTable
from lessons.counting.computing import score_side_of

MOST_TEXT: Final = 4_000
MOST_HANDS: Final = 2
SIDES: Final = ("own", "opponents")
"""What the sides are called where an error names its place."""
_SIDE: Final = re.compile(r"(own|opp)(?:\s+(-?\d{1,6}))?\s*:(.*)")


def format_sides(rules: str, sides: Sequence[SideTable]) -> str:
    """One side, or one's own and the opponents', under a rule set given by its text."""
    parts = [rules]
    for word, side in zip(("own", "opp"), sides, strict=False):
        threes = f"; {side.red_threes}" if side.red_threes else ""
        parts.append(f"{word} {side.score_before}: {', '.join(side.melds)}{threes}".rstrip())
        parts += [f"hand {cards}".rstrip() for cards in side.hands]
        parts += {"no": [], "yes": ["out"], "concealed": ["out concealed"]}[side.went_out]
    return " | ".join(parts)


def parse_sides(text: str, *, german: bool = False) -> tuple[str, tuple[SideTable, ...]]:
    """The text of the rule set, and one side or two that can lie on one table. Raises EngineError naming the place."""
    if len(text) > MOST_TEXT:
        raise EngineError("notation", "position", "text-too-long", length=len(text))
    head, *parts = (part.strip() for part in text.split("|"))
    rules = parse_rules(head)
    found: list[dict[str, Any]] = []
    for part in parts:
        _read(found, part, german)
    if not found:
        raise EngineError("notation", "own", "missing-key", key="own")
    sides = tuple(SideTable(**{key: value for key, value in side.items() if value}) for side in found)
    scored = [score_side_of(side, rules, where=where) for side, where in zip(sides, SIDES, strict=False)]
    check_score_cards(scored, rules, names=SIDES[: len(sides)])
    return format_rules(rules), sides


def _read(found: list[dict[str, Any]], part: str, german: bool) -> None:
    """One part of the text: a side, or what is said of the last one."""
    side = _SIDE.fullmatch(part)
    if side is not None and len(found) < len(SIDES) and (side[1] == "own") == (not found):
        where = SIDES[len(found)]
        melds, _, threes = side[3].partition(";")
        found.append({
            "score_before": int(side[2] or 0),
            "melds": tuple(
                _cards(meld, f"{where}.melds[{place}]", german)
                for place, meld in enumerate(filter(str.strip, melds.split(",")))
            ),
            "red_threes": _cards(threes, f"{where}.red_threes", german),
            "hands": (),
        })  # fmt: skip
        return
    word, _, rest = part.partition(" ")
    if side is None and found and word == "hand" and len(found[-1]["hands"]) < MOST_HANDS:
        where = f"{SIDES[len(found) - 1]}.hands[{len(found[-1]['hands'])}]"
        found[-1]["hands"] += (_cards(rest, where, german),)
    elif (
        side is None and found and word == "out" and rest in ("", "concealed") and "went_out" not in found[-1]
    ):
        found[-1]["went_out"] = rest or "yes"
    else:
        raise EngineError("notation", "position", "unknown-section", text=part[:60])


def _cards(text: str, where: str, german: bool) -> str:
    return format_cards(parse_cards(text, german=german, where=where))
