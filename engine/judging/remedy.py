"""The smallest change that makes an illegal list of actions legal. Exact, as far as its budget reaches.

Only where a list is so long and so wrong that the steps do not settle it, a legal change is taken from the plainest
ones; the remedy says then that it may not be the smallest.

A remedy is a legal list at the least cost: fewest actions inserted, removed or replaced; then fewest cards
changed; then keeping the player's kinds of action; then canonical order. Every beginning of a legal list is
itself acceptable as unfinished, so only lists grown by legal steps need to be looked at; the player's own
actions are followed where they are legal. Costs are explored in rising order, so the first list that is
complete is the smallest change.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal

from engine.judging.moves import LAYING, Budget, BudgetSpent, Looks, legal_moves, look_cost
from engine.judging.outlook import NO_WAY, Outlook, Wanted
from engine.law.actions import Action, Move, Verb, move_of
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.rules.drawing import may_decline
from engine.rules.pickup import onto_run
from engine.rules.registry import breaches, closing_breaches
from engine.turn.table import Table, realise
from engine.turn.turn import Turn

# Actions changed, cards changed, own kinds of action not kept, length: canonical order puts the shorter list first.
Cost = tuple[int, int, int, int]
PLAIN_STEPS: Final = 6_000
"""Steps kept back for plain changes, in which nothing new is laid but what takes the pile."""
BAREST_STEPS: Final = 1_500
"""Of these, steps kept back for the barest changes, in which nothing is laid at all."""
ENDING: Final = ("discard", "end")
Extent = Literal["all", "plain", "barest"]
"""How far a search goes: to every change; to plain ones, where nothing new is laid but what takes the pile; or to the
barest, where nothing is laid at all and nothing new taken."""
_LEFT_OUT: Final[dict[Extent, Set[Verb]]] = {"all": frozenset(), "plain": LAYING, "barest": LAYING | {"take"}}
"""The kinds of actions that are not put in."""
_KEPT_BACK: Final[dict[Extent, int]] = {"all": PLAIN_STEPS, "plain": BAREST_STEPS, "barest": 0}
"""In the order of the searches: the steps that each leaves for those after it."""
Step = int | Move  # an own action by its index, or a new one
_Found = tuple[Cost, tuple[tuple[int, ...], ...], tuple[Action, ...]]


@dataclass(frozen=True, slots=True)
class Remedy:
    """The change that was found, None where no list of actions is legal at all.

    ``limited`` says that the search stopped at its limit: there may be a smaller change, or one where none was found.
    """

    actions: tuple[Action, ...] | None
    limited: bool = False


def find_remedy(
    position: Position,
    actions: Sequence[Action],
    *,
    unfinished: bool = False,
    stay: int = 0,
    budget: Budget | None = None,
) -> Remedy:
    """The smallest legal change of an illegal list.

    It ends the turn only if the player did, and it is never empty. With ``unfinished`` a list to which more must be
    added is proposed where no other is legal. The first ``stay`` actions, legal ones, cannot be changed any more: what
    is proposed begins with them.
    """
    # The partner's answer belongs to the ``ask`` in the list or, without one, to a question asked before.
    # Which of the two holds changes what binds the player, so both kinds of remedy are looked for.
    ways = (True, False) if position.permission is not None else (False,)
    budget = budget or Budget()
    limited = False
    # A question that the player did not think of mends nothing by itself: it is proposed only where nothing else is.
    for new_question, more_follows in product((False, True), (False, True) if unfinished else (False,)):
        searches = [
            _Search(
                position, actions, asks=asks, new_question=new_question, more_follows=more_follows, stay=stay
            )
            for asks in ways
        ]
        found = []
        for later, search in zip(reversed(range(len(searches))), searches, strict=True):
            remedy, whole = _run(search, budget, kept=later * BAREST_STEPS)
            limited = limited or not whole
            if remedy is not None:
                found.append(remedy)
        if found:
            return Remedy(min(found, key=lambda entry: entry[:2])[2], limited)
    return Remedy(None, limited)


def _run(search: _Search, budget: Budget, *, kept: int) -> tuple[_Found | None, bool]:
    """What this search finds, and whether it came to its end; where not, one among the plainest changes.

    ``kept`` are steps that are left for others.
    """
    for extent, reserve in _KEPT_BACK.items():
        search.narrow(extent)
        part = budget.keep_back(kept + reserve)
        try:
            return search.run(part), extent == "all"
        except BudgetSpent:
            pass
        finally:
            budget.settle(part)
    return None, False


class _Onward:
    """A legal step from one state, and the turn after it, made when it is first asked for."""

    __slots__ = ("move", "turn")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.turn: Turn | None = None

    def after(self, turn: Turn) -> Turn:
        if self.turn is None:
            self.turn = _after(turn, self.move)
        return self.turn


class _Search:
    def __init__(
        self,
        position: Position,
        actions: Sequence[Action],
        *,
        asks: bool,
        new_question: bool,
        more_follows: bool,
        stay: int,
    ) -> None:
        self.position = position
        self.actions = actions
        self.stay = stay
        self.moves = [move_of(action, position.rules) for action in actions]
        self.must_ask = asks
        self.barred: set[Verb] = set() if new_question else {"ask"}
        self.start = Turn.start(position, asks=asks)
        self.may_end = self._player_ended()
        if self._drawn_is_named():
            self.barred.add("draw")  # what the stock gave is not the player's to change
        self.extent: Extent = "all"
        self.more_follows = more_follows
        self.hopeless = [self._is_hopeless(*each) for each in zip(self.actions, self.moves, strict=True)]
        self.outlook = Outlook(actions, self.moves, self.hopeless, more_follows=more_follows)
        self.edge = 2 + len(actions) // 6  # steps for each way on: each own action is looked at
        self.steps_from: dict[tuple[object, ...], list[_Onward]] = {}

    def narrow(self, extent: Extent) -> None:
        """Look at so many changes only."""
        self.extent = extent
        self.steps_from.clear()
        if extent == "barest":
            gone = [
                move.verb in LAYING or hopeless
                for move, hopeless in zip(self.moves, self.hopeless, strict=True)
            ]
            self.outlook = Outlook(self.actions, self.moves, gone, more_follows=self.more_follows)

    def _player_ended(self) -> bool:
        if any(action.verb in ENDING for action in self.actions):
            return True
        table = Table(self.position)
        for action in self.actions:
            table.do(action)
        return table.is_out

    def _drawn_is_named(self) -> bool:
        """Whether the list draws cards by name, in a way that stands."""
        return any(
            action.verb == "draw" and action.cards and not breaches(self.start, action, move)
            for action, move in zip(self.actions, self.moves, strict=True)
        )

    def _is_hopeless(self, action: Action, move: Move) -> bool:
        """Whether nothing that comes before can make this action legal. Cautious: False where that is not sure."""
        if action.verb in ("move", "swap") or action.target.startswith("opp:") or action.top_only:
            return True
        if action.verb == "merge":
            return not self.start.rules.merge_melds
        if action.verb in ("draw", "take"):
            if self.start.phase == "play":
                return True
            found = (
                {rule for rule, _ in breaches(self.start, action, move)} if self.start.pile_size else set()
            )
            return bool(found - {"pickup.one-card-rule"})
        if action.verb == "meld":
            # Melds only come to lie on the table and never leave it; without any, only the shape can be wrong.
            ideal = self._ideal({})
        elif action.verb == "add" and self.start.has_meld(move.target) and not self.start.rules.merge_melds:
            ideal = self._ideal(self.start.melds)
        else:
            return False
        return bool(breaches(ideal, action, move))

    def _ideal(self, melds: dict[int, tuple[int, int, int]]) -> Turn:
        """The turn at its most permissive: begun, opened, with these melds and nothing else in the way."""
        ideal = self.start.copy()
        ideal.my_turn, ideal.over, ideal.phase, ideal.drew = True, "", "play", "stock"
        ideal.opened, ideal.held, ideal.melds = True, None, melds
        return ideal

    def run(self, budget: Budget) -> _Found | None:
        """Search over (state of the turn, place in the player's list) for the least cost.

        The actions that must still be changed at least count as changed already, so states that lead nowhere soon wait.
        Raises BudgetSpent where its steps do not suffice.
        """
        count = len(self.actions)
        looks = Looks(budget)
        tie = 0
        # What it costs at least, sorting key, a number of its own, the cost so far, place, turn, steps.
        queue: list[tuple[Cost, tuple[tuple[int, ...], ...], int, Cost, int, Turn, tuple[Step, ...]]] = []
        heapq.heappush(queue, ((0, 0, 0, 0), (), 0, (0, 0, 0, 0), 0, self.start, ()))
        done: set[tuple[object, ...]] = set()
        while queue:
            _, order, _, cost, place, turn, steps = heapq.heappop(queue)
            state = turn.key()
            key = (state, place, bool(steps))
            if key in done:
                continue
            done.add(key)
            if place == count and steps and self._is_goal(turn, budget):
                found = self._realised(steps)
                if found is not None and self._stands_without_rest(found):
                    return cost, order, found
            alive = self.outlook.alive(turn, place)
            # Something must be done at all, so the first step may be anything.
            wanted = self.outlook.wanted(turn, alive) if steps else None
            for more, step, after, next_place in self._steps(turn, place, state, looks, wanted):
                if self.must_ask and not after.asked and (after.laid_since_draw or after.over):
                    continue  # too late for the question
                move = self.moves[step] if isinstance(step, int) else step
                alive_then = self.outlook.alive_after(alive, turn, move, after, next_place)
                ahead, cards = self.outlook.changes(after, next_place, alive_then)
                if ahead >= NO_WAY:
                    continue
                so_far = (
                    cost[0] + more[0], cost[1] + more[1], cost[2] + more[2], cost[3] + (step is not None)
                )  # fmt: skip
                way = order if move is None else (*order, _sort_key(move))
                tie += 1
                following = steps if step is None else (*steps, step)
                least = (so_far[0] + ahead, so_far[1] + cards, *so_far[2:])
                heapq.heappush(queue, (least, way, tie, so_far, next_place, after, following))
        return None

    def _is_goal(self, turn: Turn, budget: Budget) -> bool:
        # A last red three ends the deal, not the player the turn.
        ended = turn.over in ("discard", "end") or (turn.phase == "play" and turn.hand_is_empty)
        if (ended and not self.may_end) or (self.must_ask and not turn.asked):
            return False
        if ended and turn.asked and turn.permission is None:
            return False
        try:
            return not closing_breaches(turn, unfinished=self.more_follows, spend=budget.spend)
        except EngineError:
            return False

    def _steps(
        self, turn: Turn, place: int, state: tuple[object, ...], looks: Looks, wanted: Wanted | None
    ) -> Iterator[tuple[tuple[int, int, int], Step | None, Turn, int]]:
        """Every way on: keep, remove or replace the own action at this place, or put a new one before it.

        ``wanted`` are the lays that could be of use, None for any.
        """
        own = self.moves[place] if place < len(self.actions) else None
        budget = looks.budget
        budget.spend(self.edge)
        if own is not None:
            budget.spend(look_cost(turn))
            kept = None if self._leaves_out(own, place) else self._keep(turn, place, looks)
            if kept is not None:
                yield (0, 0, 0), place, kept, place + 1
            if place < self.stay:
                return
            yield (1, len(own.kinds), 1), None, turn, place + 1
        for onward in self._legal_from(turn, state, looks):
            move = onward.move
            if self.extent != "all" and own is not None and _ends_early(own, move):
                continue
            budget.spend(self.edge)
            useful = move.verb not in LAYING or wanted is None or wanted.holds(move)
            if useful:
                yield (1, len(move.kinds), 0), move, onward.after(turn), place
            if own is not None and move != own:
                changed, other_verb = _distance(own, move)
                # What is of no use may still be the smaller change than leaving the own action out.
                if useful or (changed, other_verb) < (len(own.kinds), 1):
                    yield (1, changed, other_verb), move, onward.after(turn), place + 1

    def _leaves_out(self, own: Move, place: int) -> bool:
        """Whether this own action is not looked at, and may be left out."""
        return self.extent == "barest" and own.verb in LAYING and place >= self.stay

    def _legal_from(self, turn: Turn, state: tuple[object, ...], looks: Looks) -> list[_Onward]:
        if state not in self.steps_from:
            moves = legal_moves(turn, looks=looks, barred=self.barred | _LEFT_OUT[self.extent])
            self.steps_from[state] = [_Onward(move) for move in moves]
        return self.steps_from[state]

    def _keep(self, turn: Turn, place: int, looks: Looks) -> Turn | None:
        """The turn after the player's own action, if it is held, breaks nothing and the turn can still end well."""
        action, move = self.actions[place], self.moves[place]
        if action.verb not in ("draw",) and any(
            turn.hand[kind] < move.kinds.count(kind) for kind in set(move.kinds)
        ):
            return None
        if action.verb == "take" and not turn.pile:
            return None
        if action.target and not turn.has_meld(move.target):
            return None
        if action.source and not turn.has_meld(move.source):
            return None
        if (
            action.verb != "draw"
            and turn.suited is not None
            and any(turn.suited[f] < move.fine.count(f) for f in set(move.fine))
        ):
            return None
        if breaches(turn, action, move):
            return None
        if action.verb == "end" and turn.phase == "draw" and not may_decline(turn, looks.budget.spend):
            return None  # nobody knows whether the pile may be declined
        after = turn.copy()
        after.apply(move, drawn=action.cards, replacements=action.others)
        return after if looks.is_sound(after) else None

    def _realised(self, steps: tuple[Step, ...]) -> tuple[Action, ...] | None:
        """The steps with cards: the player's own as they are, new ones with cards that the own ones leave."""
        table = Table(self.position)
        found: list[Action] = []
        for index, step in enumerate(steps):
            if isinstance(step, int):
                action = self.actions[step]
            else:
                later = [self.actions[s] for s in steps[index + 1 :] if isinstance(s, int)]
                reserved = [c for a in later if a.verb != "draw" for c in a.cards]
                action = realise(table, step, reserved=reserved)
            try:
                table.check(action, where="")
            except EngineError:
                return None
            table.do(action)
            found.append(action)
        return tuple(found)

    def _stands_without_rest(self, actions: tuple[Action, ...]) -> bool:
        """Whether this is legal too if the rest of the pile stays when its top card extends a sequence. Ledger 18.7."""
        if not self.start.sequences or all(action.verb != "take" for action in actions):
            return True
        table = Table(self.position, asks=self.must_ask)
        turn = table.turn
        for action in actions:
            one = action
            if onto_run(turn, move_of(action, turn.rules)):
                one = replace(action, top_only=True)
            move = move_of(one, turn.rules)
            try:
                table.check(one, where="")
            except EngineError:
                return False
            if not all(facts.get("open") for _, facts in breaches(turn, one, move)):
                return False
            table.do(one)
        return not closing_breaches(turn, unfinished=self.more_follows)


def _ends_early(own: Move, move: Move) -> bool:
    """Whether this ends the turn before an own action that does not: at the place of the own end it costs as little."""
    return move.verb in ENDING and own.verb not in ENDING


def _after(turn: Turn, move: Move) -> Turn:
    after = turn.copy()
    after.apply(move)
    return after


def _sort_key(move: Move) -> tuple[int, ...]:
    return (_VERB_ORDER[move.verb], *move.kinds, move.target, *move.fine)


def _distance(old: Move, new: Move) -> tuple[int, int]:
    """Cards changed, and whether the kind of action is another."""
    only_new = list(new.kinds)
    only_old = 0
    for kind in old.kinds:
        if kind in only_new:
            only_new.remove(kind)
        else:
            only_old += 1
    return max(only_old, len(only_new)), int(old.verb != new.verb)


_VERB_ORDER = {"draw": 0, "take": 1, "expose": 2, "ask": 3, "meld": 4, "add": 5, "discard": 6, "end": 7} | {
    "merge": 8, "move": 9, "swap": 10
}  # fmt: skip
