"""Random positions near the edges of the rules, and random lists of actions, about half of them illegal.

Everything comes from the `random.Random` that is passed in, so that a case is named by its seed.
"""

from collections import Counter
from random import Random

from tests.oracle import parse
from tests.oracle_cards import NATURAL_RANKS, OracleError, in_order, is_natural, is_wild, kind, text
from tests.oracle_grid import groups_in_hand
from tests.oracle_melds import faults_of_meld
from tests.oracle_play import play
from tests.oracle_position import Meld, Table, read_position, read_rules
from tests.oracle_rules import RULE_SETS, readings, rule_set

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


class Deck:
    """The two packs of a random position; cards are drawn out of them by what they are."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.cards = Counter({rank + suit: 2 for rank in "23" + NATURAL_RANKS for suit in "cdhs"})
        self.cards["JK"] = 4

    def take(self, *kinds: str) -> str | None:
        """A random card that is left of one of these kinds (all kinds where none is named)."""
        left = [card for card in self.cards.elements() if not kinds or kind(card) in kinds]
        if not left:
            return None
        card = self.rng.choice(left)
        self.cards[card] -= 1
        return card

    def several(self, number: int, *kinds: str) -> list[str]:
        cards = [self.take(*kinds) for _ in range(number)]
        return [card for card in cards if card is not None]


def random_rules(rng: Random, *, house: bool):
    """Classic, or another rule set, or classic with a few changes."""
    if not house:
        return "classic"
    if rng.random() < 0.5:
        return rng.choice(sorted(set(RULE_SETS) - {"classic"}))
    names = sorted(rng.sample(sorted(CHANGES), rng.choice((1, 1, 2, 3))))
    return {"base": "classic", "changes": {name: rng.choice(CHANGES[name]) for name in names}}


def random_position(rng: Random, *, house: bool = False) -> dict:
    """A position that a deal could produce, in the JSON form; with `house` under changed rules."""
    deck = Deck(rng)
    rules = random_rules(rng, house=house)
    own = _random_melds(rng, deck, rules, rng.choice((0, 0, 0, 1, 1, 2, 2, 3, 4)))
    opponents = _random_melds(rng, deck, rules, rng.choice((0, 0, 1, 2)))
    for meld in opponents:
        meld["by"] = "opponent"
    position = {
        "rules": rules,
        "phase": rng.choice(("draw", "draw", "play")),
        "own": {"score": rng.choice(SCORES), "melds": own},
        "opponents": [{"score": rng.choice(SCORES), "melds": opponents}],
    }
    red = deck.several(rng.choice((0, 0, 0, 1, 2)), "3r")
    if red:
        position["own"]["red_threes"] = text(red)
    if rng.random() < 0.07:
        own[:] = [meld for meld in own if meld["by"] == "partner"]
        hand = _concealed_hand(rng, deck)
    else:
        hand = _random_hand(rng, deck, [meld["cards"][0] for meld in own])
    position["hand"] = text(in_order(hand))
    _random_pile(rng, deck, position, hand)
    position["stock"] = rng.choice((0, 0, 1, 2, 3, 20, 40, 40))
    if rng.random() < 0.1:
        del position["stock"]
    _random_history(rng, position)
    return position


def _random_melds(rng: Random, deck: Deck, rules, number: int) -> list[dict]:
    melds = []
    table = rule_set(rules)
    for rank in rng.sample(NATURAL_RANKS, number):
        size = rng.choice((3, 3, 4, 5, 6, 6, 6, 7, 7, 8))
        wilds = deck.several(min(rng.choice((0, 0, 1, 1, 2, 3, 3)), size - 2), "2", "JK")
        naturals = deck.several(size - len(wilds), rank)
        if not faults_of_meld(naturals + wilds, table):
            melds.append({"cards": text(in_order(naturals + wilds)), "by": rng.choice(("self", "partner"))})
    return melds


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
    pile = [card for card in pile if card is not None]
    if pile:
        position["pile"] = text(pile)
    if pile and rng.random() < 0.1:
        position["pile_size"] = len(pile) + rng.choice((1, 2, 5))
        if rng.random() < 0.4 and rule_set(position["rules"])["wild_discard_effect"] == "freeze":
            position["frozen"] = True


def _random_history(rng: Random, position: dict) -> None:
    melds = position["own"]["melds"]
    may_ask = rule_set(position["rules"])["permission"] != "none"
    own = any(meld["by"] == "self" for meld in melds)
    if position["phase"] == "play" and melds and rng.random() < 0.3:
        position["drew"] = "pile"
        position["player_has_melded"] = own and rng.random() < 0.6
    elif melds and not own and rng.random() < 0.3:
        position["player_has_melded"] = True
    if position["phase"] == "play" and rng.random() < 0.06 and may_ask:
        position["permission"] = rng.choice(("yes", "no"))
    if rng.random() < 0.02:
        position["my_turn"] = False


def random_actions(rng: Random, position: dict) -> list[str]:
    """A list of actions as somebody could try it, more often sensible than not."""
    rules = read_rules(position)
    table = read_position(position, readings(rules, position["own"]["score"])[0])
    deck = Deck(rng)
    deck.cards -= table.elsewhere
    words: list[str] = []
    sensible = rng.random() < 0.75
    length = rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 7))
    for number in range(length):
        candidate = _random_action(rng, table, deck, begin=number == 0)
        for _ in range(12 if sensible else 0):
            if candidate is not None and not _breaks_something(table, candidate, number):
                break
            candidate = _random_action(rng, table, deck, begin=number == 0)
        if candidate is None or not _do(table, candidate, number):
            continue
        words.append(candidate)
        if table.ended is not None and rng.random() < 0.95:
            break
    if table.ended is None and words and table.phase == "play" and rng.random() < 0.6:
        words += _random_end(rng, table)
    may_ask = table.rules["permission"] != "none"
    if any(each == "ask" for each in words) and may_ask and rng.random() < 0.8:
        position["permission"] = rng.choice(("yes", "no"))
    return words


def _breaks_something(table: Table, words: str, number: int) -> bool:
    trial = table.copy()
    return not _do(trial, words, number) or len(trial.faults) > len(table.faults)


def _do(table: Table, words: str, number: int) -> bool:
    try:
        play(table, parse(words), number)
    except OracleError:
        return False
    return True


def _random_end(rng: Random, table: Table) -> list[str]:
    cards = in_order(table.hand)
    if cards and rng.random() < 0.93:
        return [f"discard {rng.choice(cards)}"]
    return ["end"]


def _random_action(rng: Random, table: Table, deck: Deck, *, begin: bool) -> str | None:
    if table.phase == "draw" and rng.random() < 0.93:
        return _random_beginning(rng, table, deck)
    red = [card for card in table.hand if kind(card) == "3r"]
    if red and rng.random() < 0.5:
        return f"expose {red[0]}"
    chance = rng.random()
    if chance < 0.05 or (begin and chance < 0.12):
        return "ask"
    if chance < 0.13:
        return _random_end(rng, table)[0]
    if chance < 0.16:
        return _random_mischief(rng, table)
    groups = groups_in_hand(table)
    if rng.random() < 0.06 and table.cards_left >= 3:
        hand = in_order(table.hand)
        groups = [in_order(rng.sample(hand, min(len(hand), rng.choice((2, 3, 4)))))]
    if not groups:
        return None
    cards = _prefer_big(rng, groups)
    sound = _sound_melds(table)
    if sound and rng.random() < 0.5:
        names = [meld.rank for meld in sound]
        fitting = [rank for rank in names if any(card[0] == rank for card in cards)]
        rank = rng.choice(fitting) if fitting and rng.random() < 0.9 else rng.choice(names)
        return f"add {text(cards)} to {rank}"
    return f"meld {text(cards)}"


def _sound_melds(table: Table) -> list[Meld]:
    """The own melds that are legal as they lie and have their name to themselves."""
    ranks = Counter(meld.rank for meld in table.melds)
    alone = [meld for meld in table.melds if ranks[meld.rank] == 1]
    return [meld for meld in alone if not faults_of_meld(meld.cards, table.rules)]


def _prefer_big(rng: Random, groups: list[list[str]]) -> list[str]:
    """Mostly a group of three or more with two naturals."""
    good = [cards for cards in groups if len(cards) >= 3 and sum(not is_wild(card) for card in cards) >= 2]
    if good and rng.random() < 0.3:
        return max(good, key=len)
    return rng.choice(good) if good and rng.random() < 0.6 else rng.choice(groups)


def _random_beginning(rng: Random, table: Table, deck: Deck) -> str:
    red = [card for card in table.hand if kind(card) == "3r"]
    if red and rng.random() < 0.7:
        named = rng.random() < 0.4 and table.stock != 0
        return f"expose {red[0]}" + (f" {deck.take(*NATURAL_RANKS)}" if named else "")
    if table.stock == 0 and rng.random() < 0.4:
        return "end"
    if table.pile and rng.random() < 0.6:
        return _random_take(rng, table)
    if rng.random() < 0.3:
        return "draw"
    cards: list[str] = []
    while len(cards) < 4:
        card = deck.take("3r") if rng.random() < 0.1 else deck.take()
        if card is None:
            break
        cards.append(card)
        came = sum(kind(each) != "3r" for each in cards)
        if came >= table.rules["draw_count"] or table.stock == len(cards):
            break
    return "draw " + text(cards)


def _random_take(rng: Random, table: Table) -> str:
    top = table.pile[-1]
    onto = f" onto {top[0]}" if table.find(top[0]) is not None and rng.random() < 0.6 else ""
    same = [cards for cards in groups_in_hand(table) if any(card[0] == top[0] for card in cards)]
    chance = rng.random()
    if onto and chance < 0.5:
        return "take" + onto
    if same and chance < 0.9:
        pairs = [cards for cards in same if 2 <= len(cards) <= 3]
        return f"take {text(rng.choice(pairs if pairs and rng.random() < 0.8 else same))}{onto}"
    if chance < 0.92:
        return "take" + onto
    groups = groups_in_hand(table)
    top_only = "top " if rng.random() < 0.3 else ""
    return f"take {top_only}{text(rng.choice(groups))}{onto}" if groups else "take"


def _random_mischief(rng: Random, table: Table) -> str | None:
    """Things players try with cards that already lie on the table."""
    hand = in_order(table.hand)
    opposing = [meld for side in table.opponents for meld in side]
    own = _sound_melds(table)
    choice = rng.choice(("opp", "move", "swap", "merge"))
    if choice == "opp" and opposing and hand:
        meld = rng.choice(opposing)
        fitting = [card for card in hand if card[0] in (meld.rank, "2")] or hand
        return f"add {rng.choice(fitting)} to opp:{meld.rank}"
    if choice in ("move", "merge") and len(own) >= 2:
        first, second = rng.sample(own, 2)
        if choice == "merge":
            return f"merge {first.rank} and {second.rank}"
        return f"move {rng.choice(first.cards)} from {first.rank} to {second.rank}"
    if choice == "swap" and own and hand:
        meld = rng.choice(own)
        return f"swap {rng.choice(hand)} for {rng.choice(meld.cards)} in {meld.rank}"
    return None


def random_score_request(rng: Random, *, house: bool = False) -> dict:
    """A side, or both, at the end of a deal."""
    deck = Deck(rng)
    rules = random_rules(rng, house=house)
    outs = [rng.choice(("no", "no", "yes", "concealed")), "no"]
    sides = [_random_side(rng, deck, rules, went_out) for went_out in outs]
    request = {"rules": rules} | ({"players": 4} if rng.random() < 0.3 else {})
    return request | ({"side": sides[0]} if rng.random() < 0.7 else {"sides": rng.sample(sides, 2)})


def _random_side(rng: Random, deck: Deck, rules, went_out: str) -> dict:
    melds = [meld["cards"] for meld in _random_melds(rng, deck, rules, rng.choice((0, 1, 2, 3, 4, 5, 6)))]
    black = deck.several(3, "3b") if rng.random() < 0.1 else []
    if len(black) == 3:
        melds.append(text(black))
    hands = [deck.several(rng.choice((0, 1, 4, 9))), deck.several(rng.choice((0, 1, 5, 11)))]
    if went_out != "no" and rng.random() < 0.95:
        hands[rng.choice((0, 1))] = []
    return {
        "melds": melds,
        "red_threes": text(deck.several(rng.choice((0, 0, 1, 2, 3, 4, 4)), "3r")),
        "hands": [text(in_order(hand)) for hand in hands],
        "went_out": went_out,
        "score_before": rng.choice((*SCORES, 4300, 4995, -1000)),
    }
