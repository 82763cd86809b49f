"""Every rule that can be cited, in the order and with the numbers of the rules ledger, and what a rule set says of it.

The number shown to people is section and row (``11.4``). Numbers are the same in every rule set, fixed once
and never used again for another rule. A rule that the ledger does not have brings its own with its function
(:func:`engine.rules.registry.judges`) and is made known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet

Sort = Literal["judged", "scored", "informative"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be cited.

    ``sort`` is ``judged`` (it decides whether an action is legal), ``scored`` (it decides points) or
    ``informative`` (it is told, and no verdict or score cites it as broken). ``value`` is what a rule set says of it
    and ``source`` who says it, for a rule that the ledger does not have.
    """

    id: str
    section: int
    row: int
    sort: Sort
    value: Callable[[RuleSet], Any] | None = None
    source: str = ""

    @property
    def number(self) -> str:
        """The number shown to people, such as ``11.4``."""
        return f"{self.section}.{self.row}"


_LEDGER: Final[tuple[tuple[str, int, int, Sort], ...]] = (
    # 1 Deck, seats and deal
    ("deck.packs", 1, 1, "informative"),
    ("deck.jokers", 1, 2, "informative"),
    ("deck.total", 1, 3, "informative"),
    ("deck.wild-total", 1, 4, "informative"),
    ("seat.partnership-draw", 1, 5, "informative"),
    ("seat.draw-suit-tiebreak", 1, 6, "informative"),
    ("seat.first-player", 1, 7, "informative"),
    ("deal.hand-size", 1, 8, "informative"),
    ("deal.upcard", 1, 9, "informative"),
    ("deal.upcard-cover-wild-red3", 1, 10, "informative"),
    ("deal.upcard-cover-black-three", 1, 11, "informative"),
    # 2 Card values
    ("value.joker", 2, 1, "scored"),
    ("value.ace-two", 2, 2, "scored"),
    ("value.eight-to-king", 2, 3, "scored"),
    ("value.four-to-seven", 2, 4, "scored"),
    ("value.black-three", 2, 5, "scored"),
    ("value.red-three", 2, 6, "informative"),
    # 3 The turn
    ("turn.draw-or-take", 3, 1, "judged"),
    ("turn.draw-count", 3, 2, "judged"),
    ("turn.discard-one", 3, 3, "judged"),
    ("turn.only-in-turn", 3, 4, "judged"),
    ("turn.keep-a-card", 3, 5, "judged"),
    # 4 Red threes
    ("red3.expose-at-once", 4, 1, "judged"),
    ("red3.replace-from-stock", 4, 2, "judged"),
    ("red3.no-replace-from-pile", 4, 3, "informative"),
    ("red3.not-a-meld", 4, 4, "judged"),
    ("red3.value-each", 4, 5, "scored"),
    ("red3.all-bonus", 4, 6, "scored"),
    ("red3.sign-condition", 4, 7, "scored"),
    ("red3.forgotten-penalty", 4, 8, "scored"),
    # 5 Black threes
    ("black3.stop-card", 5, 1, "judged"),
    ("black3.no-lasting-freeze", 5, 2, "judged"),
    ("black3.meld-only-going-out", 5, 3, "judged"),
    ("black3.meld-size", 5, 4, "judged"),
    ("black3.no-wild", 5, 5, "judged"),
    ("black3.in-hand", 5, 6, "scored"),
    # 6 Wild cards
    ("wild.identity", 6, 1, "informative"),
    ("wild.only-with-naturals", 6, 2, "judged"),
    ("wild.max-per-meld", 6, 3, "judged"),
    ("wild.majority", 6, 4, "judged"),
    ("wild.no-swap", 6, 5, "judged"),
    ("wild.add-to-canasta", 6, 6, "judged"),
    # 7 Melds
    ("meld.min-size", 7, 1, "judged"),
    ("meld.same-rank", 7, 2, "judged"),
    ("meld.min-natural", 7, 3, "judged"),
    ("meld.natural-ranks", 7, 4, "judged"),
    ("meld.no-sequence", 7, 5, "judged"),
    ("meld.one-per-rank", 7, 6, "judged"),
    ("meld.merge", 7, 7, "judged"),
    ("meld.add-own-partner", 7, 8, "judged"),
    ("meld.no-opponent", 7, 9, "judged"),
    ("meld.stays-on-table", 7, 10, "judged"),
    # 8 Canastas
    ("canasta.size", 8, 1, "scored"),
    ("canasta.natural-bonus", 8, 2, "scored"),
    ("canasta.mixed-bonus", 8, 3, "scored"),
    ("canasta.card-values-extra", 8, 4, "scored"),
    ("canasta.built-in-stages", 8, 5, "informative"),
    ("canasta.extend", 8, 6, "judged"),
    ("canasta.natural-to-mixed", 8, 7, "scored"),
    # 9 First meld
    ("initial.per-side", 9, 1, "judged"),
    ("initial.threshold-negative", 9, 2, "judged"),
    ("initial.threshold-low", 9, 3, "judged"),
    ("initial.threshold-mid", 9, 4, "judged"),
    ("initial.threshold-high", 9, 5, "judged"),
    ("initial.boundaries", 9, 6, "informative"),
    ("initial.score-before-deal", 9, 7, "informative"),
    ("initial.card-values-only", 9, 8, "judged"),
    ("initial.several-melds", 9, 9, "judged"),
    ("initial.wild-allowed", 9, 10, "judged"),
    ("initial.top-card-counts", 9, 11, "judged"),
    # 10 Taking the discard pile
    ("pickup.top-must-be-melded", 10, 1, "judged"),
    ("pickup.whole-pile", 10, 2, "judged"),
    ("pickup.natural-pair", 10, 3, "judged"),
    ("pickup.natural-plus-wild", 10, 4, "judged"),
    ("pickup.add-to-meld", 10, 5, "judged"),
    ("pickup.add-to-canasta", 10, 6, "judged"),
    ("pickup.before-initial", 10, 7, "judged"),
    ("pickup.top-wild", 10, 8, "judged"),
    ("pickup.top-black-three", 10, 9, "judged"),
    ("pickup.top-red-three", 10, 10, "judged"),
    ("pickup.one-card-rule", 10, 11, "judged"),
    # 11 Freezing
    ("freeze.wild-discard", 11, 1, "judged"),
    ("freeze.for-everyone", 11, 2, "judged"),
    ("freeze.until-taken", 11, 3, "judged"),
    ("freeze.take-natural-pair-only", 11, 4, "judged"),
    ("freeze.before-initial", 11, 5, "judged"),
    ("freeze.opening-card", 11, 6, "judged"),
    # 12 Going out
    ("out.canastas-needed", 12, 1, "judged"),
    ("out.canasta-same-turn", 12, 2, "judged"),
    ("out.final-discard-optional", 12, 3, "judged"),
    ("out.ends-deal", 12, 4, "informative"),
    ("out.bonus", 12, 5, "scored"),
    ("out.ask-optional", 12, 6, "judged"),
    ("out.ask-timing", 12, 7, "judged"),
    ("out.ask-binding", 12, 8, "judged"),
    # 13 Concealed hand
    ("concealed.definition", 13, 1, "scored"),
    ("concealed.own-canasta", 13, 2, "scored"),
    ("concealed.no-partner-add", 13, 3, "scored"),
    ("concealed.bonus", 13, 4, "scored"),
    ("concealed.pile-allowed", 13, 5, "scored"),
    ("concealed.minimum", 13, 6, "judged"),
    # 14 End of the stock
    ("stock.play-on", 14, 1, "judged"),
    ("stock.forced-take", 14, 2, "judged"),
    ("stock.end-no-bonus", 14, 3, "scored"),
    ("stock.last-red-three", 14, 4, "judged"),
    ("stock.short-draw", 14, 5, "judged"),
    # 15 Scoring and end of the game
    ("score.formula", 15, 1, "scored"),
    ("score.hand-minus", 15, 2, "scored"),
    ("game.target", 15, 3, "scored"),
    ("game.checked-after-deal", 15, 4, "informative"),
    ("game.winner", 15, 5, "scored"),
    ("game.settlement", 15, 6, "informative"),
    ("game.tie", 15, 7, "informative"),
    # 16 Other numbers of players
    ("players.count", 16, 1, "informative"),
    ("players.two", 16, 2, "informative"),
    ("players.two-canastas", 16, 3, "informative"),
    ("players.three", 16, 4, "informative"),
    ("players.five", 16, 5, "informative"),
    ("players.six", 16, 6, "informative"),
    # 17 Penalties
    ("penalty.short-initial", 17, 1, "informative"),
    ("penalty.illegal-take", 17, 2, "informative"),
    ("penalty.ask-and-fail", 17, 3, "informative"),
    # 18 Samba
    ("samba.sequence-shape", 18, 1, "judged"),
    ("samba.sequence-no-wild-no-three", 18, 2, "judged"),
    ("samba.sequence-ace-high", 18, 3, "judged"),
    ("samba.sequence-max-seven", 18, 4, "judged"),
    ("samba.bonus", 18, 5, "scored"),
    ("samba.counts-as-canasta", 18, 6, "scored"),
    ("samba.sequence-pickup", 18, 7, "judged"),
    ("samba.sequence-no-start-from-pile", 18, 8, "judged"),
    ("samba.initial-7000", 18, 9, "judged"),
    # 19 Samba options
    ("sambaopt.wild-melds", 19, 1, "judged"),
    ("sambaopt.nine-jokers", 19, 2, "informative"),
    ("sambaopt.wild-canasta-bonus", 19, 3, "scored"),
    ("sambaopt.ace-canasta", 19, 4, "scored"),
    ("sambaopt.long-game", 19, 5, "scored"),
    ("sambaopt.surprise", 19, 6, "informative"),
    # 20 House rules from the comments
    ("house.joker-canasta-1000", 20, 1, "scored"),
    ("house.sperr-canasta-1500", 20, 2, "scored"),
    ("house.wiener-red-threes", 20, 3, "scored"),
)

