"""What the list of actions as a whole owes: the minimum, a card to keep, canastas, the partner's answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.law.cards import BLACK_THREE_KIND
from engine.law.ruleset import BELOW_ZERO, STEPS, STEPS_IN_LAW, RuleSet
from engine.reach.finishing import can_go_out, can_stop, completable, must_go_out
from engine.reach.needed_runs import Spend, nothing_counted
from engine.rules.registry import Breach, Ending, Facts, owed, owes
from engine.turn.turn import Turn

Cited = tuple[str, Mapping[str, Any]]  # a rule and its facts, to be looked at

STEP_RULES = (BELOW_ZERO, *STEPS_IN_LAW)


def threshold_rule(turn: Turn) -> str:
    """Id of the rule that sets the minimum at the side's score, or would where the text names none."""
    return turn.rules.initial_rule(turn.score)


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


def closing_breaches(turn: Turn, *, unfinished: bool = False, spend: Spend = nothing_counted) -> list[Breach]:
    """The rules that the lay-down as a whole breaks, in the ledger's order.

    A turn that has not ended still owes a discard, and the player must be able to make it. With
    ``unfinished`` a fault is forgiven if the cards still in hand could mend it. A card that
    nobody has named mends nothing. What is broken in one reading only of a text that leaves a choice is open.
    """
    found = _at_this_minimum(turn, unfinished, spend)
    if not found or turn.least_minimum == turn.minimum or turn.opened:
        return found
    least = {rule for rule, _ in _at_this_minimum(with_least_minimum(turn), unfinished, spend)}
    return [breach if breach[0] in least else _open(breach, turn) for breach in found]


