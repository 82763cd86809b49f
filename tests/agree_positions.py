"""Random positions near the edges of the rules, and random sides at the end of a deal.

Everything comes from the `random.Random` that is passed in, so that a case is named by its seed.
"""

from collections import Counter
from random import Random

from tests.oracle_cards import NATURAL_RANKS, SUITS, copies_in_deck, in_order, is_natural, kind, text, total
from tests.oracle_melds import faults_of_meld
from tests.oracle_rules import RULE_SETS, readings, rule_set, step

# Other values of the parameters, for house rule sets.
CHANGES = {
    "draw_count": (2,),
    "opening_card_freezes": (False,),
    "min_naturals": (1, 3),
    "max_wilds": (1, 2, 4, None),
    "naturals_must_outnumber": (True,),
    "wilds_on_canasta": (False,),
    "black_three_meld": ("never",),
    "black_three_meld_max": (3,),
    "canasta_size": (6, 8),
    "bonus_natural": (600,),
    "bonus_mixed": (200,),
    "concealed_waives_minimum": (False,),
    "pickup_natural_plus_wild": (False,),
    "pickup_add_to_meld": (False,),
    "pickup_add_to_canasta": (False,),
    "pickup_before_initial": ("never",),
    "wild_discard_effect": ("block_next",),
    "one_card_pile": ("allowed", "forbidden_while_stock"),
    "canastas_to_go_out": (2, 2, 3),
    "going_out_bonus": (200,),
    "concealed_total": (300,),
    "concealed_needs_own_canasta": (False,),
    "concealed_forbids_partner_add": (False,),
    "permission": ("none",),
    "red_three_value": (50,),
    "red_three_set": ({"count": 3, "total": 500},),
    "red_three_plus_if": ("one_canasta", "two_canastas"),
    "red_three_forgotten": (0, 750),
    "last_stock_red_three": ("meld_no_discard",),
    "empty_stock_forced_take": ("any_possible_meld",),
    "target": (3000,),
}
SCORES = (-205, -5, 0, 5, 480, 1495, 1500, 1505, 2995, 3000, 3005, 4700)
LATE_SCORES = (3995, 4000, 6995, 7000, 7005, 7995, 8000, 11995, 12000)


class Deck:
    """The whole deck of a random position; cards are drawn out of it by what they are."""

    def __init__(self, rng: Random, rules: dict) -> None:
        self.rng = rng
        names = [*(rank + suit for rank in "23" + NATURAL_RANKS for suit in SUITS), "JK"]
        self.kinds = {name: kind(name) for name in names}
        self.cards = Counter({name: copies_in_deck(name, rules["packs"], rules["jokers"]) for name in names})

    def card(self, name: str) -> str | None:
        """This very card, if one is left."""
        if not self.cards[name]:
            return None
        self.cards[name] -= 1
        return name

    def take(self, *kinds: str) -> str | None:
        """A random card that is left of one of these kinds (all kinds where none is named)."""
        fitting = [each for each in self.cards.items() if not kinds or self.kinds[each[0]] in kinds]
        left = [card for card, number in fitting for _ in range(number)]
        if not left:
            return None
        card = self.rng.choice(left)
        self.cards[card] -= 1
        return card

    def several(self, number: int, *kinds: str) -> list[str]:
        cards = [self.take(*kinds) for _ in range(number)]
        return [card for card in cards if card is not None]


def random_rules(rng: Random, *, house: bool):
    """Classic, or another rule set, or one of them with a few changes."""
    if not house:
        return "classic"
    if rng.random() < 0.6:
        return rng.choice(sorted(set(RULE_SETS) - {"classic"}))
    names = sorted(rng.sample(sorted(CHANGES), rng.choice((1, 1, 2, 3))))
    base = rng.choice(("classic", "classic", "samba", "samba-wild", "global-trade"))
    changes = {name: rng.choice(CHANGES[name]) for name in names}
    return {"base": base, "changes": changes}


