"""What is on the table, as the player whose turn it is sees it, and who sits at it. Ledger sections 1 and 16."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final, Literal

from engine.law.cards import TWO_KIND, Card, copies_in_deck, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld, table_fault
from engine.law.ruleset import RuleSet

Form = Literal["pairs", "threes"]
FORMS: Final[dict[int, tuple[Form, ...]]] = {
    2: ("pairs",), 3: ("pairs",), 4: ("pairs",), 5: ("threes",), 6: ("pairs", "threes"),
}  # fmt: skip
"""The forms for each number of players, the usual one first.

With five, two play against three, one of whom sits out in each deal. Six play as three pairs, or as two sides of three
with one of each sitting out. There is another game for three, in which whoever takes the pile first plays alone against
the other two; it is not this one.
"""

MOST_OF_A_SIDE: Final = 2
_SIDES: Final[dict[tuple[int, Form], tuple[tuple[int, ...], ...]]] = {
    (2, "pairs"): ((0,), (1,)),
    (3, "pairs"): ((0,), (1,), (2,)),
    (4, "pairs"): ((0, 2), (1, 3)),
    (5, "threes"): ((0, 2), (1, 3, 4)),
    (6, "pairs"): ((0, 3), (1, 4), (2, 5)),
    (6, "threes"): ((0, 2, 4), (1, 3, 5)),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """Players are numbered from 0 clockwise; ``sides`` are the partnerships, or single players, by number."""

    players: int
    form: Form
    sides: tuple[tuple[int, ...], ...]

    def at_table(self, number: int) -> tuple[int, ...]:
        """The players of this deal (the first is 0) in the order of play; the last of them deals.

        The deal moves on clockwise, from person to person, to the next one who plays. Who sits out when, no source
        says: here each does in turn, against the clock. The other way round some would sit out whenever they are to
        deal, and never deal.
        """
        order = _order(self, number)
        first = order.index(_dealer(self, number)) + 1
        return order[first:] + order[:first]

    def side_of(self, player: int) -> int:
        """Index of the player's side."""
        return next(index for index, side in enumerate(self.sides) if player in side)


def most_sides(players: int) -> int:
    """How many sides so many players, two to six, make at most: six may be three pairs."""
    return max(len(_SIDES[players, form]) for form in FORMS[players])


def _without_one(side: tuple[int, ...], number: int) -> tuple[int, ...]:
    out = -number % len(side)
    return side[:out] + side[out + 1 :]


def _order(seats: Seating, number: int) -> tuple[int, ...]:
    """The players of this deal as they sit, so that the sides take turns."""
    places = min(MOST_OF_A_SIDE, *(len(side) for side in seats.sides))
    playing = [_without_one(side, number) if len(side) > places else side for side in seats.sides]
    return tuple(side[row] for row in range(places) for side in playing)


def _dealer(seats: Seating, number: int) -> int:
    dealers, again = _dealers(seats)
    if number < len(dealers):
        return dealers[number]
    return dealers[again + (number - again) % (len(dealers) - again)]


@lru_cache(maxsize=16)
def _dealers(seats: Seating) -> tuple[tuple[int, ...], int]:
    """Who deals from the first deal on, and from which of these deals on they come again."""
    dealer, number = _order(seats, 0)[-1], 0
    turns = max(map(len, seats.sides))
    seen: dict[tuple[int, int], int] = {}
    while (dealer, number % turns) not in seen:
        seen[dealer, number % turns] = number
        number += 1
        clockwise = [(dealer + step) % seats.players for step in range(1, seats.players + 1)]
        dealer = next(player for player in clockwise if player in _order(seats, number))
    return tuple(player for player, _ in seen), seen[dealer, number % turns]


def seating(players: int, form: Form | None = None) -> Seating:
    """The seating for so many players; raises EngineError if there is no such form."""
    forms = FORMS.get(players, ())
    chosen = form or (forms[0] if forms else None)
    if chosen is None or chosen not in forms:
        raise EngineError("position", "players", "wrong-seating", players=players, form=str(form or ""))
    return Seating(players, chosen, _SIDES[players, chosen])


