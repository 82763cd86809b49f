"""The questions of the engine's benchmark, all from one seed, with answers that do not come from the engine.

The answers come from the brute force of ``tests/oracle.py``, from a plain search rank by rank, or from a count that the
peers are asked for as well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine.law.cards import (
    BLACK_THREE_KIND,
    JOKER_KIND,
    KIND_POINTS,
    NATURAL_RANKS,
    TWO_KIND,
    counts_of,
    full_deck,
)
from engine.law.position import Position
from engine.notation.as_json import position_from_json
from tests.agree_positions import random_position
from tests.oracle import judge as oracle_judge
from tests.oracle import legal_next
from tests.oracle import score as oracle_score

SUITS = "cdhs"
WILD_CARDS = ("2c", "2d", "2h", "2s", "JK")
MELDS, PILES, HANDS, SIDES = 300, 600, 500, 200
KEPT = 2


def rank_of(card: str) -> str:
    """The rank letter; a joker's is ``JK``, so that it is no jack."""
    return card if card == "JK" else card[0]


def classic_cards() -> list[str]:
    return [str(card) for card in full_deck(packs=2, jokers=4)]


def melds(rng: Random) -> list[tuple[str, bool]]:
    """Melds as strings with the answer, two to eight cards, about half of them legal.

    Only such on which every Canasta book and games-collection agree: no threes, as many natural cards as wild ones.
    """
    found: list[tuple[str, bool]] = []
    while len(found) < MELDS:
        rank = rng.choice(NATURAL_RANKS)
        naturals = rng.choice((1, 2, 2, 3, 3, 4, 5))
        wilds = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
        cards = rng.sample([rank + suit for suit in SUITS] * 2, naturals) + rng.sample(WILD_CARDS * 2, wilds)
        stranger = rng.random() < 0.15
        if stranger:
            cards[0] = rng.choice([r for r in NATURAL_RANKS if r != rank]) + "s"
        if naturals < 2 and wilds:
            legal = False
        elif wilds > naturals:
            continue
        else:
            legal = naturals >= 2 and len(cards) >= 3 and wilds <= 3 and not stranger
        if Counter(cards)["JK"] <= 4 and (legal or rng.random() < 0.6):
            found.append((" ".join(cards), legal))
    return found


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A player at the beginning of a turn, before a pile."""

    data: dict[str, Any]
    position: Position

    def legal(self) -> set[str]:
        """Every legal way to take the pile, by brute force; see :func:`plain`."""
        return {plain(words) for words in legal_next(self.data, []) if words.startswith("take")}


def plain(action: str) -> str:
    """The cards of a way to take the pile without their suits; the meld that they join goes without saying."""
    cards, _, _ = action.removeprefix("take").partition(" onto ")
    return " ".join(sorted(map(rank_of, cards.split())))


def piles(rng: Random) -> list[PileQuestion]:
    """Hands of 11 to 15 cards before a pile whose top card they mostly hold; a third of the sides have not opened."""
    found = []
    while len(found) < PILES:
        deck = classic_cards()
        rng.shuffle(deck)
        cards = [card for card in deck if card[0] != "3" or card[1] in "cs"]
        hand = [cards.pop() for _ in range(rng.randint(11, 15))]
        naturals = [card for card in hand if rank_of(card) in NATURAL_RANKS]
        rank = rank_of(rng.choice(naturals))
        top = next((card for card in cards if rank_of(card) == rank), None)
        if top is None:
            continue
        cards.remove(top)
        pile = [cards.pop() for _ in range(rng.choice((0, 0, 1, 3, 6)))]
        data: dict[str, Any] = {"rules": "classic", "phase": "draw", "hand": " ".join(hand), "stock": 30}
        data["pile"] = " ".join([*pile, top])
        own: dict[str, Any] = {"score": rng.choice((0, 500, 1500, 2000, 3000))}
        if rng.random() < 0.67:
            own["melds"] = _melds_on_the_table(rng, cards)
        data["own"] = own
        found.append(PileQuestion(data, position_from_json(data)))
    return found


def _melds_on_the_table(rng: Random, cards: list[str]) -> list[dict[str, str]]:
    laid = []
    for rank in rng.sample(NATURAL_RANKS, rng.choice((1, 2, 3))):
        same = [card for card in cards if rank_of(card) == rank][: rng.choice((3, 3, 4, 5, 7))]
        if len(same) >= 3:
            for card in same:
                cards.remove(card)
            laid.append({"cards": " ".join(same), "by": rng.choice(("self", "partner"))})
    return laid


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A hand of a side that has not opened; ``best`` is its highest first meld by a plain search."""

    position: Position

    def best(self) -> int:
        return slow_best(counts_of(self.position.hand), len(self.position.hand) - KEPT)


