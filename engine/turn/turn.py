"""One player's turn in progress, and how each action changes it, whether it is legal or not.

A turn changes with :meth:`Turn.apply`; copy it first where the old state is still needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.law.actions import (
    FIRST_SEQUENCE,
    KIND_MASK,
    NEXT_OF_RANK,
    THEIRS,
    WILD_KINDS,
    WILD_MELD,
    Move,
    Run,
    ends_number,
    meant_as_run,
    run_number,
)
from engine.law.cards import BLACK_THREE_KIND, KIND_POINTS, RED_SUITS, TWO_KIND, Card
from engine.law.position import freeze_cause
from engine.turn.state import NOTHING, TurnState, red_twos_among, with_more


class Turn(TurnState):
    """The state of a turn, with what can be done in it."""

    __slots__ = ()

    def apply(self, move: Move, drawn: Iterable[Card] = (), replacements: Iterable[Card] = ()) -> None:
        """Do the move as if it were legal.

        ``drawn`` and ``replacements`` are the cards that come, if named; ``drawn`` are those laid or discarded where
        none come.
        """
        self.laid_on = -1
        if self.loose and drawn and self._lays(move):
            self._part_with(drawn)
        match move.verb:
            case "discard":
                self._remove(move, drawn)
                self.pile = (*self.pile, *drawn)
                self.pile_size += 1
                self.over = self.over or "discard"
            case "draw":
                self._draw(tuple(drawn))
            case "take":
                self._take(move, drawn)
            case "meld":
                self._remove(move, drawn)
                self._begin(move, None)
                self.laid_since_draw = True
            case "add":
                self._remove(move, drawn)
                self._put_down(move)
                self.laid_since_draw = True
            case "swap":
                self._remove(move, drawn)
                self._put_down(move)
                self._pull(move.others, [card.fine for card in replacements if card.is_natural], self.laid_on)
            case "move":
                self._pull(move.kinds, move.fine, move.source)
                self.laid_on = -1
                self._remove(move)
                self._spend(move, -1)
                self._put_down(move)
            case "merge":
                self._merge(move.target, move.source)
            case "expose":
                self._expose(move, tuple(replacements))
            case "ask":
                self.asked = True
            case "end":
                self.over = self.over or "end"
        if drawn and self.laid_on == BLACK_THREE_KIND and self.rules.sperr_canasta:
            self.red_twos_on_threes += red_twos_among(drawn)

    def _remove(self, move: Move, cards: Iterable[Card] = ()) -> None:
        """Take the move's cards out of the hand; ``cards`` are they, if named."""
        hand, reds = self.hand, self.red_twos
        for kind in move.kinds:
            hand[kind] -= 1
            if kind == TWO_KIND and self.red_twos:
                self._remove_two()
        if reds and cards:
            self.red_twos = reds - red_twos_among(cards)
        if self.suited is not None:
            for fine in move.fine:
                self.suited[fine] -= 1

    def _lays(self, move: Move) -> bool:
        """Whether the move's own cards go from the hand to the table."""
        if move.verb == "take":
            return move.target == THEIRS or takes_with_meld(self, move)
        return move.verb in ("meld", "add", "swap")

    def _part_with(self, cards: Iterable[Card]) -> None:
        rest = list(self.loose or ())
        for card in cards:
            if card in rest:
                rest.remove(card)
        self.loose = tuple(rest)

    def _remove_two(self) -> None:
        """Keep the colour of twos of which there are more: three of a colour can lie in a blocking canasta."""
        black = self.hand[TWO_KIND] + 1 - self.red_twos
        if self.red_twos < black or not black:
            self.red_twos -= 1

    def gain(self, card: Card) -> None:
        """Put a card into the hand."""
        self.hand[card.kind] += 1
        if self.suited is not None and card.fine >= 0:
            self.suited[card.fine] += 1
        if card.kind == TWO_KIND and card.suit in RED_SUITS:
            self.red_twos += 1
        if self.loose is not None and card.is_loose:
            self.loose = (*self.loose, card)

    def _draw(self, cards: tuple[Card, ...]) -> None:
        self._receive(cards, self.rules.draw_count)
        self.phase, self.drew = "play", "stock"

    def _receive(self, cards: tuple[Card, ...], unnamed: int) -> None:
        if cards and len(cards) == self.stock and cards[-1].is_red_three:
            self.last_red_three = True
            if self.rules.last_stock_red_three != "meld_no_discard":
                self.over = self.over or "deal"
        taken = len(cards) or (unnamed if self.stock is None else min(unnamed, self.stock))
        for card in cards:
            if not card.is_red_three:
                self.gain(card)
        if not cards:
            self.unknown += taken
        if self.stock is not None:
            self.stock = max(0, self.stock - taken)

    def _expose(self, move: Move, replacements: tuple[Card, ...]) -> None:
        self._remove(move)
        if self.stock != 0:
            self._receive(replacements, 1)

    def _take(self, move: Move, cards: Iterable[Card]) -> None:
        top = self.pile[-1]
        melds = takes_with_meld(self, move)
        if melds or move.target == THEIRS:
            self._remove(move, cards)
        if not self.opened:
            self.held = self.hand[:]
            self.held_suited = self.suited[:] if self.suited is not None else None
        if melds:
            target = self.taken_onto(move)
            if target >= 0:
                self._lay(move, target, top)
            else:
                self._begin(move, top)
        elif not top.is_red_three and move.target != THEIRS:
            self.gain(top)  # nothing is melded with it
        if move.top_only:
            self.pile, self.pile_size = self.pile[:-1], self.pile_size - 1
            self.freeze_cause = freeze_cause(self.rules, self.pile, unlisted=self.frozen_unlisted)
        else:
            held = self.loose
            for card in self.pile[:-1]:
                if not card.is_red_three:
                    self.gain(card)
            self.loose = held
            self.unknown += self.pile_size - len(self.pile)
            self.taken = self.pile[:-1]
            self.pile, self.pile_size, self.frozen_unlisted, self.freeze_cause = (), 0, False, None
        self.phase, self.drew = "play", "pile"

    def taken_onto(self, move: Move) -> int:
        """The meld that the top card joins, -1 where it begins a new one."""
        if move.target >= 0 or self.rules.several_melds_per_rank:
            return move.target
        kind = taken_kind(self, move)
        return kind if kind in self.melds else -1

    def _begin(self, move: Move, top: Card | None) -> None:
        """Lay a new meld, of the move's cards and the top card of the pile where there is one."""
        if self.rules.sequences:
            added = Run.laid(move, top)
            if meant_as_run(added.fine):
                self._count(move, top)
                self._put_run(added, fresh=True)
                return
        naturals = [kind for kind in move.kinds if kind <= BLACK_THREE_KIND]
        kind = taken_kind(self, move) if top is not None else min(naturals, default=WILD_MELD)
        number = self.next_number(kind)
        self.fresh |= {number}
        self._lay(move, number, top)

    def _put_down(self, move: Move) -> None:
        """Lay the move's cards, already out of the hand, on the meld it names; on an opponents' meld they are gone."""
        if move.target >= 0:
            self._lay(move, move.target, None)
        else:
            self._spend(move)

    def _lay(self, move: Move, target: int, top: Card | None) -> None:
        """Put the move's cards, already out of the hand, and the top card of the pile on an own meld."""
        self._count(move, top)
        self.laid_on = target
        if target >= FIRST_SEQUENCE:
            self._extend(target, Run.laid(move, top))
            return
        if target not in self.fresh:
            self.touched_old = True
        kinds = (*move.kinds, top.kind) if top is not None else move.kinds
        self.melds[target] = with_more(self.melds.get(target, NOTHING), kinds)

    def _count(self, move: Move, top: Card | None) -> None:
        """Count the points that are laid, and the cards that were held before the pile came."""
        points = top.points if top is not None else 0
        for kind in move.kinds:
            points += KIND_POINTS[kind]
        self.laid += points
        if top is None:
            self._spend(move)
        if self.laid >= self.minimum:
            self.held = self.held_suited = None

    def _spend(self, move: Move, times: int = 1) -> None:
        """Of the cards that were held before the pile came these are gone; at -1 times they are back."""
        if self.held is None:
            return
        for kind in move.kinds:
            self.held[kind] -= times
        if self.held_suited is not None:
            for fine in move.fine:
                self.held_suited[fine] -= times

    def _put_run(self, run: Run, *, fresh: bool) -> None:
        """Let these cards lie as a sequence, whether they make one or not; two in a row can still become one."""
        number = run_number(run.fine, least=2) if len(run.fine) == len(run.kinds) else -1
        if number >= 0:
            self.sequences = tuple(sorted((*self.sequences, number)))
            self.fresh_sequences += (number,) if fresh else ()
        else:
            number = ends_number(run.fine)
            self.broken_runs = self.broken_runs | {number: run}
        self.laid_on = number

    def _extend(self, number: int, added: Run) -> None:
        lying = self._pick_up(number)
        if lying is not None:
            run, fresh = lying
            self.touched_old = self.touched_old or not fresh
            self._put_run(run.with_more(added), fresh=fresh)

    def _pick_up(self, number: int) -> tuple[Run, bool] | None:
        """What lies as this sequence, and whether the player began it in this turn; it lies there no more."""
        if number in self.sequences:
            rest = list(self.sequences)
            rest.remove(number)
            self.sequences = tuple(rest)
            fresh = number in self.fresh_sequences
            if fresh:
                rest = list(self.fresh_sequences)
                rest.remove(number)
                self.fresh_sequences = tuple(rest)
            return Run.lying(number), fresh
        if number in self.broken_runs:
            run = self.broken_runs[number]
            self.broken_runs = {key: other for key, other in self.broken_runs.items() if key != number}
            return run, True
        return None

    def _merge(self, one: int, other: int) -> None:
        """Join two sets: the later one of a rank goes, and the ones behind it move up."""
        first, second = min(one, other), max(one, other)
        if (
            first == second
            or first not in self.melds
            or second not in self.melds
            or (first ^ second) & KIND_MASK
        ):
            return
        a, b = self.melds[first], self.melds[second]
        joined = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
        fresh = first in self.fresh and second in self.fresh
        self.touched_old = self.touched_old or not fresh
        self.melds[first] = joined
        self.laid_on = first
        numbers = self.fresh - {first, second} | ({first} if fresh else set())
        while second + NEXT_OF_RANK in self.melds:
            self.melds[second] = self.melds[second + NEXT_OF_RANK]
            if second + NEXT_OF_RANK in numbers:
                numbers = numbers - {second + NEXT_OF_RANK} | {second}
            second += NEXT_OF_RANK
        del self.melds[second]
        self.fresh = frozenset(numbers)

    def _pull(self, kinds: Iterable[int], fine: Sequence[int], source: int) -> None:
        """Take cards back into the hand out of a meld; out of an opponents' meld they only come."""
        for kind in kinds:
            self.hand[kind] += 1
            if source in self.melds:
                place = WILD_KINDS.index(kind) + 1 if kind in WILD_KINDS else 0
                counts = list(self.melds[source])
                counts[place] -= 1
                self.melds[source] = (counts[0], counts[1], counts[2])
            if source >= 0:
                self.laid -= KIND_POINTS[kind]
        if self.suited is not None:
            for one in fine:
                self.suited[one] += 1
        lying = self._pick_up(source) if source >= FIRST_SEQUENCE else None
        if lying is not None:
            run, fresh = lying
            rest = run.without(kinds, fine)
            if rest.fine:
                self._put_run(rest, fresh=fresh)


def taken_kind(turn: Turn, move: Move) -> int:
    """The rank that the top card plays in the taking: its own, or that of the pair which takes a wild card."""
    top = turn.pile[-1]
    if top.is_wild and turn.rules.wild_top_takeable == "with_pair":
        naturals = [kind for kind in move.kinds if kind < BLACK_THREE_KIND]
        if naturals:
            return max(naturals, key=naturals.count)
        if 0 <= move.target < FIRST_SEQUENCE:
            return move.target & KIND_MASK
    return top.kind


def takes_with_meld(turn: Turn, move: Move) -> bool:
    """Whether the taking melds the top card, lawfully or not: a card that can be taken, with cards or onto a meld."""
    top = turn.pile[-1]
    takeable = top.is_natural or (top.is_wild and turn.rules.wild_top_takeable == "with_pair")
    takeable = takeable and move.target != THEIRS
    return takeable and bool(move.kinds or move.target >= 0)
