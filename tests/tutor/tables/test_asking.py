"""The questions of a table: every parameter is asked, answers make rule sets, and the engine says what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from engine.law.ruleset import PARAMETERS
from engine.law.variants import CLASSIC, RULE_SETS, rule_set
from engine.notation.position_line import format_rules
from lessons.parting.probing import Judged
from lessons.saying.rule_values import said
from tutor.tables import showing
from tutor.tables.answers import answered, carried_over, field_names, texts_from, texts_of
from tutor.tables.asking import questions, questions_by_parameter
from tutor.tables.asking_views import NO_MOVE
from tutor.tables.models import MOST_RULES


def with_texts(base: str = "classic", **texts: str) -> Any:
    """What these answers make of a named rule set, the others left as they are."""
    return answered({**texts_of(rule_set(base)), **texts}, rule_set(base))


def test_every_parameter_is_asked_once() -> None:
    asked = [one.parameter for one in questions()]
    assert sorted(asked) == sorted(PARAMETERS)
    fields = [name for one in questions() for name in field_names(one)]
    assert len(fields) == len(set(fields))
    with translation.override("de"):
        assert all(str(one.ask).endswith("?") for one in questions())


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_form_that_nobody_changes_is_the_rule_set_itself(name: str) -> None:
    base = rule_set(name)
    found = answered(texts_from(texts_of(base), base), base)
    assert not found.faults
    assert found.rules == base
    assert not showing.differences(found.rules)


def test_answers_in_words_of_the_table_make_a_rule_set() -> None:
    found = with_texts(
        naturals_must_outnumber="yes",
        canastas_to_go_out="2",
        target="10.000",
        minimum_4="150",
        from_4="5 000",
        wild_only_melds="canasta_only",
        bonus_wild_jokers="1,000",
        bonus_wild_twos="1000",
        bonus_wild_mixed="1000",
    )
    assert found.rules == CLASSIC.changed(
        {
            "naturals_must_outnumber": True,
            "canastas_to_go_out": 2,
            "target": 10_000,
            "wild_only_melds": "canasta_only",
            "bonus_wild": {"jokers": 1000, "twos": 1000, "mixed": 1000},
            "initial_steps": [
                {"from": None, "minimum": 15},
                {"from": 0, "minimum": 50},
                {"from": 1500, "minimum": 90},
                {"from": 3000, "minimum": 120},
                {"from": 5000, "minimum": 150},
            ],
        }
    )
    with translation.override("de"):
        told = {
            one["question"].parameter: (one["here"], one["there"]) for one in showing.differences(found.rules)
        }
    assert told["canastas_to_go_out"] == ("2", "1")
    assert told["bonus_wild"] == ("1.000 Punkte", "keines")
    assert told["naturals_must_outnumber"][0] == "Ja, immer mehr natürliche als wilde"
    assert told["initial_steps"][0].endswith("150\N{NO-BREAK SPACE}ab\N{NO-BREAK SPACE}5.000")


def test_what_depends_on_another_answer_is_not_read_without_it() -> None:
    without = with_texts("house-joker-1000", wild_only_melds="no")
    assert (without.rules.wild_only_melds, without.rules.bonus_wild) == ("no", None)
    assert with_texts(bonus_samba="1500").rules == CLASSIC


@pytest.mark.parametrize(
    ("texts", "where", "said"),
    [
        ({"wild_only_melds": "any"}, ("wild_only_melds", "bonus_wild"), "braucht einen Bonus"),
        ({"sequences": "yes"}, ("sequences", "sequence_max", "bonus_samba"), "Folge"),
        ({"merge_melds": "yes"}, ("merge_melds",), "mehrere"),
        ({"red_three_set_count": "6"}, ("red_three_set",), "rote Dreien"),
        ({"canasta_size": "12"}, ("canasta_size",), "Canasta"),
        ({"hand_size_4": "30"}, ("hand_size",), "reichen für diese Blätter nicht"),
        ({"target": "viel"}, ("target",), "„viel“ ist keine Zahl"),
        ({"target": ""}, ("target",), "ganze Zahl"),
        ({"target": "99999999"}, ("target",), "keine Zahl"),
        ({"max_wilds": "-1"}, ("max_wilds",), "keine Zahl"),
        ({"permission": "vielleicht"}, ("permission",), "keine der Antworten"),
        ({"minimum_0": ""}, ("initial_steps",), "erste Mindestpunktzahl"),
        ({"from_5": "4000"}, ("initial_steps",), "beide Zahlen"),
        ({"from_4": "3.000", "minimum_4": "150"}, ("initial_steps",), "selben Punktestand"),
        ({"hand_size_4": ""}, ("hand_size",), "wenigstens für eine Spielerzahl"),
        (
            {"from_1": "1.500", "minimum_1": "90", "from_2": "1.000", "minimum_2": "120"},
            ("initial_steps",),
            "Ab 1.500 Punkten läge die Mindestpunktzahl bei 90, also unter den 120 bei niedrigerem Punktestand.",
        ),
        ({"minimum_0": "60"}, ("initial_steps",), "Ab 0 Punkten läge"),
        ({"from_2": "1.501"}, ("initial_steps",), "Vielfache von fünf"),
        ({"target": "5003"}, ("target",), "Am nächsten liegen 5.000 und 5.005."),
        ({"bonus_natural": "499"}, ("bonus_natural",), "Am nächsten liegen 495 und 500."),
        (
            {"wild_only_melds": "any", "bonus_wild_jokers": "1000"},
            ("bonus_wild",),
            "oder lass alle leer: nur Joker, nur Zweien und beides",
        ),
        ({"bonus_aces_mixed": "500"}, ("bonus_aces",), "oder lass alle leer: rein und gemischt"),
        ({"canastas_to_go_out": "zwei"}, ("canastas_to_go_out",), "eine ganze Zahl wie 1."),
        ({"packs": ""}, ("packs",), "zum Beispiel 2."),
        ({"red_three_set_count": "alle"}, ("red_three_set",), "eine ganze Zahl wie 4."),
        ({"sequences": "yes", "sequence_max": "viele"}, ("sequence_max",), "eine ganze Zahl wie 7."),
        ({"hand_size_4": "elf"}, ("hand_size",), "eine ganze Zahl wie 11."),
        ({"minimum_2": "viel"}, ("initial_steps",), "eine ganze Zahl wie 50."),
    ],
)
def test_what_cannot_be_is_said_with_its_place(
    texts: dict[str, str], where: tuple[str, ...], said: str
) -> None:
    with translation.override("de"):
        found = with_texts(**texts)
    assert found.rules is None
    (fault,) = found.faults
    assert fault.parameters == where
    assert said in fault.message


def test_all_that_cannot_be_read_is_said_at_once() -> None:
    found = with_texts(target="a lot", jokers="four", max_wilds="")
    assert [fault.parameters for fault in found.faults] == [("target",), ("jokers",)]


def test_starting_from_another_rule_set_keeps_what_was_answered_differently() -> None:
    texts = {**texts_of(CLASSIC), "canastas_to_go_out": "3", "from_4": "5000", "minimum_4": "150"}
    samba = rule_set("samba")
    there = answered(carried_over(texts, CLASSIC, samba), samba).rules
    assert there is not None
    assert there.canastas_to_go_out == 3
    assert there.initial_steps == ((None, 15), (0, 50), (1500, 90), (3000, 120), (5000, 150))
    assert there.target == samba.target


def test_every_question_about_a_move_or_a_score_has_a_position_on_which_the_engine_parts() -> None:
    """From classic, or from Samba where it is about what only Samba has."""
    silent = []
    for question in questions():
        found = showing.shown(question, CLASSIC, None) or showing.shown(question, rule_set("samba"), None)
        if found is None:
            silent.append(question.parameter)
        else:
            assert found.apart.first.outcome != found.apart.second.outcome
    assert set(silent) <= {*NO_MOVE, "sequence_max", "pickup_whole_pile"}


def test_the_position_is_judged_by_the_answer_of_the_table() -> None:
    question = questions_by_parameter()["max_wilds"]
    one_wild = CLASSIC.changed({"max_wilds": 1})
    found = showing.shown(question, CLASSIC, one_wild)
    assert found is not None
    assert found.other == one_wild
    assert isinstance(found.apart.second, Judged)
    assert found.apart.second.verdict.legal is not found.apart.first.verdict.legal  # type: ignore[union-attr]


def test_named_rule_sets_are_quoted_with_their_answers() -> None:
    with translation.override("en"):
        said = dict(showing.said_elsewhere(questions_by_parameter()["red_three_plus_if"]))
    assert said["one_canasta"] == "Vienna rules"
    assert said["melded"] == "Classic, Classic for two, Overview rules and 4 others"


def test_even_a_table_that_changes_everything_fits_its_row() -> None:
    """Every parameter with a long value, as text."""
    steps = [{"from": None, "minimum": 999_999}]
    steps += [{"from": 100_000 * place, "minimum": 999_999} for place in range(1, 7)]
    other = rule_set("samba-wild").changed(
        {"initial_steps": steps, "bonus_aces": {"natural": 99_999, "mixed": 99_999}}
    )
    every = CLASSIC.changed({**other.parameters()})
    assert len(format_rules(every)) < MOST_RULES / 2


def test_what_a_table_says_is_no_longer_a_silence_of_its_base() -> None:
    """The page of rules says nothing about one card in hand; a table that does is not told the official rule."""
    before, after = rule_set("spielregeln"), with_texts("spielregeln", one_card_pile="allowed").rules
    with translation.override("en"):
        assert "official rule applies" in said(before, "pickup.one-card-rule").note
        told = said(after, "pickup.one-card-rule")
    assert (told.value, told.note, told.status) == ("allowed", "", "text")
    assert after.standing("wild.no-swap") == "fallback"
