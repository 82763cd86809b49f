"""What the whole lay-down breaks: minimum, owed discard, black threes, partner's answer, forced take."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from tests.oracle_actions import Action
from tests.oracle_cards import NATURAL_RANKS, OracleError, copies_in_deck, kind
from tests.oracle_finish import (
    answer_in_force,
    can_finish,
    can_go_out,
    going_out_faults,
    is_concealed,
    layout_of,
)
from tests.oracle_play import play
from tests.oracle_position import Table


def faults_of_whole(table: Table, *, faulty: bool, unfinished: bool) -> set[str]:
    """The rules that the list as a whole certainly breaks; `table` is as the turn ended or the list stopped.

    `faulty` says that a single action is broken already.
    Raises OracleError where nothing is certainly broken and the verdict hangs on cards that are not named or on
    an answer that is not given.
    """
    answers = [None]
    if (
        table.phase == "play"
        and table.asked
        and table.permission is None
        and is_over(table)
        and not unfinished
    ):
        answers = ["yes", "no"]
    found = [
        set(_faults_in(world, unfinished=unfinished))
        for answer in answers
        for world in worlds(_answered(table, answer))
    ]
    certain = set.intersection(*found)
    if not faulty and not certain and any(found):
        if len(answers) > 1:
            raise OracleError("position", "permission", "the partner's answer decides this")
        raise OracleError("request", "actions", "cards that are not named decide this")
    return certain


def _answered(table: Table, answer: str | None) -> Table:
    """The table where the partner has given this answer, if it is still open."""
    answered = table.copy()
    answered.permission = answer or table.permission
    return answered


def is_over(table: Table) -> bool:
    """The turn has been ended, or the player has no card left."""
    return table.ended is not None or (table.phase == "play" and table.cards_left == 0)


def worlds(table: Table) -> Iterator[Table]:
    """The table with every choice of cards for those that are not named.

    Only the kind of a card matters. Of three and more unknown cards at most two kinds are tried together.
    """
    if not table.unknown:
        yield table
        return
    for kinds in combinations_with_replacement([*NATURAL_RANKS, "3b", "2", "JK"], table.unknown):
        if len(set(kinds)) > 2:
            continue
        named = [card for what in set(kinds) for card in _unseen(table, what)[: kinds.count(what)]]
        if len(named) == table.unknown:
            world = table.copy()
            world.unknown = 0
            world.hand += Counter(named)
            yield world


def _unseen(table: Table, what: str) -> list[str]:
    """The cards of a kind that have not been seen yet."""
    names = ["JK"] if what == "JK" else [what[0] + suit for suit in ("cs" if what == "3b" else "cdhs")]
    rules = table.rules
    left = {
        name: copies_in_deck(name, rules["packs"], rules["jokers"]) - table.elsewhere[name] for name in names
    }
    return [name for name, number in left.items() for _ in range(number)]


def _faults_in(table: Table, *, unfinished: bool) -> list[str]:
    if table.ended == "last red three":
        return []
    if table.ended == "declined":
        return _red_three_held(table) + (["stock.forced-take"] if must_take(table) else [])
    if table.phase == "draw" and table.ended is None:
        return []
    if table.ended in ("discard", "end") or table.cards_left == 0:
        return _finished(table)
    must_go_out = _must_go_out(table)
    if (unfinished or not table.laid) and can_finish(table, must_go_out=must_go_out):
        return []
    return _as_it_stands(table)


def how_out(table: Table) -> str:
    """How the player went out: no, yes or concealed."""
    if table.phase == "draw" or table.cards_left:
        return "no"
    return "concealed" if is_concealed(layout_of(table)) else "yes"


def must_take(table: Table) -> bool:
    """With the stock empty: the pile is not frozen and its top card may legally go onto an own meld."""
    if not table.pile or table.is_frozen:
        return False
    trial = table.copy()
    trial.faults.clear()
    trial.ended, trial.phase, trial.drew = None, "draw", None
    rank = trial.pile[-1][0]
    if trial.find(rank) is None:
        return False
    play(trial, Action("take", [], rank), 0)
    return not trial.faults and not faults_of_whole(trial, faulty=False, unfinished=True)


def _named(table: Table, rule: str) -> str:
    return table.minimum_rule if rule == "minimum" else rule


def _must_go_out(table: Table) -> bool:
    return table.black_threes_laid or answer_in_force(table) == "yes"


def _red_three_held(table: Table) -> list[str]:
    held = any(kind(card) == "3r" for card in table.hand)
    return ["red3.expose-at-once"] if held else []


def _duty_to_go_out(table: Table) -> list[str]:
    broken = ["black3.meld-only-going-out"] if table.black_threes_laid else []
    return broken + (["out.ask-binding"] if answer_in_force(table) == "yes" else [])


def _short_of_minimum(table: Table) -> bool:
    return table.laid and not table.minimum_reached


def _finished(table: Table) -> list[str]:
    """After a discard or an `end`."""
    if table.cards_left == 0:
        return [_named(table, rule) for rule in going_out_faults(layout_of(table))]
    broken = _red_three_held(table) + _duty_to_go_out(table)
    if _short_of_minimum(table):
        broken.append(table.minimum_rule)
    return broken


def _as_it_stands(table: Table) -> list[str]:
    """No discard yet: what is laid must be legal already, and the discard that is owed must be possible."""
    broken = []
    layout = layout_of(table)
    last = going_out_faults(layout) if layout.left == 1 else []
    if _must_go_out(table):
        if not can_go_out(table):
            broken += _duty_to_go_out(table)
            if "out.canastas-needed" in last:
                broken.append("turn.keep-a-card")
    elif "out.canastas-needed" in last:
        broken.append("turn.keep-a-card")
    elif "out.ask-binding" in last:
        broken.append("out.ask-binding")
    goes_out_now = layout.left == 1 and not last
    if _short_of_minimum(table) and not goes_out_now:
        broken.append(table.minimum_rule)
    return broken
