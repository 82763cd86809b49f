"""The public door to every text and JSON form of the engine: cards, actions, positions, rule sets."""

from engine.json_position import position_from_json, position_to_json, rules_from_json, rules_to_json
from engine.text_actions import (
    MAX_ACTIONS,
    MAX_TEXT,
    format_action,
    format_cards,
    format_sorted,
    parse_action,
    parse_actions,
    parse_cards,
)
from engine.text_position import format_position, format_rules, parse_position, parse_rules

__all__ = [
    "MAX_ACTIONS",
    "MAX_TEXT",
    "format_action",
    "format_cards",
    "format_position",
    "format_rules",
    "format_sorted",
    "parse_action",
    "parse_actions",
    "parse_cards",
    "parse_position",
    "parse_rules",
    "position_from_json",
    "position_to_json",
    "rules_from_json",
    "rules_to_json",
]
