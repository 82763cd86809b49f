"""Playing the actions one after another and noting what each of them breaks by itself.

A broken action still happens, as far as it can: later actions are judged as if it stood. What depends on the
rest of the turn (the minimum, the owed discard, black threes, the partner's answer) is left to oracle_turn.
"""

from collections import Counter

from tests.oracle_actions import Action
from tests.oracle_cards import OracleError, is_wild, kind
from tests.oracle_lay import DeafJudge, Judge, lay_from_hand, only_held_before, remove
from tests.oracle_melds import faults_of_merging, faults_of_more, sort_of
from tests.oracle_position import Meld, Table, find_meld
from tests.oracle_take import take


def play(table: Table, action: Action, index: int) -> None:
    """Do one action on the table and append the rules it breaks to `table.faults`."""
    where = f"actions[{index}]"

    fault = Judge(table, index)
    if not table.my_turn:
        fault("turn.only-in-turn")
        fault = DeafJudge(table, index)
    elif table.ended is not None:
        _after_the_end(table, action, fault)
        fault = DeafJudge(table, index)
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
        "take": take,
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
    count = "turn.draw-count" if table.stock != 0 else "stock.play-on"
    _named_from_stock(table, action.cards, wanted, where, fault, count)


def _named_from_stock(table: Table, cards: list[str], wanted: int, where: str, fault, rule: str) -> None:
    """Named cards come from the stock; a red three among them is exposed and the next one replaces it."""
    came = 0
    for card in cards:
        table.appear(card, where)
        if came == wanted and rule != "stock.play-on":
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
        fault(rule)


def _expose(table: Table, action: Action, where: str, fault) -> None:
    red, *replacements = action.cards
    if kind(red) != "3r":
        raise OracleError("request", where, "only a red three can be exposed")
    remove(table, [red], where)
    table.red_threes.append(red)
    if replacements:
        if table.stock is not None and len(replacements) > table.stock:
            raise OracleError("request", where, "more cards than the stock holds")
        _named_from_stock(table, replacements, 1, where, fault, "red3.replace-from-stock")
    elif table.stock != 0:
        _use_stock(table)
        table.unknown += 1


# melding


def _meld(table: Table, action: Action, where: str, fault: Judge) -> None:
    _must_have_begun(table, fault)
    fault(*faults_of_more([], action.cards, table.rules))
    sort = sort_of(action.cards, table.rules)
    if not table.rules["several_melds_per_rank"]:
        ranks = {card[0] for card in action.cards if not is_wild(card)}
        wild_known = sort == "wild" and table.rules["wild_only_melds"] != "no"
        red = any(kind(card) == "3r" for card in action.cards)
        again = len(ranks) == 1 and not red and table.find(*ranks) is not None
        if again or (wild_known and table.find("W") is not None):
            fault("meld.one-per-rank")
    if sort == "threes":
        table.black_threes_laid = True
        if table.rules["black_three_meld"] == "never":
            fault("black3.meld-only-going-out")
    lay_from_hand(table, action.cards, None, where, fault)


def _add(table: Table, action: Action, where: str, fault: Judge) -> None:
    _must_have_begun(table, fault)
    place = _named(table, action.target, where)
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
        remove(table, action.cards, where)
        only_held_before(table, action.cards, fault)
        place.cards.extend(action.cards)
        table.laid_after_take = True
        return
    fault(*faults_of_more(place.cards, action.cards, table.rules, place.sort))
    lay_from_hand(table, action.cards, place, where, fault)


def _named(table: Table, target: str, where: str) -> Meld:
    if target.startswith("opp:"):
        listed = [meld for side in table.opponents for meld in side]
        place = find_meld(listed, target.removeprefix("opp:"))
    else:
        place = table.find(target)
    if place is None:
        raise OracleError("request", where, f"no meld {target}")
    return place


def _merge(table: Table, action: Action, where: str, fault: Judge) -> None:
    _must_have_begun(table, fault)
    first, second = _named(table, action.target, where), _named(table, action.second, where)
    own = not any(target.startswith("opp:") for target in (action.target, action.second))
    joinable = first.sort in ("set", "wild") and (first.sort, first.rank) == (second.sort, second.rank)
    if first is second or not own or not joinable:
        fault("meld.merge")
        return
    if not table.rules["merge_melds"]:
        fault("meld.merge")
    else:
        fault(*faults_of_merging(first.cards, second.cards, first.sort, table.rules))
    kept, gone = sorted((first, second), key=lambda meld: _place_of(table, meld))
    kept.cards.extend(gone.cards)
    kept.fresh = kept.fresh and gone.fresh
    del table.melds[_place_of(table, gone)]


def _place_of(table: Table, meld: Meld) -> int:
    return next(place for place, other in enumerate(table.melds) if other is meld)


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
    remove(table, action.cards, where)
    fault("wild.no-swap" if is_wild(action.other_card) else "meld.stays-on-table")
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
    place.cards.remove(action.other_card)
    place.cards.extend(action.cards)
    table.hand[action.other_card] += 1


# the question and the end of the turn


def _ask(table: Table, action: Action, where: str, fault) -> None:
    if table.rules["permission"] == "none" or not table.has_partner:
        fault("out.ask-optional")
    if table.phase == "draw" or table.laid_after_take or table.asked:
        fault("out.ask-timing")
    table.asked = True


def _discard(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    card = action.cards[0]
    remove(table, [card], where)
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
