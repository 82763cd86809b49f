"""Every rule that can be cited, in the order and with the numbers of the rules ledger, and what a rule set says of it.

The number shown to people is section and row (``11.4``). Numbers are the same in every rule set, fixed once
and never used again for another rule. A rule that the ledger does not have brings its own with its function
(:func:`engine.rules.registry.judges`) and is made known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.law.rule_ids import LedgerId, RuleId
from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet

Sort = Literal["judged", "scored", "informative"]
_Value = Callable[[RuleSet], Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be cited.

    ``sort`` is ``judged`` (it decides whether an action is legal), ``scored`` (it decides points) or
    ``informative`` (it is told, and no verdict or score cites it as broken). ``value`` is what a rule set says of it:
    a number or a word, true and false where it holds or not, None where that is open. Without one it holds. ``source``
    is who says it, where that is not the source of the rule set.
    """

    id: RuleId
    section: int
    row: int
    sort: Sort
    value: Callable[[RuleSet], Any] | None = None
    source: str = ""

    @property
    def number(self) -> str:
        """The number shown to people, such as ``11.4``."""
        return f"{self.section}.{self.row}"


def _step(rule: str) -> _Value:
    """The minimum of the step that the rule is about, False without such a step, None where no minimum is named."""

    def value(rules: RuleSet) -> int | bool | None:
        if rules.initial_steps is None:
            return None
        step = rules.step_of(rule)
        return False if step is None else step[2]

    return value


def _always(value: Any) -> _Value:
    return lambda r: value


def _two_players(rules: RuleSet) -> Any:
    cards = dict(rules.hand_size).get(2)
    return {"hand_size": cards, "draw_count": rules.draw_count} if cards else False


def _hand_of(rules: RuleSet, players: int) -> Any:
    cards = dict(rules.hand_size).get(players)
    return {"hand_size": cards} if cards else False


LONG_GAME: Final = 15_000
_UNDECIDED_BY_ALL: Final[tuple[LedgerId, ...]] = ("game.tie",)

