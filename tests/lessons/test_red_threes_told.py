"""What is told to whoever kept or discarded a red three: an example does all that the sentence asks for."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.saying.verdicts import Explanation, explain

TWO = "classic | play | hand 3h 3d Kh Kd 4s 5s | own 620: Q=Qc Qd Qs | pile 9c Qh | stock 20"


def turn_told(position: str, *actions: str, language: str = "en") -> Explanation:
    """The verdict on a whole turn, in words."""
    table, acts = parse_position(position), parse_actions(actions)
    with override(language):
        return explain(judge(table, acts), position=table, actions=acts)


@pytest.mark.parametrize(
    ("position", "actions", "done"),
    [
        (TWO, ["discard 3h"], ["expose 3d", "expose 3h", "discard 4s"]),
        (TWO, ["discard 4s"], ["expose 3d", "expose 3h", "discard 4s"]),
        (
            TWO.replace("4s", "Ks"), ["meld Kh Kd Ks", "discard 3h"],
            ["expose 3d", "expose 3h", "meld Kd Kh Ks", "discard 5s"],
        ),
        ("classic | play | hand 3h 5s | own 620: Q=Qc Qd Qs | stock 20", ["discard 3h"], ["expose 3h", "discard 5s"]),
        (
            "samba | play | hand Qh Kh Ah 3h 9c | own 0 | stock 60", ["meld Qh Kh Ah", "discard 9c"],
            ["expose 3h", "discard 9c"],
        ),
    ],
)  # fmt: skip
def test_example_puts_every_red_three_on_the_table_and_ends_the_turn(
    position: str, actions: list[str], done: list[str]
) -> None:
    told = turn_told(position, *actions)
    assert [str(action) for action in told.fix_actions] == done
    assert judge(parse_position(position), done).legal


def test_several_red_threes_are_all_spoken_of() -> None:
    assert "Put every red three on the table and discard a different card. For example:" in str(
        turn_told(TWO, "discard 3h").fix
    )
    assert "Leg jede rote Drei auf den Tisch und wirf eine andere Karte ab." in str(
        turn_told(TWO, "discard 3h", language="de").fix
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Discard the nine of clubs. This leaves out: Meld a queen, a king and an ace"),
        ("de", "Kreuz-Neun abwerfen. Dabei entfällt: Eine Dame, einen König und ein Ass"),
    ],
)
def test_meld_that_the_example_drops_is_named(language: str, text: str) -> None:
    position = "samba | play | hand Qh Kh Ah 3h 9c | own 0 | stock 60"
    assert text in str(turn_told(position, "meld Qh Kh Ah", "discard 9c", language=language).fix)