def random_position(rng: Random, *, rules="classic") -> dict:
    """A position that a deal could produce, in the JSON form."""
    table = rule_set(rules)
    deck = Deck(rng, table)
    own = _random_melds(rng, deck, table, rng.choice((0, 0, 0, 1, 1, 2, 2, 3, 4)))
    opponents = _random_melds(rng, deck, table, rng.choice((0, 0, 1, 2)))
    for meld in opponents:
        meld["by"] = "opponent"
    scores = SCORES + (LATE_SCORES if table["target"] > 5000 else ())
    position = {
        "rules": rules,
        "phase": rng.choice(("draw", "draw", "play")),
        "own": {"score": rng.choice(scores), "melds": own},
        "opponents": [{"score": rng.choice(scores), "melds": opponents}],
    }
    if len(table["hand_size"]) > 1 and rng.random() < 0.5:
        position["players"] = int(rng.choice(sorted(table["hand_size"])))
    red = deck.several(rng.choice((0, 0, 0, 1, 2)), "3r")
    if red:
        position["own"]["red_threes"] = text(red)
    chance = rng.random()
    if chance < 0.07:
        own[:] = [meld for meld in own if meld["by"] == "partner"]
        hand = _concealed_hand(rng, deck)
    elif chance < 0.15:
        hand = _hand_at_the_minimum(rng, deck, position, table)
    else:
        hand = _random_hand(rng, deck, [meld["cards"][0] for meld in own])
        hand += _cards_for_sequences(rng, deck, own) if table["sequences"] else []
    if table["sperr_canasta"] and rng.random() < 0.4:
        hand = hand[:4] + _blocking_cards(rng, deck)
    position["hand"] = text(in_order(hand))
    _random_pile(rng, deck, position, hand)
    pile = len(position.get("pile", "").split())
    buried = position.get("pile_size", pile) - pile
    position["stock"] = min(rng.choice((0, 0, 1, 2, 3, 20, 40, 40)), deck.cards.total() - buried)
    if rng.random() < 0.1:
        del position["stock"]
    _random_history(rng, position)
    return position


def _random_melds(rng: Random, deck: Deck, table: dict, number: int) -> list[dict]:
    melds: list[list[str]] = []
    for rank in rng.sample(NATURAL_RANKS, number):
        ways = [_random_set]
        if table["sequences"]:
            ways += [_random_run]
        if table["wild_only_melds"] != "no":
            ways += [_random_wild_meld]
        for _ in range(2 if table["several_melds_per_rank"] and rng.random() < 0.35 else 1):
            cards = rng.choice(ways)(rng, deck, rank, table)
            broken = faults_of_meld(cards, table) if cards else ["nothing"]
            again = all(card in ("JK", "2c", "2d", "2h", "2s") for card in cards) and any(
                not any(is_natural(card) for card in meld) for meld in melds
            )
            if set(broken) <= {"house.joker-canasta-1000"} and (not again or table["several_melds_per_rank"]):
                melds.append(cards)
    return [{"cards": text(in_order(cards)), "by": rng.choice(("self", "partner"))} for cards in melds]


def _random_set(rng: Random, deck: Deck, rank: str, table: dict) -> list[str]:
    size = rng.choice((3, 3, 4, 5, 6, 6, 6, 7, 7, 8))
    wilds = deck.several(min(rng.choice((0, 0, 1, 1, 2, 3, 3)), size - 2), "2", "JK")
    return deck.several(size - len(wilds), rank) + wilds


def _random_run(rng: Random, deck: Deck, rank: str, table: dict) -> list[str]:
    size = rng.choice((3, 3, 4, 5, 6, 6, 7))
    first = min(NATURAL_RANKS.index(rank), len(NATURAL_RANKS) - size)
    suit = rng.choice(SUITS)
    cards = [deck.card(each + suit) for each in NATURAL_RANKS[first : first + size]]
    return [card for card in cards if card is not None]


def _random_wild_meld(rng: Random, deck: Deck, rank: str, table: dict) -> list[str]:
    size = rng.choice((3, 4, 6, 7))
    if not table["wilds_on_canasta"]:
        size = min(size, table["canasta_size"])
    return deck.several(size, *rng.choice((("2",), ("JK",), ("2", "JK"))))


