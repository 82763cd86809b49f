"""Every legal next step of a turn, listed once, in kinds: single steps, never sets of melds; and what a search costs.

The searches of one question share a budget of counted steps. Steps are counted and never timed, so the same question
has the same answer on every machine. What grows with the hand or with the list of actions counts as more steps, so that
a step costs about the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from engine.law.actions import KIND_MASK, RANK_COUNT, Move, Verb
from engine.law.cards import BLACK_THREE_KIND, KIND_POINTS, RED_THREE_KIND
from engine.reach.finishing import can_go_out, canastas_in_reach, must_go_out
from engine.reach.laying import add_moves, meld_moves, take_moves
from engine.reach.points import reaches
from engine.reach.runs import Spend, nothing_counted
from engine.rules.drawing import may_decline
from engine.rules.melding import merge_faults
from engine.rules.registry import is_sound, kept_by_new_rules
from engine.turn.state import OUT_OF_REACH
from engine.turn.turn import Turn

LAYING: Final[Set[Verb]] = frozenset({"meld", "add", "merge"})
MOST_KINDS = 15
USUAL_CARDS = 15
DISCARDS = tuple(Move("discard", (kind,)) for kind in range(MOST_KINDS))
FINE_DISCARDS = tuple(Move("discard", (fine % RANK_COUNT,), fine=(fine,)) for fine in range(4 * RANK_COUNT))
DRAW, END, ASK, EXPOSE = Move("draw"), Move("end"), Move("ask"), Move("expose", (RED_THREE_KIND,))


MOST_STEPS: Final = 40_000
"""Steps of all searches of one question together."""


class BudgetSpent(Exception):
    """A search has come to its limit. Only the code that began the search catches it."""


class Budget:
    """Steps that are left; every search of a question spends from the same one."""

    __slots__ = ("left", "most")

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = most
        self.left = most

    @property
    def spent(self) -> int:
        """Steps spent so far, never more than ``most``."""
        return self.most - self.left

    def spend(self, steps: int) -> None:
        """Count so many steps before they are done. Raises BudgetSpent where they are more than are left."""
        if steps > self.left:
            self.left = 0
            raise BudgetSpent
        self.left -= steps

    def keep_back(self, steps: int) -> Budget:
        """A part of what is left: all but so many steps. What it spends is to be :meth:`settle`d."""
        return Budget(max(0, self.left - steps))

    def settle(self, part: Budget) -> None:
        """Count what a part has spent."""
        self.left -= part.spent


class Looks:
    """Whether turns can still end well, as one search asks it: counted in its budget, each turn looked at once.

    The turns are those of one player in one position, and the search comes to most of them in several ways.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.known: dict[tuple[object, ...], bool] = {}

    def is_sound(self, turn: Turn) -> bool:
        """As :func:`engine.rules.registry.is_sound`. May raise BudgetSpent."""
        key = turn.key()
        found = self.known.get(key)
        if found is None:
            self.budget.spend(look_cost(turn))
            found = self.known[key] = is_sound(turn, self.budget.spend)
        return found


def legal_moves(turn: Turn, *, looks: Looks | None = None, barred: Set[Verb] = frozenset()) -> list[Move]:
    """Each legal next step, in a stable order, but for the ``barred``. A step is legal if the turn can still end well.

    A search hands over its looks, which may raise BudgetSpent; without them the list is complete, whatever it costs.
    """
    spend = nothing_counted if looks is None else looks.budget.spend
    candidates = candidate_moves(turn, spend, laying=not barred >= LAYING)
    if barred:
        candidates = [move for move in candidates if move.verb not in barred]
    candidates = kept_by_new_rules(turn, candidates)
    if looks is not None:
        looks.budget.spend(len(candidates) + look_cost(turn))
    return sound_moves(turn, candidates, looks=looks)


