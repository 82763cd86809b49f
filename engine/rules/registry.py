"""How rule functions are found: by the action's verb, or at the end of the turn, in the ledger's order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Literal

from engine.law.actions import Action, Verb
from engine.law.kinds import Move
from engine.law.rule_ids import ORDER
from engine.reach.finishing import can_go_out
from engine.reach.needed_runs import Spend, nothing_counted
from engine.turn.turn import Turn

Facts = dict[str, Any]
Breach = tuple[str, Facts]
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


class Ending:
    """How a turn stands that is judged as a whole.

    ``how`` is "out" (no card is left), "stopped" (ended with cards in hand), "on" (the discard is still to come), or
    "early" (before the draw, or after the last red three: only what was laid is looked at).
    """

    def __init__(
        self, turn: Turn, how: Literal["out", "stopped", "on", "early"], spend: Spend = nothing_counted
    ) -> None:
        self.turn, self.how, self.spend = turn, how, spend

    @cached_property
    def goes_out(self) -> bool:
        """Whether the player can still go out; asked at most once, for it is not answered quickly."""
        return can_go_out(self.turn, self.spend)


EndFunction = Callable[[Ending], Breach | None]

_AT_THE_END: Final[list[tuple[str, EndFunction]]] = []


def owes(*rules: str) -> Callable[[EndFunction], EndFunction]:
    """Mark a function as the judge of what a turn as a whole owes by these rules.

    The function returns the one of them that is broken with the facts, or None if it is kept.
    """

    def register(function: EndFunction) -> EndFunction:
        _AT_THE_END.append((rules[0], function))
        _AT_THE_END.sort(key=lambda entry: ORDER[entry[0]])
        return function

    return register


def owed(ending: Ending) -> list[Breach]:
    """Every rule that the turn as a whole breaks, in the ledger's order, with the facts."""
    return [breach for _, function in _AT_THE_END if (breach := function(ending)) is not None]


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
