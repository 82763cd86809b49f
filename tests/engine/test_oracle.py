"""Hand-made cases for the oracle itself: it is only worth something where its own answers are right."""

from random import Random

import pytest

from tests.agree_actions import random_actions
from tests.agree_positions import random_position
from tests.oracle import OracleError, judge, legal_next, score
from tests.oracle_grid import groups_in_hand
from tests.oracle_position import read_position
from tests.samples import sample

KINGS = {"cards": "Kc Kd Kh", "by": "self"}
TENS = {"cards": "Tc Td Th Ts Tc 2c JK", "by": "partner"}


def position(**keys):
    return {"rules": "classic", **keys}


def drawing(**keys):
    return position(phase="draw", **keys)


CASES = [
    # melds
    (position(hand="Kc Kd Kh 4c 5c"), ["meld Kc Kd Kh"], ["initial.threshold-low"]),
    (position(hand="Kc Kd Ac Ad 2h JK 4c 5c"), ["meld Kc Kd 2h", "meld Ac Ad JK"], []),
    (position(hand="Kc Kd Kh 4c 5c", own={"score": -5}), ["meld Kc Kd Kh", "discard 4c"], []),
    (position(hand="Kc Kd 4c 5c", own={"melds": [TENS]}), ["meld Kc Kd"], ["meld.min-size"]),
    (position(hand="2c 2d JK 5c", own={"melds": [TENS]}), ["meld 2c 2d JK"], ["wild.only-with-naturals"]),
    (position(hand="Kc 2d JK 5c 4c", own={"melds": [TENS]}), ["meld Kc 2d JK"], ["meld.min-natural"]),
    (
        position(hand="5c 5d 2c 2d 2h JK 4c 6c", own={"melds": [TENS]}),
        ["meld 5c 5d 2c 2d 2h JK"],
        ["wild.max-per-meld"],
    ),
    (position(hand="5c 6c 7c 4c 4d", own={"melds": [TENS]}), ["meld 5c 6c 7c"], ["meld.no-sequence"]),
    (position(hand="5c 6c 7d 4c 4d", own={"melds": [TENS]}), ["meld 5c 6c 7d"], ["meld.same-rank"]),
    (position(hand="Kc Kd Kh 4c 5c", own={"melds": [KINGS]}), ["meld Kc Kd Kh"], ["meld.one-per-rank"]),
    (
        position(hand="3c Kd Kh 4c 5c", own={"melds": [TENS]}),
        ["meld 3c Kd Kh"],
        ["meld.natural-ranks"],
    ),
    (position(hand="3d Kd Kh Ks 4c 5c", own={"melds": [TENS]}), ["meld 3d Kd Kh Ks"], ["red3.not-a-meld"]),
    (position(hand="2d 5c 4c", own={"melds": [TENS]}), ["add 2d to T", "discard 4c"], []),
    (position(hand="Ks 5c 4c", opponents=[{"melds": [KINGS]}]), ["add Ks to opp:K"], ["meld.no-opponent"]),
    (position(hand="Ks 5c 4c", own={"melds": [TENS]}), ["swap Ks for JK in T"], ["wild.no-swap"]),
    (position(hand="Ks 5c", own={"melds": [TENS, KINGS]}), ["move 2c from T to K"], ["wild.no-swap"]),
    (position(hand="Ks 5c", own={"melds": [TENS, KINGS]}), ["move Tc from T to K"], ["meld.stays-on-table"]),
    (position(hand="Ks 5c", own={"melds": [TENS, KINGS]}), ["merge K and T"], ["meld.merge"]),
    # black threes, going out, keeping a card
    (position(hand="3c 3s 3c 5c", own={"melds": [TENS]}), ["meld 3c 3s 3c"], []),
    (
        position(hand="3c 3s 3c 5c 6c", own={"melds": [TENS]}),
        ["meld 3c 3s 3c"],
        ["black3.meld-only-going-out"],
    ),
    (position(hand="3c 3s 5c", own={"melds": [TENS]}), ["meld 3c 3s"], ["black3.meld-size"]),
    (position(hand="3c 3s 2c 5c", own={"melds": [TENS]}), ["meld 3c 3s 2c"], ["black3.no-wild"]),
    (position(hand="Ks", own={"melds": [KINGS]}), ["add Ks to K"], ["out.canastas-needed"]),
    (position(hand="Ks 5c", own={"melds": [KINGS]}), ["add Ks to K"], ["turn.keep-a-card"]),
    (position(hand="Ks 5c", own={"melds": [KINGS, TENS]}), ["add Ks to K", "discard 5c"], []),
    (position(hand="Ks 5c", own={"melds": [KINGS]}), ["discard 5c"], []),
    (position(hand="5c", own={"melds": [KINGS]}), ["discard 5c"], ["out.canastas-needed"]),
    (position(hand="Ks 5c 6c", own={"melds": [KINGS]}), ["add Ks to K", "end"], ["turn.discard-one"]),
    (position(hand="5c 6c"), ["discard 5c", "discard 6c"], ["turn.discard-one"]),
    (position(hand="5c 6c"), ["discard 5c", "ask"], ["turn.only-in-turn"]),
    (position(hand="5c 6c", my_turn=False), ["discard 5c"], ["turn.only-in-turn"]),
    # concealed
    (
        position(hand="4c 4d 4h 4s 4c 4d 4h 5c 5d 5h 6c", own={"score": 1500}),
        ["meld 4c 4d 4h 4s 4c 4d 4h", "meld 5c 5d 5h", "discard 6c"],
        [],
    ),
    (
        position(hand="4c 4d 4h 4s 4c 4d 4h 5c 5d 5h 6c 7c"),
        ["meld 4c 4d 4h 4s 4c 4d 4h", "meld 5c 5d 5h", "discard 6c"],
        [],
    ),
    (
        position(hand="4c 4d 4h 4s 4c 4d 4h 5c 5d 5h 6c 7c", own={"score": 1500}),
        ["meld 4c 4d 4h 4s 4c 4d 4h", "meld 5c 5d 5h", "discard 6c"],
        ["initial.threshold-mid"],
    ),
    # drawing
    (drawing(hand="5c 6c"), ["draw", "discard 5c"], []),
    (drawing(hand="5c 6c"), ["discard 5c"], ["turn.draw-or-take"]),
    (drawing(hand="5c 6c"), ["end"], ["turn.draw-or-take"]),
    (drawing(hand="5c 6c"), ["draw 4c 4d"], ["turn.draw-count"]),
    (drawing(hand="5c 6c"), ["draw 4c", "draw 4d"], ["turn.draw-or-take"]),
    (drawing(hand="5c 6c", stock=0), ["draw"], ["stock.play-on"]),
    (drawing(hand="5c 6c", stock=1), ["draw 3h"], []),
    (drawing(hand="5c 6c", stock=1), ["draw 3h", "discard 5c"], ["stock.last-red-three"]),
    (drawing(hand="5c 6c 3h", stock=9), ["draw 3d Ks", "discard 5c"], ["red3.expose-at-once"]),
    (drawing(hand="5c 6c 3h", stock=9), ["expose 3h 4c", "draw 3d Ks", "discard 5c"], []),
    (drawing(hand="5c 6c"), ["ask", "draw"], ["out.ask-timing"]),
    # the pile
    (drawing(hand="Kh Kd 4c 5c", own={"melds": [TENS]}, pile="6c Ks"), ["take Kh Kd"], []),
    (
        drawing(hand="Kh Kd 4c 5c", own={"melds": [TENS]}, pile="6c Ks"),
        ["take"],
        ["pickup.top-must-be-melded"],
    ),
    (drawing(hand="Kh 4d 4c 5c", own={"melds": [TENS]}, pile="6c Ks"), ["take Kh"], ["pickup.natural-pair"]),
    (
        drawing(hand="2h 2d 4c 5c", own={"melds": [TENS]}, pile="6c Ks"),
        ["take 2h 2d"],
        ["pickup.natural-plus-wild"],
    ),
    (drawing(hand="Kh 2d 4c 5c", own={"melds": [TENS]}, pile="6c Ks"), ["take Kh 2d"], []),
    (
        drawing(hand="Kh 2d 4c 5c", own={"melds": [TENS]}, pile="2c Ks"),
        ["take Kh 2d"],
        ["freeze.take-natural-pair-only"],
    ),
    (
        drawing(hand="Kh 2d 4c 5c", pile="2c Ks"),
        ["take Kh 2d"],
        ["freeze.take-natural-pair-only", "initial.threshold-low", "pickup.before-initial"],
    ),
    (drawing(hand="Kh 4c 5c", own={"melds": [KINGS]}, pile="6c Ks"), ["take onto K"], []),
    (
        drawing(hand="Kh 4c 5c", own={"melds": [KINGS]}, pile="2c Ks"),
        ["take onto K"],
        ["freeze.take-natural-pair-only"],
    ),
    (drawing(hand="Kh Kd 5c", own={"melds": [KINGS]}, pile="2c Ks"), ["take Kh Kd"], []),
    (drawing(hand="2h 2d 5c", own={"melds": [KINGS]}, pile="6c 2c"), ["take 2h 2d"], ["pickup.top-wild"]),
    (
        drawing(hand="3c 3s 5c", own={"melds": [KINGS]}, pile="6c 3c"),
        ["take 3c 3s"],
        ["pickup.top-black-three"],
    ),
    (drawing(hand="Kh Kd 5c", pile="Ks"), ["take Kh Kd"], ["initial.threshold-low", "turn.keep-a-card"]),
    (drawing(hand="Kh", own={"melds": [KINGS, TENS]}, pile="Ks"), ["take onto K"], ["pickup.one-card-rule"]),
    (
        drawing(hand="Kh Kd 4c 5c", pile="Qc Qd Qh Ks"),
        ["take Kh Kd", "meld Qc Qd Qh"],
        ["initial.top-card-counts"],
    ),
    (drawing(hand="Ah Ad 4c 5c", pile="Qc Qd Qh As"), ["take Ah Ad", "meld Qc Qd Qh"], []),
    (
        drawing(hand="Kh Kd 4c", own={"melds": [TENS]}, pile="6c Ks"),
        ["take top Kh Kd"],
        ["pickup.whole-pile"],
    ),
    # the end of the stock
    (drawing(hand="5c 6c", stock=0, pile="Ks"), ["end"], []),
    (drawing(hand="5c 6c", stock=0, pile="Ks", own={"melds": [KINGS]}), ["end"], ["stock.forced-take"]),
    (drawing(hand="5c 6c", stock=0, pile="2c Ks", own={"melds": [KINGS]}), ["end"], []),
    (drawing(hand="5c", stock=0, pile="Ks", own={"melds": [KINGS]}), ["end"], []),
    # permission
    (
        position(hand="Ks 5c", own={"melds": [KINGS, TENS]}, permission="yes"),
        ["ask", "add Ks to K", "discard 5c"],
        [],
    ),
    (position(hand="Ks 5c 6c", own={"melds": [TENS]}, permission="yes"), ["ask"], ["out.ask-binding"]),
    (
        position(hand="Ks 5c", own={"melds": [KINGS, TENS]}, permission="no"),
        ["add Ks to K"],
        ["out.ask-binding"],
    ),
    (position(hand="Ks 5c 6c", own={"melds": [KINGS, TENS]}), ["add Ks to K", "ask"], ["out.ask-timing"]),
]


