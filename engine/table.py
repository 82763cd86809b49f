"""The cards themselves while actions are done: whose they are, never whether that was allowed.

The judge lets every action happen here before it speaks, so that later actions are judged as if the earlier
ones stood. What is not there (a card that is not held, a meld that does not exist) is an error in the
request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.actions import Action
from engine.cards import Card, copies_in_deck
from engine.errors import EngineError
from engine.melds import Meld, Owner
from engine.position import Position, Side


class Table:
    """The player's hand, the own side's melds, the pile and the stock. Changes with :meth:`do`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hand = list(position.hand)
        self.unknown = position.unknown_cards
        self.melds: dict[str, tuple[list[Card], Owner]] = {}
        for meld in position.own.melds:
            self.melds[meld.rank] = (list(meld.cards), meld.by)
        self.red_threes = list(position.own.red_threes)
        self.pile = list(position.pile)
        self.pile_size = position.pile_size
        self.frozen = position.frozen
        self.stock = position.stock
        self.phase, self.drew = position.phase, position.drew
        self.laid = False
        self.over = False

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hand, other.red_threes, other.pile = self.hand[:], self.red_threes[:], self.pile[:]
        other.melds = {name: (cards[:], by) for name, (cards, by) in self.melds.items()}
        return other

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
        if self.stock is not None and len(come) > self.stock and (self.stock or action.verb == "expose"):
            raise EngineError("request", where, "not-enough-stock", count=len(come), stock=self.stock)
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
        for own, _ in self.melds.values():
            cards += own
        for side in self.position.opponents:
            cards += side.red_threes
            cards += [card for meld in side.melds for card in meld.cards]
        return cards

    def _check_meld(self, name: str, where: str) -> None:
        if name.startswith("opp:"):
            ranks = {meld.rank for side in self.position.opponents for meld in side.melds}
            if name[4:].removesuffix("#1") in ranks:
                return
        elif name.removesuffix("#1") in self.melds:
            return
        raise EngineError("request", where, "no-such-meld", name=name)

    def _cards_of(self, name: str) -> list[Card]:
        if name.startswith("opp:"):
            rank = name[4:].removesuffix("#1")
            return [
                c for side in self.position.opponents for m in side.melds if m.rank == rank for c in m.cards
            ]
        return self.melds[name.removesuffix("#1")][0]

    def do(self, action: Action) -> None:
        """Do the action with the cards, legal or not.

        An opponents' meld is looked at but never changed.
        """
        match action.verb:
            case "draw":
                self._draw(action.cards, self.position.rules.draw_count)
                self.phase, self.drew = "play", "stock"
            case "expose":
                self.hand.remove(action.cards[0])
                self.red_threes.append(action.cards[0])
                if self.stock != 0:
                    self._draw(action.others, 1)
            case "take":
                self._take(action)
            case "swap":
                self._give(action.cards, action.target)
                self._pull(action.others, action.target)
                self.hand += action.others
            case "move":
                self._pull(action.cards, action.source)
                self.hand += action.cards
                self._give(action.cards, action.target)
            case "meld" | "add":
                self._give(action.cards, action.target or Meld(action.cards).rank)
            case "discard":
                self.hand.remove(action.cards[0])
                self.pile.append(action.cards[0])
                self.pile_size += 1
                self.over = True
            case "end":
                self.over = True

    def _draw(self, cards: tuple[Card, ...], unnamed: int) -> None:
        taken = len(cards) or (unnamed if self.stock is None else min(unnamed, self.stock))
        self.unknown += 0 if cards else taken
        self.hand += [c for c in cards if not c.is_red_three]
        self.red_threes += [c for c in cards if c.is_red_three]
        if self.stock is not None:
            if cards and taken == self.stock and cards[-1].is_red_three:
                self.over = True
            self.stock = max(0, self.stock - taken)

    def _take(self, action: Action) -> None:
        top = self.pile.pop()
        self.pile_size -= 1
        if top.is_natural and (action.cards or action.target):
            rank = (
                top.rank
                if not action.target or action.target.startswith("opp:")
                else action.target.removesuffix("#1")
            )
            for card in action.cards:
                self.hand.remove(card)
            self.hand += action.cards
            self._lay(action.cards, rank)
            self.melds[rank][0].append(top)
        else:
            (self.red_threes if top.is_red_three else self.hand).append(top)
        if not action.top_only:
            self.hand += [c for c in self.pile if not c.is_red_three]
            self.red_threes += [c for c in self.pile if c.is_red_three]
            self.unknown += self.pile_size - len(self.pile)
            self.pile, self.pile_size, self.frozen = [], 0, False
        self.phase, self.drew = "play", "pile"

    def _give(self, cards: tuple[Card, ...], name: str) -> None:
        if name.startswith("opp:"):
            for card in cards:
                self.hand.remove(card)
        else:
            self._lay(cards, name.removesuffix("#1"))

    def _pull(self, cards: tuple[Card, ...], name: str) -> None:
        if not name.startswith("opp:"):
            for card in cards:
                self._cards_of(name).remove(card)

    def _lay(self, cards: tuple[Card, ...], name: str) -> None:
        for card in cards:
            self.hand.remove(card)
        self.melds.setdefault(name, ([], "self"))[0].extend(cards)
        self.laid = True

    @property
    def is_out(self) -> bool:
        return self.phase == "play" and not self.hand and not self.unknown

    def to_position(self) -> Position:
        """The position as the same player sees it now."""
        before = self.position
        own = Side(
            score=before.own.score,
            melds=tuple(Meld(tuple(cards), by) for cards, by in self.melds.values()),
            red_threes=tuple(self.red_threes),
            opened=before.own.opened,
        )
        over = before.my_turn and (self.over or self.is_out)
        melded = before.has_melded
        if over and self.laid:
            melded = True
        return replace(
            before,
            phase=self.phase,
            drew=self.drew if self.phase == "play" else before.drew,
            my_turn=before.my_turn and not over,
            hand=tuple(self.hand),
            unknown_cards=self.unknown,
            own=own,
            player_has_melded=melded if self.laid or before.player_has_melded is not None else None,
            pile=tuple(self.pile),
            pile_size=self.pile_size,
            frozen=self.frozen,
            stock=self.stock,
            permission=None if over else before.permission,
        )
