"""A rule set as data: every number and switch that a verdict or a score depends on.

The parameters are named and ordered as in the rules ledger. Rules read them from here; nothing else in the
engine knows a limit or a number of points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal

from engine.law.cards import KIND_COUNT
from engine.law.errors import EngineError

Standing = Literal["text", "fallback", "contradiction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One way of playing Canasta. Immutable; derive another with :meth:`changed`.

    Points and scores are whole numbers. ``initial_steps`` is a tuple of (from this score on, minimum), the
    first step reaching down without limit (its score is None). ``red_three_set`` is (how many make the set,
    its total), ``bonus_wild`` what canastas of jokers, of twos and of both bring, ``bonus_aces`` what natural
    and mixed canastas of aces bring instead of the usual. ``max_wilds`` may be None: no limit of its own.
    ``source`` is the key of the source whose text the rule set follows; one that is derived follows its parent's.
    Raises EngineError for combinations that cannot be played.
    """

    name: str
    source: str = field(default="official", compare=False)
    version: int = 1
    base: str = ""
    changes: tuple[tuple[str, Any], ...] = ()

    packs: int = 2
    jokers: int = 4
    hand_size: tuple[tuple[int, int], ...] = ((4, 11),)
    draw_count: int = 1
    upcard_cover_black_three: bool = True
    opening_card_freezes: bool = True
    min_naturals: int = 2
    max_wilds: int | None = 3
    naturals_must_outnumber: bool = False
    wild_only_melds: Literal["no", "canasta_only", "any"] = "no"
    wilds_on_canasta: bool = True
    sequences: bool = False
    sequence_max: int | None = None
    several_melds_per_rank: bool = False
    merge_melds: bool = False
    black_three_meld: Literal["never", "going_out"] = "going_out"
    black_three_meld_max: int = 4
    canasta_size: int = 7
    bonus_natural: int = 500
    bonus_mixed: int = 300
    bonus_samba: int | None = None
    bonus_wild: tuple[int, int, int] | None = None
    bonus_aces: tuple[int, int] | None = None
    initial_steps: tuple[tuple[int | None, int], ...] | None = ((None, 15), (0, 50), (1500, 90), (3000, 120))
    concealed_waives_minimum: bool = True
    pickup_natural_plus_wild: bool = True
    pickup_add_to_meld: bool = True
    pickup_add_to_canasta: bool = True
    pickup_before_initial: Literal["with_pair", "never"] = "with_pair"
    pickup_whole_pile: Literal["yes", "unclear"] = "yes"
    wild_top_takeable: Literal["never", "with_pair"] = "never"
    wild_discard_effect: Literal["freeze", "block_next"] = "freeze"
    one_card_pile: Literal["forbidden", "forbidden_while_stock", "allowed"] = "forbidden"
    canastas_to_go_out: int = 1
    going_out_bonus: int = 100
    concealed_total: int = 200
    concealed_needs_own_canasta: bool = True
    concealed_forbids_partner_add: bool = True
    permission: Literal["optional_binding", "none"] = "optional_binding"
    red_three_value: int = 100
    red_three_set: tuple[int, int] = (4, 800)
    red_three_plus_if: Literal["melded", "one_canasta", "two_canastas"] = "melded"
    red_three_forgotten: int = 500
    last_stock_red_three: Literal["ends_no_meld", "meld_no_discard"] = "ends_no_meld"
    empty_stock_forced_take: Literal["fits_own_meld", "any_possible_meld"] = "fits_own_meld"
    target: int = 5000
    sperr_canasta: bool = False

    open_scores: tuple[int, ...] = ()
    fallbacks: frozenset[str] = field(default=frozenset(), compare=False)
    contradictions: frozenset[str] = field(default=frozenset(), compare=False)

    def __hash__(self) -> int:
        # Two rule sets of one name and changes are the same; hashing every parameter would cost more than a verdict.
        return hash((self.name, self.changes))

    def __post_init__(self) -> None:
        problem = _impossible(self)
        if problem:
            raise EngineError("position", "rules", "impossible-rule-set", reason=problem)

    @property
    def meld_min_size(self) -> int:
        """Cards that a meld has at least; no rule set of the ledger changes it."""
        return MELD_MIN_SIZE

    @property
    def suits_matter(self) -> bool:
        """Whether actions that differ only in suit are different actions."""
        return self.sequences

    @property
    def deck_size(self) -> int:
        return 52 * self.packs + self.jokers

    @property
    def concealed_is_special(self) -> bool:
        """Whether going out concealed brings more, or less, than going out otherwise."""
        return self.concealed_total != self.going_out_bonus

    @property
    def player_counts(self) -> tuple[int, ...]:
        return tuple(players for players, _ in self.hand_size)

    @property
    def default_players(self) -> int:
        """Four where the rule set allows it, else its smallest number."""
        return 4 if 4 in self.player_counts else min(self.player_counts)

    def initial_step(self, score: int) -> int:
        """Index into ``initial_steps`` of the step in force at this score; 0 where there are none."""
        step = 0
        for place, (from_score, _) in enumerate(self.initial_steps or ()):
            if from_score is None or score >= from_score:
                step = place
        return step

    def initial_rule(self, score: int) -> str:
        """Id of the rule that sets the minimum at this score: by what the step says, never by how many stand before it.

        The rule of scores below zero where the step holds for all of these and no other; else the rule whose step
        begins at the same score, or that alone names the same minimum; else the one about the steps. Where there are
        no steps, the sign decides.
        """
        if self.initial_steps is None:
            return BELOW_ZERO if score < 0 else FROM_ZERO
        return self._rule_of_step(self.initial_step(score))

    def step_of(self, rule: str) -> tuple[int | None, int | None, int] | None:
        """The step that the rule is about: from this score on, below that one, the minimum. None without such a step.

        Of a rule that is not about a step there is none either.
        """
        steps = self.initial_steps or ()
        for place, (low, minimum) in enumerate(steps):
            if self._rule_of_step(place) == rule != STEPS:
                return low, self._end_of_step(place), minimum
        return None

    def _rule_of_step(self, place: int) -> str:
        steps = self.initial_steps or ()
        low, minimum = steps[place]
        if low is None and self._end_of_step(place) == 0:
            return BELOW_ZERO
        begins = {start for start, _ in steps}
        for rule, (start, usual) in STEPS_IN_LAW.items():
            if low == start or (minimum == usual and start not in begins):
                return rule
        return STEPS

    def _end_of_step(self, place: int) -> int | None:
        """The score at which the next step begins, None after the last."""
        after = (self.initial_steps or ())[place + 1 : place + 2]
        return after[0][0] if after else None

    def initial_readings(self, score: int) -> tuple[int, ...]:
        """The minimums, rising, that the text can mean at this score: one as a rule, none where it names none."""
        if self.initial_steps is None:
            return ()
        step = self.initial_step(score)
        first = step - 1 if score in self.open_scores else step
        return tuple(sorted({minimum for _, minimum in self.initial_steps[first : step + 1]}))

    def initial_minimum(self, score: int) -> int | None:
        """Points that a side with this total before the deal needs for its first meld, None where it is left open."""
        readings = self.initial_readings(score)
        return readings[0] if len(readings) == 1 else None

    def parameters(self) -> dict[str, Any]:
        """Every parameter with its value as JSON data, in the ledger's order."""
        return {name: parameter_to_json(name, getattr(self, name)) for name in PARAMETERS}

    def standing(self, rule: str) -> Standing:
        """Whether this rule set's own text says the rule, is silent on it, or contradicts itself."""
        if rule in self.contradictions:
            return "contradiction"
        return "fallback" if rule in self.fallbacks else "text"

    def changed(self, changes: Mapping[str, Any]) -> RuleSet:
        """A house rule set: this one with other parameters, given as JSON data.

        Raises EngineError naming the parameter that does not exist, has a wrong value or cannot be combined.
        """
        values: dict[str, Any] = {}
        for name, value in changes.items():
            if name not in PARAMETERS:
                raise EngineError("position", "rules", "unknown-parameter", name=name)
            values[name] = parameter_from_json(name, value)
        kept = {name: value for name, value in values.items() if getattr(self, name) != value}
        if not kept:
            return self
        # What the text left open is said now.
        said = frozenset(rule for rule in self.contradictions if _says(kept, rule))
        if said:
            kept["contradictions"] = self.contradictions - said
        if "initial_steps" in kept:
            kept["open_scores"] = ()
        every = dict(self.changes) | kept
        ordered = tuple((name, every[name]) for name in PARAMETERS if name in every)
        return replace(self, base=self.base or self.name, changes=ordered, **kept)


