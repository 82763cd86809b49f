"""Can the turn still be finished? Tried out, not calculated: see oracle_search."""

from collections import Counter
from collections.abc import Iterator

from tests.oracle_cards import is_natural, is_wild, kind, points, total
from tests.oracle_lay import held_key, lay
from tests.oracle_melds import faults_of_more, is_blocking, is_run, sort_of
from tests.oracle_position import Table
from tests.oracle_search import fits_completely, most_points, task_of

KEPT_AND_DISCARDED = 2


def answer_in_force(table: Table) -> str | None:
    """The partner's answer, if the question has been asked in this turn."""
    return table.permission if table.asked else None


def going_out_faults(table: Table) -> list[str]:
    """What forbids going out with these melds and no card left over; the minimum comes last."""
    broken = []
    if len(table.canastas()) < table.rules["canastas_to_go_out"]:
        broken.append("out.canastas-needed")
    if answer_in_force(table) == "no":
        broken.append("out.ask-binding")
    if table.laid and not table.minimum_reached and not _minimum_waived(table):
        broken.append("minimum")
    return broken


def _minimum_waived(table: Table) -> bool:
    """A whole hand with a canasta, melded after a draw from the stock."""
    possible = table.rules["concealed_waives_minimum"] and table.drew == "stock"
    return possible and is_concealed(table) and _own_canasta(table)


def is_concealed(table: Table) -> bool:
    """Whether going out so is concealed: never melded before, own canasta, partner's melds untouched."""
    rules = table.rules
    if table.has_melded or (table.touched_partner and rules["concealed_forbids_partner_add"]):
        return False
    return _own_canasta(table) or not rules["concealed_needs_own_canasta"]


def _own_canasta(table: Table) -> bool:
    return any(meld.fresh for meld in table.canastas())


def red_threes_to_come(table: Table) -> int:
    """Cards that will replace the red threes still in the hand."""
    red = sum(number for card, number in table.hand.items() if kind(card) == "3r")
    return red if table.stock is None else min(red, table.stock)


def cards_without_red(table: Table) -> Counter:
    return Counter({card: number for card, number in table.hand.items() if kind(card) != "3r" and number})


def cards_to_count(table: Table) -> int:
    """How many cards the player holds once the red threes are exposed and replaced."""
    return cards_without_red(table).total() + table.unknown + red_threes_to_come(table)


def can_finish(table: Table, *, must_go_out: bool) -> bool:
    """Whether the turn can be brought to a legal end, with or without going out."""
    return (not must_go_out and _can_stay(table)) or can_go_out(table)


def _can_stay(table: Table) -> bool:
    """Whether some way of laying the rest, or nothing more, leaves a discard and a card to keep."""
    keep = 1 if table.no_discard else KEPT_AND_DISCARDED
    if cards_to_count(table) < keep:
        return False
    if not table.laid or table.minimum_reached:
        return True
    usable = _usable(table)
    missing = table.minimum - table.counted_points
    if sum(points(card) for card in usable.elements() if kind(card) != "3b") < missing:
        return False
    keep -= cards_to_count(table) - usable.total()
    task = task_of(usable, table.melds, table.rules)
    twos = sum(number for card, number in usable.items() if kind(card) == "2")
    return most_points(task, twos, usable["JK"], keep=max(0, keep)) >= missing


def _usable(table: Table) -> Counter:
    """What may be laid now: before the minimum is reached nothing that came with the pile."""
    hand = cards_without_red(table)
    if table.held_before_take is None or table.minimum_reached:
        return hand
    left = Counter(table.held_before_take)
    usable: Counter = Counter()
    for card in hand.elements():
        key = held_key(card, table.rules)
        if left[key] > 0:
            left[key] -= 1
            usable[card] += 1
    return usable


def can_go_out(table: Table) -> bool:
    """Whether some way of laying the rest leaves one card or none and everything is legal then."""
    if answer_in_force(table) == "no":
        return False
    if table.held_before_take is not None and not table.minimum_reached:
        return any(can_go_out(opened) for opened in _openings(table))
    return any(_can_go_out_with(world) for world in (table, *_with_blocking_canasta(table)))


