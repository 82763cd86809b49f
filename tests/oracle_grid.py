"""Next actions worth trying: a generous grid, up to suits where suits do not matter."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tests.oracle_cards import NATURAL_RANKS, SUITS, in_order, is_natural, is_wild, kind, text
from tests.oracle_melds import is_blocking
from tests.oracle_position import Table


def grid(table: Table) -> list[str]:
    """All groups of one rank with wild cards and all runs, for every action that takes cards, and the others."""
    if not table.my_turn or table.ended is not None:
        return []
    words = ["draw", "ask", "end"]
    red = [f"expose {card}" for card in in_order(table.hand) if kind(card) == "3r"]
    words += red if table.rules["sequences"] else red[:1]
    if table.phase == "draw":
        return list(dict.fromkeys(words + takes(table)))
    groups, runs = _groups(table), runs_in_hand(table)
    words += [
        f"meld {text(cards)}" for cards in groups + runs + blocking_groups(table)[:1] if len(cards) >= 3
    ]
    names = [name for name, _ in table.targets()]
    for name, meld in table.targets():
        fitting = longer_runs(table, meld.cards) if meld.sort == "sequence" else groups
        words += [f"add {text(cards)} to {name}" for cards in fitting]
    if table.rules["merge_melds"]:
        words += [f"merge {one} and {two}" for one, two in _pairs(names)]
    singles = {
        card if table.rules["sequences"] else kind(card): card for card in reversed(in_order(table.hand))
    }
    words += [f"discard {card}" for card in singles.values()]
    return list(dict.fromkeys(words))


def _pairs(names: list[str]) -> list[tuple[str, str]]:
    return [
        (one, two)
        for i, one in enumerate(names)
        for two in names[i + 1 :]
        if one[0] == two[0] and "-" not in one + two
    ]


def longer_runs(table: Table, lying: list[str]) -> list[list[str]]:
    """Single cards, and runs of the same suit below, above or on both sides."""
    suit = lying[0][1]
    held = [card for card in set(table.hand.elements()) if is_natural(card) and card[1] == suit]
    there = [NATURAL_RANKS.index(card[0]) for card in lying if is_natural(card)]
    below = _row(list(range(min(there) - 1, -1, -1)), suit, held)
    above = _row(list(range(max(there) + 1, len(NATURAL_RANKS))), suit, held)
    return [
        in_order(below[:down] + above[:up])
        for down in range(len(below) + 1)
        for up in range(len(above) + 1)
        if down + up
    ]


def _row(places: list[int], suit: str, held: list[str]) -> list[str]:
    row = []
    for place in places:
        if NATURAL_RANKS[place] + suit not in held:
            break
        row.append(NATURAL_RANKS[place] + suit)
    return row


def runs_in_hand(table: Table) -> list[list[str]]:
    """Every run of three to seven cards of one suit in the hand, where there are sequences."""
    if not table.rules["sequences"]:
        return []
    runs = []
    for suit in SUITS:
        for first in range(len(NATURAL_RANKS)):
            for size in range(3, 8):
                cards = [rank + suit for rank in NATURAL_RANKS[first : first + size]]
                if len(cards) == size and all(table.hand[card] for card in cards):
                    runs.append(cards)
    return runs


def takes(table: Table) -> list[str]:
    """Ways to take the pile; where a side keeps one meld of a rank `take Kh Kd` is `take Kh Kd onto K`."""
    if not table.pile:
        return []
    top = table.pile[-1]
    any_rank = is_wild(top) and table.rules["wild_top_takeable"] == "with_pair"
    groups = [
        cards
        for cards in _groups(table)
        if any_rank or any(card[0] == top[0] or is_wild(card) for card in cards)
    ]
    words = []
    for name, meld in table.targets():
        if meld.sort == "sequence":
            words.append(f"take onto {name}")
        elif any_rank or meld.rank == top[0]:
            words += [f"take onto {name}"] + [f"take {text(cards)} onto {name}" for cards in groups]
    for cards in groups:
        ranks = {kind(card) for card in cards if is_natural(card)} if any_rank else {top[0]}
        joins = any(table.find(rank) is not None for rank in ranks)
        if table.rules["several_melds_per_rank"] or not joins:
            words.append(f"take {text(cards)}")
    return words


def blocking_groups(table: Table) -> list[list[str]]:
    """The first blocking canasta with twos of each colour that the hand holds."""
    threes = [card for card in in_order(table.hand) if kind(card) == "3b"]
    twos = [card for card in in_order(table.hand) if kind(card) == "2"]
    tried = [threes + [card for card in twos if card[1] in colour][:3] for colour in ("cs", "dh")]
    return [cards for cards in tried if table.rules["sperr_canasta"] and is_blocking(cards)]


def _groups(table: Table) -> list[list[str]]:
    return groups_with_suits(table) if table.rules["sequences"] else groups_in_hand(table)


def groups_with_suits(table: Table) -> list[list[str]]:
    """As groups_in_hand, but with every choice of suits, and with few wild cards."""
    hand = in_order(table.hand)
    wilds = list(_subsets([card for card in hand if is_wild(card)]))
    most = table.rules["max_wilds"] or len(hand)
    groups = [cards for cards in wilds if cards]
    for name in [*NATURAL_RANKS, "3b"]:
        for cards in _subsets([card for card in hand if kind(card) == name]):
            groups += [cards + wild for wild in wilds if cards and len(wild) <= most]
    return groups


def _subsets(cards: list[str]) -> Iterator[list[str]]:
    counted = Counter(cards)
    for numbers in product(*(range(number + 1) for number in counted.values())):
        yield [card for card, number in zip(counted, numbers, strict=True) for _ in range(number)]


def groups_in_hand(table: Table) -> list[list[str]]:
    """Every group of hand cards of one rank with any wild cards, and wild cards alone, first suits first."""
    hand = in_order(table.hand)
    twos = [card for card in hand if kind(card) == "2"]
    jokers = [card for card in hand if card == "JK"]
    groups = []
    for name in ["", *NATURAL_RANKS, "3b"]:
        own = [card for card in hand if kind(card) == name]
        for naturals in range(1 if name else 0, (len(own) if name else 0) + 1):
            for two in range(len(twos) + 1):
                for joker in range(len(jokers) + 1):
                    cards = own[:naturals] + twos[:two] + jokers[:joker]
                    if cards:
                        groups.append(cards)
    return groups
