"""Next actions worth trying: a generous grid, up to suits."""

from tests.oracle_cards import NATURAL_RANKS, in_order, kind, text
from tests.oracle_position import Table


def grid(table: Table) -> list[str]:
    """All sizes of all groups of one rank with wild cards, for every action that takes cards, and the others."""
    if not table.my_turn or table.ended is not None:
        return []
    words = ["draw", "ask", "end"]
    groups = groups_in_hand(table)
    words += [f"expose {card}" for card in in_order(table.hand) if kind(card) == "3r"][:1]
    if table.phase == "draw":
        words += takes(table)
    words += [f"meld {text(cards)}" for cards in groups]
    words += [f"add {text(cards)} to {meld.rank}" for meld in table.melds for cards in groups]
    words += [f"discard {text(cards)}" for cards in groups if len(cards) == 1]
    return words


def takes(table: Table) -> list[str]:
    """Ways to take the pile; where a meld of the rank lies there, `take Kh Kd` is `take Kh Kd onto K`."""
    if not table.pile:
        return []
    rank = table.pile[-1][0]
    groups = groups_in_hand(table)
    if table.find(rank) is None:
        return [f"take {text(cards)}" for cards in groups]
    return [f"take onto {rank}"] + [f"take {text(cards)} onto {rank}" for cards in groups]


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
