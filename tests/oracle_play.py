"""Playing the actions one after another and noting what each of them breaks by itself.

A broken action still happens, as far as it can: later actions are judged as if it stood. What depends on the
rest of the turn (the minimum, the owed discard, black threes, the partner's answer) is left to oracle_turn.
"""

from collections import Counter

from tests.oracle_actions import Action
from tests.oracle_cards import NATURAL_RANKS, OracleError, is_wild, kind, points, total
from tests.oracle_lay import find_opposing, lay_from_hand, remove, use_held
from tests.oracle_melds import faults_of_merging, faults_of_more
from tests.oracle_position import Meld, Table
from tests.oracle_take import take


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
    _named_from_stock(table, action.cards, wanted, where, fault, "turn.draw-count")


def _named_from_stock(table: Table, cards: list[str], wanted: int, where: str, fault, rule: str) -> None:
    """Named cards come from the stock; a red three among them is exposed and the next one replaces it."""
    came = 0
    for card in cards:
        table.appear(card, where)
        if came == wanted and table.stock != 0:
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


def _one_per_rank_matters(table: Table, name: str) -> bool:
    return name != "W" or table.rules["wild_only_melds"] != "no"


def _meld(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    fault(*faults_of_more([], action.cards, table.rules))
    ranks = {card[0] for card in action.cards if not is_wild(card) and kind(card) != "3r"}
    name = ranks.pop() if len(ranks) == 1 else "W" if not ranks else None
    several = table.rules["several_melds_per_rank"]
    if (
        name is not None
        and not several
        and _one_per_rank_matters(table, name)
        and table.find(name) is not None
    ):
        fault("meld.one-per-rank")
    kinds = {kind(card) for card in action.cards}
    if "3b" in kinds and not kinds & set(NATURAL_RANKS):
        table.black_threes_laid = True
        if table.rules["black_three_meld"] == "never":
            fault("black3.meld-only-going-out")
    lay_from_hand(table, action.cards, None, where, fault)


def _add(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
        if any(kind(card) == "3r" for card in action.cards):
            fault("red3.not-a-meld")
        place = find_opposing(table, action.target, where)
        remove(table, action.cards, where)
        use_held(table, action.cards, fault)
        place.cards.extend(action.cards)
        table.laid_after_take = True
        return
    place = table.find(action.target)
    if place is None:
        raise OracleError("request", where, f"no meld {action.target}")
    fault(*faults_of_more(place.cards, action.cards, table.rules, place.sort))
    lay_from_hand(table, action.cards, place, where, fault)


def _named(table: Table, target: str, where: str) -> Meld:
    if target.startswith("opp:"):
        return find_opposing(table, target, where)
    place = table.find(target)
    if place is None:
        raise OracleError("request", where, f"no meld {target}")
    return place


def _merge(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    first, second = _named(table, action.target, where), _named(table, action.second, where)
    own = "opp:" not in action.target + action.second
    sorts = ("set", "W") if table.rules["wild_only_melds"] != "no" else ("set",)
    alike = first is not second and first.sort == second.sort and first.rank == second.rank
    alike = alike and first.sort in sorts
    if not (table.rules["merge_melds"] and own and alike):
        fault("meld.merge")
        return
    fault(*faults_of_merging(first.cards, second.cards, table.rules, first.sort))
    first.cards.extend(second.cards)
    table.touched_partner = table.touched_partner or not (first.fresh and second.fresh)
    first.fresh = first.fresh and second.fresh
    table.melds = [meld for meld in table.melds if meld is not second]
    table.laid = True


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
        own = (not action.target.startswith("opp:"), not action.second.startswith("opp:"))
        table.counted_points += points(card) * (own[1] - own[0])  # what lies there now is what counts
        table.touched_partner = table.touched_partner or (own[1] and not goal.fresh)


def _swap(table: Table, action: Action, where: str, fault) -> None:
    _must_have_begun(table, fault)
    place = _named(table, action.target, where)
    if action.other_card not in place.cards:
        raise OracleError("request", where, "that card is not in the meld")
    remove(table, action.cards, where)
    use_held(table, action.cards, lambda *rules: None)
    fault("wild.no-swap" if is_wild(action.other_card) else "meld.stays-on-table")
    if action.target.startswith("opp:"):
        fault("meld.no-opponent")
    else:
        table.counted_points += total(action.cards) - points(action.other_card)
        table.touched_partner = table.touched_partner or not place.fresh
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