def hands(rng: Random, size: int) -> list[HandQuestion]:
    found = []
    for _ in range(HANDS):
        deck = [card for card in classic_cards() if card not in ("3d", "3h")]
        hand = rng.sample(deck, size)
        data = {"rules": "classic", "hand": " ".join(hand), "stock": 40, "own": {"score": 0}}
        found.append(HandQuestion(position_from_json(data)))
    return found


def slow_best(counts: list[int], budget: int) -> int:
    """The most points of melds with at most so many cards: every number of every card on every rank, tried out."""

    @cache
    def best(kind: int, cards: int, twos: int, jokers: int) -> int:
        if kind == BLACK_THREE_KIND:
            return 0
        most = best(kind + 1, cards, twos, jokers)
        for naturals in range(2, counts[kind] + 1):
            for t in range(min(twos, 3) + 1):
                for j in range(min(jokers, 3 - t) + 1):
                    used = naturals + t + j
                    if 3 <= used <= cards:
                        here = (
                            naturals * KIND_POINTS[kind]
                            + t * KIND_POINTS[TWO_KIND]
                            + j * KIND_POINTS[JOKER_KIND]
                        )
                        most = max(most, here + best(kind + 1, cards - used, twos - t, jokers - j))
        return most

    return best(0, budget, counts[TWO_KIND], counts[JOKER_KIND])


@dataclass(frozen=True, slots=True)
class EndQuestion:
    """A player in the middle of a turn; ``goes_out`` by brute force."""

    data: dict[str, Any]
    position: Position

    def goes_out(self) -> bool:
        """A player whose partner has said yes is bound to go out, so the turn can go on only if that is possible."""
        return bool(oracle_judge(self.data | {"permission": "yes"}, [], unfinished=True)["legal"])


def ends(rng: Random) -> list[EndQuestion]:
    """Positions of phase play near the edges of the rules, in which nothing is unknown."""
    found = []
    while len(found) < HANDS:
        data = random_position(rng)
        known = data.get("my_turn", True) and "stock" in data and "permission" not in data
        if data["phase"] == "play" and known:
            found.append(EndQuestion(data, position_from_json(data)))
    return found


@dataclass(frozen=True, slots=True)
class SideQuestion:
    """A side at the end of a deal without red threes; ``total`` by a count of the cards."""

    data: dict[str, Any]
    total: int

    def for_peer(self) -> list[Any]:
        texts = [meld["cards"] for meld in self.data["melds"]]
        return [texts, self.data["hands"], self.data["went_out"] == "yes", self.total]


def sides(rng: Random) -> list[SideQuestion]:
    found = []
    while len(found) < SIDES:
        cards = classic_cards()
        rng.shuffle(cards)
        cards = [card for card in cards if card[0] != "3" or card[1] in "cs"]
        melds = []
        for rank in rng.sample(NATURAL_RANKS, rng.randint(2, 5)):
            naturals = [card for card in cards if rank_of(card) == rank][: rng.choice((3, 4, 5, 6, 7))]
            wilds = [card for card in cards if card in WILD_CARDS][: rng.choice((0, 0, 1, 2))]
            for card in (*naturals, *wilds):
                cards.remove(card)
            melds.append({"cards": " ".join(naturals + wilds), "by": "self"})
        out = rng.random() < 0.4 and any(len(meld["cards"].split()) >= 7 for meld in melds)
        hands = ["" if out else " ".join(cards[:5]), " ".join(cards[5:12])]
        side = {"melds": melds, "hands": hands, "went_out": "yes" if out else "no", "score_before": 1200}
        found.append(SideQuestion(side, oracle_score({"rules": "classic", "side": side})["total"]))
    return found
