"""Taking the discard pile: the top card onto the table, the rest into the hand."""

from collections import Counter

from tests.oracle_actions import Action
from tests.oracle_cards import NATURAL_RANKS, OracleError, is_wild, kind
from tests.oracle_lay import find_opposing, held_by_sort, lay, must_hold, remove
from tests.oracle_melds import SEQUENCE_WITHOUT_TOP, TOO_FEW, faults_of_more, sort_of
from tests.oracle_position import Meld, Table


def take(table: Table, action: Action, where: str, fault) -> None:
    if not table.pile:
        raise OracleError("position", "pile", "there is nothing to take")
    if table.phase == "play":
        fault("turn.draw-or-take")
    allowed = {"forbidden": False, "forbidden_while_stock": table.stock == 0, "allowed": True}
    if _held_for_good(table) == 1 and table.pile_size == 1 and not allowed[table.rules["one_card_pile"]]:
        fault("pickup.one-card-rule")
    top = table.pile[-1]
    if action.target is not None and action.target.startswith("opp:"):
        _take_onto_opposing(table, action, where, fault)
        return
    place = _place_of_top(table, action, top, where)
    broken = _faults_of_take(table, action, top, place)
    fault(*broken)
    rest_comes = _what_of_the_rest(table, action, place, fault, sound=not broken)
    must_hold(table, action.cards, where)
    untakeable = kind(top) not in NATURAL_RANKS and not _takes_wild_top(table, action, top, place)
    if not untakeable:
        table.hand -= Counter(action.cards)
    table.held_before_take = held_by_sort(table)
    table.pile.pop()
    table.phase, table.drew = "play", "pile"
    if untakeable or (not action.cards and action.target is None):
        _into_hand(table, top)
    else:
        lay(table, [top, *action.cards], place)
    if rest_comes:
        _rest_of_pile_to_hand(table)


def _held_for_good(table: Table) -> int:
    """The cards of the hand once its red threes are exposed and replaced from the stock."""
    red = sum(number for card, number in table.hand.items() if kind(card) == "3r")
    return table.cards_left - (0 if table.stock is None else max(0, red - table.stock))


def _take_onto_opposing(table: Table, action: Action, where: str, fault) -> None:
    fault("meld.no-opponent", *_faults_of_top(table, table.pile[-1]))
    place = find_opposing(table, action.target, where)
    remove(table, action.cards, where)
    table.held_before_take = held_by_sort(table)
    place.cards.extend([table.pile.pop(), *action.cards])
    table.phase, table.drew = "play", "pile"
    if action.top_only:
        fault("pickup.whole-pile")
    else:
        _rest_of_pile_to_hand(table)


def _what_of_the_rest(table: Table, action: Action, place: Meld | None, fault, *, sound: bool) -> bool:
    """Whether the rest of the pile comes along; where the text is silent the reading of the rules says it."""
    onto_sequence = place is not None and place.sort == "sequence" and not action.cards
    if onto_sequence and table.rules["rest_after_sequence"] == "stays":
        return False
    if action.top_only and onto_sequence:
        if table.pile_size > 1:
            fault("samba.sequence-pickup")
        return False
    if action.top_only:
        fault("pickup.whole-pile")
        return False
    if sound and table.pile_size > 1:
        if onto_sequence:
            table.open_points.add("samba.sequence-pickup")
        elif table.rules["pickup_whole_pile"] == "unclear":
            table.open_points.add("pickup.whole-pile")
    return True


def _wild_top_rank(table: Table, action: Action, top: str) -> str | None:
    """The rank that a wild card on top takes on, where a natural pair of the hand may take it."""
    if not is_wild(top) or table.rules["wild_top_takeable"] != "with_pair":
        return None
    ranks = Counter(kind(card) for card in action.cards if kind(card) in NATURAL_RANKS)
    return next((rank for rank, number in ranks.most_common() if number >= 2), None)


