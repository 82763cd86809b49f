"""Every parameter of a rule set is wired: a verdict or a score changes with it, and nothing else was touched."""

from __future__ import annotations

import pytest

from engine.judging.judge import judge
from engine.law.errors import EngineError
from engine.law.ruleset import PARAMETERS
from engine.law.variants import rule_set
from engine.notation.position_line import parse_position
from engine.notation.text import parse_cards
from engine.play.game import deal_cards
from engine.score.questions import score_request

CANASTA = "7=7c 7d 7h 7s 7c 7d 7h"


def verdict(position: str, *actions: str, **changes: object) -> tuple[bool | None, list[str], str]:
    """Legal or not, broken rules, how the player went out, under classic with these changes."""
    import json

    words = ",".join(f"{k}={v if isinstance(v, str) else json.dumps(v)}" for k, v in changes.items())
    found = judge(
        parse_position(position.replace("classic", f"classic{{{words}}}" if words else "classic", 1)), actions
    )
    return found.legal, [finding.rule for finding in found.broken], found.went_out


# parameter: (other value, position, actions, broken rules in classic, broken rules with the other value)
VERDICTS: dict[str, tuple[object, str, list[str], list[str], list[str]]] = {
    "draw_count": (
        2, "classic | draw | hand 5c 9d Kh", ["draw 4c Ks"], ["turn.draw-count"], [],
    ),
    "opening_card_freezes": (
        False, f"classic | draw | hand Kc 2d 5h 9s | own 0: {CANASTA} | pile 3h 4c Kd", ["take Kc 2d"],
        ["freeze.take-natural-pair-only"], [],
    ),
    "min_naturals": (
        1, "classic | play | hand Kc 2c 2d 5h 6h | own -20", ["meld Kc 2c 2d"], ["meld.min-natural"], [],
    ),
    "max_wilds": (
        2, "classic | play | hand Kc Kd 2c 2d JK 5h 6h", ["meld Kc Kd 2c 2d JK"], [], ["wild.max-per-meld"],
    ),
    "naturals_must_outnumber": (
        True, "classic | play | hand Kc Kd 2c 2d 5h 6h", ["meld Kc Kd 2c 2d"], [], ["wild.majority"],
    ),
    "wilds_on_canasta": (
        False, f"classic | play | hand 2c 5h 6h | own 0: {CANASTA}", ["add 2c to 7"], [], ["wild.add-to-canasta"],
    ),
    "black_three_meld": (
        "never", f"classic | play | hand 3c 3s 3s 5h | own 0: {CANASTA}", ["meld 3c 3s 3s", "discard 5h"],
        [], ["black3.meld-only-going-out"],
    ),
    "black_three_meld_max": (
        3, f"classic | play | hand 3c 3c 3s 3s 5h | own 0: {CANASTA}", ["meld 3c 3c 3s 3s", "discard 5h"],
        [], ["black3.meld-size"],
    ),
    "canasta_size": (
        8, f"classic | play | hand 5h | own 0: {CANASTA}", ["discard 5h"], [], ["out.canastas-needed"],
    ),
    "initial_steps": (
        [{"from": None, "minimum": 15}, {"from": 0, "minimum": 60}],
        "classic | play | hand Kc Kd 2c Qh 5h 6h", ["meld Kc Kd 2c"], ["initial.threshold-low"],
        ["initial.threshold-low"],
    ),
    "concealed_waives_minimum": (
        False, "classic | play | hand 4c 4c 4d 4d 4h 4h 4s 5h", ["meld 4c 4c 4d 4d 4h 4h 4s", "discard 5h"],
        [], ["initial.threshold-low"],
    ),
    "pickup_natural_plus_wild": (
        False, f"classic | draw | hand Kc 2d 5h 9s | own 0: {CANASTA} | pile 4c Kd", ["take Kc 2d"],
        [], ["pickup.natural-plus-wild"],
    ),
    "pickup_add_to_meld": (
        False, "classic | draw | hand 5h 9s | own 0: K=Kc Ks Ks | pile 4c Kd", ["take onto K"],
        [], ["pickup.add-to-meld"],
    ),
    "pickup_add_to_canasta": (
        False, f"classic | draw | hand 5h 9s | own 0: {CANASTA} | pile 4c 7s", ["take onto 7"],
        [], ["pickup.add-to-canasta"],
    ),
    "pickup_before_initial": (
        "never", "classic | draw | hand Ac Ad 5h 9s | pile 4c Ah", ["take Ac Ad"], [], ["pickup.before-initial"],
    ),
    "wild_discard_effect": (
        "block_next", f"classic | draw | hand Kc 2d 5h 9s | own 0: {CANASTA} | pile 2c Kd", ["take Kc 2d"],
        ["freeze.take-natural-pair-only"], [],
    ),
    "one_card_pile": (
        "allowed", f"classic | draw | hand 5h | own 0: {CANASTA} | pile 7s", ["take onto 7"],
        ["pickup.one-card-rule"], [],
    ),
    "canastas_to_go_out": (
        2, f"classic | play | hand 5h | own 0: {CANASTA}", ["discard 5h"], [], ["out.canastas-needed"],
    ),
    "permission": (
        "none", "classic | draw | hand 5h 6h", ["draw", "ask"], [], ["out.ask-optional"],
    ),
    "last_stock_red_three": (
        "meld_no_discard", "classic | draw | hand Kc 5h 6h | own 0: K=Kd Ks Ks | stock 1", ["draw 3h", "add Kc to K"],
        ["stock.last-red-three"], [],
    ),
    "empty_stock_forced_take": (
        "any_possible_meld", f"classic | draw | hand Kc Kc 5h 9s | own 0: {CANASTA} | pile 4c Kd | stock 0", ["end"],
        [], ["stock.forced-take"],
    ),
}  # fmt: skip

