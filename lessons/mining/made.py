"""Positions by construction, near the edges of the rules: what random deals show too seldom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

from engine.law.cards import CARDS, NATURAL_RANKS, SUITS, Card, copies_in_deck
from engine.law.errors import EngineError
from engine.law.melds import Meld, Owner
from engine.law.position import SINGLE_PLAYERS, Phase, Position, Side
from engine.law.ruleset import RuleSet
from engine.law.verdict import WentOut
from engine.score.questions import check_score_cards
from engine.score.sheet import ScoreSide
from lessons.mining.adding_up import that_adds_up
from lessons.proving.could_happen import cards_in_hand, dealt_to_each, drawn_now, held_by_each

SCORES: Final = (-205, -5, 0, 480, 1120, 1480, 1495, 1500, 1760, 2440, 2995, 3000, 3340, 4100)
LATE: Final = (3995, 4000, 5200, 6995, 7000, 7420, 8000)
_TRIES: Final = 30


class Deck:
    """The whole deck; cards are drawn out of it by what they are."""

    def __init__(self, rng: Random, rules: RuleSet) -> None:
        self.rng = rng
        self.left = Counter(
            {card: copies_in_deck(card, packs=rules.packs, jokers=rules.jokers) for card in CARDS.values()}
        )

    def one(self, *ranks: str) -> Card | None:
        """A card of one of these ranks (``JK`` jokers, ``b3`` black, ``r3`` red threes; any natural one for none)."""
        wanted = ranks or NATURAL_RANKS
        cards = [card for card, number in self.left.items() for _ in range(number) if _name(card) in wanted]
        if not cards:
            return None
        card = self.rng.choice(cards)
        self.left[card] -= 1
        return card

    def some(self, number: int, *ranks: str) -> list[Card]:
        return [card for _ in range(number) if (card := self.one(*ranks)) is not None]

    def exactly(self, card: Card) -> list[Card]:
        if not self.left[card]:
            return []
        self.left[card] -= 1
        return [card]


def _name(card: Card) -> str:
    if card.rank == "3":
        return "r3" if card.is_red_three else "b3"
    return card.rank


def made_position(
    rules: RuleSet, rng: Random, *, phase: Phase, topic: str, adds_up: bool = True
) -> Position | None:
    """A position in this phase. ``topic`` leans it: out, opening, pile, samba, threes, wild, stock, ask or any.

    It could have come out of a deal, by the cards in all hands and the points laid, unless that is not asked for.
    """
    for _ in range(_TRIES):
        deck = Deck(rng, rules)
        try:
            found = _position(rules, deck, phase, topic)
            mended = that_adds_up(_filled(found, deck, topic), rng) if adds_up else found
        except EngineError:
            continue
        if mended is not None:
            return mended
    return None


def _filled(position: Position, deck: Deck, topic: str) -> Position:
    """With as many cards in the hand of a player whose side has not melded as are held then."""
    if position.own.opened:
        return position
    hand, wanted = list(position.hand), held_by_each(position)[0] + drawn_now(position)
    if position.rules.draw_count > 1 and any(side.opened for side in position.opponents):
        wanted = max(wanted, dealt_to_each(position) + drawn_now(position))
    ranks = [card.rank for card in hand if card.is_natural] if topic == "concealed" else ()
    while len(hand) > wanted:
        hand.remove(deck.rng.choice([card for card in hand if not card.is_red_three]))
    hand += deck.some(wanted - cards_in_hand(position), *ranks)
    return replace(position, hand=tuple(hand))


def _position(rules: RuleSet, deck: Deck, phase: Phase, topic: str) -> Position:
    rng = deck.rng
    opened = topic not in ("opening", "concealed") and rng.random() < 0.9
    number = rng.choice((1, 2, 2, 3, 3, 4)) if opened else 0
    own = _melds(rng, deck, rules, number, topic)
    players = rules.default_players
    opponents = _melds(rng, deck, rules, rng.choice((0, 1, 2)), "any", by="opponent")
    hand = _hand(rng, deck, rules, own, topic)
    if topic == "red" or (topic == "any" and rng.random() < 0.1):
        hand += deck.some(1, "r3")
    pile = _pile(rng, deck, rules, own, hand, topic) if phase == "draw" else deck.some(rng.choice((1, 2, 3)))
    late = LATE if rules.target > 5000 else ()
    mine = [meld for meld in own if meld.by == "self"]
    return Position(
        rules=rules,
        players=players,
        phase=phase,
        hand=tuple(hand),
        own=Side(
            score=rng.choice((*SCORES, *late)),
            melds=tuple(own),
            red_threes=tuple(deck.some(rng.choice((0, 0, 1)), "r3")),
        ),
        opponents=(Side(score=5 * rng.randint(0, 700), melds=tuple(opponents)),),
        player_has_melded=bool(mine) if own else None,
        pile=tuple(pile),
        pile_size=0 if phase == "draw" else len(pile) + rng.choice((0, 2, 5)),
        stock=rng.choice((0, 0, 1)) if topic == "stock" else rng.randint(8, 40),
        partner_hand=rng.randint(2, 13) if players > SINGLE_PLAYERS else None,
    )


def _melds(
    rng: Random, deck: Deck, rules: RuleSet, number: int, topic: str, by: Owner | None = None
) -> list[Meld]:
    found = []
    for rank in rng.sample(NATURAL_RANKS, number):
        owner = by or _owner(rng, rules)
        if rules.sequences and rng.random() < (0.7 if topic == "samba" else 0.35):
            cards = _row(rng, deck, rules, rank)
        elif rules.wild_only_melds == "any" and rng.random() < 0.15:
            cards = deck.some(rng.choice((3, 4, 6)), "2", "JK")
        else:
            size = rng.choice((3, 3, 4, 5, 6, 6, 7, 7, 8))
            most = 3 if rules.max_wilds is None else rules.max_wilds
            wilds = deck.some(min(rng.choice((0, 0, 1, 2, most)), (size - 1) // 2), "2", "JK")
            cards = [*deck.some(size - len(wilds), rank), *wilds]
        if len(cards) > 2:
            found.append(Meld(tuple(cards), owner))
        if topic == "twins" and rules.several_melds_per_rank and not by:
            again = deck.some(3, rank)
            if len(again) > 2:
                found.append(Meld(tuple(again), owner))
    return found


def _owner(rng: Random, rules: RuleSet) -> Owner:
    return "self" if rules.default_players <= SINGLE_PLAYERS else rng.choice(("self", "partner"))


def _row(rng: Random, deck: Deck, rules: RuleSet, rank: str) -> list[Card]:
    size = rng.choice((3, 4, 5, 6, 6, 7))
    low = min(NATURAL_RANKS.index(rank), len(NATURAL_RANKS) - size)
    suit = rng.choice(SUITS)
    return [card for each in NATURAL_RANKS[low : low + size] for card in deck.exactly(CARDS[each + suit])]


def _hand(rng: Random, deck: Deck, rules: RuleSet, own: list[Meld], topic: str) -> list[Card]:
    ranks = [meld.rank for meld in own if meld.rank in NATURAL_RANKS]
    if topic == "opening":
        hand = []
        for rank in rng.sample(NATURAL_RANKS, rng.choice((2, 3, 3, 4))):
            hand += deck.some(rng.choice((2, 2, 3, 3, 4)), rank)
        hand += deck.some(rng.choice((0, 1, 1, 2, 3)), "2", "JK")
        return hand + deck.some(max(1, rng.choice((9, 11, 12)) - len(hand)))
    if topic == "concealed":
        first, second = rng.sample(NATURAL_RANKS, 2)
        wilds = deck.some(rng.choice((0, 1, 2)), "2", "JK")
        hand = [*deck.some(rng.choice((6, 7, 7)) - len(wilds), first), *wilds, *deck.some(3, second)]
        return hand + deck.some(rng.choice((0, 1, 1)))
    size = rng.choice((1, 2, 3, 4, 5)) if topic in ("out", "ask") else rng.choice((3, 4, 6, 8, 10, 11))
    favoured = [*rng.sample(NATURAL_RANKS, 2), *ranks]
    hand = deck.some(rng.choice((2, 3, 3, 4)), "b3") if topic == "threes" else []
    if topic == "wild":
        hand += deck.some(rng.choice((2, 3, 4, 5)), "2", "JK")
    if topic == "blocking":
        hand += [
            *deck.some(rng.choice((3, 4, 4)), "b3"),
            *deck.some(3, *rng.choice((("JK",), ("2",), ("2", "JK")))),
        ]
    if topic == "jokers":
        hand += deck.some(rng.choice((3, 6, 7, 7, 7, 8)), "2", "JK")
    if topic == "samba" or (rules.sequences and rng.random() < 0.4):
        hand += _cards_of_rows(rng, deck, own)
    while len(hand) < size:
        chance = rng.random()
        if chance < 0.12:
            hand += deck.some(1, "2", "JK")
        elif chance < 0.16:
            hand += deck.some(1, "b3")
        else:
            hand += (
                deck.some(rng.choice((1, 1, 2, 3)), rng.choice(favoured)) if chance < 0.85 else deck.some(1)
            )
    return hand


def _cards_of_rows(rng: Random, deck: Deck, own: list[Meld]) -> list[Card]:
    """Cards in a row, sometimes with a gap or around the corner, and neighbours of a sequence on the table."""
    cards: list[Card] = []
    suit = rng.choice(SUITS)
    low, size = rng.randrange(9), rng.choice((3, 3, 4, 5, 7))
    row = NATURAL_RANKS[low : low + size]
    if rng.random() < 0.2:
        row = ("A", "4", "5")
    if rng.random() < 0.25 and len(row) > 3:
        row = (*row[:2], *row[3:])
    for rank in row:
        cards += deck.exactly(CARDS[rank + suit])
    for meld in own:
        if meld.is_sequence:
            for place in (meld.cards[0].kind - 1, meld.cards[-1].kind + 1, meld.cards[-1].kind + 2):
                if 0 <= place < len(NATURAL_RANKS) and rng.random() < 0.7:
                    cards += deck.exactly(CARDS[NATURAL_RANKS[place] + meld.cards[0].suit])
    return cards


def _pile(
    rng: Random, deck: Deck, rules: RuleSet, own: list[Meld], hand: list[Card], topic: str
) -> list[Card]:
    below = deck.some(rng.choice((0, 1, 2, 3, 4)))
    if rng.random() < (0.5 if topic == "frozen" else 0.15):
        below += deck.some(1, "2", "JK")
    if rng.random() < 0.12:
        below += deck.some(1, "b3")
    rng.shuffle(below)
    ranks = [card.rank for card in hand if card.is_natural]
    ranks += [meld.rank for meld in own if meld.rank in NATURAL_RANKS]
    top: list[Card] = []
    if topic == "top-wild" and rng.random() < 0.7:
        top = deck.some(1, "2", "JK")
    elif topic == "threes" and rng.random() < 0.5:
        top = deck.some(1, "b3")
    rows = [meld for meld in own if meld.is_sequence]
    if not top and rows and rng.random() < 0.6:
        meld = rng.choice(rows)
        place = rng.choice((meld.cards[0].kind - 1, meld.cards[-1].kind + 1))
        if 0 <= place < len(NATURAL_RANKS):
            top = deck.exactly(CARDS[NATURAL_RANKS[place] + meld.cards[0].suit])
    if not top and ranks:
        top = deck.some(1, rng.choice(ranks))
    return [*below, *(top or deck.some(1))]


def made_side(rules: RuleSet, rng: Random) -> ScoreSide | None:
    """A side at the end of a deal, often with something that is scored in a special way."""
    for _ in range(_TRIES):
        deck = Deck(rng, rules)
        melds = _melds(rng, deck, rules, rng.choice((0, 1, 2, 3, 3, 4)), "any", by="self")
        out: WentOut = (
            rng.choice(("no", "no", "yes", "concealed"))
            if rules.concealed_is_special
            else rng.choice(("no", "yes"))
        )
        canastas = sum(meld.is_canasta(rules) for meld in melds)
        if out != "no" and canastas < rules.canastas_to_go_out:
            out = "no"
        if out != "no" and rng.random() < 0.25 and rules.black_three_meld != "never":
            melds.append(Meld(tuple(deck.some(3, "b3"))))
        if rules.wild_only_melds == "canasta_only" and rng.random() < 0.5:
            melds.append(Meld(tuple(deck.some(rules.canasta_size, "2", "JK"))))
        if rules.sperr_canasta and rng.random() < 0.5:
            melds = [meld for meld in melds if meld.rank != "3"]
            two = rng.choice("dc")
            wilds = (
                deck.some(3, "JK")
                if rng.random() < 0.5
                else [c for s in ("dh" if two == "d" else "cs") for c in deck.exactly(CARDS["2" + s])]
            )
            melds.append(Meld((*deck.some(4, "b3"), *wilds[:3])))
        whole = rules.red_three_set[0]
        reds = deck.some(rng.choice((0, 1, 2, 3, whole)), "r3")
        hands = [tuple(_left(rng, deck)) for _ in range(2 if rules.default_players > SINGLE_PLAYERS else 1)]
        if out != "no":
            hands[0] = ()
        late = LATE if rules.target > 5000 else ()
        side = ScoreSide(
            melds=tuple(melds), red_threes=tuple(reds), hands=tuple(hands), went_out=out,
            score_before=rng.choice((*SCORES, *late)) + 5 * rng.randint(0, 40),
        )  # fmt: skip
        try:
            check_score_cards([side], rules, names=["side"])
        except EngineError:
            continue
        return side
    return None


def _left(rng: Random, deck: Deck) -> list[Card]:
    cards = deck.some(rng.choice((1, 2, 4, 6)))
    return cards + deck.some(rng.choice((0, 0, 1)), "2", "JK") + deck.some(rng.choice((0, 0, 1)), "b3")
