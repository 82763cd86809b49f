"""The table as the player sees it while actions are done: the turn in counts, and the cards that follow it.

The judge lets every action happen here before it speaks, so that later actions are judged as if the earlier
ones stood. What is not there (a card that is not held, a meld that does not exist) is an error in the
request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.law.actions import Action
from engine.law.cards import Card, copies_in_deck, parted
from engine.law.errors import EngineError
from engine.law.kinds import Move, meld_number, move_of
from engine.law.melds import Meld, Owner
from engine.law.position import Position, Side
from engine.turn.cards_in_play import CardsInPlay, LaidMeld, Step, action_of
from engine.turn.state import meld_numbers
from engine.turn.turn import Turn


class Table(CardsInPlay[Owner]):
    """The player's hand, the own side's melds, the pile and the stock. Changes with :meth:`do`.

    ``turn`` is the same in counts. ``asks`` says that the actions to come hold an ``ask``.
    """

    def __init__(self, position: Position, *, asks: bool = False) -> None:
        melds = position.own.melds
        super().__init__(
            position.hand,
            [
                LaidMeld(number, meld.cards, meld.by)
                for number, meld in zip(meld_numbers(melds), melds, strict=True)
            ],
            position.pile,
            player="self",
            keeps_what_came_apart=bool(position.rules.sequences) and not position.own.opened,
        )
        self.position = position
        self.red_threes += position.own.red_threes
        self.turn = Turn.start(position, asks=asks)

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hand, other.red_threes, other.pile = self.hand[:], self.red_threes[:], self.pile[:]
        other.melds = [LaidMeld(meld.number, meld.cards, meld.by) for meld in self.melds]
        other.turn = self.turn.copy()
        return other

    @property
    def unknown(self) -> int:
        """Cards in the hand that nobody has named."""
        return self.turn.unknown

    @property
    def pile_size(self) -> int:
        """Cards in the pile, also those that are not listed."""
        return self.turn.pile_size + len(self.pile) - len(self.turn.pile)

    def do(self, action: Action) -> None:
        """Do the action with the cards, legal or not."""
        move = move_of(action, self.position.rules)
        self.turn.apply(move, drawn=action.cards, replacements=action.others)
        drawn = action.verb == "draw"
        cards, come = ((), action.cards) if drawn else (action.cards, action.others)
        self.follow(Step(move, cards, come, self.turn.laid_on))

    def check(self, action: Action, *, where: str) -> None:
        """Raise EngineError of kind ``request`` or ``position`` if the action asks for something that is not there."""
        if action.verb == "take":
            if not self.pile_size:
                raise EngineError("position", "pile", "empty-pile")
            if not self.pile:
                raise EngineError("position", "pile", "top-card-unknown")
        if action.verb in ("draw", "expose"):
            self._check_drawn(action, where)
        elif action.verb != "move":
            self._check_held(action.cards, where)
        if action.verb == "expose":
            self._check_held(action.cards, where)
            if not action.cards[0].is_red_three:
                raise EngineError("request", where, "not-a-red-three-to-expose", card=str(action.cards[0]))
        for name in filter(None, (action.target, action.source)):
            self._check_meld(name, where)
        leaving = action.others if action.verb == "swap" else action.cards if action.verb == "move" else ()
        if leaving:
            name = action.target if action.verb == "swap" else action.source
            there = Counter(self._cards_of(name))
            for card in leaving:
                if not there[card]:
                    raise EngineError("request", where, "card-not-in-meld", card=str(card), name=name)
                there[card] -= 1

    def _check_held(self, cards: Iterable[Card], where: str) -> None:
        held = Counter(self.hand)
        for card in cards:
            if not held[card]:
                raise EngineError("request", where, "card-not-held", card=str(card))
            held[card] -= 1

    def _check_drawn(self, action: Action, where: str) -> None:
        come = action.cards if action.verb == "draw" else action.others
        if (
            self.turn.stock is not None
            and len(come) > self.turn.stock
            and (self.turn.stock or action.verb == "expose")
        ):
            raise EngineError("request", where, "not-enough-stock", count=len(come), stock=self.turn.stock)
        rules = self.position.rules
        seen = Counter(self.seen())
        seen.update(come)
        for card in come:
            most = copies_in_deck(card, packs=rules.packs, jokers=rules.jokers)
            if seen[card] > most:
                raise EngineError(
                    "request", where, "too-many-copies", card=str(card), count=seen[card], max=most
                )

    def seen(self) -> list[Card]:
        """Every card that the player can name."""
        cards = [*self.hand, *self.red_threes, *self.pile]
        for meld in self.melds:
            cards += meld.cards
        for side in self.position.opponents:
            cards += side.red_threes
            cards += [card for theirs in side.melds for card in theirs.cards]
        return cards

    def _check_meld(self, name: str, where: str) -> None:
        if name.startswith("opp:"):
            if self._opponents_cards(name) is not None:
                return
        elif self.find(meld_number(name)) is not None:
            return
        raise EngineError("request", where, "no-such-meld", name=name)

    def _opponents_cards(self, name: str) -> list[Card] | None:
        """The cards of an opponents' meld: of every side that has one of this name, None where nobody has."""
        rank, _, place = name[4:].partition("#")
        found: list[Card] | None = None
        for side in self.position.opponents:
            melds = [meld for meld in side.melds if meld.rank == rank]
            number = int(place or 1) - 1
            if number < len(melds):
                found = [*(found or []), *melds[number].cards]
        return found

    def _cards_of(self, name: str) -> list[Card]:
        if name.startswith("opp:"):
            return self._opponents_cards(name) or []
        meld = self.find(meld_number(name))
        return meld.cards if meld else []

    @property
    def is_out(self) -> bool:
        return self.turn.phase == "play" and not self.hand and not self.turn.unknown

    def to_position(self) -> Position:
        """The position as the same player sees it now."""
        before, turn = self.position, self.turn
        own = Side(
            score=before.own.score,
            melds=tuple(Meld(tuple(meld.cards), meld.by) for meld in self.melds),
            red_threes=tuple(self.red_threes),
            opened=before.own.opened,
        )
        over = before.my_turn and bool(turn.over or self.is_out)
        melded = before.has_melded
        if over and self.laid:
            melded = True
        return before.with_known(
            phase=turn.phase,
            drew=turn.drew if turn.phase == "play" else before.drew,
            my_turn=before.my_turn and not over,
            hand=tuple(self.hand),
            unknown_cards=turn.unknown,
            own=own,
            player_has_melded=melded if self.laid or before.player_has_melded is not None else None,
            pile=tuple(self.pile),
            pile_size=self.pile_size,
            frozen=turn.frozen_unlisted,
            stock=turn.stock,
            permission=None if over else before.permission,
        )


