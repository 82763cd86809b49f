"""The numbers of the rule sets, copied by hand from part (b) of the rules ledger."""

from tests.oracle_cards import OracleError

CLASSIC = {
    "packs": 2,
    "jokers": 4,
    "players": (4,),
    "draw_count": 1,
    "min_naturals": 2,
    "max_wilds": 3,
    "black_three_meld_max": 4,
    "canasta_size": 7,
    "bonus_natural": 500,
    "bonus_mixed": 300,
    "initial_steps": (
        (None, 15, "initial.threshold-negative"),
        (0, 50, "initial.threshold-low"),
        (1500, 90, "initial.threshold-mid"),
        (3000, 120, "initial.threshold-high"),
    ),
    "canastas_to_go_out": 1,
    "going_out_bonus": 100,
    "concealed_total": 200,
    "red_three_value": 100,
    "red_three_set": (4, 800),
    "red_three_forgotten": 500,
    "target": 5000,
}

RULE_SETS = {"classic": CLASSIC}


def rule_set(name) -> dict:
    """The table of one rule set; `name` is a name or {"base": name, "changes": {parameter: value}}."""
    changes = {}
    if isinstance(name, dict):
        name, changes = name.get("base"), name.get("changes", {})
    if name not in RULE_SETS:
        raise OracleError("position", "rules", f"no rule set {name!r}")
    return RULE_SETS[name] | changes


def step(rules: dict, score: int) -> tuple[int, str]:
    """The first-meld minimum for this score and the id of the step that says so."""
    found = None
    for least, minimum, rule in rules["initial_steps"]:
        if least is None or score >= least:
            found = (minimum, rule)
    assert found is not None
    return found