RULES: Final[dict[str, Rule]] = {id_: Rule(id_, section, row, sort) for id_, section, row, sort in _LEDGER}
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


def forget(rule: str) -> None:
    """Take back what :func:`make_known` did."""
    del RULES[rule]
    _in_order()


def _in_order() -> None:
    rules = sorted(RULES.values(), key=lambda rule: (rule.section, rule.row))
    RULES.clear()
    ORDER.clear()
    for place, rule in enumerate(rules):
        RULES[rule.id], ORDER[rule.id] = rule, place


_Value = Callable[[RuleSet], Any]


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


VALUES: Final[dict[str, _Value]] = {
    "deck.packs": lambda r: r.packs,
    "deck.jokers": lambda r: r.jokers,
    "deck.total": lambda r: r.deck_size,
    "deck.wild-total": lambda r: r.jokers + 4 * r.packs,
    "deal.upcard-cover-black-three": lambda r: r.upcard_cover_black_three,
    "deal.hand-size": lambda r: r.parameters()["hand_size"],
    "value.joker": _always(50),
    "value.ace-two": _always(20),
    "value.eight-to-king": _always(10),
    "value.four-to-seven": _always(5),
    "value.black-three": _always(5),
    "value.red-three": lambda r: r.red_three_value,
    "turn.draw-count": lambda r: r.draw_count,
    "red3.value-each": lambda r: r.red_three_value,
    "red3.all-bonus": lambda r: r.parameters()["red_three_set"],
    "red3.sign-condition": lambda r: r.red_three_plus_if,
    "red3.forgotten-penalty": lambda r: r.red_three_forgotten,
    "black3.meld-only-going-out": lambda r: r.black_three_meld,
    "black3.meld-size": lambda r: {"min": r.meld_min_size, "max": r.black_three_meld_max},
    "black3.in-hand": _always(-5),
    "wild.max-per-meld": lambda r: r.max_wilds,
    "wild.majority": lambda r: r.naturals_must_outnumber,
    "wild.add-to-canasta": lambda r: r.wilds_on_canasta,
    "meld.min-size": lambda r: r.meld_min_size,
    "meld.min-natural": lambda r: r.min_naturals,
    "wild.only-with-naturals": lambda r: r.wild_only_melds == "no",
    "meld.no-sequence": lambda r: not r.sequences,
    "meld.one-per-rank": lambda r: not r.several_melds_per_rank,
    "meld.merge": lambda r: r.merge_melds,
    "canasta.size": lambda r: r.canasta_size,
    "canasta.natural-bonus": lambda r: r.bonus_natural,
    "canasta.mixed-bonus": lambda r: r.bonus_mixed,
    "initial.threshold-negative": _step("initial.threshold-negative"),
    "initial.threshold-low": _step("initial.threshold-low"),
    "initial.threshold-mid": _step("initial.threshold-mid"),
    "initial.threshold-high": _step("initial.threshold-high"),
    "initial.boundaries": lambda r: r.parameters()["initial_steps"],
    "pickup.natural-plus-wild": lambda r: r.pickup_natural_plus_wild,
    "pickup.add-to-meld": lambda r: r.pickup_add_to_meld,
    "pickup.add-to-canasta": lambda r: r.pickup_add_to_canasta,
    "pickup.before-initial": lambda r: r.pickup_before_initial,
    "pickup.whole-pile": lambda r: True if r.pickup_whole_pile == "yes" else None,
    "pickup.top-wild": lambda r: r.wild_top_takeable == "never",
    "pickup.one-card-rule": lambda r: r.one_card_pile,
    "freeze.wild-discard": lambda r: r.wild_discard_effect,
    "freeze.for-everyone": lambda r: r.wild_discard_effect == "freeze",
    "freeze.until-taken": lambda r: r.wild_discard_effect == "freeze",
    "freeze.before-initial": lambda r: r.pickup_before_initial,
    "canasta.natural-to-mixed": lambda r: r.wilds_on_canasta,
    "freeze.opening-card": lambda r: r.opening_card_freezes and r.wild_discard_effect == "freeze",
    "samba.sequence-shape": lambda r: r.sequences,
    "samba.sequence-no-wild-no-three": lambda r: r.sequences,
    "samba.sequence-ace-high": lambda r: r.sequences,
    "samba.sequence-max-seven": lambda r: r.sequence_max or False,
    "samba.bonus": lambda r: r.bonus_samba or False,
    "samba.counts-as-canasta": lambda r: r.sequences,
    "samba.sequence-pickup": lambda r: r.sequences,
    "samba.sequence-no-start-from-pile": lambda r: r.sequences,
    "samba.initial-7000": lambda r: _step("samba.initial-7000")(r) or False,
    "sambaopt.wild-melds": lambda r: r.wild_only_melds == "any",
    "sambaopt.nine-jokers": lambda r: r.sequences and r.jokers == 3 * r.packs,
    "sambaopt.wild-canasta-bonus": lambda r: (
        r.parameters()["bonus_wild"] if r.wild_only_melds == "any" else False
    ),
    "sambaopt.ace-canasta": lambda r: r.parameters()["bonus_aces"] or False,
    "sambaopt.long-game": lambda r: r.sequences and r.target == LONG_GAME,
    "house.joker-canasta-1000": lambda r: (
        r.parameters()["bonus_wild"] if r.wild_only_melds == "canasta_only" else False
    ),
    "house.sperr-canasta-1500": lambda r: BLOCKING_CANASTA_TOTAL if r.sperr_canasta else False,
    "house.wiener-red-threes": lambda r: r.red_three_plus_if == "one_canasta",
    "out.canastas-needed": lambda r: r.canastas_to_go_out,
    "out.bonus": lambda r: r.going_out_bonus,
    "out.ask-optional": lambda r: r.permission,
    "concealed.own-canasta": lambda r: r.concealed_needs_own_canasta,
    "concealed.no-partner-add": lambda r: r.concealed_forbids_partner_add,
    "concealed.bonus": lambda r: r.concealed_total,
    "concealed.minimum": lambda r: r.concealed_waives_minimum,
    "stock.forced-take": lambda r: r.empty_stock_forced_take,
    "stock.last-red-three": lambda r: r.last_stock_red_three,
    "game.target": lambda r: r.target,
    "stock.short-draw": lambda r: r.draw_count > 1,
    "players.two": lambda r: _two_players(r),
    "players.three": lambda r: _hand_of(r, 3),
    "players.five": lambda r: _hand_of(r, 5),
    "players.six": lambda r: _hand_of(r, 6),
    "players.two-canastas": lambda r: 2 in r.player_counts and r.canastas_to_go_out == 2,
    "players.count": lambda r: list(r.player_counts),
}
"""Value of each rule of the ledger that has one; a rule that is missing here holds (true)."""

_NOT_IN_CLASSIC: Final = ("samba.", "sambaopt.", "house.")
_UNDECIDED_BY_ALL: Final = {"game.tie": None}
_OTHER_FORMS: Final = ("players.two", "players.two-canastas", "players.three", "players.five", "players.six")

LONG_GAME: Final = 15_000


def rules_answer(rules: RuleSet) -> dict[str, Any]:
    """The answer of the command ``rules``: parameters, and for each rule id value, status and sources."""
    ids = {}
    for rule, known in RULES.items():
        if known.value is not None:
            value: Any = known.value(rules)
        elif rule not in VALUES and (rule.startswith(_NOT_IN_CLASSIC) or rule in _OTHER_FORMS):
            value = False
        elif rule in _UNDECIDED_BY_ALL:
            value = None
        else:
            value = VALUES.get(rule, _always(True))(rules)
        status = "contradiction" if rule in _UNDECIDED_BY_ALL else rules.standing(rule)
        own = known.source or ("spielregeln" if rule.startswith("house.") else rules.source)
        ids[rule] = {
            "value": value,
            "status": status,
            "sources": ["official" if status == "fallback" else own],
        }
    return {"parameters": rules.parameters(), "ids": ids}
