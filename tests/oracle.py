"""An independent judge and scorer for Canasta: slow, plain, written from the rules alone.

It shares only the card notation with the engine. Where the two differ, one of them misreads the rules.
Whatever looks ahead is tried out card by card here, nothing is calculated in closed form.
"""

from tests.oracle_actions import Action, parse_action
from tests.oracle_cards import NATURAL_RANKS, OracleError, in_order, kind, text
from tests.oracle_play import play
from tests.oracle_position import Table, describe, read_position
from tests.oracle_score import score
from tests.oracle_turn import faults_of_whole, how_out, is_over

__all__ = ["OracleError", "judge", "legal_next", "score"]


def judge(position: dict, actions: list[str], unfinished: bool = False) -> dict:
    """Judge a list of actions.

    Returns "legal", "broken" (sorted rule ids), "went_out" ("no", "yes", "concealed") and "after" (hand, own
    melds, pile, stock, whose turn). Raises OracleError for input that is not a question.
    """
    table = read_position(position)
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
    return {
        "legal": not broken,
        "broken": sorted(broken),
        "went_out": "no" if broken else how_out(last),
        "after": describe(table, over=is_over(last)),
    }


def legal_next(position: dict, actions: list[str]) -> list[str]:
    """Every next action that is legal after these, found by trying a generous grid of them all."""
    table = read_position(position)
    for index, words in enumerate(actions):
        play(table, parse_action(words, f"actions[{index}]"), index)
    found = []
    for words in _grid(table):
        try:
            verdict = judge(position, [*actions, words], unfinished=True)
        except OracleError:
            continue
        if verdict["legal"]:
            found.append(words)
    return found


def _grid(table: Table) -> list[str]:
    """Next actions worth trying: all sizes of all groups of one rank with wild cards, up to suits."""
    if not table.my_turn or table.ended is not None:
        return []
    words = ["draw", "ask", "end"]
    groups = groups_in_hand(table)
    words += [f"expose {card}" for card in in_order(table.hand) if kind(card) == "3r"]
    if table.phase == "draw":
        words += [f"take {text(cards)}" for cards in groups]
        if table.pile:
            rank = table.pile[-1][0]
            words += [f"take onto {rank}"] + [f"take {text(cards)} onto {rank}" for cards in groups]
    words += [f"meld {text(cards)}" for cards in groups]
    words += [f"add {text(cards)} to {meld.rank}" for meld in table.melds for cards in groups]
    words += [f"discard {text(cards)}" for cards in groups if len(cards) == 1]
    return [each for each in words if not _is_second_name(table, each)]


def _is_second_name(table: Table, words: str) -> bool:
    """`take Kh Kd` where a meld of kings lies there: the same as `take Kh Kd onto K`, which is listed."""
    if not words.startswith("take ") or " onto " in words or not table.pile:
        return False
    return table.find(table.pile[-1][0]) is not None


def groups_in_hand(table: Table) -> list[list[str]]:
    """Every group of hand cards of one rank with any wild cards, and wild cards alone, first suits first."""
    hand = in_order(table.hand)
    twos = [card for card in hand if kind(card) == "2"]
    jokers = [card for card in hand if card == "JK"]
    groups = []
    for name in ["", *NATURAL_RANKS, "3b"]:
        own = [card for card in hand if kind(card) == name]
        for naturals in range(1 if name else 0, (len(own) if name else 0) + 1):
            for two in range(len(twos) + 1):
                for joker in range(len(jokers) + 1):
                    cards = own[:naturals] + twos[:two] + jokers[:joker]
                    if cards:
                        groups.append(cards)
    return groups


def parse(words: str) -> Action:
    """One action of the notation, for tests that build lists."""
    return parse_action(words, "actions[0]")
