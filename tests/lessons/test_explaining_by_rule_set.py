"""What a sentence says must hold in the rule set and in the position of which it speaks."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.judge import judge
from engine.notation import parse_actions, parse_position
from lessons.explaining import tell_breach, tell_ground

FULL = "4d 5h 6s Kd"


def told(position: str, action: str, rule: str, language: str = "en") -> str:
    """Everything that is said of this rule: why it is broken and what it would take, or how it allows the action."""
    table, actions = parse_position(position), parse_actions([action])
    verdict = judge(table, actions, unfinished=True, remedy=False)
    finding = next(found for found in verdict.findings if found.rule == rule)
    with override(language):
        if finding.holds:
            return tell_ground(finding, position=table, actions=actions)
        said = tell_breach(finding, position=table, actions=actions)
        return f"{said.why} {said.condition}".strip()


PAIR = "Two natural nines from your hand."
PAIR_OR_WILD = "Two natural nines from your hand, or one natural card of that rank and a wild card."
NOTHING_TAKES_IT = "Nothing takes this pile in this turn"


@pytest.mark.parametrize(
    ("rules", "own", "takes"),
    [
        ("classic", "Q=Qc Qd Qh", PAIR_OR_WILD),
        ("overview", "Q=Qc Qd Qh", PAIR),
        ("samba", "Q=Qc Qd Qh", PAIR),
        ("samba", "9=9d 9h 9s", f"{PAIR} Or you add the top card to your side’s nines on the table."),
        ("samba", "9=9c 9c 9d 9d 9h 9h 9s", PAIR),
        ("samba", "6h-8h=6h 7h 8h", f"{PAIR} Or you put the top card alone onto a sequence of your side."),
        ("samba", "5h-7h=5h 6h 7h", PAIR),
        ("overview", "9=9d 9h 9s", PAIR),
    ],
)
def test_what_takes_the_pile_is_what_this_rule_set_allows(rules: str, own: str, takes: str) -> None:
    position = f"{rules} | draw | hand {FULL} | own 300: {own} | pile 5c 9h | stock 40"
    assert told(position, "take", "pickup.top-must-be-melded").endswith(f"nine of hearts. {takes}")


@pytest.mark.parametrize(
    ("rules", "way"),
    [
        ("spielregeln", "Draw from the stock and make your initial meld first."),
        ("classic", PAIR),
    ],
)
def test_before_the_initial_meld_only_what_is_possible_then_is_offered(rules: str, way: str) -> None:
    position = f"{rules} | draw | hand {FULL} | own 300 | pile 5c 9h | stock 40"
    assert told(position, "take", "pickup.top-must-be-melded").endswith(way)


def test_cards_that_were_used_are_named_also_where_their_rank_does_not_fit() -> None:
    position = f"classic | draw | hand Kc {FULL} | own 300 | pile 5c 9h | stock 40"
    assert "You have used two kings." in told(position, "take Kc Kd", "pickup.before-initial")
    assert "Eingesetzt hast du einen König." in told(position, "take Kd", "pickup.before-initial", "de")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("samba", "The nines on the table are a canasta already."),
        ("overview", "In this rule set the nines on the table do not help"),
    ],
)
def test_canasta_that_takes_no_top_card_is_the_reason_only_where_other_melds_take_one(
    rules: str, why: str
) -> None:
    canasta = "9=9c 9c 9d 9d 9h 9s 2c"
    position = f"{rules} | draw | hand {FULL} | own 300: {canasta} | pile 5c 9h | stock 40"
    assert told(position, "take onto 9", "pickup.add-to-canasta").startswith(why)


def test_taking_onto_a_meld_with_cards_from_the_hand_is_not_said_to_need_none() -> None:
    position = f"spielregeln | draw | hand 9c 2c {FULL} | own 300: 9=9d 9h 9s | pile 5c 9h | stock 40"
    assert "one natural card of the top card’s rank and a wild card" in told(
        position, "take 9c 2c onto 9", "pickup.add-to-meld"
    )


def test_draw_is_not_offered_from_an_empty_stock() -> None:
    position = f"classic | draw | hand {FULL} | own 300: Q=Qc Qd Qh | pile 5c 2h | stock %s"
    assert told(position % 40, "take onto Q", "pickup.top-wild").endswith(
        f"Draw from the stock instead. {NOTHING_TAKES_IT}."
    )
    assert "Draw" not in told(position % 0, "take onto Q", "pickup.top-wild")


def test_single_card_is_barred_only_while_the_stock_lasts_where_the_text_says_so() -> None:
    position = "%s | draw | hand 9c | own 300: 9=9d 9h 9s | pile 9h | stock 40"
    assert "While the stock lasts" in told(position % "global-trade", "take onto 9", "pickup.one-card-rule")
    assert "While the stock lasts" not in told(position % "classic", "take onto 9", "pickup.one-card-rule")


def test_melds_are_not_named_after_a_wild_top_card() -> None:
    position = f"global-trade | draw | hand {FULL} | own 300: Q=Qc Qd Qh | pile 5c JK | stock 40"
    assert told(position, "take onto Q", "freeze.take-natural-pair-only", "de").startswith(
        "Der Ablagestapel ist eingefroren, weil eine wilde Karte darin liegt: Joker. Um den Ablagestapel aufzunehmen, "
        "brauchst du zwei natürliche Karten eines Ranges aus deinem Blatt. Eingesetzt hast du keine Karte aus deinem "
        "Blatt. Meldungen auf dem Tisch helfen hier nicht."
    )
