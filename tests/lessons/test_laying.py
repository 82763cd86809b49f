"""What a turn has laid lies on the table, legal or not, with what takes it back."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.law.cards import sort_cards
from engine.notation.position_line import parse_position
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.kinds.turn import turn_form
from lessons.table import presenting
from lessons.table.laying import laid_on
from lessons.table.staging import stage
from lessons.table.view_models import MeldView

POSITION = parse_position(
    "classic | draw | hand 9c 9d 9h Kc Qh 2c JK 5s 5d | own 0: K=Kd Kh Ks | pile 5: 4c 9s | stock 20"
)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def came(meld: MeldView) -> str:
    return format_cards(sort_cards(card for card, look in meld.drawn if look))


@pytest.mark.parametrize(
    ("actions", "melds", "backs"),
    [
        ([], {"K": ""}, {}),
        (["draw 8c", "meld 9c 9d 2c"], {"9": "9c 9d 2c", "K": ""}, {"9": 1}),
        (["draw 8c", "meld 9c 9d Qh"], {"9": "9c 9d Qh", "K": ""}, {"9": 1}),  # of two ranks
        (["draw 8c", "meld 5s"], {"5": "5s", "K": ""}, {"5": 1}),  # of one card
        (["draw 8c", "meld 9c 9d 2c", "add 9h to 9"], {"9": "9c 9d 9h 2c", "K": ""}, {"9": 2}),
        (["draw 8c", "add 9c to K"], {"K": "9c"}, {"K": 1}),
        (["take 9c 9d"], {"9": "9c 9d 9s", "K": ""}, {"pile": 0}),
        (["take 9c 9d", "add 9h to 9"], {"9": "9c 9d 9h 9s", "K": ""}, {"9": 1, "pile": 0}),
        (["draw 8c", "discard 8c"], {"K": ""}, {"pile": 1}),
    ],
)
def test_staged_cards_lie_where_they_were_put(
    actions: list[str], melds: dict[str, str], backs: dict[str, int]
) -> None:
    view = presenting.table(POSITION, staged=parse_actions(actions))
    assert {meld.key: came(meld) for meld in view.own.melds} == melds
    found = {meld.key: meld.back for meld in view.own.melds} | {"pile": view.pile.back}
    assert {key: back.index for key, back in found.items() if back} == backs


def test_pile_shows_that_it_was_taken_and_what_was_discarded_on_it() -> None:
    taken = presenting.table(POSITION, staged=parse_actions(["take 9c 9d"])).pile
    assert (taken.cards, taken.words) == ((), "taken in this turn")
    discarded = presenting.table(POSITION, staged=parse_actions(["take 9c 9d", "discard Qh"])).pile
    assert (discarded.words, discarded.cards[-1].look) == ("1 card: queen of hearts", "came")
    assert presenting.table(POSITION).pile.cards[-1].look == ""


def test_marked_cards_are_marked_where_they_lie_and_no_others() -> None:
    staged = parse_actions(["draw 8c", "meld 9c 9d Qh"])
    view = presenting.table(POSITION, staged=staged, marked=parse_cards("Qh Kd"))
    looks = {str(card): look for meld in view.own.melds for card, look in meld.drawn}
    assert (looks["Qh"], looks["9c"], looks["Kd"]) == ("came marked", "came", "")


def test_what_is_taken_back_in_the_list_is_not_taken_back_on_the_table_too() -> None:
    staged = parse_actions(["draw 8c", "meld 9c 9d 2c", "add 9h to 9", "ask", "discard 8c"])
    assert laid_on(POSITION, staged).taken_back_there == {2, 4}


def test_every_place_is_a_button_of_the_form_and_says_what_it_takes() -> None:
    staged = stage(POSITION, parse_actions(["draw 8c"]))
    form = turn_form(POSITION, staged.actions, hand=staged.hand)
    table = presenting.table(POSITION, staged=staged.actions)
    page = render_to_string("lessons/_table.html", {"table": table, "places": form})
    for do, takes, said in (
        ("meld", "some", "Meld the selected cards"),
        ("add:K", "some", "Add to the kings; with no card selected: a king"),
        ("discard", "one", "Discard the selected card"),
    ):
        button = page.partition(f'value="{do}"')[2].partition("</button>")[0]
        assert f'data-takes="{takes}"' in button
        assert f'aria-label="{said}"' in button
    assert page.count('form="answer"') == 3
    assert "<button" not in render_to_string("lessons/_table.html", {"table": table})