def _says(changes: Mapping[str, Any], rule: str) -> bool:
    """Whether these changed parameters settle a rule on which the text contradicts itself."""
    if rule == "pickup.whole-pile":
        return changes.get("pickup_whole_pile") == "yes"
    return "initial_steps" in changes and rule.startswith("initial.")


BELOW_ZERO: Final = "initial.threshold-negative"
FROM_ZERO: Final = "initial.threshold-low"
STEPS: Final = "initial.boundaries"
STEPS_IN_LAW: Final = {
    FROM_ZERO: (0, 50),
    "initial.threshold-mid": (1500, 90),
    "initial.threshold-high": (3000, 120),
    "samba.initial-7000": (7000, 150),
}
"""The rules about a step that is not below zero: where the law begins it, and its minimum. Ledger 9.3 to 9.5, 18.9."""
MELD_MIN_SIZE: Final = 3
BLOCKING_CANASTA_TOTAL: Final = 1500
NATURAL_PAIR: Final = 2  # natural cards of the hand that take a frozen pile
"""Points of a blocking canasta, its cards included. Ledger 20.2."""
_NOT_PARAMETERS: Final = {
    "name", "source", "version", "base", "changes", "open_scores", "fallbacks", "contradictions",
}  # fmt: skip
PARAMETERS: Final = tuple(f.name for f in fields(RuleSet) if f.name not in _NOT_PARAMETERS)
"""Names of all parameters in the ledger's order."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "wild_only_melds": ("no", "canasta_only", "any"),
    "black_three_meld": ("never", "going_out"),
    "pickup_before_initial": ("with_pair", "never"),
    "pickup_whole_pile": ("yes", "unclear"),
    "wild_top_takeable": ("never", "with_pair"),
    "wild_discard_effect": ("freeze", "block_next"),
    "one_card_pile": ("forbidden", "forbidden_while_stock", "allowed"),
    "permission": ("optional_binding", "none"),
    "red_three_plus_if": ("melded", "one_canasta", "two_canastas"),
    "last_stock_red_three": ("ends_no_meld", "meld_no_discard"),
    "empty_stock_forced_take": ("fits_own_meld", "any_possible_meld"),
}
"""The values that a parameter given by name may have."""

OBJECTS: Final[dict[str, tuple[str, ...]]] = {
    "bonus_wild": ("jokers", "twos", "mixed"),
    "bonus_aces": ("natural", "mixed"),
    "red_three_set": ("count", "total"),
}
MAY_BE_NONE: Final = (
    "max_wilds", "sequence_max", "bonus_samba", "bonus_wild", "bonus_aces", "initial_steps",
)  # fmt: skip
SWITCHES: Final = {f.name for f in fields(RuleSet) if f.type == "bool"}
MAX_NUMBER: Final = 1_000_000


def parameter_to_json(name: str, value: Any) -> Any:
    """A parameter's value as JSON data: mappings for compound values, null for no limit."""
    if name == "hand_size":
        return {str(players): cards for players, cards in value}
    if name == "initial_steps" and value is not None:
        return [{"from": from_score, "minimum": minimum} for from_score, minimum in value]
    if name in OBJECTS and value is not None:
        return dict(zip(OBJECTS[name], value, strict=True))
    return value