def _cards_for_sequences(rng: Random, deck: Deck, own: list[dict]) -> list[str]:
    """Cards in a row, sometimes with a gap or of a wrong suit, and the neighbours of a sequence on the table."""
    names = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        first, size, suit = rng.randrange(9), rng.choice((2, 3, 4, 5, 7)), rng.choice(SUITS)
        names += [rank + suit for rank in NATURAL_RANKS[first : first + size]]
        if rng.random() < 0.2:
            names[-1] = names[-1][0] + rng.choice(SUITS)
    for meld in own:
        low, *_, high = meld["cards"].split()
        places = [NATURAL_RANKS.index(card[0]) if is_natural(card) else 0 for card in (low, high)]
        for place in (places[0] - 2, places[0] - 1, places[1] + 1, places[1] + 2):
            if low[0] != high[0] and 0 <= place < len(NATURAL_RANKS) and rng.random() < 0.5:
                names.append(NATURAL_RANKS[place] + low[1])
    return [card for name in names if (card := deck.card(name)) is not None][:9]


def _blocking_cards(rng: Random, deck: Deck) -> list[str]:
    """Four black threes and three wild cards, mostly of one sort."""
    sort = rng.choice((("JK",), ("2c", "2s"), ("2d", "2h"), ("2c", "2d", "JK")))
    wilds = [deck.card(rng.choice(sort)) for _ in range(3)]
    return deck.several(4, "3b") + [card for card in wilds if card is not None]


def _hand_at_the_minimum(rng: Random, deck: Deck, position: dict, table: dict) -> list[str]:
    """A hand of a side without melds that holds sets worth the minimum, or five points less or more."""
    position["own"]["melds"] = []
    score = position["own"]["score"]
    minimum = step(readings(table, score)[-1], score)[0]
    wanted = min(minimum, 150) + rng.choice((-5, 0, 0, 5))
    hand: list[str] = []
    for rank in rng.sample(NATURAL_RANKS, 5):
        wilds = deck.several(rng.choice((0, 0, 1)), "2", "JK")
        hand += deck.several(rng.choice((2, 3, 3, 4)) + (not wilds), rank) + wilds
        if total(hand) >= wanted - 20:
            break
    for rank in "45678":
        if total(hand) < wanted and total(hand) + 20 >= wanted:
            hand += deck.several(1, hand[0][0] if hand and is_natural(hand[0]) else rank)
    return hand + deck.several(rng.choice((1, 2, 3)))


def _concealed_hand(rng: Random, deck: Deck) -> list[str]:
    """A hand that holds a canasta, or all but one card of it, and little that does not fit."""
    first, second = rng.sample(NATURAL_RANKS, 2)
    wilds = deck.several(rng.choice((0, 0, 1, 2)), "2", "JK")
    hand = deck.several(rng.choice((6, 7, 7)) - len(wilds), first) + wilds
    hand += deck.several(rng.choice((0, 2, 3, 3)), second)
    hand += deck.several(rng.choice((0, 0, 0, 3)), "3b")
    return hand + deck.several(rng.choice((0, 0, 1, 1, 2)))


def _random_hand(rng: Random, deck: Deck, table_ranks: list[str]) -> list[str]:
    size = rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 11, 11, 12))
    favoured = [*rng.sample(NATURAL_RANKS, rng.choice((1, 2, 3, 4))), *(card[0] for card in table_ranks)]
    favoured = [rank for rank in favoured if rank in NATURAL_RANKS]
    heavy = rng.random() < 0.25
    hand = []
    while len(hand) < size:
        chance = rng.random()
        if chance < (0.3 if heavy else 0.12):
            card = deck.take("2", "JK")
        elif chance < (0.33 if heavy else 0.2):
            card = deck.take("3b")
        elif chance < 0.35 and rng.random() < 0.08:
            card = deck.take("3r")
        elif chance < 0.85:
            card = deck.take(rng.choice(favoured))
        else:
            card = deck.take(*NATURAL_RANKS)
        if card is not None:
            hand.append(card)
    if rng.random() < 0.12:
        hand[-3:] = deck.several(3, "3b") or hand[-3:]
    return hand


