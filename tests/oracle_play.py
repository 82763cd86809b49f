"""Playing the actions one after another and noting what each of them breaks by itself.

A broken action still happens, as far as it can: later actions are judged as if it stood. What depends on the
rest of the turn (the minimum, the owed discard, black threes, the partner's answer) is left to oracle_turn.
"""

from collections import Counter

from tests.oracle_actions import Action
from tests.oracle_cards import NATURAL_RANKS, OracleError, is_wild, kind, total
from tests.oracle_melds import TOO_FEW, faults_of_more
from tests.oracle_position import Meld, Table


def play(table: Table, action: Action, index: int) -> None:
    """Do one action on the table and append the rules it breaks to `table.faults`."""
    where = f"actions[{index}]"

    def fault(*rules: str) -> None:
        table.faults.extend((rule, index) for rule in rules)

    if not table.my_turn:
        fault("turn.only-in-turn")
        _happen(table, action, where, lambda *rules: None)
        return
    if table.ended is not None:
        _after_the_end(table, action, fault)
        _happen(table, action, where, lambda *rules: None)
        return
    _happen(table, action, where, fault)


def _after_the_end(table: Table, action: Action, fault) -> None:
    if table.ended == "last red three":
        if action.verb in ("take", "meld", "add", "discard"):
            fault("stock.last-red-three")
        elif action.verb not in ("end", "expose"):
            fault("turn.only-in-turn")
    elif table.ended == "discard" and action.verb == "discard":
        fault("turn.discard-one")
    else:
        fault("turn.only-in-turn")


def _happen(table: Table, action: Action, where: str, fault) -> None:
    deeds = {
        "draw": _draw,
        "take": _take,
        "meld": _meld,
        "add": _add,
        "merge": _merge,
        "move": _move,
        "swap": _swap,
        "expose": _expose,
        "ask": _ask,
        "discard": _discard,
        "end": _end,
    }
    deeds[action.verb](table, action, where, fault)


def _must_hold(table: Table, cards: list[str], where: str) -> None:
    if Counter(cards) - table.hand:
        raise OracleError("request", where, "a card that is not held")


def _remove(table: Table, cards: list[str], where: str) -> None:
    _must_hold(table, cards, where)
    table.hand -= Counter(cards)


def _must_have_begun(table: Table, fault) -> None:
    if table.phase == "draw":
        fault("turn.draw-or-take")


def _use_stock(table: Table) -> None:
    if table.stock is not None:
        table.stock = max(0, table.stock - 1)


# drawing and red threes


def _draw(table: Table, action: Action, where: str, fault) -> None:
    if table.phase == "play":
        fault("turn.draw-or-take")
    wanted = table.rules["draw_count"]
    if table.stock == 0:
        fault("stock.play-on")
    elif table.stock is not None:
        wanted = min(wanted, table.stock)
        if len(action.cards) > table.stock:
            raise OracleError("request", where, "more cards than the stock holds")
    table.phase, table.drew = "play", table.drew or "stock"
    if not action.cards and table.stock == 0:
        return
    if not action.cards:
        for _ in range(wanted):
            _use_stock(table)
            table.unknown += 1
        return
    _named_from_stock(table, action.cards, wanted, where, fault, "turn.draw-count")


def _named_from_stock(table: Table, cards: list[str], wanted: int, where: str, fault, rule: str) -> None:
    """Named cards come from the stock; a red three among them is exposed and the next one replaces it."""
    came = 0
    for card in cards:
        table.appear(card, where)
        if came == wanted:
            fault(rule)
        was_last = table.stock == 1
        _use_stock(table)
        if kind(card) == "3r":
            table.red_threes.append(card)
            if was_last and table.rules["last_stock_red_three"] == "meld_no_discard":
                table.no_discard = True
            elif was_last and table.ended is None:
                table.ended = "last red three"
        else:
            table.hand[card] += 1
            came += 1
    if came < wanted and table.stock != 0:
        if rule == "turn.draw-count":
            fault(rule)
        else:
            _use_stock(table)
            table.unknown += 1


