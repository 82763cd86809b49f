"""Beginning a turn and ending it: drawing, red threes, the end of the stock, the discard, the partner's permission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.law.actions import Action
from engine.law.cards import RED_THREE_KIND
from engine.law.kinds import Move
from engine.reach.laying import take_moves
from engine.reach.needed_runs import Spend, nothing_counted
from engine.rules.closing import is_sound, with_least_minimum
from engine.rules.registry import Facts, judges
from engine.turn.turn import Turn


@judges("turn.draw-or-take", "draw", "take", "meld", "add", "merge", "move", "swap", "discard", "end")
def turn_draw_or_take(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A turn begins either with drawing or with taking the pile, never with both.

    Official laws; ledger 3.1.
    """
    if action.verb in ("draw", "take"):
        return {"reason": f"already-{turn.drew}"} if turn.phase == "play" else None
    if turn.phase == "draw" and not (action.verb == "end" and turn.stock == 0):
        return {"reason": "not-begun", "verb": action.verb}
    return None


@judges("turn.draw-count", "draw")
def turn_draw_count(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A player who draws takes this number of cards, red threes and their replacements apart. Ledger 3.2."""
    if not action.cards or turn.stock == 0:
        return None
    needed = turn.rules.draw_count
    # Cards come one after another: what follows once the draw is complete was never drawn.
    drawn = sum(not c.is_red_three for c in action.cards)
    complete = drawn == needed and not action.cards[-1].is_red_three
    short = drawn < needed and len(action.cards) == turn.stock
    return None if complete or short else {"needed": needed, "have": drawn}


@judges("red3.replace-from-stock", "expose")
def red3_replace_from_stock(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A red three is replaced with one card from the stock; if that is a red three, so is it in turn. Ledger 4.2."""
    if not action.others or turn.stock == 0:
        return None
    drawn = sum(not c.is_red_three for c in action.others)
    complete = drawn == 1 and not action.others[-1].is_red_three
    short = drawn == 0 and len(action.others) == turn.stock
    return None if complete or short else {"needed": 1, "have": drawn}


@judges("stock.play-on", "draw")
def stock_play_on(turn: Turn, action: Action, move: Move) -> Facts | None:
    """An empty stock cannot be drawn from: the pile is taken or the deal ends. Official laws; ledger 14.1."""
    return {"stock": 0} if turn.stock == 0 else None


@judges("red3.expose-at-once", "discard", "end")
def red3_expose_at_once(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A red three is put on the table at once and may neither be kept nor discarded.

    Official laws; ledger 4.1.
    """
    red_threes = turn.hand[RED_THREE_KIND]
    if action.verb == "discard" and action.cards[0].is_red_three:
        return {"reason": "discarded", "card": str(action.cards[0]), "count": red_threes}
    return {"reason": "kept", "count": red_threes} if red_threes else None


@judges("turn.discard-one", "end")
def turn_discard_one(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A turn ends with exactly one discard unless the player goes out by melding everything. Ledger 3.3."""
    if turn.phase == "play" and not turn.last_red_three and not turn.hand_is_empty:
        return {"reason": "no-discard", "cards_left": turn.cards_in_hand}
    return None


@judges("stock.last-red-three", "discard")
def stock_last_red_three(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Whoever draws a red three as the last card of the stock discards nothing. Ledger 14.4."""
    return {"verb": action.verb} if turn.last_red_three else None


@judges("out.ask-optional", "ask")
def out_ask_optional(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A player may ask the partner for permission to go out, where there is one.

    Official laws; ledger 12.6.
    """
    return None if turn.may_ask else {"reason": "no-partner"}


@judges("out.ask-timing", "ask")
def out_ask_timing(turn: Turn, action: Action, move: Move) -> Facts | None:
    """The question is asked after drawing or taking the pile, before any further card is melded.

    Ledger 12.7.
    """
    if turn.phase == "draw":
        return {"reason": "before-draw"}
    if turn.laid_since_draw:
        return {"reason": "after-meld"}
    return {"reason": "asked-twice"} if turn.asked else None


ForcedTake = Literal["forced", "free", "rest-open", "minimum-open"]


def forced_take(turn: Turn, spend: Spend = nothing_counted) -> ForcedTake:
    """With an empty stock: whether the player has to take the pile. Official laws; ledger 14.2.

    "rest-open" and "minimum-open" where that hangs on what the text leaves open, whether the rest comes along when the
    top card extends a sequence, or what the first meld must be worth.
    """
    if turn.stock != 0 or not turn.pile:
        return "free"
    forced = _can_be_made_to_take(turn, spend, rest_comes=True)
    if (
        turn.sequences
        and turn.pile_size > 1
        and _can_be_made_to_take(turn, spend, rest_comes=False) != forced
    ):
        return "rest-open"
    if forced:
        return "forced"
    readings_differ = not turn.opened and turn.least_minimum < turn.minimum
    if readings_differ and _can_be_made_to_take(with_least_minimum(turn), spend, rest_comes=True):
        return "minimum-open"
    return "free"


def _can_be_made_to_take(turn: Turn, spend: Spend, *, rest_comes: bool) -> bool:
    return any(is_sound(after, spend) for after in takes_to_force(turn, rest_comes=rest_comes))


def takes_to_force(turn: Turn, *, rest_comes: bool) -> Iterator[Turn]:
    """The turn after each taking that a player can be made to do, whether or not it can end well."""
    any_meld = turn.rules.empty_stock_forced_take == "any_possible_meld"
    for move in take_moves(turn):
        if any_meld or (move.target >= 0 and turn.freeze_cause is None):
            after = turn.copy()
            top_only = not rest_comes and move.target in turn.sequences
            after.apply(move._replace(top_only=True) if top_only else move)
            yield after


@judges("stock.forced-take", "end")
def stock_forced_take(turn: Turn, action: Action, move: Move) -> Facts | None:
    """With the stock empty, an unfrozen pile whose top card fits an own meld must be taken.

    Official laws; ledger 14.2.
    """
    if turn.phase != "draw":
        return None
    forced = forced_take(turn)
    if forced == "minimum-open":
        return {"card": str(turn.pile[-1]), "open": True}
    return {"card": str(turn.pile[-1])} if forced == "forced" else None
