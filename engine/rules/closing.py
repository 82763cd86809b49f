"""What the list of actions as a whole owes: the minimum, a card to keep, canastas, the partner's answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.law.cards import BLACK_THREE_KIND
from engine.law.ruleset import RuleSet
from engine.reach.finishing import can_go_out, can_stop, completable, must_go_out
from engine.turn.turn import Turn

Breach = tuple[str, dict[str, Any]]
Cited = tuple[str, Mapping[str, Any]]  # a rule and its facts, to be looked at

STEP_RULES = (
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)


def threshold_rule(turn: Turn) -> str:
    """Id of the rule that sets the minimum at the side's score, or would where the text names none."""
    if turn.rules.initial_steps is None:
        return STEP_RULES[0 if turn.score < 0 else 1]
    return STEP_RULES[min(turn.rules.initial_step(turn.score), len(STEP_RULES) - 1)]


def legality(rules: RuleSet, breaches: Iterable[Cited]) -> bool | None:
    """True where nothing is broken, None where that is open, False where a rule is broken for certain.

    A rule on which the text contradicts itself breaks nothing for certain.
    """
    legal: bool | None = True
    for breach in breaches:
        if not is_open(rules, breach):
            return False
        legal = None
    return legal


def is_open(rules: RuleSet, breach: Cited) -> bool:
    """Whether the rule set's own text leaves this point open."""
    rule, facts = breach
    return rules.standing(rule) == "contradiction" or bool(facts.get("open"))


def closing_breaches(turn: Turn, *, unfinished: bool = False) -> list[Breach]:
    """The rules that the lay-down as a whole breaks, in the ledger's order.

    A turn that has not ended still owes a discard, and the player must be able to make it. With
    ``unfinished`` a fault is forgiven if the cards still in hand could mend it. A card that
    nobody has named mends nothing. What is broken in one reading only of a text that leaves a choice is open.
    """
    found = _at_this_minimum(turn, unfinished=unfinished)
    if not found or turn.least_minimum == turn.minimum or turn.opened:
        return found
    least = {rule for rule, _ in _at_this_minimum(with_least_minimum(turn), unfinished=unfinished)}
    return [breach if breach[0] in least else _open(breach, turn) for breach in found]


def is_sound(turn: Turn) -> bool:
    """Whether what was done so far is legal or can still be mended with the cards in hand."""
    if turn.over or (turn.phase == "play" and turn.hand_is_empty):
        return not closing_breaches(turn)
    return completable(turn)


def with_least_minimum(turn: Turn) -> Turn:
    """The turn in the reading of the text that asks least for the first meld."""
    other = turn.copy()
    other.minimum = turn.least_minimum
    if other.laid >= other.minimum:
        other.held = other.held_suited = None
    return other


def _open(breach: Breach, turn: Turn) -> Breach:
    """A rule that is broken at the highest minimum that the text can mean, and not at the lowest."""
    rule, facts = breach
    if rule != threshold_rule(turn):
        return rule, facts | {"open": True}
    # The rule that the text contradicts, or the step for which it names no number.
    readings = turn.rules.initial_readings(turn.score)
    rule = "initial.boundaries" if readings else rule
    return rule, facts | {"needed": None, "readings": list(readings)}


def _at_this_minimum(turn: Turn, *, unfinished: bool) -> list[Breach]:
    """What is broken at one minimum; whether a blocking canasta counts for going out nobody says."""
    found = _in_one_reading(turn, unfinished=unfinished)
    if not found or not turn.blocking_canastas:
        return found
    counting = turn.copy()
    needed = max(0, turn.rules.canastas_to_go_out - turn.blocking_canastas)
    counting.rules = replace(turn.rules, canastas_to_go_out=needed)
    counted = {rule for rule, _ in _in_one_reading(counting, unfinished=unfinished)}
    certain = [breach for breach in found if breach[0] in counted]
    if len(certain) < len(found):
        certain.append(("house.sperr-canasta-1500", _canastas(turn) | {"open": True}))
    return certain


def _in_one_reading(turn: Turn, *, unfinished: bool) -> list[Breach]:
    """What is broken in one reading of the text."""
    if not turn.my_turn:
        return []
    if turn.over == "deal":
        if turn.laid and turn.hand_is_empty:
            return _gone_out(turn)
        return [_minimum(turn)] if turn.owes_minimum else []
    if turn.phase == "draw" and not turn.over:
        # Melds laid too early are judged as if they stood; the card that is still to come belongs to the rest.
        mended = unfinished and (can_stop(turn) or can_go_out(turn))
        return [_minimum(turn)] if turn.owes_minimum and not mended else []
    if turn.phase == "draw" and not turn.laid:
        return []
    if not turn.cards_in_hand:
        return _gone_out(turn)  # red threes that nothing replaces are no cards to go on with
    if turn.over:
        return _stopped(turn)
    if unfinished and completable(turn):
        return []
    return _still_to_discard(turn)


def _gone_out(turn: Turn) -> list[Breach]:
    breaches: list[Breach] = []
    if turn.owes_minimum and not turn.minimum_waived:
        breaches.append(_minimum(turn))
    if turn.canastas < turn.rules.canastas_to_go_out:
        breaches.append(("out.canastas-needed", _canastas(turn)))
    if turn.binding_answer == "no":
        breaches.append(("out.ask-binding", {"answer": "no"}))
    return breaches


def _stopped(turn: Turn) -> list[Breach]:
    breaches: list[Breach] = []
    if _threes_owed(turn):
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
    last_card = turn.cards_in_hand == 1 and not turn.last_red_three
    enough = turn.canastas >= rules.canastas_to_go_out
    bound_to_go_out = must_go_out(turn)
    goes_out = can_go_out(turn) if bound_to_go_out else True
    if last_card and not enough and not (bound_to_go_out and goes_out):
        facts = {
            "cards_left": 1,
            "needed": 2,
            "canastas": turn.canastas,
            "canastas_needed": rules.canastas_to_go_out,
        }
        breaches.append(("turn.keep-a-card", facts))
    if _threes_owed(turn) and not goes_out:
        breaches.append(_black_threes(turn))
    discards_out = last_card and enough and turn.binding_answer != "no" and turn.minimum_waived
    if turn.owes_minimum and not discards_out:
        breaches.append(_minimum(turn))
    if last_card and enough and turn.binding_answer == "no":
        breaches.append(("out.ask-binding", {"answer": "no"}))
    if turn.binding_answer == "yes" and not goes_out:
        breaches.append(("out.ask-binding", {"answer": "yes", "cards_left": turn.cards_in_hand}))
    return breaches


def _canastas(turn: Turn) -> dict[str, Any]:
    return {"needed": turn.rules.canastas_to_go_out, "have": turn.canastas}


def _threes_owed(turn: Turn) -> bool:
    """Whether black threes were melded that oblige to go out; where none may be melded at all, that is said already."""
    return turn.black_threes_melded and turn.rules.black_three_meld == "going_out"


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
    return threshold_rule(turn), {"needed": turn.least_minimum} | facts