def is_sound(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether what was done so far is legal or can still be mended with the cards in hand."""
    if turn.over or (turn.phase == "play" and turn.hand_is_empty):
        return not closing_breaches(turn, spend=spend)
    return completable(turn, spend)


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
    rule = STEPS if readings else rule
    return rule, facts | {"needed": None, "readings": list(readings)}


def _at_this_minimum(turn: Turn, unfinished: bool, spend: Spend) -> list[Breach]:
    """What is broken at one minimum; whether a blocking canasta counts for going out nobody says."""
    found = _in_one_reading(turn, unfinished, spend)
    if not found or not turn.blocking_canastas:
        return found
    counting = turn.copy()
    needed = max(0, turn.rules.canastas_to_go_out - turn.blocking_canastas)
    counting.rules = replace(turn.rules, canastas_to_go_out=needed)
    counted = {rule for rule, _ in _in_one_reading(counting, unfinished, spend)}
    certain = [breach for breach in found if breach[0] in counted]
    if len(certain) < len(found):
        certain.append(("house.sperr-canasta-1500", _canastas(turn) | {"open": True}))
    return certain


def _in_one_reading(turn: Turn, unfinished: bool, spend: Spend) -> list[Breach]:
    """What is broken in one reading of the text."""
    ending = _ending(turn, unfinished, spend)
    return [] if ending is None else owed(ending)


def _ending(turn: Turn, unfinished: bool, spend: Spend) -> Ending | None:
    """How the turn stands, None where nothing is owed."""
    if not turn.my_turn:
        return None
    if turn.over == "deal":
        return Ending(turn, "out" if turn.laid and turn.hand_is_empty else "early", spend)
    if turn.phase == "draw" and not turn.over:
        # Melds laid too early are judged as if they stood; the card that is still to come belongs to the rest.
        mended = turn.owes_minimum and unfinished and (can_stop(turn, spend) or can_go_out(turn, spend))
        return None if mended else Ending(turn, "early", spend)
    if turn.phase == "draw" and not turn.laid:
        return None
    if not turn.cards_in_hand:
        return Ending(turn, "out", spend)  # red threes that nothing replaces are no cards to go on with
    if turn.over:
        return Ending(turn, "stopped", spend)
    if (unfinished or not turn.laid) and completable(turn, spend):
        return None
    return Ending(turn, "on", spend)


@owes("turn.keep-a-card")
def turn_keep_a_card(ending: Ending) -> Breach | None:
    """A card is kept, besides the discard, by who may not go out. Official laws; ledger 3.5."""
    turn = ending.turn
    needed = turn.rules.canastas_to_go_out
    if ending.how != "on" or not _last_card(turn) or turn.canastas >= needed:
        return None
    if must_go_out(turn) and ending.goes_out:
        return None
    facts = {"cards_left": 1, "needed": 2, "canastas": turn.canastas, "canastas_needed": needed}
    return "turn.keep-a-card", facts


@owes("black3.meld-only-going-out")
def black3_meld_only_going_out(ending: Ending) -> Breach | None:
    """Black threes are melded only by who goes out. Official laws; ledger 5.3.

    Where none may be melded at all, that is said when they are laid.
    """
    turn = ending.turn
    if not turn.black_threes_melded or turn.rules.black_three_meld != "going_out":
        return None
    if ending.how not in ("stopped", "on") or (ending.how == "on" and _can_keep_to_it(ending)):
        return None
    return "black3.meld-only-going-out", {
        "reason": "not-out",
        "threes": turn.melds[BLACK_THREE_KIND][0],
        "cards_left": turn.cards_in_hand,
        "canastas": turn.canastas,
        "canastas_needed": turn.rules.canastas_to_go_out,
    }


@owes(*STEP_RULES, STEPS)
def initial_threshold(ending: Ending) -> Breach | None:
    """A side's first lay-down reaches the minimum that its score asks for. Official laws; ledger 9.2 to 9.5, 18.9."""
    turn = ending.turn
    if not turn.owes_minimum:
        return None
    if ending.how == "out" and turn.minimum_waived:
        return None
    if ending.how == "on" and _may_discard_out(turn) and turn.minimum_waived:
        return None
    because = []
    if turn.fresh_canastas:
        because.append("initial.card-values-only")
    if turn.drew == "pile":
        because.append("initial.top-card-counts")
    facts: Facts = {"needed": turn.least_minimum, "have": turn.laid, "score": turn.score}
    return threshold_rule(turn), facts | ({"because": because} if because else {})


@owes("out.canastas-needed")
def out_canastas_needed(ending: Ending) -> Breach | None:
    """Nobody goes out before the side has its canastas. Official laws; ledger 12.1."""
    turn = ending.turn
    if ending.how != "out" or turn.canastas >= turn.rules.canastas_to_go_out:
        return None
    return "out.canastas-needed", _canastas(turn)


@owes("out.ask-binding")
def out_ask_binding(ending: Ending) -> Breach | None:
    """The partner's answer binds: after a no the player goes on, after a yes the player goes out. Ledger 12.8."""
    turn, answer = ending.turn, ending.turn.binding_answer
    if answer == "no" and (ending.how == "out" or (ending.how == "on" and _has_one_card_and_canastas(turn))):
        return "out.ask-binding", {"answer": "no"}
    if answer == "yes" and (ending.how == "stopped" or (ending.how == "on" and not _can_keep_to_it(ending))):
        return "out.ask-binding", {"answer": "yes", "cards_left": turn.cards_in_hand}
    return None


def _last_card(turn: Turn) -> bool:
    return turn.cards_in_hand == 1 and not turn.last_red_three


def _has_one_card_and_canastas(turn: Turn) -> bool:
    """Whether the discard that is owed takes the last card of a player who may go out."""
    return _last_card(turn) and turn.canastas >= turn.rules.canastas_to_go_out


def _may_discard_out(turn: Turn) -> bool:
    return _has_one_card_and_canastas(turn) and turn.binding_answer != "no"


def _can_keep_to_it(ending: Ending) -> bool:
    """Whether who has to go out still can; true of everybody else."""
    return ending.goes_out if must_go_out(ending.turn) else True


def _canastas(turn: Turn) -> dict[str, Any]:
    return {"needed": turn.rules.canastas_to_go_out, "have": turn.canastas}
