"""The smallest change that makes an illegal list of actions legal. Exact.

Only where a list is so long and so wrong that a quarter of a million ways do not settle it, a legal change is taken
from the plainest ones, and may not be the smallest.

A remedy is a legal list at the least cost: fewest actions inserted, removed or replaced; then fewest cards
changed; then keeping the player's kinds of action; then canonical order. Every beginning of a legal list is
itself acceptable as unfinished, so only lists grown by legal steps need to be looked at; the player's own
actions are followed where they are legal. Costs are explored in rising order, so the first list that is
complete is the smallest change.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.actions import Action
from engine.closing import closing_breaches
from engine.errors import EngineError
from engine.finishing import can_go_out, must_go_out
from engine.moves import forced_take, is_sound, legal_moves
from engine.numbering import Move, move_of
from engine.position import Position
from engine.realise import realise
from engine.rules import breaches
from engine.table import Table
from engine.turn import Turn

# Actions changed, cards changed, own kinds of action not kept, length: canonical order puts the shorter list first.
Cost = tuple[int, int, int, int]
LAYING = frozenset({"meld", "add", "merge"})
KEPT = 2  # the card to discard and the one to keep
MOST_WAYS = 250_000
"""Ways looked at before the search turns to plain changes: leaving actions out, drawing, discarding, ending."""
PLAIN = frozenset({"draw", "expose", "discard", "end"})
Step = int | Move  # an own action by its index, or a new one
_Remedy = tuple[Cost, tuple[tuple[int, ...], ...], tuple[Action, ...]]


def find_remedy(
    position: Position, actions: Sequence[Action], *, unfinished: bool = False
) -> tuple[Action, ...] | None:
    """The smallest legal change of an illegal list, None where no list of actions is legal at all.

    It ends the turn only if the player did, and it is never empty. With ``unfinished`` a list to which more must be
    added is proposed where no other is legal.
    """
    # The partner's answer belongs to the ``ask`` in the list or, without one, to a question asked before.
    # Which of the two holds changes what binds the player, so both kinds of remedy are looked for.
    ways = (True, False) if position.permission is not None else (False,)
    # A question that the player did not think of mends nothing by itself: it is proposed only where nothing else is.
    for new_question, more_follows in product((False, True), (False, True) if unfinished else (False,)):
        searches = [
            _Search(position, actions, asks=asks, new_question=new_question, more_follows=more_follows)
            for asks in ways
        ]
        found = [remedy for search in searches if (remedy := _run(search))]
        if found:
            return min(found, key=lambda entry: entry[:2])[2]
    return None


def _run(search: _Search) -> _Remedy | None:
    """The remedy of this search; where there are too many ways, one among the plainest changes instead."""
    try:
        return search.run()
    except _TooManyWays:
        search.plain = True
        try:
            return search.run()
        except _TooManyWays:
            return None


class _TooManyWays(Exception):
    """The search has grown beyond what anybody wants to wait for."""


class _Search:
    def __init__(
        self,
        position: Position,
        actions: Sequence[Action],
        *,
        asks: bool,
        new_question: bool,
        more_follows: bool,
    ) -> None:
        self.position = position
        self.actions = actions
        self.moves = [move_of(action, position.rules) for action in actions]
        self.must_ask = asks
        self.barred = set() if new_question else {"ask"}
        self.start = Turn.start(position, asks=asks)
        self.may_end = self._player_ended()
        if self._drawn_is_named():
            self.barred.add("draw")  # what the stock gave is not the player's to change
        self.hopeless = self._hopeless()
        self.plain = False
        self.more_follows = more_follows
        self.cards_from = [
            sum(len(move.kinds) for move in self.moves[place:]) for place in range(len(self.moves))
        ]
        self.ways_out: dict[tuple[object, ...], bool] = {}
        self.steps_from: dict[tuple[object, ...], list[tuple[Move, Turn]]] = {}

    def _player_ended(self) -> bool:
        if any(action.verb in ("discard", "end") for action in self.actions):
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

    def _hopeless(self) -> list[int]:
        """For each place, how many of the actions from there on can be legal in no state of this turn."""
        counts = [0]
        for action, move in zip(reversed(self.actions), reversed(self.moves), strict=True):
            counts.append(counts[-1] + self._is_hopeless(action, move))
        return counts[::-1]

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

    def run(self) -> _Remedy | None:
        """Uniform-cost search over (state of the turn, place in the player's list): cost, sorting key, remedy."""
        count = len(self.actions)
        tie = 0
        queue: list[tuple[Cost, tuple[tuple[int, ...], ...], int, int, Turn, tuple[Step, ...]]] = []
        heapq.heappush(queue, ((self.hopeless[0], 0, 0, 0), (), 0, 0, self.start, ()))
        done: set[tuple[object, ...]] = set()
        while queue:
            cost, order, _, place, turn, steps = heapq.heappop(queue)
            key = (turn.key(), place, bool(steps))
            if key in done:
                continue
            done.add(key)
            if place == count and steps and self._is_goal(turn):
                found = self._realised(steps)
                if found is not None:
                    return cost, order, found
            for more, step, after, next_place in self._steps(turn, place):
                changed = cost[0] - self.hopeless[place] + more[0] + self.hopeless[next_place]
                total = (changed, cost[1] + more[1], cost[2] + more[2], cost[3] + (step is not None))
                way = order if step is None else (*order, self._sort_key(step))
                tie += 1
                if tie > MOST_WAYS:
                    raise _TooManyWays
                following = steps if step is None else (*steps, step)
                heapq.heappush(queue, (total, way, tie, next_place, after, following))
        return None

    def _is_goal(self, turn: Turn) -> bool:
        # A last red three ends the deal, not the player the turn.
        ended = turn.over in ("discard", "end") or (turn.phase == "play" and turn.hand_is_empty)
        if (ended and not self.may_end) or (self.must_ask and not turn.asked):
            return False
        if ended and turn.asked and turn.permission is None:
            return False
        try:
            return not closing_breaches(turn, unfinished=self.more_follows)
        except EngineError:
            return False

    def _sort_key(self, step: Step) -> tuple[int, ...]:
        move = self.moves[step] if isinstance(step, int) else step
        return (_VERB_ORDER[move.verb], *move.kinds, move.target, *move.fine)

    def _steps(self, turn: Turn, place: int) -> Iterator[tuple[tuple[int, int, int], Step | None, Turn, int]]:
        """Every way on: keep, remove or replace the own action at this place, or put a new one before it."""
        if place < len(self.actions):
            kept = self._keep(turn, place)
            if kept is not None:
                yield (0, 0, 0), place, kept, place + 1
            yield (1, len(self.moves[place].kinds), 1), None, turn, place + 1
        idle = self._laying_is_idle(turn, place)
        for move, after in self._legal_from(turn):
            if move.verb in self.barred or (self.plain and move.verb not in PLAIN):
                continue
            if not (idle and move.verb in LAYING):
                yield (1, len(move.kinds), 0), move, after, place
            if place < len(self.actions) and move != self.moves[place]:
                yield (1, *self._distance(self.moves[place], move)), move, after, place + 1

    def _laying_is_idle(self, turn: Turn, place: int) -> bool:
        """Whether a lay put in here can make nothing legal that is not so without it.

        That is sure where nothing is owed, cards enough are left after the player's own actions whatever they are, and
        none of these needs a meld that is not there yet or an empty hand that could come about.
        """
        rules = turn.rules
        if turn.phase != "play" or not turn.opened or must_go_out(turn) or rules.naturals_must_outnumber:
            return False
        if place == len(self.actions):
            return turn.cards_in_hand >= KEPT
        if turn.cards_in_hand - self.cards_from[place] < KEPT:
            return False
        rest = self.moves[place:]
        if any(not turn.has_meld(name) for move in rest for name in (move.target, move.source) if name >= 0):
            return False
        return all(move.verb != "end" for move in rest) or not self._can_go_out(turn)

    def _can_go_out(self, turn: Turn) -> bool:
        key = turn.key()
        if key not in self.ways_out:
            self.ways_out[key] = can_go_out(turn)
        return self.ways_out[key]

    def _legal_from(self, turn: Turn) -> list[tuple[Move, Turn]]:
        key = turn.key()
        if key not in self.steps_from:
            self.steps_from[key] = [(move, _after(turn, move)) for move in legal_moves(turn)]
        return self.steps_from[key]

    @staticmethod
    @lru_cache(maxsize=4096)
    def _distance(old: Move, new: Move) -> tuple[int, int]:
        """Cards changed, and whether the kind of action is another."""
        before, after = Counter(old.kinds), Counter(new.kinds)
        changed = max((before - after).total(), (after - before).total())
        return changed, int(old.verb != new.verb)

    def _keep(self, turn: Turn, place: int) -> Turn | None:
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
        if action.verb == "end" and turn.phase == "draw" and forced_take(turn) != "free":
            return None  # nobody knows whether the pile may be declined
        after = turn.copy()
        after.apply(move, drawn=action.cards, replacements=action.others)
        return after if is_sound(after) else None

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


def _after(turn: Turn, move: Move) -> Turn:
    after = turn.copy()
    after.apply(move)
    return after


_VERB_ORDER = {"draw": 0, "take": 1, "expose": 2, "ask": 3, "meld": 4, "add": 5, "discard": 6, "end": 7} | {
    "merge": 8, "move": 9, "swap": 10
}  # fmt: skip
