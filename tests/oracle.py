"""An independent judge and scorer for Canasta: slow, plain, written from the ledger and interchange form alone.

It is written without the engine's code and shares only the notation with it. Where the two differ, one of them
misreads the rules.
Whatever looks ahead is tried out card by card here, nothing is calculated in closed form.
"""

from tests.oracle_actions import Action, parse_action
from tests.oracle_cards import OracleError
from tests.oracle_grid import grid
from tests.oracle_melds import OPEN_WILD_MELD
from tests.oracle_play import play
from tests.oracle_position import Table, describe, read_position, read_rules
from tests.oracle_rules import name_of_open_rule, open_questions, readings
from tests.oracle_score import score
from tests.oracle_turn import faults_of_whole, how_out, is_over

__all__ = ["OracleError", "judge", "legal_next", "score"]

OPEN_REST = "samba.sequence-pickup"
ALWAYS_OPEN = {OPEN_WILD_MELD, OPEN_REST}


def judge(position: dict, actions: list[str], unfinished: bool = False) -> dict:
    """Judge a list of actions.

    Returns "legal", "broken" (sorted rule ids), "undecided" (those among them that are broken in one reading of the
    text only; then "legal" is None, if no rule is certainly broken), "went_out" ("no", "yes", "concealed") and
    "after" (hand, own melds, pile, stock, whose turn). Raises OracleError for input that is not a question.
    """
    rules = read_rules(position)
    by_minimum = readings(rules, position.get("own", {}).get("score", 0))
    found = [_judge_in(position, reading, actions, unfinished) for reading in by_minimum]
    for problem in found:
        if isinstance(problem, OracleError):
            raise problem
    certain = set.intersection(*(broken for broken, *_ in found))
    undecided = {name_of_open_rule(rules, rule) for broken, *_ in found for rule in broken - certain}
    legal_anyway = not certain and not undecided
    for name, change in open_questions(rules, actions, position).items():
        other = _judge_in(position, by_minimum[0] | change, actions, unfinished)
        allowed = not isinstance(other, OracleError) and not other[0]
        if allowed != (not found[0][0]):
            undecided |= {name}
            certain = set()
        elif name != OPEN_REST and not isinstance(other, OracleError) and other[0] != found[0][0]:
            undecided |= {name}
            certain &= other[0]
    certain, undecided = certain - ALWAYS_OPEN, undecided | (certain & ALWAYS_OPEN)
    last, after = found[0][1], found[0][2]
    if last.rules["pickup_whole_pile"] == "unclear" and "pickup.whole-pile" in certain:
        certain, undecided = certain - {"pickup.whole-pile"}, undecided | {"pickup.whole-pile"}
    fault_free = legal_anyway and not undecided and not certain
    return {
        "legal": False if certain else (True if fault_free else None),
        "broken": sorted(certain | (undecided - _only_open(found[0][0]))),
        "undecided": sorted(undecided if certain else undecided | last.open_points),
        "went_out": how_out(last) if fault_free else "no",
        "after": describe(after, over=is_over(last)),
    }


def _only_open(broken: set[str]) -> set[str]:
    """Where the rest of the pile goes is only open; it is broken where somebody leaves the rest himself."""
    return set() if OPEN_REST in broken else {OPEN_REST}


def _judge_in(position: dict, rules: dict, actions: list[str], unfinished: bool):
    """The broken rules in one reading, the table as the turn ended (or the list), and as the list ended."""
    try:
        return _play_all(read_position(position, dict(rules)), actions, unfinished)
    except OracleError as problem:
        return problem


def _play_all(table: Table, actions: list[str], unfinished: bool) -> tuple[set[str], Table, Table]:
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
        broken |= faults_of_whole(last, faulty=bool(broken - ALWAYS_OPEN), unfinished=unfinished)
    return broken, last, table


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
