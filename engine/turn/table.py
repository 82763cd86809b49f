"""The cards while actions are done: they follow what :class:`engine.turn.turn.Turn` decides.

Which meld cards went to, whether a top card was melded, whether two melds were joined: all that is decided in counts,
once; here the cards are moved. The judge lets every action happen on a :class:`Table` before it speaks, so that later
actions are judged as if the earlier ones stood. What is not there (a card that is not held, a meld that does not exist)
is an error in the request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Generic, TypeVar

from engine.law.actions import (
    FIRST_SEQUENCE,
    NEXT_OF_RANK,
    OPPONENTS,
    THEIRS,
    Action,
    Move,
    Step,
    action_of,
    ends_number,
    meld_name,
    meld_number,
    move_of,
)
from engine.law.cards import BLACK_THREE_KIND, FINE_CARDS, TWO_KIND, Card, copies_in_deck, parted, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS, Meld, Owner
from engine.law.position import Position, Side
from engine.turn.state import meld_numbers
from engine.turn.turn import Turn

By = TypeVar("By")  # who laid a meld: a seat, or an owner as a player sees it
BLOCKING_TWOS = (BLACK_THREE_KIND,) * BLOCKING_THREES + (TWO_KIND,) * BLOCKING_WILDS


class LaidMeld(Generic[By]):
    """A meld while actions are done: its number in the turn, its cards and who laid it first."""

    __slots__ = ("by", "cards", "number")

    def __init__(self, number: int, cards: Iterable[Card], by: By) -> None:
        self.number, self.cards, self.by = number, list(cards), by

    @property
    def name(self) -> str:
        return meld_name(self.number)

    def rename(self) -> None:
        """Name a sequence by what it holds now; other melds keep their name."""
        fine = [card.fine for card in self.cards if card.is_natural]
        if self.number >= FIRST_SEQUENCE and fine:
            self.number = ends_number(fine)


def laid_melds(melds: Sequence[Meld]) -> list[LaidMeld[Owner]]:
    """A side's melds on the table, each with its number."""
    return [
        LaidMeld(number, meld.cards, meld.by) for number, meld in zip(meld_numbers(melds), melds, strict=True)
    ]


class CardsInPlay(Generic[By]):
    """The player's hand, the melds of the side and the pile. Changes with :meth:`follow`.

    ``red_threes`` are those on the table. ``came`` are twos and black threes that came with the pile to a side that had
    not opened, where their suits matter: they are laid last. ``laid`` and ``joined`` say whether cards were laid on own
    melds, and melds joined.
    """

    def __init__(
        self,
        hand: Iterable[Card],
        melds: Iterable[LaidMeld[By]],
        pile: Iterable[Card],
        *,
        player: By,
        keeps_what_came_apart: bool,
    ) -> None:
        self.hand = list(hand)
        self.melds = list(melds)
        self.pile = list(pile)
        self.red_threes: list[Card] = []
        self.player = player
        self.keeps_what_came_apart = keeps_what_came_apart
        self.came: tuple[Card, ...] = ()
        self.laid = self.joined = False

    def follow(self, step: Step) -> Step:
        """Move the cards of a step that the turn has done, legal or not; the step with its cards."""
        move = step.move
        cards = step.cards if step.cards is not None else self.choose(move)
        match move.verb:
            case "draw":
                self._gain(step.come)
            case "expose":
                self.hand.remove(cards[0])
                self.red_threes.append(cards[0])
                self._gain(step.come)
            case "discard":
                self.hand.remove(cards[0])
                self.pile.append(cards[0])
            case "meld" | "add":
                self._lay(cards, move.target, step.laid_on)
            case "take":
                self._take(cards, move, step.laid_on)
            case "swap":
                self._lay(cards, move.target, step.laid_on)
                self._pull(step.come, step.laid_on)
            case "move":
                self._pull(cards, move.source)
                self._lay(cards, move.target, step.laid_on)
            case "merge" if step.laid_on >= 0:
                self._join(min(move.target, move.source), max(move.target, move.source))
        return step if step.cards is not None else Step(move, cards, step.come, step.laid_on, step.answer)

    def choose(self, move: Move, *, reserved: Collection[Card] = ()) -> tuple[Card, ...]:
        """The first held cards of each kind that the move names, in the order c d h s.

        ``reserved`` cards are used only where no others are left: later actions name them. Cards that came with the
        pile to a side that had not opened come last of all.
        """
        found = [FINE_CARDS[fine] for fine in move.fine]
        kinds = move.kinds[len(found) :]
        if not kinds:
            return tuple(found)
        supply = self._supply(reserved)
        for card in found:
            supply.remove(card)
        if move.verb == "meld" and move.kinds == BLOCKING_TWOS:
            # The twos of the colour of which there are enough come first.
            black = sum(c.kind == TWO_KIND and c.suit in "cs" for c in supply) >= BLOCKING_WILDS
            supply.sort(key=lambda c: c.kind == TWO_KIND and (c.suit in "cs") != black)
        for kind in kinds:
            found.append(next(c for c in supply if c.kind == kind))
            supply.remove(found[-1])
        return tuple(found)

    def _supply(self, reserved: Collection[Card]) -> list[Card]:
        """The hand in the order in which its cards are used."""
        held, came = parted(self.hand, self.came) if self.came else (sort_cards(self.hand), ())
        if not reserved:
            return [*held, *came]
        left = Counter(reserved)
        free: list[Card] = []
        last: list[Card] = []
        for card in held:
            kept = left[card] > 0
            left[card] -= kept
            (last if kept else free).append(card)
        return [*free, *last, *came]

    def _gain(self, cards: Iterable[Card]) -> None:
        for card in cards:
            (self.red_threes if card.is_red_three else self.hand).append(card)

    def _take(self, cards: tuple[Card, ...], move: Move, laid_on: int) -> None:
        top = self.pile.pop()
        if move.target == THEIRS:  # the top card and these go to an opponents' meld
            for card in cards:
                self.hand.remove(card)
        elif laid_on >= 0:
            self.hand.append(top)
            self._lay((*cards, top), move.target, laid_on)
        else:
            self._gain((top,))
        if move.top_only:
            return
        if self.keeps_what_came_apart:
            self.came = tuple([card for card in self.pile if card.is_loose])
        self._gain(self.pile)
        self.pile = []

    def find(self, number: int) -> LaidMeld[By] | None:
        """The first own meld of this number: equal sequences share one."""
        return next((meld for meld in self.melds if meld.number == number), None)

    def _lay(self, cards: Iterable[Card], target: int, number: int) -> None:
        """Lay cards of the hand on the meld ``target`` (-1: on none that is named), which then has this number."""
        laid = tuple(cards)
        for card in laid:
            self.hand.remove(card)
        if number < 0:
            return  # an opponents' meld is looked at but never changed
        meld = None
        if target >= 0 or number < FIRST_SEQUENCE:
            meld = self.find(target if target >= 0 else number)
        if meld is None:
            meld = LaidMeld(number, (), self.player)
            self.melds.append(meld)
        meld.number = number  # a sequence that grows gets another one
        meld.cards += laid
        self.laid = True

    def _pull(self, cards: Iterable[Card], number: int) -> None:
        """Take cards out of a meld into the hand; an opponents' meld (-1) keeps its own."""
        meld = self.find(number)
        for card in cards:
            self.hand.append(card)
            if meld is not None:
                meld.cards.remove(card)
        if meld is not None:
            meld.rename()

    def _join(self, first: int, second: int) -> None:
        """Join two sets: the later one of a rank goes, and the ones behind it move up."""
        meld, joined = self.find(first), self.find(second)
        if meld is None or joined is None:
            return
        meld.cards += joined.cards
        self.melds.remove(joined)
        while (later := self.find(second + NEXT_OF_RANK)) is not None:
            later.number = second
            second += NEXT_OF_RANK
        self.joined = True


