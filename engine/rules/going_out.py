"""Going out: a card to keep, the canastas it needs, the partner's permission, concealed. Ledger 3.5, 12, 13."""

from __future__ import annotations

from engine.law.actions import Action, Move
from engine.reach.finishing import must_go_out
from engine.rules.registry import (
    Breach,
    Ending,
    Facts,
    allows,
    allows_the_whole,
    canastas_facts,
    judges,
    owes,
)
from engine.turn.turn import Turn


@owes("turn.keep-a-card")
def turn_keep_a_card(ending: Ending) -> Breach | None:
    """A card is kept, besides the discard, by who may not go out. Official laws; ledger 3.5."""
    turn = ending.turn
    needed = turn.rules.canastas_to_go_out
    if ending.how != "on" or not ending.last_card or turn.canastas >= needed:
        return None
    if must_go_out(turn) and ending.goes_out:
        return None
    facts = {"cards_left": 1, "needed": 2, "canastas": turn.canastas, "canastas_needed": needed}
    return "turn.keep-a-card", facts


@owes("out.canastas-needed")
def out_canastas_needed(ending: Ending) -> Breach | None:
    """Nobody goes out before the side has its canastas. Official laws; ledger 12.1."""
    turn = ending.turn
    if ending.how != "out" or turn.canastas >= turn.rules.canastas_to_go_out:
        return None
    return "out.canastas-needed", canastas_facts(turn)


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


@owes("out.ask-binding")
def out_ask_binding(ending: Ending) -> Breach | None:
    """The partner's answer binds: after a no the player goes on, after a yes the player goes out. Ledger 12.8."""
    turn, answer = ending.turn, ending.turn.binding_answer
    if answer == "no" and (ending.how == "out" or (ending.how == "on" and ending.discards_out)):
        return "out.ask-binding", {"answer": "no", "cards_left": turn.cards_in_hand}
    if answer == "yes" and (ending.how == "stopped" or (ending.how == "on" and not ending.can_keep_to_it)):
        return "out.ask-binding", {"answer": "yes", "cards_left": turn.cards_in_hand}
    return None


@allows("ask")
def _reasons_to_ask(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    return [("out.ask-timing", {}), ("out.ask-optional", {})]


@allows_the_whole
def _reasons_at_the_end(start: Turn, turn: Turn) -> list[Breach]:
    """What allows going out; without it, that a card was kept, and that the partner's answer was."""
    found: list[Breach] = []
    out = turn.hand_is_empty and turn.phase == "play"
    if out:
        found += _going_out(start, turn)
    elif turn.over == "discard" and turn.laid and turn.canastas < turn.rules.canastas_to_go_out:
        found.append(("turn.keep-a-card", {"cards_left": turn.cards_in_hand}))
    if turn.binding_answer is not None and (out or turn.over):
        found.append(("out.ask-binding", {"answer": turn.binding_answer}))
    return found


def _going_out(start: Turn, turn: Turn) -> list[Breach]:
    rules = turn.rules
    found: list[Breach] = [
        ("out.canastas-needed", {"needed": rules.canastas_to_go_out, "have": turn.canastas}),
        ("out.final-discard-optional", {"discard": turn.over == "discard"}),
    ]
    if start.canastas < rules.canastas_to_go_out:
        found.append(("out.canasta-same-turn", {"had": start.canastas}))
    if not turn.asked and turn.may_ask:
        found.append(("out.ask-optional", {"asked": False}))
    if turn.may_be_concealed and rules.concealed_is_special:
        found.append(("concealed.definition", {}))
        if rules.concealed_needs_own_canasta:
            found.append(("concealed.own-canasta", {"have": turn.fresh_canastas}))
        if turn.drew == "pile":
            found.append(("concealed.pile-allowed", {}))
    return found
