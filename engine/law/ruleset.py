"""A rule set as data: every number and switch that a verdict or a score depends on.

The parameters are named and ordered as in the rules ledger. Rules read them from here; nothing else in the
engine knows a limit or a number of points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from engine.law.cards import KIND_COUNT
from engine.law.errors import EngineError
from engine.law.parameters import described, parameter
from engine.law.rule_ids import BELOW_ZERO, FROM_ZERO, STEPS, STEPS_IN_LAW, LedgerId, RuleId

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

    # fmt: off
    packs: int = parameter(2, "deck.packs", "packs of 52 cards", "packs")
    jokers: int = parameter(4, "deck.jokers", "jokers in the whole deck", "cards")
    hand_size: tuple[tuple[int, int], ...] = parameter(
        ((4, 11),), "deal.hand-size", "dealt to each player, by number of players", "cards",
    )
    draw_count: int = parameter(1, "turn.draw-count", "cards drawn in a turn", "cards")
    upcard_cover_black_three: bool = parameter(
        True, "deal.upcard-cover-black-three", "a black three turned up by the dealer is covered",
    )
    opening_card_freezes: bool = parameter(
        True, "freeze.opening-card", "a wild card or red three turned up by the dealer freezes the pile",
    )
    min_naturals: int = parameter(2, "meld.min-natural", "natural cards that a meld has at least", "cards")
    max_wilds: int | None = parameter(
        3, "wild.max-per-meld", "wild cards that a meld has at most; null: no limit of its own", "cards",
    )
    naturals_must_outnumber: bool = parameter(False, "wild.majority", "natural cards outnumber wild ones in each meld")
    wild_only_melds: Literal["no", "canasta_only", "any"] = parameter(
        "no", "sambaopt.wild-melds", "melds of nothing but wild cards",
    )
    wilds_on_canasta: bool = parameter(True, "wild.add-to-canasta", "wild cards may be added to a complete canasta")
    sequences: bool = parameter(False, "samba.sequence-shape", "sequences of one suit are melds")
    sequence_max: int | None = parameter(
        None, "samba.sequence-max-seven", "the longest sequence; null: there are none", "cards",
    )
    several_melds_per_rank: bool = parameter(False, "meld.one-per-rank", "a side may have several melds of a rank")
    merge_melds: bool = parameter(False, "meld.merge", "melds of a rank may be joined")
    black_three_meld: Literal["never", "going_out"] = parameter(
        "going_out", "black3.meld-only-going-out", "when black threes are melded",
    )
    black_three_meld_max: int = parameter(4, "black3.meld-size", "cards of the largest meld of black threes", "cards")
    canasta_size: int = parameter(7, "canasta.size", "cards that make a canasta", "cards")
    bonus_natural: int = parameter(500, "canasta.natural-bonus", "bonus of a natural canasta", "points")
    bonus_mixed: int = parameter(300, "canasta.mixed-bonus", "bonus of a mixed canasta", "points")
    bonus_samba: int | None = parameter(None, "samba.bonus", "bonus of a complete sequence; null: none", "points")
    bonus_wild: tuple[int, int, int] | None = parameter(
        None, "sambaopt.wild-canasta-bonus", "of a canasta of jokers, of twos, and of both; null: none", "points",
        keys=("jokers", "twos", "mixed"),
    )
    bonus_aces: tuple[int, int] | None = parameter(
        None, "sambaopt.ace-canasta", "of a natural and a mixed canasta of aces; null: the usual", "points",
        keys=("natural", "mixed"),
    )
    initial_steps: tuple[tuple[int | None, int], ...] | None = parameter(
        ((None, 15), (0, 50), (1500, 90), (3000, 120)), "initial.boundaries",
        "minimum of the first meld from each score on; null: not named", "points",
    )
    concealed_waives_minimum: bool = parameter(True, "concealed.minimum", "who goes out concealed needs no minimum")
    pickup_natural_plus_wild: bool = parameter(
        True, "pickup.natural-plus-wild", "a natural and a wild card take an unfrozen pile",
    )
    pickup_add_to_meld: bool = parameter(True, "pickup.add-to-meld", "an own meld takes an unfrozen pile")
    pickup_add_to_canasta: bool = parameter(True, "pickup.add-to-canasta", "so does an own canasta")
    pickup_before_initial: Literal["with_pair", "never"] = parameter(
        "with_pair", "pickup.before-initial", "how the pile is taken before the first meld",
    )
    pickup_whole_pile: Literal["yes", "unclear"] = parameter(
        "yes", "pickup.whole-pile", "whether the rest of the pile comes with its top card",
    )
    wild_top_takeable: Literal["never", "with_pair"] = parameter(
        "never", "pickup.top-wild", "how a pile with a wild card on top is taken",
    )
    wild_discard_effect: Literal["freeze", "block_next"] = parameter(
        "freeze", "freeze.wild-discard", "what a discarded wild card does to the pile",
    )
    one_card_pile: Literal["forbidden", "forbidden_while_stock", "allowed"] = parameter(
        "forbidden", "pickup.one-card-rule", "whether one card in hand may take a pile of one card",
    )
    canastas_to_go_out: int = parameter(1, "out.canastas-needed", "canastas that a side needs to go out", "canastas")
    going_out_bonus: int = parameter(100, "out.bonus", "bonus of going out", "points")
    concealed_total: int = parameter(200, "concealed.bonus", "bonus of going out concealed, in its place", "points")
    concealed_needs_own_canasta: bool = parameter(
        True, "concealed.own-canasta", "going out concealed needs a canasta of one's own",
    )
    concealed_forbids_partner_add: bool = parameter(
        True, "concealed.no-partner-add", "whoever added to the partner's melds is not concealed",
    )
    permission: Literal["optional_binding", "none"] = parameter(
        "optional_binding", "out.ask-optional", "asking the partner for permission to go out",
    )
    red_three_value: int = parameter(100, "red3.value-each", "value of a red three", "points")
    red_three_set: tuple[int, int] = parameter(
        (4, 800), "red3.all-bonus", "how many red threes make the set, and its total", "points",
        keys=("count", "total"),
    )
    red_three_plus_if: Literal["melded", "one_canasta", "two_canastas"] = parameter(
        "melded", "red3.sign-condition", "what makes red threes count in the side's favour",
    )
    red_three_forgotten: int = parameter(
        500, "red3.forgotten-penalty", "what a red three found in the hand at the end costs", "points",
    )
    last_stock_red_three: Literal["ends_no_meld", "meld_no_discard"] = parameter(
        "ends_no_meld", "stock.last-red-three", "what follows when the last card of the stock is a red three",
    )
    empty_stock_forced_take: Literal["fits_own_meld", "any_possible_meld"] = parameter(
        "fits_own_meld", "stock.forced-take", "which piles must be taken when the stock is empty",
    )
    target: int = parameter(5000, "game.target", "score that ends the game", "points")
    sperr_canasta: bool = parameter(
        False, "house.sperr-canasta-1500", "all black threes with three like wild cards make a blocking canasta",
    )
    # fmt: on

    open_scores: tuple[int, ...] = ()
    fallbacks: frozenset[RuleId] = field(default=frozenset(), compare=False)
    contradictions: frozenset[RuleId] = field(default=frozenset(), compare=False)

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

    def initial_rule(self, score: int) -> LedgerId:
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

    def _rule_of_step(self, place: int) -> LedgerId:
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
        return {name: ABOUT[name].to_json(getattr(self, name)) for name in PARAMETERS}

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
            values[name] = ABOUT[name].from_json(value)
        kept = {name: value for name, value in values.items() if getattr(self, name) != value}
        if not kept:
            return self
        # What the text left open, or was silent on, is said now.
        said = frozenset(rule for rule in self.contradictions if _says(kept, rule))
        silent = self.fallbacks - {ABOUT[name].rule for name in kept}
        if said:
            kept["contradictions"] = self.contradictions - said
        if silent != self.fallbacks:
            kept["fallbacks"] = silent
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


MELD_MIN_SIZE: Final = 3
BLOCKING_CANASTA_TOTAL: Final = 1500
"""Points of a blocking canasta, its cards included. Ledger 20.2."""
NATURAL_PAIR: Final = 2
"""Natural cards of the hand that take a frozen pile. Ledger 11.4."""
ABOUT: Final = described(RuleSet)
"""What each parameter is about, in the ledger's order."""
PARAMETERS: Final = tuple(ABOUT)


def _impossible(rules: RuleSet) -> str:
    """Why these parameters cannot be played together, or an empty string."""
    if not 1 <= rules.packs <= 6:
        return "between one and six packs"
    if not rules.hand_size or any(not 2 <= p <= 6 or n < 1 for p, n in rules.hand_size):
        return "two to six players with at least one card each"
    if any(p * n >= rules.deck_size for p, n in rules.hand_size):
        return "the deck is too small for these hands"
    if not 1 <= rules.min_naturals <= MELD_MIN_SIZE:
        return "the number of natural cards that a meld needs is between one and three"
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
        return "without sequences there is neither a greatest length nor a bonus for them"
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
