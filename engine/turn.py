"""One player's turn in progress, in counts of kinds: what the rules look at while a list of actions is judged.

Suits do not matter here (the judge looks at the cards of an action where they do), so a hand is a list of
counts per kind, and a meld is how many naturals, twos and jokers it holds. A turn changes with
:meth:`Turn.apply`; copy it first where the old state is still needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from engine.actions import Action, Verb
from engine.cards import (
    BLACK_THREE_KIND,
    JOKER_KIND,
    KIND_POINTS,
    NATURAL_RANKS,
    RED_THREE_KIND,
    TWO_KIND,
    Card,
    counts_of,
)
from engine.position import Position, freeze_cause
from engine.ruleset import RuleSet

WILD_KINDS: Final = (TWO_KIND, JOKER_KIND)
KIND_OF_NAME: Final = {rank: kind for kind, rank in enumerate(NATURAL_RANKS)} | {"3": BLACK_THREE_KIND}
NAME_OF_KIND: Final = {kind: name for name, kind in KIND_OF_NAME.items()}

OUT_OF_REACH: Final = 1_000_000_000
Counts = tuple[int, int, int]  # naturals, twos, jokers


@dataclass(frozen=True, slots=True)
class Move:
    """An action in kinds instead of cards. ``target`` is the kind of the meld it goes to, -1 for none.

    ``source`` and ``others`` are the meld a card is moved from and the cards swapped out.
    """

    verb: Verb
    kinds: tuple[int, ...] = ()
    target: int = -1
    top_only: bool = False
    source: int = -1
    others: tuple[int, ...] = ()

    @property
    def wilds(self) -> int:
        return sum(kind in WILD_KINDS for kind in self.kinds)


def move_of(action: Action) -> Move:
    """The action in kinds. A target that is not an own set (an opponent's meld, a sequence) becomes -1."""
    kinds = tuple(c.kind for c in action.cards)
    others = tuple(c.kind for c in action.others)
    target, source = _kind_named(action.target), _kind_named(action.source)
    return Move(action.verb, kinds, target, action.top_only, source, others)


def _kind_named(name: str) -> int:
    return KIND_OF_NAME.get(name.removesuffix("#1"), -1)


class Turn:
    """The state of a turn. Attributes are plain so that the searches stay quick; rules only read them.

    ``held`` are the cards that may be laid until the first meld's minimum is reached, None where that does
    not matter. ``fresh`` holds the kinds of the melds that the player began in this turn. ``taken`` are the
    cards that came with the pile. ``minimum`` is what surely suffices for the first meld, and less than
    ``least_minimum`` surely does not; they differ only where the rule set's text leaves a choice. ``over`` is
    how the turn ended: "" (it has not), "discard", "end", or "deal" when the last card of the stock was a red
    three.
    """

    __slots__ = (
        "asked", "drew", "fresh", "frozen_unlisted", "hand", "has_melded", "held", "laid",
        "laid_since_draw", "least_minimum", "melds", "minimum", "my_turn", "opened", "over",
        "permission", "phase", "pile", "pile_size", "rules", "score", "stock", "taken", "touched_old",
        "unknown",
    )  # fmt: skip

    rules: RuleSet
    phase: Literal["draw", "play"]
    drew: Literal["", "stock", "pile"]
    over: Literal["", "discard", "end", "deal"]

    @classmethod
    def start(cls, position: Position, *, asks: bool = False) -> Turn:
        """The turn as the position shows it. ``asks`` says that the list to be judged holds an ``ask``."""
        turn = cls()
        turn.rules = position.rules
        turn.phase = position.phase
        turn.drew = position.drew if position.phase == "play" else ""
        turn.over = ""
        turn.my_turn = position.my_turn
        turn.hand = counts_of(position.hand)
        turn.unknown = position.unknown_cards
        turn.held = None
        turn.melds = {}
        turn.fresh = frozenset()
        turn.has_melded = position.has_melded
        for meld in position.own.melds:
            wilds = counts_of(meld.wilds)
            turn.melds[meld.kind] = (len(meld.naturals), wilds[TWO_KIND], wilds[JOKER_KIND])
            if position.phase == "play" and meld.by == "self" and position.player_has_melded is False:
                turn.fresh |= {meld.kind}
        turn.touched_old = False
        turn.taken = ()
        turn.opened = position.own.opened
        turn.score = position.own.score
        readings = position.rules.initial_readings(position.own.score)
        turn.minimum = max(readings, default=OUT_OF_REACH)
        turn.least_minimum = min(readings, default=0)
        turn.laid = 0
        turn.laid_since_draw = False
        turn.permission = position.permission
        turn.asked = position.permission is not None and not asks
        turn.stock = position.stock
        turn.pile = position.pile
        turn.pile_size = position.pile_size
        turn.frozen_unlisted = position.frozen
        return turn

    def copy(self) -> Turn:
        other = Turn.__new__(Turn)
        for name in Turn.__slots__:
            setattr(other, name, getattr(self, name))
        other.hand = self.hand[:]
        other.held = self.held[:] if self.held is not None else None
        other.melds = self.melds.copy()
        return other

    def key(self) -> tuple[object, ...]:
        """Everything that decides how this turn can go on, for memo tables of one question."""
        return (
            self.phase, self.drew, self.over, tuple(self.hand), self.unknown,
            tuple(self.held) if self.held is not None else None, tuple(sorted(self.melds.items())), self.fresh,
            self.touched_old, self.laid, self.laid_since_draw, self.asked, self.stock, self.pile_size,
        )  # fmt: skip

    # What follows from the state

    @property
    def cards_in_hand(self) -> int:
        """Cards held, unnamed ones included; a red three counts while the stock can replace it."""
        reds = self.hand[RED_THREE_KIND] if self.stock == 0 else 0
        return sum(self.hand) - reds + self.unknown

    @property
    def hand_is_empty(self) -> bool:
        return not self.unknown and not any(self.hand)

    @property
    def freeze_cause(self) -> str | None:
        return freeze_cause(self.rules, self.pile, unlisted=self.frozen_unlisted)

    @property
    def owes_minimum(self) -> bool:
        """Whether something was laid by a side that has not opened and the minimum is not reached."""
        return not self.opened and self.laid_anything and self.laid < self.minimum

    @property
    def laid_anything(self) -> bool:
        return bool(self.fresh) and not self.opened

    @property
    def black_threes_melded(self) -> bool:
        return BLACK_THREE_KIND in self.fresh

    @property
    def binding_answer(self) -> str | None:
        """The partner's answer that binds the player, None where nobody asked."""
        return self.permission if self.asked else None

    def is_canasta(self, kind: int) -> bool:
        return kind != BLACK_THREE_KIND and sum(self.melds[kind]) >= self.rules.canasta_size

    @property
    def canastas(self) -> int:
        return sum(self.is_canasta(kind) for kind in self.melds)

    @property
    def fresh_canastas(self) -> int:
        return sum(self.is_canasta(kind) for kind in self.fresh if kind in self.melds)

    @property
    def may_be_concealed(self) -> bool:
        """Whether this turn, so far, keeps to what a concealed hand demands of the player's own history."""
        rules = self.rules
        return (
            self.has_melded is False
            and not (rules.concealed_forbids_partner_add and self.touched_old)
            and (not rules.concealed_needs_own_canasta or self.fresh_canastas > 0)
        )

    @property
    def minimum_waived(self) -> bool:
        """Whether going out with this lay-down needs no first-meld minimum."""
        if not self.rules.concealed_waives_minimum or self.drew != "stock":
            return False
        return self.may_be_concealed and self.fresh_canastas > 0

    # Doing things

    def apply(self, move: Move, drawn: Iterable[Card] = (), replacements: Iterable[Card] = ()) -> None:
        """Do the move as if it were legal.

        ``drawn`` and ``replacements`` are the cards that come, if named.
        """
        match move.verb:
            case "draw":
                self._draw(tuple(drawn))
            case "take":
                self._take(move)
            case "meld":
                self._lay(move.kinds, self._new_meld_kind(move.kinds), new=True)
                self.laid_since_draw = True
            case "add":
                self._lay(move.kinds, move.target, new=False)
                self.laid_since_draw = True
            case "swap":
                self._lay(move.kinds, move.target, new=False)
                self._pull(move.others, move.target)
            case "move":
                self._pull(move.kinds, move.source)
                self._lay(move.kinds, move.target, new=False)
            case "expose":
                self._expose(move.kinds, tuple(replacements))
            case "ask":
                self.asked = True
            case "discard":
                self._remove(move.kinds)
                self.over = self.over or "discard"
            case "end":
                self.over = self.over or "end"

    def _remove(self, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.hand[kind] -= 1

    def _draw(self, cards: tuple[Card, ...]) -> None:
        last_is_red = bool(cards) and len(cards) == self.stock and cards[-1].is_red_three
        self._receive(cards, self.rules.draw_count)
        self.phase, self.drew = "play", "stock"
        if last_is_red:
            self.over = "deal"

    def _receive(self, cards: tuple[Card, ...], unnamed: int) -> None:
        taken = len(cards) or (unnamed if self.stock is None else min(unnamed, self.stock))
        for card in cards:
            if not card.is_red_three:
                self.hand[card.kind] += 1
        if not cards:
            self.unknown += taken
        if self.stock is not None:
            self.stock = max(0, self.stock - taken)

    def _expose(self, kinds: tuple[int, ...], replacements: tuple[Card, ...]) -> None:
        self._remove(kinds)
        last_is_red = bool(replacements) and len(replacements) == self.stock and replacements[-1].is_red_three
        if self.stock != 0:
            self._receive(replacements, 1)
        if last_is_red:
            self.over = "deal"

    def _take(self, move: Move) -> None:
        top = self.pile[-1]
        melds = top.is_natural and bool(move.kinds or move.target >= 0)
        if not self.opened:
            self.held = self.hand[:]
            for kind in move.kinds if melds else ():
                self.held[kind] -= 1
        if melds:
            self._lay(move.kinds, top.kind, new=top.kind not in self.melds, extra=top)
        elif not top.is_red_three:
            self.hand[top.kind] += 1
        if move.top_only:
            self.pile, self.pile_size = self.pile[:-1], self.pile_size - 1
        else:
            for card in self.pile[:-1]:
                if not card.is_red_three:
                    self.hand[card.kind] += 1
            self.unknown += self.pile_size - len(self.pile)
            self.taken = self.pile[:-1]
            self.pile, self.pile_size, self.frozen_unlisted = (), 0, False
        self.phase, self.drew = "play", "pile"

    def _new_meld_kind(self, kinds: tuple[int, ...]) -> int:
        """The rank of a new meld: that of its natural cards, else black threes, else wild cards."""
        return min((kind for kind in kinds if kind != RED_THREE_KIND), default=TWO_KIND)

    def _pull(self, kinds: Iterable[int], source: int) -> None:
        """Take cards back into the hand out of a meld; out of an opponents' meld (-1) they only come."""
        for kind in kinds:
            self.hand[kind] += 1
            if source in self.melds:
                self.laid -= KIND_POINTS[kind]
                place = WILD_KINDS.index(kind) + 1 if kind in WILD_KINDS else 0
                counts = list(self.melds[source])
                counts[place] -= 1
                self.melds[source] = (counts[0], counts[1], counts[2])

    def _lay(self, kinds: tuple[int, ...], target: int, *, new: bool, extra: Card | None = None) -> None:
        self._remove(kinds)
        if target < 0:
            return  # an opponents' meld
        if self.held is not None and extra is None:
            for kind in kinds:
                self.held[kind] -= 1
        every = (*kinds, extra.kind) if extra else kinds
        naturals, twos, jokers = self.melds.get(target, (0, 0, 0))
        for kind in every:
            self.laid += KIND_POINTS[kind]
            if kind == TWO_KIND:
                twos += 1
            elif kind == JOKER_KIND:
                jokers += 1
            else:
                naturals += 1
        if new and target not in self.melds:
            self.fresh |= {target}
        elif target not in self.fresh:
            self.touched_old = True
        self.melds[target] = (naturals, twos, jokers)
        if self.held is not None and self.laid >= self.minimum:
            self.held = None
