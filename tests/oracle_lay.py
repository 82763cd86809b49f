"""Putting cards of the hand on the table, and taking down what an action breaks."""

from collections import Counter

from tests.oracle_cards import OracleError, is_natural, kind, total
from tests.oracle_melds import OPEN_RULES, is_run, sort_of
from tests.oracle_position import Meld, Table


class Judge:
    """Takes down what one action breaks, leaves open, or does although the text leaves something open."""

    def __init__(self, table: Table, index: int) -> None:
        self.table = table
        self.index = index

    def __call__(self, *rules: str) -> None:
        for rule in rules:
            if rule in OPEN_RULES:
                self.leave_open(rule)
            else:
                self.table.faults.append((rule, self.index))

    def leave_open(self, rule: str) -> None:
        self.table.open_points.append(rule)

    def remark(self, rule: str) -> None:
        self.table.remarks.append(rule)


class DeafJudge(Judge):
    """For actions out of turn: another rule has said what is wrong with them."""

    def __call__(self, *rules: str) -> None:
        pass

    def leave_open(self, rule: str) -> None:
        pass

    def remark(self, rule: str) -> None:
        pass


def must_hold(table: Table, cards: list[str], where: str) -> None:
    if Counter(cards) - table.hand:
        raise OracleError("request", where, "a card that is not held")


def remove(table: Table, cards: list[str], where: str) -> None:
    must_hold(table, cards, where)
    table.hand -= Counter(cards)


def held_key(card: str, rules: dict) -> str:
    """What makes two cards the same: the suit of natural cards counts only where there are sequences."""
    return card if rules["sequences"] and is_natural(card) else kind(card)


def lay(table: Table, cards: list[str], place: Meld | None) -> None:
    """Put cards on the table: onto `place`, or as a new meld."""
    if place is None:
        sort = sort_of(cards, table.rules)
        if sort == "sequence" and not is_run(cards):
            sort = "set"  # no sequence: it lies there under the name of its lowest card
        table.melds.append(Meld(list(cards), fresh=True, sort=sort))
    else:
        if place.sort != "sequence" or is_run(place.cards + cards):
            place.cards.extend(cards)
        table.touched_partner = table.touched_partner or not place.fresh
    table.laid = True
    table.counted_points += total(cards)


def lay_from_hand(table: Table, cards: list[str], place: Meld | None, where: str, fault: Judge) -> None:
    """Lay hand cards; before the minimum is reached none of them may have come with the pile."""
    remove(table, cards, where)
    table.laid_after_take = True
    only_held_before(table, cards, fault)
    lay(table, cards, place)


def only_held_before(table: Table, cards: list[str], fault: Judge) -> None:
    """Until the minimum is reached the cards that came with the pile may not be laid."""
    if table.held_before_take is None:
        return
    waiting = not table.minimum_reached
    for card in cards:
        key = held_key(card, table.rules)
        if table.held_before_take[key] > 0:
            table.held_before_take[key] -= 1
        elif waiting:
            fault("initial.top-card-counts")
