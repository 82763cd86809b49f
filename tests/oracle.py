"""An independent judge and scorer for Canasta: slow, plain, written from the rules alone.

It shares only the card notation with the engine. Where the two differ, one of them misreads the rules.
Whatever looks ahead is tried out card by card here, nothing is calculated in closed form.
"""

from dataclasses import dataclass

from tests.oracle_actions import Action, parse_action
from tests.oracle_cards import OracleError
from tests.oracle_grid import grid
from tests.oracle_play import play
from tests.oracle_position import Table, describe, read_position, read_rules
from tests.oracle_rules import name_of_open_rule, readings
from tests.oracle_score import score
from tests.oracle_turn import faults_of_whole, how_out, is_over

__all__ = ["OracleError", "judge", "legal_next", "score"]


def judge(position: dict, actions: list[str], unfinished: bool = False) -> dict:
    """Judge a list of actions.

    Returns "legal", "broken" (sorted rule ids), "undecided" (what the text leaves open; "legal" is None where the
    readings part and no rule is broken for certain), "went_out" ("no", "yes", "concealed") and "after" (hand, own
    melds, pile, stock, whose turn). Raises OracleError for input that is not a question.
    """
    rules = read_rules(position)
    found = [_judge_in(reading, position, actions, unfinished) for reading in _readings(position)]
    certain = set.intersection(*(each.broken for each in found))
    parting = {name_of_open_rule(rules, rule) for each in found for rule in each.broken - certain}
    first = found[0]
    broken = certain | parting | set(first.open_points)
    undecided = parting | set(first.open_points)
    legal = False if all(each.broken for each in found) else (None if undecided else True)
    if legal:
        undecided |= set(first.remarks)
    rest_matters = legal is not None and "samba.sequence-pickup" in first.remarks
    if rest_matters and _legal_if_the_rest_stays(position, actions, unfinished) is not legal:
        legal = None
        undecided.add("samba.sequence-pickup")
    return {
        "legal": legal,
        "broken": sorted(broken),
        "undecided": sorted(undecided),
        "went_out": how_out(first.last) if legal else "no",
        "after": describe(first.after, over=is_over(first.last)),
    }


@dataclass
class Found:
    """What one reading of the text gives: the tables are those at the end of the turn, or of the list."""

    broken: set[str]
    open_points: list[str]
    remarks: list[str]
    last: Table
    after: Table


def _readings(position: dict) -> list[dict]:
    return readings(read_rules(position), position.get("own", {}).get("score", 0))


def _legal_if_the_rest_stays(position: dict, actions: list[str], unfinished: bool) -> bool:
    """Whether the list is legal too if only the top card is taken for a sequence."""
    try:
        found = [
            _judge_in(reading | {"rest": "stays"}, position, actions, unfinished)
            for reading in _readings(position)
        ]
    except OracleError:
        return False
    return not set.intersection(*(each.broken for each in found))


def _judge_in(reading: dict, position: dict, actions: list[str], unfinished: bool) -> Found:
    table = read_position(position, reading)
    parsed = [parse_action(words, f"actions[{i}]") for i, words in enumerate(actions)]
    table.asked = table.permission is not None and not any(action.verb == "ask" for action in parsed)
    at_the_end: Table | None = None
    for index, action in enumerate(parsed):
        play(table, action, index)
        if table.ended is not None and at_the_end is None:
            at_the_end = table.copy()
    last = at_the_end or table
    broken = {rule for rule, _ in table.faults}
    if table.my_turn:
        faulty = bool(broken or table.open_points)
        broken |= faults_of_whole(last, faulty=faulty, unfinished=unfinished)
    return Found(broken, table.open_points, table.remarks, last, table)


def legal_next(position: dict, actions: list[str]) -> list[str]:
    """Every next action that is legal after these, found by trying a generous grid of them all."""
    table = read_position(position, _readings(position)[0])
    for index, words in enumerate(actions):
        play(table, parse_action(words, f"actions[{index}]"), index)
    return [words for words in grid(table) if _is_legal_next(position, actions, table, words)]


def _is_legal_next(position: dict, actions: list[str], table: Table, words: str) -> bool:
    """The full judgement, but only of what breaks nothing by itself."""
    trial = table.copy()
    try:
        play(trial, parse_action(words, "next"), len(actions))
        if len(trial.faults) > len(table.faults) or len(trial.open_points) > len(table.open_points):
            return False
        return judge(position, [*actions, words], unfinished=True)["legal"] is True
    except OracleError:
        return False


def parse(words: str) -> Action:
    """One action of the notation, for tests that build lists."""
    return parse_action(words, "actions[0]")
