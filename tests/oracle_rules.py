"""The rule sets, copied by hand from part (b) of the rules ledger. A house rule set names its changes."""

from tests.oracle_cards import OracleError

CLASSIC = {
    "packs": 2,
    "jokers": 4,
    "hand_size": {"4": 11},
    "draw_count": 1,
    "upcard_cover_black_three": True,
    "opening_card_freezes": True,
    "min_naturals": 2,
    "max_wilds": 3,
    "naturals_must_outnumber": False,
    "wild_only_melds": "no",
    "wilds_on_canasta": True,
    "sequences": False,
    "sequence_max": 7,
    "several_melds_per_rank": False,
    "merge_melds": False,
    "black_three_meld": "going_out",
    "black_three_meld_max": 4,
    "canasta_size": 7,
    "bonus_natural": 500,
    "bonus_mixed": 300,
    "bonus_samba": 1500,
    "bonus_wild": None,
    "bonus_aces": None,
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
    "pickup_whole_pile": "yes",
    "wild_top_takeable": "never",
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
    "sperr_canasta": False,
}

ENDLESS = 10**6
STEP_RULES = (
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)

SAMBA = CLASSIC | {
    "packs": 3,
    "jokers": 6,
    "hand_size": {"4": 15},
    "draw_count": 2,
    "max_wilds": 2,
    "wilds_on_canasta": False,
    "sequences": True,
    "several_melds_per_rank": True,
    "merge_melds": True,
    "black_three_meld_max": 6,
    "initial_steps": [*CLASSIC["initial_steps"], {"from": 7000, "minimum": 150}],
    "concealed_waives_minimum": False,
    "pickup_natural_plus_wild": False,
    "pickup_add_to_canasta": False,
    "canastas_to_go_out": 2,
    "going_out_bonus": 200,
    "concealed_needs_own_canasta": False,
    "concealed_forbids_partner_add": False,
    "red_three_set": {"count": 6, "total": 1000},
    "red_three_plus_if": "two_canastas",
    "target": 10000,
}
SPIELREGELN = CLASSIC | {
    "opening_card_freezes": False,
    "max_wilds": None,
    "naturals_must_outnumber": True,
    "pickup_add_to_meld": False,
    "pickup_add_to_canasta": False,
    "pickup_before_initial": "never",
    "wild_discard_effect": "block_next",
    "concealed_needs_own_canasta": False,
}

# Scores for which the text of a rule set leaves the step open: (the lower minimum, the higher one).
OPEN_SCORES = {name: {3000: (90, 120)} for name in ("spielregeln", "house-joker-1000")}

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
    "spielregeln": SPIELREGELN,
    "wiener": CLASSIC | {"one_card_pile": "allowed", "red_three_plus_if": "one_canasta"},
    "global-trade": CLASSIC
    | {
        "jokers": 6,
        "hand_size": {"2": 15, "3": 13, "4": 11, "5": 11, "6": 11},
        "upcard_cover_black_three": False,
        "several_melds_per_rank": True,
        "merge_melds": True,
        "concealed_waives_minimum": False,
        "pickup_whole_pile": "unclear",
        "wild_top_takeable": "with_pair",
        "one_card_pile": "forbidden_while_stock",
        "last_stock_red_three": "meld_no_discard",
        "empty_stock_forced_take": "any_possible_meld",
    },
    "samba": SAMBA,
    "samba-wild": SAMBA
    | {
        "jokers": 9,
        "wild_only_melds": "any",
        "bonus_wild": {"jokers": 4000, "twos": 3000, "mixed": 2000},
    },
    "samba-15000": SAMBA
    | {
        "target": 15000,
        "initial_steps": [
            {"from": None, "minimum": 15},
            {"from": 0, "minimum": 50},
            {"from": 4000, "minimum": 90},
            {"from": 8000, "minimum": 120},
            {"from": 12000, "minimum": 150},
        ],
    },
    "samba-aces": SAMBA | {"bonus_aces": {"natural": 1000, "mixed": 500}},
    "house-joker-1000": SPIELREGELN
    | {
        "wild_only_melds": "canasta_only",
        "bonus_wild": {"jokers": 1000, "twos": 1000, "mixed": 1000},
    },
    "house-sperr-1500": CLASSIC | {"sperr_canasta": True},
}