def _random_pile(rng: Random, deck: Deck, position: dict, hand: list[str]) -> None:
    size = rng.choice((0, 1, 1, 1, 2, 2, 3, 4, 6, 9))
    pile = []
    for _ in range(size):
        pile.append(deck.take("2", "JK", "3b") if rng.random() < 0.1 else deck.take(*NATURAL_RANKS))
    if pile and rng.random() < 0.08:
        pile.insert(0, deck.take("3r"))
    if pile and rng.random() < 0.8:
        ranks = [card[0] for card in hand if is_natural(card)]
        ranks += [meld["cards"][0] for meld in position["own"]["melds"]]
        top = deck.take(rng.choice(ranks)) if ranks else None
        pile[-1] = top or pile[-1]
    runs = [
        meld["cards"] for meld in position["own"]["melds"] if len({c[1:] for c in meld["cards"].split()}) == 1
    ]
    if pile and runs and rng.random() < 0.6:
        pile[-1] = _next_of_a_run(rng, deck, rng.choice(runs).split()) or pile[-1]
    if pile and rule_set(position["rules"])["wild_top_takeable"] == "with_pair" and rng.random() < 0.25:
        pile[-1] = deck.take("2", "JK") or pile[-1]
    pile = [card for card in pile if card is not None]
    if pile:
        position["pile"] = text(pile)
    if pile and rng.random() < 0.1:
        position["pile_size"] = len(pile) + rng.choice((1, 2, 5))
        if rng.random() < 0.4 and rule_set(position["rules"])["wild_discard_effect"] == "freeze":
            position["frozen"] = True


def _next_of_a_run(rng: Random, deck: Deck, cards: list[str]) -> str | None:
    """The card below or above these, or one step too far."""
    low, high = (NATURAL_RANKS.find(card[0]) for card in (cards[0], cards[-1]))
    places = [low - 1, low - 1, high + 1, high + 1, high + 2, 0 if high == 10 else high]
    place = rng.choice(places)
    fits = 0 <= place < len(NATURAL_RANKS) and is_natural(cards[0])
    return deck.card(NATURAL_RANKS[place] + cards[0][1]) if fits else None


def _random_history(rng: Random, position: dict) -> None:
    melds = position["own"]["melds"]
    own = any(meld["by"] == "self" for meld in melds)
    if position["phase"] == "play" and melds and rng.random() < 0.3:
        position["drew"] = "pile"
        position["player_has_melded"] = own and rng.random() < 0.6
    elif melds and not own and rng.random() < 0.3:
        position["player_has_melded"] = True
    if position["phase"] == "play" and rng.random() < 0.06:
        position["permission"] = rng.choice(("yes", "no"))
    if rng.random() < 0.02:
        position["my_turn"] = False


def random_score_request(rng: Random, *, rules="classic") -> dict:
    """A side, or both, at the end of a deal."""
    table = rule_set(rules)
    deck = Deck(rng, table)
    outs = [rng.choice(("no", "no", "yes", "concealed")), "no"]
    sides = [_random_side(rng, deck, table, went_out) for went_out in outs]
    request = {"rules": rules} | ({"players": 4} if rng.random() < 0.2 else {})
    return request | ({"side": sides[0]} if rng.random() < 0.7 else {"sides": rng.sample(sides, 2)})


def _random_side(rng: Random, deck: Deck, table: dict, went_out: str) -> dict:
    melds = [meld["cards"] for meld in _random_melds(rng, deck, table, rng.choice((0, 1, 2, 3, 4, 5, 6)))]
    chance = rng.random()
    black = deck.several(3, "3b") if chance < 0.1 else []
    if table["sperr_canasta"] and chance > 0.6:
        black = _blocking_cards(rng, deck)
    if len(black) in (3, 7):
        melds.append(text(black))
    hands = [deck.several(rng.choice((0, 1, 4, 9))), deck.several(rng.choice((0, 1, 5, 11)))]
    if went_out != "no" and rng.random() < 0.95:
        hands[rng.choice((0, 1))] = []
    late = LATE_SCORES if table["target"] > 5000 else ()
    return {
        "melds": melds,
        "red_threes": text(deck.several(rng.choice((0, 0, 1, 2, 3, 4, 4, 6)), "3r")),
        "hands": [text(in_order(hand)) for hand in hands],
        "went_out": went_out,
        "score_before": rng.choice((*SCORES, *late, 4300, 4995, -1000)),
    }
