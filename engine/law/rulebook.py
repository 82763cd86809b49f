"""What a rule set says of every rule: its value, its standing, its sources.

Data for people and for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.law.rule_ids import RULES
from engine.law.ruleset import BLOCKING_CANASTA_TOTAL, RuleSet

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