# parameter: (other value, total in classic, total with it) for the side below
SIDE = {
    "melds": ["Kc Kc Kd Kd Kh Kh Ks", "5c 5c 5d 5d 2c 2d JK", "Ac Ad Ah"],
    "red_threes": "3d 3d 3h 3h",
    "hands": ["8h", ""],
    "went_out": "yes",
}
BASE = 70 + 20 + 40 + 50 + 60 + 500 + 300 + 800 + 100 - 10
SCORES: dict[str, tuple[object, dict, int, int]] = {
    "bonus_natural": (600, SIDE, BASE, BASE + 100),
    "bonus_mixed": (200, SIDE, BASE, BASE - 100),
    "going_out_bonus": (200, SIDE, BASE, BASE + 100),
    "concealed_total": (300, SIDE | {"went_out": "concealed"}, BASE + 100, BASE + 200),
    "red_three_value": (50, SIDE | {"red_threes": "3d"}, BASE - 700, BASE - 750),
    "red_three_set": ({"count": 4, "total": 1000}, SIDE, BASE, BASE + 200),
    "red_three_plus_if": (
        "two_canastas", {"melds": SIDE["melds"][:1], "red_threes": "3d"}, 570 + 100, 570 - 100,
    ),
    "red_three_forgotten": (750, {"hands": ["3h"]}, -500, -750),
}  # fmt: skip


@pytest.mark.parametrize("parameter", VERDICTS)
def test_a_parameter_changes_a_verdict(parameter):
    value, position, actions, classic, changed = VERDICTS[parameter]
    if parameter == "initial_steps":
        # Forty points are short of both; what is needed differs.
        found = [
            judge(parse_position(position), actions).broken[0].facts["needed"],
            judge(
                parse_position(position.replace("classic", "classic{initial_steps=" + _json(value) + "}", 1)),
                actions,
            )
            .broken[0]
            .facts["needed"],
        ]
        assert found == [50, 60]
        return
    assert verdict(position, *actions)[1] == classic
    assert verdict(position, *actions, **{parameter: value})[1] == changed


def _json(value: object) -> str:
    import json

    return json.dumps(value)


@pytest.mark.parametrize("parameter", SCORES)
def test_a_parameter_changes_a_score(parameter):
    value, side, classic, changed = SCORES[parameter]
    house = {"base": "classic", "changes": {parameter: value}}
    assert score_request({"rules": "classic", "side": side})["total"] == classic
    assert score_request({"rules": house, "side": side})["total"] == changed


