"""Next actions worth trying: a generous grid, up to suits where suits do not matter."""

from collections import Counter
from itertools import combinations, product

from tests.oracle_cards import NATURAL_RANKS, SUITS, in_order, is_wild, kind, text
from tests.oracle_melds import is_blocking
from tests.oracle_position import Table


def grid(table: Table) -> list[str]:
    """All sizes of all groups of one rank with wild cards, for every action that takes cards, and the others."""
    if not table.my_turn or table.ended is not None:
        return []
    words = ["draw", "ask", "end"]
    groups = groups_in_hand(table) + blocking_groups(table)
    names = table.targets()
    words += [f"expose {card}" for card in in_order(table.hand) if kind(card) == "3r"][:1]
    if table.phase == "draw":
        words += takes(table)
    words += [f"meld {text(cards)}" for cards in [*groups, *runs_in_hand(table)]]
    for name, meld in names:
        if meld.sort == "sequence":
            words += [f"add {text(cards)} to {name}" for cards in longer_runs(table, meld.cards)]
        else:
            words += [f"add {text(cards)} to {name}" for cards in groups]
    words += [f"merge {one} and {two}" for (one, _), (two, _) in combinations(names, 2)]
    return words + [f"discard {text(cards)}" for cards in groups if len(cards) == 1]


def takes(table: Table) -> list[str]:
    """Ways to take the pile; where one meld of the rank can lie there, `take Kh Kd` is `take Kh Kd onto K`."""
    if not table.pile:
        return []
    groups = groups_in_hand(table)
    names = table.targets()
    top = table.pile[-1]
    several = table.rules["several_melds_per_rank"]
    words = []
    for cards in groups:
        rank = cards[0][0] if is_wild(top) else top[0]
        if several or table.find(rank) is None:
            words.append(f"take {text(cards)}")
    for name, meld in names:
        words.append(f"take onto {name}")
        if meld.sort != "sequence":
            words += [f"take {text(cards)} onto {name}" for cards in groups]
    return words


def groups_in_hand(table: Table) -> list[list[str]]:
    """Every group of hand cards of one rank with any wild cards, and wild cards alone.

    Where there are no sequences, of groups that differ in suits only the first is named.
    """
    hand = in_order(table.hand)
    suits = table.rules["sequences"]
    twos = _choices([card for card in hand if kind(card) == "2"], suits=suits)
    jokers = _choices([card for card in hand if card == "JK"], suits=False)
    groups = []
    for name in ["", *NATURAL_RANKS, "3b"]:
        own = [card for card in hand if kind(card) == name] if name else []
        for naturals, two, joker in product(_choices(own, suits=suits), twos, jokers):
            cards = naturals + two + joker
            if cards and bool(naturals) == bool(name):
                groups.append(cards)
    return groups


def _choices(cards: list[str], *, suits: bool) -> list[list[str]]:
    """Every choice among the cards of a rank, none included."""
    if not suits:
        return [cards[:number] for number in range(len(cards) + 1)]
    counts = Counter(cards)
    kinds = sorted(counts)
    found = []
    for numbers in product(*(range(counts[card] + 1) for card in kinds)):
        found.append([card for card, number in zip(kinds, numbers, strict=True) for _ in range(number)])
    return found


def blocking_groups(table: Table) -> list[list[str]]:
    """Four black threes with three twos of one colour, where the first twos of the hand are not of one."""
    hand = in_order(table.hand)
    threes = [card for card in hand if kind(card) == "3b"][:4]
    if not table.rules["sperr_canasta"] or len(threes) < 4:
        return []
    twos = [card for card in hand if kind(card) == "2"]
    coloured = [[card for card in twos if card[1] in colour][:3] for colour in ("cs", "dh")]
    found = [threes + three for three in sorted(coloured) if is_blocking(threes + three)]
    return [group for group in found[:1] if not is_blocking(threes + twos[:3])]


def runs_in_hand(table: Table) -> list[list[str]]:
    """Every row of cards of one suit."""
    if not table.rules["sequences"]:
        return []
    return [cards for suit in SUITS for cards in _rows(table, suit) if len(cards) > 2]


def _rows(table: Table, suit: str) -> list[list[str]]:
    rows = []
    for first in range(len(NATURAL_RANKS)):
        for last in range(first, len(NATURAL_RANKS)):
            cards = [rank + suit for rank in NATURAL_RANKS[first : last + 1]]
            if not all(table.hand[card] for card in cards):
                break
            rows.append(cards)
    return rows


def longer_runs(table: Table, there: list[str]) -> list[list[str]]:
    """What could make a sequence longer: a row of cards below it, one above it, or both."""
    ranks = [NATURAL_RANKS.index(card[0]) for card in there]
    rows = _rows(table, there[0][1])
    below = [row for row in rows if NATURAL_RANKS.index(row[-1][0]) == min(ranks) - 1]
    above = [row for row in rows if NATURAL_RANKS.index(row[0][0]) == max(ranks) + 1]
    return [low + high for low, high in product([[], *below], [[], *above]) if low + high]