def _expose(table: Table, action: Action, where: str, fault) -> None:
    red, *replacements = action.cards
    if kind(red) != "3r":
        raise OracleError("request", where, "only a red three can be exposed")
    _remove(table, [red], where)
    table.red_threes.append(red)
    if replacements:
        if table.stock is not None and len(replacements) > table.stock:
            raise OracleError("request", where, "more cards than the stock holds")
        _named_from_stock(table, replacements, 1, where, fault, "red3.replace-from-stock")
    elif table.stock != 0:
        _use_stock(table)
        table.unknown += 1


# taking the pile


def _take(table: Table, action: Action, where: str, fault) -> None:
    if not table.pile:
        raise OracleError("position", "pile", "there is nothing to take")
    if table.phase == "play":
        fault("turn.draw-or-take")
    if action.top_only:
        fault("pickup.whole-pile")
    allowed = {"forbidden": False, "forbidden_while_stock": table.stock == 0, "allowed": True}
    if table.cards_left == 1 and table.pile_size == 1 and not allowed[table.rules["one_card_pile"]]:
        fault("pickup.one-card-rule")
    top = table.pile[-1]
    place = _place_of_top(table, action, top, where)
    fault(*_faults_of_take(table, action, top, place))
    _must_hold(table, action.cards, where)
    untakeable = kind(top) not in NATURAL_RANKS
    if not untakeable:
        table.hand -= Counter(action.cards)
    table.held_before_take = Counter(kind(card) for card in table.hand.elements())
    table.pile.pop()
    table.phase, table.drew = "play", "pile"
    if untakeable or (not action.cards and action.target is None):
        _into_hand(table, top)
    else:
        _lay(table, [top, *action.cards], place)
    if not action.top_only:
        _rest_of_pile_to_hand(table)


def _place_of_top(table: Table, action: Action, top: str, where: str) -> Meld | None:
    """The meld on the table that the top card joins, if any."""
    if action.target is not None:
        place = table.find(action.target)
        if place is None:
            raise OracleError("request", where, f"no meld {action.target}")
        return place
    if action.cards and kind(top) in NATURAL_RANKS:
        return table.find(kind(top))
    return None


def _faults_of_take(table: Table, action: Action, top: str, place: Meld | None) -> list[str]:
    if is_wild(top):
        return ["pickup.top-wild"]
    if kind(top) == "3b":
        return ["pickup.top-black-three"]
    if kind(top) == "3r":
        return ["pickup.top-red-three"]
    if not action.cards and action.target is None:
        return ["pickup.top-must-be-melded"]
    broken = []
    pair = sum(kind(card) == kind(top) for card in action.cards) >= 2
    if not table.opened and (not pair or table.rules["pickup_before_initial"] == "never"):
        broken.append("pickup.before-initial")
    if table.is_frozen and not pair:
        broken.append("freeze.take-natural-pair-only")
    if not pair and not table.is_frozen and (table.opened or place is not None):
        broken += _faults_without_pair(table, action, top, place)
    there = place.cards if place else []
    more = faults_of_more(there, [top, *action.cards], table.rules)
    naturals = sum(not is_wild(card) for card in [*there, top, *action.cards])
    settled = TOO_FEW if broken and naturals < 2 else TOO_FEW[:1] if broken else ()
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


# melding


def _lay(table: Table, cards: list[str], place: Meld | None) -> None:
    """Put cards on the table: onto `place`, or as a new meld."""
    if place is None:
        table.melds.append(Meld(list(cards), fresh=True))
    else:
        place.cards.extend(cards)
        table.touched_partner = table.touched_partner or not place.fresh
    table.laid = True
    table.counted_points += total(cards)