def _takes_wild_top(table: Table, action: Action, top: str, place: Meld | None) -> bool:
    return is_wild(top) and table.rules["wild_top_takeable"] == "with_pair" and bool(action.cards or place)


def _place_of_top(table: Table, action: Action, top: str, where: str) -> Meld | None:
    """The meld on the table that the top card joins, if any."""
    if action.target is not None:
        place = table.find(action.target)
        if place is None:
            raise OracleError("request", where, f"no meld {action.target}")
        return place
    rank = _wild_top_rank(table, action, top) or kind(top)
    if action.cards and rank in NATURAL_RANKS and not table.rules["several_melds_per_rank"]:
        return table.find(rank)
    return None


def _faults_of_top(table: Table, top: str) -> list[str]:
    """A top card that keeps everybody from the pile."""
    if kind(top) in ("3b", "3r"):
        return ["pickup.top-black-three" if kind(top) == "3b" else "pickup.top-red-three"]
    return ["pickup.top-wild"] if is_wild(top) and table.rules["wild_top_takeable"] == "never" else []


def _faults_of_take(table: Table, action: Action, top: str, place: Meld | None) -> list[str]:
    if _faults_of_top(table, top):
        return _faults_of_top(table, top)
    if not action.cards and action.target is None:
        return ["pickup.top-must-be-melded"]
    broken = []
    rank = _wild_top_rank(table, action, top) if is_wild(top) else kind(top)
    pair = rank is not None and sum(kind(card) == rank for card in action.cards) >= 2
    run = (
        sort_of([top, *action.cards], table.rules) == "sequence"
        if place is None
        else place.sort == "sequence"
    )
    if not table.opened and (not pair or table.rules["pickup_before_initial"] == "never"):
        broken.append("pickup.before-initial")
    if table.is_frozen and not pair:
        broken.append("freeze.take-natural-pair-only")
    if place is None and is_wild(top) and action.cards and all(is_wild(card) for card in action.cards):
        return broken or ["freeze.take-natural-pair-only"]
    if run and action.cards:
        return [*broken, SEQUENCE_WITHOUT_TOP]
    if not pair and not run and not table.is_frozen and (table.opened or place is not None):
        broken += _faults_without_pair(table, action, top, place)
    there, sort = (place.cards, place.sort) if place else ([], "set")
    more = faults_of_more(there, [top, *action.cards], table.rules, sort)
    naturals = sum(not is_wild(card) for card in [*there, top, *action.cards])
    settled = (*TOO_FEW, "black3.meld-size") if naturals < 2 else TOO_FEW[:1]
    settled = settled if broken else ()
    return broken + [rule for rule in more if rule not in settled]


def _faults_without_pair(table: Table, action: Action, top: str, place: Meld | None) -> list[str]:
    """The pile is not frozen and the side has opened: a natural with a wild card, or onto an own meld."""
    rules = table.rules
    natural = any(kind(card) == kind(top) for card in action.cards)
    wild = any(is_wild(card) for card in action.cards)
    if natural and wild and rules["pickup_natural_plus_wild"]:
        return []
    if place is not None:
        canasta = len(place.cards) >= rules["canasta_size"]
        if rules["pickup_add_to_canasta" if canasta else "pickup_add_to_meld"]:
            return []
        if not (natural and wild):  # these two would take it without the meld, so their rule refuses them
            return ["pickup.add-to-canasta" if canasta else "pickup.add-to-meld"]
    return ["pickup.natural-plus-wild" if wild else "pickup.natural-pair"]


def _into_hand(table: Table, card: str) -> None:
    """A card of the pile comes into the hand; a red three is exposed and not replaced."""
    if kind(card) == "3r":
        table.red_threes.append(card)
    else:
        table.hand[card] += 1


def _rest_of_pile_to_hand(table: Table) -> None:
    for card in table.pile:
        _into_hand(table, card)
    table.unknown += table.hidden_in_pile
    table.pile, table.hidden_in_pile, table.frozen_flag = [], 0, False