def test_the_number_of_packs_and_jokers_decides_which_positions_are_possible():
    for changes, text in (({"packs": 3}, "Kh Kh Kh"), ({"jokers": 6}, "JK JK JK JK JK")):
        with pytest.raises(EngineError, match="the deck holds only"):
            parse_position(f"classic | play | hand {text}")
        words = ",".join(f"{name}={value}" for name, value in changes.items())
        assert parse_position(f"classic{{{words}}} | play | hand {text}").hand


def test_the_hand_sizes_say_how_many_may_play():
    with pytest.raises(EngineError, match="not for 2 players"):
        parse_position("classic | play | players 2")
    assert parse_position('classic{hand_size={"2":15}} | play').players == 2


def test_the_target_ends_the_game():
    request = {"rules": "classic", "side": {"score_before": 4000, "melds": ["Kc Kd Kh"]}}
    assert score_request(request)["game_over"] is False
    assert (
        score_request(request | {"rules": {"base": "classic", "changes": {"target": 4030}}})["game_over"]
        is True
    )


def test_what_makes_a_hand_concealed_can_be_changed():
    # The partner's canasta is there; the player melds a whole hand of three kings at once, without an own canasta.
    position = f"classic | play | hand Kc Kd Kh 5h | own 0: {CANASTA}*"
    actions = ["meld Kc Kd Kh", "discard 5h"]
    assert verdict(position, *actions)[2] == "yes"
    assert verdict(position, *actions, concealed_needs_own_canasta=False)[2] == "concealed"
    position = f"classic | play | hand Kc Kc Kd Kd Kh Kh Ks 7s 5h | own 0: {CANASTA}*"
    actions = ["meld Kc Kc Kd Kd Kh Kh Ks", "add 7s to 7", "discard 5h"]
    assert verdict(position, *actions)[2] == "yes"
    assert verdict(position, *actions, concealed_forbids_partner_add=False)[2] == "concealed"


