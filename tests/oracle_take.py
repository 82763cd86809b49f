"""Taking the pile: which ways there are, what each of them breaks, and where the cards go."""

from collections import Counter

from tests.oracle_actions import Action
from tests.oracle_cards import NATURAL_RANKS, OracleError, is_natural, is_wild, kind
from tests.oracle_lay import Judge, held_key, lay, must_hold
from tests.oracle_melds import TOO_FEW, faults_of_more, sort_of
from tests.oracle_position import Meld, Table, find_meld

NO_START = "samba.sequence-no-start-from-pile"


def take(table: Table, action: Action, where: str, fault: Judge) -> None:
    if not table.pile:
        raise OracleError("position", "pile", "there is nothing to take")
    if table.phase == "play":
        fault("turn.draw-or-take")
    top = table.pile[-1]
    if (action.target or "").startswith("opp:"):
        _take_for_opponents(table, action, where, fault)
        return
    place = _place_of_top(table, action, top, where)
    allowed = {"forbidden": False, "forbidden_while_stock": table.stock == 0, "allowed": True}
    if table.cards_left == 1 and table.pile_size == 1 and not allowed[table.rules["one_card_pile"]]:
        fault("pickup.one-card-rule")
    fault(*_faults_of_take(table, action, top, place))
    _say_of_the_rest(table, action, place, fault)
    must_hold(table, action.cards, where)
    melded = _can_be_taken(table, top) and (action.cards or action.target is not None)
    if melded:
        table.hand -= Counter(action.cards)
    table.held_before_take = Counter(held_key(card, table.rules) for card in table.hand.elements())
    table.pile.pop()
    table.phase, table.drew = "play", "pile"
    if melded:
        lay(table, [top, *action.cards], place)
    else:
        _into_hand(table, top)
    stays = table.rules["rest"] == "stays" and _onto_sequence(action, place)
    if not action.top_only and not stays:
        _rest_of_pile_to_hand(table)


def _take_for_opponents(table: Table, action: Action, where: str, fault: Judge) -> None:
    """Nothing is laid on the opponents' melds, and so nothing else is said of the way to take the pile."""
    fault("meld.no-opponent")
    listed = [meld for side in table.opponents for meld in side]
    place = find_meld(listed, action.target.removeprefix("opp:"))
    if place is None:
        raise OracleError("request", where, f"no meld {action.target}")
    must_hold(table, action.cards, where)
    table.hand -= Counter(action.cards)
    place.cards += [table.pile.pop(), *action.cards]
    table.phase, table.drew = "play", "pile"
    table.held_before_take = Counter(held_key(card, table.rules) for card in table.hand.elements())
    _rest_of_pile_to_hand(table)


def _say_of_the_rest(table: Table, action: Action, place: Meld | None, fault: Judge) -> None:
    """What the text says about the rest of the pile, or leaves open."""
    onto_sequence = _onto_sequence(action, place)
    unclear = table.rules["pickup_whole_pile"] == "unclear"
    if action.top_only and onto_sequence:
        if table.pile_size > 1:
            fault.leave_open("samba.sequence-pickup")
    elif action.top_only and unclear:
        fault.leave_open("pickup.whole-pile")
    elif action.top_only:
        fault("pickup.whole-pile")
    elif onto_sequence and table.pile_size > 1 and all(at != fault.index for _, at in table.faults):
        fault.remark("samba.sequence-pickup")
    if unclear and table.pile_size > 1:
        fault.remark("pickup.whole-pile")


def _onto_sequence(action: Action, place: Meld | None) -> bool:
    return place is not None and place.sort == "sequence" and not action.cards


def _can_be_taken(table: Table, top: str) -> bool:
    return kind(top) in NATURAL_RANKS or (is_wild(top) and table.rules["wild_top_takeable"] == "with_pair")


def _played_rank(action: Action, top: str, place: Meld | None = None) -> str:
    """The rank that the top card plays: its own, or for a wild card that of most naturals that come with it."""
    if not is_wild(top):
        return kind(top)
    ranks = [card[0] for card in action.cards if is_natural(card)]
    return max(sorted(ranks), key=ranks.count) if ranks else (place.rank if place else "")


def _place_of_top(table: Table, action: Action, top: str, where: str) -> Meld | None:
    """The meld on the table that the top card joins, if any."""
    if action.target is not None:
        place = table.find(action.target)
        if place is None:
            raise OracleError("request", where, f"no meld {action.target}")
        return place
    if action.cards and _can_be_taken(table, top) and not table.rules["several_melds_per_rank"]:
        return table.find(_played_rank(action, top))
    return None


def _faults_of_take(table: Table, action: Action, top: str, place: Meld | None) -> list[str]:
    if not _can_be_taken(table, top):
        return [
            {"3b": "pickup.top-black-three", "3r": "pickup.top-red-three"}.get(kind(top), "pickup.top-wild")
        ]
    if not action.cards and action.target is None:
        return ["pickup.top-must-be-melded"]
    broken = []
    rank = _played_rank(action, top, place)
    pair = sum(kind(card) == rank for card in action.cards) >= 2
    if not table.opened and (not pair or table.rules["pickup_before_initial"] == "never"):
        broken.append("pickup.before-initial")
    if table.is_frozen and not pair:
        broken.append("freeze.take-natural-pair-only")
    cards = [top, *action.cards]
    sort = place.sort if place else sort_of(cards, table.rules)
    if sort == "sequence" and action.cards:
        red = ["red3.not-a-meld"] if any(kind(card) == "3r" for card in cards) else []
        return [*broken, NO_START, *red]
    if not pair and not table.is_frozen and (table.opened or place is not None):
        broken += _faults_without_pair(table, action, rank, place)
    if sort == "wild" and place is None:
        return broken  # nothing but wild cards: the ways to take the pile have said what is missing
    there = place.cards if place else []
    more = faults_of_more(there, cards, table.rules, sort)
    naturals = sum(not is_wild(card) for card in [*there, *cards])
    settled = TOO_FEW if broken and naturals < 2 else TOO_FEW[:1] if broken else ()
    return broken + [rule for rule in more if rule not in settled]


def _faults_without_pair(table: Table, action: Action, rank: str, place: Meld | None) -> list[str]:
    """The pile is not frozen and the side has opened: a natural with a wild card, or onto an own meld."""
    rules = table.rules
    natural = any(kind(card) == rank for card in action.cards)
    wild = any(is_wild(card) for card in action.cards)
    if natural and wild and rules["pickup_natural_plus_wild"]:
        return []
    if place is not None:
        if place.sort == "sequence":
            return []
        canasta = place.is_canasta(rules)
        if rules["pickup_add_to_canasta" if canasta else "pickup_add_to_meld"]:
            return []
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
