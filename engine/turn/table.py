"""The cards themselves while actions are done: whose they are, never whether that was allowed.

The judge lets every action happen here before it speaks, so that later actions are judged as if the earlier
ones stood. What is not there (a card that is not held, a meld that does not exist) is an error in the
request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.law.actions import Action
from engine.law.cards import Card, copies_in_deck, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld, Owner, sort_of
from engine.law.position import Position, Side


class TableMeld:
    """A meld while actions are done: its name without a number, its cards and its owner.

    A set keeps the name under which it was laid; a sequence, broken or not, is named by what it holds.
    """

    __slots__ = ("by", "cards", "name")

    def __init__(self, name: str, cards: list[Card], by: Owner) -> None:
        self.name, self.cards, self.by = name, cards, by

    def copy(self) -> TableMeld:
        return TableMeld(self.name, self.cards[:], self.by)

    def put(self, cards: Iterable[Card]) -> None:
        self.cards += cards
        if "-" in self.name:
            self.name = _run_name(self.cards)


def _run_name(cards: Iterable[Card]) -> str:
    """The lowest and the highest natural card."""
    naturals = sort_cards(card for card in cards if card.is_natural)
    return f"{naturals[0]}-{naturals[-1]}"


class Table:
    """The player's hand, the own side's melds, the pile and the stock. Changes with :meth:`do`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hand = list(position.hand)
        self.unknown = position.unknown_cards
        self.melds = [TableMeld(meld.rank, list(meld.cards), meld.by) for meld in position.own.melds]
        self.red_threes = list(position.own.red_threes)
        self.pile = list(position.pile)
        self.pile_size = position.pile_size
        self.frozen = position.frozen
        self.stock = position.stock
        self.phase, self.drew = position.phase, position.drew
        self.came: tuple[Card, ...] = ()
        """What came with the pile to a side that had not opened, where the suits of twos and threes matter."""
        self.laid = False
        self.over = False

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hand, other.red_threes, other.pile = self.hand[:], self.red_threes[:], self.pile[:]
        other.melds = [meld.copy() for meld in self.melds]
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
        elif self.find(name) is not None:
            return
        raise EngineError("request", where, "no-such-meld", name=name)

    def find(self, name: str) -> TableMeld | None:
        """The own meld of this name; ``K#2`` is the second of kings."""
        rank, _, place = name.partition("#")
        found = [meld for meld in self.melds if meld.name == rank]
        number = int(place or 1) - 1
        return found[number] if number < len(found) else None

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
        meld = self.find(name)
        return meld.cards if meld else []

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
                # Out first: a sequence that gets a card gets another name.
                self._pull(action.others, action.target)
                self._give(action.cards, action.target)
                self.hand += action.others
            case "move":
                self._pull(action.cards, action.source)
                self.hand += action.cards
                self._give(action.cards, action.target)
            case "meld":
                self._begin(action.cards)
            case "add":
                self._give(action.cards, action.target)
            case "merge":
                self._merge(action.target, action.source)
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
                self.over = self.position.rules.last_stock_red_three != "meld_no_discard"
            self.stock = max(0, self.stock - taken)

    def _take(self, action: Action) -> None:
        top = self.pile.pop()
        self.pile_size -= 1
        rules = self.position.rules
        takeable = top.is_natural or (top.is_wild and rules.wild_top_takeable == "with_pair")
        if takeable and (action.cards or action.target):
            for card in action.cards:
                self.hand.remove(card)
            self.hand += (*action.cards, top)
            meld = None
            if action.target and not action.target.startswith("opp:"):
                meld = self.find(action.target)
            elif not rules.several_melds_per_rank:
                meld = self.find(self._rank_taken(action, top))
            if meld is not None:
                self._lay((*action.cards, top), meld)
            else:
                self._begin((*action.cards, top), rank=self._rank_taken(action, top))
        else:
            (self.red_threes if top.is_red_three else self.hand).append(top)
        if not action.top_only:
            if rules.sequences and not self.position.own.opened:
                self.came = tuple([card for card in self.pile if card.is_loose])
            self.hand += [c for c in self.pile if not c.is_red_three]
            self.red_threes += [c for c in self.pile if c.is_red_three]
            self.unknown += self.pile_size - len(self.pile)
            self.pile, self.pile_size, self.frozen = [], 0, False
        self.phase, self.drew = "play", "pile"

    def _rank_taken(self, action: Action, top: Card) -> str:
        """The rank that the top card plays: its own, or that of the pair which takes a wild card."""
        naturals = [c.rank for c in action.cards if c.is_natural]
        return max(naturals, key=naturals.count) if top.is_wild and naturals else top.rank

    def _give(self, cards: tuple[Card, ...], name: str) -> None:
        meld = None if name.startswith("opp:") else self.find(name)
        if meld is not None:
            self._lay(cards, meld)
        else:
            for card in cards:
                self.hand.remove(card)

    def _pull(self, cards: tuple[Card, ...], name: str) -> None:
        if not name.startswith("opp:"):
            for card in cards:
                self._cards_of(name).remove(card)

    def _begin(self, cards: tuple[Card, ...], *, rank: str = "") -> None:
        if sort_of(cards, self.position.rules) == "sequence":
            name = _run_name(cards)
        else:
            kinds = [c for c in cards if c.is_natural or c.is_black_three]
            name = rank or min(kinds, key=lambda c: c.kind).rank if kinds else rank or "W"
        self.melds.append(TableMeld(name, [], "self"))
        self._lay(cards, self.melds[-1])

    def _lay(self, cards: tuple[Card, ...], meld: TableMeld) -> None:
        for card in cards:
            self.hand.remove(card)
        meld.put(cards)
        self.laid = True

    def _merge(self, one: str, other: str) -> None:
        first, second = self.find(one), self.find(other)
        if (
            first is None
            or second is None
            or first is second
            or first.name != second.name
            or "-" in first.name
        ):
            return
        if self.melds.index(first) > self.melds.index(second):
            first, second = second, first
        first.put(second.cards)
        self.melds.remove(second)

    @property
    def is_out(self) -> bool:
        return self.phase == "play" and not self.hand and not self.unknown

    def to_position(self) -> Position:
        """The position as the same player sees it now."""
        before = self.position
        own = Side(
            score=before.own.score,
            melds=tuple(Meld(tuple(meld.cards), meld.by) for meld in self.melds),
            red_threes=tuple(self.red_threes),
            opened=before.own.opened,
        )
        over = before.my_turn and (self.over or self.is_out)
        melded = before.has_melded
        if over and self.laid:
            melded = True
        return before.with_known(
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