_LEDGER: Final = (
    # 1 Deck, seats and deal
    Rule("deck.packs", 1, 1, "informative", lambda r: r.packs),
    Rule("deck.jokers", 1, 2, "informative", lambda r: r.jokers),
    Rule("deck.total", 1, 3, "informative", lambda r: r.deck_size),
    Rule("deck.wild-total", 1, 4, "informative", lambda r: r.jokers + 4 * r.packs),
    Rule("seat.partnership-draw", 1, 5, "informative"),
    Rule("seat.draw-suit-tiebreak", 1, 6, "informative"),
    Rule("seat.first-player", 1, 7, "informative"),
    Rule("deal.hand-size", 1, 8, "informative", lambda r: r.parameters()["hand_size"]),
    Rule("deal.upcard", 1, 9, "informative"),
    Rule("deal.upcard-cover-wild-red3", 1, 10, "informative"),
    Rule("deal.upcard-cover-black-three", 1, 11, "informative", lambda r: r.upcard_cover_black_three),
    # 2 Card values
    Rule("value.joker", 2, 1, "scored", _always(50)),
    Rule("value.ace-two", 2, 2, "scored", _always(20)),
    Rule("value.eight-to-king", 2, 3, "scored", _always(10)),
    Rule("value.four-to-seven", 2, 4, "scored", _always(5)),
    Rule("value.black-three", 2, 5, "scored", _always(5)),
    Rule("value.red-three", 2, 6, "informative", lambda r: r.red_three_value),
    # 3 The turn
    Rule("turn.draw-or-take", 3, 1, "judged"),
    Rule("turn.draw-count", 3, 2, "judged", lambda r: r.draw_count),
    Rule("turn.discard-one", 3, 3, "judged"),
    Rule("turn.only-in-turn", 3, 4, "judged"),
    Rule("turn.keep-a-card", 3, 5, "judged"),
    # 4 Red threes
    Rule("red3.expose-at-once", 4, 1, "judged"),
    Rule("red3.replace-from-stock", 4, 2, "judged"),
    Rule("red3.no-replace-from-pile", 4, 3, "informative"),
    Rule("red3.not-a-meld", 4, 4, "judged"),
    Rule("red3.value-each", 4, 5, "scored", lambda r: r.red_three_value),
    Rule("red3.all-bonus", 4, 6, "scored", lambda r: r.parameters()["red_three_set"]),
    Rule("red3.sign-condition", 4, 7, "scored", lambda r: r.red_three_plus_if),
    Rule("red3.forgotten-penalty", 4, 8, "scored", lambda r: r.red_three_forgotten),
    # 5 Black threes
    Rule("black3.stop-card", 5, 1, "judged"),
    Rule("black3.no-lasting-freeze", 5, 2, "judged"),
    Rule("black3.meld-only-going-out", 5, 3, "judged", lambda r: r.black_three_meld),
    Rule(
        "black3.meld-size", 5, 4, "judged", lambda r: {"min": r.meld_min_size, "max": r.black_three_meld_max}
    ),
    Rule("black3.no-wild", 5, 5, "judged"),
    Rule("black3.in-hand", 5, 6, "scored", _always(-5)),
    # 6 Wild cards
    Rule("wild.identity", 6, 1, "informative"),
    Rule("wild.only-with-naturals", 6, 2, "judged", lambda r: r.wild_only_melds == "no"),
    Rule("wild.max-per-meld", 6, 3, "judged", lambda r: r.max_wilds),
    Rule("wild.majority", 6, 4, "judged", lambda r: r.naturals_must_outnumber),
    Rule("wild.no-swap", 6, 5, "judged"),
    Rule("wild.add-to-canasta", 6, 6, "judged", lambda r: r.wilds_on_canasta),
    # 7 Melds
    Rule("meld.min-size", 7, 1, "judged", lambda r: r.meld_min_size),
    Rule("meld.same-rank", 7, 2, "judged"),
    Rule("meld.min-natural", 7, 3, "judged", lambda r: r.min_naturals),
    Rule("meld.natural-ranks", 7, 4, "judged"),
    Rule("meld.no-sequence", 7, 5, "judged", lambda r: not r.sequences),
    Rule("meld.one-per-rank", 7, 6, "judged", lambda r: not r.several_melds_per_rank),
    Rule("meld.merge", 7, 7, "judged", lambda r: r.merge_melds),
    Rule("meld.add-own-partner", 7, 8, "judged"),
    Rule("meld.no-opponent", 7, 9, "judged"),
    Rule("meld.stays-on-table", 7, 10, "judged"),
    # 8 Canastas
    Rule("canasta.size", 8, 1, "scored", lambda r: r.canasta_size),
    Rule("canasta.natural-bonus", 8, 2, "scored", lambda r: r.bonus_natural),
    Rule("canasta.mixed-bonus", 8, 3, "scored", lambda r: r.bonus_mixed),
    Rule("canasta.card-values-extra", 8, 4, "scored"),
    Rule("canasta.built-in-stages", 8, 5, "informative"),
    Rule("canasta.extend", 8, 6, "judged"),
    Rule("canasta.natural-to-mixed", 8, 7, "scored", lambda r: r.wilds_on_canasta),
    # 9 First meld
    Rule("initial.per-side", 9, 1, "judged"),
    Rule("initial.threshold-negative", 9, 2, "judged", _step("initial.threshold-negative")),
    Rule("initial.threshold-low", 9, 3, "judged", _step("initial.threshold-low")),
    Rule("initial.threshold-mid", 9, 4, "judged", _step("initial.threshold-mid")),
    Rule("initial.threshold-high", 9, 5, "judged", _step("initial.threshold-high")),
    Rule("initial.boundaries", 9, 6, "informative", lambda r: r.parameters()["initial_steps"]),
    Rule("initial.score-before-deal", 9, 7, "informative"),
    Rule("initial.card-values-only", 9, 8, "judged"),
    Rule("initial.several-melds", 9, 9, "judged"),
    Rule("initial.wild-allowed", 9, 10, "judged"),
    Rule("initial.top-card-counts", 9, 11, "judged"),
    # 10 Taking the discard pile
    Rule("pickup.top-must-be-melded", 10, 1, "judged"),
    Rule("pickup.whole-pile", 10, 2, "judged", lambda r: True if r.pickup_whole_pile == "yes" else None),
    Rule("pickup.natural-pair", 10, 3, "judged"),
    Rule("pickup.natural-plus-wild", 10, 4, "judged", lambda r: r.pickup_natural_plus_wild),
    Rule("pickup.add-to-meld", 10, 5, "judged", lambda r: r.pickup_add_to_meld),
    Rule("pickup.add-to-canasta", 10, 6, "judged", lambda r: r.pickup_add_to_canasta),
    Rule("pickup.before-initial", 10, 7, "judged", lambda r: r.pickup_before_initial),
    Rule("pickup.top-wild", 10, 8, "judged", lambda r: r.wild_top_takeable == "never"),
    Rule("pickup.top-black-three", 10, 9, "judged"),
    Rule("pickup.top-red-three", 10, 10, "judged"),
    Rule("pickup.one-card-rule", 10, 11, "judged", lambda r: r.one_card_pile),
    # 11 Freezing
    Rule("freeze.wild-discard", 11, 1, "judged", lambda r: r.wild_discard_effect),
    Rule("freeze.for-everyone", 11, 2, "judged", lambda r: r.wild_discard_effect == "freeze"),
    Rule("freeze.until-taken", 11, 3, "judged", lambda r: r.wild_discard_effect == "freeze"),
    Rule("freeze.take-natural-pair-only", 11, 4, "judged"),
    Rule("freeze.before-initial", 11, 5, "judged", lambda r: r.pickup_before_initial),
    Rule(
        "freeze.opening-card",
        11,
        6,
        "judged",
        lambda r: r.opening_card_freezes and r.wild_discard_effect == "freeze",
    ),
    # 12 Going out
    Rule("out.canastas-needed", 12, 1, "judged", lambda r: r.canastas_to_go_out),
    Rule("out.canasta-same-turn", 12, 2, "judged"),
    Rule("out.final-discard-optional", 12, 3, "judged"),
    Rule("out.ends-deal", 12, 4, "informative"),
    Rule("out.bonus", 12, 5, "scored", lambda r: r.going_out_bonus),
    Rule("out.ask-optional", 12, 6, "judged", lambda r: r.permission),
    Rule("out.ask-timing", 12, 7, "judged"),
    Rule("out.ask-binding", 12, 8, "judged"),
    # 13 Concealed hand
    Rule("concealed.definition", 13, 1, "scored"),
    Rule("concealed.own-canasta", 13, 2, "scored", lambda r: r.concealed_needs_own_canasta),
    Rule("concealed.no-partner-add", 13, 3, "scored", lambda r: r.concealed_forbids_partner_add),
    Rule("concealed.bonus", 13, 4, "scored", lambda r: r.concealed_total),
    Rule("concealed.pile-allowed", 13, 5, "scored"),
    Rule("concealed.minimum", 13, 6, "judged", lambda r: r.concealed_waives_minimum),
    # 14 End of the stock
    Rule("stock.play-on", 14, 1, "judged"),
    Rule("stock.forced-take", 14, 2, "judged", lambda r: r.empty_stock_forced_take),
    Rule("stock.end-no-bonus", 14, 3, "scored"),
    Rule("stock.last-red-three", 14, 4, "judged", lambda r: r.last_stock_red_three),
    Rule("stock.short-draw", 14, 5, "judged", lambda r: r.draw_count > 1),
    # 15 Scoring and end of the game
    Rule("score.formula", 15, 1, "scored"),
    Rule("score.hand-minus", 15, 2, "scored"),
    Rule("game.target", 15, 3, "scored", lambda r: r.target),
    Rule("game.checked-after-deal", 15, 4, "informative"),
    Rule("game.winner", 15, 5, "scored"),
    Rule("game.settlement", 15, 6, "informative"),
    Rule("game.tie", 15, 7, "informative", _always(None)),
    # 16 Other numbers of players
    Rule("players.count", 16, 1, "informative", lambda r: list(r.player_counts)),
    Rule("players.two", 16, 2, "informative", lambda r: _two_players(r)),
    Rule(
        "players.two-canastas",
        16,
        3,
        "informative",
        lambda r: 2 in r.player_counts and r.canastas_to_go_out == 2,
    ),
    Rule("players.three", 16, 4, "informative", lambda r: _hand_of(r, 3)),
    Rule("players.five", 16, 5, "informative", lambda r: _hand_of(r, 5)),
    Rule("players.six", 16, 6, "informative", lambda r: _hand_of(r, 6)),
    # 17 Penalties
    Rule("penalty.short-initial", 17, 1, "informative"),
    Rule("penalty.illegal-take", 17, 2, "informative"),
    Rule("penalty.ask-and-fail", 17, 3, "informative"),
    # 18 Samba
    Rule("samba.sequence-shape", 18, 1, "judged", lambda r: r.sequences),
    Rule("samba.sequence-no-wild-no-three", 18, 2, "judged", lambda r: r.sequences),
    Rule("samba.sequence-ace-high", 18, 3, "judged", lambda r: r.sequences),
    Rule("samba.sequence-max-seven", 18, 4, "judged", lambda r: r.sequence_max or False),
    Rule("samba.bonus", 18, 5, "scored", lambda r: r.bonus_samba or False),
    Rule("samba.counts-as-canasta", 18, 6, "scored", lambda r: r.sequences),
    Rule("samba.sequence-pickup", 18, 7, "judged", lambda r: r.sequences),
    Rule("samba.sequence-no-start-from-pile", 18, 8, "judged", lambda r: r.sequences),
    Rule("samba.initial-7000", 18, 9, "judged", lambda r: _step("samba.initial-7000")(r) or False),
    # 19 Samba options
    Rule("sambaopt.wild-melds", 19, 1, "judged", lambda r: r.wild_only_melds == "any"),
    Rule("sambaopt.nine-jokers", 19, 2, "informative", lambda r: r.sequences and r.jokers == 3 * r.packs),
    Rule(
        "sambaopt.wild-canasta-bonus",
        19,
        3,
        "scored",
        lambda r: r.parameters()["bonus_wild"] if r.wild_only_melds == "any" else False,
    ),
    Rule("sambaopt.ace-canasta", 19, 4, "scored", lambda r: r.parameters()["bonus_aces"] or False),
    Rule("sambaopt.long-game", 19, 5, "scored", lambda r: r.sequences and r.target == LONG_GAME),
    Rule("sambaopt.surprise", 19, 6, "informative", _always(False)),
    # 20 House rules from the comments
    Rule(
        "house.joker-canasta-1000",
        20,
        1,
        "scored",
        lambda r: r.parameters()["bonus_wild"] if r.wild_only_melds == "canasta_only" else False,
        source="spielregeln",
    ),
    Rule(
        "house.sperr-canasta-1500",
        20,
        2,
        "scored",
        lambda r: BLOCKING_CANASTA_TOTAL if r.sperr_canasta else False,
        source="spielregeln",
    ),
    Rule(
        "house.wiener-red-threes",
        20,
        3,
        "scored",
        lambda r: r.red_three_plus_if == "one_canasta",
        source="spielregeln",
    ),
)

RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in _LEDGER}
"""All rules by id, in the ledger's order."""

ORDER: Final[dict[str, int]] = {id_: place for place, id_ in enumerate(RULES)}
"""Place of each rule in the ledger: findings of one action stand in this order."""

SECTION_COUNT: Final = max(rule.section for rule in RULES.values())


def make_known(rule: Rule) -> None:
    """Let a rule be cited, in the place that its number gives it. Raises ValueError where id or number is taken."""
    if rule.id in RULES or any(rule.number == other.number for other in RULES.values()):
        raise ValueError(f"{rule.id} or {rule.number} is the name or the number of another rule")
    RULES[rule.id] = rule
    _in_order()


def forget(rule: RuleId) -> None:
    """Take back what :func:`make_known` did."""
    del RULES[rule]
    _in_order()


def _in_order() -> None:
    rules = sorted(RULES.values(), key=lambda rule: (rule.section, rule.row))
    RULES.clear()
    ORDER.clear()
    for place, rule in enumerate(rules):
        RULES[rule.id], ORDER[rule.id] = rule, place


def rules_answer(rules: RuleSet) -> dict[str, Any]:
    """The answer of the command ``rules``: parameters, and for each rule id value, status and sources."""
    ids = {}
    for rule, known in RULES.items():
        status = "contradiction" if rule in _UNDECIDED_BY_ALL else rules.standing(rule)
        ids[rule] = {
            "value": True if known.value is None else known.value(rules),
            "status": status,
            "sources": ["official" if status == "fallback" else known.source or rules.source],
        }
    return {"parameters": rules.parameters(), "ids": ids}
