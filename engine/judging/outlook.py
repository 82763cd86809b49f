"""What the player's own actions still ask for, seen from one state of the search for a remedy.

Two bounds keep that search small, and neither gives up exactness: how many actions must still be changed at least, and
which lays put in here could make anything legal that is not so without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.law.actions import Action
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.kinds import FIRST_SEQUENCE, KIND_MASK, RANK_COUNT, WILD_KINDS, Move, sequence_of
from engine.reach.finishing import must_go_out
from engine.reach.initial_meld import wild_points
from engine.turn.turn import Turn

LAYING = frozenset({"meld", "add", "merge"})
KEPT = 2  # the card to discard and the one to keep
NO_WAY = 99
LAST_SINGLE_SEQUENCE = FIRST_SEQUENCE + RANK_COUNT * RANK_COUNT * 4


class Wanted(NamedTuple):
    """The lays that could be of use: of these ranks, in runs of these suits, or of one card."""

    kinds: frozenset[int] = frozenset()
    suits: frozenset[int] = frozenset()
    single: bool = False

    def holds(self, move: Move) -> bool:
        """Whether this lay is one of them."""
        if self.single and len(move.kinds) == 1:
            return True
        if not self.kinds and not self.suits:
            return False
        if move.verb == "merge" or any(fine // RANK_COUNT in self.suits for fine in move.fine):
            return True
        naturals = [kind for kind in move.kinds if kind not in WILD_KINDS]
        return not self.kinds.isdisjoint(naturals or (TWO_KIND,))


NOTHING = Wanted()


class Outlook:
    """The own actions from each place on. ``hopeless`` are those that can be legal in no state of this turn.

    ``more_follows`` says that the minimum may be reached later.
    """

    def __init__(
        self,
        actions: Sequence[Action],
        moves: Sequence[Move],
        hopeless: Sequence[bool],
        *,
        more_follows: bool,
    ) -> None:
        self.moves = moves
        self.hopeless = hopeless
        self.more_follows = more_follows
        self.demands = [tuple(Counter(move.kinds).items()) for move in moves]
        self.fine_demands = [tuple(Counter(move.fine).items()) for move in moves]
        self.points = [
            sum(KIND_POINTS[kind] for kind in move.kinds) if move.verb in ("meld", "add") else 0
            for move in moves
        ]
        # Until then named replacements of red threes may still come into the hand.
        named = [place for place, action in enumerate(actions) if action.verb == "expose" and action.others]
        self.last_gain = max(named, default=-1)

    def alive(self, turn: Turn, place: int) -> list[int]:
        """The own actions from this place on that might still be kept."""
        return [index for index in range(place, len(self.moves)) if not self._is_dead(turn, place, index)]

    def _is_dead(self, turn: Turn, place: int, index: int) -> bool:
        if self.hopeless[index]:
            return True
        verb = self.moves[index].verb
        if turn.over:
            return turn.over != "deal" or verb not in ("end", "expose")
        if turn.phase != "play":
            return False
        if verb in ("draw", "take"):
            return True
        if verb == "ask":
            return turn.asked or turn.laid_since_draw
        if place <= self.last_gain:
            return False
        hand, suited = turn.hand, turn.suited
        if any(hand[kind] < count for kind, count in self.demands[index]):
            return True
        return suited is not None and any(suited[fine] < count for fine, count in self.fine_demands[index])

    def changes(self, turn: Turn, place: int) -> int:
        """At least so many actions must still be changed before the list is legal."""
        alive = self.alive(turn, place)
        dead = len(self.moves) - place - len(alive)
        if turn.opened or turn.phase != "play" or turn.over or turn.laid >= turn.minimum or self.more_follows:
            return dead
        return max(dead, self._lays_missing(turn, alive))

    def _lays_missing(self, turn: Turn, alive: list[int]) -> int:
        """At least so many lays are missing for the first meld's minimum, or too many for laying nothing."""
        missing = turn.minimum - turn.laid - sum(self.points[index] for index in alive)
        if missing <= 0:
            return 0
        most = _most_points(turn)
        lays = min(NO_WAY, -(-missing // most)) if most else NO_WAY
        if turn.rules.concealed_waives_minimum and turn.drew == "stock" and turn.has_melded is False:
            lays = min(lays, self._lays_for_everything(turn, alive))
        if turn.laid_anything:
            return lays
        return min(lays, sum(self.moves[index].verb in LAYING for index in alive))

    def _lays_for_everything(self, turn: Turn, alive: list[int]) -> int:
        """At least so many more lays are needed to lay all but one card: a concealed hand needs no minimum."""
        hand = turn.hand
        at_once = max(hand[: BLACK_THREE_KIND + 1]) + hand[TWO_KIND] + hand[JOKER_KIND]
        own = sum(len(self.moves[index].kinds) for index in alive if self.moves[index].verb != "discard")
        left = turn.cards_in_hand - 1 - own
        return min(NO_WAY, -(-left // at_once)) if left > 0 and at_once else 0

    def wanted(self, turn: Turn, place: int) -> Wanted | None:
        """The lays that could make something legal; None where that may be any.

        Nothing is wanted where the minimum is reached, cards enough are left after the player's own actions whatever
        they are, and none of these needs a meld that is not there. To empty the hand for the player's own discard is
        never a smaller change than to leave that discard out, but with a single card.
        """
        if turn.phase != "play" or turn.over or (not turn.opened and turn.laid < turn.minimum):
            return None
        alive = [self.moves[index] for index in self.alive(turn, place)]
        going = must_go_out(turn) or any(
            move.verb == "ask" or (move.verb == "meld" and BLACK_THREE_KIND in move.kinds) for move in alive
        )
        if not must_go_out(turn) and turn.cards_in_hand - sum(len(move.kinds) for move in alive) < KEPT:
            return None
        kinds: set[int] = set()
        suits: set[int] = set()
        for move in alive:
            for number in (move.target, move.source):
                helped = turn.rules.naturals_must_outnumber and (move.wilds or move.verb == "merge")
                if number < 0 or (turn.has_meld(number) and not helped):
                    continue
                if number < FIRST_SEQUENCE:
                    kinds.add(number & KIND_MASK)
                elif number < LAST_SINGLE_SEQUENCE:
                    suits.add(sequence_of(number)[0])
                else:
                    return None
        single = going and any(move.verb == "discard" for move in alive)
        return Wanted(frozenset(kinds), frozenset(suits), single) if kinds or suits or single else NOTHING


def _most_points(turn: Turn) -> int:
    """No single lay is worth more than this."""
    usable = turn.hand if turn.held is None else turn.held
    rules = turn.rules
    wilds = max(0, usable[TWO_KIND]) + max(0, usable[JOKER_KIND])
    jokers = max(0, usable[JOKER_KIND])
    with_naturals = wilds if rules.max_wilds is None else min(wilds, rules.max_wilds)
    best = max(count * KIND_POINTS[kind] for kind, count in enumerate(usable[: BLACK_THREE_KIND + 1]))
    most = max(best, 0) + wild_points(with_naturals, jokers)
    if rules.wild_only_melds != "no" or rules.sperr_canasta:
        most = max(most, max(best, 0) + wild_points(wilds, jokers))
    suited = turn.held_suited if turn.held_suited is not None else turn.suited
    if suited is not None:
        for first in range(0, len(suited), RANK_COUNT):
            run = sum(
                KIND_POINTS[kind]
                for kind, count in enumerate(suited[first : first + RANK_COUNT])
                if count > 0
            )
            most = max(most, run)
    return most
