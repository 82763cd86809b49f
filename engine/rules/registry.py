"""How rule functions are found: by the action's verb, in the ledger's order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from engine.law.actions import Action, Verb
from engine.law.kinds import Move
from engine.law.rule_ids import ORDER
from engine.turn.turn import Turn

Facts = dict[str, Any]
RuleFunction = Callable[[Turn, Action, Move], Facts | None]

_BY_VERB: Final[dict[Verb, list[tuple[str, RuleFunction]]]] = defaultdict(list)


def judges(rule: str, *verbs: Verb) -> Callable[[RuleFunction], RuleFunction]:
    """Mark a function as the judge of this rule for these verbs.

    The function looks at the turn before the action and returns the facts of the breach, or None if the rule
    is kept.
    """

    def register(function: RuleFunction) -> RuleFunction:
        for verb in verbs:
            _BY_VERB[verb].append((rule, function))
            _BY_VERB[verb].sort(key=lambda entry: ORDER[entry[0]])
        return function

    return register


def breaches(turn: Turn, action: Action, move: Move) -> list[tuple[str, Facts]]:
    """Every rule that this action breaks in this state of the turn, in the ledger's order, with the facts."""
    # After a last red three others are still put down.
    puts_down = turn.over == "deal" and action.verb in ("end", "expose")
    if not turn.my_turn or (turn.over and not puts_down):
        return [_out_of_turn(turn, action)]
    found = []
    for rule, function in _BY_VERB[action.verb]:
        facts = function(turn, action, move)
        if facts is not None:
            found.append((rule, facts))
    return found


def _out_of_turn(turn: Turn, action: Action) -> tuple[str, Facts]:
    """Only the player whose turn it is acts, and a turn ends with one discard.

    Official laws; ledger 3.3, 3.4, 14.4.
    """
    if turn.my_turn and turn.over == "discard" and action.verb == "discard":
        return "turn.discard-one", {"reason": "second-discard", "card": str(action.cards[0])}
    if turn.my_turn and turn.over == "deal" and action.verb in ("take", "meld", "add", "discard"):
        return "stock.last-red-three", {"verb": action.verb}
    return "turn.only-in-turn", {"reason": "turn-over" if turn.my_turn else "not-your-turn"}