def rule_set(name) -> dict:
    """The table of one rule set; `name` is a name or {"base": name, "changes": {parameter: value}}."""
    changes = {}
    if isinstance(name, dict):
        name, changes = name.get("base"), name.get("changes", {})
    if name not in RULE_SETS or set(changes) - set(CLASSIC):
        raise OracleError("position", "rules", f"no rule set {name!r} with {sorted(changes)}")
    readings_of_text = {"rest_after_sequence": "comes", "blocking_counts": True}
    return RULE_SETS[name] | changes | {"open_scores": OPEN_SCORES.get(name, {})} | readings_of_text


def check_players(rules: dict, players: int | None) -> None:
    """Four play where the rule set allows it, else its only number; two or three have no partner to ask."""
    if players in (2, 3):
        rules["permission"] = "none"
    if players is not None and str(players) not in rules["hand_size"]:
        raise OracleError("position", "players", f"not for {players} players")


def players_of(rules: dict, players: int | None) -> int:
    """How many play: as said, else four, else the only number that the rule set allows."""
    counts = [int(count) for count in rules["hand_size"]]
    return players or (4 if 4 in counts else min(counts))


def check_sides(rules: dict, players: int | None, count: int, where: str) -> None:
    """Two sides play; three players each alone, six perhaps as three pairs."""
    if count > (3 if players_of(rules, players) in (3, 6) else 2):
        raise OracleError("position", where, "too many sides")


def readings(rules: dict, score: int) -> list[dict]:
    """The rule set in every reading that its text leaves open: one, or one with a low and one with a high minimum."""
    if rules["initial_steps"] is None:
        rule = STEP_RULES[0] if score < 0 else STEP_RULES[1]
        return [_with_minimum(rules, 0, rule), _with_minimum(rules, ENDLESS, rule)]
    if score in rules["open_scores"] and rules["initial_steps"] == RULE_SETS["spielregeln"]["initial_steps"]:
        low, high = rules["open_scores"][score]
        return [_with_minimum(rules, low, STEP_RULES[3]), _with_minimum(rules, high, STEP_RULES[3])]
    return [rules]


def open_questions(rules: dict, actions: list[str], position: dict) -> dict[str, dict]:
    """Rule ids on which the text is silent, each with the change that the other reading makes to the rules."""
    questions = {}
    taken = any("onto" in words for words in actions) or position.get("stock") == 0
    if taken and rules["sequences"] and position.get("phase") == "draw" and position.get("pile"):
        questions["samba.sequence-pickup"] = {"rest_after_sequence": "stays"}
    if rules["sperr_canasta"]:
        questions["house.sperr-canasta-1500"] = {"blocking_counts": False}
    return questions


def name_of_open_rule(rules: dict, rule: str) -> str:
    """The rule that stays open where two readings of `rules` differ in `rule`."""
    boundary = rules["initial_steps"] is not None and rule.startswith("initial.threshold")
    return "initial.boundaries" if boundary else rule


def _with_minimum(rules: dict, minimum: int, rule: str) -> dict:
    return rules | {"initial_steps": [{"from": None, "minimum": minimum, "rule": rule}]}


def step(rules: dict, score: int) -> tuple[int, str]:
    """The first-meld minimum for this score and the id of the step that says so."""
    steps = rules["initial_steps"]
    place = max(i for i, each in enumerate(steps) if each["from"] is None or score >= each["from"])
    return steps[place]["minimum"], steps[place].get("rule") or _rule_of_step(steps, place)


def _rule_of_step(steps: list[dict], place: int) -> str:
    """The rule of the page whose step this is: below zero, from the same score, or with a minimum of its own."""
    start, after = steps[place]["from"], [each["from"] for each in steps[place + 1 : place + 2]]
    if start is None and after == [0]:
        return STEP_RULES[0]
    known = list(zip(STEP_RULES, SAMBA["initial_steps"], strict=True))[1:]
    same_score = [rule for rule, each in known if each["from"] == start]
    same_minimum = [
        rule
        for rule, each in known
        if each["minimum"] == steps[place]["minimum"] and each["from"] not in [one["from"] for one in steps]
    ]
    return [*same_score, *same_minimum, "initial.boundaries"][0]


def next_minimum(rules: dict, score: int) -> int | None:
    """The minimum at this score, or None where the text names no number."""
    return step(rules, score)[0] if len(readings(rules, score)) == 1 else None