def _can_go_out_with(table: Table) -> bool:
    spare = (0 if table.no_discard else 1) - table.unknown - red_threes_to_come(table)
    if spare < 0:
        return False
    hand = cards_without_red(table)
    discards = [None] + (sorted(hand) if spare else [])
    all_points = table.counted_points + total(list(hand.elements()))
    will_lay = table.laid or hand.total() > spare
    needed = table.rules["canastas_to_go_out"]
    enough = [
        card
        for card in discards
        if not will_lay or table.opened or all_points - (points(card) if card else 0) >= table.minimum
    ]
    if len(enough) == len(discards):
        return _fits(table, hand, spare, needed)
    waived = (
        table.rules["concealed_waives_minimum"] and table.drew == "stock" and not table.has_melded
    ) and not (table.touched_partner and table.rules["concealed_forbids_partner_add"])
    if waived and _fits(table, hand, spare, max(needed, 1)):
        return True
    return any(_fits(table, hand - Counter([card] if card else []), 0, needed) for card in enough)


def _fits(table: Table, hand: Counter, spare: int, needed: int) -> bool:
    blocking = sum(meld.is_canasta(table.rules) for meld in table.melds if meld.sort == "threes")
    wilds = sum(number for card, number in hand.items() if is_wild(card))
    task = task_of(hand, table.melds, table.rules)
    return fits_completely(task, wilds, spare=spare, canastas=max(0, needed - blocking))


def _with_blocking_canasta(table: Table) -> Iterator[Table]:
    """The table after four black threes and three wild cards of one sort have been laid."""
    black = [card for card in table.hand.elements() if kind(card) == "3b"]
    if not table.rules["sperr_canasta"] or len(black) < 4 or table.find("3") is not None:
        return
    if table.rules["black_three_meld"] == "never":
        return
    wilds = [card for card in table.hand.elements() if is_wild(card)]
    for sort in ("JK", "cs", "dh"):
        chosen = [card for card in wilds if card == sort or (sort != "JK" and card[1] in sort)][:3]
        if is_blocking(black[:4] + chosen):
            after = table.copy()
            after.hand -= Counter(black[:4] + chosen)
            lay(after, black[:4] + chosen, None)
            yield after


def _openings(table: Table) -> Iterator[Table]:
    """Every table on which the minimum has just been reached with cards held before the pile was taken."""
    seen = set()
    waiting = [table]
    while waiting:
        here = waiting.pop()
        for after in _one_more(here):
            melds = sorted((meld.name, *sorted(meld.cards)) for meld in after.melds)
            key = (tuple(sorted(after.hand.elements())), tuple(melds))
            if key in seen:
                continue
            seen.add(key)
            if after.minimum_reached:
                yield after
            else:
                waiting.append(after)


def _one_more(table: Table) -> Iterator[Table]:
    """The table after one more meld or addition from the cards that may be laid before the minimum."""
    usable = _usable(table)
    for cards in _groups(usable, table.rules):
        places = [None, *table.melds]
        for number, place in enumerate(places):
            sort = place.sort if place else sort_of(cards, table.rules)
            again = place is None and not table.rules["several_melds_per_rank"] and table.find(cards[0][0])
            if again or faults_of_more(place.cards if place else [], cards, table.rules, sort):
                continue
            after = table.copy()
            after.hand -= Counter(cards)
            after.held_before_take -= Counter(held_key(card, table.rules) for card in cards)
            lay(after, cards, after.melds[number - 1] if place else None)
            yield after


def _groups(usable: Counter, rules: dict) -> Iterator[list[str]]:
    """Groups that can be laid at once: cards of a rank with wild cards, and runs of three."""
    by_kind: dict[str, list[str]] = {}
    for card in sorted(usable.elements()):
        by_kind.setdefault(kind(card), []).append(card)
    wilds = by_kind.get("2", [])[:4] + by_kind.get("JK", [])[:4]
    for name, cards in by_kind.items():
        if name in ("2", "JK"):
            continue
        for number in range(1, len(cards) + 1):
            for wild in range(min(3, len(wilds)) + 1):
                yield cards[:number] + wilds[:wild]
                yield cards[:number] + wilds[len(wilds) - wild :]
    if rules["sequences"]:
        naturals = sorted(card for card in usable if is_natural(card))
        for first in naturals:
            for second in naturals:
                for third in naturals:
                    if is_run([first, second, third]):
                        yield [first, second, third]
