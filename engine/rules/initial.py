"""The first meld: the minimum that it must reach, and which cards of a taken pile may help. Ledger 9 and 18."""

from __future__ import annotations

from engine.law.actions import Action, Move
from engine.law.rule_ids import STEP_RULES, STEPS
from engine.rules.registry import (
    Breach,
    Ending,
    Facts,
    allows_the_whole,
    judges,
    owes,
    threshold_rule,
)
from engine.turn.turn import Turn


@judges("initial.top-card-counts", "meld", "add")
def initial_top_card_counts(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Until the first meld's minimum is reached, of the taken pile only its top card may be laid.

    Ledger 9.11.
    """
    if turn.held is None or turn.opened or turn.laid >= turn.minimum:
        return None
    short: list[str] = []
    for kind in sorted(set(move.kinds)):
        missing = move.kinds.count(kind) - max(0, turn.held[kind])
        if missing > 0:
            cards = [c for c in action.cards if c.kind == kind]
            short += [str(c) for c in sorted(cards, key=lambda c: c in turn.taken)][-missing:]
    if not short and turn.held_suited is not None:
        # The rank was held, but not in this suit.
        for fine in sorted(set(move.fine)):
            if move.fine.count(fine) > max(0, turn.held_suited[fine]):
                short.append(next(str(c) for c in action.cards if c.fine == fine))
    if not short and turn.loose is not None:
        for card in dict.fromkeys(action.cards):
            if card.is_loose and action.cards.count(card) > turn.loose.count(card):
                short.append(str(card))
    if not short:
        return None
    facts: Facts = {"cards": " ".join(short), "needed": turn.minimum, "have": turn.laid}
    if turn.laid < turn.least_minimum:
        return facts
    # Where the text leaves the minimum open nobody knows whether it was reached before.
    return facts | {"needed": None, "open": True}


@owes(*STEP_RULES, STEPS)
def initial_threshold(ending: Ending) -> Breach | None:
    """A side's first lay-down reaches the minimum that its score asks for. Official laws; ledger 9.2 to 9.5, 18.9."""
    turn = ending.turn
    if not turn.owes_minimum:
        return None
    if ending.how == "out" and turn.minimum_waived:
        return None
    if ending.how == "on" and ending.discards_out and turn.binding_answer != "no" and turn.minimum_waived:
        return None
    because = []
    if turn.fresh_canastas:
        because.append("initial.card-values-only")
    if turn.drew == "pile":
        because.append("initial.top-card-counts")
    facts: Facts = {"needed": turn.least_minimum, "have": turn.laid, "score": turn.score}
    return threshold_rule(turn), facts | ({"because": because} if because else {})


@allows_the_whole
def _reasons_to_open(start: Turn, turn: Turn) -> list[Breach]:
    """What allows a first lay-down; where the side had opened before, that it had."""
    if turn.laid_anything:
        return _opening(turn)
    return [("initial.per-side", {})] if start.opened and turn.laid else []


def _opening(turn: Turn) -> list[Breach]:
    facts = {"needed": turn.minimum, "have": turn.laid, "score": turn.score}
    if turn.laid < turn.minimum:
        return [("concealed.minimum", facts)] if turn.hand_is_empty else []
    found: list[Breach] = [(threshold_rule(turn), facts)]
    melds = len(turn.fresh) + len(turn.fresh_sequences)
    if melds > 1:
        found.append(("initial.several-melds", {"melds": melds}))
    if any(twos + jokers for _, twos, jokers in (turn.melds[kind] for kind in turn.fresh)):
        found.append(("initial.wild-allowed", {}))
    if turn.drew == "pile":
        found.append(("initial.top-card-counts", facts))
    return found