def sound_moves(turn: Turn, candidates: list[Move], *, looks: Looks | None = None) -> list[Move]:
    """Those of the candidates after which the turn can still end well."""
    # Most steps need no look ahead: nothing is owed, and enough cards are left for the discard and the next turn.
    spare = -OUT_OF_REACH if must_go_out(turn) else turn.cards_in_hand - 2
    owes = turn.owes_minimum
    calm = spare >= 0 and not owes
    missing = 0 if turn.opened else turn.minimum - turn.laid
    hopeless: bool | None = None  # asked only where it matters
    found = []
    for move in candidates:
        verb = move.verb
        if verb in _NEEDS_NOTHING:
            safe = calm
        elif verb == "meld" or verb == "add":
            kinds = move.kinds
            settles = missing <= 0 or sum([KIND_POINTS[kind] for kind in kinds]) >= missing
            safe = spare >= len(kinds) and settles and BLACK_THREE_KIND not in kinds
        elif verb == "draw":
            # The last card of the stock replaces no red three that is still held.
            safe = spare >= -1 and not owes and not turn.hand[RED_THREE_KIND]
        elif verb == "take":
            came = turn.pile_size - 1 - sum([c.is_red_three for c in turn.pile])
            safe = turn.opened and spare + came >= len(move.kinds)
        else:
            safe = False
        if safe:
            found.append(move)
        elif verb in _NEED_TO_GO_OUT and turn.opened and not turn.last_red_three:
            # The side has opened, so what is not safe leaves too few cards: only going out makes it legal.
            if hopeless is None:
                hopeless = not canastas_in_reach(turn)
            if not hopeless and _leads_on(turn, move, looks):
                found.append(move)
        elif _leads_on(turn, move, looks):
            found.append(move)
    return found


_NEED_TO_GO_OUT = frozenset({"meld", "add", "merge", "discard"})
_NEEDS_NOTHING = frozenset({"discard", "ask", "merge"})


def look_cost(turn: Turn) -> int:
    """Steps that it counts to ask whether a turn can end well: more with more cards, and more where there are runs."""
    cards = sum(turn.hand)
    many = max(0, cards - USUAL_CARDS)
    return 2 + cards // 5 + many // 4 if turn.suited is None else 3 + cards // 3 + many // 2


def _leads_on(turn: Turn, move: Move, looks: Looks | None) -> bool:
    if move.verb == "discard" and turn.owes_minimum and turn.cards_in_hand > 1:
        return False  # what is owed cannot be laid after the turn
    if looks is not None:
        looks.budget.spend(1)
    after = turn.copy()
    after.apply(move)
    return is_sound(after) if looks is None else looks.is_sound(after)


def candidate_moves(turn: Turn, spend: Spend = nothing_counted, *, laying: bool = True) -> list[Move]:
    """Steps that break no rule by themselves; whether the turn can still end well is another question."""
    found: list[Move] = []
    if not turn.my_turn or turn.over:
        return found
    reds = turn.hand[RED_THREE_KIND]
    if turn.phase == "draw":
        if turn.stock != 0:
            found.append(DRAW)
        found += take_moves(turn)
        if reds:
            found.append(EXPOSE)
        elif turn.stock == 0 and may_decline(turn, spend):
            found.append(END)
        return found
    if reds:
        found.append(EXPOSE)
    if turn.may_ask and not turn.asked and not turn.laid_since_draw:
        found.append(ASK)
    if laying:
        found += _lays(turn, spend)
    if reds:
        return found
    if turn.last_red_three or turn.hand_is_empty:
        found.append(END)
    else:
        found += _discards(turn)
    return found


def _lays(turn: Turn, spend: Spend) -> list[Move]:
    found: list[Move] = []
    if turn.opened or _may_open(turn, spend):
        found += meld_moves(turn)
    if turn.melds or turn.sequences:
        found += add_moves(turn)
        if turn.rules.merge_melds:
            found += merge_moves(turn)
    return found


def _may_open(turn: Turn, spend: Spend) -> bool:
    """Whether a side that has not opened can do so now: the minimum is in reach, or the whole hand can be laid."""
    return reaches(turn, turn.minimum - turn.laid, keep=0, spend=spend) or can_go_out(turn, spend)


def _discards(turn: Turn) -> list[Move]:
    hand, suited = turn.hand, turn.suited
    if suited is None:
        return [DISCARDS[kind] for kind in range(RED_THREE_KIND) if hand[kind]]
    found = [FINE_DISCARDS[fine] for fine in _BY_RANK if suited[fine]]
    return found + [DISCARDS[kind] for kind in range(BLACK_THREE_KIND, RED_THREE_KIND) if hand[kind]]


_BY_RANK = tuple(sorted(range(4 * RANK_COUNT), key=lambda fine: fine % RANK_COUNT))


def merge_moves(turn: Turn) -> Iterator[Move]:
    """Every two sets of a rank that may be joined."""
    if not turn.rules.merge_melds or max(turn.melds, default=0) <= KIND_MASK:
        return  # no rank has a second set
    for number in sorted(turn.melds):
        for other in turn.numbers_of(number & KIND_MASK):
            if other > number and not merge_faults(turn, number, other):
                yield Move("merge", target=number, source=other)
