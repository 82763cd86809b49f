"""What is said under other rule sets, to who plays alone, and of a turn that is not over, is true there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.asking.working import started_over
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.turn import TurnTask, turn_at
from lessons.saying.verdicts import explain
from lessons.table import presenting


@pytest.mark.parametrize(
    ("position", "actions", "english", "german"),
    [
        (
            "samba | play | hand 5h 6h 8h Kc 4d 9s | own 300: Q=Qc Qd Qh | pile 4d | stock 60",
            ["meld 5h 6h 8h"],
            "The cards of a sequence follow each other without a gap. Here at least one card is missing.",
            "Die Karten einer Folge schließen lückenlos aneinander an. Hier fehlt mindestens eine.",
        ),
        (
            "samba | draw | hand 5c 6d 4c Kd Kc | own 300: 5h-7h=5h 6h 7h | pile Qc 8h | stock 60",
            ["take onto 5h-7h", "discard Qc"],
            (
                "The pile is not frozen, so the top card, the eight of hearts, may be added directly to one of "
                "your side’s sequences. The text does not say whether the rest of the pile is then taken as "
                "well."
            ),
            (
                "Der Ablagestapel ist nicht eingefroren, also darf die oberste Karte, Herz-Acht, direkt "
                "an eine Folge "
                "eurer Partnerschaft angelegt werden. Ob dann auch der Rest des Ablagestapels mitkommt, "
                "sagt der Text "
                "nicht."
            ),
        ),
        (
            "global-trade | draw | hand Kh Kd 5c 6d | own 300: Q=Qc Qd Qh | pile 4c 9d | stock 60",
            ["take top Kh Kd"],
            (
                "The text of this rule set says in one place that the whole pile must be taken, and in "
                "another that "
                "the top card is enough."
            ),
            (
                "Der Text dieser Regeln sagt an einer Stelle, dass der ganze Ablagestapel aufgenommen "
                "werden muss, und "
                "an einer anderen, dass die oberste Karte genügt."
            ),
        ),
        (
            "global-trade | draw | hand Kh 5c 6d 9h | own 300: Q=Qc Qd Qh | pile 4c JK | stock 60",
            ["take Kh 9h"],
            "A frozen pile can be taken only with two natural cards of one rank from your hand.",
            "zwei natürliche Karten eines Ranges aus deinem Blatt",
        ),
        (
            "house-joker-1000 | play | hand 2c 2d 2h JK 5c 6d | own 300: Q=Qc Qd Qh | pile 4c | stock 40",
            ["meld 2c 2d 2h JK"],
            (
                "Under this house rule, seven wild cards laid all at once are a canasta. The rule does not say "
                "whether such a canasta may be built up from fewer cards (here four)."
            ),
            (
                "Nach dieser Hausregel sind sieben wilde Karten ein Canasta, wenn sie auf einmal ausgelegt werden. "
                "Ob ein solches Canasta auch nach und nach aus weniger Karten (hier vier) entstehen darf, sagt "
                "die Hausregel nicht."
            ),
        ),
    ],
)
def test_sentences_of_other_rule_sets(position, actions, english, german):
    table = parse_position(position)
    acts = parse_actions(actions)
    verdict = judge(table, acts)
    for language, expected in (("en", english), ("de", german)):
        with override(language):
            explanation = explain(verdict, position=table, actions=acts)
        texts = [sentence.text for sentence in (explanation.deciding, *explanation.further) if sentence]
        assert any(expected in text for text in texts), texts


@pytest.mark.parametrize(
    ("position", "actions", "english"),
    [
        (
            "classic-2p | play | hand 9c 9d 9h Kd | own 980: A=Ac Ad Ah | opp 10 | pile 8s | stock 40",
            ["meld 9c 9d 9h", "discard Kd"],
            "That would mean going out. To go out, you need two canastas; you have none.",
        ),
        (
            "classic-2p | play | hand 9c 9d 9h Kd 4c | own 1600 | opp 10 | pile 8s | stock 40",
            ["meld 9c 9d 9h", "discard Kd"],
            "Before the deal you had 1,600 points. Your initial meld must be worth at least 90 points",
        ),
        (
            "classic-2p | draw | hand 9c JK Kd 4c | own 0 | opp 10 | pile 8s 9s | stock 40",
            ["take 9c JK"],
            "You have not melded yet.",
        ),
        (
            "classic-2p | draw | hand 9c JK Kd 4c | own 0: A=Ac Ad Ah | opp 10 | pile 8s 9s | stock 40",
            ["take 9c JK"],
            "The pile is not frozen and you have melded",
        ),
    ],
)
def test_player_without_a_partner_is_told_of_no_partnership(
    position: str, actions: list[str], english: str
) -> None:
    table, played = parse_position(position), parse_actions(actions)
    verdict = judge(table, played, unfinished=actions[-1].startswith("take"))
    for language, partnership in (("en", "side"), ("de", "Partnerschaft")):
        with override(language):
            told = explain(verdict, position=table, actions=played)
            said = str(told.deciding)
            assert partnership not in said
            assert english in said or language == "de"


def test_red_three_that_is_still_in_the_hand_is_spoken_of(in_english: None) -> None:
    position = parse_position("classic | play | hand 3h Kc Kd Kh 5c | own 200: 9=9c 9d 9h | stock 40")
    actions = parse_actions(["meld Kc Kd Kh"])
    told = explain(judge(position, actions, unfinished=True), position=position, actions=actions)
    assert str(told.deciding).endswith("A red three goes on the table at once, but one is still in the hand.")
    done = parse_actions(["expose 3h", "meld Kc Kd Kh"])
    told = explain(judge(position, done, unfinished=True), position=position, actions=done)
    assert "red three" not in str(told.deciding)


def test_red_three_that_is_still_in_the_hand_is_spoken_of_in_puzzles_and_the_position_of_the_day() -> None:
    items = [bank.item(slug) for slug in bank.bank().index if slug.startswith("puzzle/open-pile/")]
    held = [
        item
        for item in items
        if item and item.position and any(card.is_red_three for card in item.position.hand)
    ]
    told = []
    for item in held:
        with override("en"):
            result = grade(item, solution(item) or {}, reveal=False)
        if result.verdict is not None and result.verdict.legal and result.verdict.after.my_turn:
            told.append(" ".join(str(one.text) for one in [result.explanation.deciding] if one))
    assert told
    assert [text for text in told if "ed three" not in text] == []


def test_turn_that_is_not_over_is_refused_where_it_misses_its_goal_too(in_english: None) -> None:
    task = TurnTask.model_validate(
        {
            "kind": "turn", "slug": "turn", "goal": {"de": "Ein Zug.", "en": "A turn."},
            "look": {"de": "Ein Zug.", "en": "A turn."}, "rules": ["turn.discard-one"],
            "accept": {"went_out": "yes"}, "accept_text": {"de": "Mach aus.", "en": "Go out."},
            "position": "classic | play | hand Kc Kd Kh 5c 6d | own 200: 9=9c 9d 9h | stock 40",
        }
    )  # fmt: skip
    item = replace(turn_at(task.position), task=task)
    with pytest.raises(AnswerError, match="ends with a discard"):
        grade(item, {"actions": ["meld Kc Kd Kh"]})


def test_draw_that_stays_is_not_offered_to_be_taken_back(in_english: None) -> None:
    staged = presenting.tray(parse_actions(["draw 5c", "meld Kc Kd Kh"]), seen_stays=True).staged
    assert [one.stays for one in staged] == [True, False]
    assert [one.stays for one in presenting.tray(parse_actions(["draw 5c"])).staged] == [False]
    drawn = Work(actions=parse_actions(["draw 5c"]))
    assert started_over(drawn).to_json() == drawn.to_json()


@pytest.mark.parametrize("rules", ["classic", "samba"])
@pytest.mark.parametrize(
    ("language", "new_meld", "never"), [("de", "keine neue Meldung", " nie "), ("en", "no new meld", "never")]
)
def test_wild_cards_alone_are_refused_only_for_a_new_meld(rules, language, new_meld, never):
    """With an own meld of its rank the top card goes there, and a wild card may go with it."""
    hand = "draw | hand 2h 2d 5c 9d"
    joins = parse_position(f"{rules} | {hand} | own 200: K=Kc Kd Ks | pile 4c Kh | stock 20")
    taken = judge(joins, ["take onto K"], unfinished=True).legal
    assert taken or not joins.rules.pickup_add_to_meld
    table = parse_position(f"{rules} | {hand} | own 200: Q=Qc Qd Qs | pile 4c Kh | stock 20")
    actions = parse_actions(["take 2h 2d"])
    verdict = judge(table, actions, unfinished=True)
    with override(language):
        told = explain(verdict, position=table, actions=actions)
    assert told.rule_id == "pickup.natural-plus-wild"
    assert new_meld in told.deciding.text
    assert never not in told.deciding.text
