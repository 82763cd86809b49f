"""Positions of the course, the rulebook, the bank and those made up for puzzles could have come out of a deal."""

from __future__ import annotations

from random import Random

import pytest

from engine.law.position import Phase
from engine.notation.position_line import parse_position, parse_rules
from lessons.content.bank import NOT_ASKED, bank
from lessons.content.bank import item as bank_item
from lessons.content.reading import hash_of, library
from lessons.mining.made import made_position
from lessons.mining.mine import MAKERS
from lessons.proving.could_happen import left_for_opponents, miscounts, too_few
from tests import samples

TABLES = [
    *((item.slug, item.position) for item in library().items.values() if item.position is not None),
    *(
        (f"{stage.slug} scene {place}", scene.position)
        for stage in library().stages
        for place, scene in enumerate(stage.scenes, 1)
    ),
]
EXAMPLES = [
    *((f"{rule.id} example", rule.example.position) for rule in library().rules.values() if rule.example),
    *(
        (f"{question.slug} case {place}", case.position)
        for question in library().questions.values()
        for place, case in enumerate(question.case, 1)
        if case.position is not None
    ),
]
TOPICS = sorted({topic for maker in MAKERS.values() for topic in maker.topics} - {"side"})
MENDED = "puzzle/the-last-cards/the-last-cards-32ad"
EACH = samples.sample(2, 12)


def test_positions_of_the_course_add_up() -> None:
    assert {name: wrong for name, position in TABLES if (wrong := miscounts(position))} == {}


def test_positions_of_the_rulebook_and_of_readers_questions_add_up() -> None:
    assert {name: wrong for name, position in EXAMPLES if (wrong := miscounts(position))} == {}


def test_positions_of_the_bank_add_up() -> None:
    lines = bank().records
    tables = {
        entry.slug: parse_position(lines[entry.slug]["position"])
        for entry in bank().offered
        if "position" in lines[entry.slug]
    }
    assert {name: wrong for name, position in tables.items() if (wrong := miscounts(position))} == {}
    assert len(tables) > 3000


def test_puzzle_of_which_only_numbers_were_mended_keeps_the_answers_that_were_given() -> None:
    item, line = bank_item(MENDED), bank().records[MENDED]
    asked = {name: value for name, value in line.items() if name not in NOT_ASKED}
    before = asked | {
        "position": "classic | play | hand 8c 8s | own 480: 8=8c 8d 8d* | opp 3265 | pile 3: 5d | stock 23 | "
        "partner 4 | melded no"
    }
    assert item is not None
    assert item.content_hash == hash_of(before) != hash_of(asked)


@pytest.mark.parametrize("rule_set", ["classic", "classic-2p", "samba", "wiener"])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_positions_that_are_made_up_add_up(rule_set: str, phase: Phase) -> None:
    found = [
        made_position(parse_rules(rule_set), Random(f"{topic} {place}"), phase=phase, topic=topic)
        for topic in TOPICS
        for place in range(EACH)
    ]
    made = [position for position in found if position is not None]
    assert [(*miscounts(position), *too_few(position)) for position in made] == [()] * len(made)
    assert len(made) > len(found) * 0.9


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("hand 8c 8s 9c | own 480: 8=8c 8d 8d 8h 8h 9=9c 9d 9h | opp 45 | pile 3: 5d | stock 23 | partner 9",
         "opponents 62, not 22"),
        ("hand 8c 8s 9c | own 480 | opp 45 | pile 5d 6d | stock 60 | partner 11", "hand 3, not 12"),
        ("hand 8c 8s 9c Tc Td Jh Js Kc Kd 4s 5s 6h | own 480 | opp 45 | pile 5d 6d | stock 62 | partner 9",
         "partner 9, not 11"),
        ("hand 8c 8s 9c Tc Td Jh Js Kc | own 480: 4=4c 4d 4s | opp 45 | pile 5d 6d | stock 61 | partner 12",
         "480 with melds of 15 points"),
    ],
)  # fmt: skip
def test_what_does_not_add_up_is_said_with_its_numbers(told: str, said: str) -> None:
    assert said in miscounts(parse_position(f"classic | play | {told}"))


def test_hand_and_melds_hold_at_least_what_was_dealt_and_drawn() -> None:
    position = parse_position(
        "classic | play | hand 8c 8s | own 480: 8=8c 8d 8d 8h 8h | opp 45: 9=9c 9d 9h 9s 9s | pile 3: 5d | stock 30 | "
        "partner 9"
    )
    assert too_few(position) == ["hand and melds 7, not 12", "own side 16, not 23"]


MOST_IN_A_HAND = 22
"""Fuller hands are rare: whoever looks at the table should not have to wonder where all the other cards are."""


def test_examples_leave_the_others_hands_that_one_can_hold() -> None:
    found = {}
    for name, position in EXAMPLES:
        left = left_for_opponents(position)
        others = position.players - (1 if position.partner_hand is None else 2)
        if left is not None and left > others * MOST_IN_A_HAND:
            found[name] = left / others
    assert found == {}