def parameter_from_json(name: str, value: Any) -> Any:
    """The inverse of :func:`parameter_to_json`; raises EngineError naming the parameter."""
    where = f"rules.{name}"
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise EngineError(
                "position", where, "bad-choice", text=str(value), choices=", ".join(CHOICES[name])
            )
        return value
    if name in SWITCHES:
        if not isinstance(value, bool):
            raise EngineError("position", where, "wrong-type", expected="true or false")
        return value
    if name in MAY_BE_NONE and value is None:
        return None
    if name == "hand_size":
        return tuple(
            sorted(
                (_number(where, p, key=True), _number(where, n)) for p, n in _mapping(where, value).items()
            )
        )
    if name == "initial_steps":
        return _steps(where, value)
    if name in OBJECTS:
        parts = _mapping(where, value)
        if set(parts) != set(OBJECTS[name]):
            expected = f"an object with {' and '.join(OBJECTS[name])}"
            raise EngineError("position", where, "wrong-type", expected=expected)
        return tuple(_number(where, parts[key]) for key in OBJECTS[name])
    return _number(where, value)


def _steps(where: str, value: Any) -> tuple[tuple[int | None, int], ...]:
    expected = "a list of objects with from and minimum, the first from null, then rising"
    if not isinstance(value, list) or not value:
        raise EngineError("position", where, "wrong-type", expected=expected)
    steps: list[tuple[int | None, int]] = []
    for step in value:
        if set(_mapping(where, step)) != {"from", "minimum"}:
            raise EngineError("position", where, "wrong-type", expected=expected)
        from_score = (
            step["from"] if step["from"] is None else _number(where, step["from"], lowest=-MAX_NUMBER)
        )
        steps.append((from_score, _number(where, step["minimum"])))
    scores = [from_score for from_score, _ in steps[1:]]
    if steps[0][0] is not None or None in scores or scores != sorted(set(scores)):  # type: ignore[type-var]  # no None here
        raise EngineError("position", where, "wrong-type", expected=expected)
    return tuple(steps)


