"""How rules are found: by the action's verb, or at the end of the turn, in the ledger's order.

What a function here is asked for: what breaks a rule (:func:`judges`), what allows an action (:func:`allows`), what the
turn as a whole owes (:func:`owes`), and what allows it as a whole (:func:`allows_the_whole`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, Literal

from engine.law import rulebook
from engine.law.actions import Action, Move, Verb, action_of, first_cards
from engine.law.rule_ids import STEPS, RuleId
from engine.law.rulebook import ORDER, Rule
from engine.law.ruleset import RuleSet
from engine.reach.finishing import can_go_out, can_stop, completable, must_go_out
from engine.reach.laying import blocking_moves
from engine.reach.runs import Spend, nothing_counted
from engine.turn.turn import Turn

Facts = dict[str, Any]
Breach = tuple[RuleId, Facts]
RuleFunction = Callable[[Turn, Action, Move], Facts | None]

_BY_VERB: Final[dict[Verb, list[tuple[RuleId, RuleFunction]]]] = defaultdict(list)
_UNLISTED: Final[dict[Verb, list[RuleFunction]]] = {}
"""The functions of rules that brought their number: the lists of steps do not know them and have to ask."""


Number = tuple[int, int]  # section and row


def judges(
    rule: RuleId,
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
    rule: RuleId, number: Number | None, value: Callable[[RuleSet], Any] | None, source: str
) -> None:
    if number is not None:
        rulebook.make_known(Rule(rule, *number, "judged", value, source))
    elif rule not in ORDER:
        raise ValueError(f"{rule} is not in the ledger: give it a number")


def forget(rule: RuleId) -> None:
    """Take back a rule that brought its number: nothing judges it any more, and nobody knows it."""
    for verb, functions in _BY_VERB.items():
        gone = [function for name, function in functions if name == rule]
        functions[:] = [entry for entry in functions if entry[0] != rule]
        if gone and verb in _UNLISTED:
            _UNLISTED[verb] = [function for function in _UNLISTED[verb] if function not in gone]
    _AT_THE_END[:] = [entry for entry in _AT_THE_END if entry[0] != rule]
    rulebook.forget(rule)


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

    @property
    def can_keep_to_it(self) -> bool:
        """Whether who has to go out still can; true of everybody else."""
        return self.goes_out if must_go_out(self.turn) else True

    @property
    def last_card(self) -> bool:
        """Whether one card is left."""
        return self.turn.cards_in_hand == 1 and not self.turn.last_red_three

    @property
    def discards_out(self) -> bool:
        """Whether the discard that is owed takes the last card of a player who may go out."""
        return self.last_card and self.turn.canastas >= self.turn.rules.canastas_to_go_out


EndFunction = Callable[[Ending], Breach | None]

_AT_THE_END: Final[list[tuple[RuleId, EndFunction]]] = []


def owes(
    *rules: RuleId,
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


def breaches(turn: Turn, action: Action, move: Move) -> list[Breach]:
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


def _out_of_turn(turn: Turn, action: Action) -> Breach:
    """Only the player whose turn it is acts, and a turn ends with one discard.

    Official laws; ledger 3.3, 3.4, 14.4.
    """
    if turn.my_turn and turn.over == "discard" and action.verb == "discard":
        return "turn.discard-one", {"reason": "second-discard", "card": str(action.cards[0])}
    if turn.my_turn and turn.over == "deal" and action.verb in ("take", "meld", "add", "discard"):
        return "stock.last-red-three", {"verb": action.verb}
    return "turn.only-in-turn", {"reason": "turn-over" if turn.my_turn else "not-your-turn"}


Reasons = Callable[[Turn, Action, Move, Turn], list[Breach]]
"""The rules that allow an action, from the turn before it and the one after it, with the facts."""
WholeReasons = Callable[[Turn, Turn], list[Breach]]
"""The same for all actions together, from the turn as it began and as it stands."""

_REASONS: Final[dict[Verb, list[Reasons]]] = defaultdict(list)
_WHOLE_REASONS: Final[list[WholeReasons]] = []


def allows(*verbs: Verb) -> Callable[[Reasons], Reasons]:
    """Mark a function as the one that knows which rules allow these actions."""

    def register(function: Reasons) -> Reasons:
        for verb in verbs:
            _REASONS[verb].append(function)
        return function

    return register


def allows_the_whole(function: WholeReasons) -> WholeReasons:
    """Mark a function as one that knows which rules allow the lay-down as a whole."""
    _WHOLE_REASONS.append(function)
    return function


def grounds(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """The rules that allow this action, in the ledger's order, with the facts: a right answer gets its reasons too."""
    found = [reason for function in _REASONS[action.verb] for reason in function(before, action, move, after)]
    return sorted(found, key=lambda entry: ORDER[entry[0]])


def closing_grounds(start: Turn, turn: Turn) -> list[Breach]:
    """The rules that allow the lay-down as a whole, in the ledger's order."""
    found = [reason for function in _WHOLE_REASONS for reason in function(start, turn)]
    return sorted(found, key=lambda entry: ORDER[entry[0]])


def has_new_rules() -> bool:
    """Whether a rule that brought its number judges steps of a turn: the lists of steps have to ask it."""
    return any(_UNLISTED.values())


def kept_by_new_rules(turn: Turn, moves: list[Move]) -> list[Move]:
    """The steps that break no rule which brought its number; what the ledger's rules say the lists know themselves."""
    if not has_new_rules():
        return moves
    kept = []
    for move in moves:
        asked = _UNLISTED.get(move.verb, ())
        action = action_of(move, first_cards(move)) if asked else Action(verb=move.verb)
        if all(function(turn, action, move) is None for function in asked):
            kept.append(move)
    return kept


Cited = tuple[RuleId, Mapping[str, Any]]  # a rule and its facts, to be looked at


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


def threshold_rule(turn: Turn) -> RuleId:
    """Id of the rule that sets the minimum at the side's score, or would where the text names none."""
    return turn.rules.initial_rule(turn.score)


def _at_this_minimum(turn: Turn, unfinished: bool, spend: Spend) -> list[Breach]:
    """What is broken at one minimum; whether a blocking canasta counts for going out nobody says."""
    found = _in_one_reading(turn, unfinished, spend)
    if not found or not turn.rules.sperr_canasta:
        return found
    if turn.blocking_canastas:
        counted = {rule for rule, _ in _in_one_reading(_counting(turn), unfinished, spend)}
    elif any(can_go_out(_counting(laid), spend) for laid in _with_blocking_canasta(turn)):
        counted = set() if unfinished else {rule for rule, _ in found} - {"out.ask-binding"}
    else:
        return found
    certain = [breach for breach in found if breach[0] in counted]
    if len(certain) < len(found):
        certain.append(("house.sperr-canasta-1500", canastas_facts(turn) | {"open": True}))
    return certain


def _counting(turn: Turn) -> Turn:
    """The turn in the reading in which blocking canastas count for going out."""
    counting = turn.copy()
    needed = max(0, turn.rules.canastas_to_go_out - turn.blocking_canastas)
    counting.rules = replace(turn.rules, canastas_to_go_out=needed)
    return counting


def _with_blocking_canasta(turn: Turn) -> Iterator[Turn]:
    """The turn after each blocking canasta that the hand still holds; none where the turn has not begun or is over."""
    if turn.phase == "play" and not turn.over:
        for move in blocking_moves(turn):
            after = turn.copy()
            after.apply(move)
            yield after


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


def canastas_facts(turn: Turn) -> dict[str, Any]:
    return {"needed": turn.rules.canastas_to_go_out, "have": turn.canastas}