@pytest.mark.parametrize(("table", "actions", "broken"), CASES)
def test_broken_rules(table, actions, broken):
    assert judge(table, actions)["broken"] == broken


BAD_INPUT = [
    (position(hand="Kx"), [], "notation", "hand"),
    (position(hand="Kc Kc Kc"), [], "position", "hand"),
    (position(own={"melds": ["3h 3d 3h"]}), [], "position", "own.melds[0]"),
    (position(own={"melds": ["Kc Kd 4h"]}), [], "position", "own.melds[0]"),
    (position(own={"red_threes": "3c"}), [], "position", "own.red_threes"),
    (position(hand="5c"), ["discard 5d"], "request", "actions[0]"),
    (position(hand="5c"), ["fold"], "notation", "actions[0]"),
    (position(hand="5c"), ["expose 5c"], "request", "actions[0]"),
    (position(hand="5c 6c"), ["add 5c to 5"], "request", "actions[0]"),
    (drawing(hand="5c 5d"), ["take 5c 5d"], "position", "pile"),
    (position(hand="5c", drew="pile", own={"melds": [KINGS]}), [], "position", "player_has_melded"),
]


@pytest.mark.parametrize(("table", "actions", "kind", "where"), BAD_INPUT)
def test_bad_input_names_the_key(table, actions, kind, where):
    with pytest.raises(OracleError) as caught:
        judge(table, actions)
    assert (caught.value.kind, caught.value.where) == (kind, where)


