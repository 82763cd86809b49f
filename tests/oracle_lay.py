"""Putting cards on the table, whether they come from the hand or with the pile."""

from collections import Counter
from collections.abc import Callable

from tests.oracle_cards import OracleError, in_order, kind, total
from tests.oracle_position import Meld, Table, find_in

Fault = Callable[..., None]


def must_hold(table: Table, cards: list[str], where: str) -> None:
    if Counter(cards) - table.hand:
        raise OracleError("request", where, "a card that is not held")


def remove(table: Table, cards: list[str], where: str) -> None:
    must_hold(table, cards, where)
    table.hand -= Counter(cards)


def lay(table: Table, cards: list[str], place: Meld | None) -> None:
    """Put cards on the table: onto `place`, or as a new meld."""
    if place is None:
        table.melds.append(Meld.of(list(cards), table.rules, fresh=True))
    else:
        place.cards.extend(cards)
        table.touched_partner = table.touched_partner or not place.fresh
    table.laid = True
    table.counted_points += total(cards)


def lay_from_hand(table: Table, cards: list[str], place: Meld | None, where: str, fault) -> None:
    """Lay hand cards; before the minimum is reached none of them may have come with the pile."""
    remove(table, cards, where)
    table.laid_after_take = True
    use_held(table, cards, fault)
    lay(table, cards if place else in_order(cards), place)


def use_held(table: Table, cards: list[str], fault) -> None:
    if table.held_before_take is None:
        return
    waiting = not table.minimum_reached
    for card in cards:
        held = card if table.rules["sequences"] else kind(card)
        if table.held_before_take[held] > 0:
            table.held_before_take[held] -= 1
        elif waiting:
            fault("initial.top-card-counts")


def find_opposing(table: Table, target: str, where: str) -> Meld:
    melds = [meld for side in table.opponents for meld in side]
    place = find_in(melds, target.removeprefix("opp:"))
    if place is None:
        raise OracleError("request", where, f"no meld {target}")
    return place


def held_by_sort(table: Table) -> Counter:
    """What is held before the pile comes: by suits only where suits matter."""
    if table.rules["sequences"]:
        return Counter(table.hand)
    return Counter(kind(card) for card in table.hand.elements())
