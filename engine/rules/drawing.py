"""Beginning a turn and ending it: drawing, red threes, the discard, and what holds when the stock is empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from engine.law.actions import RANK_COUNT, Action, Move, sequence_grown, sequence_of
from engine.law.cards import CARDS, RED_THREE_KIND, Card, copies_in_deck
from engine.law.rule_ids import STEP_RULES, STEPS
from engine.law.ruleset import RuleSet
from engine.reach.laying import take_moves
from engine.reach.runs import Spend, nothing_counted
from engine.rules.registry import (
    Breach,
    Facts,
    allows,
    closing_breaches,
    is_sound,
    judges,
    with_least_minimum,
)
from engine.turn.turn import Turn


@judges("turn.draw-or-take", "draw", "take", "meld", "add", "merge", "move", "swap", "discard", "end")
def turn_draw_or_take(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A turn begins either with drawing or with taking the pile, never with both.

    Official laws; ledger 3.1.
    """
    if action.verb in ("draw", "take"):
        if turn.phase != "play":
            return None
        return {"reason": f"already-{turn.drew}"} | _no_replacement(turn, action)
    if turn.phase == "draw" and not (action.verb == "end" and turn.stock == 0):
        return {"reason": "not-begun", "verb": action.verb}
    return None


def _no_replacement(turn: Turn, action: Action) -> Facts:
    """For a red three that came with the pile nothing is drawn, whatever the draw was meant for. Ledger 4.3."""
    if action.verb != "draw" or turn.drew != "pile" or turn.position is None:
        return {}
    came = any(card.is_red_three for card in turn.position.pile)
    return {"because": ["red3.no-replace-from-pile"]} if came else {}


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


def may_decline(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """With an empty stock: whether the player may leave the pile, whatever its unnamed cards are."""
    return forced_take(turn, spend) == "free" and not unnamed_cards_may_force(turn, spend)


def unnamed_cards_may_force(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether a pile that by what is known may be declined has to be taken if its unnamed cards are the right ones."""
    if turn.stock != 0 or not turn.pile or forced_take(turn, spend) != "free":
        return False
    return any(_may_lead_on(after, spend) for after in takes_to_force(turn, rest_comes=True))


def _may_lead_on(turn: Turn, spend: Spend) -> bool:
    """Whether cards that came unnamed with the pile could bring the turn to a legal end."""
    if not turn.unknown:
        return False
    if turn.unknown > 1:
        broken = closing_breaches(turn, unfinished=True, spend=spend)
        return all(may_be_mended(turn, breach, unfinished=True) for breach in broken)
    seen = turn.position.seen() if turn.position is not None else ()
    return any(is_sound(world, spend) for world in worlds_of(turn, cards_left(turn.rules, seen)))


def cards_left(rules: RuleSet, seen: Iterable[Card]) -> list[Card]:
    """The cards, each once, of which somebody may hold one that the player has not seen."""
    counts = Counter(seen)
    return [
        c for c in CARDS.values() if counts[c] < copies_in_deck(c, packs=rules.packs, jokers=rules.jokers)
    ]


def worlds_of(turn: Turn, left: Iterable[Card]) -> Iterator[Turn]:
    """The turn with the one unnamed card turned over, for every card that is left; the turn itself without one."""
    if turn.unknown != 1 or turn.over:
        yield turn
        return
    for card in left:
        if not card.is_red_three:
            world = turn.copy()
            world.unknown = 0
            world.gain(card)
            yield world


def may_be_mended(turn: Turn, breach: Breach, *, unfinished: bool) -> bool:
    """Whether several unnamed cards could mend this: nobody can tell without their names."""
    rule, facts = breach
    if rule == "black3.meld-only-going-out" or (rule == "out.ask-binding" and facts["answer"] == "yes"):
        return True
    return unfinished and turn.drew == "stock" and (rule in STEP_RULES or rule == STEPS)


@allows("draw")
def _reasons_to_draw(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """What allows a draw, and what comes with red threes among its cards."""
    found: list[Breach] = [("turn.draw-or-take", {"way": "draw"}), _draw_count(before, action)]
    replaced = sum(c.is_red_three for c in action.cards) - after.last_red_three
    if replaced > 0:
        found.append(("red3.replace-from-stock", {"count": replaced}))
    if after.last_red_three:
        found.append(("stock.last-red-three", {}))
    return found


@allows("expose")
def _reasons_to_expose(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    found: list[Breach] = [("red3.expose-at-once", {"card": str(action.cards[0])})]
    if before.stock != 0 and not after.last_red_three:
        count = 1 + sum(c.is_red_three for c in action.others)
        found.append(("red3.replace-from-stock", {"count": count}))
    return found


@allows("discard")
def _reasons_to_discard(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """What allows a discard, and what the card does to the pile."""
    card = action.cards[0]
    found: list[Breach] = [("turn.discard-one", {"card": str(card)})]
    if card.is_black_three:
        found.append(("black3.stop-card", {"card": str(card)}))
    elif card.is_wild and before.rules.wild_discard_effect == "freeze":
        found.append(("freeze.wild-discard", {"card": str(card)}))
    return found


@allows("end")
def _reasons_to_end(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """What allows a turn without a discard: nothing to draw and no pile that must be taken, or no card left."""
    if before.phase == "draw":
        return [("stock.play-on", {"way": "declined"}), ("stock.end-no-bonus", {}), *_why_not_forced(before)]
    return [("turn.discard-one", {"reason": "gone-out"})] if before.hand_is_empty else []


def _draw_count(before: Turn, action: Action) -> Breach:
    """How many cards were to be drawn, or that the stock held fewer."""
    needed = before.rules.draw_count
    come = sum(not c.is_red_three for c in action.cards) if action.cards else needed
    if before.stock is not None:
        come = min(come, before.stock)
        if 0 < come < needed and before.stock <= max(len(action.cards), come):
            return "stock.short-draw", {"needed": needed, "have": come}
    return "turn.draw-count", {"needed": needed}


def _why_not_forced(turn: Turn) -> list[Breach]:
    """Why a player may decline the pile, also where its top card would fit an own meld."""
    if forced_take(turn) == "rest-open":
        # Whether the pile must be taken hangs on where its rest goes when the top card extends a sequence.
        facts = {"card": str(turn.pile[-1]), "pile_size": turn.pile_size, "declined": True, "open": True}
        return [("samba.sequence-pickup", facts)]
    return [("stock.forced-take", {}), *_why_it_may_be_declined(turn)]


def _why_it_may_be_declined(turn: Turn) -> list[Breach]:
    if not turn.pile or not _fits_own_meld(turn):
        return []
    cause = turn.freeze_cause
    if cause is not None:
        return [
            ("freeze.take-natural-pair-only", {"card": str(turn.pile[-1]), "cause": cause, "declined": True})
        ]
    if turn.one_card_pile_barred:
        return [("pickup.one-card-rule", {"hand": 1, "pile_size": 1, "declined": True})]
    return []


def _fits_own_meld(turn: Turn) -> bool:
    top = turn.pile[-1]
    if top.kind in turn.melds:
        return True
    runs = (number for number in turn.sequences if sequence_of(number)[0] == top.fine // RANK_COUNT)
    return top.is_natural and any(sequence_grown(number, top.kind) >= 0 for number in runs)
