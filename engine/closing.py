"""What the list of actions as a whole owes: the minimum, a card to keep, canastas, the partner's answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.cards import BLACK_THREE_KIND
from engine.finishing import can_go_out, completable, must_go_out
from engine.points import reaches
from engine.turn import Turn

Breach = tuple[str, dict[str, Any]]

_STEP_RULES = (
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)


def threshold_rule(turn: Turn) -> str:
    """Id of the rule that sets the minimum at the side's score, or would where the text names none."""
    if turn.rules.initial_steps is None:
        return _STEP_RULES[0 if turn.score < 0 else 1]
    return _STEP_RULES[min(turn.rules.initial_step(turn.score), len(_STEP_RULES) - 1)]


def closing_breaches(turn: Turn, *, unfinished: bool = False) -> list[Breach]:
    """The rules that the lay-down as a whole breaks, in the ledger's order.

    A turn that has not ended still owes a discard, and the player must be able to make it. With
    ``unfinished`` a fault is forgiven if the cards still in hand could mend it. A card that
    nobody has named mends nothing.
    """
    if not turn.my_turn:
        return []
    if turn.over == "deal":
        # Where the drawer of the last red three may still meld, the minimum is owed as ever; nothing is discarded.
        if turn.laid and turn.hand_is_empty:
            return _gone_out(turn)
        missing = turn.minimum - turn.laid
        owed = turn.owes_minimum and not (unfinished and reaches(turn, missing, keep=0))
        return [_minimum(turn)] if owed else []
    if turn.phase == "draw" and not turn.over:
        # Melds laid too early are judged as if they stood; the card that is still to come belongs to the rest.
        return [_minimum(turn)] if turn.owes_minimum else []
    if turn.phase == "draw" and not turn.laid:
        return []
    if turn.hand_is_empty:
        return _gone_out(turn)
    if turn.over:
        return _stopped(turn)
    if unfinished and completable(turn):
        return []
    return _still_to_discard(turn)


def _gone_out(turn: Turn) -> list[Breach]:
    breaches: list[Breach] = []
    if turn.owes_minimum and not turn.minimum_waived:
        breaches.append(_minimum(turn))
    needed, have = turn.rules.canastas_to_go_out, turn.canastas
    if have < needed <= have + turn.blocking_canastas:
        # Whether a blocking canasta counts for going out nobody says.
        breaches.append(("house.sperr-canasta-1500", {"needed": needed, "have": have, "open": True}))
    elif have < needed:
        breaches.append(("out.canastas-needed", {"needed": needed, "have": have}))
    if turn.binding_answer == "no":
        breaches.append(("out.ask-binding", {"answer": "no"}))
    return breaches


def _stopped(turn: Turn) -> list[Breach]:
    breaches: list[Breach] = []
    if turn.black_threes_melded:
        breaches.append(_black_threes(turn))
    if turn.owes_minimum:
        breaches.append(_minimum(turn))
    if turn.binding_answer == "yes":
        breaches.append(("out.ask-binding", {"answer": "yes", "cards_left": turn.cards_in_hand}))
    return breaches


def _still_to_discard(turn: Turn) -> list[Breach]:
    if not turn.laid and completable(turn):
        return []
    breaches: list[Breach] = []
    rules = turn.rules
    last_card = turn.cards_in_hand == 1
    enough = turn.canastas >= rules.canastas_to_go_out
    perhaps_enough = turn.canastas + turn.blocking_canastas >= rules.canastas_to_go_out and not enough
    bound_to_go_out = must_go_out(turn)
    goes_out = can_go_out(turn) if bound_to_go_out else True
    if perhaps_enough and (last_card or not goes_out):
        return [("house.sperr-canasta-1500", {
            "needed": rules.canastas_to_go_out, "have": turn.canastas, "open": True,
        })] if _could_end(turn) else [_black_threes(turn)]  # fmt: skip
    if last_card and not enough and not (bound_to_go_out and goes_out):
        facts = {
            "cards_left": 1,
            "needed": 2,
            "canastas": turn.canastas,
            "canastas_needed": rules.canastas_to_go_out,
        }
        breaches.append(("turn.keep-a-card", facts))
    if turn.black_threes_melded and not goes_out:
        breaches.append(_black_threes(turn))
    discards_out = last_card and enough and turn.binding_answer != "no" and turn.minimum_waived
    if turn.owes_minimum and not discards_out:
        breaches.append(_minimum(turn))
    if last_card and enough and turn.binding_answer == "no":
        breaches.append(("out.ask-binding", {"answer": "no"}))
    if turn.binding_answer == "yes" and not goes_out:
        breaches.append(("out.ask-binding", {"answer": "yes", "cards_left": turn.cards_in_hand}))
    return breaches


def _could_end(turn: Turn) -> bool:
    """Whether the player could go out if a blocking canasta counted for it."""
    counted = turn.copy()
    needed = turn.rules.canastas_to_go_out - turn.blocking_canastas
    counted.rules = replace(turn.rules, canastas_to_go_out=needed)
    return can_go_out(counted)


def _black_threes(turn: Turn) -> Breach:
    facts = {"reason": "not-out", "threes": turn.melds[BLACK_THREE_KIND][0], "cards_left": turn.cards_in_hand}
    return "black3.meld-only-going-out", facts | {
        "canastas": turn.canastas, "canastas_needed": turn.rules.canastas_to_go_out
    }  # fmt: skip


def _minimum(turn: Turn) -> Breach:
    because = []
    if turn.fresh_canastas:
        because.append("initial.card-values-only")
    if turn.drew == "pile":
        because.append("initial.top-card-counts")
    facts: dict[str, Any] = {"have": turn.laid, "score": turn.score}
    if because:
        facts["because"] = because
    readings = turn.rules.initial_readings(turn.score)
    if not readings or (len(readings) > 1 and turn.laid >= turn.least_minimum):
        # Whether this is enough the text does not say: its rule is one on which it contradicts itself.
        rule = "initial.boundaries" if readings else threshold_rule(turn)
        return rule, facts | {"needed": None, "readings": list(readings)}
    return threshold_rule(turn), {"needed": turn.least_minimum} | facts
