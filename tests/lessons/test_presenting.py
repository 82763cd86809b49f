"""What a table and a hand say in words, and how the cards are grouped and ordered."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.law.cards import card
from engine.law.variants import rule_set
from engine.notation.position_line import parse_position
from engine.notation.text import parse_action, parse_cards
from lessons.content.reading import library
from lessons.kinds.common.work import Work
from lessons.kinds.registry import kind_of
from lessons.table import position_words, presenting
from lessons.table.staging import stage
from lessons.words.in_brief import briefly

BUSY = (
    "classic | draw | hand 4c 9c 9d 2c JK 3s"
    " | own 1480: K=Kc Kc Kd Kd Kh Kh Ks 9=9h 9h 2d* ; 3h | opp 620: 7=7c 7d 7h 7h 7s 2s JK"
    " | pile 12: 5h 2d Jc 9s | stock 34 | partner 5"
)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_meld_tag_says_count_or_canasta() -> None:
    view = presenting.table(parse_position(BUSY))
    assert [(meld.name, meld.tag, meld.look) for meld in view.own.melds] == [
        ("Nines", "3 of 7 · mixed", "mixed"),
        ("Kings", "natural canasta", "canasta natural"),
    ]
    assert [(meld.tag, meld.look) for meld in view.opponents[0].melds] == [("mixed canasta", "canasta mixed")]


def test_meld_of_more_than_seven_cards_says_how_many() -> None:
    view = presenting.table(parse_position("classic | own 0: 7=7c 7c 7d 7d 7h 7h 7s 2c"))
    assert view.own.melds[0].tag == "mixed canasta, 8 cards"


def test_meld_shows_naturals_first_and_wild_cards_on_top() -> None:
    view = presenting.table(parse_position(BUSY))
    assert view.opponents[0].melds[0].spoken.split("; ")[-2:] == [
        "Two, spades, wild card",
        "Joker, wild card",
    ]


def test_pile_frozen_by_a_wild_card_turns_that_card_across() -> None:
    pile = presenting.table(parse_position(BUSY)).pile
    assert [one.across for one in pile.cards] == [False, True, False, False]
    assert [state.text for state in pile.states] == ["frozen"]
    assert pile.words == "12 cards, top card nine of spades"


def test_pile_frozen_by_an_unlisted_card_shows_a_card_without_a_face() -> None:
    pile = presenting.table(parse_position("classic | pile 9 frozen: 5h Kd")).pile
    assert pile.cards[0].card is None
    assert pile.cards[0].across


@pytest.mark.parametrize(
    ("pile", "states"),
    [("5h Kd", []), ("5h 3c", ["blocked by a black three"]), ("5h 2c", ["frozen", "wild card on top"])],
)
def test_pile_states_in_words(pile: str, states: list[str]) -> None:
    view = presenting.table(parse_position(f"classic | pile {pile}"))
    assert [state.text for state in view.pile.states] == states


def test_table_after_taking_shows_an_empty_pile() -> None:
    view = presenting.table(parse_position(BUSY), staged=[parse_action("take 9c 9d")])
    assert view.pile.cards == ()
    assert view.pile.words == "taken in this turn"


@pytest.mark.parametrize(
    ("actions", "left"),
    [
        (("draw",), "33 cards"),
        (("draw 3h 9c",), "32 cards"),
        (("expose 3d 9c",), "33 cards"),
        (("expose 3d 9c", "draw 3h Td"), "31 cards"),
    ],
)
def test_table_after_drawing_counts_the_stock_down(actions: tuple[str, ...], left: str) -> None:
    position = parse_position("classic | draw | hand 3d 4c 8d | pile 9s | stock 34")
    staged = stage(position, list(map(parse_action, actions))).actions
    assert presenting.table(position, staged=staged).stock_words == left


def test_side_without_a_meld_names_its_initial_meld() -> None:
    view = presenting.table(parse_position("classic | own 1480"))
    assert view.own.notes == ("not melded yet, initial meld 50",)


def test_hand_groups_ascending_threes_apart_and_wild_cards_last() -> None:
    view = presenting.hand(parse_cards("JK 9d 3h 4c 2c 9c 3s Ah"))
    assert [group.name for group in view.groups] == [
        "Red three", "Black three", "Four", "Nines", "Ace", "Wild cards",
    ]  # fmt: skip


def test_hand_numbers_equal_cards() -> None:
    view = presenting.hand(parse_cards("Kh Kh"), selected={"Kh#1"})
    assert [(one.value, one.selected) for one in view.groups[0].cards] == [("Kh#0", False), ("Kh#1", True)]


def test_hand_marks_as_many_equal_cards_as_the_verdict_names() -> None:
    view = presenting.hand(parse_cards("Kh Kh 2c"), marked=[card("Kh")])
    assert [one.marked for group in view.groups for one in group.cards] == [True, False, False]
    assert view.marked_words == "king of hearts"


def test_hand_marks_the_selected_one_of_equal_cards() -> None:
    view = presenting.hand(parse_cards("Kh Kh"), selected={"Kh#1"}, marked=[card("Kh")])
    assert [one.marked for one in view.groups[0].cards] == [False, True]


def test_hand_plain_keeps_the_order_and_names_no_group() -> None:
    view = presenting.hand(parse_cards("2c 3h Kd"), plain=True)
    assert [(group.name, [str(one.card) for one in group.cards]) for group in view.groups] == [
        ("", ["2c", "3h", "Kd"])
    ]


def test_tray_numbers_the_actions_and_measures_the_points() -> None:
    view = presenting.tray([parse_action("meld Kh Kd Ks")], have=30, need=90)
    assert [(one.index, one.words, one.notation) for one in view.staged] == [
        (0, "Meld three kings", "meld Kd Kh Ks")
    ]
    assert view.meter is not None
    assert (view.meter.words, view.meter.reached) == ("30 of 90 points", False)


def test_drawn_card_is_marked_where_it_is_melded() -> None:
    staged = [parse_action("draw Td"), parse_action("meld 4d Tc Td")]
    view = presenting.tray(staged, marked=parse_cards("4d Td"))
    assert [one.marked_words for one in view.staged] == ["", "four of diamonds and ten of diamonds"]


def test_sides_of_players_who_play_alone_are_no_partnerships() -> None:
    position = parse_position("classic-2p | play | hand 4d Qs | own 0 | opp 0 | pile 9s | stock 20")
    seen_by_opponent = presenting.table(position, seat="opponent")
    assert (seen_by_opponent.own.title, seen_by_opponent.opponents[0].title) == ("Opponent", "You")
    assert presenting.table(position).own.title == "You"


def test_facts_of_a_position_and_of_a_rule_set() -> None:
    assert position_words.facts(parse_position(BUSY), one_action=True) == [
        "Classic, four players", "Your side has melded", "Your turn begins", "one action",
    ]  # fmt: skip
    assert position_words.facts(rules=rule_set("classic")) == ["Classic"]
    assert (
        briefly(position_words.facts(parse_position(BUSY), one_action=True)) == "Classic · Your turn begins"
    )


@pytest.mark.parametrize(
    ("phase", "seat", "brief"),
    [
        ("draw", "partner", "Classic · Your partner begins"),
        ("draw", "opponent", "Classic · An opponent begins"),
        ("play pile", "partner", "Classic · Your partner took the pile"),
        ("play pile", "opponent", "Classic · The opponent took the pile"),
    ],
)
def test_facts_of_the_turn_of_others_are_brief_where_room_is_short(
    phase: str, seat: position_words.Seat, brief: str
) -> None:
    position = parse_position(
        f"classic | {phase} | hand 8c 8d | own 620: 4=4c 4d 4s | pile 6h | stock 40 | melded yes"
    )
    assert briefly(position_words.facts(position, seat=seat)) == brief


def test_facts_without_labels_leave_the_minimum_to_be_known() -> None:
    position = parse_position("classic | play | hand 8c 8d 8s 4h | own 620: | pile 6h | stock 40")
    assert "Your side has not melded yet: initial meld 50" in position_words.facts(position)
    assert "Your side has not melded yet" in position_words.facts(position, labelled=False)


@pytest.mark.parametrize(
    ("slug", "said", "is_counted"),
    [
        ("frozen-pile/out-of-the-ice", "frozen", False),
        ("black-threes/all-ways-closed", "blocked by a black three", False),
        ("first-meld/below-zero", "not melded yet, initial meld 15", True),
    ],
)
def test_table_says_what_an_exercise_asks_only_with_its_verdict(
    slug: str, said: str, is_counted: bool
) -> None:
    item = library().items[slug]
    kind = kind_of(item)

    def words(work: Work) -> str:
        table = kind.table(item, work)
        assert table is not None
        return " ".join([*map(str, table.own.notes), *(str(state.text) for state in table.pile.states)])

    assert said not in words(Work())
    assert said in words(Work(checked=True))
    if is_counted:  # the points that are laid, beside those that are needed
        meters = [
            kind.form(item, work, None, None, focus="")["tray"].meter for work in (Work(), Work(checked=True))
        ]
        assert meters[0] is None
        assert meters[1] is not None