def _lay_from_hand(table: Table, cards: list[str], place: Meld | None, where: str, fault) -> None:
    """Lay hand cards; before the minimum is reached none of them may have come with the pile."""
    _remove(table, cards, where)
    table.laid_after_take = True
    if table.held_before_take is not None:
        waiting = not table.minimum_reached
        for card in cards:
            if table.held_before_take[kind(card)] > 0:
                table.held_before_take[kind(card)] -= 1
            elif waiting:
                fault("initial.top-card-counts")
    _lay(table, cards, place)


def _meld(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    fault(*faults_of_more([], action.cards, table.rules))
    ranks = {card[0] for card in action.cards if not is_wild(card) and kind(card) != "3r"}
    if len(ranks) == 1 and table.find(ranks.pop()) is not None:
        fault("meld.one-per-rank")
    kinds = {kind(card) for card in action.cards}
    if "3b" in kinds and not kinds & set(NATURAL_RANKS):
        table.black_threes_laid = True
        if table.rules["black_three_meld"] == "never":
            fault("black3.meld-only-going-out")
    _lay_from_hand(table, action.cards, None, where, fault)


def _add(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
        place = _find_opposing(table, action.target, where)
        _remove(table, action.cards, where)
        place.cards.extend(action.cards)
        table.laid_after_take = True
        return
    place = table.find(action.target)
    if place is None:
        raise OracleError("request", where, f"no meld {action.target}")
    fault(*faults_of_more(place.cards, action.cards, table.rules))
    _lay_from_hand(table, action.cards, place, where, fault)


def _find_opposing(table: Table, target: str, where: str) -> Meld:
    rank, _, number = target.removeprefix("opp:").partition("#")
    found = [meld for side in table.opponents for meld in side if meld.rank == rank]
    place = int(number or 1)
    if not 1 <= place <= len(found):
        raise OracleError("request", where, f"no meld {target}")
    return found[place - 1]


def _named(table: Table, target: str, where: str) -> Meld:
    if target.startswith("opp:"):
        return _find_opposing(table, target, where)
    place = table.find(target)
    if place is None:
        raise OracleError("request", where, f"no meld {target}")
    return place


def _merge(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    _named(table, action.target, where)
    _named(table, action.second, where)
    fault("meld.merge")


def _move(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    source, goal = _named(table, action.target, where), _named(table, action.second, where)
    if Counter(action.cards) - Counter(source.cards):
        raise OracleError("request", where, "that card is not in the meld")
    if action.second.startswith("opp:"):
        fault("meld.no-opponent")
    for card in action.cards:
        fault("wild.no-swap" if is_wild(card) else "meld.stays-on-table")
        source.cards.remove(card)
        goal.cards.append(card)


def _swap(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    place = _named(table, action.target, where)
    if action.other_card not in place.cards:
        raise OracleError("request", where, "that card is not in the meld")
    _remove(table, action.cards, where)
    fault("wild.no-swap" if is_wild(action.other_card) else "meld.stays-on-table")
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
    place.cards.remove(action.other_card)
    place.cards.extend(action.cards)
    table.hand[action.other_card] += 1


# the question and the end of the turn


def _ask(table: Table, action: Action, where: str, fault) -> None:
    if table.rules["permission"] == "none":
        fault("out.ask-optional")
    if table.phase == "draw" or table.laid_after_take or table.asked:
        fault("out.ask-timing")
    table.asked = True


def _discard(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    card = action.cards[0]
    _remove(table, [card], where)
    if kind(card) == "3r":
        fault("red3.expose-at-once")
    if table.no_discard:
        fault("stock.last-red-three")
    table.pile.append(card)
    if table.ended is None:
        table.ended = "discard"


def _end(table: Table, action: Action, where: str, fault) -> None:
    if table.ended is not None:
        return
    if table.phase == "play":
        if table.cards_left and not table.no_discard:
            fault("turn.discard-one")
        table.ended = "end"
        return
    if table.stock != 0:
        fault("turn.draw-or-take")
        table.ended = "end"
        return
    table.ended = "declined"
