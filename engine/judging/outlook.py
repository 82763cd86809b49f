"""What the player's own actions still ask for, seen from one state of the search for a remedy.

Two bounds keep that search small, and neither gives up exactness: how many actions must still be changed at least, and
which lays put in here could make anything legal that is not so without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.judging.moves import LAYING
from engine.law.actions import FIRST_SEQUENCE, KIND_MASK, RANK_COUNT, WILD_KINDS, Action, Move, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_COUNT, KIND_POINTS, TWO_KIND
from engine.reach.finishing import must_go_out
from engine.reach.layouts import wild_points
from engine.turn.turn import Turn

KEPT = 2  # the card to discard and the one to keep
NO_WAY = 99
_LAYABLE = (*range(BLACK_THREE_KIND + 1), TWO_KIND, JOKER_KIND)
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
        # A bit for each action that needs a card of this kind, and for each that asks.
        self.needing = [
            sum(1 << index for index, move in enumerate(moves) if kind in move.kinds)
            for kind in range(KIND_COUNT)
        ]
        self.questions = sum(1 << index for index, move in enumerate(moves) if move.verb == "ask")
        self.points = [
            sum(KIND_POINTS[kind] for kind in move.kinds) if move.verb in ("meld", "add") else 0
            for move in moves
        ]
        # Until then named replacements of red threes may still come into the hand.
        named = [place for place, action in enumerate(actions) if action.verb == "expose" and action.others]
        self.last_gain = max(named, default=-1)

    def alive(self, turn: Turn, place: int) -> int:
        """The own actions from this place on that might still be kept: a bit for each."""
        found = 0
        for index in range(place, len(self.moves)):
            if not self._is_dead(turn, place, index):
                found |= 1 << index
        return found

    def alive_after(self, alive: int, turn: Turn, move: Move | None, after: Turn, place: int) -> int:
        """The same after this legal step of a turn in which these were ``alive``; None: nothing was done.

        Where cards were laid, only what needs cards of the same kinds can have died, and the question.
        """
        laid = move is None or (turn.phase == "play" and move.verb in ("meld", "add"))
        if not laid or self.last_gain >= 0:
            return self.alive(after, place)
        rest = alive >> place << place
        if move is None:
            return rest
        touched = self.questions
        for kind in move.kinds:
            touched |= self.needing[kind]
        touched &= rest
        while touched:
            one = touched & -touched
            if self._is_dead(after, place, one.bit_length() - 1):
                rest ^= one
            touched ^= one
        return rest

    def _places(self, alive: int) -> list[int]:
        return [index for index in range(len(self.moves)) if alive >> index & 1]

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
        # Written out: this runs for every own action at every step that a search looks at.
        hand, suited = turn.hand, turn.suited
        for kind, count in self.demands[index]:
            if hand[kind] < count:
                return True
        if suited is not None:
            for fine, count in self.fine_demands[index]:
                if suited[fine] < count:
                    return True
        return False

    def changes(self, turn: Turn, place: int, alive: int) -> tuple[int, int]:
        """At least so many actions, and so many cards, must still be changed; these own ones are ``alive``."""
        dead = len(self.moves) - place - alive.bit_count()
        settled = turn.opened or turn.phase != "play" or turn.over or turn.laid >= turn.minimum
        if settled or self.more_follows or place <= self.last_gain:
            return dead, 0
        return max(dead, self._lays_missing(turn, self._places(alive))), self._cards_missing(turn, place)

    def _lays_missing(self, turn: Turn, alive: list[int]) -> int:
        """At least so many lays are missing for the first meld's minimum, or too many for laying nothing."""
        missing = turn.minimum - turn.laid - sum(self.points[index] for index in alive)
        if missing <= 0:
            return 0
        lays = self._lays_for_points(turn, missing, alive)
        if _may_be_waived(turn):
            lays = min(lays, self._lays_for_everything(turn, alive))
        if turn.laid_anything:
            return lays
        return min(lays, sum(self.moves[index].verb in LAYING for index in alive))

    def _cards_missing(self, turn: Turn, place: int) -> int:
        """At least so many cards must be laid besides those of the own actions, whether these may stay or not."""
        if _may_be_waived(turn) or not turn.laid_anything:
            return 0
        rest = range(place, len(self.moves))
        missing = turn.minimum - turn.laid - sum(self.points[index] for index in rest)
        if missing <= 0:
            return 0
        usable, _ = self._besides(turn, rest)
        each = sorted((KIND_POINTS[kind] for kind in _LAYABLE for _ in range(usable[kind])), reverse=True)
        for count, points in enumerate(accumulate(each), start=1):
            if points >= missing:
                return count
        return NO_WAY

    def _besides(self, turn: Turn, rest: Iterable[int]) -> tuple[list[int], list[int] | None]:
        """The cards that may be laid now by kind and by suit, without those that these own actions lay."""
        usable = (turn.hand if turn.held is None else turn.held)[:]
        suited = turn.held_suited if turn.held_suited is not None else turn.suited
        suited = suited[:] if suited is not None else None
        for index in rest:
            move = self.moves[index]
            if move.verb in ("meld", "add"):
                for kind in move.kinds:
                    usable[kind] -= 1
                if suited is not None:
                    for fine in move.fine:
                        suited[fine] -= 1
        return [max(0, count) for count in usable], suited

    def _lays_for_points(self, turn: Turn, missing: int, alive: list[int]) -> int:
        """So many lays at least bring so many points more: no two bring more than the two dearest ranks or runs held.

        What the own actions lay is counted already; a lay in the place of one of them gains only what is new.
        """
        rules = turn.rules
        usable, suited = self._besides(turn, alive)
        jokers = usable[JOKER_KIND]
        wilds = usable[TWO_KIND] + jokers
        alone = rules.max_wilds is None or rules.wild_only_melds != "no" or rules.sperr_canasta
        at_once = wilds if alone else min(wilds, rules.max_wilds or 0)
        naturals = enumerate(usable[: BLACK_THREE_KIND + 1])
        dearest = [count * KIND_POINTS[kind] for kind, count in naturals if count]
        if suited is not None:
            dearest += _runs_points(suited)
        dearest.sort(reverse=True)
        points = laid = 0
        for lays in range(1, len(dearest) + wilds + 1):
            points += dearest[lays - 1] if lays <= len(dearest) else 0
            laid = min(wilds, laid + at_once)
            if points + wild_points(laid, jokers) >= missing:
                return lays
        return NO_WAY

    def _lays_for_everything(self, turn: Turn, alive: list[int]) -> int:
        """At least so many more lays are needed to lay all but one card: a concealed hand needs no minimum."""
        hand = turn.hand
        at_once = max(hand[: BLACK_THREE_KIND + 1]) + hand[TWO_KIND] + hand[JOKER_KIND]
        own = sum(len(self.moves[index].kinds) for index in alive if self.moves[index].verb != "discard")
        left = turn.cards_in_hand - 1 - own
        return min(NO_WAY, -(-left // at_once)) if left > 0 and at_once else 0

    def wanted(self, turn: Turn, alive_here: int) -> Wanted | None:
        """The lays that could make something legal; None where that may be any.

        ``alive_here`` are the own actions still to come that might be kept.

        Nothing is wanted where the minimum is reached, cards enough are left after the player's own actions whatever
        they are, and none of these needs a meld that is not there. To empty the hand for the player's own discard is
        never a smaller change than to leave that discard out, but with a single card.
        """
        if turn.phase != "play" or turn.over or (not turn.opened and turn.laid < turn.minimum):
            return None
        alive = [self.moves[index] for index in self._places(alive_here)]
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


def _may_be_waived(turn: Turn) -> bool:
    """Whether a concealed hand may go out without the minimum."""
    return turn.rules.concealed_waives_minimum and turn.drew == "stock" and turn.has_melded is False


def _runs_points(suited: list[int]) -> Iterator[int]:
    """What runs of each suit are worth at most: the first holds each rank once, the second what comes twice."""
    for first in range(0, len(suited), RANK_COUNT):
        row = suited[first : first + RANK_COUNT]
        for times in range(max(row)):
            yield sum(KIND_POINTS[kind] for kind, count in enumerate(row) if count > times)