def _mapping(where: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise EngineError("position", where, "wrong-type", expected="an object")
    return value


def _number(where: str, value: Any, *, key: bool = False, lowest: int = 0) -> int:
    if key and isinstance(value, str) and value.isdecimal() and len(value) < 4 and str(int(value)) == value:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= MAX_NUMBER:
        raise EngineError("position", where, "bad-number", text=str(value))
    return value


def _impossible(rules: RuleSet) -> str:
    """Why these parameters cannot be played together, or an empty string."""
    if not 1 <= rules.packs <= 6:
        return "between one and six packs"
    if not rules.hand_size or any(not 2 <= p <= 6 or n < 1 for p, n in rules.hand_size):
        return "two to six players with at least one card each"
    if any(p * n >= rules.deck_size for p, n in rules.hand_size):
        return "the deck is too small for these hands"
    if not 1 <= rules.min_naturals <= MELD_MIN_SIZE:
        return "a meld needs one to three natural cards"
    if rules.canasta_size <= MELD_MIN_SIZE:
        return "a canasta is larger than the smallest meld"
    if rules.canasta_size > 4 * rules.packs + (
        rules.max_wilds if rules.max_wilds is not None else rules.jokers
    ):
        return "no rank has enough cards for such a canasta"
    if rules.black_three_meld == "going_out" and rules.black_three_meld_max < MELD_MIN_SIZE:
        return "a meld of black threes has at least three cards"
    if not 1 <= rules.draw_count <= KIND_COUNT:
        return "a draw takes at least one card"
    if rules.red_three_set[0] > 2 * rules.packs:
        return "the deck does not hold that many red threes"
    if rules.target < 1:
        return "the game needs a target"
    return _impossible_melds(rules)


def _impossible_melds(rules: RuleSet) -> str:
    if rules.sequences and not (rules.sequence_max and MELD_MIN_SIZE <= rules.sequence_max <= 11):
        return "a sequence has at least three cards and at most the eleven from four to ace"
    if rules.sequences and rules.bonus_samba is None:
        return "a complete sequence needs a bonus"
    if not rules.sequences and (rules.sequence_max is not None or rules.bonus_samba is not None):
        return "without sequences there is no longest sequence and no bonus for one"
    if rules.wild_only_melds != "no" and rules.bonus_wild is None:
        return "a canasta of wild cards needs a bonus"
    if rules.wild_only_melds == "no" and rules.bonus_wild is not None:
        return "without melds of wild cards there is no bonus for them"
    if rules.merge_melds and not rules.several_melds_per_rank:
        return "only where a side may have several melds of a rank can two be joined"
    if rules.sperr_canasta and (rules.black_three_meld == "never" or rules.packs != 2 or rules.jokers < 3):
        return "a blocking canasta needs melds of black threes, two packs and three jokers"
    if rules.sperr_canasta and rules.sequences:
        return "blocking canastas and sequences belong to different games"
    return ""
