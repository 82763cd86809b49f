"""An independent judge and scorer for Canasta: slow, plain, written from the rules alone.

It shares only the card notation with the engine. Where the two differ, one of them misreads the rules.
Whatever looks ahead is tried out card by card here, nothing is calculated in closed form.
"""

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

    Returns "legal", "broken" (sorted rule ids), "undecided" (those among them that are broken in one reading of the
    text only; then "legal" is None, if no rule is certainly broken), "went_out" ("no", "yes", "concealed") and
    "after" (hand, own melds, pile, stock, whose turn). Raises OracleError for input that is not a question.
    """
    rules = read_rules(position)
    found = [
        _judge_in(read_position(position, reading), actions, unfinished)
        for reading in readings(rules, position.get("own", {}).get("score", 0))
    ]
    certain = set.intersection(*(broken for broken, _ in found))
    undecided = {name_of_open_rule(rules, rule) for broken, _ in found for rule in broken - certain}
    last, after = found[0][1]
    return {
        "legal": False if certain else (None if undecided else True),
        "broken": sorted(certain | undecided),
        "undecided": sorted(undecided),
        "went_out": "no" if certain or undecided else how_out(last),
        "after": describe(after, over=is_over(last)),
    }


def _judge_in(table: Table, actions: list[str], unfinished: bool) -> tuple[set[str], tuple[Table, Table]]:
    """The broken rules in one reading, the table as the turn ended (or the list), and as the list ended."""
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
        broken |= faults_of_whole(last, faulty=bool(broken), unfinished=unfinished)
    return broken, (last, table)


def legal_next(position: dict, actions: list[str]) -> list[str]:
    """Every next action that is legal after these, found by trying a generous grid of them all."""
    table = read_position(
        position, readings(read_rules(position), position.get("own", {}).get("score", 0))[0]
    )
    for index, words in enumerate(actions):
        play(table, parse_action(words, f"actions[{index}]"), index)
    return [words for words in grid(table) if _is_legal_next(position, actions, table, words)]


def _is_legal_next(position: dict, actions: list[str], table: Table, words: str) -> bool:
    """The full judgement, but only of what breaks nothing by itself."""
    trial = table.copy()
    try:
        play(trial, parse_action(words, "next"), len(actions))
        if len(trial.faults) > len(table.faults):
            return False
        return judge(position, [*actions, words], unfinished=True)["legal"] is True
    except OracleError:
        return False


def parse(words: str) -> Action:
    """One action of the notation, for tests that build lists."""
    return parse_action(words, "actions[0]")