class Table(CardsInPlay[Owner]):
    """The player's hand, the own side's melds, the pile and the stock. Changes with :meth:`do`.

    ``turn`` is the same in counts. ``asks`` says that the actions to come hold an ``ask``.
    """

    def __init__(self, position: Position, *, asks: bool = False) -> None:
        super().__init__(
            position.hand,
            laid_melds(position.own.melds),
            position.pile,
            player="self",
            keeps_what_came_apart=bool(position.rules.sequences) and not position.own.opened,
        )
        self.position = position
        self.red_threes += position.own.red_threes
        self.theirs = [laid_melds(side.melds) for side in position.opponents]
        self.turn = Turn.start(position, asks=asks)

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hand, other.red_threes, other.pile = self.hand[:], self.red_threes[:], self.pile[:]
        other.melds = [LaidMeld(meld.number, meld.cards, meld.by) for meld in self.melds]
        other.theirs = [[LaidMeld(meld.number, meld.cards, meld.by) for meld in side] for side in self.theirs]
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
        self._change_theirs(action)
        drawn = action.verb == "draw"
        cards, come = ((), action.cards) if drawn else (action.cards, action.others)
        self.follow(Step(move, cards, come, self.turn.laid_on))

    def _change_theirs(self, action: Action) -> None:
        """Give opponents' melds what goes to them, and take what comes out of them."""
        if action.verb not in ("add", "take", "move", "swap"):
            return
        lost = action.cards if action.verb == "move" else action.others
        for name, come, gone in (
            (action.source, (), lost),
            (action.target, action.cards, lost if action.verb == "swap" else ()),
        ):
            meld = next(iter(self._named(name)), None) if name.startswith(OPPONENTS) else None
            if meld is not None:
                meld.cards += [*self.pile[-1:], *come] if action.verb == "take" else come
                for card in gone:
                    meld.cards.remove(card)
                meld.rename()

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
        return cards + [card for side in self.theirs for meld in side for card in meld.cards]

    def _check_meld(self, name: str, where: str) -> None:
        if not self._named(name):
            raise EngineError("request", where, "no-such-meld", name=name)

    def _named(self, name: str) -> list[LaidMeld[Owner]]:
        """The melds of this name: at most one of the own side, of the opponents perhaps one of each."""
        if name.startswith(OPPONENTS):
            number = meld_number(name.removeprefix(OPPONENTS))
            return [meld for side in self.theirs for meld in side if meld.number == number]
        meld = self.find(meld_number(name))
        return [meld] if meld else []

    def _cards_of(self, name: str) -> list[Card]:
        return [card for meld in self._named(name) for card in meld.cards]

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


def realise(table: Table, move: Move, *, reserved: Collection[Card] = ()) -> Action:
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