# parameter: (rule set, other values, position, actions, verdict and broken rules, the same with the other values)
OF_SAMBA = {
    "sequences": (
        "samba", {"sequences": False, "sequence_max": None, "bonus_samba": None},
        "play | hand 7h 8h 9h 4c 5d | own -50", ["meld 7h 8h 9h"], (True, []), (False, ["meld.no-sequence"]),
    ),
    "sequence_max": (
        "samba", {"sequence_max": 5}, "play | hand 9h 4c 5d | own 300: 4h-8h=4h 5h 6h 7h 8h", ["add 9h to 4h-8h"],
        (True, []), (False, ["samba.sequence-max-seven"]),
    ),
    "several_melds_per_rank": (
        "samba", {"several_melds_per_rank": False, "merge_melds": False},
        "play | hand 9h 9c 9d 4c 5d | own 300: 9=9h 9s 9s", ["meld 9c 9d 9h"],
        (True, []), (False, ["meld.one-per-rank"]),
    ),
    "merge_melds": (
        "samba", {"merge_melds": False}, "play | hand 4c 5d 6d | own 300: 9=9h 9s 9s 9=9c 9d 9d", ["merge 9 and 9#2"],
        (True, []), (False, ["meld.merge"]),
    ),
    "wild_only_melds": (
        "samba-wild", {"wild_only_melds": "canasta_only"}, "play | hand 2c 2d JK 4c 5d | own 300: 9=9h 9s 9s",
        ["meld 2c 2d JK"], (True, []), (None, ["house.joker-canasta-1000"]),
    ),
    "pickup_whole_pile": (
        "global-trade", {"pickup_whole_pile": "yes"}, "draw | hand Kc Kd 4c 5d | own 300: 9=9h 9s 9s | pile 6c Kh",
        ["take top Kc Kd"], (None, ["pickup.whole-pile"]), (False, ["pickup.whole-pile"]),
    ),
    "wild_top_takeable": (
        "global-trade", {"wild_top_takeable": "never"}, "draw | hand Kc Kd 4c 5d | own 300: 9=9h 9s 9s | pile 6c JK",
        ["take Kc Kd"], (True, []), (False, ["pickup.top-wild"]),
    ),
    "sperr_canasta": (
        "house-sperr-1500", {"sperr_canasta": False}, f"play | hand 3c 3c 3s 3s JK JK JK 5d | own 300: {CANASTA}",
        ["meld 3c 3c 3s 3s JK JK JK", "discard 5d"], (True, []), (False, ["black3.meld-size", "black3.no-wild"]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("parameter", OF_SAMBA)
def test_a_parameter_of_another_rule_set_changes_a_verdict(parameter):
    base, changes, position, actions, with_base, with_changes = OF_SAMBA[parameter]
    house = f"{base}{{{','.join(f'{name}={_json(value)}' for name, value in changes.items())}}}"
    for rules, expected in ((base, with_base), (house, with_changes)):
        found = judge(parse_position(f"{rules} | {position}"), actions)
        assert (found.legal, [finding.rule for finding in found.broken]) == expected


BONUSES = {
    "bonus_samba": ("samba", 1000, {"melds": ["4h 5h 6h 7h 8h 9h Th"]}, 1550, 1050),
    "bonus_wild": (
        "samba-wild", {"jokers": 100, "twos": 200, "mixed": 300}, {"melds": ["JK JK JK JK JK JK JK"]}, 4350, 450,
    ),
    "bonus_aces": (
        "samba-aces", {"natural": 100, "mixed": 50}, {"melds": ["Ac Ac Ad Ad Ah Ah As", "As As Ah Ad Ac 2c 2c"]},
        1500 + 280, 150 + 280,
    ),
}  # fmt: skip


@pytest.mark.parametrize("parameter", BONUSES)
def test_a_bonus_of_another_rule_set_changes_a_score(parameter):
    base, value, side, total, other = BONUSES[parameter]
    assert score_request({"rules": base, "side": side})["total"] == total
    house = {"base": base, "changes": {parameter: value}}
    assert score_request({"rules": house, "side": side})["total"] == other


def test_a_black_three_turned_up_after_the_deal_is_covered_or_stays():
    deck = tuple(parse_cards("Kc " * 44 + "3c 5d 6d"))
    assert deal_cards(deck, rule_set("classic"), players=4).pile == tuple(parse_cards("3c 5d"))
    assert deal_cards(deck, rule_set("global-trade"), players=4).pile == tuple(parse_cards("3c"))


def test_every_parameter_has_a_wiring_test():
    elsewhere = {
        "packs", "jokers", "hand_size", "target", "concealed_needs_own_canasta", "concealed_forbids_partner_add",
        "upcard_cover_black_three", "bonus_samba", "bonus_wild", "bonus_aces",
    }  # fmt: skip
    assert set(PARAMETERS) == set(VERDICTS) | set(SCORES) | set(OF_SAMBA) | elsewhere


@pytest.mark.parametrize(
    "changes",
    [
        {"packs": 0}, {"packs": 1, "hand_size": {"4": 15}}, {"min_naturals": 0}, {"min_naturals": 4},
        {"canasta_size": 3}, {"canasta_size": 12}, {"draw_count": 0}, {"red_three_set": {"count": 5, "total": 1000}},
        {"target": 0}, {"hand_size": {}}, {"black_three_meld_max": 2}, {"sequences": True},
        {"sequences": True, "sequence_max": 7}, {"sequence_max": 7}, {"wild_only_melds": "any"}, {"merge_melds": True},
        {"bonus_wild": {"jokers": 1, "twos": 1, "mixed": 1}}, {"sperr_canasta": True, "black_three_meld": "never"},
        {"sperr_canasta": True, "sequences": True, "sequence_max": 7, "bonus_samba": 1500},
    ],
)  # fmt: skip
def test_an_impossible_combination_is_refused_with_a_reason(changes):
    with pytest.raises(EngineError, match="cannot go together") as caught:
        score_request({"rules": {"base": "classic", "changes": changes}, "side": {}})
    assert caught.value.where == "rules"
