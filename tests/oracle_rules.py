"""The rule sets, copied by hand from part (b) of the rules ledger. A house rule set names its changes."""

from tests.oracle_cards import OracleError

CLASSIC = {
    "packs": 2,
    "jokers": 4,
    "hand_size": {"4": 11},
    "draw_count": 1,
    "opening_card_freezes": True,
    "min_naturals": 2,
    "max_wilds": 3,
    "naturals_must_outnumber": False,
    "wilds_on_canasta": True,
    "black_three_meld": "going_out",
    "black_three_meld_max": 4,
    "canasta_size": 7,
    "bonus_natural": 500,
    "bonus_mixed": 300,
    "initial_steps": [
        {"from": None, "minimum": 15},
        {"from": 0, "minimum": 50},
        {"from": 1500, "minimum": 90},
        {"from": 3000, "minimum": 120},
    ],
    "concealed_waives_minimum": True,
    "pickup_natural_plus_wild": True,
    "pickup_add_to_meld": True,
    "pickup_add_to_canasta": True,
    "pickup_before_initial": "with_pair",
    "wild_discard_effect": "freeze",
    "one_card_pile": "forbidden",
    "canastas_to_go_out": 1,
    "going_out_bonus": 100,
    "concealed_total": 200,
    "concealed_needs_own_canasta": True,
    "concealed_forbids_partner_add": True,
    "permission": "optional_binding",
    "red_three_value": 100,
    "red_three_set": {"count": 4, "total": 800},
    "red_three_plus_if": "melded",
    "red_three_forgotten": 500,
    "last_stock_red_three": "ends_no_meld",
    "empty_stock_forced_take": "fits_own_meld",
    "target": 5000,
}

ENDLESS = 10**6
STEP_RULES = (
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)

# Scores for which the text of a rule set leaves the step open: (the lower minimum, the higher one).
OPEN_SCORES = {"spielregeln": {3000: (90, 120)}}

RULE_SETS = {
    "classic": CLASSIC,
    "classic-2p": CLASSIC
    | {"hand_size": {"2": 15}, "draw_count": 2, "canastas_to_go_out": 2, "permission": "none"},
    "overview": CLASSIC
    | {
        "opening_card_freezes": False,
        "black_three_meld": "never",
        "initial_steps": None,
        "pickup_natural_plus_wild": False,
        "pickup_add_to_meld": False,
        "pickup_add_to_canasta": False,
        "wild_discard_effect": "block_next",
    },
    "spielregeln": CLASSIC
    | {
        "opening_card_freezes": False,
        "max_wilds": None,
        "naturals_must_outnumber": True,
        "pickup_add_to_meld": False,
        "pickup_add_to_canasta": False,
        "pickup_before_initial": "never",
        "wild_discard_effect": "block_next",
        "concealed_needs_own_canasta": False,
    },
    "wiener": CLASSIC | {"one_card_pile": "allowed", "red_three_plus_if": "one_canasta"},
}


def rule_set(name) -> dict:
    """The table of one rule set; `name` is a name or {"base": name, "changes": {parameter: value}}."""
    changes = {}
    if isinstance(name, dict):
        name, changes = name.get("base"), name.get("changes", {})
    if name not in RULE_SETS or set(changes) - set(CLASSIC):
        raise OracleError("position", "rules", f"no rule set {name!r} with {sorted(changes)}")
    return RULE_SETS[name] | changes | {"open_scores": OPEN_SCORES.get(name, {})}


def check_players(rules: dict, players: int | None) -> None:
    """Four play where the rule set allows it, else its only number."""
    if players is not None and str(players) not in rules["hand_size"]:
        raise OracleError("position", "players", f"not for {players} players")


def readings(rules: dict, score: int) -> list[dict]:
    """The rule set in every reading that its text leaves open: one, or one with a low and one with a high minimum."""
    if rules["initial_steps"] is None:
        rule = STEP_RULES[0] if score < 0 else STEP_RULES[1]
        return [_with_minimum(rules, 0, rule), _with_minimum(rules, ENDLESS, rule)]
    if score in rules["open_scores"]:
        low, high = rules["open_scores"][score]
        return [_with_minimum(rules, low, STEP_RULES[3]), _with_minimum(rules, high, STEP_RULES[3])]
    return [rules]


def name_of_open_rule(rules: dict, rule: str) -> str:
    """The rule that stays open where two readings of `rules` differ in `rule`."""
    boundary = rules["initial_steps"] is not None and rule.startswith("initial.threshold")
    return "initial.boundaries" if boundary else rule


def _with_minimum(rules: dict, minimum: int, rule: str) -> dict:
    return rules | {"initial_steps": [{"from": None, "minimum": minimum, "rule": rule}]}


def step(rules: dict, score: int) -> tuple[int, str]:
    """The first-meld minimum for this score and the id of the step that says so."""
    reached = [
        (each["minimum"], each.get("rule", rule))
        for each, rule in zip(rules["initial_steps"], STEP_RULES, strict=False)
        if each["from"] is None or score >= each["from"]
    ]
    return reached[-1]


def next_minimum(rules: dict, score: int) -> int | None:
    """The minimum at this score, or None where the text names no number."""
    return step(rules, score)[0] if len(readings(rules, score)) == 1 else None