Phase = Literal["draw", "play"]
FreezeCause = Literal["wild", "opening-card", "unlisted"]
SINGLE_PLAYERS = 3
"""Up to so many players play each alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A partnership, or a player playing alone: the total before the deal and what lies in front of it.

    ``opened`` is whether the side has made its first meld in this deal.
    """

    score: int = 0
    melds: tuple[Meld, ...] = ()
    red_threes: tuple[Card, ...] = ()
    opened: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "red_threes", sort_cards(self.red_threes))
        if self.melds:
            object.__setattr__(self, "melds", tuple(sorted(self.melds, key=_meld_order)))
            object.__setattr__(self, "opened", True)

    def canastas(self, rules: RuleSet) -> int:
        return sum(meld.is_canasta(rules) for meld in self.melds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A checked position: it could have come out of a deal. See the interchange description for each field.

    ``pile`` runs from bottom to top and may leave out cards; ``pile_size`` counts all of them. None stands
    for unknown. ``unknown_cards`` counts cards in the hand that nobody has named. Raises EngineError of kind
    ``position``, naming the key, for what no deal could produce.
    """

    rules: RuleSet
    players: int = 4
    phase: Phase = "play"
    drew: Literal["stock", "pile"] = "stock"
    my_turn: bool = True
    hand: tuple[Card, ...] = ()
    unknown_cards: int = 0
    own: Side = Side()
    opponents: tuple[Side, ...] = ()
    player_has_melded: bool | None = None
    pile: tuple[Card, ...] = ()
    pile_size: int = 0
    frozen: bool = False
    stock: int | None = None
    partner_hand: int | None = None
    permission: Literal["yes", "no"] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", sort_cards(self.hand))
        if self.pile_size == 0 and self.pile:
            object.__setattr__(self, "pile_size", len(self.pile))
        _check(self)

    def with_known(self, **values: object) -> Position:
        """This position with other values that came out of a legal turn, so that nothing needs to be checked again."""
        other = object.__new__(Position)
        for slot in fields(self):
            object.__setattr__(other, slot.name, values.get(slot.name, getattr(self, slot.name)))
        object.__setattr__(other, "hand", sort_cards(other.hand))
        return other

    def seen(self) -> list[Card]:
        """Every card that the player can name."""
        cards = [*self.hand, *self.pile]
        for side in (self.own, *self.opponents):
            cards += side.red_threes
            cards += [card for meld in side.melds for card in meld.cards]
        return cards

    @property
    def upcard(self) -> Card | None:
        """The top card of the discard pile, None where there is none or it is not known."""
        return self.pile[-1] if self.pile else None

    @property
    def has_partner(self) -> bool:
        """Whether somebody else plays on the player's side: two and three players play each alone."""
        return self.players > SINGLE_PLAYERS

    @property
    def freeze_cause(self) -> FreezeCause | None:
        """Why the pile is frozen for everybody, or None where it is not."""
        return freeze_cause(self.rules, self.pile, unlisted=self.frozen)

    @property
    def is_frozen(self) -> bool:
        """Whether the pile is frozen for everybody.

        Before its first meld it is frozen against a side besides.
        """
        return self.freeze_cause is not None

    @property
    def initial_minimum(self) -> int | None:
        """Points that the own side's first meld needs, None where the rule set leaves that open."""
        return self.rules.initial_minimum(self.own.score)

    @property
    def has_melded(self) -> bool | None:
        """Whether the player, not only the side, has melded before this turn; None where it is not known."""
        if self.player_has_melded is not None:
            return self.player_has_melded
        if any(meld.by == "self" for meld in self.own.melds):
            return True
        return None if self.own.opened and not self.own.melds else False


def freeze_cause(rules: RuleSet, pile: tuple[Card, ...], *, unlisted: bool) -> FreezeCause | None:
    """Why a pile of these listed cards is frozen; ``unlisted`` says that a buried card that is not listed does it."""
    wilds_freeze = rules.wild_discard_effect == "freeze"
    if wilds_freeze and any(c.is_wild for c in pile):
        return "wild"
    if rules.opening_card_freezes and any(c.is_red_three for c in pile):
        return "opening-card"
    return "unlisted" if unlisted and (wilds_freeze or rules.opening_card_freezes) else None


def _meld_order(meld: Meld) -> tuple[int, ...]:
    """Sets by rank, melds of one rank in the order given (their names depend on it), wild melds, then sequences."""
    if meld.is_sequence:
        return (1, meld.cards[0].fine, len(meld.cards))
    return (0, meld.naturals[0].order // 4 if meld.naturals else TWO_KIND)


def _fail(where: str, code: str, **facts: object) -> None:
    raise EngineError("position", where, code, **facts)


def _check(position: Position) -> None:
    rules = position.rules
    if position.players not in rules.player_counts:
        _fail("players", "wrong-players", name=rules.name, players=position.players)
    check_sides(1 + len(position.opponents), position.players, where="opponents")
    if position.partner_hand is not None and not position.has_partner:
        _fail("partner_hand", "no-partner", players=position.players)
    sides = [("own", position.own), *((f"opponents[{i}]", side) for i, side in enumerate(position.opponents))]
    for where, side in sides:
        # The deal ends in the turn in which black threes are melded, so only that player, in that turn, sees them.
        check_side(rules, side, where=where, threes_by_self=where == "own" and position.phase == "play")
    _check_pile_size(position)
    check_pile(position.pile)
    _check_copies(position, sides)


def check_sides(count: int, players: int, *, where: str) -> None:
    """Raise EngineError naming ``where`` if these are more sides than so many players make."""
    most = most_sides(players)
    if count > most:
        _fail(where, "too-many-sides", count=count, players=players, max=most)


def check_side(rules: RuleSet, side: Side, *, where: str, threes_by_self: bool = False) -> None:
    """Raise EngineError naming ``where`` if this cannot lie in front of a side.

    ``threes_by_self`` says that black threes may lie there if the player laid them.
    """
    for card in side.red_threes:
        if not card.is_red_three:
            _fail(f"{where}.red_threes", "not-a-red-three", card=str(card))
    seen: set[str] = set()
    for place, meld in enumerate(side.melds):
        check_meld(rules, meld, where=f"{where}.melds[{place}]")
        if meld.rank in seen and not rules.several_melds_per_rank:
            _fail(f"{where}.melds[{place}]", "two-melds-of-a-rank", rank=meld.rank)
        seen.add(meld.rank)
        if meld.rank == "3" and not (threes_by_self and meld.by == "self"):
            _fail(
                f"{where}.melds[{place}]", "impossible-meld",
                cards=" ".join(map(str, meld.cards)), rule="black3.meld-only-going-out",
            )  # fmt: skip


def check_meld(rules: RuleSet, meld: Meld, *, where: str) -> None:
    """Raise EngineError naming ``where`` if these cards cannot lie on the table as a meld."""
    red = next((c for c in meld.cards if c.is_red_three), None)
    if red:
        _fail(where, "red-three-in-meld", card=str(red))
    fault = table_fault(rules, meld.cards)
    if fault:
        _fail(where, "impossible-meld", cards=" ".join(map(str, meld.cards)), rule=fault)


def _check_pile_size(position: Position) -> None:
    if position.pile_size < len(position.pile):
        _fail("pile_size", "pile-smaller-than-listed", listed=len(position.pile), size=position.pile_size)


def check_pile(pile: tuple[Card, ...]) -> None:
    """Raise EngineError if no deal could produce a pile of these cards, from bottom to top."""
    covered = False
    for card in pile:
        if card.is_red_three and covered:
            _fail("pile", "red-three-thrown", card=str(card))
        covered = covered or card.is_natural


def _check_copies(position: Position, sides: list[tuple[str, Side]]) -> None:
    """No kind of card more often than the deck has it, and no more cards than the deck has in all."""
    rules = position.rules
    places: list[tuple[str, tuple[Card, ...]]] = [("hand", position.hand)]
    for where, side in sides:
        places += cards_of_side(side, where=where)
    places.append(("pile", position.pile))
    count = check_copies(rules, places)
    count += position.pile_size - len(position.pile) + position.unknown_cards
    count += (position.stock or 0) + (position.partner_hand or 0)
    if count > rules.deck_size:
        _fail("stock", "too-many-cards", count=count, max=rules.deck_size)


def cards_of_side(side: Side, *, where: str) -> list[tuple[str, tuple[Card, ...]]]:
    """What lies in front of a side, each with the key under which it stands."""
    melds = [(f"{where}.melds[{place}]", meld.cards) for place, meld in enumerate(side.melds)]
    return [*melds, (f"{where}.red_threes", side.red_threes)]


def _are_alike(one: Card, other: Card) -> bool:
    """Whether only their suits tell them apart; red and black threes are more than that."""
    return (one.rank, one.is_red_three) == (other.rank, other.is_red_three)


def check_copies(rules: RuleSet, places: Iterable[tuple[str, tuple[Card, ...]]]) -> int:
    """How many cards these are. Raise EngineError naming the place of a card that the deck has not so often."""
    seen: Counter[Card] = Counter()
    for where, cards in places:
        seen.update(cards)
        for card in cards:
            most = copies_in_deck(card, packs=rules.packs, jokers=rules.jokers)
            if seen[card] > most:
                of_rank = sum(count for one, count in seen.items() if _are_alike(one, card))
                _fail(where, "too-many-copies", card=str(card), count=seen[card], max=most, of_rank=of_rank)
    return seen.total()
