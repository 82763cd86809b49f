"""What a sentence says must hold in the rule set and in the position of which it speaks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.parting.probing import under_rules
from lessons.saying.verdicts import explain, tell_breach, tell_ground
from lessons.saying.wording import rule_short, rule_title

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
PAIR_OR_WILD = "Two natural nines from your hand, or one of them and a wild card."
NOTHING_TAKES_IT = "This pile cannot be taken in this turn"


@pytest.mark.parametrize(
    ("rules", "own", "takes"),
    [
        ("classic", "Q=Qc Qd Qh", PAIR_OR_WILD),
        ("overview", "Q=Qc Qd Qh", PAIR),
        ("samba", "Q=Qc Qd Qh", PAIR),
        ("samba", "9=9d 9h 9s", f"{PAIR} Or you add the top card to your side’s nines on the table."),
        ("samba", "9=9c 9c 9d 9d 9h 9h 9s", PAIR),
        (
            "samba",
            "6h-8h=6h 7h 8h",
            f"{PAIR} Or you put the top card alone onto one of your side’s sequences.",
        ),
        ("samba", "5h-7h=5h 6h 7h", PAIR),
        ("overview", "9=9d 9h 9s", PAIR),
    ],
)
def test_what_takes_the_pile_is_what_this_rule_set_allows(rules: str, own: str, takes: str) -> None:
    position = f"{rules} | draw | hand 9c 9s {FULL} | own 300: {own} | pile 5c 9h | stock 40"
    assert told(position, "take", "pickup.top-must-be-melded").endswith(f"nine of hearts. {takes}")


@pytest.mark.parametrize(
    ("rules", "way"),
    [
        ("spielregeln", "Draw from the stock; you may take the pile only after your initial meld."),
        ("classic", PAIR),
    ],
)
def test_before_the_initial_meld_only_what_is_possible_then_is_offered(rules: str, way: str) -> None:
    position = f"{rules} | draw | hand 9c 9s {FULL} | own 300 | pile 5c 9h | stock 40"
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
        position, "take 9c 2c onto 9", "pickup.natural-plus-wild"
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
        "Der Ablagestapel ist eingefroren, weil eine wilde Karte darin liegt: ein Joker. Um den eingefrorenen "
        "Ablagestapel aufzunehmen, brauchst du zwei natürliche Karten eines Ranges aus deinem Blatt. Eingesetzt hast "
        "du keine Karte "
        "aus deinem Blatt. Meldungen auf dem Tisch helfen hier nicht."
    )


THREES = "3c 3c 3s 3s"


@pytest.mark.parametrize(
    ("rules", "cards", "rule", "says"),
    [
        ("overview", "3c 3c 3s 2d", "black3.no-wild", "In this rule set black threes are never melded."),
        ("house-sperr-1500", f"{THREES} 2d JK JK", "black3.no-wild", "only as a blocking canasta"),
        ("house-sperr-1500", f"{THREES} 2d JK JK", "black3.meld-size", "only as a blocking canasta"),
        (
            "classic",
            f"{THREES} 2d JK JK",
            "black3.meld-size",
            "At most four black threes, and no wild card.",
        ),
        ("classic", "3c", "black3.meld-size", "At least three black threes, or none melded at all."),
        ("samba", "3c", "black3.meld-size", "A meld of black threes has three to six cards."),
    ],
)
def test_black_threes_are_spoken_of_as_the_rule_set_knows_them(
    rules: str, cards: str, rule: str, says: str
) -> None:
    position = f"{rules} | play | hand {THREES} 2d JK JK 5c 6d | own 300: Q=Qc Qd Qh | stock 40"
    assert says in told(position, f"meld {cards}", rule)


def test_black_threes_that_end_no_turn_are_never_melded_where_no_rule_has_them() -> None:
    position = parse_position(f"overview | play | hand {THREES} 5c 6d | own 300: Q=Qc Qd Qh | stock 40")
    actions = parse_actions(["meld 3c 3c 3s", "discard 5c"])
    broken = judge(position, actions, remedy=False).broken
    assert {finding.rule for finding in broken} == {"black3.meld-only-going-out"}
    with override("en"):
        said = {tell_breach(finding, position=position, actions=actions).condition for finding in broken}
        explained = explain(judge(position, actions, remedy=False), position=position, actions=actions)
    assert said == {"Keep the black threes."}
    assert explained.further == ()


@pytest.mark.parametrize(
    ("rules", "cards", "takes"),
    [
        ("classic", "JK", "More cards: at least two natural cards of the same rank in all."),
        ("samba-wild", "JK", "Or three wild cards alone."),
        ("house-joker-1000", "JK", "Or seven wild cards alone, laid at once."),
        ("classic", "4d 4h", "One more card: a natural one of the same rank or a wild card."),
    ],
)
def test_too_small_a_meld_is_told_what_would_be_enough_here(rules: str, cards: str, takes: str) -> None:
    position = f"{rules} | play | hand 4d 4h 6h JK 5c 9d | own 300: Q=Qc Qd Qh | stock 40"
    assert told(position, f"meld {cards}", "meld.min-size").endswith(takes)


@pytest.mark.parametrize(
    ("rules", "own", "opponents", "action", "rule", "german"),
    [
        (
            "house-sperr-1500", "3=3c 3c 3s", "", "add 3s to 3", "meld.add-own-partner",
            "also auch an die schwarzen Dreien,",
        ),
        (
            "samba-wild", "W=2c 2d JK", "", "add JK to W", "meld.add-own-partner", "also auch an die wilden Karten,",
        ),
        (
            "samba", "5h-7h=5h 6h 7h", "", "add 8h to 5h-7h", "meld.add-own-partner",
            "also auch an die Herz-Folge Fünf bis Sieben,",
        ),
        (
            "samba-wild", "Q=Qc Qd Qh", " | opp 0: W=2c 2d JK", "add JK to opp:W", "meld.no-opponent",
            "also auch nicht an die wilden Karten.",
        ),
    ],
)  # fmt: skip
def test_melds_are_named_in_the_case_that_german_needs(
    rules: str, own: str, opponents: str, action: str, rule: str, german: str
) -> None:
    position = f"{rules} | play | hand 3s 8h JK 4d 5c 9d | own 300: {own}{opponents} | stock 40"
    assert german in told(position, action, rule, "de")


def test_wild_cards_of_a_small_meld_are_no_cards_of_one_rank() -> None:
    position = "classic | play | hand Kd Kh 2c 4d 5c | own 300: Q=Qc Qd Qh | stock 40"
    assert "of one rank" not in told(position, "meld Kd Kh 2c", "meld.min-size")


def test_black_three_meld_takes_no_other_cards_even_beside_a_black_three() -> None:
    position = "classic | play | hand 3s Kd 4d 5c 9d | own 300: 3=3c 3c 3s | stock 40"
    assert told(position, "add 3s Kd to 3", "meld.natural-ranks").startswith("Only black threes belong")


@pytest.mark.parametrize(
    ("rules", "players", "says"),
    [
        ("classic-2p", "", "Each of you plays alone"),
        ("global-trade", " | players 3", "Each of you plays alone"),
        ("classic{permission=none}", "", "In this rule set nobody is asked"),
    ],
)
def test_nobody_hears_of_a_partner_to_ask_where_there_is_none(rules: str, players: str, says: str) -> None:
    position = f"{rules} | draw{players} | hand {FULL} | own 300: Q=Qc Qd Qh | stock 40"
    for rule in ("out.ask-optional", "out.ask-timing"):
        said = told(position, "ask", rule)
        assert said.startswith(says)
        assert "Your partner" not in said


@pytest.mark.parametrize(
    ("stock", "action", "rule", "says"),
    [
        (40, "draw Kc 3h", "turn.draw-count", "That completes the draw, so no red three is drawn after it."),
        (
            40,
            "draw 3h",
            "turn.draw-count",
            "not counting red threes; here none would be drawn. Another card is",
        ),
        (40, "draw Kc 9d", "turn.draw-count", "here it would be two cards."),
        (40, "expose 3d Kc 3h", "red3.replace-from-stock", "The replacement has already been drawn"),
        (
            40,
            "expose 3d 3h",
            "red3.replace-from-stock",
            "A red three drawn as a replacement is replaced in turn.",
        ),
        (40, "expose 3d Kc 9d", "red3.replace-from-stock", "Here it would be replaced with two cards."),
    ],
)
def test_draw_that_is_wrong_by_a_red_three_is_not_counted_against_itself(
    stock: int, action: str, rule: str, says: str
) -> None:
    assert says in told(f"classic | draw | hand 3d {FULL} | stock {stock}", action, rule)


def test_canastas_that_are_still_missing_are_counted() -> None:
    position = "classic-2p | play | hand 9c 9d | own 300: 9=9h 9s 9s %s | stock 40"
    one, last = "K=Kc Kc Kd Kd Kh Kh Ks", "add 9c 9d to 9"
    assert "Mach zwei Canastas fertig" in told(position % "Q=Qc Qd Qh", last, "out.canastas-needed", "de")
    assert "Mach noch ein Canasta fertig" in told(position % one, last, "out.canastas-needed", "de")


def test_number_of_canastas_agrees_with_its_verb() -> None:
    canastas = "Q=Qc Qc Qd Qd Qh Qh Qs K=Kc Kc Kd Kd Kh Kh Ks"
    for rules, enough in (("classic", "und eins genügt."), ("samba", "und zwei genügen.")):
        position = f"{rules} | play | hand 9c | own 300: {canastas} | stock 40"
        assert told(position, "discard 9c", "out.canastas-needed", "de").endswith(enough)


def test_turn_that_the_last_red_three_ended_is_not_said_to_have_ended_with_a_discard() -> None:
    position = parse_position(f"classic | draw | hand {FULL} | own 300: K=Kc Kh 2c Q=Qc Qd Qh | stock 1")
    actions = parse_actions(["draw 3h", "move 2c from K to Q"])
    finding = judge(position, actions, remedy=False).broken[0]
    with override("de"):
        assert "Abwurf" not in tell_breach(finding, position=position, actions=actions).why


SEQUENCE = "samba | play | hand 2c 3h 8h 9h Th Jh JK JK 4d 5c | own 300: 5h-7h=5h 6h 7h"


@pytest.mark.parametrize(
    ("action", "rule", "german"),
    [
        ("add 8h to 5h-7h", "samba.sequence-shape", "Eine weitere Karte setzt die Folge fort; sie darf auf"),
        (
            "add 8h 9h to 5h-7h",
            "samba.sequence-shape",
            "Zwei weitere Karten setzen die Folge fort; sie darf auf",
        ),
        (
            "add 8h 9h Th Jh to 5h-7h",
            "samba.sequence-shape",
            "Vier weitere Karten machen die Folge vollständig",
        ),
        (
            "add JK to 5h-7h",
            "samba.sequence-no-wild-no-three",
            "Diese Karte gehört nicht dazu: ein Joker.",
        ),
        (
            "add 2c JK JK to 5h-7h",
            "samba.sequence-no-wild-no-three",
            "Diese Karten gehören nicht dazu: eine Zwei und zwei Joker.",
        ),
    ],
)
def test_cards_of_a_sequence_are_counted_and_named(action: str, rule: str, german: str) -> None:
    assert german in told(SEQUENCE, action, rule, "de")


def test_wild_canasta_that_grows_to_seven_is_not_called_fewer_than_seven() -> None:
    position = "house-joker-1000 | play | hand JK 4d 9c | own 300: W=2c 2c 2d 2h 2s JK"
    said = told(position, "add JK to W", "house.joker-canasta-1000")
    assert said.endswith("The rule does not say whether such a canasta may grow card by card, as here.")


AT_3000 = "spielregeln | %s | hand 4d 4h 9c 9d 9h Kd Kh Ks 2c 2d JK 5h | own 3000 | pile 6c | stock 40"


@pytest.mark.parametrize(
    ("melds", "rule", "says"),
    [
        (
            ["meld Kd Kh Ks"],
            "initial.threshold-high",
            (
                "the text can mean a minimum of 90 or 120; the cards you lay down are worth 30, and "
                "that is too little for either."
            ),
        ),
        (
            ["meld Kd Kh Ks 2c", "meld 9c 9d 9h JK"],
            "initial.threshold-high",
            "the text can mean a minimum of 90 or 120; 130 points are enough for both.",
        ),
    ],
)
def test_score_that_the_text_leaves_open_is_told_as_open(melds: list[str], rule: str, says: str) -> None:
    position = parse_position(AT_3000 % "play")
    actions = parse_actions([*melds, "discard 5h"])
    finding = next(f for f in judge(position, actions, remedy=False).findings if f.rule == rule)
    with override("en"):
        if finding.holds:
            assert says in tell_ground(finding, position=position, actions=actions)
            return
        said = tell_breach(finding, position=position, actions=actions)
    assert says in said.why
    assert said.condition == "90 more points."


def test_rule_set_that_leaves_one_score_open_is_not_said_to_name_no_minimum() -> None:
    position = parse_position(
        "spielregeln{pickup_before_initial=with_pair} | draw | hand 9c 9d Kd Kh 2c 2d JK 5h 6h | own 3000 "
        "| pile Ks Kc 9h | stock 40"
    )
    actions = parse_actions(["take 9c 9d 2c JK", "meld Kd Kh Ks Kc"])
    broken = judge(position, actions, unfinished=True, remedy=False).broken
    finding = next(found for found in broken if found.rule == "initial.top-card-counts")
    with override("en"):
        said = tell_breach(finding, position=position, actions=actions).why
    assert "names no minimum" not in said
    assert "leaves open which minimum applies at this score" in said


def test_wild_cards_that_make_a_canasta_mixed_are_one_or_several() -> None:
    position = "classic | play | hand 2c 2d 5c 6d | own 300: K=Kc Kc Kd Kd Kh Kh Ks | stock 40"
    assert "die wilde Karte macht" in told(position, "add 2c to K", "canasta.natural-to-mixed", "de")
    assert "die wilden Karten machen" in told(position, "add 2c 2d to K", "canasta.natural-to-mixed", "de")


HOUSE_STEPS = [(None, 125), (1500, 155), (2500, 180)]


@pytest.mark.parametrize(
    ("rules", "steps", "score", "rule", "title", "short"),
    [
        ("classic", HOUSE_STEPS, 0, "initial.boundaries", "Steps of the initial meld", "125 below 1,500"),
        ("classic", HOUSE_STEPS, -40, "initial.boundaries", "Steps of the initial meld", "125 below 1,500"),
        ("classic", HOUSE_STEPS, 1500, "initial.threshold-mid", "Initial meld, second step", "155 points"),
        ("classic", HOUSE_STEPS, 2500, "initial.boundaries", "Steps of the initial meld", "180 from 2,500"),
        ("classic", [(None, 30), (0, 50)], -5, "initial.threshold-negative",
         "Initial meld with a score below zero", "30"),
        ("samba-15000", None, 4000, "initial.threshold-mid", "Initial meld, second step", "90 points"),
    ],
)  # fmt: skip
def test_rule_of_a_minimum_is_about_that_step(
    rules: str, steps: list[tuple[int | None, int]] | None, score: int, rule: str, title: str, short: str
) -> None:
    """A rule set of a table may cut its steps elsewhere: what is cited must be true there."""
    house = RULE_SETS[rules]
    if steps is not None:
        house = house.changed({"initial_steps": [{"from": low, "minimum": least} for low, least in steps]})
    position = parse_position("classic | play | hand 4c 4d 4s Qh 5h | stock 40")
    position = replace(under_rules(position, house), own=replace(position.own, score=score))
    broken = judge(position, parse_actions(["meld 4c 4d 4s", "discard Qh"]), remedy=False).broken
    assert [finding.rule for finding in broken if finding.rule.endswith(rule.partition(".")[2])] == [rule]
    with override("en"):
        assert rule_title(rule, house) == title
        assert short in rule_short(rule, house).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("item", "told", "rule"),
    [
        (
            "samba-sequences/the-first-samba",
            "That completes the sequence and makes it a samba",
            "samba.sequence-max-seven",
        ),
        ("samba-melds-and-wild-cards/kings-beside-kings", "The meld has three cards", "meld.one-per-rank"),
        ("scores-and-ends/concealed-without-a-canasta", "You go out concealed", "concealed.definition"),
    ],
)
def test_bare_value_of_a_rule_is_no_reason(item: str, told: str, rule: str) -> None:
    """Where the rulebook has only a value for the rule, what happened is told, and the rule is the one to read."""
    found = find_item(item)
    assert found is not None
    with override("en"):
        explanation = grade(found, solution(found) or {}).explanation
    assert explanation.deciding is not None
    assert explanation.deciding.text.startswith(told)
    assert explanation.rule_id == rule