def test_unfinished_list_is_forgiven_what_the_hand_can_mend():
    table = position(hand="Kc Kd Kh Qc Qd 2c 4c 5c")
    assert not judge(table, ["meld Kc Kd Kh"])["legal"]
    assert judge(table, ["meld Kc Kd Kh"], unfinished=True)["legal"]


def test_going_out_concealed_depends_on_own_history():
    table = position(hand="4c 4d 4h 4s 4c 4d 4h 5c", own={"melds": [KINGS]})
    actions = ["meld 4c 4d 4h 4s 4c 4d 4h", "discard 5c"]
    assert judge(table, actions)["went_out"] == "yes"
    table["own"] = {"melds": [KINGS | {"by": "partner"}]}
    assert judge(table, actions)["went_out"] == "concealed"


def test_next_actions_are_listed_in_canonical_form():
    table = drawing(hand="Kh Kd 5c 6c", own={"melds": [KINGS | {"cards": "Ks Ks Kc"}]}, pile="6d Kc")
    assert legal_next(table, []) == [
        "draw",
        "take onto K",
        "take Kd onto K",
        "take Kd Kh onto K",
    ]


def test_score_of_four_red_threes_without_a_meld_is_minus_eight_hundred():
    sheet = score(
        {"rules": "classic", "side": {"red_threes": "3h 3d 3h 3d", "hands": ["Kc"], "score_before": 1500}}
    )
    assert (sheet["total"], sheet["score_after"], sheet["next_minimum"]) == (-810, 690, 50)