def realise(table: Table, move: Move, *, reserved: Iterable[Card] = ()) -> Action:
    """The move as an action with the first held cards of each kind, in the order c d h s.

    ``reserved`` cards are used only where no others are left: later actions name them.
    """
    return action_of(move, table.choose(move, reserved=reserved))


def realisations(table: Table, move: Move, *, early: bool) -> Iterator[Action]:
    """Every action that the move stands for: where suits matter, its twos and threes of every suit that is held.

    ``early`` leaves out those that came with the pile: the first meld's minimum is not reached.
    """
    first = realise(table, move)
    loose = [c for c in first.cards if c.is_loose or c.is_red_three]
    hand = parted(table.hand, table.came)[0] if early and move.verb != "discard" else table.hand
    if not table.position.rules.suits_matter or not loose:
        yield first
        return
    rest = [c for c in first.cards if c not in loose]
    choices: list[list[tuple[Card, ...]]] = []
    for kind in sorted({c.kind for c in loose}):
        held = sorted((c for c in hand if c.kind == kind), key=lambda c: c.order)
        number = sum(c.kind == kind for c in loose)
        choices.append(list(dict.fromkeys(combinations(held, number))))
    chosen: list[tuple[Card, ...]] = [()]
    for choice in choices:
        chosen = [(*before, *cards) for before in chosen for cards in choice]
    for cards in chosen:
        yield action_of(move, (*rest, *cards))
