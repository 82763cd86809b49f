"""How rule functions are found: by the action's verb, or at the end of the turn, in the ledger's order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Literal

from engine.law import rule_ids
from engine.law.actions import Action, Verb
from engine.law.kinds import Move
from engine.law.rule_ids import ORDER, Rule
from engine.law.ruleset import RuleSet
from engine.reach.finishing import can_go_out
from engine.reach.needed_runs import Spend, nothing_counted
from engine.turn.cards_in_play import action_of, first_cards
from engine.turn.turn import Turn

Facts = dict[str, Any]
Breach = tuple[str, Facts]
RuleFunction = Callable[[Turn, Action, Move], Facts | None]

_BY_VERB: Final[dict[Verb, list[tuple[str, RuleFunction]]]] = defaultdict(list)
_UNLISTED: Final[dict[Verb, list[RuleFunction]]] = {}
"""The functions of rules that brought their number: the lists of steps do not know them and have to ask."""


Number = tuple[int, int]  # section and row


def judges(
    rule: str,
    *verbs: Verb,
    number: Number | None = None,
    value: Callable[[RuleSet], Any] | None = None,
    source: str = "",
) -> Callable[[RuleFunction], RuleFunction]:
    """Mark a function as the judge of this rule for these verbs.

    The function looks at the turn before the action and returns the facts of the breach, or None if the rule
    is kept. Its docstring is the rule in a line. A rule that is not in the ledger brings its ``number``, what a rule
    set says of it (``value``; without one it holds) and the ``source`` that says so. Raises ValueError for an id that
    is neither in the ledger nor numbered, and for a number that is taken.
    """
    _check_known(rule, number, value, source)

    def register(function: RuleFunction) -> RuleFunction:
        for verb in verbs:
            if number is not None:
                _UNLISTED.setdefault(verb, []).append(function)
            _BY_VERB[verb].append((rule, function))
            _BY_VERB[verb].sort(key=lambda entry: ORDER[entry[0]])
        return function

    return register


def _check_known(
    rule: str, number: Number | None, value: Callable[[RuleSet], Any] | None, source: str
) -> None:
    if number is not None:
        rule_ids.make_known(Rule(rule, *number, "judged", value, source))
    elif rule not in ORDER:
        raise ValueError(f"{rule} is not in the ledger: give it a number")


def forget(rule: str) -> None:
    """Take back a rule that brought its number: nothing judges it any more, and nobody knows it."""
    for verb, functions in _BY_VERB.items():
        gone = [function for name, function in functions if name == rule]
        functions[:] = [entry for entry in functions if entry[0] != rule]
        if gone and verb in _UNLISTED:
            _UNLISTED[verb] = [function for function in _UNLISTED[verb] if function not in gone]
    _AT_THE_END[:] = [entry for entry in _AT_THE_END if entry[0] != rule]
    rule_ids.forget(rule)


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


def owes(
    *rules: str,
    number: Number | None = None,
    value: Callable[[RuleSet], Any] | None = None,
    source: str = "",
) -> Callable[[EndFunction], EndFunction]:
    """Mark a function as the judge of what a turn as a whole owes by these rules.

    The function returns the one of them that is broken with the facts, or None if it is kept. A new rule brings its
    ``number`` and the rest as with :func:`judges`.
    """
    for rule in rules:
        _check_known(rule, number, value, source)

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


def kept_by_new_rules(turn: Turn, moves: list[Move]) -> list[Move]:
    """The steps that break no rule which brought its number; what the ledger's rules say the lists know themselves."""
    if not any(_UNLISTED.values()):
        return moves
    kept = []
    for move in moves:
        asked = _UNLISTED.get(move.verb, ())
        action = action_of(move, first_cards(move)) if asked else Action(verb=move.verb)
        if all(function(turn, action, move) is None for function in asked):
            kept.append(move)
    return kept


def _out_of_turn(turn: Turn, action: Action) -> tuple[str, Facts]:
    """Only the player whose turn it is acts, and a turn ends with one discard.

    Official laws; ledger 3.3, 3.4, 14.4.
    """
    if turn.my_turn and turn.over == "discard" and action.verb == "discard":
        return "turn.discard-one", {"reason": "second-discard", "card": str(action.cards[0])}
    if turn.my_turn and turn.over == "deal" and action.verb in ("take", "meld", "add", "discard"):
        return "stock.last-red-three", {"verb": action.verb}
    return "turn.only-in-turn", {"reason": "turn-over" if turn.my_turn else "not-your-turn"}