def test_score_counts_bonus_and_cards():
    side = {
        "melds": ["Kc Kd Kh Ks Kc Kd Kh", "5c 5d 5h 5s 2c 2d 2h"],
        "went_out": "yes",
        "score_before": 4500,
    }
    sheet = score({"rules": "classic", "side": side})
    assert (sheet["total"], sheet["game_over"]) == (570 + 380 + 100, True)


MENDABLE = {
    "black3.meld-only-going-out",
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "out.ask-binding",
    "red3.expose-at-once",
    "turn.keep-a-card",
}


def _can_be_ended(table, actions):
    """Whether some list that goes on from this one is finished and legal: every list there is, one by one."""
    verdict = judge(table, actions)
    if verdict["legal"] and not verdict["after"]["my_turn"]:
        return True
    if not verdict["after"]["my_turn"]:
        return False
    hand = verdict["after"]["hand"]
    tried = [f"discard {card}" for card in set(hand)]
    ranks = [words[0] for words in verdict["after"]["melds"] if words]
    for cards in groups_in_hand(read_position({"rules": "classic", "hand": " ".join(hand)})):
        tried += [f"meld {' '.join(cards)}"] + [f"add {' '.join(cards)} to {rank}" for rank in ranks]
    mendable = set(verdict["broken"]) <= MENDABLE
    return mendable and any(_can_be_ended(table, [*actions, words]) for words in tried)


def _question(seed):
    """A random list that has not ended, breaks nothing by itself and leaves no card open; None for the others."""
    rng = Random(seed)
    table = random_position(rng)
    table["hand"] = " ".join(table["hand"].split()[-5:])
    table |= {"my_turn": True, "pile_size": len(table.get("pile", "").split())}
    actions = [words for words in random_actions(rng, table) if not words.startswith(("discard", "end"))]
    if "ask" in actions:
        table.setdefault("permission", "yes")
    try:
        verdict = judge(table, actions, unfinished=True)
    except OracleError:
        return None
    after = verdict["after"]
    begun = table["phase"] == "play" or any(words.startswith(("draw", "take")) for words in actions)
    open_cards = after["unknown_cards"] or {"3h", "3d"} & set(after["hand"])
    if not begun or open_cards or not after["my_turn"] or not set(verdict["broken"]) <= MENDABLE:
        return None
    return table, actions


def test_looking_ahead_agrees_with_trying_every_list():
    questions = [question for seed in range(sample(300, 600)) if (question := _question(seed)) is not None]
    answers = [judge(table, actions, unfinished=True)["legal"] for table, actions in questions]
    assert (answers.count(True) > sample(50, 100), answers.count(False) > sample(20, 40)) == (True, True)
    assert answers == [_can_be_ended(table, actions) for table, actions in questions]
