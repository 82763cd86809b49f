"""What the whole lay-down breaks: minimum, owed discard, black threes, partner's answer, forced take."""

from collections.abc import Iterator

from tests.oracle_actions import parse_action
from tests.oracle_cards import NATURAL_RANKS, OracleError, copies_in_deck, kind
from tests.oracle_finish import (
    answer_in_force,
    can_finish,
    can_go_out,
    going_out_faults,
    is_concealed,
    layout_of,
)
from tests.oracle_grid import takes
from tests.oracle_melds import faults_of_more
from tests.oracle_play import play
from tests.oracle_position import Meld, Table


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
        each
        for answer in answers
        for each in _possible_faults(_answered(table, answer), unfinished=unfinished)
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


def _possible_faults(table: Table, *, unfinished: bool) -> list[set[str]]:
    """The faults of the whole for every card that the card without a name may be.

    What breaks nothing while unknown cards are only held breaks nothing whichever they are. Of two and more unknown
    cards it is left open whether the player could go out, or reach the minimum, with them.
    """
    held = set(_faults_in(table, unfinished=unfinished))
    if not held or not table.unknown:
        return [held]
    if table.unknown == 1:
        return [set(_faults_in(world, unfinished=unfinished)) for world in worlds(table)]
    open_ones = {"black3.meld-only-going-out"} | ({"out.ask-binding"} if table.permission == "yes" else set())
    drawn = table.held_before_take is None  # cards of the pile do not help to reach the minimum
    open_ones |= {table.minimum_rule} if unfinished and drawn else set()
    return [held] if is_over(table) else [held, held - open_ones]


def worlds(table: Table) -> Iterator[Table]:
    """The table with the one unknown card being each kind that may still be in the stock."""
    for what in [*NATURAL_RANKS, "3b", "2", "JK"]:
        for card in _unseen(table, what):
            world = table.copy()
            world.unknown = 0
            world.hand[card] += 1
            yield world


def _unseen(table: Table, what: str) -> list[str]:
    """A card of the kind that has not been seen yet; where suits matter one of each suit."""
    names = ["JK"] if what == "JK" else [what[0] + suit for suit in ("cs" if what == "3b" else "cdhs")]
    packs, jokers = table.rules["packs"], table.rules["jokers"]
    unseen = [name for name in names if table.elsewhere[name] < copies_in_deck(name, packs, jokers)]
    return unseen if table.rules["sequences"] and what in NATURAL_RANKS else unseen[:1]


def _faults_in(table: Table, *, unfinished: bool) -> list[str]:
    if table.ended == "last red three":
        if table.laid and table.cards_left == 0:
            return _finished(table)
        return [table.minimum_rule] if _short_of_minimum(table) else []
    if table.ended == "declined":
        broken = _finished(table) if table.laid else _red_three_held(table)
        try:
            return broken + (["stock.forced-take"] if must_take(table) else [])
        except OracleError:
            if broken or table.faults:
                return broken  # unnamed cards decide whether it may be taken, but not the verdict
            raise
    if table.phase == "draw" and table.ended is None:
        return _before_drawing(table, unfinished=unfinished)
    if table.phase == "draw" and not table.laid:
        return _red_three_held(table)
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
    rules = table.rules
    means_something = (
        rules["concealed_total"] != rules["going_out_bonus"] or rules["concealed_waives_minimum"]
    )
    return "concealed" if means_something and is_concealed(layout_of(table)) else "yes"


def must_take(table: Table) -> bool:
    """With the stock empty: the pile is not frozen, its top card fits an own meld, and it may be taken.

    In the wider form of the rule it is enough that it may be taken.
    """
    if not table.pile:
        return False
    top = table.pile[-1]
    fits = any(_fits(top, meld, table.rules) for meld in table.melds) and not table.is_frozen
    if table.rules["empty_stock_forced_take"] == "fits_own_meld" and not fits:
        return False
    return any(_may_take(table, words) for words in takes(table))


def _fits(top: str, meld: Meld, rules: dict) -> bool:
    if meld.sort == "sequence":
        return not faults_of_more(meld.cards, [top], rules, "sequence")
    return meld.sort == "set" and meld.rank == top[0]


def _may_take(table: Table, words: str) -> bool:
    trial = table.copy()
    trial.faults.clear()
    trial.ended, trial.phase, trial.drew = None, "draw", None
    play(trial, parse_action(words, "end"), 0)
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
    if layout_of(table).left == 0:  # red threes that nothing replaces are no cards to go on with
        faults = going_out_faults(layout_of(table))
        return _red_three_held(table) + [_named(table, rule) for rule in faults]
    broken = _red_three_held(table) + _duty_to_go_out(table)
    if _short_of_minimum(table):
        broken.append(table.minimum_rule)
    return broken


def _last_card(faults_of_discarding_it: list[str]) -> list[str]:
    if "out.canastas-needed" in faults_of_discarding_it:
        return ["turn.keep-a-card"]
    return [rule for rule in faults_of_discarding_it if rule == "out.ask-binding"]


def _before_drawing(table: Table, *, unfinished: bool) -> list[str]:
    """Something may have been laid although the turn has not begun; a card is still to come."""
    if not _short_of_minimum(table) or (unfinished and can_finish(table, must_go_out=_must_go_out(table))):
        return []
    return [table.minimum_rule]


def _as_it_stands(table: Table) -> list[str]:
    """No discard yet: what is laid must be legal already, and the discard that is owed must be possible."""
    broken = []
    layout = layout_of(table)
    if layout.left == 0:  # only red threes are held, and nothing replaces them
        return [_named(table, rule) for rule in going_out_faults(layout)]
    last = going_out_faults(layout) if layout.left == 1 and not table.no_discard else []
    if _must_go_out(table):
        if not can_go_out(table):
            broken += _duty_to_go_out(table) + _last_card(last)
    else:
        broken += _last_card(last)
    goes_out_now = layout.left == 1 and not last and not table.no_discard
    if _short_of_minimum(table) and not goes_out_now:
        broken.append(table.minimum_rule)
    return broken
